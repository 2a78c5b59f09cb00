/**
 * Shapes: a reader of the geometries that hold nearly all coordinates of a register: a point, a line, a polygon of one
 * ring, `type` first, in two dimensions (AssemblyScript). Structure, closure and range are proven, and that a line
 * moves at all and a ring is simple (ring.ts). Of each are kept what the host asks: its box and a hash of its numbers.
 */
import { LINE, LINE_POSITIONS_MAX, POINT, POLYGON, POSITIONS_MAX, SHAPE_BYTES, SHAPES_MAX } from '../ops.ts';
import {
  CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, equal, NO, numberEnd, OPEN_ARRAY, OPEN_OBJECT, readNumber, space,
} from './bytes.ts';
import { isSimpleRing } from './ring.ts';

/** Two doubles a position. */
export const POSITIONS = memory.data(16 * POSITIONS_MAX, 16);
export const SHAPES = memory.data(SHAPE_BYTES * SHAPES_MAX, 16);
export let positions: u32 = 0;
export let shapes: u32 = 0;

let min0: f64 = 0;
let min1: f64 = 0;
let max0: f64 = 0;
let max1: f64 = 0;

/** Where positions may lie. */
export function area(least0: f64, least1: f64, most0: f64, most1: f64): void {
  min0 = least0;
  min1 = least1;
  max0 = most0;
  max1 = most1;
}

export function clearShapes(): void {
  positions = 0;
  shapes = 0;
}

/** Forgets the shapes and positions beyond these. */
export function backTo(ofShapes: u32, ofPositions: u32): void {
  shapes = ofShapes;
  positions = ofPositions;
}

/** "type" */
const TYPE = memory.data<u8>([0x22, 0x74, 0x79, 0x70, 0x65, 0x22, 0, 0]);
/** "coordinates" */
const COORDINATES = memory.data<u8>([0x22, 0x63, 0x6f, 0x6f, 0x72, 0x64, 0x69, 0x6e, 0x61, 0x74, 0x65, 0x73, 0x22, 0, 0, 0]);
/** "Point" */
const POINT_NAME = memory.data<u8>([0x22, 0x50, 0x6f, 0x69, 0x6e, 0x74, 0x22, 0]);
/** "LineString" */
const LINE_NAME = memory.data<u8>([0x22, 0x4c, 0x69, 0x6e, 0x65, 0x53, 0x74, 0x72, 0x69, 0x6e, 0x67, 0x22, 0, 0, 0, 0]);
/** "Polygon" */
const POLYGON_NAME = memory.data<u8>([0x22, 0x50, 0x6f, 0x6c, 0x79, 0x67, 0x6f, 0x6e, 0x22, 0, 0, 0, 0, 0, 0, 0]);

/** As in rules/repeated-geometry.ts. */
const MIX: u32 = 0x85ebca6b;

/** A geometry of one of `types` (bits); remembered as belonging to `object`. */
export function geometry(types: u32, at: usize, object: u32): usize {
  if (load<u8>(at) != OPEN_OBJECT || shapes == SHAPES_MAX) return NO;
  at = valueOf(space(at + 1), TYPE, 6);
  if (at == NO) return NO;
  let type: u32;
  if (equal(POLYGON_NAME, at, 9)) { type = POLYGON; at += 9; }
  else if (equal(POINT_NAME, at, 7)) { type = POINT; at += 7; }
  else if (equal(LINE_NAME, at, 12)) { type = LINE; at += 12; }
  else return NO;
  if ((types & type) == 0) return NO;
  at = space(at);
  if (load<u8>(at) != COMMA) return NO;
  at = valueOf(space(at + 1), COORDINATES, 13);
  if (at == NO) return NO;
  const first = positions;
  at = type == POINT ? positionEnd(at) : type == LINE ? positionsEnd(at) : ringEnd(at);
  if (at == NO || !isSane(type, first, positions - first)) return NO;
  at = space(at);
  if (load<u8>(at) != CLOSE_OBJECT) return NO;
  remember(first, object);
  return at + 1;
}

