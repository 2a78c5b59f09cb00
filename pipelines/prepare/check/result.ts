/**
 * Result: what is found of one record, as plain data: findings in words as far as the cap has room, the counts of the others, the
 * first error, which is there also when there is no room for its words; and what the delivery and the register need of its root.
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

/** Of what there is none is undefined, as nearly all is of a sound record: between threads an empty list takes time. */
export interface CheckedRecord {
  readonly found: Found | undefined;
  /** Told unless the delivery finds that other objects have ids of these too. */
  readonly unlessRepeated: readonly Conditional[] | undefined;
  /** Undefined when the record is no root that can be read. */
  readonly root: RootResult | undefined;
  readonly leftOut?: LeftOut;
}

export interface RootResult {
  readonly entityType: string | null;
  readonly isFeature: boolean;
  /** How many objects of each type are nested in it. */
  readonly nested: ObjectVerdict['nested'];
  /** Says that it will be accepted but not be public. */
  readonly hidden: Finding | undefined;
  readonly model: ModelVersion;
  readonly crs: CrsCode;
  /** Whether a geometry in it lies where one in that CRS should. */
  readonly isInCrs: boolean;
  /** Says that the root was taken for model 3.0. */
  readonly recognised: Finding | undefined;
  readonly changes: readonly Change[] | undefined;
  /** The id of each of its objects, itself first; null for none, and in a copy of which the schema says that it is one. */
  readonly ids: readonly (string | null)[];
  /** On which line each of its objects begins; undefined: all on that of the record. */
  readonly lines: readonly number[] | undefined;
  /** Its `beginGeldigheid`; undefined when it has none that can be read. */
  readonly begin: Moment | undefined;
  /** Equal for roots of the same content, of others hardly ever. */
  readonly sum: number;
  /** Of the objects whose id is not their name. */
  readonly identities: readonly Identity[] | undefined;
  /** Of the geometries that are compared with others. */
  readonly shapes: readonly Shape[] | undefined;
  /** Whether it links to ids outside it. */
  readonly hasLinks: boolean;
  /** Links to ids outside it of which nothing is said yet, each with the finding if the delivery lacks that id. */
  readonly links: readonly { readonly id: string; readonly finding: Finding }[] | undefined;
}

/** What the report needs of a record, and the line of its prepared root; null: the register takes none. */
export function resultOf(entry: Entry, cap: Cap, prepares: boolean): readonly [record: CheckedRecord, prepared: string | null] {
  const { read: { root }, checked } = entry;
  const { found, unlessRepeated } = foundIn(entry, cap);
  if (root === undefined || checked === undefined) return [{ found, unlessRepeated, root: undefined }, null];
  const all = [found, ...unlessRepeated ?? []].filter((one) => one !== undefined);
  const lineAt = lineFinder(root, () => [...all.flatMap(pointersOf), ...placesOf(checked)]);
  const isRefused = all.some(({ firstError }) => firstError !== undefined);
  const record = {
    ...(entry.read.leftOut === undefined ? {} : { leftOut: entry.read.leftOut }),
    found: found && onTheirLines(found, lineAt),
    unlessRepeated: unlessRepeated?.map((one) => ({ ...one, ...onTheirLines(one, lineAt) })),
    root: rootResult(checked, { isRefused, lineAt, copies: new Set(entry.issues.filter(({ rule }) => rule === 'schema.uniek').map(({ at }) => at)) }),
  };
  return [record, prepares && !isRefused ? preparedLine(preparedRoot(checked, lineAt)) : null];
}

type FoundInRecord = Pick<CheckedRecord, 'found' | 'unlessRepeated'>;

const NOTHING: FoundInRecord = { found: undefined, unlessRepeated: undefined };

function unlessEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** What is found in one record, places in the delivery. */
function foundIn({ read, checked, issues: ofSchema, ruleIssues }: Entry, cap: Cap): FoundInRecord {
  if (read.issues.length + ofSchema.length + ruleIssues.length === 0) return NOTHING;
  const issues = [...ofSchema, ...ruleIssues];
  const inText = { ...keptOf(read.issues, cap), firstError: firstErrorIn(read.issues) };
  if (checked === undefined) return { ...NOTHING, found: inText };
  const objectAt = objectFinder(checked.objects);
  const place = placer(checked, objectAt);
  const foundAmong = (among: readonly Issue[]): Found => {
    const { findings, leftOut } = keptOf(among, cap, objectAt);
    const wrong = among.find(isError);
    return { findings: findings.map(place), leftOut, firstError: wrong && wrongAt(wrong, checked, objectAt(wrong.at)) };
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

function pointersOf({ findings, firstError }: Found): readonly string[] {
  return [...findings, firstError].flatMap((one) => one?.pointer ?? []);
}

function onTheirLines({ findings, leftOut, firstError }: Found, lineAt: RootOptions['lineAt']): Found {
  return {
    findings: findings.map((finding) => ({ line: lineAt(finding.pointer), ...finding })), leftOut,
    firstError: firstError && { line: lineAt(firstError.pointer), ...firstError },
  };
}

/** The places in the delivery of the objects in a root, and of its links to ids outside it. */
function placesOf({ objects, links, root }: CheckedRoot): readonly string[] {
  return [...objects.slice(1), ...links].map(({ pointer }) => root.inFile(pointer));
}

interface RootOptions {
  readonly isRefused: boolean;
  /** The line of a place in the delivery. */
  readonly lineAt: (pointer: string) => number;
  /** Where in the document the schema found an item of a list that is there twice. */
  readonly copies: ReadonlySet<string>;
}

function rootResult(checked: CheckedRoot, { isRefused, lineAt, copies }: RootOptions): RootResult {
  const { document, objects, model, crs, root, why30 } = checked;
  const hidden = isRefused ? null : hiddenBy(document, objects);
  return {
    entityType: textOf(document, 'entityType') ?? null, isFeature: root.isFeature, nested: nestedTypesOf(objects),
    hidden: hidden === null
      ? undefined : onLines([{ rule: `openbaarheid.${hidden}`, severity: 'info', pointer: '', ...DELIVERY_WORDS[`openbaarheid.${hidden}`] }], checked, lineAt)[0],
    model, crs: crs.code, isInCrs: checked.geometries.length > 0, changes: unlessEmpty(checked.changes),
    recognised: model === '3.0' ? onLines([{
      rule: 'model.3.0', severity: 'info', pointer: '', ...(why30 === undefined ? {} : { found: why30 }), ...DELIVERY_WORDS['model.3.0'],
    }], checked, lineAt)[0] : undefined,
    ids: objects.map((object) => (isIn(copies, object) ? null : object.id ?? null)), identities: unlessEmpty(identitiesOf(objects)),
    begin: momentOf(document, 'beginGeldigheid'), sum: sumOf(root),
    lines: objects.length > 1 && hasLines(root) ? objects.map(({ pointer }) => lineAt(root.inFile(pointer))) : undefined,
    shapes: isRefused ? undefined : unlessEmpty(shapesOf(checked.geometries, crs.code)),
    hasLinks: !isRefused && checked.links.length > 0, links: isRefused ? undefined : unlessEmpty(unansweredLinks(checked, lineAt)),
  };
}

/** Of a root on one line that of its bytes, which takes no time; on several lines the white space between may differ. */
function sumOf(root: CheckedRoot['root']): number {
  const { bytes } = root.record;
  return crc32(hasLines(root) ? JSON.stringify(root.document) : bytes);
}

/** Whether an object is one of these, or in one. */
function isIn(pointers: ReadonlySet<string>, object: ModelObject): boolean {
  if (pointers.size === 0) return false;
  for (let at: ModelObject | undefined = object; at !== undefined; at = at.parent) if (pointers.has(at.pointer)) return true;
  return false;
}

/** How many objects of each type are nested in a root; undefined when there are none. */
function nestedTypesOf(objects: readonly { readonly type: string }[]): ObjectVerdict['nested'] {
  if (objects.length <= 1) return undefined;
  const counts: Record<string, number> = {};
  for (const { type } of objects.slice(1)) {
    const name = kindOf(type) === undefined ? UNKNOWN_TYPE : type;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The finding of each link to outside the root if nothing in the delivery answers it. Placed together: each placing finds all objects. */
function unansweredLinks(checked: CheckedRoot, lineAt: RootOptions['lineAt']): NonNullable<RootResult['links']> {
  const links = checked.links.filter(({ expected }) => expected === undefined);
  const words = LINK_WORDS[NOT_CHECKED.rule];
  const findings = onLines(links.map(({ id, pointer }) => ({ ...NOT_CHECKED, pointer, found: shownHref(id), ...words })), checked, lineAt);
  return findings.map((finding, index) => ({ id: links[index]!.id, finding }));
}

/** Findings about places in the root, placed in the delivery. */
function onLines(findings: readonly Finding[], checked: CheckedRoot, lineAt: RootOptions['lineAt']): readonly Finding[] {
  return placed(findings, checked).map((finding) => ({ ...finding, line: lineAt(finding.pointer) }));
}
