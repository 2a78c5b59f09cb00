/**
 * Nested objects: where the objects that a document nests lie in its bytes, so that each is given as the very bytes that the document has.
 *
 * The bytes are ours, printed without white space (publisher/write/text.ts). Nested objects stand in the arrays of NESTED_IN; a
 * field of that name with anything else in it nests nothing. Not here: which part is asked for (handlers/sub-resources.ts).
 */
import { nestsObjects } from '../../schemas/model/model.ts';
import { kindNestedIn, NESTING_FIELDS, ROOT_TYPES, ROOTS, SUB_RESOURCES, type Kind, type SubResource } from '../../schemas/names.ts';

/** A sub-resource of a root that nests objects. */
export interface SubTarget {
  /** Of the root. */
  readonly path: string;
  readonly sub: SubResource;
}

export const SUB_TARGETS: readonly SubTarget[] = ROOT_TYPES.filter(nestsObjects).flatMap((type) => (
  (Object.keys(SUB_RESOURCES) as SubResource[]).map((sub) => ({ path: ROOTS[type].path, sub }))
));

export interface Part {
  readonly kind: Kind;
  readonly id: string;
  readonly entityType: string;
  /** The bytes [start, end) of the document. */
  readonly start: number;
  readonly end: number;
}

/** All objects nested in a document, each before those nested in it. */
export function partsOf(document: Buffer): readonly Part[] {
  const walk = new Walk(document);
  walk.object(0);
  return walk.parts;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

class Walk {
  readonly parts: Part[] = [];
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Goes through the object that begins at `start`; gives the byte after it and what tells it from others. */
  object(start: number): { readonly end: number; readonly id: string; readonly entityType: string } {
    const { bytes } = this;
    const named = { id: '', entityType: '' };
    let at = start + 1;
    while (bytes[at] !== CLOSE_OBJECT) {
      if (bytes[at] === COMMA) at += 1;
      const value = this.endOfText(at) + 1;
      const name = this.text(at, value - 1);
      const nests = NESTING_FIELDS.includes(name) && bytes[value] === OPEN_ARRAY && bytes[value + 1] === OPEN_OBJECT;
      at = nests ? this.nested(name, value) : this.endOfValue(value);
      if (name === 'id' || name === 'entityType') named[name] = this.text(value, at);
    }
    return { end: at + 1, ...named };
  }

  /** The byte after the array of objects that begins at `start`. */
  private nested(field: string, start: number): number {
    let at = start;
    while (this.bytes[at] !== CLOSE_ARRAY) {
      const index = this.parts.length;
      const { end, ...named } = this.object(at + 1);
      this.parts.splice(index, 0, { kind: kindNestedIn(field), ...named, start: at + 1, end });
      at = end;
    }
    return at + 1;
  }

  private endOfValue(start: number): number {
    const { bytes } = this;
    let depth = 0;
    for (let at = start; ; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error('a value of the edition does not end');
      if (byte === QUOTE) at = this.endOfText(at) - 1;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
      else if (depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT)) return at;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
    }
  }

  /** The byte after the text whose first quote stands at `start`. */
  private endOfText(start: number): number {
    const { bytes } = this;
    for (let at = start + 1; at < bytes.length; at += 1) {
      if (bytes[at] === BACKSLASH) at += 1;
      else if (bytes[at] === QUOTE) return at + 1;
    }
    throw new Error('a text of the edition does not end');
  }

  private text(start: number, end: number): string {
    return JSON.parse(this.bytes.toString('utf8', start, end)) as string;
  }
}
