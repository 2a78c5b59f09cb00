/**
 * Strict: whether a text is strict JSON (pipelines/prepare/strict.ts), in one pass that makes nothing (AssemblyScript).
 *
 * Says what the text is and which stains it has (stains.ts), in the order in which scan.ts finds them: BROKEN means that a syntax
 * error comes after these, DEEP a bracket too many. Whatever needs thought is DOUBTFUL, and says nothing: escapes in names, very
 * many names or stains, numbers near the largest double. The text is UTF-8, which is for the caller to know; a zero stands after it.
 */
import {
  CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, equal, NO, OPEN_ARRAY, OPEN_OBJECT, QUOTE, space, stopIn,
} from './bytes.ts';
import { DEPTH_MAX, enter, HALF, INTEGER, OVERFLOW, REPEATED, stain, stainAt, stainCount, startClean } from './stains.ts';

export { stainAt, stainCount };

const WHOLE: u32 = 0;
const BROKEN: u32 = 1;
const DEEP: u32 = 2;
const DOUBTFUL: u32 = 3;

/** Names of one object that are compared with each other, each with all before it. */
const NAMES_MAX: usize = 64;
/** Of the names of each object that is open, by its depth: the hash, the start. */
const NAME: usize = 16;
const NAMES = memory.data(32 * 64 * 16);
/** Readers look up to so many bytes beyond the text. */
const BEYOND: usize = 32;
const MINUS: u8 = 0x2d;
const DOT: u8 = 0x2e;
const HASH_FACTOR: u64 = 0x9e3779b97f4a7c15;

/** Digits of a whole number that a double holds exactly, whatever they are. */
const DIGITS_MAX: usize = 15;
/** The last of the whole numbers that a double holds exactly has a digit more. */
const EXACT_MAX: u64 = 9007199254740992;
/** The largest double begins at this power of ten. */
const POWER_MAX: i64 = 308;
/** Beyond any number of digits that a text can have. */
const POWER_HUGE: i64 = 1_000_000_000_000;

/** What the text is if the reading ends before its end. */
let failure: u32 = BROKEN;
/** Whether the string that was read last has escapes. */
let hasEscape: bool = false;
/** Whether that has half a character. */
let isHalf: bool = false;
/** Power of ten after the number that was read last. */
let exponent: i64 = 0;

