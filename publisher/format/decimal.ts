/**
 * Decimals: the numbers of published coordinates as bytes, both directions.
 *
 * Published numbers have at most 3 (metres) or 8 (degrees) decimals. They are printed as the shortest text (`5.1`, never `5.100`), without
 * exponent or negative zero. In memory they are exact integers: *scaled* by 10^decimals while writing, and in *units* of 1e-8 while
 * reading, so that numbers of all CRSs compare exactly as doubles.
 * Invariant: |coordinate| <= COORDINATE_ABS_MAX, so every count of units is below 2^53.
 * Not here: geometry (geometry-text.ts), boxes (publisher/read/rows/exact.ts).
 */
import { Fault } from '../../schemas/fault.ts';

export type Decimals = 3 | 8;

export const UNIT_DECIMALS = 8;
export const UNITS_PER_ONE = 10 ** UNIT_DECIMALS;
/**
 * Largest magnitude that can be published, in units of the CRS; the widest range, that of 3857, ends at 20,037,508.343.
 */
export const COORDINATE_ABS_MAX = 90_000_000;

const ZERO = 48;
const MINUS = 45;
const POINT = 46;

/** Returns a finite number as the decimal of its shortest text: mantissa / 10^decimals, decimals >= 0. */
export function shortestDecimal(value: number): { mantissa: bigint; decimals: number } {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  const mantissa = BigInt(whole + fraction);
  const decimals = fraction.length - Number(exponent);
  if (decimals >= 0) return { mantissa, decimals };
  return { mantissa: mantissa * 10n ** BigInt(-decimals), decimals: 0 };
}

/** Returns the quotient rounded down, also below zero. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/**
 * Returns `value` · 10^decimals as an integer, rounded half up (towards plus infinity). Rounding works on the shortest decimal text:
 * 0.0015 gives 2, 1.0005 gives 1001, -0.0015 gives -1. Throws on numbers that cannot be published. Source: CRS guide, Basisgeometrie.
 */
export function roundHalfUp(value: number, decimals: Decimals): number {
  if (!(Math.abs(value) <= COORDINATE_ABS_MAX)) throw unpublishable(value);
  const scaled = value * (decimals === 3 ? 1e3 : 1e8);
  const floor = Math.floor(scaled);
  const fraction = scaled - floor;
  // The product lies within 2^-52 of the decimal, relatively. Only a product this close to a half can be rounded wrongly.
  if (Math.abs(fraction - 0.5) <= Math.abs(scaled) * 2 ** -51) return roundHalfUpExactly(value, decimals);
  return fraction < 0.5 ? floor : floor + 1;
}

function roundHalfUpExactly(value: number, decimals: Decimals): number {
  const exact = shortestDecimal(value);
  const one = 10n ** BigInt(exact.decimals);
  return Number(floorDivide(2n * exact.mantissa * 10n ** BigInt(decimals) + one, 2n * one));
}

function unpublishable(value: number): Fault {
  return new Fault('a coordinate cannot be published', {
    step: 'Geometry:Print', expected: `a number within ±${COORDINATE_ABS_MAX}`, actual: String(value),
    hint: 'Geometry outside the range of its CRS should have been refused before.',
  });
}

/** Writes numbers and single bytes into a buffer in sequence. The buffer must be large enough. */
export class DecimalWriter {
  /** Offset of the next byte. */
  at = 0;
  readonly decimals: Decimals;
  readonly #target: Uint8Array;
  readonly #power: number;

  constructor(target: Uint8Array, decimals: Decimals) {
    this.#target = target;
    this.decimals = decimals;
    this.#power = decimals === 3 ? 1e3 : 1e8;
  }

  byte(value: number): void {
    this.#target[this.at] = value;
    this.at += 1;
  }

  /** Writes the shortest text of scaled / 10^decimals, at most 18 bytes. `scaled` comes from roundHalfUp. */
  decimal(scaled: number): void {
    this.#write(scaled, this.decimals, this.#power);
  }

  /** Writes a height in millimetres as metres, whatever the decimals of the other axes. */
  height(scaled: number): void {
    this.#write(scaled, 3, 1e3);
  }

  #write(scaled: number, decimals: Decimals, power: number): void {
    const target = this.#target;
    const magnitude = Math.abs(scaled);
    const whole = Math.floor(magnitude / power);
    const fraction = magnitude - whole * power;
    let { at } = this;
    if (scaled < 0) target[at++] = MINUS;
    at = writeDigits(target, at, { value: whole, count: countDigits(whole) });
    if (fraction > 0) {
      target[at] = POINT;
      at = writeDigits(target, at + 1, { value: fraction, count: decimals });
      while (target[at - 1] === ZERO) at -= 1;
    }
    this.at = at;
  }
}

interface Digits {
  /** Below 10^8. */
  readonly value: number;
  readonly count: number;
}

/** Writes the last `count` digits, padded with zeros in front; returns the offset behind them. */
function writeDigits(target: Uint8Array, at: number, { value, count }: Digits): number {
  let rest = value | 0;
  let offset = at + count;
  for (; offset - at >= 2; offset -= 2) {
    const hundredth = (rest / 100) | 0;
    const pair = rest - hundredth * 100;
    target[offset - 2] = TENS[pair] ?? ZERO;
    target[offset - 1] = ONES[pair] ?? ZERO;
    rest = hundredth;
  }
  if (offset > at) target[at] = ZERO + rest;
  return at + count;
}

/** The two digits of 0 to 99. */
const TENS = Uint8Array.from({ length: 100 }, (_, pair) => ZERO + Math.floor(pair / 10));
const ONES = Uint8Array.from({ length: 100 }, (_, pair) => ZERO + (pair % 10));

function countDigits(whole: number): number {
  let count = 1;
  for (let limit = 10; whole >= limit; limit *= 10) count += 1;
  return count;
}

const UNITS_PER_DIGIT = [1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1];

/** Reads numbers written by `DecimalWriter` in sequence. */
export class DecimalReader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Returns the number after the byte `before` at `at`, exact, in units of 1e-8. Moves `at` to the byte behind the number. */
  after(before: number): number {
    const bytes = this.#bytes;
    if (bytes[this.at] !== before) throw new Error(`no byte ${before} at ${this.at} of a printed geometry`);
    this.at += 1;
    const negative = bytes[this.at] === MINUS;
    if (negative) this.at += 1;
    const whole = this.#digits();
    let units = whole * UNITS_PER_ONE;
    if (bytes[this.at] === POINT) {
      this.at += 1;
      const start = this.at;
      const fraction = this.#digits();
      units += fraction * (UNITS_PER_DIGIT[this.at - start] ?? Number.NaN);
    }
    return negative ? -units : units;
  }

  #digits(): number {
    const bytes = this.#bytes;
    let at = this.at;
    let value = 0;
    for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - ZERO) {
      value = (value * 10 + digit) | 0;
      at += 1;
    }
    if (at === this.at) throw new Error(`no digit at byte ${at} of a printed geometry`);
    this.at = at;
    return value;
  }
}
