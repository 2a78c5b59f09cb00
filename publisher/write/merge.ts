/**
 * Merge: applies sorted changes to a sorted list that lies in segments, opening only the runs that change.
 *
 * A run goes from one content start to just before the next (format/cut.ts). Cuts inside a run depend on that run
 * only; so a run without changes keeps its segments, and one with changes is cut anew from its first entry. When a
 * run's first entry is removed, what is left joins the run before it. Segments are known by their number; those of runs
 * without changes are not looked at.
 * Used for the pages of a series and for the shards of the id index.
 */
import { Fault } from '../../schemas/fault.ts';
import { countBefore } from '../format/search.ts';

/** A removal names an entry of the parent; an addition one that is not (any more) there. Removals come first. */
export interface Change<Entry> {
  readonly entry: Entry;
  readonly isRemoval: boolean;
}

/** Sorts changes: removals before additions of an equal entry. */
export function byOrder<Entry>(
  compare: (left: Entry, right: Entry) => number,
): (left: Change<Entry>, right: Change<Entry>) => number {
  return (left, right) => compare(left.entry, right.entry) || Number(right.isRemoval) - Number(left.isRemoval);
}

/** The list as it lies, and its order. */
export interface Rules<Entry> {
  /** Segments. */
  readonly count: number;
  compare(left: Entry, right: Entry): number;
  /** Whether an entry starts a run. */
  startsRun(entry: Entry): boolean;
  /** The same, known of a segment's first entry without opening it. */
  beginsRun(segment: number): boolean;
  /** Whether an entry comes before the first of a segment. */
  isBefore(entry: Entry, segment: number): boolean;
  open(segment: number): readonly Entry[];
}

export type Merged<Entry> =
  /** Segments [from, to) stay. */
  | { readonly kind: 'kept'; readonly from: number; readonly to: number }
  | { readonly kind: 'run'; readonly entries: readonly Entry[] };

/** The new list in order. `changes` are sorted; at equal entries the removal comes first. */
export function* merge<Entry>(changes: readonly Change<Entry>[], rules: Rules<Entry>): Generator<Merged<Entry>> {
  /** What is known but not given out: the next run may have to join it. */
  let waiting: Merged<Entry> = { kind: 'kept', from: 0, to: 0 };
  let [done, next] = [0, 0];
  while (next < changes.length) {
    const run = runOf(changes[next]!.entry, rules);
    const start = next;
    const isOurs = ({ entry }: Change<Entry>): boolean => run.to === rules.count || rules.isBefore(entry, run.to);
    while (next < changes.length && isOurs(changes[next]!)) next += 1;
    if (run.from > done) {
      yield* flushed(waiting, rules);
      waiting = { kind: 'kept', from: done, to: run.from };
    }
    done = run.to;
    const entries = apply(opened(run, rules), changes.slice(start, next), rules);
    const [first] = entries;
    if (first === undefined) continue;
    if (rules.startsRun(first)) {
      yield* flushed(waiting, rules);
      waiting = { kind: 'run', entries };
    } else {
      const { before, joined }: LastRun<Entry> = lastRun(waiting, rules);
      yield* flushed(before, rules);
      waiting = { kind: 'run', entries: [...joined, ...entries] };
    }
  }
  yield* flushed(waiting, rules);
  yield* flushed({ kind: 'kept', from: done, to: rules.count }, rules);
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** The segments of the run that an entry falls into. */
function runOf<Entry>(entry: Entry, rules: Rules<Entry>): Run {
  const { count } = rules;
  if (count === 0) return { from: 0, to: 0 };
  const segment = Math.max(0, countBefore(count, (index) => !rules.isBefore(entry, index)) - 1);
  let to = segment + 1;
  while (to < count && !rules.beginsRun(to)) to += 1;
  return { from: runStart(segment, rules), to };
}

function runStart<Entry>(segment: number, rules: Rules<Entry>): number {
  let from = segment;
  while (from > 0 && !rules.beginsRun(from)) from -= 1;
  return from;
}

function opened<Entry>({ from, to }: Run, rules: Rules<Entry>): Entry[] {
  return Array.from({ length: to - from }, (_, index) => rules.open(from + index)).flat();
}

interface LastRun<Entry> {
  readonly before: Merged<Entry>;
  readonly joined: readonly Entry[];
}

/** The entries of the last run that is known, and what comes before it. */
function lastRun<Entry>(waiting: Merged<Entry>, rules: Rules<Entry>): LastRun<Entry> {
  if (waiting.kind === 'run') return { before: NOTHING, joined: waiting.entries };
  const { from, to } = waiting;
  if (from === to) return { before: NOTHING, joined: [] };
  const start = Math.max(from, runStart(to - 1, rules));
  return { before: { kind: 'kept', from, to: start }, joined: opened({ from: start, to }, rules) };
}

const NOTHING = { kind: 'kept', from: 0, to: 0 } as const;

function* flushed<Entry>(waiting: Merged<Entry>, rules: Rules<Entry>): Generator<Merged<Entry>> {
  if (waiting.kind === 'kept') {
    if (waiting.from < waiting.to) yield waiting;
    return;
  }
  const { entries } = waiting;
  let start = 0;
  for (let index = 1; index <= entries.length; index += 1) {
    if (index < entries.length && !rules.startsRun(entries[index]!)) continue;
    yield { kind: 'run', entries: entries.slice(start, index) };
    start = index;
  }
}

function apply<Entry>(held: readonly Entry[], changes: readonly Change<Entry>[], rules: Rules<Entry>): Entry[] {
  const merged: Entry[] = [];
  let at = 0;
  for (const { entry, isRemoval } of changes) {
    while (at < held.length && rules.compare(held[at]!, entry) < 0) merged.push(held[at++]!);
    const isHeld = at < held.length && rules.compare(held[at]!, entry) === 0;
    const last = merged.at(-1);
    if (isRemoval) {
      if (!isHeld) throw mismatch('a row to remove is not there', entry);
      at += 1;
    } else {
      const isTwice = isHeld || (last !== undefined && rules.compare(last, entry) === 0);
      if (isTwice) throw mismatch('a row to add is there already', entry);
      merged.push(entry);
    }
  }
  while (at < held.length) merged.push(held[at++]!);
  return merged;
}

function mismatch(message: string, entry: unknown): Fault {
  const { id, begin } = entry as { id?: unknown; begin?: unknown };
  return new Fault(message, {
    step: 'Edition:Merge', actual: `id ${String(id)}, begin ${String(begin)}`,
    hint: 'The changes do not fit the edition they were made against. Move the edition folder aside: then everything is published anew.',
  });
}
