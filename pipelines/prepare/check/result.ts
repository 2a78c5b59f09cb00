/**
 * Result: the result of checking one record, as plain data. It has the findings that the cap has room for, counts of the others, the first
 * error whatever the cap, and the data of the root that the delivery and the register need.
 */
import { crc32 } from 'node:zlib';
import type { CrsCode } from '../../../schemas/crs.ts';
import {
  firstErrorOf, UNKNOWN_TYPE, type Change, type Finding, type FirstError, type Issue, type ObjectVerdict, type RuleCount,
} from '../../../schemas/finding.ts';
import { unescapeToken } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { momentOf, objectFinder, textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { kindOf, type ModelVersion } from '../../../schemas/names.ts';
import { DELIVERY_WORDS } from '../../../schemas/rule-words/delivery.ts';
import { LINK_WORDS } from '../../../schemas/rule-words/links.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import { preparedLine } from '../../../schemas/submission.ts';
import type { Moment } from '../../../schemas/time.ts';
import { shapesOf, type Shape } from '../match-keys.ts';
import { hasLines, lineFinder, type LeftOut, type ReadRecord } from '../read/index.ts';
import type { Cap } from './cap.ts';
import type { CheckedRoot } from './check.ts';
import { identitiesOf, type Identity } from './identities.ts';
import { NOT_CHECKED, shownHref } from './links.ts';
import { placed, placer } from './placed.ts';
import { hiddenBy, preparedRoot } from './prepared-root.ts';

/** One record with the issues of its root. */
export interface RecordIssues {
  readonly read: ReadRecord;
  readonly checked: CheckedRoot | undefined;
  readonly issues: Issue[];
  readonly ruleIssues: readonly Issue[];
}

export interface RecordFindings {
  readonly findings: readonly Finding[];
  /** Counts of the findings that the report does not keep. */
  readonly leftOut: readonly RuleCount[];
  /** The first error, which refuses the record; undefined when it is accepted. */
  readonly firstError: FirstError | undefined;
}

/** Findings that are dropped when another object of the delivery has one of these ids. */
export interface Conditional extends RecordFindings {
  readonly rule: string;
  readonly ids: readonly string[];
}

/** Empty lists are left undefined. Most records have no findings, and sending empty arrays between threads is slow. */
export interface CheckedRecord {
  readonly found: RecordFindings | undefined;
  /** Findings that are dropped when another object of the delivery has one of their ids. */
  readonly unlessRepeated: readonly Conditional[] | undefined;
  /** The root; undefined when the record cannot be read as one. */
  readonly root: RootResult | undefined;
  readonly leftOut?: LeftOut;
}

export interface RootResult {
  readonly entityType: string | null;
  readonly isFeature: boolean;
  /** Number of nested objects of each type. */
  readonly nested: ObjectVerdict['nested'];
  /** The note that the root is accepted but not public. */
  readonly hidden: readonly Finding[] | undefined;
  readonly model: ModelVersion;
  readonly crs: CrsCode;
  /** Whether one of its geometries lies in the area of its CRS. */
  readonly isInCrs: boolean;
  /** The note that the root was recognised as model 3.0. */
  readonly recognised: Finding | undefined;
  readonly changes: readonly Change[] | undefined;
  /** The ids of its objects, the root's first. Null without an id, and for a repeated list item, which the schema reports. */
  readonly ids: readonly (string | null)[];
  /** The line of each of its objects; undefined when all are on the line of the record. */
  readonly lines: readonly number[] | undefined;
  /** The `beginGeldigheid` of the root; undefined when absent or malformed. */
  readonly begin: Moment | undefined;
  /** A checksum of the content. */
  readonly sum: number;
  /** Names of the objects whose id differs from their name. */
  readonly identities: readonly Identity[] | undefined;
  /** Keys of the geometries that are compared with those of other roots. */
  readonly shapes: readonly Shape[] | undefined;
  /** Whether the root links to ids outside it. */
  readonly hasLinks: boolean;
  /** Links to ids outside the root, each with its finding for when the delivery does not have the id. */
  readonly links: readonly { readonly id: string; readonly finding: Finding }[] | undefined;
}

/** The result of a record, and the line of its prepared root; null when the record is refused or not prepared. */
export function resultOf(entry: RecordIssues, cap: Cap, prepares: boolean): readonly [record: CheckedRecord, prepared: string | null] {
  const { read: { root }, checked } = entry;
  const { found, unlessRepeated } = foundIn(entry, cap);
  if (root === undefined || checked === undefined) return [{ found, unlessRepeated, root: undefined }, null];
  const all = [found, ...unlessRepeated ?? []].filter((one) => one !== undefined);
  const lineAt = lineFinder(root, () => [...all.flatMap(pointersOf), ...objectPointersOf(checked)]);
  const isRefused = all.some(({ firstError }) => firstError !== undefined);
  const record = {
    ...(entry.read.leftOut === undefined ? {} : { leftOut: entry.read.leftOut }),
    found: found && withLinesAdded(found, lineAt),
    unlessRepeated: unlessRepeated?.map((one) => ({ ...one, ...withLinesAdded(one, lineAt) })),
    root: rootResult(checked, { isRefused, lineAt, copies: new Set(entry.issues.filter(({ rule }) => rule === 'schema.uniek').map(({ at }) => at)) }),
  };
  return [record, prepares && !isRefused ? preparedLine(preparedRoot(checked, lineAt)) : null];
}

type FoundInRecord = Pick<CheckedRecord, 'found' | 'unlessRepeated'>;

const NOTHING: FoundInRecord = { found: undefined, unlessRepeated: undefined };

function unlessEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The findings of one record, with pointers in the delivery. */
function foundIn({ read, checked, issues: ofSchema, ruleIssues }: RecordIssues, cap: Cap): FoundInRecord {
  if (read.issues.length + ofSchema.length + ruleIssues.length === 0) return NOTHING;
  const issues = [...ofSchema, ...ruleIssues];
  const inText = { ...keptOf(read.issues, cap), firstError: firstErrorIn(read.issues) };
  if (checked === undefined) return { ...NOTHING, found: inText };
  const objectAt = objectFinder(checked.objects);
  const toDelivery = placer(checked, objectAt);
  const foundAmong = (among: readonly Issue[]): RecordFindings => {
    const { findings, leftOut } = keptOf(among, cap, objectAt);
    const wrong = among.find(isError);
    return { findings: findings.map(toDelivery), leftOut, firstError: wrong && wrongAt(wrong, checked, objectAt(wrong.at)) };
  };
  const inObjects = foundAmong(issues.filter(({ follows }) => follows === undefined));
  return {
    found: {
      findings: [...inText.findings, ...inObjects.findings], leftOut: [...inText.leftOut, ...inObjects.leftOut],
      firstError: inText.firstError ?? inObjects.firstError,
    },
    unlessRepeated: unlessEmpty(issues.flatMap((issue) => {
      const { rule, follows: ids } = issue;
      return ids === undefined ? [] : { rule, ids, ...foundAmong([issue]) };
    })),
  };
}

/** The first error among issues of reading, whose findings have lines already. */
function firstErrorIn(issues: readonly Issue[]): FirstError | undefined {
  const first = issues.find(isError)?.finding();
  return first && firstErrorOf(first);
}

/** The findings that the cap has room for, and the counts of the others. Findings in objects get a field. */
function keptOf(
  issues: readonly Issue[], cap: Cap, objectAt?: (pointer: string) => ModelObject | undefined,
): Pick<RecordFindings, 'findings' | 'leftOut'> {
  const findings: Finding[] = [];
  const leftOut: RuleCount[] = [];
  for (const { rule, severity, at, finding } of issues) {
    // The name of a field is costly, so it is made only when the cap has room.
    const field = objectAt === undefined || !cap.hasRoom(severity) ? {} : { field: fieldAt(at, objectAt(at)) };
    if (cap.keeps({ rule, severity, ...field })) findings.push({ ...finding(), ...field });
    else leftOut.push({ rule, severity, count: 1 });
  }
  return { findings, leftOut };
}

function isError({ severity }: Issue): boolean {
  return severity === 'error';
}

/** The first error of a root, without words. */
function wrongAt({ rule, at }: Issue, { root }: CheckedRoot, object: ModelObject | undefined): FirstError {
  return { rule, pointer: root.inFile(at), ...(object?.id === undefined ? {} : { objectId: shownId(object.id) }) };
}

/**
 * The field of a pointer in an object: the object's type and the names on the path, without list indexes. Reports group findings by it.
 */
function fieldAt(pointer: string, object: ModelObject | undefined): string {
  const names = pointer.slice(object?.pointer.length ?? 0).split('/').slice(1).filter((token) => !/^\d+$/.test(token));
  const type = object?.kind === undefined ? UNKNOWN_TYPE : object.type;
  return [type, ...names.map(unescapeToken)].join('.').slice(0, LIMITS.idCharsMax).toWellFormed();
}

function pointersOf({ findings, firstError }: RecordFindings): readonly string[] {
  return [...findings, firstError].flatMap((one) => one?.pointer ?? []);
}

function withLinesAdded({ findings, leftOut, firstError }: RecordFindings, lineAt: RootOptions['lineAt']): RecordFindings {
  return {
    findings: findings.map((finding) => ({ line: lineAt(finding.pointer), ...finding })), leftOut,
    firstError: firstError && { line: lineAt(firstError.pointer), ...firstError },
  };
}

/** Pointers in the delivery of the nested objects of a root, and of its links to ids outside it. */
function objectPointersOf({ objects, links, root }: CheckedRoot): readonly string[] {
  return [...objects.slice(1), ...links].map(({ pointer }) => root.inFile(pointer));
}

interface RootOptions {
  readonly isRefused: boolean;
  /** The line of a pointer in the delivery. */
  readonly lineAt: (pointer: string) => number;
  /** Pointers of repeated list items, which the schema found. */
  readonly copies: ReadonlySet<string>;
}

/** The rules whose notes say what of a root is not public. */
const MARK_RULES = {
  informatieGeheim: ['openbaarheid.informatieGeheim'],
  onderdeelGeheim: ['openbaarheid.onderdeelGeheim'],
  privacyGevoelig: ['openbaarheid.privacyGevoelig'],
  'onderdeelGeheim,privacyGevoelig': ['openbaarheid.onderdeelGeheim', 'openbaarheid.privacyGevoelig'],
} as const;

function rootResult(checked: CheckedRoot, { isRefused, lineAt, copies }: RootOptions): RootResult {
  const { document, objects, model, crs, root, why30 } = checked;
  const hidden = isRefused ? null : hiddenBy(document, objects);
  return {
    entityType: textOf(document, 'entityType') ?? null, isFeature: root.isFeature, nested: nestedTypesOf(objects),
    hidden: hidden === null
      ? undefined : onLines(MARK_RULES[hidden].map((rule) => ({ ...ofRule(rule), pointer: '', ...DELIVERY_WORDS[rule] })), checked, lineAt),
    model, crs: crs.code, isInCrs: checked.geometries.length > 0, changes: unlessEmpty(checked.changes),
    recognised: model === '3.0' ? onLines([{
      ...ofRule('model.3.0'), pointer: '', ...(why30 === undefined ? {} : { found: why30 }), ...DELIVERY_WORDS['model.3.0'],
    }], checked, lineAt)[0] : undefined,
    ids: objects.map((object) => (isIn(copies, object) ? null : object.id ?? null)), identities: unlessEmpty(identitiesOf(objects)),
    begin: momentOf(document, 'beginGeldigheid'), sum: sumOf(root),
    lines: objects.length > 1 && hasLines(root) ? objects.map(({ pointer }) => lineAt(root.inFile(pointer))) : undefined,
    shapes: isRefused ? undefined : unlessEmpty(shapesOf(checked.geometries, crs.code)),
    hasLinks: !isRefused && checked.links.length > 0, links: isRefused ? undefined : unlessEmpty(unresolvedLinks(checked, lineAt)),
  };
}

/** A checksum of a root. Bytes on one line are summed as they are; on several lines the white space may differ. */
function sumOf(root: CheckedRoot['root']): number {
  const { bytes } = root.record;
  return crc32(hasLines(root) ? JSON.stringify(root.document) : bytes);
}

/** Whether an object, or one of its ancestors, has one of these pointers. */
function isIn(pointers: ReadonlySet<string>, object: ModelObject): boolean {
  if (pointers.size === 0) return false;
  for (let at: ModelObject | undefined = object; at !== undefined; at = at.parent) if (pointers.has(at.pointer)) return true;
  return false;
}

/** Number of nested objects of each type in a root; undefined when there are none. */
function nestedTypesOf(objects: readonly { readonly type: string }[]): ObjectVerdict['nested'] {
  if (objects.length <= 1) return undefined;
  const counts: Record<string, number> = {};
  for (const { type } of objects.slice(1)) {
    const name = kindOf(type) === undefined ? UNKNOWN_TYPE : type;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The finding of each link to outside the root, for when the delivery does not have the target. They are mapped together, which indexes the objects once. */
function unresolvedLinks(checked: CheckedRoot, lineAt: RootOptions['lineAt']): NonNullable<RootResult['links']> {
  const links = checked.links.filter(({ expected }) => expected === undefined);
  const words = LINK_WORDS[NOT_CHECKED.rule];
  const findings = onLines(links.map(({ id, pointer }) => ({ ...NOT_CHECKED, pointer, found: shownHref(id), ...words })), checked, lineAt);
  return findings.map((finding, index) => ({ id: links[index]!.id, finding }));
}

/** Maps findings in the root to the delivery, with lines. */
function onLines(findings: readonly Finding[], checked: CheckedRoot, lineAt: RootOptions['lineAt']): readonly Finding[] {
  return placed(findings, checked).map((finding) => ({ ...finding, line: lineAt(finding.pointer) }));
}
