/**
 * Series facts: what the pages of a series have in common: since when its content stands. All of it comes from heads, so tags,
 * cursors and dates are equal after a restart and on every server, and stay so over publications that leave the series as
 * it is.
 */
import type { Activated } from '../../publisher/read/types.ts';
import { seriesTag } from '../tags.ts';

export interface SeriesFacts {
  /** The head that first had this content: by it cursors name the edition. */
  readonly head: number;
  /** When the edition that first had this content was activated. */
  readonly since: Date;
  /** The same for Last-Modified; null when no date says since when these bytes stand. */
  readonly modified: Date | null;
  /** `since` for the body. */
  readonly timeStamp: string;
  /** Part of tags: the content, its name in cursors, and its date, which all are in the bytes. */
  readonly tag: string;
}

const known = new WeakMap<Activated, Map<string, SeriesFacts>>();

/** `rows`: which of them the answer depends on: those valid now, or at any moment. */
export function factsOf(collection: string, activated: Activated, rows: 'now' | 'all' = 'now'): SeriesFacts {
  const ofEdition = known.get(activated) ?? new Map<string, SeriesFacts>();
  known.set(activated, ofEdition);
  const name = `${rows} ${collection}`;
  const facts = ofEdition.get(name) ?? made(collection, activated, rows);
  ofEdition.set(name, facts);
  return facts;
}

function made(collection: string, activated: Activated, rows: 'now' | 'all'): SeriesFacts {
  const { now, other } = activated.since(collection);
  const { head, activated: since } = rows === 'all' && other.head > now.head ? other : now;
  const series = activated.edition.series.get(collection);
  const hash = (rows === 'all' ? series?.allHash : series?.hash) ?? '';
  const tag = seriesTag(hash, { head, since });
  return { head, since, modified: activated.isAsPublished ? since : null, timeStamp: since.toISOString(), tag };
}
