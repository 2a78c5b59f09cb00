/**
 * Groups: the findings of a report in reading order, and the words that all forms share.
 * Errors come first, then warnings, then remarks; within these by rule, in order of first appearance.
 */
import { parseCrsUri } from '../../../schemas/crs.ts';
import type { EarlierObject, FileLocation, Finding, Report, Severity, Text } from '../../../schemas/finding.ts';
import { RULE_TITLES, type RuleId } from '../../../schemas/rules.ts';
import { inAmsterdam } from '../../../schemas/time.ts';

export interface Group {
  readonly rule: string;
  readonly severity: Severity;
  readonly findings: readonly Finding[];
  /** Number of findings, also of those that the report leaves out. */
  readonly count: number;
  readonly title: Text;
  /** The message and fix of all findings in the group, when these are equal. */
  readonly message: Text | undefined;
  readonly mend: Text | undefined;
}

export const SEVERITY_WORDS: Readonly<Record<Severity, Text>> = {
  error: { nl: 'Fout', en: 'error' },
  warning: { nl: 'Waarschuwing', en: 'warning' },
  info: { nl: 'Opmerking', en: 'remark' },
};

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

export function groupsOf({ findings, counts }: Report): readonly Group[] {
  const key = ({ rule, severity }: { readonly rule: string; readonly severity: Severity }) => `${ORDER.indexOf(severity)} ${rule}`;
  const totals = new Map(counts.rules.map((total) => [key(total), total.count]));
  const byRule = Map.groupBy(findings, key);
  return [...byRule.values()]
    .map((group) => {
      const { rule, severity, message: first } = group[0]!;
      const message = common(group.map((finding) => finding.message));
      return {
        rule, severity, findings: group, count: Math.max(totals.get(key(group[0]!)) ?? 0, group.length), message,
        title: RULE_TITLES.get(rule) ?? withoutStop(first), mend: common(group.map((finding) => finding.mend)),
      };
    })
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

/** The location of the first of two equal things, in words. */
export function earlierOf({ line, pointer, objectId, rootId }: EarlierObject): Text {
  const where = [objectId, ...(rootId === objectId || rootId === undefined ? [] : [`in ${rootId}`])].filter((part) => part !== undefined);
  const at = (word: string) => [line === undefined ? pointer : `${word} ${line}`, ...where].join(', ');
  return { nl: at('regel'), en: at('line') };
}

/** The numbers of objects that are valid again and that changed in the past only; empty when both are 0. */
export function returningOf({ counts: { revived = 0, onlyPast = 0 } }: Report): Text {
  const figures = [
    ...(revived === 0 ? [] : [{ nl: `${revived} weer geldig`, en: `${revived} valid again` }]),
    ...(onlyPast === 0 ? [] : [{ nl: `${onlyPast} alleen in het verleden`, en: `${onlyPast} in the past only` }]),
  ];
  return { nl: figures.map(({ nl }) => `, ${nl}`).join(''), en: figures.map(({ en }) => `, ${en}`).join('') };
}

/** The figures in one line. When a part of the file was not read, it says so. */
export function summaryOf(report: Report): Text {
  const { counts, unreadFrom, correction } = report;
  const back = returningOf(report);
  const { objects, accepted, refused, unchanged, errors, warnings } = counts;
  const same = unchanged === 0
    ? { nl: '', en: '' }
    : { nl: `, ${unchanged} ongewijzigd`, en: `, ${unchanged} unchanged` };
  const unread = unreadFrom === undefined ? { nl: '', en: '' } : {
    nl: `Niet gelezen ${unreadRangeOf(unreadFrom).nl}; daarvoor `, en: `Not read ${unreadRangeOf(unreadFrom).en}; before that `,
  };
  return {
    nl: `${correction === true ? 'Correctie; ' : ''}${unread.nl}${accepted} van ${number(objects, 'object', 'objecten')} aanvaard, ${refused} geweigerd${same.nl}${back.nl}; `
      + `${number(errors, 'fout', 'fouten')}, ${number(warnings, 'waarschuwing', 'waarschuwingen')}`,
    en: `${correction === true ? 'Correction; ' : ''}${unread.en}${accepted} of ${number(objects, 'object', 'objects')} accepted, ${refused} refused${same.en}${back.en}; `
      + `${number(errors, 'error', 'errors')}, ${number(warnings, 'warning', 'warnings')}`,
  };
}

/** The verdict for the holder: whether the delivery is good, and what to do next. */
export function verdictOf(report: Report): Text {
  const { unreadFrom, correction } = report;
  const verdict = verdictOfRead(report);
  const read = correction === undefined ? verdict : {
    nl: `Dit is een correctie: elk aanvaard object vervangt zijn nieuwste versie. ${verdict.nl}`,
    en: `This is a correction: each accepted object replaces its newest version. ${verdict.en}`,
  };
  return unreadFrom === undefined ? read : {
    nl: `Een deel van het bestand is niet gelezen: alles ${unreadRangeOf(unreadFrom).nl}. ${read.nl}`,
    en: `A part of the file was not read: all ${unreadRangeOf(unreadFrom).en}. ${read.en}`,
  };
}

function unreadRangeOf({ line, column }: FileLocation): Text {
  return column === 1
    ? { nl: `vanaf regel ${line}`, en: `from line ${line}` }
    : { nl: `vanaf regel ${line}, kolom ${column}`, en: `from line ${line}, column ${column}` };
}

/** Rules of submissions that were not processed, whose reports have no objects. */
const UNPROCESSED: ReadonlySet<RuleId> = new Set(['levering.geparkeerd', 'levering.terzijde', 'levering.geweigerd']);

function verdictOfRead({ counts, findings }: Report): Text {
  const { objects, refused, errors, warnings, ended = 0, endedParts = 0 } = counts;
  const isUnprocessed = findings.some(({ rule }) => UNPROCESSED.has(rule));
  if (objects === 0 && isUnprocessed) return { nl: 'Er is niets verwerkt; hieronder staat waarom.', en: 'Nothing was processed; the reason is below.' };
  if (objects === 0) return { nl: 'Er is geen enkel object gelezen.', en: 'Not one object was read.' };
  const look = warnings === 0 ? { nl: '', en: '' } : {
    nl: ` Kijk nog naar ${number(warnings, 'waarschuwing', 'waarschuwingen')}.`,
    en: ` Please also look at ${number(warnings, 'warning', 'warnings')}.`,
  };
  const verdict = refused > 0 ? refusedWords(objects, refused) : errors > 0 ? {
    nl: 'De objecten die gelezen zijn, zijn aanvaard, maar er staan fouten in het bestand.',
    en: 'The objects that were read are accepted, but there are errors in the file.',
  } : warnings + ended + endedParts > 0
    ? { nl: 'Er is niets geweigerd.', en: 'Nothing was refused.' }
    : { nl: 'Deze levering is in orde.', en: 'This delivery is in order.' };
  return { nl: verdict.nl + look.nl, en: verdict.en + look.en };
}

function refusedWords(objects: number, refused: number): Text {
  const what = objects === 1
    ? { nl: 'Het object is', en: 'The object is' }
    : refused === objects
      ? { nl: `Alle ${objects} objecten zijn`, en: `All ${objects} objects are` }
      : {
        nl: `${refused} van de ${objects} objecten ${refused === 1 ? 'is' : 'zijn'}`,
        en: `${refused} of the ${objects} objects ${refused === 1 ? 'is' : 'are'}`,
      };
  const rest = refused === objects ? { nl: '', en: '' } : objects - refused === 1
    ? { nl: ' Het andere object is aanvaard.', en: ' The other object is accepted.' }
    : { nl: ' De andere objecten zijn aanvaard.', en: ' The other objects are accepted.' };
  return {
    nl: `${what.nl} geweigerd.${rest.nl} Verbeter de fouten hieronder en lever opnieuw.`,
    en: `${what.en} refused.${rest.en} Fix the errors below and deliver again.`,
  };
}

/** The model and CRS in which the delivery was read. */
export function readingOf({ model, crs }: Report): string {
  const known = parseCrsUri(crs);
  const name = known === undefined ? crs : `${known.name} (${known.code})`;
  return `model ${model === 'mixed' ? '3.0 + 4.0' : model ?? '-'}, ${name}`;
}

/** The program and rules of the check, its moment, and the checksum of the file; undefined in reports of earlier programs. */
export function checkedOf({ checkedBy, checkedAt, sha256 }: Report): Text | undefined {
  if (checkedBy === undefined) return undefined;
  const { program, version, ruleSet } = checkedBy;
  const words = (rules: string): string => [
    `${program} ${version}`, `${rules} ${ruleSet}`, ...(checkedAt === undefined ? [] : [clockOf(checkedAt)]), ...(sha256 === undefined ? [] : [`SHA-256 ${sha256}`]),
  ].join(', ');
  return { nl: words('regels'), en: words('rules') };
}

/** A moment for people, in the time of Amsterdam with its zone. The JSON report has UTC. */
export function clockOf(moment: string): string {
  return inAmsterdam(new Date(moment));
}

/** The name in tables of a type that the model does not have. */
export const UNKNOWN: Text = { nl: 'onbekend', en: 'unknown' };

/** The location of a finding: file and line, or file and pointer. */
export function whereOf(finding: Pick<Finding, 'line' | 'pointer'>, source: string): string {
  if (finding.line !== undefined) return `${source}:${finding.line}`;
  return finding.pointer === '' ? source : `${source} ${finding.pointer}`;
}

function number(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function common(texts: readonly Text[]): Text | undefined {
  const [first] = texts;
  return texts.every(({ nl, en }) => nl === first?.nl && en === first.en) ? first : undefined;
}

function withoutStop({ nl, en }: Text): Text {
  return { nl: nl.replace(/\.$/, ''), en: en.replace(/\.$/, '') };
}
