/**
 * The report for a terminal: the summary, what changes, then each rule with its findings. It is in Dutch with English beside it, or in one
 * of the two.
 * Invariant: text from the delivery cannot control the terminal; control characters become `�`.
 */
import type { ComparedFinding } from '../../../schemas/comparison.ts';
import { comparedLine, comparisonSentences, COMPARISON_TITLE, GONE_FINDINGS, NEW_FINDINGS } from '../../../schemas/comparison-words.ts';
import type { Finding, Language, Report, Severity, Text, TypeCount } from '../../../schemas/finding.ts';
import { endingOf } from '../../../schemas/report-ending.ts';
import { SEVERITY_WORDS } from '../../../schemas/rule-table.ts';
import { inLanguage } from '../../../schemas/shown-values.ts';
import { effectLines } from './effect-lines.ts';
import { clean } from '../../../schemas/page-texts.ts';
import { checkedOf, earlierOf, groupsOf, readingOf, summaryOf, UNKNOWN, whereOf, type Group } from './groups.ts';
import { UNREPORTED, unreportedRoots } from './unreported.ts';

const FINDINGS_MAX = 10;
const CHANGES_MAX = 10;
const NESTED_MAX = 10;
const COLOURS: Readonly<Record<Severity | 'fine' | 'faint', string>> = {
  error: '31', warning: '33', info: '36', fine: '32', faint: '2',
};

/** The report as text lines, without a line end after the last. */
export function text(report: Report, how: { readonly colour: boolean; readonly lang?: Language | null }): string {
  const pen = penOf(how);
  const groups = groupsOf(report);
  return [
    ...head(report, pen),
    ...typeLines(report.counts.types, pen),
    ...effectLines(report, ({ nl, en }) => pen.line(nl, en), (words) => pen.paint('info', words)),
    ...comparisonLines(report, pen),
    ...groups.flatMap((group) => ['', ...groupLines(group, report.source, pen)]),
    ...unreportedLines(report, groups, pen),
    ...changeLines(report, pen),
  ].join('\n');
}

/** Returns the summary that begins the report, as text lines. */
export function summaryText(report: Report, how: { readonly colour: boolean; readonly lang?: Language | null }): string {
  return head(report, penOf(how)).join('\n');
}

/** Writes texts in the chosen colours and languages. */
interface Pen {
  readonly paint: (name: keyof typeof COLOURS, words: string) => string;
  /** A sentence in Dutch, with English on the next line. */
  readonly lines: (sentence: Text, indent: string) => readonly string[];
  /** A text in Dutch, followed by English. */
  readonly line: (nl: string, en: string) => string;
  /** A word in Dutch, except in an English report. */
  readonly word: (word: Text) => string;
  /** A value, which may have words in both languages. */
  readonly value: (found: string) => string;
}

function penOf({ colour, lang = null }: { readonly colour: boolean; readonly lang?: Language | null }): Pen {
  const paint: Pen['paint'] = (name, words) => (colour ? `\u001b[${COLOURS[name]}m${words}\u001b[0m` : words);
  return {
    paint,
    lines: (sentence, indent) => (lang === null
      ? [indent + clean(sentence.nl), paint('faint', ' '.repeat(indent.length) + clean(sentence.en))]
      : [indent + clean(sentence[lang])]),
    line: (nl, en) => (lang === null ? `${nl} / ${en}` : { nl, en }[lang]),
    word: (word) => word[lang ?? 'nl'],
    value: (found) => clean(inLanguage(found, lang)),
  };
}

function head(report: Report, { paint, lines, word }: Pen): readonly string[] {
  const [summary = '', translated] = lines(summaryOf(report), '');
  const { errors, warnings } = report.counts;
  const ending = endingOf(report);
  const checked = checkedOf(report);
  return [
    ...(ending === undefined ? [] : lines(ending, '').map((line) => paint('warning', line))),
    paint(errors > 0 ? 'error' : warnings > 0 || ending !== undefined ? 'warning' : 'fine', `${clean(report.source)}: ${summary}`),
    paint('faint', `  ${translated === undefined ? '' : `${summaryOf(report).en}; `}${readingOf(report)}`),
    ...(checked === undefined ? [] : [paint('faint', `  ${clean(word(checked))}`)]),
  ];
}

/** The comparison with the previous delivery, and the first findings that are new or gone. */
function comparisonLines({ comparison }: Report, pen: Pen): readonly string[] {
  if (comparison === undefined) return [];
  const heading = pen.paint('info', pen.line(COMPARISON_TITLE.nl, COMPARISON_TITLE.en));
  const sentences = comparisonSentences(comparison).flatMap((sentence) => pen.lines(sentence, '  '));
  const part = (title: Text, findings: readonly ComparedFinding[]): readonly string[] => (findings.length === 0 ? [] : [
    `  ${pen.line(title.nl, title.en)}`, ...findings.slice(0, FINDINGS_MAX).map((finding) => `    ${clean(comparedLine(finding))}`),
    ...moreLine(findings.length - FINDINGS_MAX, pen),
  ]);
  const found = comparison.kind === 'compared' ? [...part(NEW_FINDINGS, comparison.new), ...part(GONE_FINDINGS, comparison.gone)] : [];
  return ['', heading, ...sentences, ...found];
}

