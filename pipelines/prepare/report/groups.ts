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
  const same = unchanged === 0 ? {
    nl: '', en: '' } : { nl: `, ${unchanged} ongewijzigd`,
    en: `, ${unchanged} unchanged`,
  };
  return {
    nl: `${accepted} van ${objects} ${plural(objects, 'object', 'objecten')} aanvaard, ${refused} geweigerd${same.nl}; `
      + `${errors} ${plural(errors, 'fout', 'fouten')}, ${warnings} ${plural(warnings, 'waarschuwing', 'waarschuwingen')}`,
    en: `${accepted} of ${objects} ${plural(objects, 'object', 'objects')} accepted, ${refused} refused${same.en}; `
      + `${errors} ${plural(errors, 'error', 'errors')}, ${warnings} ${plural(warnings, 'warning', 'warnings')}`,
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
  return finding.line === undefined ? `${source}${finding.pointer === '' ? '' : ` ${finding.pointer}`}` : `${source}:${finding.line}`;
}

function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}

function common(texts: readonly Text[]): Text | undefined {
  const [first] = texts;
  return texts.every(({ nl, en }) => nl === first?.nl && en === first.en) ? first : undefined;
}
