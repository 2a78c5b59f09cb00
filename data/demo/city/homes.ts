/**
 * Homes of the made-up city: rows of houses on the grids of its quarters, rings around the market, houses along the village roads, farms.
 * Invariants: no home stands on a road, the railway or the river, and none in an open space of the plan.
 * Not here: schools, care and other large buildings (public-buildings.ts).
 */
import { draw, drawBetween, drawWhole, pick } from './draw.ts';
import type { Building } from './building.ts';
import {
  DROOMDIJK, EMPTY_SPOTS, FABELVEEN, FUEL_PIPELINE, GAS_BRANCH, GAS_TRUNK, GRID_QUARTERS, MOTORWAY, OLD_TOWN, OPEN_SPACES, PROVINCIAL_ROAD, RAILWAY, RING_ROAD, RIVER, RIVER_METRES, type Quarter, type Village,
} from './plan.ts';
import { spotAround, distanceTo, isInside, moveShape, rectangle, type Line, type Ring, type Spot } from './shapes.ts';

/** Metres that homes keep from the middle of these lines. */
const CLEARANCES: readonly (readonly [Line, number])[] = [
  [RIVER, RIVER_METRES / 2 + 40], [RAILWAY, 45], [RING_ROAD, 40], [MOTORWAY, 120], [PROVINCIAL_ROAD, 40],
];
/** Pipelines, which farms stand away from. */
const PIPES: typeof CLEARANCES = [[GAS_TRUNK, 30], [GAS_BRANCH, 20], [FUEL_PIPELINE, 20]];
const ROW_METRES = 9.6;
const PEOPLE_IN_A_HOUSE = 2.2;

export function homes(): readonly Building[] {
  return [...GRID_QUARTERS.flatMap(rowsOf), ...oldTown(), ...villageHomes(FABELVEEN, 'veen'), ...villageHomes(DROOMDIJK, 'dijk'), ...farms()];
}

/** Two rows of houses in each block of the grid, back to back, wherever they fit. */
function rowsOf(quarter: Quarter): readonly Building[] {
  const { outline, turn, block: [along, across] } = quarter;
  const middle = middleOf(outline);
  const buildings: Building[] = [];
  for (let column = -9; column <= 9; column++) {
    for (let row = -12; row <= 12; row++) {
      for (const side of [-1, 1]) {
        const key = `${quarter.key}-${column + 9}${String.fromCharCode(109 + row)}${side < 0 ? 'z' : 'n'}`;
        const length = (along - 16) * pick(`${key} length`, [1, 1, 0.86, 0.7]);
        const [east, north] = [column * along + drawBetween(`${key} shift`, -3, 3), row * across + side * across * 0.29];
        const place = moveShape([[east, north]], middle, turn)[0]!;
        const shape = rectangle(place, [length, ROW_METRES], turn);
        if (draw(`${key} empty`) < 0.06 || !isFree(shape, outline)) continue;
        buildings.push(rowOfHouses(quarter, { key, shape, length, place, street: pick(`${quarter.key} ${row} ${side}`, quarter.streets) }));
      }
    }
  }
  return buildings;
}

interface Row {
  readonly key: string;
  readonly shape: Ring;
  readonly length: number;
  readonly place: Spot;
  readonly street: string;
}

function rowOfHouses({ name, phases, outline }: Quarter, { key, shape, length, place, street }: Row): Building {
  const isFlat = phases === undefined && draw(`${key} flat`) < 0.09;
  const people = Math.round((length / 5.6) * PEOPLE_IN_A_HOUSE * (isFlat ? 4 : 1));
  const number = drawWhole(`${key} number`, 0, 40) * 2 + 1;
  const [west, east] = [Math.min(...outline.map(([x]) => x)), Math.max(...outline.map(([x]) => x))];
  const phase = phases?.[Math.min(phases.length - 1, Math.floor(((place[0] - west) / (east - west)) * phases.length))];
  return {
    key, place: 'city', shape: [shape], category: 'kwetsbaar', use: isFlat ? 'appartementengebouw' : 'woning', people,
    note: `${street} ${number}-${number + 2 * Math.round(length / 5.6)}, ${name}`, ...phase === undefined ? {} : { from: phase },
  };
}

/** Wedges of houses on five rings around the market square, broken by eleven lanes. */
function oldTown(): readonly Building[] {
  const streets = ['Marktring', 'Lakenhal', 'Vleeshouwersgang', 'Kromme Elleboog', 'Singel'] as const;
  return [75, 125, 175, 228, 282].flatMap((radius, ring) => {
    const count = [8, 11, 15, 18, 22][ring]!;
    return Array.from({ length: count }, (_, index) => index).flatMap((index): readonly Building[] => {
      const key = `oud-${ring}${String.fromCharCode(97 + index)}`;
      const [from, to] = [(360 * index) / count + 3.2, (360 * (index + 1)) / count - (ring < 2 ? 3.5 : 2)];
      const [depth, front] = [drawBetween(`${key} depth`, 15, 21), radius + drawBetween(`${key} front`, -5, 5)];
      const steps = [0, 1 / 3, 2 / 3, 1].map((share) => from + share * (to - from));
      const arc = (metres: number): Line => steps.map((degrees) => spotAround(OLD_TOWN, metres, degrees));
      const shape = [...arc(front), ...arc(front - depth).toReversed()];
      if (draw(`${key} empty`) < 0.05 || !isFree(shape, null)) return [];
      const isShop = ring < 2 || draw(`${key} shop`) < 0.2;
      return [{
        key, place: 'city', shape: [shape], category: 'kwetsbaar', use: isShop ? 'winkel' : 'woning', people: drawWhole(`${key} people`, 18, 60),
        note: `${streets[ring]} ${2 * index + 1}, Binnenstad`,
      }];
    });
  });
}

