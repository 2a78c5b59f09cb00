/**
 * Strict: whether a text is strict JSON (pipelines/prepare/strict.ts), in one pass that makes nothing (AssemblyScript).
 *
 * Says STRICT, BROKEN and DEEP only when certain: BROKEN means a syntax error, DEEP a bracket too many, with nothing else
 * wrong before it. Whatever needs thought is DOUBTFUL: exponents, long whole numbers, escapes that may be half a character
 * or stand in a name, names that hash alike, very many names. The text is UTF-8, which is for the caller to know; a zero stands after it.
 */
import {
  CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, NO, OPEN_ARRAY, OPEN_OBJECT, QUOTE, space,
} from './bytes.ts';

const STRICT: u32 = 0;
const BROKEN: u32 = 1;
const DEEP: u32 = 2;
const DOUBTFUL: u32 = 3;

/** As LIMITS.jsonDepthMax. */
const DEPTH_MAX: u32 = 32;
/** Names of one object that are compared with each other, each with all before it. */
const NAMES_MAX: usize = 64;
/** Hashes of the names of each object that is open, by its depth. */
const NAMES = memory.data(32 * 64 * 8);
/** Digits of a whole number that a double holds exactly, whatever they are. */
const DIGITS_MAX: usize = 15;
/** Readers look up to so many bytes beyond the text. */
const BEYOND: usize = 32;
const HASH_FACTOR: u64 = 0x9e3779b97f4a7c15;

/** What the text is if the reading ends before its end. */
let failure: u32 = BROKEN;
/** Whether the string that was read last has escapes. */
let hasEscape: bool = false;

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
  const after = value(space(__heap_base), 1);
  return after != NO && space(after) == end ? STRICT : failure;
}

function doubt(): usize {
  failure = DOUBTFUL;
  return NO;
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
  if (isDigit(byte)) return number(at);
  if (byte == 0x2d) return number(at + 1);
  return literal(at);
}

function object(at: usize, depth: u32): usize {
  const names = NAMES + ((<usize>depth - 1) * NAMES_MAX << 3);
  at = space(at);
  if (load<u8>(at) == CLOSE_OBJECT) return at + 1;
  let count: usize = 0;
  while (true) {
    if (load<u8>(at) != QUOTE) return NO;
    const name = at + 1;
    at = string(name);
    if (at == NO) return NO;
    if (hasEscape || count == NAMES_MAX || !isNew(names, count++, hash(name, at - 1))) return doubt();
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
  while (true) {
    at = value(at, depth + 1);
    if (at == NO) return NO;
    at = space(at);
    const next = load<u8>(at);
    if (next == CLOSE_ARRAY) return at + 1;
    if (next != COMMA) return NO;
    at = space(at + 1);
  }
}

/** Puts a name behind `count` others of its object; whether none of these has its hash. */
function isNew(names: usize, count: usize, name: u64): bool {
  const end = names + (count << 3);
  for (let known = names; known < end; known += 8) if (load<u64>(known) == name) return false;
  store<u64>(end, name);
  return true;
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
  hasEscape = false;
  while (true) {
    const bytes = v128.load(at);
    const stops = i8x16.bitmask(v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    ));
    if (stops == 0) {
      at += 16;
      continue;
    }
    at += ctz(stops);
    const byte = load<u8>(at);
    if (byte == QUOTE) return at + 1;
    if (byte < 0x20) return NO;
    hasEscape = true;
    at = escape(at + 1);
    if (at == NO) return NO;
  }
}

/** The end of the escape whose backslash stands before `at`. */
function escape(at: usize): usize {
  switch (load<u8>(at)) {
    case 0x22: case 0x5c: case 0x2f: // " \ /
    case 0x62: case 0x66: case 0x6e: case 0x72: case 0x74: // b f n r t
      return at + 1;
    case 0x75: // u
      if ((load<u8>(at, 1) | 0x20) == 0x64) return doubt(); // \ud…: may be half a character
      return isHex(load<u8>(at, 1)) && isHex(load<u8>(at, 2)) && isHex(load<u8>(at, 3)) && isHex(load<u8>(at, 4)) ? at + 5 : NO;
    default:
      return NO;
  }
}

/** The end of a number, its sign before `at`. */
function number(at: usize): usize {
  const first = at;
  while (isDigit(load<u8>(at))) at++;
  const digits = at - first;
  if (digits == 0 || (digits > 1 && load<u8>(first) == 0x30)) return NO;
  if (digits > DIGITS_MAX) return doubt();
  if (load<u8>(at) == 0x2e) {
    const point = at;
    do at++; while (isDigit(load<u8>(at)));
    if (at == point + 1) return NO;
  }
  return (load<u8>(at) | 0x20) == 0x65 ? doubt() : at;
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
