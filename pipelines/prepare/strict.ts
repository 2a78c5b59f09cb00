/**
 * Strict JSON: bytes to a value, or what is wrong with them (design 6, level 1).
 *
 * Stricter than JSON.parse: UTF-8 only, no repeated member name, no lone surrogate, no integer beyond 2^53, no
 * overflow, no nesting beyond LIMITS.jsonDepthMax. Decimals with more digits become the nearest double.
 * How: one pass over the bytes in WebAssembly (grammar.ts) says what is wrong with them. Only where that is in doubt, or when
 * somebody wants to read why the text is no JSON, does scan.ts read it, slowly.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { Json } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { grammarOf } from './grammar.ts';
import type { Stain } from './grammar.ts';
import type { Flaw } from './scan.ts';
import { scan, stainFlaw } from './scan.ts';

/** A flaw, named at once and put into words when asked. */
export interface NamedFlaw {
  readonly rule: string;
  readonly say: () => Flaw;
}

export interface StrictJson {
  /** Undefined when the text is no JSON. With flaws beside it, it serves for further findings only. */
  readonly value: Json | undefined;
  readonly flaws: readonly NamedFlaw[];
  /** The text as decoded; undefined when the bytes are not UTF-8. */
  readonly text: string | undefined;
}

/** Parses one JSON text. Never throws; no flaws means the value is safe to use. */
export function parseStrict(bytes: Buffer): StrictJson {
  if (!isUtf8(bytes)) return { value: undefined, flaws: [{ rule: 'json.utf8', say: () => notUtf8(bytes) }], text: undefined };
  const text = decoded(bytes);
  const objects = objectsIn(bytes);
  if (objects > LIMITS.jsonObjectsMax) return { value: undefined, flaws: [said(tooManyObjects(objects))], text };
  const { grammar, stains } = grammarOf(bytes);
  const flaws = stains.map((stain) => ({ rule: stain.rule, say: () => stained(stain, bytes, text) }));
  switch (grammar) {
    case 'whole': return { value: JSON.parse(text) as Json, flaws, text };
    case 'broken':
    case 'deep': return { value: undefined, flaws: [...flaws, { rule: ENDS[grammar], say: () => ended(text) }], text };
    default: return parseInDoubt(text);
  }
}

/** What alone is wrong with a text, and where; without a value in the text that is nowhere. */
export interface LoneFlaw extends NamedFlaw {
  readonly pointer: string | undefined;
}

/** What alone parseStrict finds wrong with a text; null when that is nothing, undefined when it is more, or not certain. */
export function loneFlawOf(bytes: Buffer): LoneFlaw | null | undefined {
  if (!isUtf8(bytes)) return { rule: 'json.utf8', pointer: undefined, say: () => notUtf8(bytes) };
  const objects = objectsIn(bytes);
  if (objects > LIMITS.jsonObjectsMax) return { rule: 'json.objecten', pointer: undefined, say: () => tooManyObjects(objects) };
  const { grammar, stains: [stain, ...others] } = grammarOf(bytes);
  if (grammar === 'doubtful' || others.length > 0) return undefined;
  if (grammar === 'whole') return stain === undefined ? null : { ...stain, say: () => stained(stain, bytes, decoded(bytes)) };
  return stain === undefined ? { rule: ENDS[grammar], pointer: undefined, say: () => ended(decoded(bytes)) } : undefined;
}

/** The text that is written in UTF-8. */
export function decoded(utf8: Buffer): string {
  return isAscii(utf8) ? utf8.toString('latin1') : utf8.toString();
}

function parseInDoubt(text: string): StrictJson {
  const flaws = scan(text).flaws.map(said);
  const hasValue = !flaws.some(({ rule }) => rule === 'json.syntaxis' || rule === 'json.diepte');
  const value = hasValue ? parsed(text) : undefined;
  // Such a scan ended early: what comes after so many flaws only the value can tell.
  const isTooDeep = value !== undefined && flaws.length >= LIMITS.findingsPerRuleMax && isDeeper(value, LIMITS.jsonDepthMax);
  return { value: isTooDeep ? undefined : value, flaws, text };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

function stained({ rule, pointer, start, end }: Stain, bytes: Buffer, text: string): Flaw {
  const offset = text.length === bytes.length ? start : bytes.toString('utf8', 0, start).length;
  const isNumber = rule === 'json.getal-te-groot' || rule === 'json.geheel-getal';
  return stainFlaw({ rule, pointer, offset, ...(isNumber ? { found: text.slice(offset, offset + end - start) } : {}) });
}

/** What ends the reading of a text. */
const ENDS = { broken: 'json.syntaxis', deep: 'json.diepte' } as const;

function ended(text: string): Flaw {
  return scan(text).flaws.at(-1)!;
}

function said(flaw: Flaw): NamedFlaw {
  return { rule: flaw.rule, say: () => flaw };
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;

/** Opening braces outside strings; not counted where they cannot be too many. */
function objectsIn(bytes: Buffer): number {
  const { length } = bytes;
  if (length <= LIMITS.jsonObjectsMax) return 0;
  let objects = 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at];
    if (byte === OPEN_OBJECT) objects++;
    if (byte !== QUOTE) continue;
    for (at++; at < length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  }
  return objects;
}

function tooManyObjects(objects: number): Flaw {
  return {
    rule: 'json.objecten', pointer: '', offset: 0, found: String(objects), expected: `≤ ${LIMITS.jsonObjectsMax}`,
    message: {
      nl: 'Dit object bestaat uit te veel onderdelen en is niet gelezen.',
      en: 'This object has too many objects in it and was not read.',
    },
    mend: { nl: 'Verdeel het over meer objecten.', en: 'Divide it over more objects.' },
  };
}

function notUtf8(bytes: Buffer): Flaw {
  const at = sharedLength(bytes, Buffer.from(bytes.toString()));
  return {
    rule: 'json.utf8', pointer: '', offset: at, expected: 'UTF-8',
    found: [...bytes.subarray(at, at + 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
    message: {
      nl: 'Het bestand bevat bytes die geen UTF-8 zijn.',
      en: 'The file holds bytes that are not UTF-8.',
    },
    mend: { nl: 'Sla het bestand op als UTF-8.', en: 'Save the file as UTF-8.' },
  };
}

/** How many bytes two texts begin with alike: halved again and again, as comparing many bytes is one call. */
function sharedLength(one: Buffer, other: Buffer): number {
  let [least, most] = [0, Math.min(one.length, other.length)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (one.subarray(0, middle).equals(other.subarray(0, middle))) least = middle;
    else most = middle - 1;
  }
  return least;
}
