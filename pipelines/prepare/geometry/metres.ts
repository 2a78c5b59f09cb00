/** Metres: about how far apart positions are, for people. Not here: computing with coordinates (pipelines/coordinates). */
import type { Crs } from '../../../schemas/crs.ts';

/** Metres in a degree, in the middle of the country. */
const PER_UNIT = { lon: 68_500, lat: 111_250, x: 1, y: 1, h: 1, H: 1 } as const;
/** Of a metre of Web Mercator, there. */
const MERCATOR = 0.615;

/** Metres between two positions in a CRS, some percents out; heights are left out. */
export function metresBetween(one: readonly number[], other: readonly number[], { axes, derivation }: Pick<Crs, 'axes' | 'derivation'>): number {
  const along = (axis: 0 | 1): number => (one[axis]! - other[axis]!) * PER_UNIT[axes[axis]!];
  return Math.hypot(along(0), along(1)) * (derivation === 'web-mercator' ? MERCATOR : 1);
}

/** A length as people say it: `10 km`, `35 m`, `1 mm`. */
export function shownMetres(metres: number): string {
  if (metres >= 2_000) return `${Math.round(metres / 1_000)} km`;
  if (metres >= 1) return `${Math.round(metres)} m`;
  const millimetres = Math.round(metres * 1_000);
  return millimetres >= 1 ? `${millimetres} mm` : '< 1 mm';
}