/** Where a text of so many bytes is to be put. */
export function room(length: usize): usize {
  const pages = <i32>((__heap_base + length + BEYOND + 0xffff) >> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
  return __heap_base;
}

/** What the text in that room is. */
export function judge(length: usize): u32 {
  const end = __heap_base + length;
  store<u8>(end, 0);
  failure = BROKEN;
  startClean();
  const after = value(space(__heap_base), 1);
  return after != NO && space(after) == end ? WHOLE : failure;
}

function doubt(): usize {
  failure = DOUBTFUL;
  return NO;
}

/** Notes a stain. */
function noted(kind: u32, start: usize, end: usize): usize {
  return stain(kind, start, end) == NO ? doubt() : end;
}

function tooDeep(): usize {
  failure = DEEP;
  return NO;
}

function value(at: usize, depth: u32): usize {
  const byte = load<u8>(at);
  if (byte == QUOTE) return string(at + 1);
  if (byte == OPEN_ARRAY) return depth > DEPTH_MAX ? tooDeep() : array(at + 1, depth);
  if (byte == OPEN_OBJECT) return depth > DEPTH_MAX ? tooDeep() : object(at + 1, depth);
  return isDigit(byte) || byte == MINUS ? number(at) : literal(at);
}

function object(at: usize, depth: u32): usize {
  const names = NAMES + (<usize>depth - 1) * NAMES_MAX * NAME;
  at = space(at);
  if (load<u8>(at) == CLOSE_OBJECT) return at + 1;
  let count: usize = 0;
  while (true) {
    if (load<u8>(at) != QUOTE) return NO;
    const name = at + 1;
    at = string(name);
    if (at == NO) return NO;
    if (hasEscape) return doubt();
    enter(depth, name, at - 1);
    if (isRepeated(names, count, name, at)) {
      if (noted(REPEATED, name - 1, at) == NO) return NO;
    } else if (++count > NAMES_MAX) return doubt();
    at = space(at);
    if (load<u8>(at) != COLON) return NO;
    at = value(space(at + 1), depth + 1);
    if (at == NO) return NO;
    at = space(at);
    const next = load<u8>(at);
    if (next == CLOSE_OBJECT) return at + 1;
    if (next != COMMA) return NO;
    at = space(at + 1);
  }
}

function array(at: usize, depth: u32): usize {
  at = space(at);
  if (load<u8>(at) == CLOSE_ARRAY) return at + 1;
  let item: usize = 0;
  while (true) {
    enter(depth, 0, item++);
    at = value(at, depth + 1);
    if (at == NO) return NO;
    at = space(at);
    const next = load<u8>(at);
    if (next == CLOSE_ARRAY) return at + 1;
    if (next != COMMA) return NO;
    at = space(at + 1);
  }
}

/** Whether a name, which ends with its quote, is one of `count` others of its object; if not it is put behind these, if there is room. */
function isRepeated(names: usize, count: usize, name: usize, end: usize): bool {
  const hashed = hash(name, end);
  const last = names + count * NAME;
  for (let known = names; known < last; known += NAME) {
    if (load<u64>(known) == hashed && equal(load<u32>(known, 8), name, end - name)) return true;
  }
  if (count == NAMES_MAX) return false;
  store<u64>(last, hashed);
  store<u32>(last, <u32>name, 8);
  return false;
}

/** Equal for equal bytes. */
function hash(at: usize, end: usize): u64 {
  let hashed: u64 = end - at;
  for (; at + 8 <= end; at += 8) hashed = rotl((hashed ^ load<u64>(at)) * HASH_FACTOR, 29);
  const left = end - at;
  return left == 0 ? hashed : (hashed ^ (load<u64>(at) << (64 - (<u64>left << 3)))) * HASH_FACTOR;
}

/** The end of the string whose opening quote stands before `at`. */
function string(at: usize): usize {
  const start = at - 1;
  hasEscape = false;
  isHalf = false;
  while (true) {
    at = stopIn(at);
    const byte = load<u8>(at);
    if (byte == QUOTE) return isHalf ? noted(HALF, start, at + 1) : at + 1;
    if (byte < 0x20) return NO;
    hasEscape = true;
    at = escape(at + 1);
    if (at == NO) return NO;
  }
}

/** The end of the escape whose backslash stands before `at`; of both when two make a character. */
function escape(at: usize): usize {
  switch (load<u8>(at)) {
    case 0x22: case 0x5c: case 0x2f: // " \ /
    case 0x62: case 0x66: case 0x6e: case 0x72: case 0x74: // b f n r t
      return at + 1;
    case 0x75: // u
      if (!isUnit(at)) return NO;
      if (!isSurrogate(at)) return at + 5;
      if (!isLow(at) && load<u8>(at, 5) == 0x5c && isUnit(at + 6) && isSurrogate(at + 6) && isLow(at + 6)) return at + 11;
      isHalf = true;
      return at + 5;
    default:
      return NO;
  }
}

/** Whether a `u` with four hexadecimal digits stands here. */
function isUnit(at: usize): bool {
  return load<u8>(at) == 0x75
    && isHex(load<u8>(at, 1)) && isHex(load<u8>(at, 2)) && isHex(load<u8>(at, 3)) && isHex(load<u8>(at, 4));
}

/** Whether that unit is half a character: D800 to DFFF. */
function isSurrogate(at: usize): bool {
  return (load<u8>(at, 1) | 0x20) == 0x64 && load<u8>(at, 2) >= 0x38;
}

/** Whether that half is the second: DC00 to DFFF. */
function isLow(at: usize): bool {
  return (load<u8>(at, 2) | 0x20) >= 0x63;
}

/** The end of a number. */
function number(start: usize): usize {
  const first = load<u8>(start) == MINUS ? start + 1 : start;
  const point = digitsEnd(first);
  const digits = point - first;
  if (digits == 0 || (digits > 1 && load<u8>(first) == 0x30)) return NO;
  let end = point;
  if (load<u8>(point) == DOT) {
    end = digitsEnd(point + 1);
    if (end == point + 1) return NO;
  }
  if ((load<u8>(end) | 0x20) == 0x65) {
    const after = exponentEnd(end + 1);
    return after == NO || isOfNumber(load<u8>(after)) ? NO : inBounds(start, after, power(first, point, end) + exponent);
  }
  if (digits <= DIGITS_MAX) return end;
  if (isOfNumber(load<u8>(end))) return NO;
  if (digits > <usize>POWER_MAX) return inBounds(start, end, digits - 1);
  return end == point && isBeyond(first, digits) ? noted(INTEGER, start, end) : end;
}

/** The end of a number whose first digit stands for that power of ten, if a double can be so large. */
function inBounds(start: usize, end: usize, first: i64): usize {
  if (first > POWER_MAX) return noted(OVERFLOW, start, end);
  return first == POWER_MAX ? doubt() : end;
}

/** For which power of ten the first digit that is not zero stands. */
function power(first: usize, point: usize, end: usize): i64 {
  if (load<u8>(first) != 0x30) return point - first - 1;
  for (let at = point + 1; at < end; at++) if (load<u8>(at) != 0x30) return <i64>point - <i64>at;
  return -2 * POWER_HUGE;
}

/** The end of an exponent, its sign and all; what it is, is in `exponent`. */
function exponentEnd(at: usize): usize {
  const isNegative = load<u8>(at) == MINUS;
  if (isNegative || load<u8>(at) == 0x2b) at++;
  const end = digitsEnd(at);
  if (end == at) return NO;
  exponent = 0;
  for (; at < end; at++) exponent = min(exponent * 10 + load<u8>(at) - 0x30, POWER_HUGE);
  if (isNegative) exponent = -exponent;
  return end;
}

/** Whether a whole number of more than DIGITS_MAX digits is beyond what a double is certain to hold exactly. */
function isBeyond(at: usize, digits: usize): bool {
  if (digits > DIGITS_MAX + 1) return true;
  let whole: u64 = 0;
  for (const end = at + digits; at < end; at++) whole = whole * 10 + load<u8>(at) - 0x30;
  return whole > EXACT_MAX;
}

/** What scan.ts takes for a number that is written wrong, when it stands right after one. */
function isOfNumber(byte: u8): bool {
  return byte == DOT || byte == MINUS || byte == 0x2b || (byte | 0x20) == 0x65 || (byte | 0x20) == 0x78;
}

function digitsEnd(at: usize): usize {
  while (isDigit(load<u8>(at))) at++;
  return at;
}

/** The end of true, null or false. */
function literal(at: usize): usize {
  const word = load<u32>(at);
  if (word == 0x65757274 || word == 0x6c6c756e) return at + 4;
  return word == 0x736c6166 && load<u8>(at, 4) == 0x65 ? at + 5 : NO;
}

@inline
function isDigit(byte: u8): bool {
  return <u32>byte - 0x30 <= 9;
}

function isHex(byte: u8): bool {
  return isDigit(byte) || <u32>(byte | 0x20) - 0x61 <= 5;
}
