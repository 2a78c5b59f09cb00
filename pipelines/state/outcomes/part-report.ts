/**
 * Part report: converts the report on a whole root to the report on a write to a nested object. Pointers become those of the request body.
 * Warnings and notes about the rest of the root are left out. An error elsewhere in the root, which this write caused, is reported for the
 * body as a whole.
 */
import type { Finding, FirstError, Report } from '../../../schemas/finding.ts';
import { escapeToken } from '../../../schemas/json.ts';
import { inFeature } from '../../../schemas/model/feature.ts';
import { readTarget } from '../../../schemas/target.ts';
import { countsOf, CUT_SHORT, endedIn, withFindings } from '../../prepare/delivery/index.ts';

/** Converts the report on a write to a nested object; returns any other report unchanged. */
export function asPartReport(report: Report): Report {
  const part = report.objects[0]?.part;
  if (part === undefined) return report;
  const { pointer: at, entityType } = part;
  const isFeature = readTarget(report.source)?.form === 'feature';
  const shape = (pointer: string): string => (isFeature ? inFeature(pointer, entityType) : pointer);
  const toBody = (pointer: string): string => (at !== undefined && isInside(at, pointer) ? shape(pointer.slice(at.length)) : '');
  // A note about the whole root, for example that it is not made public, has no pointer to the part.
  const isOfAll = ({ severity, pointer }: Finding): boolean => severity === 'info' && pointer === '';
  const findings = report.findings.filter(({ rule }) => rule !== CUT_SHORT)
    .filter((finding) => finding.severity === 'error' || isOfAll(finding) || isInside(at, finding.pointer))
    .map((finding) => inBody(finding, toBody));
  const objects = report.objects.map(({ firstError, ...object }) => (
    firstError === undefined ? object : { ...object, firstError: inBody(firstError, toBody) }
  ));
  return { ...report, objects, findings, counts: countsOf(objects, withFindings([], findings), endedIn(report.counts)) };
}

function isInside(at: string | undefined, pointer: string): boolean {
  return at !== undefined && (pointer === at || pointer.startsWith(`${at}/`));
}

/** Returns a finding with its pointers converted from the document to the request body by `toBody`, without its line. */
export function inBody<Found extends FirstError & Pick<Finding, 'earlier' | 'missing'>>(found: Found, toBody: (pointer: string) => string) {
  const { line: _, earlier, ...rest } = found;
  // A missing field is reported at the object that should contain the field.
  const around = (field: string): string => toBody(`${rest.pointer}/${escapeToken(field)}`).split('/').slice(0, -1).join('/');
  return {
    ...rest, pointer: rest.missing === undefined ? toBody(rest.pointer) : around(rest.missing),
    ...(earlier === undefined ? {} : { earlier: { ...earlier, pointer: toBody(earlier.pointer) } }),
  };
}
