/**
 * Found: what the report keeps of the issues of one record: findings as far as the cap has room, the counts of the others,
 * and the first error, which is there also when there is no room for its words.
 * Not here: on which lines they are (result.ts).
 */
import { firstErrorOf, UNKNOWN_TYPE, type Finding, type FirstError, type Issue, type RuleCount } from '../../../schemas/finding.ts';
import { unescapeToken } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { objectFinder, type ModelObject } from '../../../schemas/model/objects.ts';
import { shownId } from '../../../schemas/shown.ts';
import type { ReadRecord } from '../read/index.ts';
import type { Cap } from './cap.ts';
import type { CheckedRoot } from './check.ts';
import { placer } from './placed.ts';

/** One record with the issues of its root; those of the domain rules come last. */
export interface Entry {
  readonly read: ReadRecord;
  readonly checked: CheckedRoot | undefined;
  readonly issues: Issue[];
  readonly ruleIssues: readonly Issue[];
}

export interface Found {
  readonly findings: readonly Finding[];
  /** How many more there were that the report does not keep. */
  readonly leftOut: readonly RuleCount[];
  /** Why the record is refused, if it is. */
  readonly firstError: FirstError | undefined;
}

/** What is told unless another object of the delivery has one of these ids too. */
export interface Conditional extends Found {
  readonly rule: string;
  readonly ids: readonly string[];
}

export interface FoundInRecord extends Found {
  readonly unlessRepeated: readonly Conditional[];
}

const NOTHING: FoundInRecord = { findings: [], leftOut: [], firstError: undefined, unlessRepeated: [] };

/** What is found in one record, places in the delivery. */
export function foundIn({ read, checked, ...entry }: Entry, cap: Cap): FoundInRecord {
  const issues = [...entry.issues, ...entry.ruleIssues];
  if (read.issues.length + issues.length === 0) return NOTHING;
  const inText = { ...keptOf(read.issues, cap), firstError: firstErrorIn(read.issues) };
  if (checked === undefined) return { ...NOTHING, ...inText };
  const objectAt = objectFinder(checked.objects);
  const place = placer(checked, objectAt);
  const foundAmong = (among: readonly Issue[]): Found => {
    const { findings, leftOut } = keptOf(among, cap, objectAt);
    const wrong = among.find(isError);
    return { findings: findings.map(place), leftOut, firstError: wrong && wrongAt(wrong, checked, objectAt(wrong.at)) };
  };
  const inObjects = foundAmong(issues.filter(({ follows }) => follows === undefined));
  return {
    findings: [...inText.findings, ...inObjects.findings], leftOut: [...inText.leftOut, ...inObjects.leftOut],
    firstError: inText.firstError ?? inObjects.firstError,
    unlessRepeated: issues.flatMap((issue) => {
      const { rule, follows: ids } = issue;
      return ids === undefined ? [] : { rule, ids, ...foundAmong([issue]) };
    }),
  };
}

/** That of a text that cannot be read as it stands: its words say where it is. */
function firstErrorIn(issues: readonly Issue[]): FirstError | undefined {
  const first = issues.find(isError)?.finding();
  return first && firstErrorOf(first);
}

/** Issues in words as far as the cap has room; those in objects have a field. */
function keptOf(
  issues: readonly Issue[], cap: Cap, objectAt?: (pointer: string) => ModelObject | undefined,
): Pick<Found, 'findings' | 'leftOut'> {
  const findings: Finding[] = [];
  const leftOut: RuleCount[] = [];
  for (const { rule, severity, at, finding } of issues) {
    // The name of a field takes time: not when there is no room for any.
    const field = objectAt === undefined || !cap.hasRoom(severity) ? {} : { field: fieldAt(at, objectAt(at)) };
    if (cap.keeps({ rule, severity, ...field })) findings.push({ ...finding(), ...field });
    else leftOut.push({ rule, severity, count: 1 });
  }
  return { findings, leftOut };
}

function isError({ severity }: Issue): boolean {
  return severity === 'error';
}

/** An issue as the first error of its root: its words are not needed. */
function wrongAt({ rule, at }: Issue, { root }: CheckedRoot, object: ModelObject | undefined): FirstError {
  return { rule, pointer: root.inFile(at), ...(object?.id === undefined ? {} : { objectId: shownId(object.id) }) };
}

/**
 * The field at a place in or below an object, by which findings about the same thing in many objects go together: its type and the
 * names on the way, without places in lists.
 */
function fieldAt(pointer: string, object: ModelObject | undefined): string {
  const names = pointer.slice(object?.pointer.length ?? 0).split('/').slice(1).filter((token) => !/^\d+$/.test(token));
  const type = object?.kind === undefined ? UNKNOWN_TYPE : object.type;
  return [type, ...names.map(unescapeToken)].join('.').slice(0, LIMITS.idCharsMax).toWellFormed();
}
