/** History: what one incoming version does to the current versions. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beforeNewest, correct, decide, neighbourOf, newestOf, undo, type CurrentVersion, type IncomingVersion, type VersionChange } from '../../../../pipelines/state/register/history.ts';
import type { Moment, Received } from '../../../../schemas/time.ts';

interface Recorded extends CurrentVersion {
  readonly recFrom: number;
  readonly recTo: number | null;
}

/** The register in five lines: applies changes and numbers what they open. */
class History {
  versions: Recorded[] = [];
  docs: IncomingVersion[] = [];

  record(incoming: IncomingVersion, at: number, how = decide): number {
    return this.#apply(how(this.current(), incoming, at as Received), this.docs.push(incoming) - 1);
  }

  /** Undoes what was recorded at `undone`. */
  undo(undone: number, at: number): number {
    const all = this.versions.map(({ recFrom, recTo, ...version }) => ({ ...version, decision: recFrom, closedBy: recTo }));
    return this.#apply(undo(all, undone, at as Received), -1);
  }

  #apply(changes: readonly VersionChange[], doc: number): number {
    for (const change of changes) {
      if (change.kind === 'close') {
        const isClosed = ({ version }: Recorded): boolean => version === change.version;
        this.versions = this.versions.map((held) => isClosed(held) ? { ...held, recTo: change.at } : held);
      } else {
        const number = change.doc === 'incoming' ? doc : change.doc;
        const { hash, ownUntil } = this.docs[number] as IncomingVersion;
        this.versions.push({
          version: this.versions.length, doc: number, hash, ownUntil,
          valid: change.valid, recFrom: change.at, recTo: null,
        });
      }
    }
    return changes.length;
  }

  current(): readonly Recorded[] {
    return this.versions.filter(({ recTo }) => recTo === null);
  }

  periods(): readonly unknown[] {
    return this.current().map(({ hash, valid }) => [hash, valid.from, valid.until]);
  }

  at(recorded: number): readonly Recorded[] {
    return this.versions.filter(({ recFrom, recTo }) => recFrom <= recorded && (recTo === null || recorded < recTo));
  }
}

const incoming = fc.record({
  from: fc.integer({ min: 0, max: 12 }),
  length: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  hash: fc.constantFrom('a', 'b', 'c'),
}).map(({ from, length, hash }): IncomingVersion => ({
  from: from as Moment, ownUntil: length === null ? null : (from + length) as Moment, hash: `${hash}${length ?? ''}`,
}));

function holds({ valid }: CurrentVersion, moment: number): boolean {
  return valid.from <= moment && (valid.until === null || moment < valid.until);
}

describe('versions', () => {
  const one = (from: number, hash: string, until: number | null = null): IncomingVersion =>
    ({ from: from as Moment, ownUntil: until as Moment | null, hash });

  test('equal beginGeldigheid is a correction', () => {
    const history = new History();
    history.record(one(5, 'a'), 1);
    history.record(one(5, 'b'), 2);
    expect(history.current().map(({ hash, valid }) => [hash, valid])).toEqual([['b', { from: 5, until: null }]]);
    expect(history.at(1).map(({ hash }) => hash)).toEqual(['a']);
  });

  test('a later beginGeldigheid ends the held version there', () => {
    const history = new History();
    history.record(one(5, 'a'), 1);
    history.record(one(8, 'b'), 2);
    expect(history.periods()).toEqual([['a', 5, 8], ['b', 8, null]]);
  });

  test('an earlier beginGeldigheid is inserted before, ending at the next begin', () => {
    const history = new History();
    history.record(one(5, 'a'), 1);
    history.record(one(2, 'b'), 2);
    expect(history.periods()).toEqual([['a', 5, null], ['b', 2, 5]]);
  });

  test('a version that ends by itself before the next begin leaves a gap', () => {
    const history = new History();
    history.record(one(1, 'a', 3), 1);
    history.record(one(5, 'b'), 2);
    expect(history.current().filter((version) => holds(version, 4))).toEqual([]);
  });

  test('the neighbour is the corrected version, else the one before, else the one after', () => {
    const history = new History();
    history.record(one(5, 'a'), 1);
    history.record(one(8, 'b'), 2);
    const held = history.current();
    expect([2, 5, 6, 8, 9].map((from) => neighbourOf(held, from as Moment)?.hash)).toEqual(['a', 'a', 'a', 'b', 'b']);
  });
});

describe('corrections', () => {
  const one = (from: number, hash: string, until: number | null = null): IncomingVersion =>
    ({ from: from as Moment, ownUntil: until as Moment | null, hash });

  test('the newest version is replaced with its period, and the one before holds until the new begin', () => {
    const history = new History();
    history.record(one(1, 'a'), 1);
    history.record(one(5, 'b'), 2);
    history.record(one(8, 'b'), 3, correct);
    expect(history.periods()).toEqual([['a', 1, 8], ['b', 8, null]]);
    history.record(one(3, 'c', 6), 4, correct);
    expect(history.periods()).toEqual([['a', 1, 3], ['c', 3, 6]]);
    expect(history.at(2).map(({ hash }) => hash)).toEqual(['a', 'b']);
  });

  test('a version that ends by itself keeps its end', () => {
    const history = new History();
    history.record(one(1, 'a', 4), 1);
    history.record(one(5, 'b'), 2);
    history.record(one(8, 'b'), 3, correct);
    expect(history.periods()).toEqual([['a', 1, 4], ['b', 8, null]]);
  });

  test('the newest version, and the one before it, whatever their order', () => {
    const history = new History();
    for (const [from, hash] of [[5, 'b'], [8, 'c'], [1, 'a']] as const) history.record(one(from, hash), from);
    expect([newestOf(history.current())?.hash, beforeNewest(history.current())?.hash]).toEqual(['c', 'b']);
    expect([newestOf([]), beforeNewest([])]).toEqual([undefined, undefined]);
  });
});

