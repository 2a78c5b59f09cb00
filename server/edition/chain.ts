/**
 * Chain: the steps after a search around a place. Each step finds the objects that stand in a relation to those of the step before: they
 * touch or overlap one of them, or lie wholly within one.
 *
 * Invariants:
 * - Counts are exact, and each object counts once.
 * - A listed object names the objects of the step before that it stands in the relation to: at least one.
 * - Compared are the geometries as published in RD, by the predicates of filters (publisher/read/rows/shape.ts).
 * - A step starts from all objects of the one before; when they are too many, the chain is refused (`TooMany`).
 */
import { objectsFound, type FoundObject } from '../../publisher/read/found-objects.ts';
import { QueryShape } from '../../publisher/read/rows/index.ts';
import type { Filter, QueryGeometry, SeriesQuery } from '../../publisher/read/series-query.ts';
import { turn } from '../../publisher/read/turns.ts';
import type { Edition } from '../../publisher/read/types.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import { overlap } from '../../schemas/geometry.ts';
import type { Json } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Moment } from '../../schemas/time.ts';
import { RELATIONS, type RelationName } from '../parameters/surroundings-query.ts';
import { partsOf } from '../response/feature-parts.ts';

/** An object that a step found, and the objects of the step before that it stands in the relation to. */
export interface ChainedObject extends FoundObject {
  readonly via: readonly { readonly collection: string; readonly id: string }[];
}

export interface ChainStep {
  readonly collections: readonly string[];
  readonly relation: RelationName;
  readonly counts: readonly (readonly [collection: string, count: number])[];
  readonly numberMatched: number;
  /** At most `LIMITS.surroundingsMax`. */
  readonly objects: readonly ChainedObject[];
}

/** A step would start from more objects than a chain takes. */
export interface TooMany {
  /** Number of the step that found them; 0 is the search around the place. */
  readonly step: number;
  readonly found: number;
}

export interface ChainQuery {
  readonly edition: Edition;
  /** Moment of validity; null: now. */
  readonly at: Moment | null;
  readonly steps: readonly (readonly string[])[];
  /** Relation of the last step. */
  readonly relation: RelationName;
  /** Returns the query on one collection with a filter, for a number of objects. */
  readonly question: (filter: Filter, limit: number) => SeriesQuery;
}

interface Origin {
  readonly collection: string;
  readonly id: string;
}

/** Returns the steps from the objects that a search found. */
export async function chainOf(
  { numberMatched, objects }: { readonly numberMatched: number; readonly objects: readonly FoundObject[] }, query: ChainQuery,
): Promise<readonly ChainStep[] | TooMany> {
  const steps: ChainStep[] = [];
  let [found, origins]: [number, readonly FoundObject[]] = [numberMatched, objects];
  for (const [number, collections] of query.steps.entries()) {
    if (found > origins.length) return { step: number, found };
    const relation: RelationName = number === query.steps.length - 1 ? query.relation : 'raakt';
    const step = await stepFrom(origins, { collections, relation, query });
    steps.push(step);
    [found, origins] = [step.numberMatched, step.objects];
  }
  return steps;
}

async function stepFrom(origins: readonly Origin[], { collections, relation, query }: {
  readonly collections: readonly string[]; readonly relation: RelationName; readonly query: ChainQuery;
}): Promise<ChainStep> {
  const placed = origins.flatMap((origin) => placedAt(origin, query));
  const filter: Filter = { kind: 'or', of: placed.map(({ geometry }): Filter => ({ kind: RELATIONS[relation], geometry })) };
  const counts: (readonly [string, number])[] = [];
  const listed: FoundObject[] = [];
  for (const collection of collections) {
    const series = query.edition.series.get(collection);
    const { numberMatched = 0 } = series === undefined ? {} : await series.answer(query.question(filter, 0));
    counts.push([collection, numberMatched]);
    const left = LIMITS.surroundingsMax - listed.length;
    if (series === undefined || numberMatched === 0 || left === 0) continue;
    for await (const object of objectsFound(series, { query: query.question(filter, left), point: null })) listed.push(object);
  }
  const numberMatched = counts.reduce((sum, [, count]) => sum + count, 0);
  return { collections, relation, counts, numberMatched, objects: await withOrigins(listed, placed, { relation, query }) };
}

interface PlacedObject extends Origin {
  readonly geometry: QueryGeometry;
  readonly shape: QueryShape;
}

/** Returns an object with its geometry as published in RD; nothing when it has none. */
function placedAt({ collection, id }: Origin, { edition, at }: ChainQuery): readonly PlacedObject[] {
  const bytes = edition.feature(collection, id, '28992', at)?.bytes;
  if (bytes === undefined) throw new Error(`${id} was found in ${collection} and is not there`);
  const { geometry: { from, until } } = partsOf(bytes);
  const flat = flatten(JSON.parse(bytes.toString('utf8', from, until)) as Json);
  if (flat === undefined) return [];
  const geometry: QueryGeometry = { crs: '28992', shape: { ...flat.shape, dimension: 2 }, numbers: flat.numbers };
  return [{ collection, id, geometry, shape: new QueryShape(geometry) }];
}

async function withOrigins(listed: readonly FoundObject[], origins: readonly PlacedObject[], { relation, query }: {
  readonly relation: RelationName; readonly query: ChainQuery;
}): Promise<readonly ChainedObject[]> {
  const chained: ChainedObject[] = [];
  for (const object of listed) {
    await turn();
    const [placed] = placedAt(object, query);
    const own = placed!.shape;
    const via = origins.filter(({ shape }) => overlap(own.box, shape.box) && shape.relatesToQuery(RELATIONS[relation], own));
    if (via.length === 0) throw new Error(`${object.id} was found by no object of the step before`);
    chained.push({ ...object, via: via.map(({ collection, id }) => ({ collection, id })) });
  }
  return chained;
}
