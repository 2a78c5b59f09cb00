/**
 * Stains: what is wrong in a text that is JSON all the same, and where it stands (AssemblyScript; strict.ts finds it).
 * A stain: its kind, its start and end, and how many levels lead to it, each the start and end of a name, or 0 and the place of an item.
 */
import { NO } from './bytes.ts';

/** As grammar.ts lists them. */
export const REPEATED: u32 = 0;
export const HALF: u32 = 1;
export const OVERFLOW: u32 = 2;
export const INTEGER: u32 = 3;

/** As LIMITS.jsonDepthMax. */
export const DEPTH_MAX: u32 = 32;
/** A text with more is for scan.ts. */
const STAINS_MAX: u32 = 64;
const HEAD: usize = 16;
const STAIN: usize = HEAD + 8 * DEPTH_MAX;
const STAINS = memory.data(64 * (16 + 8 * 32));

/** The levels that lead to the value at hand. */
const PATH = memory.data(8 * 32);
let levels: u32 = 0;
let stains: u32 = 0;

export function stainCount(): u32 {
  return stains;
}

/** Where a stain stands. */
export function stainAt(index: u32): usize {
  return STAINS + STAIN * index;
}

export function startClean(): void {
  levels = 0;
  stains = 0;
}

/** What comes next is the member whose name stands from `start` to `end`, or the item at place `end`, of what is open at `depth`. */
@inline
export function enter(depth: u32, start: usize, end: usize): void {
  levels = depth;
  const level = PATH + (<usize>depth << 3) - 8;
  store<u32>(level, <u32>start);
  store<u32>(level, <u32>end, 4);
}

/** Notes what stands from `start` to `end`; where that ends, or NO without room for it. */
export function stain(kind: u32, start: usize, end: usize): usize {
  if (stains == STAINS_MAX) return NO;
  const at = stainAt(stains++);
  store<u32>(at, kind);
  store<u32>(at, <u32>start, 4);
  store<u32>(at, <u32>end, 8);
  store<u32>(at, levels, 12);
  memory.copy(at + HEAD, PATH, levels << 3);
  return end;
}
