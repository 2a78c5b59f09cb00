/**
 * Merge: applies sorted changes to a sorted list in segments. Only segments in which cuts may move are opened.
 *
 * From a change on, entries are cut again until a cut falls where a segment began before. Later entries do not depend on anything before
 * that cut (format/cut.ts). Segments are identified by their number.
 * The pages of a series and the shards of the id index are merged this way.
 */
import { Fault } from '../../schemas/fault.ts';
import { countBefore } from '../format/search.ts';

/** A removal names an entry of the parent; an addition names an entry that is absent (after removals). Removals come first. */
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

/** The stored list, its order, and its cuts. */
export interface Rules<Entry> {
  /** Number of segments. */
  readonly count: number;
  compare(left: Entry, right: Entry): number;
  /** Returns whether an entry sorts before the first of a segment. */
  isBefore(entry: Entry, segment: number): boolean;
  /** Returns whether an entry is the first of a segment. */
  isFirst(entry: Entry, segment: number): boolean;
  open(segment: number): readonly Entry[];
  /** Returns the ends of the groups into which entries are cut, starting at a cut. */
  cut(entries: readonly Entry[]): readonly number[];
  /** Returns whether a cut falls between entries, which have no cut within, and the first of a segment. */
  isCutBefore(segment: number, entries: readonly Entry[]): boolean;
}

export type Merged<Entry> =
  /** Segments [from, to) stay. */
  | { readonly kind: 'kept'; readonly from: number; readonly to: number }
  /** The entries of one segment, which may equal a segment of the parent. */
  | { readonly kind: 'cut'; readonly entries: readonly Entry[] };

/** Yields the new list in order. `changes` are sorted; at equal entries the removal comes first. */
export function* merge<Entry>(changes: readonly Change<Entry>[], rules: Rules<Entry>): Generator<Merged<Entry>> {
  let [done, next] = [0, 0];
  while (next < changes.length) {
    const from = firstTouched(changes, next, { rules, done });
    if (from > done) yield { kind: 'kept', from: done, to: from };
    const recut = new Recut(changes, rules, { segment: from, change: next });
    yield* recut.cut();
    [done, next] = [recut.segment, recut.change];
  }
  if (done < rules.count) yield { kind: 'kept', from: done, to: rules.count };
}

interface MergeState<Entry> {
  readonly rules: Rules<Entry>;
  /** Segments before this one are in the new list. */
  readonly done: number;
}

/**
 * Returns the first segment whose cuts the next change may move: the segment of the change, or the one before when the change removes the
 * first entry.
 */
function firstTouched<Entry>(changes: readonly Change<Entry>[], next: number, { rules, done }: MergeState<Entry>): number {
  const { entry } = changes[next]!;
  const segment = Math.max(done, countBefore(rules.count, (index) => !rules.isBefore(entry, index)) - 1);
  return segment > done && losesFirst(changes, next, { rules, segment }) ? segment - 1 : segment;
}

/** Returns whether the next change removes the first entry of a segment without replacing it. */
function losesFirst<Entry>(
  changes: readonly Change<Entry>[], next: number, { rules, segment }: { readonly rules: Rules<Entry>; readonly segment: number },
): boolean {
  const [change, after] = [changes[next], changes[next + 1]];
  if (change?.isRemoval !== true || !rules.isFirst(change.entry, segment)) return false;
  return after === undefined || after.isRemoval || rules.compare(after.entry, change.entry) !== 0;
}

/** Cuts segments again, from a change on, until a cut falls where the parent had one. */
class Recut<Entry> {
  /** The next segment and the next change that are not cut yet. */
  segment: number;
  change: number;
  readonly #changes: readonly Change<Entry>[];
  readonly #rules: Rules<Entry>;

  constructor(
    changes: readonly Change<Entry>[], rules: Rules<Entry>, { segment, change }: { readonly segment: number; readonly change: number },
  ) {
    this.#changes = changes;
    this.#rules = rules;
    this.segment = segment;
    this.change = change;
  }

  * cut(): Generator<Merged<Entry>> {
    const rules = this.#rules;
    /** Entries behind the last cut. */
    let open: readonly Entry[] = [];
    do {
      const entries = [...open, ...this.#nextEntries()];
      const ends = rules.cut(entries);
      let start = 0;
      for (const end of ends.slice(0, -1)) {
        yield { kind: 'cut', entries: entries.slice(start, end) };
        start = end;
      }
      open = entries.slice(start);
    } while (!this.#isAtCut(open));
    if (open.length > 0) yield { kind: 'cut', entries: open };
  }

  /** Entries of the next segment, with its changes applied. */
  #nextEntries(): readonly Entry[] {
    const { segment, change } = this;
    const rules = this.#rules;
    const changes = this.#changes;
    const existing = segment < rules.count ? rules.open(segment) : [];
    this.segment = Math.min(segment + 1, rules.count);
    const isOurs = ({ entry }: Change<Entry>): boolean => this.segment === rules.count || rules.isBefore(entry, this.segment);
    while (this.change < changes.length && isOurs(changes[this.change]!)) this.change += 1;
    return apply(existing, changes.slice(change, this.change), rules);
  }

  /** Returns whether the next segment still begins behind these entries. */
  #isAtCut(open: readonly Entry[]): boolean {
    const { segment, change } = this;
    const rules = this.#rules;
    const changes = this.#changes;
    if (segment === rules.count) return true;
    return !losesFirst(changes, change, { rules, segment }) && (open.length === 0 || rules.isCutBefore(segment, open));
  }
}

function apply<Entry>(existing: readonly Entry[], changes: readonly Change<Entry>[], rules: Rules<Entry>): Entry[] {
  const merged: Entry[] = [];
  let at = 0;
  for (const { entry, isRemoval } of changes) {
    while (at < existing.length && rules.compare(existing[at]!, entry) < 0) merged.push(existing[at++]!);
    const isThere = at < existing.length && rules.compare(existing[at]!, entry) === 0;
    const last = merged.at(-1);
    if (isRemoval) {
      if (!isThere) throw mismatch('a row to remove is not there', entry);
      at += 1;
    } else {
      const isTwice = isThere || (last !== undefined && rules.compare(last, entry) === 0);
      if (isTwice) throw mismatch('a row to add is there already', entry);
      merged.push(entry);
    }
  }
  while (at < existing.length) merged.push(existing[at++]!);
  return merged;
}

function mismatch(message: string, entry: unknown): Fault {
  const { id, begin } = entry as { id?: unknown; begin?: unknown };
  return new Fault(message, {
    step: 'Edition:Merge', actual: `id ${String(id)}, begin ${String(begin)}`,
    hint: 'The changes do not fit the edition they were made against. `ev editions rebuild` makes everything anew.',
  });
}
