/**
 * Heights: checks that each delivered height can be published, above NAP and above the ellipsoid. Only the first height that cannot is
 * reported, with their number.
 */
import { geoidHeight, gridsOfThread } from '../../coordinates/grids.ts';
import { heightsOf, isInHeightRange } from '../../coordinates/projected-heights.ts';
import { toEtrf2000 } from '../../coordinates/transform.ts';
import { CRSS, HEIGHT_RANGE, type Crs } from '../../../schemas/crs.ts';
import type { Issue } from '../../../schemas/finding.ts';
import { bilingual } from '../../../schemas/shown-values.ts';
import { flat } from '../../../publisher/validity/vertices.ts';
import { issueOn, locationOf, type RootGeometry } from './issues.ts';

/** The issue of heights that cannot be published; undefined when all can be, or when the geometry has none. Its positions lie in the area. */
export function wrongHeights(geometry: RootGeometry, crs: Crs): Issue | undefined {
  const { vertices } = geometry;
  if (vertices.shape.dimension === 2) return undefined;
  const heights = heightsOf(vertices);
  const outOfRange = heights.reduce((count, height) => count + Number(!isInHeightRange(height)), 0);
  if (outOfRange > 0) {
    const first = heights.findIndex((height) => !isInHeightRange(height));
    return issueOn(geometry, 'geometrie.hoogte-bereik', () => ({
      ...locationOf(geometry, crs, first), ...countOf(outOfRange, heights[first]!),
      expected: `${HEIGHT_RANGE.min} … ${HEIGHT_RANGE.max} m`,
    }));
  }
  const first = firstOutsideGeoid(geometry, crs);
  if (first < 0) return undefined;
  return issueOn(geometry, 'geometrie.hoogte-bereik', () => ({ ...locationOf(geometry, crs, first), ...OUTSIDE_GEOID }));
}

function countOf(count: number, first: number): { readonly found: string } {
  return { found: count === 1 ? String(first) : bilingual({ nl: `${first} (${count} punten)`, en: `${first} (${count} positions)` }) };
}

/** Returns the first position at which NAP and ellipsoidal heights have no known difference; -1 without one. */
function firstOutsideGeoid({ vertices }: RootGeometry, crs: Crs): number {
  const etrs89 = toEtrf2000(flat(vertices).numbers, CRSS[crs.horizontal].code, { grids: gridsOfThread() });
  for (let at = 0; at < etrs89.length; at += 2) {
    if (!Number.isFinite(geoidHeight(gridsOfThread(), etrs89[at]!, etrs89[at + 1]!))) return at / 2;
  }
  return -1;
}

const OUTSIDE_GEOID = {
  message: {
    nl: 'Hier is een hoogte niet om te rekenen: dit punt ligt buiten het raster van de geoïde (50-56° N, 2-8° O).',
    en: 'A height cannot be converted here: this position is outside the geoid grid (50-56° N, 2-8° E).',
  },
  mend: { nl: 'Lever deze geometrie zonder hoogten.', en: 'Deliver this geometry without heights.' },
} as const;
