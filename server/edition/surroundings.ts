/**
 * Surroundings: the objects around a point or in an area, over many collections: counts of each collection, and the objects with
 * their distance, begin and holder.
 *
 * Invariants:
 * - Counts are exact, whatever the number of objects.
 * - At most `LIMITS.surroundingsMax` objects are listed. Around a point these are all objects within a smaller radius, so that no nearer
 *   object is left out; `listedWithin` is that radius.
 */
import { nearPoint, objectsFound, type FoundObject } from '../../publisher/read/found-objects.ts';
import type { Filter, SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Activated } from '../../publisher/read/types.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { ofKind } from '../parameters/geometrie-soort.ts';
import { chainOf, type ChainStep, type TooMany } from './chain.ts';
import { filterOf, RELATIONS, type Place, type SurroundingsQuery } from '../parameters/surroundings-query.ts';

export interface Surroundings {
  /** The searched collections, with the number of features found. */
  readonly counts: readonly (readonly [collection: string, count: number])[];
  readonly numberMatched: number;
  /** By distance; in an area by collection. */
  readonly objects: readonly FoundObject[];
  /** Radius within which all objects are listed; null: all objects found are listed, the place is an area, or too many lie at the point. */
  readonly listedWithin: number | null;
  /** The further steps of a chain. */
  readonly steps: readonly ChainStep[];
}

/** A search around a place, with its edition and day. */
export interface SurroundingsSearch {
  readonly query: SurroundingsQuery;
  /** Null: no place is given. */
  readonly found: Surroundings | null;
  /** Undefined: no edition existed yet at the requested moment. */
  readonly activated: Activated | undefined;
  /** The day of validity. */
  readonly day: string;
}

/** Searches an edition around a place; without an edition nothing existed yet. */
export async function surroundingsOf(
  place: Place, query: SurroundingsQuery, activated: Activated | undefined,
): Promise<Surroundings | TooMany> {
  const search = new Search(query, activated);
  const counts = await search.counts(place);
  const numberMatched = sumOf(counts);
  const [listed, within] = await search.narrowed(place, counts);
  const objects = await search.objects(listed, within);
  const sorted = place.kind !== 'point' ? objects : objects.toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0));
  const isWhole = sumOf(within) <= LIMITS.surroundingsMax;
  const listedWithin = isWhole && listed.kind === 'point' && place.kind === 'point' && listed.radius < place.radius ? listed.radius : null;
  const found = { counts, numberMatched, objects: sorted.slice(0, LIMITS.surroundingsMax), listedWithin };
  if (activated === undefined || query.steps.length === 0) return { ...found, steps: [] };
  const { passedOn: { at }, relation } = query;
  const steps = await chainOf(found, {
    edition: activated.edition, at, steps: query.steps, relation, question: (filter, limit) => search.question(filter, limit),
  });
  return 'found' in steps ? steps : { ...found, steps };
}

type CollectionCounts = readonly (readonly [string, number])[];

function sumOf(counts: CollectionCounts): number {
  return counts.reduce((sum, [, count]) => sum + count, 0);
}

class Search {
  readonly #query: SurroundingsQuery;
  readonly #activated: Activated | undefined;

  constructor(query: SurroundingsQuery, activated: Activated | undefined) {
    this.#query = query;
    this.#activated = activated;
  }

  async counts(place: Place, collections: readonly string[] = this.#query.collections): Promise<CollectionCounts> {
    const counts: (readonly [string, number])[] = [];
    for (const collection of collections) {
      const found = await this.#activated?.edition.series.get(collection)?.answer(this.question(this.#at(place), 0));
      counts.push([collection, found?.numberMatched ?? 0]);
    }
    return counts;
  }

  /** Returns the largest halved radius whose objects can all be listed, with their counts. An area stays as it is. */
  async narrowed(place: Place, counts: CollectionCounts): Promise<readonly [Place, CollectionCounts]> {
    if (place.kind !== 'point' || place.radius === 0 || sumOf(counts) <= LIMITS.surroundingsMax) return [place, counts];
    const smaller: Place = { ...place, radius: Math.floor(place.radius / 2) };
    const collections = counts.flatMap(([collection, count]) => (count > 0 ? [collection] : []));
    return await this.narrowed(smaller, await this.counts(smaller, collections));
  }

  async objects(place: Place, counts: CollectionCounts): Promise<readonly FoundObject[]> {
    const objects: FoundObject[] = [];
    for (const [collection, count] of counts) {
      if (count === 0 || objects.length >= LIMITS.surroundingsMax) continue;
      const query = this.question(this.#at(place), LIMITS.surroundingsMax - objects.length);
      const point = place.kind === 'point' ? place.point : null;
      for await (const object of objectsFound(this.#activated!.edition.series.get(collection)!, { query, point })) objects.push(object);
    }
    return objects;
  }

  /** Returns the query on a collection for objects that match a filter. */
  question(at: Filter, limit: number): SeriesQuery {
    const { passedOn, showsEnd } = this.#query;
    const filters: readonly Filter[] = [...ofKind(passedOn.kind), at];
    return {
      crs: '28992', at: passedOn.at, during: null, box: null, filter: { kind: 'and', of: filters }, words: [], order: [], showsEnd,
      position: 0, limit,
    };
  }

  /** Returns the filter of a place. Without a chain the relation is that of the objects to the place. */
  #at(place: Place): Filter {
    if (place.kind === 'point') return nearPoint(place.point, place.radius);
    const filter = filterOf(place, [])!;
    const { relation, steps } = this.#query;
    return filter.kind === 'intersects' && steps.length === 0 ? { ...filter, kind: RELATIONS[relation] } : filter;
  }
}
