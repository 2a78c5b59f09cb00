/** Verdicts on the same roots, ours beside those of JSON.parse and ajv, and where they may differ. */
import { WAYS } from '../generate/broken/break.ts';
import type { Way } from '../generate/broken/way.ts';
import type { BrokenAt } from '../generate/generate.ts';

const named = (is: (way: Way) => boolean): ReadonlySet<string> => new Set(WAYS.filter(is).map(({ name }) => name));
const BEYOND = named(({ visible }) => visible === 'beyond');
const ERRORS = named(({ severity }) => severity === 'error');

export interface Comparison {
  readonly acceptedByBoth: number;
  readonly refusedByBoth: number;
  /** Refused by us only, and broken in a way that no schema sees. */
  readonly beyond: number;
  /** Lines, from 1, that the reference refuses and we accept. */
  readonly missed: readonly number[];
  /** Lines that only we refuse though nothing is broken, or only what a schema sees. */
  readonly invented: readonly number[];
  /** Lines that are broken, by more than a warning, and that we accept. */
  readonly overlooked: readonly number[];
}

/** Compares verdicts line by line, true for accepted; `key` says what was broken. Throws when lines are missing. */
export function compareVerdicts(
  ours: readonly boolean[], theirs: readonly boolean[], key: readonly BrokenAt[],
): Comparison {
  if (ours.length !== theirs.length) throw new Error(`${ours.length} verdicts beside ${theirs.length}`);
  const linesOf = (ways: ReadonlySet<string>): readonly number[] =>
    [...new Set(key.filter(({ way }) => ways.has(way)).map(({ line }) => line))];
  const beyond = new Set(linesOf(BEYOND));
  const missed: number[] = [];
  const refused: number[] = [];
  const both = { accepted: 0, refused: 0 };
  for (const [index, verdict] of ours.entries()) {
    if (verdict === theirs[index]) both[verdict ? 'accepted' : 'refused'] += 1;
    else (verdict ? missed : refused).push(index + 1);
  }
  return {
    acceptedByBoth: both.accepted, refusedByBoth: both.refused,
    beyond: refused.filter((line) => beyond.has(line)).length,
    missed, invented: refused.filter((line) => !beyond.has(line)),
    overlooked: linesOf(ERRORS).filter((line) => ours[line - 1] === true),
  };
}
