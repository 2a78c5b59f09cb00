/**
 * Shaped roots: what the generator makes, valid, but with geometries that are not those of most of a register: buildings with courtyards,
 * roads of many vertices, areas of many parts. In RD, and as seeded as their draft is.
 */
import type { Draft } from '../generate/objects.ts';
import { building, course, line, multiPolygon, polygon } from '../generate/shapes.ts';
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
