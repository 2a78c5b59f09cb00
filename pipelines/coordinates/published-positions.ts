/**
 * Published positions: the positions of a geometry in every published CRS, and the defects that rounding to the published decimals makes.
 *
 * Nearly all geometries are proved valid cheaply (publisher/validity/proof.ts). Others are rounded, and repaired by the smallest move when
 * they become invalid (publisher/validity/repair.ts). Checks and publication share this file, so that a check knows what will be
 * published. A geometry that is too large for JSTS is published as rounded; its check uses DuckDB (pipelines/prepare/geometry/published.ts).
 * Invariants:
 *  - The result is a function of the geometry, its CRS and the grids.
 *  - Positions that a repair did not move stay unrounded: their printed bytes are those without a repair.
 *  - The two CRSs in degrees have the same positions, with their axes exchanged.
 * Not here: rounding itself (publisher/format/decimal.ts), what a delivery may contain (pipelines/prepare/geometry).
 * Rules: IR-crs-1, IR-crs-4
 */
import type { ProjectedCoordinates } from '../../publisher/format/orientation.ts';
import { roundHalfUp } from '../../publisher/format/decimal.ts';
import { CRSS, perCrs, type CrsCode, type PerCrs, type PlaneCrs, type PublishedCrs } from '../../schemas/crs.ts';
import type { FlatGeometry } from '../../schemas/geometry.ts';
import type { Vertices } from '../../schemas/check/flatten.ts';
import type { GeometryDefect } from '../../publisher/validity/explain.ts';
import { repaired, roundedDefect } from '../../publisher/validity/repair.ts';
import { isSurelyValid, isSurelyValidPublished } from '../../publisher/validity/proof.ts';
import type { RoundedGeometry } from '../../publisher/validity/repair.ts';
import { flat } from '../../publisher/validity/vertices.ts';
import type { Grids } from './grids.ts';
import { fromEtrf2000, toEtrf2000 } from './transform.ts';

/** A defect that rounding causes in one CRS. */
export interface RoundingDefect<Crs = PublishedCrs> {
  readonly crs: Crs;
  /** The defect in the rounded positions, in the axis order of the CRS. */
  readonly defect: GeometryDefect;
  /** Whether a repair made the published positions valid. */
  readonly isRepaired: boolean;
}

export interface PublishedPositions {
  /** The two-dimensional structure of the geometry. */
  readonly shape: FlatGeometry;
  /** 2 numbers a vertex, unrounded except where a repair moved a position; in 9000 only with an epoch. */
  readonly coordinates: ProjectedCoordinates;
  /** At most one for each CRS; CRS84 stands for both CRSs in degrees. */
  readonly breaches: readonly RoundingDefect[];
}

/** The grids, and the epoch of editions in ITRF2014 (format/manifest.ts). */
export interface ProjectionContext {
  readonly grids: Grids;
  readonly epoch?: number | undefined;
}

/** As `publishedPositions`, with the positions in ITRF2014 when there is an epoch. */
export function positionsAtEpoch(vertices: Vertices, crs: CrsCode, { grids, epoch }: ProjectionContext): PublishedPositions {
  const positions = publishedPositions(vertices, crs, grids);
  if (epoch === undefined) return positions;
  const { shape, coordinates } = positions;
  const itrf2014 = fromEtrf2000(coordinates['4258'], '9000', { grids, epoch });
  const isSafe = isSurelyValidPublished(flat(vertices), CRSS[CRSS[crs].horizontal]);
  return { ...positions, coordinates: { ...coordinates, 9000: isSafe ? itrf2014 : repairRounding(shape, itrf2014, '9000').numbers } };
}

/** The published positions of a valid geometry in the CRS of its delivery. Throws a Fault for positions without a result. */
export function publishedPositions(vertices: Vertices, crs: CrsCode, grids: Grids): PublishedPositions {
  const delivered = flat(vertices);
  const source = CRSS[CRSS[crs].horizontal];
  const coordinates = transformed(delivered.numbers, source.code, grids);
  const { shape } = delivered;
  if (isSurelyValidPublished(delivered, source)) return { shape, coordinates, breaches: [] };
  const repairedNumbers = ROUNDED_CRSS.map((target) => repairRounding(shape, coordinates[target], target));
  const breaches = repairedNumbers.flatMap(({ breach }) => breach ?? []);
  if (breaches.length === 0) return { shape, coordinates, breaches };
  const [rd, degrees, mercator] = repairedNumbers.map(({ numbers }) => numbers) as [Float64Array, Float64Array, Float64Array];
  const inDegrees = degrees === coordinates.CRS84 ? coordinates['4258'] : swapped(degrees);
  return { shape, coordinates: { CRS84: degrees, 28992: rd, 4258: inDegrees, 3857: mercator }, breaches };
}

/** The published CRSs that have rounded positions of their own: CRS84 stands for both in degrees. */
export const ROUNDED_CRSS = ['28992', 'CRS84', '3857'] as const satisfies readonly PublishedCrs[];

/** The positions in every published CRS: the delivered numbers where the CRS shares them, else transformed once through ETRF2000. */
function transformed(delivered: Float64Array, from: CrsCode, grids: Grids): PerCrs<Float64Array> {
  const source = CRSS[from];
  const etrf2000 = toEtrf2000(delivered, from, { grids });
  return perCrs((target) => {
    const { sameBytesAs, derivation } = CRSS[target];
    if (sameBytesAs === source.sameBytesAs) return delivered;
    return derivation === 'identity' ? etrf2000 : fromEtrf2000(etrf2000, target, { grids });
  });
}

interface RepairedNumbers<Crs> {
  readonly numbers: Float64Array;
  readonly breach?: RoundingDefect<Crs>;
}

function repairRounding<Crs extends PlaneCrs>(shape: FlatGeometry, numbers: Float64Array, crs: Crs): RepairedNumbers<Crs> {
  const rounded = roundedIn(shape, numbers, crs);
  if (isSurelyValid({ shape, numbers: asNumbers(rounded), mixed: false })) return { numbers };
  const defect = roundedDefect(rounded);
  if (defect === undefined || defect === 'undecided') return { numbers };
  const units = repaired(rounded, defect);
  if (units === undefined) return { numbers, breach: { crs, defect, isRepaired: false } };
  const moved = numbers.map((number, at) => (units[at] === rounded.units[at] ? number : units[at]! / rounded.perOne));
  return { numbers: moved, breach: { crs, defect, isRepaired: true } };
}

/** The positions as published in a CRS: each number is the double nearest to its decimal. */
export function publishedNumbers(numbers: Float64Array, crs: PlaneCrs): Float64Array {
  const { decimals } = CRSS[crs];
  return numbers.map((number) => roundHalfUp(number, decimals) / 10 ** decimals);
}

function roundedIn(shape: FlatGeometry, numbers: Float64Array, crs: PlaneCrs): RoundedGeometry {
  const { decimals } = CRSS[crs];
  return { shape, units: numbers.map((number) => roundHalfUp(number, decimals)), perOne: 10 ** decimals };
}

function asNumbers({ units, perOne }: RoundedGeometry): Float64Array {
  return units.map((unit) => unit / perOne);
}

function swapped(numbers: Float64Array): Float64Array {
  return numbers.map((_, at) => numbers[at ^ 1]!);
}
