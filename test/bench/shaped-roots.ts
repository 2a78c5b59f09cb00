/**
 * Shaped roots: what the generator makes, valid, but with shapes that are not those of most of a register: buildings with courtyards,
 * roads of many vertices, areas of many parts, fine contours, deep documents. In RD, and as seeded as their draft is.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { JsonObject } from '../../schemas/json.ts';
import { locatieActiviteit } from '../generate/locations.ts';
import { draft, link, type Draft } from '../generate/objects.ts';
import { openRandom } from '../generate/random.ts';
import { building, circle, course, line, multiPolygon, polygon } from '../generate/shapes.ts';
import { drawPlace, type Spot } from '../generate/towns.ts';
import { wegen } from '../generate/networks.ts';
import { kwetsbaarGebouw, kwetsbareLocatie } from '../generate/vulnerable.ts';
import type { KwetsbaarGebouw, KwetsbareLocatie, Wegen } from '../generate/document-types.ts';

/** One or two holes in the outline of a plain building. */
export function courtyardBuilding(of: Draft): KwetsbaarGebouw {
  const { random } = of;
  const plain = kwetsbaarGebouw(of);
  const [outline = []] = plain.geometrie.coordinates as readonly (readonly Spot[])[];
  const high = random.between(0.3, 0.6);
  const wide = random.chance(0.5) ? [[0.1, 0.9]] as const : [[0.1, 0.45], [0.55, 0.9]] as const;
  const holes = wide.flatMap(([left, right]) => polygon(courtyard(outline, { left, right, low: 0.1, high })).coordinates);
  return { ...plain, geometrie: { type: 'Polygon', coordinates: [outline, ...holes] } };
}

/** Sides of a courtyard as shares of the building's width and height; bays in its front come down to 0.7 of the height. */
interface Sides {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

/** A ring, clockwise. The outline's first three corners are the two at the building's back and one beside its front. */
function courtyard(outline: readonly Spot[], { left, right, low, high }: Sides): readonly Spot[] {
  const [[ax, ay], [bx, by], [cx, cy]] = outline as readonly [Spot, Spot, Spot];
  const at = (along: number, across: number): Spot =>
    [ax + along * (bx - ax) + across * (cx - bx), ay + along * (by - ay) + across * (cy - by)];
  return [at(left, low), at(left, high), at(right, high), at(right, low), at(left, low)];
}

/** A road of 500 to 2,000 vertices, and as many in the axis that it nests. */
export function longRoad(of: Draft): Wegen {
  const plain = wegen(of);
  const spots = plain.geometrie.coordinates as readonly Spot[];
  const vertices = of.random.whole(500, 2000);
  const geometrie = line(course(spots.at(0)!, spots.at(-1)!, { vertices, random: of.random }));
  const voertUit = plain.voertUit.map((activity) => ({
    ...activity, heeft: activity.heeft.map((reference) => ({ ...reference, geometrie })),
  }));
  return { ...plain, geometrie, voertUit } as Wegen;
}

const COLUMNS = 8;
/** Metres from one part to the next: more than the largest part is long. */
const APART = 150;

/** An area of 20 to 60 parts, in rows, each with the outline of a building. */
export function scatteredArea(of: Draft): KwetsbareLocatie {
  const { random } = of;
  const plain = kwetsbareLocatie(of);
  const { spot: [x, y] } = drawPlace(random);
  const parts = Array.from({ length: random.whole(20, 60) }, (_, part) => {
    const middle: Spot = [x + APART * (part % COLUMNS), y + APART * Math.floor(part / COLUMNS)];
    return building(middle, [random.between(20, 80), random.between(15, 60)], random);
  });
  return { ...plain, geometrie: multiPolygon(parts) };
}

/** Makes a root of a register of one shape. */
export type MadeRoot = (of: Draft) => JsonObject;

const CONTOUR_VERTICES = 200;

/** A location whose contours are all polygons, of CONTOUR_VERTICES vertices. */
export const contourLocation: MadeRoot = (of) => {
  const plain = locatieActiviteit(of) as unknown as JsonObject;
  return withItems(plain, 'voertUit', (activity) => withItems(activity, 'heeft', (reference) => {
    const middle = middleOf(reference['geometrie'] as unknown as Placed);
    return withItems(reference, 'resulteertIn', (contour) => ({ ...contour, afstandOfGeometrie: { geometrie: circleLike(contour, middle) } }));
  }));
};

const NESTED = 40;

/** A location with NESTED objects or some more in it. */
export const deepLocation: MadeRoot = (of) => {
  const root = locatieActiviteit(of);
  const voertUit = [...root.voertUit];
  while (of.objects <= NESTED) voertUit.push(...locatieActiviteit(of).voertUit.map((activity) => ({ ...activity, locatieEVActiviteit: link(root) })));
  return { ...root, voertUit };
};

interface Placed {
  readonly coordinates: Spot | readonly (readonly Spot[])[];
}

function withItems(object: JsonObject, field: string, change: (item: JsonObject) => JsonObject): JsonObject {
  const items = object[field];
  return Array.isArray(items) ? { ...object, [field]: (items as readonly JsonObject[]).map(change) } : object;
}

/** The point, or the mean of the corners of an area. */
function middleOf({ coordinates }: Placed): Spot {
  const [outline] = coordinates;
  if (!Array.isArray(outline)) return coordinates as Spot;
  const corners = (outline as readonly Spot[]).slice(1);
  const mean = (axis: 0 | 1): number => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

/** A circle as large as the contour. */
function circleLike(contour: JsonObject, [x, y]: Spot): JsonObject {
  const { afstand, geometrie } = contour['afstandOfGeometrie'] as unknown as { readonly afstand?: number; readonly geometrie?: { readonly coordinates: readonly (readonly Spot[])[] } };
  const [east, north] = geometrie?.coordinates[0]?.[0] ?? [x + afstand!, y];
  return polygon(circle([x, y], Math.hypot(east - x, north - y), CONTOUR_VERTICES));
}

/** Counts of what is written so far; `objects`: nested ones included. */
interface Size {
  readonly roots: number;
  readonly objects: number;
}

const SEED = 1;

/** Writes seeded roots, one a line, as long as more of them are wanted. */
export async function writeRoots(path: string, make: MadeRoot, isWanted: (size: Size, last: JsonObject | null) => boolean): Promise<Size> {
  const file = createWriteStream(path);
  let size: Size = { roots: 0, objects: 0 };
  let last: JsonObject | null = null;
  while (isWanted(size, last)) {
    const of = draft(openRandom(SEED, size.roots), `s${SEED}-${size.roots}`);
    last = make(of);
    size = { roots: size.roots + 1, objects: size.objects + of.objects };
    if (!file.write(`${JSON.stringify(last)}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return size;
}
