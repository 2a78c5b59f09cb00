/**
 * Hits: the objects that queries on several collections find, page by page, in the order of the queries. The number of pages is unknown.
 */
import { chunksIn } from '../../publisher/read/chunks-of-range.ts';
import { featuresIn } from '../../publisher/read/found-objects.ts';
import { nameIn } from '../../publisher/read/object-name.ts';
import type { Filter, SeriesQuery } from '../../publisher/read/series-query.ts';
import type { FeatureBytes, FeatureRange, LongFeatures, Series } from '../../publisher/read/types.ts';
import { isObject, type JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { nameOf, OBJECT_TYPES, ROOTS } from '../../schemas/names.ts';

/** The collection of each type, by the singular name of the type. */
export const COLLECTION_OF_TYPE: ReadonlyMap<string, string> = new Map(
  OBJECT_TYPES.map(nameOf).map(({ singular, path }) => [singular, path]),
);
const ROOT_PATHS: ReadonlySet<string> = new Set(Object.values(ROOTS).map(({ path }) => path));

/** Path of an object below the base URL: its document for a root, else its feature. */
export function hitPath({ collection, id }: Pick<Hit, 'collection' | 'id'>): string {
  return `/${ROOT_PATHS.has(collection) ? collection : `collections/${collection}/items`}/${encodeURIComponent(id)}`;
}

/** The query on one collection. */
export interface CollectionQuery {
  /** Singular name of the type of the collection. */
  readonly type: string;
  readonly collection: string;
  readonly filter: Filter | null;
  readonly words: readonly string[];
}

export interface Hit {
  readonly type: string;
  readonly collection: string;
  readonly id: string;
  /** The name of the object or of its location; null: it has none. */
  readonly name: string | null;
}

/** Reads the objects of the page, and one more when another page follows. */
export async function readHits(
  queries: readonly CollectionQuery[], question: SeriesQuery, allSeries: ReadonlyMap<string, Series>,
): Promise<readonly Hit[]> {
  const { limit } = question;
  const found: Hit[] = [];
  let skip = question.position;
  for (const { type, collection, filter, words } of queries) {
    const series = allSeries.get(collection);
    if (series === undefined) continue;
    for (let position: number | null = skip; position !== null && found.length <= limit;) {
      const collectionQuestion: SeriesQuery = { ...question, filter, words, position, limit: limit + 1 - found.length };
      const range: FeatureRange | LongFeatures = await series.answer(collectionQuestion, LIMITS.chunkBytes);
      for await (const { slices } of chunksIn<FeatureBytes>(range)) {
        found.push(...featuresIn(slices).flatMap((feature) => hitOf(feature, { type, collection })));
      }
      skip = Math.max(0, skip - range.numberMatched);
      position = range.numberReturned === 0 ? null : range.next;
    }
    if (found.length > limit) break;
  }
  return found;
}

function hitOf({ id, properties }: JsonObject, of: { readonly type: string; readonly collection: string }): readonly Hit[] {
  return typeof id === 'string' ? [{ ...of, id, name: isObject(properties) ? nameIn(properties) : null }] : [];
}