/** Houses on both sides of the village road, and three short side streets around the church. */
function villageHomes({ key: village, name, road, middle, streets }: Village, place: 'veen' | 'dijk'): readonly Building[] {
  const houses: Building[] = [];
  const stand = (key: string, spot: Spot, turn: number, street: string): void => {
    const size: Spot = [drawBetween(`${key} width`, 9, 17), drawBetween(`${key} depth`, 8, 12)];
    const shape = rectangle(spot, size, turn);
    if (draw(`${key} empty`) < 0.16 || distanceTo(spot, PROVINCIAL_ROAD) < 40 || houses.some(({ shape: [other] }) => overlaps(shape, other!))) return;
    const [people, note] = [drawWhole(`${key} people`, 2, 6), `${street} ${houses.length + 1}, ${name}`];
    houses.push({ key, place, shape: [shape], category: 'kwetsbaar', use: 'woning', people, note });
  };
  for (const [index, { spot, turn }] of stops(road, 34).entries()) {
    for (const side of [-1, 1]) {
      const key = `${village}-w${index}${side < 0 ? 'z' : 'n'}`;
      const [along, away] = [drawBetween(`${key} along`, -6, 6), side * drawBetween(`${key} away`, 20, 27)];
      stand(key, moveShape([[along, away]], spot, turn)[0]!, turn + drawBetween(`${key} turn`, -6, 6), streets[0]);
    }
  }
  for (const street of [1, 2, 3, 4]) {
    const [from, turn] = [moveShape([[(street - 2.5) * 150, street % 2 === 0 ? 62 : -62]], middle, 4)[0]!, street % 2 === 0 ? 94 : -86];
    for (let index = 0; index < 7; index++) {
      for (const side of [-1, 1]) {
        const key = `${village}-${street}${index}${side < 0 ? 'o' : 'w'}`;
        stand(key, moveShape([[index * 26, side * 19]], from, turn)[0]!, turn + 90, streets[street]!);
      }
    }
  }
  return houses;
}

export interface Farm {
  readonly key: string;
  readonly place: 'veen' | 'dijk';
  readonly spot: Spot;
}

/** Farms in the polder, by the grid of its ditches; most of them have a propane tank (sites.ts). */
export function farmSpots(): readonly Farm[] {
  const spots: Farm[] = [];
  for (let column = -8; column <= 8; column++) {
    for (let row = -7; row <= 7; row++) {
      const key = `hoeve-${column + 8}${String.fromCharCode(104 + row)}`;
      const spot: Spot = [column * 520 + drawBetween(`${key} x`, -90, 90), row * 540 + drawBetween(`${key} y`, -60, 60)];
      if (isPolder(spot) && draw(`${key} farm`) < 0.62) spots.push({ key, place: spot[0] < 300 ? 'veen' : 'dijk', spot });
    }
  }
  return spots;
}

function isPolder(spot: Spot): boolean {
  return Math.hypot(spot[0], spot[1] - 100) > 2350 && distanceTo(spot, FABELVEEN.road) > 280 && distanceTo(spot, DROOMDIJK.road) > 280
    && [...CLEARANCES, ...PIPES].every(([line, metres]) => distanceTo(spot, line) > metres + 60)
    && EMPTY_SPOTS.every(([[east, north], metres]) => Math.hypot(spot[0] - east, spot[1] - north) > metres);
}

/** A house with its barn. */
const FARM: Line = [[-8, -14], [8, -14], [8, 4], [14, 4], [14, 22], [-6, 22], [-6, 4], [-8, 4]];

function farms(): readonly Building[] {
  return farmSpots().map(({ key, place, spot }, index) => ({
    key, place, shape: [moveShape(FARM, spot, drawWhole(`${key} turn`, 0, 3) * 90 + 6)],
    category: 'beperktKwetsbaar', use: 'woning bij agrarisch bedrijf', people: drawWhole(`${key} people`, 2, 6), note: `Fabeltocht ${2 * index + 1}`,
  }));
}

/** Spots along a line, so many metres apart, with the direction of the line in degrees. */
function stops(line: Line, metres: number): readonly { readonly spot: Spot; readonly turn: number }[] {
  const found: { spot: Spot; turn: number }[] = [];
  let rest = 0;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1]!, line[index]!];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
    for (; rest < length; rest += metres) {
      const share = rest / length;
      found.push({ spot: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], turn });
    }
    rest -= length;
  }
  return found;
}

function isFree(shape: Ring, outline: Ring | null): boolean {
  return shape.every((corner) => (outline === null || isInside(corner, outline)) && !OPEN_SPACES.some((space) => isInside(corner, space))
    && CLEARANCES.every(([line, metres]) => distanceTo(corner, line) > metres));
}

function overlaps(one: Ring, other: Ring): boolean {
  const [[x, y], [u, v]] = [middleOf(one), middleOf(other)];
  return Math.hypot(x - u, y - v) < 19;
}

function middleOf(ring: Ring): Spot {
  const sum = ring.reduce(([x, y], [east, north]): Spot => [x + east, y + north], [0, 0]);
  return [sum[0] / ring.length, sum[1] / ring.length];
}
