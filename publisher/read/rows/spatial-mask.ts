/** Spatial masks: rows of a page that lie in a box, meet a geometry, or have a geometry at all. Rows without geometry are unknown. */
import type { Page, PageOfSeries } from '../bytes/index.ts';
import { GEOMETRY_KINDS, overlap, type Box, type GeometryKind } from '../../../schemas/geometry.ts';
import { floatBeside } from '../../format/float.ts';
import { FLAGS, flagsOf, typeBit } from '../../format/page-directory.ts';
import { matchBoxInPage } from './box.ts';
import { denied, maskOf, NO, UNKNOWN, YES, type Mask } from './mask.ts';
import type { QueryBox, SpatialRelation } from '../series-query.ts';
import type { QueryShape } from './shape.ts';
import type { Steps } from '../steps.ts';

export function boxMask({ crs, box }: QueryBox, { root, index, page }: PageOfSeries): Mask {
  const mask = withoutGeometry(page);
  matchBoxInPage({ root, boxCrs: crs, box, page: () => page, ready: () => {} }, index, (_, from, to) => mask.fill(YES, from, to));
  return mask;
}

export function geometryMask({ directory: { flags }, count }: Page): Mask {
  const mask = maskOf(count, NO);
  for (let row = 0; row < count; row += 1) if ((flags[row]! & FLAGS.geometry) !== 0) mask[row] = YES;
  return mask;
}

/** Bits of the types of a kind (`typeBit`, format/page-directory.ts); 0: no geometry. */
export function typesOf(kind: GeometryKind): number {
  return GEOMETRY_KINDS[kind].reduce((bits, type) => bits | typeBit(flagsOf({ type, connected: false })), 0);
}

/** Matches rows whose geometry has one of these types; with 0, rows without geometry. */
export function typesMask({ directory: { flags }, count }: Page, types: number): Mask {
  const mask = maskOf(count, NO);
  for (let row = 0; row < count; row += 1) {
    const bit = typeBit(flags[row]!);
    if (types === 0 ? bit === 0 : (bit & types) !== 0) mask[row] = YES;
  }
  return mask;
}

/** Boxes of the page, then of its blocks, then of rows are tested first. Each test is a step, and so is each row that stays undecided. */
export function* shapeMask(shape: QueryShape, relation: SpatialRelation, { root, index, page }: PageOfSeries): Steps<Mask> {
  const mask = withoutGeometry(page);
  const ofPage = shape.relation(boxAt(root.boxes[shape.crs], index));
  // A geometry certainly inside another, away from its edges, intersects it and is within it, and has no other relation to it.
  const holdsInside = relation === 'intersects' || relation === 'within';
  if (ofPage === 'outside' || ofPage === 'inside' && !holdsInside) return mask;
  if (ofPage === 'inside') return mask.map((value) => (value === NO ? YES : value));
  const open: number[] = [];
  const { directory } = page;
  const boxes = yield* page.steps(() => page.boxes(shape.crs));
  for (let block = 0; block < directory.blockEnds.length; block += 1) {
    const ofBlock = shape.relation(boxAt(boxes.blocks, block));
    yield;
    if (ofBlock === 'outside') continue;
    for (let row = directory.blockStart(block); row < directory.blockEnds[block]!; row += 1) {
      if (mask[row] === UNKNOWN) continue;
      const box = boxAt(boxes.rows, row);
      const ofRow = ofBlock === 'inside' ? 'inside' : shape.relation(box);
      if (ofRow === 'inside' && holdsInside) mask[row] = YES;
      if (ofRow === 'open' && mayStand[relation](box, shape.box)) open.push(row);
      yield;
    }
  }
  const geometries = yield* page.steps(() => page.geometries(open, shape.crs));
  for (const [at, row] of open.entries()) {
    if (shape.relates(relation, geometries[at]!)) mask[row] = YES;
    yield;
  }
  return mask;
}

/** Distances are computed with rounding, so one that should equal the asked distance may come out larger. */
const ROUNDING_METRES = 1e-9;

/** Returns the computed distance up to which a row is within a distance. At 0 a row meets the geometry, which is decided without rounding. */
export function reachOf(distance: number): number {
  return distance === 0 ? 0 : distance + ROUNDING_METRES;
}

/** Matches rows within a distance of a geometry. Boxes that are near enough as a whole, or too far, are not opened. */
export function* nearMask(shape: QueryShape, distance: number, { root, index, page }: PageOfSeries): Steps<Mask> {
  const mask = withoutGeometry(page);
  if (!overlap(boxAt(root.boxes[shape.crs], index), grownBy(shape.box, distance))) return mask;
  const open: number[] = [];
  const { rows } = yield* page.steps(() => page.boxes(shape.crs));
  for (let row = 0; row < page.count; row += 1) {
    if (mask[row] === UNKNOWN) continue;
    const box = boxAt(rows, row);
    if (farthestBetween(box, shape.box) <= distance) mask[row] = YES;
    else if (nearestBetween(box, shape.box) <= distance) open.push(row);
  }
  yield;
  const geometries = yield* page.steps(() => page.geometries(open, shape.crs));
  for (const [at, row] of open.entries()) {
    if (shape.isNear(geometries[at]!, distance)) mask[row] = YES;
    yield;
  }
  return mask;
}

/** Returns the box grown by a distance on each side. */
export function grownBy([min0, min1, max0, max1]: Box, distance: number): Box {
  return [min0 - distance, min1 - distance, max0 + distance, max1 + distance];
}

/** Returns the smallest distance that points of two boxes can have. */
function nearestBetween(one: Box, other: Box): number {
  return Math.hypot(Math.max(0, other[0] - one[2], one[0] - other[2]), Math.max(0, other[1] - one[3], one[1] - other[3]));
}

function farthestBetween(one: Box, other: Box): number {
  return Math.hypot(Math.max(other[2] - one[0], one[2] - other[0]), Math.max(other[3] - one[1], one[3] - other[1]));
}

type BoxTest = (box: Box, asked: Box) => boolean;

const mayContain: BoxTest = (box, asked) => box[0] <= asked[0] && box[1] <= asked[1] && box[2] >= asked[2] && box[3] >= asked[3];
const mayLieWithin: BoxTest = (box, asked) => floatBeside(box[0], 1) >= asked[0] && floatBeside(box[1], 1) >= asked[1]
  && floatBeside(box[2], -1) <= asked[2] && floatBeside(box[3], -1) <= asked[3];
const mayMeet: BoxTest = () => true;

/** Whether boxes leave a relation possible. Boxes of rows are rounded outwards, by less than to the next Float32. */
const mayStand: Readonly<Record<SpatialRelation, BoxTest>> = {
  intersects: mayMeet, touches: mayMeet, crosses: mayMeet, overlaps: mayMeet, contains: mayContain, within: mayLieWithin,
  equals: (box, asked) => mayContain(box, asked) && mayLieWithin(box, asked),
};

/** NO for rows with geometry, UNKNOWN for those without. */
function withoutGeometry(page: Page): Mask {
  const mask = denied(geometryMask(page));
  for (let row = 0; row < mask.length; row += 1) if (mask[row] === YES) mask[row] = UNKNOWN;
  return mask;
}

/** The box of a row, or of a page, in a list of 4 numbers each. */
export function boxAt(boxes: Float32Array, index: number): Box {
  return [boxes[index * 4]!, boxes[index * 4 + 1]!, boxes[index * 4 + 2]!, boxes[index * 4 + 3]!];
}
