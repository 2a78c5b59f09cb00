/**
 * Bytes: reading JSON where it lies, without making values of it (AssemblyScript).
 *
 * A reader takes the address where a value begins and gives the address just after it, or NO: then nothing is proven
 * and the value must be looked at with care. NO is always allowed, a wrong address never: what a reader lets through
 * is strict JSON (strict.ts), if the bytes are UTF-8, which is for the caller to know. Escapes and exponents are not
 * looked into: they are rare, and a NO is cheap. After the input stand zeros, at which every reader stops.
 */

/** No address of the input. */
export const NO: usize = 0;

export const QUOTE: u8 = 0x22;
export const COMMA: u8 = 0x2c;
export const COLON: u8 = 0x3a;
export const OPEN_ARRAY: u8 = 0x5b;
export const CLOSE_ARRAY: u8 = 0x5d;
export const OPEN_OBJECT: u8 = 0x7b;
export const CLOSE_OBJECT: u8 = 0x7d;
export const BACKSLASH: u8 = 0x5c;
const MINUS: u8 = 0x2d;
const DOT: u8 = 0x2e;

/** Skips white space. */
@inline
export function space(at: usize): usize {
  return load<u8>(at) > 0x20 ? at : spaces(at);
}

function spaces(at: usize): usize {
  let byte = load<u8>(at);
  while (byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09) byte = load<u8>(++at);
  return at;
}

/** The address of the closing quote of the text whose opening quote stands before `at`. */
export function textEnd(at: usize): usize {
  const stop = stopIn(at);
  return load<u8>(stop) == QUOTE ? stop : NO;
}

/** The first quote, backslash or control character from `at` on, sixteen bytes at a time. */
@inline
export function stopIn(at: usize): usize {
  while (true) {
    const bytes = v128.load(at);
    const stops = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    const found = i8x16.bitmask(stops);
    if (found != 0) return at + ctz(found);
    at += 16;
  }
}

/** Whether `length` bytes are equal; both may be read up to seven bytes beyond. */
export function equal(one: usize, other: usize, length: usize): bool {
  for (; length >= 8; length -= 8) {
    if (load<u64>(one) != load<u64>(other)) return false;
    one += 8;
    other += 8;
  }
  return length == 0 || ((load<u64>(one) ^ load<u64>(other)) << (64 - 8 * <u64>length)) == 0;
}

/** Where the value begins whose name ends at `at`. */
@inline
export function colonEnd(at: usize): usize {
  if (load<u8>(at) != COLON) {
    at = space(at);
    if (load<u8>(at) != COLON) return NO;
  }
  return space(at + 1);
}

/** The number that `numberEnd` read last. */
export let readNumber: f64 = 0;

/** Digits that a double holds exactly, so that a whole number of so many over a power of ten is rounded but once. */
const DIGITS_MAX: usize = 15;
const POWERS = memory.data<f64>([1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]);

/** The end of a number without exponent of at most 15 digits; its value is the nearest double, in `readNumber`. */
export function numberEnd(at: usize): usize {
  const isNegative = load<u8>(at) == MINUS;
  if (isNegative) at++;
  const first = at;
  let digit = <u32>load<u8>(at) - 0x30;
  if (digit > 9) return NO;
  const leadingZero = digit == 0;
  let whole: u64 = 0;
  do {
    whole = whole * 10 + digit;
    digit = <u32>load<u8>(++at) - 0x30;
  } while (digit <= 9);
  let digits = at - first;
  if (leadingZero && digits > 1) return NO;
  let decimals: usize = 0;
  if (load<u8>(at) == DOT) {
    const point = at;
    digit = <u32>load<u8>(++at) - 0x30;
    while (digit <= 9) {
      whole = whole * 10 + digit;
      digit = <u32>load<u8>(++at) - 0x30;
    }
    decimals = at - point - 1;
    if (decimals == 0) return NO;
    digits += decimals;
  }
  if (digits > DIGITS_MAX || (load<u8>(at) | 0x20) == 0x65) return NO;
  const number = <f64>whole / load<f64>(POWERS + (decimals << 3));
  readNumber = isNegative ? -number : number;
  return at;
}
