/** Tokens: splits a CQL2 text into names, values and signs, one at a time, each with its position. Never reads a character twice. */
import { shown } from '../shown-values.ts';
import { FilterFault } from './expression.ts';

export interface Token {
  /** quoted: a name between double quotes, which is never a keyword. */
  readonly kind: 'name' | 'quoted' | 'text' | 'number' | 'sign' | 'end';
  /** The text as written; without the quotes for `text` and `quoted`. */
  readonly text: string;
  /** Position of its first character, from 1. */
  readonly at: number;
}

const SPACE = /[\s\u0085]*/y;
/** The first character decides the kind of token. */
const TEXT = /'((?:[^'\\]|''|\\[^])*)'/y;
const QUOTED = /"([^"]*)"/y;
const NUMBER = /([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;
const SIGN = /(<>|<=|>=|[=<>()*/^%+,-])/y;
const NAME = /([\p{L}:_][\p{L}\p{N}\p{M}:_.]*)/uy;

type Readings = readonly (readonly [Token['kind'], RegExp])[];

const NAMES: Readings = [['name', NAME]];
const SIGNS: Readings = [['sign', SIGN]];
const NUMBERS: Readings = [['number', NUMBER], ...SIGNS];
const BY_FIRST: ReadonlyMap<string, Readings> = new Map([
  ["'", [['text', TEXT]]], ['"', [['quoted', QUOTED]]],
  ...Array.from('=<>()*/^%,', (character) => [character, SIGNS] as const),
  ...Array.from('0123456789.+-', (character) => [character, NUMBERS] as const),
]);

/** Tokenizer; `current` is the next token. */
export class Tokens {
  readonly #source: string;
  #end = 0;
  current: Token;

  constructor(source: string) {
    this.#source = source;
    this.current = this.#read();
  }

  /** Returns the current token and advances. */
  take(): Token {
    const token = this.current;
    this.current = this.#read();
    return token;
  }

  /** Whether the current token is the sign, or the keyword in any case. */
  is(word: string): boolean {
    const { kind, text } = this.current;
    return kind === 'sign' ? text === word : kind === 'name' && text.length === word.length && text.toUpperCase() === word;
  }

  /** Advances when the current token is the sign or keyword. */
  takeIf(word: string): boolean {
    const is = this.is(word);
    if (is) this.take();
    return is;
  }

  expect(word: string): void {
    if (!this.takeIf(word)) throw this.unexpected(`‘${word}’`, `‘${word}’`);
  }

  /** Makes the fault about a current token that is not allowed. */
  unexpected(nl: string, en: string, { text, kind, at } = this.current): FilterFault {
    const [found, foundEn] = kind === 'end' ? ['het einde', 'the end'] : [`‘${shown(text)}’`, `‘${shown(text)}’`];
    return new FilterFault(at, { nl: `gevonden ${found}, verwacht ${nl}`, en: `found ${foundEn}, expected ${en}` });
  }

  #read(): Token {
    SPACE.lastIndex = this.#end;
    SPACE.exec(this.#source);
    const start = SPACE.lastIndex;
    if (start === this.#source.length) return { kind: 'end', text: '', at: start + 1 };
    for (const [kind, pattern] of BY_FIRST.get(this.#source[start]!) ?? NAMES) {
      pattern.lastIndex = start;
      const found = pattern.exec(this.#source);
      if (found === null) continue;
      this.#end = pattern.lastIndex;
      return { kind, text: found[1]!, at: start + 1 };
    }
    throw noToken(this.#source.slice(start), start + 1);
  }
}

function noToken(rest: string, at: number): FilterFault {
  const sign = String.fromCodePoint(rest.codePointAt(0)!);
  return sign === "'" || sign === '"'
    ? new FilterFault(at, { nl: `de tekst die met ${sign} begint eindigt nergens`, en: `the text that begins with ${sign} does not end` })
    : new FilterFault(at, { nl: `‘${shown(sign)}’ kan hier niet staan`, en: `‘${shown(sign)}’ is not allowed here` });
}

const CONTROLS: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/**
 * Unescapes a text between quotes: `''` and `\'` are a quote, ` ` and the like are control characters.
 */
export function unescaped(text: string): string {
  return text.replaceAll(/''|\\([^])/gu, (_, escaped?: string) => (escaped === undefined ? "'" : CONTROLS[escaped] ?? escaped));
}

/** Unescapes a pattern of LIKE, in which `\%`, `\_` and `\\` keep their backslash. */
export function unescapedPattern(text: string): string {
  return text.replaceAll(/''|\\([^])/gu, (whole, escaped?: string) => {
    if (escaped === undefined || escaped === "'") return "'";
    return CONTROLS[escaped] ?? whole;
  });
}

/** Parses a number. A number too large for a double is a fault. */
export function finite(text: string, at: number): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value + 0;
  throw new FilterFault(at, { nl: 'dit getal is te groot', en: 'this number is too large' });
}
