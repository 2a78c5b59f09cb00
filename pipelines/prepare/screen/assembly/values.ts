/**
 * Values: reads a value as a node of the program says (AssemblyScript). What cannot be proven here is NO.
 */
import {
  ARRAY, ASK_ALL, ASK_NONE, BACK, CHECKED, CODE, DATE, EITHER, ENTITY, FIELD, FLAW_BYTES, FLAWS_MAX, GEOMETRY, ID, KEPT, LITERAL,
  MISSING, MOMENT, NUMBER, OBJECT, OBJECT_BYTES, OBJECTS_MAX, PASS, RUNS, SET, TEXT, UNKNOWN, VOIDABLE,
} from '../ops.ts';
import {
  CLOSE_ARRAY, CLOSE_OBJECT, colonEnd, COMMA, equal, NO, numberEnd, OPEN_ARRAY, OPEN_OBJECT, QUOTE, readNumber, space, textEnd,
} from './bytes.ts';
import { backTo, geometry, positions, shapes } from './shapes.ts';
import { DEPTH_MAX, doubt, skip } from './skip.ts';
import { code, date, isMark30, moment, place, runs, text } from './texts.ts';

/** Whether the host lets the text from `start` to `end` through, by the number of its check. */
@external('host', 'check')
declare function check(number: u32, start: usize, end: usize): bool;

/** Of each object read so far, the root first (ops.ts). */
export const OBJECTS = memory.data(OBJECT_BYTES * OBJECTS_MAX, 16);
export let objects: u32 = 0;

/** What is wrong with objects of a root that is strict JSON all the same, in its order: object, and what (ops.ts). */
export const FLAWS = memory.data(FLAW_BYTES * FLAWS_MAX, 16);
export let flaws: u32 = 0;

/** What must be asked of the domain rules about the root at hand (ops.ts). */
export let asks: u32 = ASK_NONE;

/** Which object is at hand, and which one is above it. */
let current: u32 = 0;
let above: u32 = 0;

/** Where nothing of the root at hand can stand any more. */
let limit: usize = 0;

export function startRoot(end: usize): void {
  objects = 0;
  flaws = 0;
  doubt(false);
  asks = ASK_NONE;
  current = 0;
  above = 0;
  limit = end;
}

export function ask(what: u32): void {
  if (what > asks) asks = what;
}

/** Where the record of a text that an object keeps stands: its start, 0 without one, and its end. */
export function kept(object: u32, slot: u32): usize {
  return OBJECTS + OBJECT_BYTES * object + 16 + 8 * slot;
}

export function value(node: usize, at: usize): usize {
  switch (load<u32>(node)) {
    case TEXT: return text(at, load<u32>(node, 4), load<u32>(node, 8));
    case RUNS: return runs(node, at);
    case CODE: return code(load<u32>(node, 4), at);
    case CHECKED: return checked(load<u32>(node, 4), at);
    case NUMBER: return number(node, at);
    case LITERAL: return equal(load<u32>(node, 4), at, load<u32>(node, 8)) ? at + load<u32>(node, 8) : NO;
    case DATE: return date(at);
    case MOMENT: return moment(at);
    case EITHER: return either(load<u32>(node, 4), load<u32>(node, 8), at);
    case VOIDABLE: return voidable(node, at);
    case OBJECT: return object(node, at, false);
    case ARRAY: return array(node, at);
    case SET: return set(node, at);
    case ENTITY: return entity(load<u32>(node, 4), at);
    case GEOMETRY: return geometry(load<u32>(node, 4), at, current);
    case BACK: return back(at);
    case KEPT: return keep(load<u32>(node, 4), load<u32>(node, 8), at);
    case PASS: return pass(load<u32>(node, 4), load<u32>(node, 8), at);
    default: return NO;
  }
}

function keep(slot: u32, node: usize, at: usize): usize {
  const end = value(node, at);
  if (end != NO && load<u8>(at) == QUOTE) {
    store<u32>(kept(current, slot), <u32>at + 1);
    store<u32>(kept(current, slot), <u32>end - 1, 4);
  }
  return end;
}

function pass(node: usize, passes: usize, at: usize): usize {
  const end = value(node, at);
  if (end != NO && value(passes, at) != end) asks = ASK_ALL;
  return end;
}

function checked(number: u32, at: usize): usize {
  if (load<u8>(at) != QUOTE) return NO;
  const end = textEnd(at + 1);
  return end != NO && !isMark30(at + 1) && check(number, at + 1, end) ? end + 1 : NO;
}

function number(node: usize, at: usize): usize {
  const end = numberEnd(at);
  if (end == NO || readNumber < load<f64>(node, 8) || readNumber > load<f64>(node, 16)) return NO;
  return load<u32>(node, 4) == 0 || readNumber == nearest<f64>(readNumber) ? end : NO;
}

