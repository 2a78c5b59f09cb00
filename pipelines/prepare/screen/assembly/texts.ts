/** Texts: readers of the values that the model writes as a JSON text (AssemblyScript). */
import { ENTRY } from '../ops.ts';
import { equal, NO, QUOTE, textEnd } from './bytes.ts';

/** Any text, from `min` to `max` characters. */
export function text(at: usize, min: usize, max: usize): usize {
  if (load<u8>(at) != QUOTE) return NO;
  const end = textEnd(at + 1);
  const length = end - at - 1;
  // A character is one to four bytes.
  return end == NO || length > max || length < (min > 1 ? 4 * min : min) || isMark30(at + 1) ? NO : end + 1;
}

/** Whether a text begins as `gegevenInTransitie` does: the mark of model 3.0 in any text at all (upgrade.ts). */
@inline
export function isMark30(at: usize): bool {
  return load<u64>(at) == 0x496e657665676567; // gegevenI
}

/** A text of `min` to `max` characters made of runs, each of `least` to `most` characters of a class, all ASCII. */
export function runs(node: usize, start: usize): usize {
  if (load<u8>(start) != QUOTE || isMark30(start + 1)) return NO;
  let at = start + 1;
  let run = node + 16;
  for (let left = load<u32>(node, 12); left > 0; left--, run += 12) {
    const chars = load<u32>(run);
    const from = at;
    const until = at + load<u32>(run, 8);
    while (at < until && load<u8>(chars + load<u8>(at)) != 0) at++;
    if (at - from < load<u32>(run, 4)) return NO;
  }
  const length = at - start - 1;
  return load<u8>(at) == QUOTE && length >= load<u32>(node, 4) && length <= load<u32>(node, 8) ? at + 1 : NO;
}

/** Where a text of a table stands in it, or where it would; the address of a table is that of its mask. */
export function place(table: usize, text: usize, length: usize): usize {
  const mask = load<u32>(table);
  let slot = hash(text, length) & mask;
  while (true) {
    const entry = table + ENTRY + ENTRY * slot;
    const known = load<u32>(entry);
    if (known == 0 || (load<u32>(entry, 4) == <u32>length && equal(known, text, length))) return entry;
    slot = (slot + 1) & mask;
  }
}

function hash(text: usize, length: usize): u32 {
  const first = length >= 8 ? load<u64>(text) : load<u64>(text) & ((<u64>1 << (8 * <u64>length)) - 1);
  const last = length >= 8 ? load<u64>(text + length - 8) : 0;
  return <u32>(((first ^ (last * 0x9e3779b97f4a7c15)) * 0xc2b2ae3d27d4eb4f) >> 32) + <u32>length;
}

/** One of the texts in a table. */
export function code(table: usize, at: usize): usize {
  if (load<u8>(at) != QUOTE) return NO;
  const end = textEnd(at + 1);
  return end != NO && load<u32>(place(table, at + 1, end - at - 1)) != 0 ? end + 1 : NO;
}

/** A date in quotes: not the 29th of February, which a closer look must judge. */
export function date(at: usize): usize {
  if (load<u8>(at) != QUOTE) return NO;
  const end = dateEnd(at + 1);
  return end != NO && load<u8>(end) == QUOTE ? end + 1 : NO;
}

/** A moment in quotes (convention 6). */
export function moment(at: usize): usize {
  if (load<u8>(at) != QUOTE) return NO;
  let end = dateEnd(at + 1);
  if (end == NO || load<u8>(end) != 0x54) return NO;
  if (pair(end + 1) > 23 || load<u8>(end + 3) != 0x3a) return NO;
  if (pair(end + 4) > 59 || load<u8>(end + 6) != 0x3a || pair(end + 7) > 59) return NO;
  end += 9;
  if (load<u8>(end) == 0x2e && isDigit(load<u8>(end + 1))) end += 2;
  const zone = load<u8>(end);
  if (zone == 0x5a) end++;
  else if (zone == 0x2b || zone == 0x2d) {
    if (pair(end + 1) > 13 || load<u8>(end + 3) != 0x3a || pair(end + 4) > 59) return NO;
    end += 6;
  }
  return load<u8>(end) == QUOTE ? end + 1 : NO;
}

const DAYS = memory.data<u8>([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);

function dateEnd(at: usize): usize {
  const century = pair(at);
  // The years 0000 and 9999 have rules of their own.
  if (century < 1 || century > 98 || pair(at + 2) > 99 || load<u8>(at + 4) != 0x2d) return NO;
  const month = pair(at + 5);
  const day = pair(at + 8);
  if (month < 1 || month > 12 || day < 1 || day > load<u8>(DAYS + month)) return NO;
  return load<u8>(at + 7) == 0x2d ? at + 10 : NO;
}

/** The number that two digits make; large when they are none. */
function pair(at: usize): u32 {
  const tens = load<u8>(at);
  const ones = load<u8>(at + 1);
  return isDigit(tens) && isDigit(ones) ? <u32>(tens - 0x30) * 10 + (ones - 0x30) : u32.MAX_VALUE;
}

@inline
function isDigit(byte: u8): bool {
  return byte >= 0x30 && byte <= 0x39;
}
