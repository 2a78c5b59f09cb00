/**
 * Retention: which editions are kept, decided by their heads and the clock alone. Pure.
 *
 * Kept are: every edition that was active in the last days (RETENTION); the last edition of each day in Europe/Amsterdam before that; the
 * active edition and the parent of the next publication; and a rebuilt edition, for as many days again. A dropped or withdrawn edition
 * does not count for these rules, and the one before it in its day counts instead.
 * The head after each kept edition stays too: it says when that edition ended, so that a client asking for a later moment learns that the
 * edition of that moment is gone. The very first head stays as well, because no edition existed before it.
 */
import { DAY_MS, dayOf } from '../../schemas/time.ts';

export interface Retention {
  /** Number of days of which every edition is kept. */
  readonly allDays: number;
}

export const RETENTION: Retention = { allDays: 7 };

/** The facts of a head that retention uses. */
export interface HeadFacts {
  readonly number: number;
  readonly edition: number;
  /** Highest edition named by any head up to this one. */
  readonly newest: number;
  /** Milliseconds. */
  readonly activated: number;
}

/** The facts of a stored edition that retention uses. */
export interface EditionFacts {
  /** When the edition was rebuilt, milliseconds; null: never. */
  readonly rebuilt: number | null;
}

export interface KeptNumbers {
  readonly editions: ReadonlySet<number>;
  readonly heads: ReadonlySet<number>;
}

/** `heads`: all heads, ascending; `there`: the stored editions. */
export function keptOf(
  heads: readonly HeadFacts[], { now, retention, there }: { now: Date; retention: Retention; there: ReadonlyMap<number, EditionFacts> },
): KeptNumbers {
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
