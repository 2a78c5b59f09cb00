/**
 * Retention: which editions are kept, told by their heads and the clock alone. Pure.
 *
 * Kept are: what was active at any moment of the last days (RETENTION), the last of each day in Europe/Amsterdam before that, and
 * what is active or what the next publication goes on from; and one that was rebuilt, for as many days again. An edition that is
 * not there (dropped, withdrawn) is not kept for any of these, and the one before it in its day counts instead.
 * The head after each that is kept stays too: it says when that one ended, so that whoever asks for a moment after it is
 * told that what was active then is gone. So does the first of all, before which there was nothing.
 */
import { DAY_MS, dayOf } from '../../schemas/time.ts';

export interface Retention {
  /** Days of which every edition is kept. */
  readonly allDays: number;
}

export const RETENTION: Retention = { allDays: 7 };

/** What retention must know of a head. */
export interface HeadFacts {
  readonly number: number;
  readonly edition: number;
  /** Highest edition that any head up to this one names. */
  readonly newest: number;
  /** Milliseconds. */
  readonly activated: number;
}

/** What retention must know of an edition that is there. */
export interface EditionFacts {
  /** When it was rebuilt, milliseconds; null: it was not. */
  readonly rebuilt: number | null;
}

export interface Kept {
  readonly editions: ReadonlySet<number>;
  readonly heads: ReadonlySet<number>;
}

/** `heads`: all that there are, ascending; `there`: the editions that are. */
export function keptOf(
  heads: readonly HeadFacts[], { now, retention, there }: { now: Date; retention: Retention; there: ReadonlyMap<number, EditionFacts> },
): Kept {
  const since = now.getTime() - retention.allDays * DAY_MS;
  const isThere = (edition: number): boolean => there.has(edition);
  const last = heads.at(-1);
  const editions = new Set(last === undefined ? [] : [last.edition, last.newest]);
  let day = '';
  for (let index = heads.length - 1; index >= 0; index -= 1) {
    const { edition, activated } = heads[index]!;
    if (!isThere(edition)) continue;
    const until = heads[index + 1]?.activated ?? Infinity;
    const itsDay = dayOf(new Date(activated));
    if (Math.max(until, there.get(edition)?.rebuilt ?? 0) > since || itsDay !== day) editions.add(edition);
    day = itsDay;
  }
  const kept = heads.filter(({ edition }, index) => (
    index === 0 || index === heads.length - 1 || editions.has(edition) && isThere(edition) || isShown(heads[index - 1]!)
  ));
  function isShown({ edition }: HeadFacts): boolean {
    return editions.has(edition) && isThere(edition);
  }
  return { editions, heads: new Set(kept.map(({ number }) => number)) };
}
