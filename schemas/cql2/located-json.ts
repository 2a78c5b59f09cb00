/**
 * Located JSON: parses a short JSON text in which every value keeps its position, for messages about mistakes.
 * Strict: no duplicate name in an object, nothing after the value.
 */
import { shown } from '../shown-values.ts';
import { LIMITS } from '../limits.ts';
import { FilterFault, tooDeep } from './expression.ts';

export type LocatedJson = { readonly at: number } & (
  /** `end`: position of its last character. */
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, LocatedJson>; readonly end: number }
  | { readonly kind: 'array'; readonly items: readonly LocatedJson[] }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
);

/** Parses a JSON text. `around`: levels that do not count as nested. Throws FilterFault. */
export function parseLocatedJson(text: string, around = 0): LocatedJson {
  const reader = new Reader(text);
  const value = reader.value(-around);
  reader.end();
  return value;
}

/** White space, then a text, a number, a word or one sign. */
const TOKEN = /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))|(\w+)|(.))/suy;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): LocatedJson {
    const { token, at, quoted, number } = this.#take();
    if (quoted) return { kind: 'text', value: JSON.parse(token) as string, at };
    if (number) return this.#number(token, at);
    if (token === 'true' || token === 'false') return { kind: 'boolean', value: token === 'true', at };
    if (token === 'null') return { kind: 'null', at };
    if (token !== '{' && token !== '[') throw unexpected(token, at, 'een waarde', 'a value');
    if (depth === LIMITS.filterDepthMax) throw tooDeep(at);
    return token === '{'
      ? { kind: 'object', members: this.#members(depth + 1), at, end: this.#at }
      : { kind: 'array', items: this.#items(depth + 1), at };
  }

  end(): void {
    const { token, at } = this.#take();
    if (token !== '') throw unexpected(token, at, 'het einde', 'the end');
  }

  #number(token: string, at: number): LocatedJson {
    const value = Number(token);
    if (!Number.isFinite(value)) throw new FilterFault(at, { nl: 'dit getal is te groot', en: 'this number is too large' });
    return { kind: 'number', value: value + 0, at };
  }

  #members(depth: number): ReadonlyMap<string, LocatedJson> {
    const members = new Map<string, LocatedJson>();
    if (this.#takeIf('}')) return members;
    do {
      const { token, at, quoted } = this.#take();
      if (!quoted) throw unexpected(token, at, 'een naam tussen "', 'a name between "');
      const name = JSON.parse(token) as string;
      if (members.has(name)) throw new FilterFault(at, { nl: `‘${shown(name)}’ staat er twee keer`, en: `‘${shown(name)}’ is there twice` });
      if (!this.#takeIf(':')) this.#miss(':');
      members.set(name, this.value(depth));
    } while (this.#takeIf(','));
    if (!this.#takeIf('}')) this.#miss('}');
    return members;
  }

  #items(depth: number): readonly LocatedJson[] {
    const items: LocatedJson[] = [];
    if (this.#takeIf(']')) return items;
    do items.push(this.value(depth)); while (this.#takeIf(','));
    if (!this.#takeIf(']')) this.#miss(']');
    return items;
  }

  #miss(sign: string): never {
    const { token, at } = this.#take();
    throw unexpected(token, at, `‘${sign}’`, `‘${sign}’`);
  }

  #takeIf(sign: string): boolean {
    const before = this.#at;
    if (this.#take().token === sign) return true;
    this.#at = before;
    return false;
  }

  #take(): { readonly token: string; readonly at: number; readonly quoted: boolean; readonly number: boolean } {
    TOKEN.lastIndex = this.#at;
    const [whole = '', quoted, number, word, sign] = TOKEN.exec(this.#text) ?? [];
    const token = quoted ?? number ?? word ?? sign ?? '';
    if (token === '') return { token, at: this.#text.length + 1, quoted: false, number: false };
    this.#at += whole.length;
    return { token, at: this.#at - token.length + 1, quoted: quoted !== undefined, number: number !== undefined };
  }
}

function unexpected(token: string, at: number, nl: string, en: string): FilterFault {
  const [found, foundEn] = token === '' ? ['het einde', 'the end'] : [`‘${shown(token)}’`, `‘${shown(token)}’`];
  return new FilterFault(at, { nl: `gevonden ${found}, verwacht ${nl}`, en: `found ${foundEn}, expected ${en}` });
}
