/** Flaws: what is wrong with the root that the reader read last, of which all else is right (ops.ts). */
import type { Json } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import type { Flaw } from '../one-flaw.ts';
import { MARK_30 } from '../upgrade.ts';
import { FLAW_BYTES, FLAWS_MAX, MISSING, OBJECT_WORDS, UNKNOWN } from './ops.ts';
import type { Reader } from './reader.ts';

const FLAW_WORDS = FLAW_BYTES / 4;
/** Values that are longer together are not read: they may give more notices than are counted of one root (schemas/check/notices.ts). */
const CHARS_MAX = 4_000;
const NONE: readonly Flaw[] = [];

/** Where a flaw is: the place of an object in the order of objectsOf, and what is wrong with it (ops.ts). */
export interface FlawPlace {
  readonly object: number;
  readonly what: number;
}

export class ReadFlaws {
  readonly #reader: Reader;
  readonly #words: Uint32Array;
  readonly #objects: Uint32Array;

  /** `objects`: records of the objects that the reader read. */
  constructor(reader: Reader, objects: Uint32Array) {
    this.#reader = reader;
    this.#words = new Uint32Array(objects.buffer, reader.exports.flawsAt(), FLAW_WORDS * FLAWS_MAX);
    this.#objects = objects;
  }

  get length(): number {
    return this.#reader.exports.flawCount();
  }

  places(): readonly FlawPlace[] {
    return Array.from({ length: this.length }, (_, flaw) =>
      ({ object: this.#words[FLAW_WORDS * flaw]!, what: this.#words[FLAW_WORDS * flaw + 1]! }));
  }

  /** With their values; undefined when these are long, or something in them is a mark of model 3.0. */
  values(textAt: (start: number, end: number) => string): readonly Flaw[] | undefined {
    if (this.length === 0) return NONE;
    const flaws: Flaw[] = [];
    let chars = 0;
    for (let at = 0; at < FLAW_WORDS * this.length; at += FLAW_WORDS) {
      const object = this.#words[at]!;
      const type = OBJECT_TYPES[this.#objects[OBJECT_WORDS * object]!]!;
      const [what, start, end] = [this.#words[at + 1]!, this.#words[at + 2]!, this.#words[at + 3]!];
      if (what === MISSING) {
        const missing = fieldsOf(type).filter((_, index) => (((index < 32 ? start : end) >>> (index % 32)) & 1) === 1);
        flaws.push({ object, type, missing });
        continue;
      }
      chars += end - start;
      const text = chars > CHARS_MAX ? MARK_30 : textAt(start, end);
      if (text.includes(MARK_30)) return undefined;
      flaws.push(what === UNKNOWN
        ? { object, type, unknown: text.slice(1, text.indexOf('"', 1)) }
        : { object, type, field: fieldsOf(type)[what]!.name, value: JSON.parse(text) as Json, text });
    }
    return flaws;
  }
}