/** One line for each type, nested types after roots. A delivery with one type needs no table. */
function typeLines(types: readonly TypeCount[], pen: Pen): readonly string[] {
  if (types.length <= 1) return [];
  const shown = [...types.filter(({ nested }) => !nested), ...types.filter(({ nested }) => nested).slice(0, NESTED_MAX)];
  const nameOf = (type: TypeCount): string => type.entityType ?? pen.line(UNKNOWN.nl, UNKNOWN.en);
  const width = Math.max(...shown.map((type) => nameOf(type).length));
  const heading = pen.line(
    'Per soort: aanvaard, geweigerd, ongewijzigd; + onderdelen', 'by type: accepted, refused, unchanged; + nested objects',
  );
  return [
    '', pen.paint('faint', heading),
    ...shown.map((type) => {
      const figures = [type.accepted, type.refused, type.unchanged].map((figure) => String(figure).padStart(7)).join('');
      return `  ${type.nested ? '+' : ' '} ${nameOf(type).padEnd(width)}${figures}`;
    }),
    ...moreLine(types.length - shown.length, pen),
  ];
}

function groupLines(group: Group, source: string, pen: Pen): readonly string[] {
  const { rule, severity, findings, count, message, mend } = group;
  const more = count - FINDINGS_MAX;
  return [
    `${pen.paint(severity, pen.word(SEVERITY_WORDS[severity]))} ${pen.paint('faint', `${clean(rule)} (${count}×)`)}`,
    ...(message === undefined ? [] : pen.lines(message, '  ')),
    ...findings.slice(0, FINDINGS_MAX).flatMap((finding) => [
      `    ${locationLine(finding, source)}`,
      ...(message === undefined ? pen.lines(finding.message, '      ') : []),
      ...detailLines(finding, pen).map((line) => `      ${line}`),
      ...(mend === undefined ? pen.lines(finding.mend, '      → ') : []),
    ]),
    ...moreLine(more, pen),
    ...(mend === undefined ? [] : pen.lines(mend, '  → ')),
  ];
}

/** The first refused roots without an error above, each with the rule of its first error. */
function unreportedLines(report: Report, groups: readonly Group[], pen: Pen): readonly string[] {
  const { count, first } = unreportedRoots(report, groups, FINDINGS_MAX);
  if (count === 0) return [];
  return [
    '', pen.paint('error', `${pen.line(UNREPORTED.nl, UNREPORTED.en)} (${count}×)`),
    ...first.flatMap(({ rule, title, ...where }) => [
      `    ${locationLine(where, report.source)}`,
      `      ${clean(rule)}${title === undefined ? '' : `: ${clean(pen.line(title.nl, title.en))}`}`,
    ]),
    ...moreLine(count - first.length, pen),
  ];
}

function locationLine(finding: Pick<Finding, 'line' | 'pointer' | 'objectId'>, source: string): string {
  const id = finding.objectId === undefined ? '' : `  ${clean(finding.objectId)}`;
  const pointer = finding.pointer === '' ? '' : `  ${clean(finding.pointer)}`;
  return clean(whereOf(finding, source)) + id + (finding.line === undefined ? '' : pointer);
}

function detailLines({ found, expected, suggestions, place, earlier }: Finding, pen: Pen): readonly string[] {
  const lines = [];
  if (place !== undefined) lines.push(`${pen.line('plaats', 'place')}: ${place.coordinates.join(', ')}`);
  const isPlace = found === place?.coordinates.join(', ');
  if (found !== undefined && !isPlace) lines.push(`${pen.line('gevonden', 'found')}: ${pen.value(found)}`);
  if (expected !== undefined) lines.push(`${pen.line('verwacht', 'expected')}: ${short(pen.value(expected), pen)}`);
  if (earlier !== undefined) {
    const { nl, en } = earlierOf(earlier);
    lines.push(`${pen.line('eerder', 'before')}: ${clean(pen.line(nl, en))}`);
  }
  const suggested = (suggestions ?? []).join(' · ');
  if (suggested !== '') lines.push(`${pen.line('bedoeld?', 'meant?')} ${clean(suggested)}`);
  return lines;
}

/** Shortens a long list of allowed values; the JSON report has all. */
function short(words: string, { line }: Pen): string {
  return words.length > 160 ? `${words.slice(0, 150)} … (${line('zie het JSON-rapport', 'see the JSON report')})` : words;
}

function changeLines({ changes }: Report, pen: Pen): readonly string[] {
  if (changes.length === 0) return [];
  const more = changes.length - CHANGES_MAX;
  return [
    '', pen.paint('info', `${pen.line('Aangepast aan model 4.0.0', 'upgraded to model 4.0.0')} (${changes.length}×)`),
    ...changes.slice(0, CHANGES_MAX).flatMap((change) => [
      `    ${clean(change.objectId ?? '')}  ${clean(change.pointer)}`,
      `      ${clean(change.before ?? '-')} → ${clean(change.after ?? '-')}`,
      ...pen.lines(change.reason, '      '),
    ]),
    ...moreLine(more, pen),
  ];
}

function moreLine(more: number, { line }: Pen): readonly string[] {
  return more > 0 ? [`    … ${line(`en nog ${more}, zie het JSON-rapport`, `and ${more} more, see the JSON report`)}`] : [];
}
