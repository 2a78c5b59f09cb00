/**
 * cel: the size of the square cells of counts, in metres of RD (server/handlers/counts.ts).
 *
 * Sizes are fixed, so that many clients send equal requests, which share one response. Small cells need a small `bbox`: a response has a
 * bounded number of cells.
 */
import type { QueryBox } from '../../publisher/read/series-query.ts';
import type { CellGrid } from '../../publisher/read/types.ts';
import { CRSS } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { wrongValue, type ParameterFault } from './query.ts';

export const CELL_SIZES = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000] as const;
export const CELL_SIZE_DEFAULT = 10_000;

/** The grid of counts, without the size of its cells. */
export const RD_GRID: Omit<CellGrid, 'size'> = { crs: '28992', origin: [0, 0] };

/** Returns the size of the cells; the default without the parameter, and after a fault. */
export function readCel(text: string | undefined, faults: ParameterFault[]): number {
  if (text === undefined) return CELL_SIZE_DEFAULT;
  const size = CELL_SIZES.find((one) => String(one) === text);
  if (size !== undefined) return size;
  faults.push(wrongValue('cel', text, {
    expected: { nl: 'een grootte in meters uit deze lijst', en: 'a size in metres from this list' },
    allowed: CELL_SIZES.map(String), correct: String(nearestTo(Number(text))),
  }));
  return CELL_SIZE_DEFAULT;
}

function nearestTo(wanted: number): number {
  const [nearest = CELL_SIZE_DEFAULT] = CELL_SIZES.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted));
  return Number.isNaN(wanted) ? CELL_SIZE_DEFAULT : nearest;
}

/** Returns the sizes of cells of which a box has no more than a response may have. */
function fittingSizes(box: QueryBox | null): readonly number[] {
  const [width, height] = spanOf(box);
  return CELL_SIZES.filter((one) => Math.ceil(width / one) * Math.ceil(height / one) <= LIMITS.cellsMax);
}

/** Returns the fault of cells that are too small for their box; undefined when they fit. */
export function tooManyCells(size: number, box: QueryBox | null): ParameterFault | undefined {
  const fitting = fittingSizes(box);
  if (fitting.some((one) => one === size)) return undefined;
  return wrongValue('cel', String(size), {
    expected: {
      nl: `hoogstens ${LIMITS.cellsMax} cellen in het gevraagde gebied: kies grotere cellen, of een kleinere bbox`,
      en: `at most ${LIMITS.cellsMax} cells in the requested area: choose larger cells, or a smaller bbox`,
    },
    allowed: fitting.map(String), correct: String(fitting[0] ?? CELL_SIZE_DEFAULT),
  });
}

/** Metres in a degree of latitude, and in one of longitude in the south of the country. */
const DEGREE_METRES = { lat: 111_300, lon: 71_000 } as const;

/** Returns an upper bound of the width and of the height, in metres on the ground, of the part of a box inside the register's extent. */
function spanOf(box: QueryBox | null): readonly [number, number] {
  const { axes, extent } = CRSS[box?.crs ?? '28992'];
  const [min0, min1, max0, max1] = box?.box ?? extent;
  // A box across the antimeridian covers all longitudes of the extent.
  const spans = [
    min0 > max0 ? extent[2] - extent[0] : Math.min(max0, extent[2]) - Math.max(min0, extent[0]),
    Math.min(max1, extent[3]) - Math.max(min1, extent[1]),
  ];
  const [width = 0, height = 0] = spans.map((span, at) => {
    const axis = axes[at as 0 | 1];
    return Math.max(0, span) * (axis === 'lat' || axis === 'lon' ? DEGREE_METRES[axis] : 1);
  });
  return [width, height];
}

/** Sizes of cells that may cover the whole country. */
export const WHOLE_CELL_SIZES = fittingSizes(null);
