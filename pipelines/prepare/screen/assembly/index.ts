/**
 * The reader: what the host (screen.ts) may call (AssemblyScript). One instance holds one program, which says how each
 * type of the model is written, and one input at a time; both lie in its memory from `base` on, where the host puts them.
 */
import { NO, space } from './bytes.ts';
import { area, clearShapes, POSITIONS, shapes, SHAPES } from './shapes.ts';
import { inDoubt } from './skip.ts';
import { place } from './texts.ts';
import { areIdsDistinct, testAll } from './tests.ts';
import { asks, entity, flaws, FLAWS, objects, OBJECTS, startRoot } from './values.ts';

export { area };

export function base(): usize {
  return __heap_base;
}

export function positionsAt(): usize {
  return POSITIONS;
}

export function shapesAt(): usize {
  return SHAPES;
}

export function objectsAt(): usize {
  return OBJECTS;
}

/** How many shapes the root has that was read last. */
export function shapeCount(): u32 {
  return shapes;
}

/** Whether all from `start` to `end` is ASCII. */
export function isAscii(start: usize, end: usize): bool {
  let bits = i32x4.splat(0);
  for (; start + 16 <= end; start += 16) bits = v128.or(bits, v128.load(start));
  let rest: u8 = 0;
  for (; start < end; start++) rest |= load<u8>(start);
  return i8x16.bitmask(bits) == 0 && rest < 0x80;
}

/** What must be asked of the domain rules about the root that was read last (ops.ts). */
export function mustAsk(): u32 {
  return asks;
}

/** Puts a text in a table, with what it leads to and a number; the table has room. */
export function enter(table: usize, text: usize, length: u32, to: u32, number: u32): void {
  const entry = place(table, text, length);
  store<u32>(entry, <u32>text);
  store<u32>(entry, length, 4);
  store<u32>(entry, to, 8);
  store<u32>(entry, number, 12);
}

/** How many flaws were found in the root that was read last; with any, nothing is proven but that the rest is right. */
export function flawCount(): u32 {
  return flaws;
}

/** Whether the root that was read last may be no strict JSON: only where it has flaws. */
export function isInDoubt(): bool {
  return inDoubt;
}

export function flawsAt(): usize {
  return FLAWS;
}

/**
 * How many objects the root has that stands from `start` to `end`, of one of `types`; 0 when nothing is proven. With
 * flaws all is right but for these, if it is strict JSON, and at most one of its objects has no id that is right.
 */
export function prove(types: usize, start: usize, end: usize): u32 {
  clearShapes();
  startRoot(end);
  const after = entity(types, space(start));
  if (after == NO || after > end || space(after) < end || !areIdsDistinct()) return 0;
  testAll();
  return objects;
}
