/**
 * CRC-32 of joined bytes, computed from the CRC-32 of each part: a multiplication of polynomials modulo that of the CRC, as in zlib's
 * crc32_combine. Bit 31 is the coefficient of x^0.
 */
const POLYNOMIAL = 0xedb88320;
/** The polynomials 1 and x. */
const ONE = 0x80000000;
const X = 0x40000000;

/** x^(2^n) for n from 0. */
const POWERS = powersOf(X);

/**
 * Returns the factor that appending `bytes` bytes applies to the CRC-32 before them: x^(8 × bytes). Pieces store this factor for
 * `combined`.
 */
export function shiftOf(bytes: number): number {
  let shift = ONE;
  for (let rest = bytes * 8, n = 0; rest > 0; rest = Math.floor(rest / 2), n += 1) {
    if (rest % 2 === 1) shift = product(POWERS[n % POWERS.length]!, shift);
  }
  return shift;
}

/** Returns the CRC-32 of two joined parts. `shift`: shiftOf the length of the second part. */
export function combined(before: number, after: number, shift: number): number {
  return (product(shift, before) ^ after) >>> 0;
}

function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = ONE, factor = b; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
  return sum >>> 0;
}

/** Returns x^(2^n) for n from 0. The powers repeat after 32: x^(2^32) is x. */
function powersOf(base: number): Uint32Array {
  const powers = new Uint32Array(32);
  for (let n = 0, power = base; n < powers.length; n += 1, power = product(power, power)) powers[n] = power;
  return powers;
}
