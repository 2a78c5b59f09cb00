/**
 * The plan of the made-up city: its river, roads, railway and quarters, in metres east and north of its centre.
 *
 * Everything here is invented: the city of Nergenshaven, the river Fabel, and the villages Fabelveen and Droomdijk.
 * Not here: buildings in the quarters (homes.ts, public-buildings.ts), dangerous activities (sites.ts, networks.ts).
 */
import { circle, moveShape, smooth, type Line, type Ring, type Spot } from './shapes.ts';
import type { Day } from './time.ts';

/** The waterway of the Basisnet, from west to east. */
export const RIVER: Line = smooth([
  [-4600, -1500], [-3500, -1250], [-2500, -1350], [-1500, -800], [-700, -150], [150, 20], [900, -180], [1700, -60], [2600, 380], [3400, 420],
  [4600, 900],
]);
export const RIVER_METRES = 110;

/** The railway of the Basisnet, from west to east, with the station north of the old town. */
export const RAILWAY: Line = smooth([[-4600, 1500], [-3000, 1250], [-1500, 930], [-100, 830], [1200, 900], [2600, 1180], [4600, 1900]]);

/** The motorway A99, from south to north. */
export const MOTORWAY: Line = smooth([[2150, -4200], [2300, -2600], [2250, -1200], [2050, 0], [2000, 1200], [2250, 2600], [2200, 4200]]);

/** The provincial road N999, from west to east, past both villages. */
export const PROVINCIAL_ROAD: Line = smooth([
  [-4600, 500], [-3250, 420], [-2300, -350], [-1500, -1500], [0, -1950], [1300, -1900], [2270, -1800], [3200, -2050], [4600, -2000],
]);

/** The ring road around the city, from its most eastern point counter-clockwise. */
export const RING_ROAD: Line = [...ellipse([0, 100], [1420, 1180], 96), [1420, 100]];

/** The high-pressure gas pipeline, from south-west to north-east around the city. */
export const GAS_TRUNK: Line = smooth([
  [-4600, -3000], [-3300, -2300], [-2750, -900], [-2650, 400], [-2350, 1900], [-1300, 2650], [400, 2750], [1900, 3050], [3400, 3150], [4600, 3500],
]);
/** The branch from the trunk line to the works at the river. */
export const GAS_BRANCH: Line = smooth([[1900, 3050], [2550, 2300], [2800, 1500], [2900, 700], [2950, 330]]);
export const MAGAZINE: Spot = [-3900, 2750];
export const MILITARY_GROUND: Spot = [3500, -3650];
/** The turbines of the wind park, from west to east. */
export const TURBINES: readonly Spot[] = Array.from({ length: 9 }, (_, index): Spot => [-2900 + index * 450, 3420 + index * 62]);
/** Spots, each with the radius in metres that has no homes. */
export const EMPTY_SPOTS: readonly (readonly [Spot, number])[] = [[MAGAZINE, 520], [MILITARY_GROUND, 640], ...TURBINES.map((spot) => [spot, 240] as const)];

/** The fuel pipeline to the tanks at the river. */
export const FUEL_PIPELINE: Line = smooth([[2750, -4200], [2620, -2900], [2610, -1600], [2720, -600], [3150, -40]]);

const QUARTERS = {
  old: 'Binnenstad', stars: 'Sterrenwijk', south: 'Zuidoever', east: 'Oosterkwartier', rail: 'Spoorwijk', sea: 'Zeehelden', new: 'Nieuwland',
} as const;

/** A quarter of rows of houses around blocks of gardens, on a turned grid. */
export interface Quarter {
  readonly key: string;
  readonly name: string;
  readonly outline: Ring;
  /** Degrees by which the grid is turned. */
  readonly turn: number;
  /** Metres from street to street, along and across the rows. */
  readonly block: Spot;
  readonly streets: readonly [string, ...string[]];
  /** Days on which parts of the quarter were finished, from west to east; without it, it was there from the start. */
  readonly phases?: readonly Day[];
}

export const OLD_TOWN: Spot = [-60, 400];
export const STATION: Spot = [-100, 800];

