/**
 * Part report: the report on a write to an object that a root nests. The whole root was checked; the sender is told of what was sent:
 * pointers are those of the message, and what the checks remark of the rest of the root is left out. An error elsewhere in the root,
 * which this write makes, is told of the message as a whole.
 */
import type { Finding, FirstError, Report } from '../../../schemas/finding.ts';
import { escapeToken } from '../../../schemas/json.ts';
import { inFeature } from '../../../schemas/model/feature.ts';
import { readTarget } from '../../../schemas/target.ts';
import { countsOf, CUT_SHORT, endedIn, withFindings } from '../../prepare/delivery/index.ts';

/** The report itself, when it is on no such write. */
export function toldOfPart(report: Report): Report {
  const part = report.objects[0]?.part;
  if (part === undefined) return report;
  const { pointer: at, entityType } = part;
  const isFeature = readTarget(report.source)?.form === 'feature';
  const shape = (pointer: string): string => (isFeature ? inFeature(pointer, entityType) : pointer);
  const place = (pointer: string): string => (at !== undefined && isInside(at, pointer) ? shape(pointer.slice(at.length)) : '');
  // That a root is kept and not made public is no remark of a part of it.
  const isOfAll = ({ severity, pointer }: Finding): boolean => severity === 'info' && pointer === '';
  const findings = report.findings.filter(({ rule }) => rule !== CUT_SHORT)
    .filter((finding) => finding.severity === 'error' || isOfAll(finding) || isInside(at, finding.pointer))
    .map((finding) => inMessage(finding, place));
  const objects = report.objects.map(({ firstError, ...object }) => (
    firstError === undefined ? object : { ...object, firstError: inMessage(firstError, place) }
  ));
  return { ...report, objects, findings, counts: countsOf(objects, withFindings([], findings), endedIn(report.counts)) };
}

function isInside(at: string | undefined, pointer: string): boolean {
  return at !== undefined && (pointer === at || pointer.startsWith(`${at}/`));
}

/** What was found in a document that a message made, told of the message; `place`: of a place in the one, that in the other. Without its line. */
export function inMessage<Told extends FirstError & Pick<Finding, 'earlier' | 'missing'>>(found: Told, place: (pointer: string) => string) {
  const { line: _, earlier, ...told } = found;
  // What misses a field is the object around the place that the field would have.
  const around = (field: string): string => place(`${told.pointer}/${escapeToken(field)}`).split('/').slice(0, -1).join('/');
  return {
    ...told, pointer: told.missing === undefined ? place(told.pointer) : around(told.missing),
    ...(earlier === undefined ? {} : { earlier: { ...earlier, pointer: place(earlier.pointer) } }),
  };
}
