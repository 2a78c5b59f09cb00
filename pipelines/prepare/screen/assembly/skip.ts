/** Skip: reads any value as strict JSON, whatever the model says of it (AssemblyScript). */
import {
  CLOSE_ARRAY, CLOSE_OBJECT, colonEnd, COMMA, equal, NO, numberEnd, OPEN_ARRAY, OPEN_OBJECT, QUOTE, space, textEnd,
} from './bytes.ts';

/** What is nested deeper, or has more members, is not proven. */
export const DEPTH_MAX: u32 = 16;
const MEMBERS_MAX: u32 = 16;

/** Start and length of each name of the objects at hand, those of each depth by themselves. */
const NAMES = memory.data(8 * 16 * 17, 16);

/** true, false, null */
const TRUE = memory.data<u8>([0x74, 0x72, 0x75, 0x65, 0, 0, 0, 0]);
const FALSE = memory.data<u8>([0x66, 0x61, 0x6c, 0x73, 0x65, 0, 0, 0]);
const NULL = memory.data<u8>([0x6e, 0x75, 0x6c, 0x6c, 0, 0, 0, 0]);

/** The end of a value with at most `depth` levels in it. */
export function skip(at: usize, depth: u32): usize {
  const first = load<u8>(at);
  if (first == QUOTE) {
    const end = textEnd(at + 1);
    return end == NO ? NO : end + 1;
  }
  if (first == OPEN_OBJECT) return depth == 0 ? NO : skipObject(at, depth);
  if (first == OPEN_ARRAY) return depth == 0 ? NO : skipArray(at, depth);
  if (equal(TRUE, at, 4) || equal(NULL, at, 4)) return at + 4;
  return equal(FALSE, at, 5) ? at + 5 : numberEnd(at);
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
    if (count == MEMBERS_MAX || load<u8>(at) != QUOTE) return NO;
    const end = textEnd(at + 1);
    if (end == NO || !isNew(at + 1, end - at - 1, depth * MEMBERS_MAX, count)) return NO;
    count++;
    at = colonEnd(end + 1);
    if (at == NO) return NO;
    at = skip(at, depth - 1);
    if (at == NO) return NO;
    at = space(at);
    if (load<u8>(at) == CLOSE_OBJECT) return at + 1;
    if (load<u8>(at) != COMMA) return NO;
    at = space(at + 1);
  }
}

/** Whether none of the `count` names from `first` on is this one, which is then the next of them. */
function isNew(start: usize, length: usize, first: u32, count: u32): bool {
  const names = NAMES + 8 * first;
  for (let index: u32 = 0; index < count; index++) {
    const name = names + 8 * index;
    if (load<u32>(name, 4) == <u32>length && equal(load<u32>(name), start, length)) return false;
  }
  store<u32>(names + 8 * count, <u32>start);
  store<u32>(names + 8 * count, <u32>length, 4);
  return true;
}
