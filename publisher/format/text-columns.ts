/**
 * Texts: many texts in two columns, and lists of whole numbers in the narrowest type that fits them.
 * A dictionary is a list of different texts, sorted by their UTF-8 bytes.
 */
import { compareIds } from './order.ts';
import { countBefore } from './search.ts';
import { content, damaged, type Column, type Texts, type Unsigned } from './segment.ts';

/** Returns the narrowest array for whole numbers up to `highest`, filled with 0. */
export function unsignedFor(length: number, highest: number): Unsigned {
  if (highest <= 0xff) return new Uint8Array(length);
  return highest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
}

/** Returns the columns `<name>.end`, the end of each text, and `<name>.text`, all texts in sequence. */
export function textColumns(name: string, texts: readonly string[]): Column[] {
  return columnsOfTexts(name, textsOf(texts));
}

/** Encodes many texts in sequence. */
export function textsOf(texts: readonly string[]): Texts {
  const joined = texts.join('');
  const ascii = Buffer.from(joined, 'utf8');
  if (ascii.length === joined.length) return { ends: endsOf(ascii, texts), text: ascii };
  // Each text by itself: two halves of a surrogate pair that meet would become one character.
  const each = texts.map((text) => Buffer.from(text, 'utf8'));
  const text = Buffer.concat(each);
  return { ends: endsOf(text, each), text };
}

function endsOf(text: Buffer, parts: readonly { readonly length: number }[]): Unsigned {
  const ends = unsignedFor(parts.length, text.length);
  for (let index = 0, end = 0; index < parts.length; index += 1) {
    end += parts[index]!.length;
    ends[index] = end;
  }
  return ends;
}

/** Returns the columns `<name>.end` and `<name>.text` of encoded texts. */
export function columnsOfTexts(name: string, { ends, text }: Texts): Column[] {
  return [content(`${name}.end`, ends), content(`${name}.text`, text)];
}

/** Throws a Fault when the ends do not lie in the text: the bytes beside it are those of others. */
export function bytesAt({ ends, text }: Texts, index: number): Buffer {
  const start = index === 0 ? 0 : ends[index - 1]!;
  const end = ends[index]!;
  if (start <= end && end <= text.byteLength) return Buffer.from(text.buffer, text.byteOffset + start, end - start);
  throw damaged('a text ends outside its column');
}

export function textAt(texts: Texts, index: number): string {
  return bytesAt(texts, index).toString('utf8');
}

/** Decodes all texts; faster than one by one. */
export function allTexts(texts: Texts): string[] {
  const { ends, text } = texts;
  const whole = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf8');
  if (whole.length !== text.byteLength) return Array.from(ends, (_, index) => textAt(texts, index));
  return Array.from(ends, (end, index) => whole.slice(index === 0 ? 0 : ends[index - 1]!, end));
}

/** Returns how many entries of a dictionary come before these bytes. */
export function entriesBefore(dictionary: Texts, bytes: Uint8Array): number {
  return countBefore(dictionary.ends.length, (index) => compareAt(dictionary, index, bytes) < 0);
}

export function hasEntry(dictionary: Texts, bytes: Uint8Array): boolean {
  const index = entriesBefore(dictionary, bytes);
  return index < dictionary.ends.length && compareAt(dictionary, index, bytes) === 0;
}

/** Compares an entry with bytes, byte by byte: a search runs this too often to make a Buffer of each entry. */
function compareAt({ ends, text }: Texts, index: number, bytes: Uint8Array): number {
  const start = index === 0 ? 0 : ends[index - 1]!;
  const length = ends[index]! - start;
  for (let at = 0; at < length && at < bytes.length; at += 1) {
    const difference = text[start + at]! - bytes[at]!;
    if (difference !== 0) return difference;
  }
  return length - bytes.length;
}

/** A code unit that sorts differently in UTF-16 and UTF-8. */
const SURROGATE = /[\ud800-\udfff]/;

/** Returns the different texts in the order of their UTF-8 bytes. */
export function sortedTexts(texts: Iterable<string>): string[] {
  const sorted = [...texts].sort();
  return SURROGATE.test(sorted.join('')) ? sorted.sort(compareIds) : sorted;
}
