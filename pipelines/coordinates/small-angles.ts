/**
 * Small angles: elementary functions that are quick for small arguments.
 *
 * Each equals the function of `Math` with the same name, to the last bit or two, for every argument. Below `NEAR` a short series is used,
 * several times as fast. The formulas in this folder therefore use angles relative to Amersfoort, which are small in all of the
 * Netherlands.
 * Not here: the formulas.
 */
const NEAR = 0.1;
/** Squared arguments below this need two terms only. */
const TINY = 4e-6;

export function sin(x: number): number {
  if (!(Math.abs(x) < NEAR)) return Math.sin(x);
  const z = x * x;
  return x + x * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5_040 + z * (1 / 362_880))));
}

export function cos(x: number): number {
  if (!(Math.abs(x) < NEAR)) return Math.cos(x);
  const z = x * x;
  return 1 - z * (1 / 2 - z * (1 / 24 - z * (1 / 720 - z * (1 / 40_320))));
}

export function tanh(x: number): number {
  if (!(Math.abs(x) < NEAR)) return Math.tanh(x);
  const z = x * x;
  const z2 = z * z;
  const high = -17 / 315 + z * (62 / 2_835) + z2 * (-1_382 / 155_925 + z * (21_844 / 6_081_075));
  return x + x * z * (-1 / 3 + z * (2 / 15) + z2 * high);
}

export function atanh(x: number): number {
  return Math.abs(x) < NEAR ? x + x * tail(x * x) : Math.atanh(x);
}

export function atan2(y: number, x: number): number {
  const slope = y / x;
  return Math.abs(slope) < NEAR && x > 0 ? slope + slope * tail(-slope * slope) : Math.atan2(y, x);
}

/** z/3 + z^2/5 + z^3/7 + ..., with z = x^2: the value of atanh(x)/x - 1, and with -z that of atan(x)/x - 1. */
function tail(z: number): number {
  const low = z * (1 / 3 + z * (1 / 5));
  // Datum differences are this small: two terms are exact.
  if (Math.abs(z) < TINY) return low;
  const z2 = z * z;
  const high = 1 / 7 + z * (1 / 9) + z2 * (1 / 11 + z * (1 / 13) + z2 * (1 / 15));
  return low + z * z2 * high;
}
