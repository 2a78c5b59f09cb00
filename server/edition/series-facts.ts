/**
 * Series facts: since when the content of a series is unchanged. Everything comes from heads. So tags, cursors and dates are equal after a
 * restart and on every server, and survive publications that do not change the series.
 */
import type { Activated } from '../../publisher/read/types.ts';
import { seriesTag } from '../response/etags.ts';

export interface SeriesFacts {
  /** The head that first had this content; cursors name it. */
  readonly head: number;
  /** Activation of the first edition with this content. */
  readonly since: Date;
  /** Date for Last-Modified; null when unknown. */
  readonly modified: Date | null;
  /** `since` as text, for the body. */
  readonly timeStamp: string;
  /** Tag of the content, its head and its date, which are all in the bytes. */
  readonly tag: string;
}

const known = new WeakMap<Activated, Map<string, SeriesFacts>>();

/** Returns the facts of a series. `rows`: the rows on which the response depends, valid now or at any moment. */
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
