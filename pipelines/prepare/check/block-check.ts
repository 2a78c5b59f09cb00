/**
 * Block check: checks each record of a block on all levels. Geometries that need DuckDB are sent to it together.
 *
 *   record ─▶ strict JSON ─▶ check ─▶ validity ─▶ findings, prepared root
 *
 * The result is plain data, because another thread may check the block (workers/check-pool.ts).
 * Invariant: the issues of a record do not depend on other records of its block. Only the cap on findings does.
 * Not here: checks on the whole delivery, such as repeated ids (delivery/).
 */
import { isSurelyValid, isSurelyValidPublished } from '../../../publisher/validity/proof.ts';
import { farIssue, invalidIssue, publishedIssues, type RootGeometry, type Spatial } from '../geometry/index.ts';
import { readRecord, recordIn, type Block, type RawRecord, type ReadRecord } from '../read/index.ts';
import { SIZE_ODD } from '../rules/index.ts';
import type { Issue } from '../../../schemas/finding.ts';
import { geometryOf } from '../../../schemas/model/objects.ts';
import { Cap, type CapState } from './cap.ts';
import { check, type CheckedRoot } from './check.ts';
import { featureReading, type ReadingOptions } from './open.ts';
import { resultOf, type CheckedRecord, type RecordIssues } from './result.ts';

export interface BlockOptions extends ReadingOptions {
  /** Whether accepted roots are also prepared for the register. */
  readonly prepares: boolean;
  /** The room left in the report. Findings beyond it are only counted. */
  readonly cap: CapState;
}

export interface CheckedBlock {
  /** The result of each record, in order. */
  readonly records: readonly CheckedRecord[];
  /** The line of the prepared root of each record; null for a refused record. */
  readonly prepared: readonly (string | null)[];
}

/** Checks blocks, each by itself. */
export interface BlockChecker {
  /** Number of blocks to submit before the first one is checked. */
  readonly ahead: number;
  /** Checks a block. `options` is called when the work begins. */
  check(block: Block, options: () => BlockOptions): Promise<CheckedBlock>;
}

/** A checker in this thread. */
export function checkerInThread(spatial: Spatial): BlockChecker {
  return { ahead: 1, check: (block, options) => checkBlock(block, options(), spatial) };
}

/** Records that go through the checks together (check.ts). More would stay in memory longer, and short-lived documents cost little. */
const RECORDS_TOGETHER = 32;

/** An entry, its index in the block, and its geometries that need DuckDB. */
interface IndexedEntry {
  readonly index: number;
  readonly entry: RecordIssues;
  readonly geometries: readonly RootGeometry[];
}

/** Checks all records of a block. Only records with geometries for DuckDB stay in memory until the end. */
export async function checkBlock(block: Block, options: BlockOptions, spatial: Spatial): Promise<CheckedBlock> {
  const cap = new Cap(options.cap);
  const records: CheckedRecord[] = [];
  const prepared: (string | null)[] = [];
  const conclude = (entries: readonly IndexedEntry[]): void => {
    for (const { index, entry } of entries) [records[index], prepared[index]] = resultOf(withoutFollowing(entry), cap, options.prepares);
  };
  const doubts: IndexedEntry[] = [];
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

/** Drops the rule issue on the size of a geometry that has another issue, such as one position far away. */
function withoutFollowing(entry: RecordIssues): RecordIssues {
  if (entry.ruleIssues.length === 0) return entry;
  const { issues } = entry;
  const isInside = (pointer: string, at: string): boolean => pointer === at || pointer.startsWith(`${at}/`);
  const ruleIssues = entry.ruleIssues.filter(({ rule, at }) => rule !== SIZE_ODD.id || !issues.some((issue) => isInside(issue.at, at)));
  return { ...entry, ruleIssues };
}

/** The geometries that are not proved valid, as delivered and as published. Checks the other ones for a far position. */
function geometriesInDoubt(entry: RecordIssues): readonly RootGeometry[] {
  const inDoubt: RootGeometry[] = [];
  for (const geometry of entry.checked?.geometries ?? []) {
    if (isSurelyValidPublished(geometry.vertices, entry.checked!.crs)) addIfFar(entry, geometry);
    else inDoubt.push(geometry);
  }
  return inDoubt;
}

function addIfFar({ issues, checked }: RecordIssues, geometry: RootGeometry): void {
  const far = farIssue(geometry, checked!.crs);
  if (far !== undefined) issues.push(far);
}

/** Adds an issue for each doubtful geometry that is invalid, becomes invalid when published, or has a far position. */
async function addDefects(
  doubts: readonly IndexedEntry[], { currentGeometries = NO_GEOMETRIES }: BlockOptions, spatial: Spatial,
): Promise<void> {
  const all = doubts.flatMap(({ entry, geometries }) => geometries.map((geometry) => ({ entry, geometry })));
  const unproven = all.filter(({ geometry }) => !isSurelyValid(geometry.vertices));
  const invalid = new Set((await spatial.invalid(unproven.map(({ geometry }) => geometry.vertices))).map((at) => unproven[at]!));
  for (const one of all) {
    if (invalid.has(one)) one.entry.issues.push(invalidIssue(one.geometry, one.entry.checked!.crs));
    else addIfFar(one.entry, one.geometry);
  }
  const valid = all.filter((one) => !invalid.has(one))
    .map((one) => ({ ...one, crs: one.entry.checked!.crs, isCurrent: isCurrent(one.geometry, currentGeometries) }));
  for (const [at, issue] of (await publishedIssues(valid, spatial)).entries()) if (issue !== undefined) valid[at]!.entry.issues.push(issue);
}

const NO_GEOMETRIES: ReadonlySet<string> = new Set();

function isCurrent({ object }: RootGeometry, current: ReadonlySet<string>): boolean {
  return current.size > 0 && current.has(JSON.stringify(geometryOf(object)?.value));
}

/** Reads and checks records. */
function entriesOf(records: readonly RawRecord[], options: ReadingOptions): readonly RecordIssues[] {
  const reading = featureReading(options);
  const reads = records.map((record) => readRecord(record, reading));
  const checked = check(reads.flatMap(({ root }) => root ?? []), options).values();
  return reads.map((read) => entryOf(read, read.root === undefined ? undefined : checked.next().value));
}

function entryOf(read: ReadRecord, checked: CheckedRoot | undefined): RecordIssues {
  const [issues, ruleIssues] = [[...checked?.issues ?? []], checked?.ruleIssues ?? []];
  if (read.issues.length === 0 || issues.length + ruleIssues.length === 0) return { read, checked, issues, ruleIssues };
  // A value with a finding of strict JSON needs no second one from the schema.
  const reported = new Set(read.issues.map(({ finding }) => finding().pointer));
  const isNew = ({ finding }: Issue): boolean => !reported.has(checked!.root.inFile(finding().pointer));
  return { read, checked, issues: issues.filter(isNew), ruleIssues: ruleIssues.filter(isNew) };
}