describe('properties over random histories', () => {
  const histories = fc.array(incoming, { maxLength: 12 });

  // The model: the last version of each begin; a correction takes away the newest begin first. It is given only where it stays the newest.
  test('with corrections the register says what a naive reading says, at every recorded moment, and sent twice they change nothing', () => {
    const steps = fc.array(fc.record({ item: incoming, isCorrection: fc.boolean() }), { maxLength: 12 });
    fc.assert(fc.property(steps, (list) => {
      const history = new History();
      const states: ReadonlyMap<number, IncomingVersion>[] = [];
      for (const [index, { item, isCorrection }] of list.entries()) {
        const before = new Map(states.at(-1));
        const begins = [...before.keys()].sort((a, b) => a - b);
        const corrects = isCorrection && begins.length > 0 && item.from > (begins.at(-2) ?? -1);
        if (corrects) before.delete(begins.at(-1)!);
        states.push(before.set(item.from, item));
        history.record(item, index, corrects ? correct : decide);
        if (corrects) expect(correct(history.current(), item, list.length as Received)).toEqual([]);
      }
      for (const [recorded, state] of states.entries()) {
        for (let moment = 0; moment < 26; moment += 1) {
          const begin = Math.max(-1, ...[...state.keys()].filter((from) => from <= moment));
          const expected = state.get(begin);
          const valid = expected !== undefined && (expected.ownUntil === null || moment < expected.ownUntil);
          expect(history.at(recorded).filter((version) => holds(version, moment)).map(({ hash }) => hash)).toEqual(valid ? [expected.hash] : []);
        }
      }
    }), { numRuns: 300 });
  });

  test('valid periods of one root never overlap at one recorded moment', () => {
    fc.assert(fc.property(histories, (list) => {
      const history = new History();
      list.forEach((item, index) => history.record(item, index));
      for (let recorded = 0; recorded < list.length; recorded += 1) {
        for (let moment = 0; moment < 26; moment += 1) {
          expect(history.at(recorded).filter((version) => holds(version, moment)).length).toBeLessThanOrEqual(1);
        }
      }
    }), { numRuns: 300 });
  });

  // The model: of all deliveries so far, the last one per begin; each moment belongs to the latest begin before it.
  test('nothing is lost: at every recorded moment the register says what a naive reading says', () => {
    fc.assert(fc.property(histories, (list) => {
      const history = new History();
      list.forEach((item, index) => history.record(item, index));
      for (let recorded = 0; recorded < list.length; recorded += 1) {
        const byBegin = new Map(list.slice(0, recorded + 1).map((item) => [item.from, item] as const));
        for (let moment = 0; moment < 26; moment += 1) {
          const begin = Math.max(-1, ...[...byBegin.keys()].filter((from) => from <= moment));
          const expected = byBegin.get(begin as Moment);
          const valid = expected !== undefined && (expected.ownUntil === null || moment < expected.ownUntil);
          const found = history.at(recorded).find((version) => holds(version, moment));
          expect(found?.hash).toBe(valid ? expected.hash : undefined);
        }
      }
    }), { numRuns: 300 });
  });

  // The model: the state just before the undone recording. What the register said earlier stays.
  test('an undo gives the state of before, keeps history, finds nothing to do twice, and its undo is a redo', () => {
    const undos = fc.array(fc.option(fc.nat(), { nil: null }), { minLength: 12, maxLength: 12 });
    fc.assert(fc.property(histories, undos, fc.nat(), (list, kinds, last) => {
      fc.pre(list.length > 0);
      const history = new History();
      const periodsAt = (recorded: number): unknown => history.at(recorded).map(({ hash, valid }) => `${hash} ${valid.from} ${valid.until}`).sort();
      const states: unknown[] = [];
      const undoAt = (undone: number, at: number): void => {
        const [now, expected] = [periodsAt(at), undone === 0 ? [] : states[undone - 1]];
        const count = history.undo(undone, at);
        expect(periodsAt(at)).toEqual(expected);
        expect(count === 0).toBe(JSON.stringify(now) === JSON.stringify(expected));
        expect(history.undo(undone, at)).toBe(0);
      };
      for (const [at, item] of list.entries()) {
        const undone = kinds[at];
        if (at > 0 && typeof undone === 'number') undoAt(undone % at, at);
        else history.record(item, at);
        states.push(periodsAt(at));
      }
      const end = list.length;
      undoAt(last % end, end);
      states.push(periodsAt(end));
      undoAt(end, end + 1);
      expect(periodsAt(end + 1)).toEqual(states[end - 1]);
      for (const [recorded, state] of states.entries()) expect(periodsAt(recorded)).toEqual(state);
    }), { numRuns: 300 });
  });

  test('delivering the same again changes nothing', () => {
    fc.assert(fc.property(histories, incoming, (list, last) => {
      const history = new History();
      [...list, last].forEach((item, index) => history.record(item, index));
      expect(history.record(last, list.length + 1)).toBe(0);
    }), { numRuns: 300 });
  });
});
