/**
 * Members: a reader of a JSON object whose members are known beforehand, in any order, each at most once.
 * Which member follows which is remembered, because the objects of one delivery are written alike.
 */
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { CLOSE_OBJECT, COLON, COMMA, equalAt, NO, OPEN_OBJECT, QUOTE, space, textEnd } from './bytes.ts';
import type { Reader, Source } from './bytes.ts';

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly read: Reader;
  /** Its value, made from where it was read last; absent when nobody asks. */
  readonly make?: ((source: Source, start: number, end: number) => Json) | undefined;
}

export interface ObjectReader {
  readonly read: Reader;
  /** The members of the object read last that can be made. */
  readonly make: (source: Source) => JsonObject;
}

/** Reads an object with these members and no others; `count` bounds how many there are. Not reentrant. */
export function members(list: readonly Member[], count: { readonly min: number; readonly max: number }): ObjectReader {
  const names = list.map(({ name }) => Buffer.from(`"${name}"`));
  const reads = list.map(({ read }) => read);
  const isRequired = list.map(({ required }) => required);
  const required = isRequired.filter(Boolean).length;
  const find = finder(list.map(({ name }) => name));
  const makers = list.flatMap(({ name, make }, index) => (make === undefined ? [] : [{ name, make, index }]));
  const starts = new Int32Array(list.length);
  const ends = new Int32Array(list.length);
  /** After member i (the start: the last place) stood member next[i]. */
  const next = new Int32Array(list.length + 1);
  /** In which object, counted, a member was seen last. */
  const seen = new Float64Array(list.length);
  let objects = 0;
  const read: Reader = (bytes, start) => {
    if (bytes[start] !== OPEN_OBJECT) return NO;
    objects++;
    let at = space(bytes, start + 1);
    if (bytes[at] === CLOSE_OBJECT) return required === 0 && count.min === 0 ? at + 1 : NO;
    let previous = list.length;
    let found = 0;
    let missing = required;
    for (;;) {
      let index = next[previous]!;
      if (!equalAt(bytes, at, names[index]!)) {
        index = find(bytes, at);
        if (index < 0) return NO;
        next[previous] = index;
      }
      if (seen[index] === objects) return NO;
      seen[index] = objects;
      previous = index;
      found++;
      if (isRequired[index]) missing--;
      at = space(bytes, at + names[index]!.length);
      if (bytes[at] !== COLON) return NO;
      at = space(bytes, at + 1);
      starts[index] = at;
      at = reads[index]!(bytes, at);
      if (at < 0) return NO;
      ends[index] = at;
      at = space(bytes, at);
      if (bytes[at] === CLOSE_OBJECT) return missing === 0 && found >= count.min && found <= count.max ? at + 1 : NO;
      if (bytes[at] !== COMMA) return NO;
      at = space(bytes, at + 1);
    }
  };
  const make = (source: Source): JsonObject => {
    const made: Record<string, Json> = {};
    for (const maker of makers) {
      const { index } = maker;
      if (seen[index] === objects) made[maker.name] = maker.make(source, starts[index]!, ends[index]!);
    }
    return made;
  };
  return { read, make };
}

/** Finds which of the names stands, in quotes, at a place; -1 when none does. */
function finder(names: readonly string[]): (bytes: Buffer, at: number) => number {
  const byName = new Map(names.map((name, index) => [name, index]));
  return (bytes, at) => {
    const end = bytes[at] === QUOTE ? textEnd(bytes, at + 1) : NO;
    return end === NO ? -1 : byName.get(bytes.toString('utf8', at + 1, end)) ?? -1;
  };
}