function either(one: usize, other: usize, at: usize): usize {
  const end = value(one, at);
  return end == NO ? value(other, at) : end;
}

function voidable(node: usize, at: usize): usize {
  if (load<u8>(at) == QUOTE && code(load<u32>(node, 12), at) != NO) return NO;
  return either(load<u32>(node, 4), load<u32>(node, 8), at);
}

/**
 * An object with these members and no others, in any order, each at most once. What an object of the model (`isEntity`) has
 * beside that, or lacks, is a flaw of it.
 */
function object(node: usize, at: usize, isEntity: bool): usize {
  if (load<u8>(at) != OPEN_OBJECT) return NO;
  const fields = load<u32>(node, 4);
  const count = load<u32>(node, 8);
  // After which member came which, in the object of this kind that was read last: objects of a delivery are written alike.
  const next = load<u32>(node, 12);
  let seen: u64 = 0;
  at = space(at + 1);
  if (load<u8>(at) != CLOSE_OBJECT) {
    for (let previous = count;;) {
      let index = <u32>load<u8>(next + previous);
      if (!isNamed(fields, index, at)) {
        index = find(fields, count, at);
        if (index != count) store<u8>(next + previous, <u8>index);
      }
      if (index == count) at = isEntity ? unknownMember(at) : NO;
      else {
        const field = fields + FIELD * index;
        const bit = <u64>1 << index;
        const mayFail = isEntity && (bit & load<u64>(node, 40)) == 0;
        const isMinded = (bit & load<u64>(node, 48)) != 0;
        const isAgain = (seen & bit) != 0;
        if (isAgain && !(mayFail && mayStandTwice(field))) return NO;
        seen |= bit;
        previous = index;
        at = colonEnd(at + load<u32>(field, 4));
        if (at == NO) return NO;
        if (isAgain) at = again(at, index, isMinded);
        else at = mayFail ? member(field, at, index, isMinded) : value(load<u32>(field, 8), at);
      }
      if (at == NO) return NO;
      at = space(at);
      if (load<u8>(at) == CLOSE_OBJECT) break;
      if (load<u8>(at) != COMMA) return NO;
      at = space(at + 1);
    }
  }
  if ((seen & load<u64>(node, 32)) != 0) asks = ASK_ALL;
  const missing = load<u64>(node, 24) & ~seen;
  if (missing != 0) {
    if (!isEntity || (missing & load<u64>(node, 40)) != 0) return NO;
    const flaw = addFlaw(MISSING);
    if (flaw == NO) return NO;
    store<u64>(flaw, missing, 8);
    return at + 1;
  }
  const found = <u32>popcnt(seen);
  return found >= load<u32>(node, 16) && found <= load<u32>(node, 20) ? at + 1 : NO;
}

@inline
function isNamed(fields: usize, index: u32, at: usize): bool {
  const field = fields + FIELD * index;
  return equal(load<u32>(field), at, load<u32>(field, 4));
}

/** `"id"` */
const ID_NAME: u32 = 0x22646922;

/** Whether it can be told of a field that it stands twice: not of an id, which is held against others, and not when it holds objects. */
function mayStandTwice(field: usize): bool {
  if (load<u32>(load<u32>(field)) == ID_NAME) return false;
  const node = load<u32>(field, 8);
  return load<u32>(node) != ARRAY || load<u32>(load<u32>(node, 4)) != ENTITY;
}

/** A field that stands here again: JSON.parse takes the last, so that is the one that may be wrong. */
function again(at: usize, index: u32, isMinded: bool): usize {
  doubt(true);
  if (isMinded) asks = ASK_ALL;
  return skipFlawed(index, at, at);
}

/** A member of an object of the model: what is not as it should be is a flaw, if it holds no objects; the rules are asked when they mind it. */
function member(field: usize, at: usize, index: u32, isMinded: bool): usize {
  const ofShapes = shapes;
  const ofPositions = positions;
  const ofObjects = objects;
  const end = value(load<u32>(field, 8), at);
  if (end != NO || objects != ofObjects) return end;
  backTo(ofShapes, ofPositions);
  if (isMinded) asks = ASK_ALL;
  return skipFlawed(index, at, at);
}

/** A member that the type does not have; one at most, so that none stands twice. */
function unknownMember(at: usize): usize {
  if (load<u8>(at) != QUOTE) return NO;
  const end = textEnd(at + 1);
  if (end == NO) return NO;
  const value = colonEnd(end + 1);
  return value == NO ? NO : skipFlawed(UNKNOWN, at, value);
}

/** The end of a value that is wrong, or stands where none should, noted with all that stands there from `start` on. */
function skipFlawed(what: u32, start: usize, value: usize): usize {
  const flaw = addFlaw(what);
  if (flaw == NO) return NO;
  const end = skip(value, DEPTH_MAX);
  store<u32>(flaw, <u32>start, 8);
  store<u32>(flaw, <u32>end, 12);
  return end;
}

