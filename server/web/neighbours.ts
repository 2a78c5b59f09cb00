/**
 * Neighbours: the features of all collections around an object, in the same edition and at the same moment, for its map.
 *
 * Bounded: at most `DRAWN_MAX` neighbours, and in bytes per collection and in all; the rest is counted only. Collections of the object
 * itself are read first, so that its own features are drawn before neighbours fill the map. Rows without geometry are left out. The area
 * is the box of the object, widened by half its size and at least `MARGIN_METRES_MIN`. All numbers are RD metres.
 */
import type { Edition, FeatureBytes } from '../../publisher/read/types.ts';
import type { Box } from '../../schemas/geometry.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { legendClass } from '../../schemas/legend.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { chunksIn } from '../../publisher/read/chunks-of-range.ts';
import type { Drawable } from './map.ts';
import { asGeometry, text } from './value.ts';

const DRAWN_MAX = 120;
const DRAWN_OF_COLLECTION_MAX = 40;
/** Bytes of features that are parsed. Reading stops at the chunk that exceeds the limit. */
const [BYTES_MAX, BYTES_OF_COLLECTION_MAX] = [2 * 1024 * 1024, 256 * 1024];
const MARGIN_METRES_MIN = 150;

export interface Neighbour {
  readonly collection: string;
  readonly id: string;
  readonly entityType: string;
  readonly geometry: Drawable;
  /** Class with the colours of the legend. */
  readonly symbol: string;
  /** Whether the register made the geometry. */
  readonly isDerived: boolean;
}

export interface Neighbourhood {
  readonly box: Box;
  /** Features to draw, without those in `own`. */
  readonly neighbours: readonly Neighbour[];
  /** Features of the object itself and of the objects in it. */
  readonly own: readonly Neighbour[];
  /** Number of features in the box by collection, of collections with any. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether not all of these are drawn. */
  readonly isCut: boolean;
}

/** Returns the area around some geometries; undefined without a position. */
export function areaAround(geometries: readonly Drawable[]): Box | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    const [x, y] = coordinates as readonly unknown[];
    if (typeof x !== 'number' || typeof y !== 'number') return coordinates.forEach(visit);
    [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
  };
  geometries.forEach(({ coordinates }) => { visit(coordinates); });
  if (west > east) return undefined;
  const margin = Math.max(MARGIN_METRES_MIN, (east - west) / 2, (north - south) / 2);
  return [Math.floor(west - margin), Math.floor(south - margin), Math.ceil(east + margin), Math.ceil(north + margin)];
}

/** Ids of the object and of the objects in it, and the collections of these. */
export interface OwnObjects {
  readonly ids: ReadonlySet<string>;
  readonly collections: ReadonlySet<string>;
}

/** Reads the neighbours. `at`: moment of validity, null: that of the edition. */
export async function neighboursOf(
  edition: Edition, { box, at, ownObjects }: { readonly box: Box; readonly at: Moment | null; readonly ownObjects: OwnObjects },
): Promise<Neighbourhood> {
  const counts = new Map<string, number>();
  const [own, neighbours]: [Neighbour[], Neighbour[]] = [[], []];
  const isOwn = (collection: string): boolean => ownObjects.collections.has(collection);
  let bytesLeft = BYTES_MAX;
  for (const collection of [...COLLECTIONS.filter(isOwn), ...COLLECTIONS.filter((one) => !isOwn(one))]) {
    const series = edition.series.get(collection);
    if (series === undefined) continue;
    const isDrawn = bytesLeft > 0 && (isOwn(collection) || neighbours.length < DRAWN_MAX);
    const range = await series.answer({
      crs: '28992', at, during: null, box: { crs: '28992', box }, filter: { kind: 'hasGeometry' }, words: [], order: [], position: 0,
      limit: isDrawn ? DRAWN_OF_COLLECTION_MAX : 0,
    }, BYTES_OF_COLLECTION_MAX);
    if (range.numberMatched === 0) continue;
    counts.set(collection, range.numberMatched);
    if (!isDrawn) continue;
    let ofCollection = Math.min(bytesLeft, BYTES_OF_COLLECTION_MAX);
    for await (const { slices, bytes } of chunksIn<FeatureBytes>(range)) {
      ofCollection -= bytes;
      bytesLeft -= bytes;
      if (ofCollection < 0) break;
      for (const feature of JSON.parse(`[${Buffer.concat([...slices]).toString()}]`) as readonly Json[]) {
        const found = isObject(feature) ? neighbourOf(feature, collection) : undefined;
        if (found === undefined) continue;
        if (ownObjects.ids.has(found.id)) own.push(found);
        else if (neighbours.length < DRAWN_MAX) neighbours.push(found);
      }
    }
  }
  const matched = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const inOrder = COLLECTIONS.flatMap((collection) => (counts.has(collection) ? [[collection, counts.get(collection)!] as const] : []));
  return { box, neighbours, own, counts: new Map(inOrder), isCut: matched > own.length + neighbours.length };
}

function neighbourOf({ id, properties, geometry }: JsonObject, collection: string): Neighbour | undefined {
  const drawable = asGeometry(geometry);
  if (drawable === undefined || !isObject(properties) || typeof id !== 'string') return undefined;
  return {
    collection, id, entityType: text(properties['entityType']) ?? '', geometry: drawable, symbol: legendClass(collection, properties),
    isDerived: properties['geometrieAfgeleid'] === true,
  };
}
