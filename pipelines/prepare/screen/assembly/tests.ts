/**
 * Tests: what the texts that objects keep have to do with each other (AssemblyScript; Pass of rules/rule.ts). Asked when the
 * whole root has been read, so in whatever order its members came.
 */
import { AFTER, AS_ABOVE, ASK_ALL, ID, JOINED, OBJECT_BYTES, THERE } from '../ops.ts';
import { equal } from './bytes.ts';
import { inDoubt } from './skip.ts';
import { ask, asks, kept, OBJECTS, objects } from './values.ts';

/** Bytes of a test. */
const TEST: u32 = 24;

/** Asks what the tests that fail say. */
export function testAll(): void {
  for (let object: u32 = 0; object < objects && asks != ASK_ALL; object++) {
    const tests = load<u32>(OBJECTS + OBJECT_BYTES * object, 8);
    const end = tests + 8 + TEST * load<u32>(tests, 4);
    for (let test = tests + 8; test < end; test += TEST) if (!holds(test, object)) ask(load<u32>(test, 4));
  }
}

function holds(test: usize, object: u32): bool {
  const kind = load<u32>(test);
  const one = kept(object, load<u32>(test, 8));
  if (kind == THERE) return load<u32>(one) != 0;
  if (kind == JOINED) return isJoined(object, test);
  if (kind == AS_ABOVE) return object == 0 || isSame(one, kept(load<u32>(OBJECTS + OBJECT_BYTES * object, 4), load<u32>(test, 8)));
  return isInOrder(one, kept(object, load<u32>(test, 12)), kind == AFTER);
}

function isJoined(object: u32, test: usize): bool {
  const whole = kept(object, load<u32>(test, 8));
  const end = load<u32>(whole, 4);
  let at = partEnd(load<u32>(whole), end, kept(object, load<u32>(test, 12)));
  if (at == 0 || at == end || load<u8>(at) != 0x2e) return false;
  at = partEnd(at + 1, end, kept(object, load<u32>(test, 16)));
  if (at == 0 || at == end) return at != 0;
  return load<u8>(at) == 0x2e && partEnd(at + 1, end, kept(object, load<u32>(test, 20))) == end;
}

/** Where a text that is kept ends when it stands at `at`; 0 when it does not. */
function partEnd(at: u32, end: u32, part: usize): u32 {
  const start = load<u32>(part);
  const length = load<u32>(part, 4) - start;
  return start != 0 && length <= end - at && equal(start, at, length) ? at + length : 0;
}

function isSame(one: usize, other: usize): bool {
  const length = lengthOf(one);
  return load<u32>(one) != 0 && load<u32>(other) != 0 && length == lengthOf(other) && equal(load<u32>(one), load<u32>(other), length);
}

/** Dates and moments of one form are in the order of their characters; moments are when both are in UTC. */
function isInOrder(one: usize, other: usize, isMoment: bool): bool {
  const first = load<u32>(one);
  const second = load<u32>(other);
  if (first == 0) return true;
  if (second == 0) return false;
  const length = lengthOf(one);
  if (length != lengthOf(other)) return false;
  if (isMoment && (load<u8>(first + length - 1) != 0x5a || load<u8>(second + length - 1) != 0x5a)) return false;
  const order = memory.compare(first, second, length);
  return isMoment ? order > 0 : order >= 0;
}

function lengthOf(kept: usize): u32 {
  return load<u32>(kept, 4) - load<u32>(kept);
}

/**
 * Whether all ids differ, one that is not right included: then nested objects differ, as lists of them must. With escapes it
 * may be another's after all.
 */
export function areIdsDistinct(): bool {
  let withoutId: u32 = 0;
  for (let one: u32 = 0; one < objects; one++) {
    if (load<u32>(kept(one, ID)) == 0 && (++withoutId > 1 || (inDoubt && objects > 1))) return false;
    for (let other: u32 = 0; other < one; other++) if (isSame(kept(one, ID), kept(other, ID))) return false;
  }
  return true;
}
