/**
 * Groups: the findings of a report in the order in which people read them, and the words that all forms share.
 * Errors first, then warnings, then remarks; within these by rule, in order of first appearance.
 */
import { parseCrsUri } from '../../../schemas/crs.ts';
import type { Finding, Report, Severity, Text } from '../../../schemas/finding.ts';

export interface Group {
  readonly rule: string;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
  /** What all findings of the group say, when they say the same. */
  readonly message: Text | undefined;
  readonly mend: Text | undefined;
}

export const SEVERITY_WORDS: Readonly<Record<Severity, Text>> = {
  error: { nl: 'Fout', en: 'error' },
  warning: { nl: 'Waarschuwing', en: 'warning' },
  info: { nl: 'Opmerking', en: 'remark' },
};

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

export function groupsOf(findings: readonly Finding[]): readonly Group[] {
  const byRule = Map.groupBy(findings, ({ rule, severity }) => `${ORDER.indexOf(severity)} ${rule}`);
  return [...byRule.values()]
    .map((group) => ({
      rule: group[0]!.rule, severity: group[0]!.severity, findings: group,
      message: common(group.map(({ message }) => message)), mend: common(group.map(({ mend }) => mend)),
    }))
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

/** The first thing a holder wants to know. */
export function summaryOf({ counts }: Report): Text {
  const { objects, accepted, refused, unchanged, errors, warnings } = counts;
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  const same = unchanged === 0 ? {
    nl: '', en: '' } : { nl: `, ${unchanged} ongewijzigd`,
    en: `, ${unchanged} unchanged`,
  };
  return {
    nl: `${accepted} van ${count(objects, 'object', 'objecten')} aanvaard, ${refused} geweigerd${same.nl}; `
      + `${count(errors, 'fout', 'fouten')}, ${count(warnings, 'waarschuwing', 'waarschuwingen')}`,
    en: `${accepted} of ${count(objects, 'object', 'objects')} accepted, ${refused} refused${same.en}; `
      + `${count(errors, 'error', 'errors')}, ${count(warnings, 'warning', 'warnings')}`,
  };
}

/** How the delivery was read: its model and CRS. */
export function readingOf({ model, crs }: Report): string {
  const known = parseCrsUri(crs);
  const name = known === undefined ? crs : `${known.name} (${known.code})`;
  return `model ${model ?? '-'}, ${name}`;
}

/** Where a finding lies: file and line, or file and pointer. */
export function whereOf(finding: Finding, source: string): string {
  if (finding.line !== undefined) return `${source}:${finding.line}`;
  return finding.pointer === '' ? source : `${source} ${finding.pointer}`;
}

function common(texts: readonly Text[]): Text | undefined {
  const [first] = texts;
  return texts.every(({ nl, en }) => nl === first?.nl && en === first.en) ? first : undefined;
}
