/**
 * Transform: positions from one CRS to another, always by way of ETRF2000 latitude and longitude.
 *
 * Positions lie one after another in the axis order of their CRS, with as many numbers each as the CRS has axes. The input is not changed.
 * RD is the expensive step: go to ETRF2000 once, and from there to many CRSs.
 * Invariants:
 *  - Between CRSs that share their numbers (9067 and 4258, 7931 and 4937) nothing is computed; CRS84 is those swapped.
 *  - Heights are transformed between 3D CRSs only. 3D to 2D drops the height; 2D to 3D is refused, because the height is unknown.
 *  - A missing result is a Fault, never a number: a height outside the geoid grid, ITRF2014 without an epoch, a position where a
 *    projection is undefined.
 * Not here: what a delivery may contain (pipelines/prepare), walking documents (reproject.ts).
 * Rules: IR-crs-4
 */
import { CRSS, type CrsCode } from '../../schemas/crs.ts';
import { Fault, unreachable } from '../../schemas/fault.ts';
import { withoutHeights } from '../../publisher/validity/vertices.ts';
import type { Grids } from './grids.ts';
import { etrf2000ToItrf2014, itrf2014ToEtrf2000 } from './itrf.ts';
import { etrf2000ToRd, rdToEtrf2000 } from './rdnaptrans.ts';
import { fromWebMercator, toWebMercator } from './web-mercator.ts';

export interface TransformContext {
  readonly grids: Grids;
  /** Epoch of ITRF2014 coordinates as a decimal year (2025.0). Required for 9000 and 7912, and never guessed. */
  readonly epoch?: number;
}

/** The positions in another CRS, unrounded, as a new array. Throws a Fault without a result. */
export function transform(
  coordinates: Float64Array,
  { from, to }: { readonly from: CrsCode; readonly to: CrsCode },
  context: TransformContext,
): Float64Array {
  const [source, target] = [CRSS[from], CRSS[to]];
  if (source.dimension < target.dimension) {
    throw refusal(`${from} has no heights, so it cannot become ${to}`, `Ask for ${target.horizontal}.`);
  }
  if (source.dimension > target.dimension) {
    return transform(withoutHeights(coordinates), { from: source.horizontal, to }, context);
  }
  if (source.sameBytesAs === target.sameBytesAs) return coordinates.slice();
  return fromEtrf2000(toEtrf2000(coordinates, from, context), to, context);
}

/** ETRF2000 latitude, longitude (degrees)[, ellipsoidal height (m)] of positions in `from`, as a new array. */
export function toEtrf2000(coordinates: Float64Array, from: CrsCode, context: TransformContext): Float64Array {
  const { dimension, derivation } = CRSS[from];
  const positions = coordinates.slice();
  switch (derivation) {
    case 'identity': break;
    case 'swap': swap(positions, dimension); break;
    case 'rd': rdToEtrf2000(positions, dimension, context.grids); break;
    case 'web-mercator': fromWebMercator(positions); break;
    case 'itrf2014': itrf2014ToEtrf2000(positions, dimension, epochOf(context)); break;
    default: unreachable(derivation);
  }
  return finite(positions, { coordinates, crs: from });
}

/** Positions in `to`, as a new array, of ETRF2000 latitude, longitude (degrees)[, ellipsoidal height (m) when `to` is 3D]. */
export function fromEtrf2000(coordinates: Float64Array, to: CrsCode, context: TransformContext): Float64Array {
  const { dimension, derivation } = CRSS[to];
  const positions = coordinates.slice();
  switch (derivation) {
    case 'identity': break;
    case 'swap': swap(positions, dimension); break;
    case 'rd': etrf2000ToRd(positions, dimension, context.grids); break;
    case 'web-mercator': toWebMercator(positions); break;
    case 'itrf2014': etrf2000ToItrf2014(positions, dimension, epochOf(context)); break;
    default: unreachable(derivation);
  }
  return finite(positions, { coordinates, crs: to });
}

function swap(positions: Float64Array, stride: 2 | 3): void {
  for (let at = 0; at + stride <= positions.length; at += stride) {
    const first = positions[at]!;
    positions[at] = positions[at + 1]!;
    positions[at + 1] = first;
  }
}

function epochOf({ epoch }: TransformContext): number {
  if (epoch !== undefined && Number.isFinite(epoch)) return epoch;
  throw refusal('ITRF2014 needs an epoch', 'Configure the epoch as a decimal year, for example 2025.0.');
}

function finite(
  result: Float64Array, { coordinates, crs }: { readonly coordinates: Float64Array; readonly crs: CrsCode },
): Float64Array {
  const { dimension } = CRSS[crs];
  if (coordinates.length % dimension !== 0) {
    throw refusal(`${crs} has ${dimension} numbers a position`, `${coordinates.length} numbers were given.`);
  }
  // A loop: `findIndex` takes as long as a projection.
  let at = 0;
  while (at < result.length && Number.isFinite(result[at])) at += 1;
  if (at === result.length) return result;
  const position = coordinates.subarray(at - (at % dimension), at - (at % dimension) + dimension).join(', ');
  const reason = at % dimension === 2 ? 'lies outside the geoid grid (50-56 N, 2-8 E)' : 'has no answer';
  throw refusal(`position ${position} ${reason} for ${crs}`, 'Positions belong inside the area of their CRS.');
}

function refusal(message: string, hint: string): Fault {
  return new Fault(message, { step: 'Coordinates:Transform', hint });
}
