/**
 * Merge: applies sorted changes to a sorted list that lies in segments, opening only the runs that change.
 *
 * A run goes from one content start to just before the next (format/cut.ts). Cuts inside a run depend on that run
 * only; so a run without changes keeps its segments, and one with changes is cut anew from its first entry. When a
 * run's first entry is removed, what is left joins the run before it.
 * Used for the pages of a series and for the shards of the id index.
 */
import { Fault } from '../../schemas/fault.ts';

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

export interface Rules<Segment, Entry> {
  compare(left: Entry, right: Entry): number;
  /** Whether an entry starts a run. */
  startsRun(entry: Entry): boolean;
  /** The same, known of a segment's first entry without opening it. */
  beginsRun(segment: Segment): boolean;
  /** Whether an entry comes before the first of a segment. */
  isBefore(entry: Entry, segment: Segment): boolean;
  open(segment: Segment): readonly Entry[];
}

export type Merged<Segment, Entry> =
  | { readonly kind: 'kept'; readonly segment: Segment }
  | { readonly kind: 'run'; readonly entries: readonly Entry[] };

/** The new list in order. `changes` are sorted; at equal entries the removal comes first. */
export function* merge<Segment, Entry>(
  segments: readonly Segment[], changes: readonly Change<Entry>[], rules: Rules<Segment, Entry>,
): Generator<Merged<Segment, Entry>> {
  const runs = runsOf(segments, rules);
  let waiting: Waiting<Segment, Entry> = { kept: [] };
  let next = 0;
  for (const [index, run] of runs.entries()) {
    const following = runs[index + 1]?.[0];
    const start = next;
    const isOurs = ({ entry }: Change<Entry>): boolean => following === undefined || rules.isBefore(entry, following);
    while (next < changes.length && isOurs(changes[next]!)) next += 1;
    if (start === next) {
      yield* flushed(waiting, rules);
      waiting = { kept: run };
      continue;
    }
    const entries = apply(run.flatMap((segment) => rules.open(segment)), changes.slice(start, next), rules);
    const [first] = entries;
    if (first === undefined) continue;
    if (rules.startsRun(first)) {
      yield* flushed(waiting, rules);
      waiting = { entries };
    } else {
      waiting = { entries: [...opened(waiting, rules), ...entries] };
    }
  }
  if (runs.length === 0) waiting = { entries: apply([], changes, rules) };
  yield* flushed(waiting, rules);
}

/** What is read but not given out: the next run may have to join it. */
type Waiting<Segment, Entry> = { readonly kept: readonly Segment[] } | { readonly entries: readonly Entry[] };

function opened<Segment, Entry>(waiting: Waiting<Segment, Entry>, rules: Rules<Segment, Entry>): readonly Entry[] {
  return 'kept' in waiting ? waiting.kept.flatMap((segment) => rules.open(segment)) : waiting.entries;
}

function runsOf<Segment, Entry>(segments: readonly Segment[], rules: Rules<Segment, Entry>): Segment[][] {
  const runs: Segment[][] = [];
  for (const segment of segments) {
    const last = runs.at(-1);
    if (last === undefined || rules.beginsRun(segment)) runs.push([segment]); else last.push(segment);
  }
  return runs;
}

function* flushed<Segment, Entry>(
  waiting: Waiting<Segment, Entry>, rules: Rules<Segment, Entry>,
): Generator<Merged<Segment, Entry>> {
  if ('kept' in waiting) {
    for (const segment of waiting.kept) yield { kind: 'kept', segment };
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

function apply<Segment, Entry>(
  held: readonly Entry[], changes: readonly Change<Entry>[], rules: Rules<Segment, Entry>,
): Entry[] {
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
