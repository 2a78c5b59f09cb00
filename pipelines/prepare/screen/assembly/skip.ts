/**
 * Skip: reads a value of which the model says nothing, for where it ends (AssemblyScript). That is right if the text is JSON;
 * unless it is certain to be strict JSON too, the text is in doubt.
 */
import {
  BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, colonEnd, COMMA, equal, NO, numberEnd, OPEN_ARRAY, OPEN_OBJECT, QUOTE, space, stopIn,
} from './bytes.ts';

/** Whether something was read that may be no JSON, or not strict. */
export let inDoubt: bool = false;

/** What is nested deeper is not read. */
export const DEPTH_MAX: u32 = 16;
/** Of an object with more members names may stand twice. */
const MEMBERS_MAX: u32 = 16;

/** Start and length of each name of the objects at hand, those of each depth by themselves. */
const NAMES = memory.data(8 * 16 * 17, 16);

/** true, false, null */
const TRUE = memory.data<u8>([0x74, 0x72, 0x75, 0x65, 0, 0, 0, 0]);
const FALSE = memory.data<u8>([0x66, 0x61, 0x6c, 0x73, 0x65, 0, 0, 0]);
const NULL = memory.data<u8>([0x6e, 0x75, 0x6c, 0x6c, 0, 0, 0, 0]);

export function doubt(isInDoubt: bool): void {
  inDoubt = isInDoubt;
}

/** The end of a value with at most `depth` levels in it. */
export function skip(at: usize, depth: u32): usize {
  const first = load<u8>(at);
  if (first == QUOTE) return skipText(at + 1);
  if (first == OPEN_OBJECT) return depth == 0 ? NO : skipObject(at, depth);
  if (first == OPEN_ARRAY) return depth == 0 ? NO : skipArray(at, depth);
  if (equal(TRUE, at, 4) || equal(NULL, at, 4)) return at + 4;
  return equal(FALSE, at, 5) ? at + 5 : skipNumber(at);
}

/** The end of a text whose opening quote stands before `at`, escapes and all. */
function skipText(at: usize): usize {
  while (true) {
    at = stopIn(at);
    if (load<u8>(at) == QUOTE) return at + 1;
    if (load<u8>(at) != BACKSLASH) return NO;
    inDoubt = true;
    at += 2;
  }
}

function skipNumber(at: usize): usize {
  const end = numberEnd(at);
  if (end != NO) return end;
  const start = at;
  while (isOfNumber(load<u8>(at))) at++;
  inDoubt = true;
  return at == start ? NO : at;
}

/** Digits, signs, a point, e and E. */
function isOfNumber(byte: u8): bool {
  return (byte >= 0x30 && byte <= 0x39) || byte == 0x2d || byte == 0x2b || byte == 0x2e || (byte | 0x20) == 0x65;
}

function skipArray(at: usize, depth: u32): usize {
  at = space(at + 1);
  if (load<u8>(at) == CLOSE_ARRAY) return at + 1;
  while (true) {
    at = skip(at, depth - 1);
    if (at == NO) return NO;
    at = space(at);
    if (load<u8>(at) == CLOSE_ARRAY) return at + 1;
    if (load<u8>(at) != COMMA) return NO;
    at = space(at + 1);
  }
}

function skipObject(at: usize, depth: u32): usize {
  at = space(at + 1);
  if (load<u8>(at) == CLOSE_OBJECT) return at + 1;
  let count: u32 = 0;
  while (true) {
    if (load<u8>(at) != QUOTE) return NO;
    const end = skipText(at + 1);
    if (end == NO) return NO;
    noteName(at + 1, end - at - 2, depth * MEMBERS_MAX, count++);
    at = colonEnd(end);
    if (at == NO) return NO;
    at = skip(at, depth - 1);
    if (at == NO) return NO;
    at = space(at);
    if (load<u8>(at) == CLOSE_OBJECT) return at + 1;
    if (load<u8>(at) != COMMA) return NO;
    at = space(at + 1);
  }
}

/** Notes the next of the names from `first` on, after `count` others, and whether one of them is the same. */
function noteName(start: usize, length: usize, first: u32, count: u32): void {
  if (count >= MEMBERS_MAX) {
    inDoubt = true;
    return;
  }
  const names = NAMES + 8 * first;
  for (let index: u32 = 0; index < count; index++) {
    const name = names + 8 * index;
    if (load<u32>(name, 4) == <u32>length && equal(load<u32>(name), start, length)) inDoubt = true;
  }
  store<u32>(names + 8 * count, <u32>start);
  store<u32>(names + 8 * count, <u32>length, 4);
}
