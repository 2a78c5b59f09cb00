/**
 * Own editions: reads an own edition (own-edition.ts) as if it were the editions of an audience, and removes its folder at the end.
 *
 * Invariants:
 *  - Every recorded version is shown from the moment of its recording on, because the register has all of them.
 *  - There is no other edition: a question for another moment gets `gone`, and its reader asks again with that moment.
 */
import { rmSync } from 'node:fs';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Editions, ListedVersion, Showing } from '../../publisher/read/types.ts';
import { momentOf, type Moment } from '../../schemas/time.ts';
import { OWN_AUDIENCE } from './own-edition.ts';

/** Opens the edition in this folder, which `close` removes. `asked`: the recorded time that it stands for; null: now. */
export function openOwnEditions(folder: string, asked: Moment | null): Editions {
  const editions = openEditions(folder, OWN_AUDIENCE);
  return {
    current: () => editions.current(),
    isBehind: false,
    whenRead: (work) => editions.whenRead(work),
    get openPacks() { return editions.openPacks; },
    refresh: () => undefined,
    firstFrom: (head) => editions.firstFrom(head),
    showing: (_, versions) => versions.map(shownBy),
    at: (moment) => (moment === asked ? editions.current() : undefined) ?? { gone: true, head: 0, nearest: [] },
    numbered: () => 'unknown',
    list: (query) => editions.list(query),
    listAfter: (head, limit) => editions.listAfter(head, limit),
    countDifferences: (pair, query) => editions.countDifferences(pair, query),
    differences: (pair, query, page) => editions.differences(pair, query, page),
    downloads: () => null,
    downloadsUpTo: () => null,
    qualityUpTo: () => [],
    qualityOfHolder: () => null,
    close() {
      editions.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns when a version could be read first. */
function shownBy({ valid, recorded }: Pick<ListedVersion, 'valid' | 'recorded'>): Showing {
  const from = momentOf(recorded.from);
  return { activated: new Date(from), isPresent: valid.from <= from && (valid.until === null || from < valid.until) };
}