/** Notes once what is wrong with the object at hand: a field, UNKNOWN, which then cannot be told of another, or MISSING. Its record. */
function addFlaw(what: u32): usize {
  if (flaws == FLAWS_MAX) return NO;
  const next = FLAWS + FLAW_BYTES * flaws;
  for (let flaw = FLAWS; flaw < next; flaw += FLAW_BYTES) {
    if (load<u32>(flaw) == current && load<u32>(flaw, 4) == what) return what == UNKNOWN ? NO : flaw;
  }
  store<u32>(next, current);
  store<u32>(next, what, 4);
  flaws++;
  return next;
}

/** Which field's name stands here; `count` when none does. */
function find(fields: usize, count: u32, at: usize): u32 {
  let index: u32 = 0;
  while (index < count && !isNamed(fields, index, at)) index++;
  return index;
}

function array(node: usize, at: usize): usize {
  if (load<u8>(at) != OPEN_ARRAY) return NO;
  const item = load<u32>(node, 4);
  const min = load<u32>(node, 8);
  const max = load<u32>(node, 12);
  at = space(at + 1);
  if (load<u8>(at) == CLOSE_ARRAY) return min == 0 ? at + 1 : NO;
  let count: u32 = 1;
  while (true) {
    at = value(item, at);
    if (at == NO) return NO;
    at = space(at);
    if (load<u8>(at) == CLOSE_ARRAY) return count >= min && count <= max ? at + 1 : NO;
    if (load<u8>(at) != COMMA) return NO;
    at = space(at + 1);
    count++;
  }
}

const SET_MAX: u32 = 16;
/** Start and length of each item of the set at hand. */
const ITEMS = memory.data(8 * SET_MAX);

/** A list of texts that differ: no text is written in two ways, as nothing here has escapes. */
function set(node: usize, at: usize): usize {
  const end = array(node, at);
  if (end == NO) return NO;
  const item = load<u32>(node, 4);
  at = space(at + 1);
  for (let count: u32 = 0; load<u8>(at) != CLOSE_ARRAY; count++) {
    if (count == SET_MAX || load<u8>(at) != QUOTE) return NO;
    const after = value(item, at);
    for (let other: u32 = 0; other < count; other++) {
      if (load<u32>(ITEMS + 8 * other, 4) == <u32>(after - at) && equal(load<u32>(ITEMS + 8 * other), at, after - at)) return NO;
    }
    store<u32>(ITEMS + 8 * count, <u32>at);
    store<u32>(ITEMS + 8 * count, <u32>(after - at), 4);
    at = space(after);
    if (load<u8>(at) == COMMA) at = space(at + 1);
  }
  return end;
}

/** "entityType" */
const ENTITY_TYPE = memory.data<u8>([0x22, 0x65, 0x6e, 0x74, 0x69, 0x74, 0x79, 0x54, 0x79, 0x70, 0x65, 0x22, 0, 0, 0, 0]);
const ENTITY_TYPE_LENGTH: usize = 12;

/** An object of the model, of one of the types in a table; remembered with its id, before those in it. */
export function entity(types: usize, at: usize): usize {
  if (load<u8>(at) != OPEN_OBJECT || objects == OBJECTS_MAX) return NO;
  const type = claimedType(types, at);
  if (type == NO) return NO;
  const outer = above;
  above = current;
  current = objects++;
  const record = OBJECTS + OBJECT_BYTES * current;
  memory.fill(record, 0, OBJECT_BYTES);
  store<u32>(record, load<u32>(type, 12));
  store<u32>(record, above, 4);
  // What leads to a type is its tests, and then its node.
  store<u32>(record, load<u32>(type, 8), 8);
  at = object(load<u32>(load<u32>(type, 8)), at, true);
  current = above;
  above = outer;
  return at;
}

/** Entry of the type that the first member named `entityType` claims; only a hint, for the type itself proves it. */
function claimedType(types: usize, start: usize): usize {
  let at = space(start + 1);
  while (!equal(ENTITY_TYPE, at, ENTITY_TYPE_LENGTH)) if (++at >= limit) return NO;
  at = colonEnd(at + ENTITY_TYPE_LENGTH);
  if (at == NO || load<u8>(at) != QUOTE) return NO;
  const end = textEnd(at + 1);
  if (end == NO) return NO;
  const entry = place(types, at + 1, end - at - 1);
  return load<u32>(entry) == 0 ? NO : entry;
}

/** `#` and the id of the object above, if that is known yet. */
function back(at: usize): usize {
  if (current == 0 || load<u8>(at) != QUOTE || load<u8>(at + 1) != 0x23) return NO;
  const start = load<u32>(kept(above, ID));
  const length = load<u32>(kept(above, ID), 4) - start;
  if (start == 0 || !equal(start, at + 2, length)) return NO;
  return load<u8>(at + 2 + length) == QUOTE ? at + 3 + length : NO;
}