/** Keeps of the positions from `first` on what the host may ask; their hash is that of rules/repeated-geometry.ts. */
function remember(first: u32, object: u32): void {
  const end = POSITIONS + 16 * positions;
  let hash = i32x4.splat(4 * (positions - first));
  let least = v128.load(POSITIONS + 16 * first);
  let most = least;
  for (let position = POSITIONS + 16 * first; position < end; position += 16) {
    const numbers = v128.load(position);
    least = f64x2.pmin(least, numbers);
    most = f64x2.pmax(most, numbers);
    const mixed = i32x4.mul(v128.xor(hash, numbers), i32x4.splat(MIX));
    hash = v128.xor(mixed, i32x4.shr_u(v128.shuffle<u32>(mixed, mixed, 1, 2, 3, 0), 15));
  }
  const shape = SHAPES + SHAPE_BYTES * shapes++;
  const a = i32x4.extract_lane(hash, 0);
  const b = i32x4.extract_lane(hash, 1);
  const c = i32x4.extract_lane(hash, 2);
  const d = i32x4.extract_lane(hash, 3);
  store<u32>(shape, mix(mix(mix(a, b), c), d));
  store<u32>(shape, mix(mix(mix(d, c), b), a), 4);
  store<u32>(shape, first, 8);
  store<u32>(shape, positions - first, 12);
  store<u32>(shape, object, 16);
  v128.store(shape, least, 24);
  v128.store(shape, most, 40);
}

@inline
function mix(state: u32, word: u32): u32 {
  const mixed = (state ^ word) * MIX;
  return mixed ^ (mixed >>> 15);
}

function isSane(type: u32, first: u32, count: u32): bool {
  if (type == POINT) return true;
  if (type == POLYGON) return isSame(first, positions - 1) && isSimpleRing(POSITIONS + 16 * first, count);
  for (let other = first + 1; other < positions; other++) if (!isSame(first, other)) return count <= <u32>LINE_POSITIONS_MAX;
  return false;
}

function isSame(one: u32, other: u32): bool {
  return load<f64>(POSITIONS + 16 * one) == load<f64>(POSITIONS + 16 * other)
    && load<f64>(POSITIONS + 16 * one, 8) == load<f64>(POSITIONS + 16 * other, 8);
}

/** The only ring of a polygon. */
function ringEnd(at: usize): usize {
  if (load<u8>(at) != OPEN_ARRAY) return NO;
  at = positionsEnd(space(at + 1));
  if (at == NO) return NO;
  at = space(at);
  return load<u8>(at) == CLOSE_ARRAY ? at + 1 : NO;
}

function positionsEnd(at: usize): usize {
  if (load<u8>(at) != OPEN_ARRAY) return NO;
  do {
    at = positionEnd(space(at + 1));
    if (at == NO) return NO;
    at = space(at);
  } while (load<u8>(at) == COMMA);
  return load<u8>(at) == CLOSE_ARRAY ? at + 1 : NO;
}

function positionEnd(at: usize): usize {
  if (load<u8>(at) != OPEN_ARRAY || positions == POSITIONS_MAX) return NO;
  at = numberEnd(space(at + 1));
  if (at == NO) return NO;
  const first = readNumber;
  at = space(at);
  if (load<u8>(at) != COMMA) return NO;
  at = numberEnd(space(at + 1));
  if (at == NO) return NO;
  const second = readNumber;
  at = space(at);
  if (load<u8>(at) != CLOSE_ARRAY) return NO;
  if (!(first >= min0 && first <= max0 && second >= min1 && second <= max1)) return NO;
  const position = POSITIONS + 16 * positions++;
  store<f64>(position, first);
  store<f64>(position, second, 8);
  return at + 1;
}

/** Where the value of the member `name` (in quotes) begins, when that stands here. */
function valueOf(at: usize, name: usize, length: usize): usize {
  if (!equal(name, at, length)) return NO;
  at = space(at + length);
  return load<u8>(at) == COLON ? space(at + 1) : NO;
}
