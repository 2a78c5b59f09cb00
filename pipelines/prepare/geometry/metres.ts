/** Metres: approximate distances between positions, for people. Not here: exact coordinates (pipelines/coordinates). */
import type { Crs } from '../../../schemas/crs.ts';

/** Metres in a unit of each axis, in the middle of the Netherlands. */
const PER_UNIT = { lon: 68_500, lat: 111_250, x: 1, y: 1, h: 1, H: 1 } as const;
/** Metres in a unit of Web Mercator, in the middle of the Netherlands. */
const MERCATOR = 0.615;

/** Metres in a unit of the first and of the second axis of a CRS. */
export function metresPerUnit({ axes, derivation }: Crs): readonly [first: number, second: number] {
  const by = derivation === 'web-mercator' ? MERCATOR : 1;
  return [PER_UNIT[axes[0]!] * by, PER_UNIT[axes[1]!] * by];
}

/** Metres between two positions in a CRS, to some percents, without heights. */
export function metresBetween(one: readonly number[], other: readonly number[], crs: Crs): number {
  const [first, second] = metresPerUnit(crs);
  return Math.hypot((one[0]! - other[0]!) * first, (one[1]! - other[1]!) * second);
}

/** A length as a report shows it: `10 km`, `35 m`, `1 mm`. */
export function shownMetres(metres: number): string {
  if (metres >= 2_000) return `${Math.round(metres / 1_000)} km`;
  if (metres >= 1) return `${Math.round(metres)} m`;
  const millimetres = Math.round(metres * 1_000);
  return millimetres >= 1 ? `${millimetres} mm` : '< 1 mm';
}
