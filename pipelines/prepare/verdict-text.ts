/**
 * Verdict text: verdicts in JSON, as JSON.stringify writes them, a comma between.
 *
 * Those of proven pieces are written byte by byte from their columns: to make a million objects or texts first costs more
 * than all else that is done with them. Nothing in the id of such a root is escaped.
 * Not here: what becomes of the text (verdicts.ts).
 */
import type { ObjectVerdict, Verdict } from '../../schemas/finding.ts';
import { OBJECT_TYPES } from '../../schemas/names.ts';
import { pointerOf } from './block.ts';
import type { Placed } from './block.ts';
import { hasId } from './proven.ts';
import type { Proven } from './proven.ts';

/** A proven root: its objects stand in the columns from `from` until `until`. */
export interface ProvenVerdict {
  readonly from: number;
  readonly until: number;
  readonly places: Placed;
  readonly index: number;
  readonly verdict: Verdict;
}

const COMMA = 0x2c;
/** Arithmetic with larger numbers is slow. */
const INTEGER_MAX = 2 ** 31 - 1;
const SLASH = 0x2f;
const DIGIT = 0x30;
/** All but what differs, in its order. */
const ID = Buffer.from('{"id":"');
const NO_ID = Buffer.from('{"id":null');
/** A type begins with the quote that ends the id. */
const AFTER_QUOTE = 1;
const NO_VALUE = Buffer.from('{"id":null,"entityType":null,"pointer":"');
const TYPES = OBJECT_TYPES.map((type) => Buffer.from(`","entityType":"${type}","pointer":"`));
const NESTED = Buffer.from('","nested":{');
const PART_TYPES = OBJECT_TYPES.map((type) => Buffer.from(`"${type}":`));
const VERDICT = Buffer.from('","verdict":"');
const VERDICT_AFTER_NESTED = Buffer.from('},"verdict":"');
const END = Buffer.from('"},');
const VERDICTS = {
  accepted: Buffer.from('accepted'), refused: Buffer.from('refused'), unchanged: Buffer.from('unchanged'),
} satisfies Record<Verdict, Buffer>;

export class VerdictText {
  #bytes = Buffer.alloc(1 << 16);
  #length = 0;
  /** How many parts of each type the root at hand has, and which types those are, in their order. */
  readonly #parts = new Uint32Array(OBJECT_TYPES.length);
  readonly #partTypes = new Uint8Array(OBJECT_TYPES.length);

  add(verdict: ObjectVerdict): void {
    this.#text(`${JSON.stringify(verdict)},`);
  }

  addProven(proven: Proven, { from, until, places, index, verdict }: ProvenVerdict): void {
    const { ids, idEnds, objectTypes } = proven;
    const type = TYPES[objectTypes[from]!]!;
    if (hasId(proven, from)) {
      this.#all(ID);
      this.#copy(ids, from === 0 ? 0 : idEnds[from - 1]!, idEnds[from]!);
      this.#all(type);
    } else {
      this.#all(NO_ID);
      this.#copy(type, AFTER_QUOTE, type.length);
    }
    this.#pointer(places, index);
    if (until - from > 1) this.#nested(objectTypes, from + 1, until);
    this.#all(until - from > 1 ? VERDICT_AFTER_NESTED : VERDICT);
    this.#all(VERDICTS[verdict]);
    this.#all(END);
  }

  /** Of a piece without value, which is refused. */
  addNoValue(places: Placed, index: number): void {
    this.#all(NO_VALUE);
    this.#pointer(places, index);
    this.#all(VERDICT);
    this.#all(VERDICTS.refused);
    this.#all(END);
  }

  /** All that was added since the last. */
  take(): Buffer {
    const text = Buffer.from(this.#bytes.subarray(0, Math.max(0, this.#length - 1)));
    this.#length = 0;
    return text;
  }

  #pointer(places: Placed, index: number): void {
    const line = places.lines[index]!;
    if (places.pointers.length > 0 || line > INTEGER_MAX) return this.#text(pointerOf(places, index));
    this.#byte(SLASH);
    this.#number(line - 1);
  }

  /** Types in the order in which they come. */
  #nested(objectTypes: Uint8Array, from: number, until: number): void {
    const [counts, types] = [this.#parts, this.#partTypes];
    let known = 0;
    for (let at = from; at < until; at++) {
      const type = objectTypes[at]!;
      if (counts[type]!++ === 0) types[known++] = type;
    }
    this.#all(NESTED);
    for (let at = 0; at < known; at++) {
      const type = types[at]!;
      if (at > 0) this.#byte(COMMA);
      this.#all(PART_TYPES[type]!);
      this.#number(counts[type]!);
      counts[type] = 0;
    }
  }

  /** A whole number up to INTEGER_MAX. */
  #number(value: number): void {
    let left = value | 0;
    let digits = 1;
    for (let limit = 10; left >= limit; limit *= 10) digits++;
    this.#reserve(digits);
    this.#length += digits;
    for (let at = this.#length - 1; digits > 0; at--, digits--) {
      const tens = (left / 10) | 0;
      this.#bytes[at] = DIGIT + left - 10 * tens;
      left = tens;
    }
  }

  #text(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#reserve(bytes);
    this.#bytes.write(text, this.#length);
    this.#length += bytes;
  }

  #all(bytes: Uint8Array): void {
    this.#copy(bytes, 0, bytes.length);
  }

  /** Byte by byte, which for so few is faster than a call. */
  #copy(bytes: Uint8Array, from: number, until: number): void {
    this.#reserve(until - from);
    const to = this.#bytes;
    let length = this.#length;
    for (let at = from; at < until; at++) to[length++] = bytes[at]!;
    this.#length = length;
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.alloc(2 * (this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