export const GRID_QUARTERS: readonly Quarter[] = [
  {
    key: 'ster', name: QUARTERS.stars, turn: -14, block: [124, 66],
    outline: [[-1330, 60], [-1150, 700], [-560, 780], [-440, 640], [-440, 240], [-620, 20], [-1100, -260]],
    streets: ['Poolsterlaan', 'Kometenweg', 'Zwaanstraat', 'Grote Beerlaan', 'Orionstraat', 'Lierstraat'],
  },
  {
    key: 'oost', name: QUARTERS.east, turn: 9, block: [112, 62],
    outline: [[340, 200], [330, 720], [1180, 770], [1330, 300], [1300, 20], [820, 20]],
    streets: ['Rijmerstraat', 'Sonnetlaan', 'Balladestraat', 'Odeweg', 'Versstraat', 'Kwatrijnhof'],
  },
  {
    key: 'spoor', name: QUARTERS.rail, turn: 3, block: [118, 60],
    outline: [[-900, 1000], [-420, 930], [560, 930], [900, 980], [560, 1220], [-560, 1220]],
    streets: ['Perronstraat', 'Seinwachterslaan', 'Locomotiefstraat', 'Wisselstraat'],
  },
  {
    key: 'zuid', name: QUARTERS.south, turn: 17, block: [130, 70],
    outline: [[-1180, -560], [-640, -240], [80, -110], [520, -190], [480, -960], [-200, -1040], [-820, -820]],
    streets: ['Zuidkade', 'Veermanstraat', 'Vlonderpad', 'Oeverlaan', 'Rietdekkersstraat', 'Bakenstraat', 'Sluiswachterslaan'],
  },
  {
    key: 'nieuw', name: QUARTERS.new, turn: 28, block: [116, 64],
    outline: [[-2250, 60], [-2200, 740], [-1620, 840], [-1540, 300], [-1640, -150], [-1960, -280]],
    streets: ['Morgenlaan', 'Dageraadstraat', 'Straksweg', 'Overmorgenpad', 'Toekomststraat'],
    phases: ['2024-04-01', '2025-05-01', '2026-04-01'],
  },
];

/** A village along one road: its road from end to end, and its side streets. */
export interface Village {
  readonly key: string;
  readonly name: string;
  readonly road: Line;
  readonly middle: Spot;
  readonly streets: readonly [string, ...string[]];
}

export const FABELVEEN: Village = {
  key: 'veen', name: 'Fabelveen', middle: [-3500, 520],
  road: smooth([[-4350, 760], [-3900, 600], [-3500, 520], [-3150, 600], [-2800, 820]]),
  streets: ['Veenweg', 'Turfschipperslaan', 'Kerkpad', 'Wieklaan', 'Moerasstraat'],
};
export const DROOMDIJK: Village = {
  key: 'dijk', name: 'Droomdijk', middle: [3600, -1750],
  road: smooth([[2900, -1500], [3250, -1650], [3600, -1750], [4000, -1700], [4450, -1560]]),
  streets: ['Droomdijk', 'Slaapdijk', 'Sluimerstraat', 'Dommelpad', 'Nachtegaallaan'],
};

/** Open space inside the quarters, where larger buildings, parks and companies lie. */
export const OPEN_SPACES: readonly Ring[] = [
  circle([-900, 250], 95), circle([-640, 470], 70), circle([760, 480], 110), circle([1090, 250], 70), circle([80, 1070], 75),
  circle([-520, 1090], 55), circle([-480, -520], 120), circle([120, -560], 90), circle([-820, -600], 60), circle([-1900, 360], 85),
  circle([-2000, -20], 55), circle([-250, -260], 60), circle([-915, -705], 58), circle([430, -430], 50),
];

export function ellipse([east, north]: Spot, [width, height]: Spot, corners: number, turn = 0): Ring {
  const ring = Array.from({ length: corners }, (_, corner): Spot => {
    const angle = (2 * Math.PI * corner) / corners;
    return [width * Math.cos(angle), height * Math.sin(angle)];
  });
  return moveShape(ring, [east, north], turn);
}
