/**
 * Offsets: finds the offsets of JSON Pointers in a text that is known to be valid. Values outside the wanted paths are skipped, so this
 * costs a small part of a scan.
 * Not here: whether the text is valid (strict.ts), lines (prepare/read/lines.ts).
 */
import { escapeToken } from '../../schemas/json.ts';
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './characters.ts';

/** Offset, in UTF-16 units, of the key or item that each wanted JSON Pointer names; that of its nearest ancestor when it is absent. */
export function offsetsOf(text: string, wanted: Iterable<string>): ReadonlyMap<string, number> {
  const root: Wanted = { children: new Map(), pointers: [] };
  for (const pointer of wanted) want(root, pointer);
  const finder = new Finder(text);
  finder.whole(root);
  return finder.offsets;
}

/** The wanted pointers as a tree. Only values on its paths are read. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  readonly pointers: string[];
}

function want(root: Wanted, pointer: string): void {
  let node = root;
  for (const token of pointer.split('/').slice(1)) {
    let next = node.children.get(token);
    if (next === undefined) node.children.set(token, next = { children: new Map(), pointers: [] });
    node = next;
  }
  node.pointers.push(pointer);
}

function* below(wanted: Wanted): Iterable<string> {
  yield* wanted.pointers;
  for (const child of wanted.children.values()) yield* below(child);
}

/** Reads the text once. Each method ends behind a value: at a comma, a closing bracket, or the end. */
class Finder {
  readonly offsets = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(wanted: Wanted): void {
    this.#place(wanted, 0);
    this.#space();
    this.#value(wanted);
  }

  #value(wanted: Wanted | undefined): void {
    const code = this.#code();
    const isOpen = wanted !== undefined && wanted.children.size > 0;
    if (isOpen && code === OPEN_OBJECT) this.#object(wanted);
    else if (isOpen && code === OPEN_ARRAY) this.#list(wanted);
    this.#pass();
  }

  #object({ children }: Wanted): void {
    this.#at++;
    for (this.#space(); this.#code() !== CLOSE_OBJECT; this.#next()) {
      const start = this.#at;
      this.#string();
      const key = this.#text.slice(start + 1, this.#at - 1);
      const child = children.get(escapeToken(key.includes('\\') ? JSON.parse(`"${key}"`) as string : key));
      if (child !== undefined) this.#place(child, start);
      while (this.#code() !== COLON) this.#at++;
      this.#at++;
      this.#space();
      this.#value(child);
    }
    this.#at++;
  }

  #list({ children }: Wanted): void {
    this.#at++;
    this.#space();
    for (let index = 0; this.#code() !== CLOSE_ARRAY; index++, this.#next()) {
      const child = children.get(String(index));
      if (child !== undefined) this.#place(child, this.#at);
      this.#value(child);
    }
    this.#at++;
  }

  #next(): void {
    if (this.#code() === COMMA) this.#at++;
    this.#space();
  }

  /** Moves behind the current value, or behind the rest of it. */
  #pass(): void {
    const text = this.#text;
    let at = this.#at;
    for (let depth = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      // White space, digits and most other characters between strings.
      if (code < QUOTE || (code > COMMA && code < OPEN_ARRAY)) continue;
      if (code === QUOTE) at = endOfString(text, at);
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
      else if (depth === 0 && (code === COMMA || code === CLOSE_OBJECT || code === CLOSE_ARRAY)) break;
      else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
    }
    this.#at = at;
  }

  #string(): void {
    this.#at = endOfString(this.#text, this.#at) + 1;
  }

  #space(): void {
    for (let code = this.#code(); code === 0x20 || (code >= 0x09 && code <= 0x0d); code = this.#code()) this.#at++;
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #place(wanted: Wanted, offset: number): void {
    for (const pointer of below(wanted)) this.offsets.set(pointer, offset);
  }
}

/** Offset of the quote that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at;
}
