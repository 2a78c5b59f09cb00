/**
 * Groups: the findings of a report in reading order, and the words that all forms share.
 * Errors come first, then warnings, then remarks; within these by rule, in order of first appearance.
 */
import { parseCrsUri } from '../../../schemas/crs.ts';
import type { EarlierObject, FileLocation, Finding, Language, Report, Severity, Text } from '../../../schemas/finding.ts';
import { kindOf } from '../../../schemas/order-words.ts';
import { verdictFigures } from '../../../schemas/report-figures.ts';
import { RULE_TITLES, type RuleId } from '../../../schemas/rules.ts';
import { capital } from '../../../schemas/page-texts.ts';
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

/** The figures in one line, after the kind of the submission. When a part of the file was not read, it says so. */
export function summaryOf(report: Report): Text {
  const { counts, unreadFrom, correction, order } = report;
  const kinds = [
    ...(order === undefined ? [] : [kindOf(order)]), ...(correction === true ? [{ nl: 'correctie', en: 'correction' }] : []),
  ];
  const unread = unreadFrom === undefined ? { nl: '', en: '' } : {
    nl: `Niet gelezen ${unreadRangeOf(unreadFrom).nl}; daarvoor `, en: `Not read ${unreadRangeOf(unreadFrom).en}; before that `,
  };
  const { objects, errors, warnings } = counts;
  const figures = verdictFigures(counts);
  const kind = (language: Language): string => kinds.map((words) => `${capital(words[language])}; `).join('');
  return {
    nl: `${kind('nl')}${unread.nl}${number(objects, 'object', 'objecten')}: ${figures.nl}; `
      + `${number(errors, 'fout', 'fouten')}, ${number(warnings, 'waarschuwing', 'waarschuwingen')}`,
    en: `${kind('en')}${unread.en}${number(objects, 'object', 'objects')}: ${figures.en}; `
      + `${number(errors, 'error', 'errors')}, ${number(warnings, 'warning', 'warnings')}`,
  };
}

/** The verdict for the holder: whether the delivery is good, and what to do next. */
export function verdictOf(report: Report): Text {
  const { unreadFrom, correction, undoes } = report;
  if (undoes !== undefined) return verdictOfUndo(undoes, report);
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

/** The verdict on an undo. */
function verdictOfUndo(undone: string, { counts: { objects, accepted, refused, warnings } }: Report): Text {
  const what = { nl: `Dit is de herroeping van indiening ${undone}. `, en: `This is the undo of submission ${undone}. ` };
  const left = refused === 0 ? { nl: '', en: '' } : {
    nl: ` ${number(refused, 'object blijft zoals het is', 'objecten blijven zoals ze zijn')}; hieronder staat waarom.`,
    en: ` ${number(refused, 'object stays', 'objects stay')} as now; the reason is below.`,
  };
  const look = warnings === 0 ? { nl: '', en: '' } : {
    nl: ` Kijk nog naar ${number(warnings, 'waarschuwing', 'waarschuwingen')}.`, en: ` Please also look at ${number(warnings, 'warning', 'warnings')}.`,
  };
  const done = objects === 0
    ? { nl: 'Er is niets gewijzigd; hieronder staat waarom.', en: 'Nothing was changed; the reason is below.' }
    : {
      nl: `${number(accepted, 'object krijgt zijn', 'objecten krijgen hun')} vorige toestand terug.`,
      en: `${number(accepted, 'object gets its', 'objects get their')} state of before back.`,
    };
  return { nl: what.nl + done.nl + left.nl + look.nl, en: what.en + done.en + left.en + look.en };
}

function unreadRangeOf({ line, column }: FileLocation): Text {
  return column === 1
    ? { nl: `vanaf regel ${line}`, en: `from line ${line}` }
    : { nl: `vanaf regel ${line}, kolom ${column}`, en: `from line ${line}, column ${column}` };
}

/** Rules of submissions that were not processed, whose reports have no objects. */
const UNPROCESSED: ReadonlySet<RuleId> = new Set(['levering.geparkeerd', 'levering.terzijde', 'levering.geweigerd']);

function verdictOfRead(report: Report): Text {
  const { counts, findings, order } = report;
  const kind = kindOf(order);
  const { objects, refused, errors, warnings, ended = 0, endedParts = 0 } = counts;
  const isUnprocessed = findings.some(({ rule }) => UNPROCESSED.has(rule));
  if (objects === 0 && isUnprocessed) return { nl: 'Er is niets verwerkt; hieronder staat waarom.', en: 'Nothing was processed; the reason is below.' };
  if (objects === 0 && order !== undefined) return { nl: 'Er is niets gewijzigd; hieronder staat waarom.', en: 'Nothing was changed; the reason is below.' };
  if (objects === 0) return { nl: 'Er is geen enkel object gelezen.', en: 'Not one object was read.' };
  const look = warnings === 0 ? { nl: '', en: '' } : {
    nl: ` Kijk nog naar ${number(warnings, 'waarschuwing', 'waarschuwingen')}.`,
    en: ` Please also look at ${number(warnings, 'warning', 'warnings')}.`,
  };
  const verdict = refused > 0 ? refusedWords(report) : errors > 0 ? {
    nl: 'De objecten die gelezen zijn, zijn aanvaard, maar er staan fouten in het bestand.',
    en: 'The objects that were read are accepted, but there are errors in the file.',
  } : warnings + ended + endedParts > 0
    ? { nl: 'Er is niets geweigerd.', en: 'Nothing was refused.' }
    : { nl: `Deze ${kind.nl} is in orde.`, en: `This ${kind.en} is in order.` };
  return { nl: verdict.nl + look.nl, en: verdict.en + look.en };
}

function refusedWords({ counts: { objects, accepted, refused, unchanged }, order }: Report): Text {
  const same = { nl: 'ongewijzigd', en: 'unchanged' };
  const good = { nl: 'aanvaard', en: 'accepted' };
  const other = unchanged === 0 ? good : accepted === 0 ? same : { nl: `${good.nl} of ${same.nl}`, en: `${good.en} or ${same.en}` };
  const what = objects === 1
    ? { nl: 'Het object is', en: 'The object is' }
    : refused === objects
      ? { nl: `Alle ${objects} objecten zijn`, en: `All ${objects} objects are` }
      : {
        nl: `${refused} van de ${objects} objecten ${refused === 1 ? 'is' : 'zijn'}`,
        en: `${refused} of the ${objects} objects ${refused === 1 ? 'is' : 'are'}`,
      };
  const rest = refused === objects ? { nl: '', en: '' } : objects - refused === 1
    ? { nl: ` Het andere object is ${other.nl}.`, en: ` The other object is ${other.en}.` }
    : { nl: ` De andere objecten zijn ${other.nl}.`, en: ` The other objects are ${other.en}.` };
  const next = order === undefined
    ? { nl: 'Verbeter de fouten hieronder en lever opnieuw.', en: 'Fix the errors below and deliver again.' }
    : { nl: 'Hieronder staat waarom.', en: 'The reason is below.' };
  return { nl: `${what.nl} geweigerd.${rest.nl} ${next.nl}`, en: `${what.en} refused.${rest.en} ${next.en}` };
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
