/**
 * The report for a terminal: summary first, then each rule with its places, in Dutch with the English beside it.
 * Invariant: what came from the delivery cannot steer the terminal; control characters become `�`.
 */
import type { Finding, Report, Severity, Text, TypeCount } from '../../../schemas/finding.ts';
import type { Group } from './groups.ts';
import { clean } from './markup.ts';
import { groupsOf, readingOf, SEVERITY_WORDS, summaryOf, typeName, whereOf } from './groups.ts';

const PLACES_MAX = 10;
const CHANGES_MAX = 10;
const NESTED_MAX = 10;
const COLOURS: Readonly<Record<Severity | 'fine' | 'faint', string>> = {
  error: '31', warning: '33', info: '36', fine: '32', faint: '2',
};

/** The report as text lines, without a line end after the last. */
export function text(report: Report, { colour }: { readonly colour: boolean }): string {
  const paint: Paint = (name, words) => (colour ? `\u001b[${COLOURS[name]}m${words}\u001b[0m` : words);
  return [
    ...head(report, paint),
    ...typeLines(report.counts.types, paint),
    ...groupsOf(report).flatMap((group) => ['', ...groupLines(group, report.source, paint)]),
    ...changeLines(report, paint),
  ].join('\n');
}

type Paint = (name: keyof typeof COLOURS, words: string) => string;

function head(report: Report, paint: Paint): readonly string[] {
  const { nl, en } = summaryOf(report);
  const { errors, warnings } = report.counts;
  return [
    paint(errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'fine', `${clean(report.source)}: ${nl}`),
    paint('faint', `  ${en}; ${readingOf(report)}`),
  ];
}

/** One line a type; nested objects after the roots. A delivery of one type needs no table. */
function typeLines(types: readonly TypeCount[], paint: Paint): readonly string[] {
  if (types.length <= 1) return [];
  const shown = [...types.filter(({ nested }) => !nested), ...types.filter(({ nested }) => nested).slice(0, NESTED_MAX)];
  const wide = Math.max(...shown.map((type) => typeName(type).length));
  return [
    '', paint('faint', 'Per soort: aanvaard, geweigerd, ongewijzigd / by type: accepted, refused, unchanged; + nested objects'),
    ...shown.map((type) => {
      const figures = [type.accepted, type.refused, type.unchanged].map((figure) => String(figure).padStart(7)).join('');
      return `  ${type.nested ? '+' : ' '} ${typeName(type).padEnd(wide)}${figures}`;
    }),
    ...moreLine(types.length - shown.length),
  ];
}

function groupLines(group: Group, source: string, paint: Paint): readonly string[] {
  const { rule, severity, findings, count, message, mend } = group;
  const more = count - PLACES_MAX;
  return [
    `${paint(severity, SEVERITY_WORDS[severity].nl)} ${paint('faint', `${clean(rule)} (${count}×)`)}`,
    ...(message === undefined ? [] : both(message, '  ', paint)),
    ...findings.slice(0, PLACES_MAX).flatMap((finding) => [
      `    ${placeLine(finding, source)}`,
      ...(message === undefined ? both(finding.message, '      ', paint) : []),
      ...detailLines(finding).map((line) => `      ${line}`),
      ...(mend === undefined ? both(finding.mend, '      → ', paint) : []),
    ]),
    ...moreLine(more),
    ...(mend === undefined ? [] : both(mend, '  → ', paint)),
  ];
}

function placeLine(finding: Finding, source: string): string {
  const id = finding.objectId === undefined ? '' : `  ${clean(finding.objectId)}`;
  const pointer = finding.pointer === '' ? '' : `  ${clean(finding.pointer)}`;
  return clean(whereOf(finding, source)) + id + (finding.line === undefined ? '' : pointer);
}

function detailLines({ found, expected, suggestions, place }: Finding): readonly string[] {
  const lines = [];
  if (place !== undefined) lines.push(`plaats / place: ${place.coordinates.join(', ')}`);
  const isPlace = found === place?.coordinates.join(', ');
  if (found !== undefined && !isPlace) lines.push(`gevonden / found: ${clean(found)}`);
  if (expected !== undefined) lines.push(`verwacht / expected: ${clean(short(expected))}`);
  const meant = (suggestions ?? []).join(' · ');
  if (meant !== '') lines.push(`bedoeld? / meant? ${clean(meant)}`);
  return lines;
}

/** A long list of allowed values: the whole is in the JSON report. */
function short(words: string): string {
  return words.length > 160 ? `${words.slice(0, 150)} … (zie het JSON-rapport / see the JSON report)` : words;
}

function changeLines({ changes }: Report, paint: Paint): readonly string[] {
  if (changes.length === 0) return [];
  const more = changes.length - CHANGES_MAX;
  return [
    '', paint('info', `Aangepast aan model 4.0.0 / upgraded to model 4.0.0 (${changes.length}×)`),
    ...changes.slice(0, CHANGES_MAX).flatMap((change) => [
      `    ${clean(change.objectId ?? '')}  ${clean(change.pointer)}`,
      `      ${clean(change.before ?? '-')} → ${clean(change.after ?? '-')}`,
      ...both(change.reason, '      ', paint),
    ]),
    ...moreLine(more),
  ];
}

function moreLine(more: number): readonly string[] {
  return more > 0 ? [`    … en nog ${more}, zie het JSON-rapport / and ${more} more, see the JSON report`] : [];
}

function both({ nl, en }: Text, indent: string, paint: Paint): readonly string[] {
  return [indent + clean(nl), paint('faint', ' '.repeat(indent.length) + clean(en))];
}
