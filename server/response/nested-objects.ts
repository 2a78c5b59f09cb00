/**
 * Nested objects: finds the byte ranges of the objects nested in a document, so that each is served with the same bytes.
 *
 * The publisher prints documents without white space (publisher/write/feature-text.ts). Nested objects are in the arrays named by
 * NESTING_FIELDS; an array of that name without objects nests nothing. Not here: which object is requested (handlers/sub-resources.ts).
 */
import { nestsObjects } from '../../schemas/model/model.ts';
import { kindNestedIn, NESTING_FIELDS, ROOT_TYPES, ROOTS, SUB_RESOURCES, type Kind, type SubResource } from '../../schemas/names.ts';

/** A sub-resource of a root resource. */
export interface SubTarget {
  /** Path of the root resource. */
  readonly path: string;
  readonly sub: SubResource;
}

export const SUB_TARGETS: readonly SubTarget[] = ROOT_TYPES.filter(nestsObjects).flatMap((type) => (
  (Object.keys(SUB_RESOURCES) as SubResource[]).map((sub) => ({ path: ROOTS[type].path, sub }))
));

export interface NestedObject {
  readonly kind: Kind;
  readonly id: string;
  readonly entityType: string;
  /** Byte range [start, end) in the document. */
  readonly start: number;
  readonly end: number;
}

/** Returns all objects nested in a document, each before those nested in it. */
export function nestedObjectsIn(document: Buffer): readonly NestedObject[] {
  const scanner = new Scanner(document);
  scanner.object(0);
  return scanner.parts;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

class Scanner {
  readonly parts: NestedObject[] = [];
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads the object that begins at `start`. Returns the offset after the object, its id and its type. */
  object(start: number): { readonly end: number; readonly id: string; readonly entityType: string } {
    const bytes = this.#bytes;
    const named = { id: '', entityType: '' };
    let at = start + 1;
    while (bytes[at] !== CLOSE_OBJECT) {
      if (bytes[at] === COMMA) at += 1;
      const value = this.#endOfText(at) + 1;
      const name = this.#text(at, value - 1);
      const nests = NESTING_FIELDS.includes(name) && bytes[value] === OPEN_ARRAY && bytes[value + 1] === OPEN_OBJECT;
      at = nests ? this.#nested(name, value) : this.#endOfValue(value);
      if (name === 'id' || name === 'entityType') named[name] = this.#text(value, at);
    }
    return { end: at + 1, ...named };
  }

  /** Reads the array of nested objects that begins at `start`. Returns the offset after the array. */
  #nested(field: string, start: number): number {
    let at = start;
    while (this.#bytes[at] !== CLOSE_ARRAY) {
      const index = this.parts.length;
      const { end, ...named } = this.object(at + 1);
      this.parts.splice(index, 0, { kind: kindNestedIn(field), ...named, start: at + 1, end });
      at = end;
    }
    return at + 1;
  }

  #endOfValue(start: number): number {
    const bytes = this.#bytes;
    let depth = 0;
    for (let at = start; ; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error('a value of the edition does not end');
      if (byte === QUOTE) at = this.#endOfText(at) - 1;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
      else if (depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT)) return at;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
    }
  }

  /** Returns the offset after the string that begins at `start`. */
  #endOfText(start: number): number {
    const bytes = this.#bytes;
    for (let at = start + 1; at < bytes.length; at += 1) {
      if (bytes[at] === BACKSLASH) at += 1;
      else if (bytes[at] === QUOTE) return at + 1;
    }
    throw new Error('a text of the edition does not end');
  }

  #text(start: number, end: number): string {
    return JSON.parse(this.#bytes.toString('utf8', start, end)) as string;
  }
}
