/**
 * Block check: the records of a block, each by itself, with all findings of all levels. Their geometries in doubt are asked
 * about together.
 *
 *   record ─▶ strict JSON ─▶ check ─▶ validity ─▶ findings, prepared root
 *
 * What comes out is plain data, for the block may have been checked in another thread (workers/check-pool.ts).
 * Invariant: the issues of a record do not depend on the other records of its block; whether their words are kept may.
 * Not here: what only the delivery as a whole knows, such as an id used twice (delivery/).
 */
import { isSurelyValid, isSurelyValidPublished } from '../../../publisher/validity/proof.ts';
import { farIssue, invalidIssue, publishedIssues, type PlacedGeometry, type Spatial } from '../geometry/index.ts';
import { readRecord, recordIn, type Block, type RawRecord, type ReadRecord } from '../read/index.ts';
import { SIZE_ODD } from '../rules/index.ts';
import type { Issue } from '../../../schemas/finding.ts';
import { geometryOf } from '../../../schemas/model/objects.ts';
import { Cap, type CapState } from './cap.ts';
import { check, type CheckedRoot } from './check.ts';
import { featureReading, type ReadingOptions } from './open.ts';
import { resultOf, type CheckedRecord, type Entry } from './result.ts';

export interface BlockOptions extends ReadingOptions {
  /** Whether accepted roots are also brought in the form that the register takes. */
  readonly prepares: boolean;
  /** What the report keeps already: what it has no room for is counted only. */
  readonly cap: CapState;
}

export interface CheckedBlock {
  /** What is found of each record, in their order. */
  readonly records: readonly CheckedRecord[];
  /** Of each record the line of its prepared root; null: the register takes none. */
  readonly prepared: readonly (string | null)[];
}

/** Who checks blocks, each by itself. */
export interface BlockChecker {
  /** How many blocks it is well to hand over before the first of them is checked. */
  readonly ahead: number;
  /** `options`: asked for when the work begins. */
  check(block: Block, options: () => BlockOptions): Promise<CheckedBlock>;
}

/** A checker that works in this thread. */
export function checkerHere(spatial: Spatial): BlockChecker {
  return { ahead: 1, check: (block, options) => checkBlock(block, options(), spatial) };
}

/** Records that go through the checks side by side (check.ts). More would be kept longer, and a document that dies young costs little. */
const RECORDS_TOGETHER = 32;

/** An entry, its place in the block, and its geometries in doubt. */
interface PlacedEntry {
  readonly index: number;
  readonly entry: Entry;
  readonly geometries: readonly PlacedGeometry[];
}

/** Checks all records of a block. Only those with a geometry in doubt are kept until all are checked. */
export async function checkBlock(block: Block, options: BlockOptions, spatial: Spatial): Promise<CheckedBlock> {
  const cap = new Cap(options.cap);
  const records: CheckedRecord[] = [];
  const prepared: (string | null)[] = [];
  const conclude = (entries: readonly PlacedEntry[]): void => {
    for (const { index, entry } of entries) [records[index], prepared[index]] = resultOf(withoutFollowing(entry), cap, options.prepares);
  };
  const doubts: PlacedEntry[] = [];
  for (let from = 0; from < block.records.length; from += RECORDS_TOGETHER) {
    const together = block.records.slice(from, from + RECORDS_TOGETHER).map((record) => recordIn(block, record));
    const entries = entriesOf(together, options).map((entry, at) =>
      ({ index: from + at, entry, geometries: geometriesInDoubt(entry) }));
    conclude(entries.filter(({ geometries }) => geometries.length === 0));
    doubts.push(...entries.filter(({ geometries }) => geometries.length > 0));
  }
  await addDefects(doubts, options, spatial);
  conclude(doubts);
  return { records, prepared };
}

/** Without what a rule says of the size of a geometry of which something else is wrong, such as one position far away. */
function withoutFollowing(entry: Entry): Entry {
  if (entry.ruleIssues.length === 0) return entry;
  const { issues } = entry;
  const isInside = (place: string, at: string): boolean => place === at || place.startsWith(`${at}/`);
  const ruleIssues = entry.ruleIssues.filter(({ rule, at }) => rule !== SIZE_ODD.id || !issues.some((issue) => isInside(issue.at, at)));
  return { ...entry, ruleIssues };
}

/** The geometries of which it is still to be asked whether they are valid, and stay so when they are published; of the others all is said. */
function geometriesInDoubt(entry: Entry): readonly PlacedGeometry[] {
  const inDoubt: PlacedGeometry[] = [];
  for (const geometry of entry.checked?.geometries ?? []) {
    if (isSurelyValidPublished(geometry.vertices, entry.checked!.crs)) addIfFar(entry, geometry);
    else inDoubt.push(geometry);
  }
  return inDoubt;
}

function addIfFar({ issues, checked }: Entry, geometry: PlacedGeometry): void {
  const far = farIssue(geometry, checked!.crs);
  if (far !== undefined) issues.push(far);
}

/** Adds an issue for each geometry in doubt that is not valid, or does not stay so, or that has a position far away. */
async function addDefects(
  doubts: readonly PlacedEntry[], { heldGeometries = NOTHING_HELD }: BlockOptions, spatial: Spatial,
): Promise<void> {
  const all = doubts.flatMap(({ entry, geometries }) => geometries.map((geometry) => ({ entry, geometry })));
  const unproven = all.filter(({ geometry }) => !isSurelyValid(geometry.vertices));
  const invalid = new Set((await spatial.invalid(unproven.map(({ geometry }) => geometry.vertices))).map((at) => unproven[at]!));
  for (const one of all) {
    if (invalid.has(one)) one.entry.issues.push(await invalidIssue(one.geometry, one.entry.checked!.crs));
    else addIfFar(one.entry, one.geometry);
  }
  const valid = all.filter((one) => !invalid.has(one))
    .map((one) => ({ ...one, crs: one.entry.checked!.crs, isHeld: isHeld(one.geometry, heldGeometries) }));
  for (const [at, issue] of (await publishedIssues(valid, spatial)).entries()) if (issue !== undefined) valid[at]!.entry.issues.push(issue);
}

const NOTHING_HELD: ReadonlySet<string> = new Set();

function isHeld({ object }: PlacedGeometry, held: ReadonlySet<string>): boolean {
  return held.size > 0 && held.has(JSON.stringify(geometryOf(object)?.value));
}

/** Reads and checks some records. */
function entriesOf(records: readonly RawRecord[], options: ReadingOptions): readonly Entry[] {
  const reading = featureReading(options);
  const reads = records.map((record) => readRecord(record, reading));
  const checked = check(reads.flatMap(({ root }) => root ?? []), options).values();
  return reads.map((read) => entryOf(read, read.root === undefined ? undefined : checked.next().value));
}

function entryOf(read: ReadRecord, checked: CheckedRoot | undefined): Entry {
  const [issues, ruleIssues] = [[...checked?.issues ?? []], checked?.ruleIssues ?? []];
  if (read.issues.length === 0 || issues.length + ruleIssues.length === 0) return { read, checked, issues, ruleIssues };
  // A value that is no strict JSON has its finding: the schema has nothing to add about the same value.
  const said = new Set(read.issues.map(({ finding }) => finding().pointer));
  const isNew = ({ finding }: Issue): boolean => !said.has(checked!.root.inFile(finding().pointer));
  return { read, checked, issues: issues.filter(isNew), ruleIssues: ruleIssues.filter(isNew) };
}
