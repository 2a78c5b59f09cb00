/**
 * Words of a page, for `zoek`: a sorted dictionary of the words in its searched fields, and for each
 * word the rows that have it. A part of the page; absent when no row has a word.
 */
import { wordsOf } from '../../schemas/words.ts';
import type { Values } from './column.ts';
import { EncodedSegment, Segment, content, type Texts, type Unsigned } from './segment.ts';
import { entriesBefore, sortedTexts, textAt, textColumns, unsignedFor } from './texts.ts';

/** `fields`: the values of each searched field. Null when there is no word. */
export function encodeWords(fields: readonly Values[], count: number): EncodedSegment | null {
  const rowsOf = new Map<string, number[]>();
  const cut = new Map<string, readonly string[]>();
  for (let row = 0; row < count; row += 1) {
    for (const values of fields) {
      const text = values[row];
      if (typeof text === 'string') for (const word of cached(cut, text)) addRow(rowsOf, word, row);
    }
  }
  if (rowsOf.size === 0) return null;
  const words = sortedTexts(rowsOf.keys());
  const lists = words.map((word) => rowsOf.get(word)!);
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const ends = unsignedFor(words.length, total);
  const rows = unsignedFor(total, count - 1);
  let end = 0;
  for (const [index, list] of lists.entries()) {
    rows.set(list, end);
    end += list.length;
    ends[index] = end;
  }
  return new EncodedSegment('part', [...textColumns('word', words), content('rows.end', ends), content('rows', rows)]);
}

/** The same texts stand in many rows. */
function cached(cut: Map<string, readonly string[]>, text: string): readonly string[] {
  let words = cut.get(text);
  if (words === undefined) cut.set(text, words = wordsOf(text));
  return words;
}

function addRow(rowsOf: Map<string, number[]>, word: string, row: number): void {
  const rows = rowsOf.get(word);
  if (rows === undefined) rowsOf.set(word, [row]);
  else if (rows.at(-1) !== row) rows.push(row);
}

export class PageWords {
  /** The dictionary. */
  readonly words: Texts;
  private readonly ends: Unsigned;
  private readonly rowList: Unsigned;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'part');
    this.words = segment.texts('word');
    this.ends = segment.unsigned('rows.end');
    this.rowList = segment.unsigned('rows');
  }

  get size(): number {
    return this.words.ends.length;
  }

  word(index: number): string {
    return textAt(this.words, index);
  }

  /** How many words come before these UTF-8 bytes: where a word stands, or the first of those that start so. */
  before(bytes: Uint8Array): number {
    return entriesBefore(this.words, bytes);
  }

  /** The rows that have a word, ascending. */
  rows(index: number): Unsigned {
    return this.rowList.subarray(index === 0 ? 0 : this.ends[index - 1]!, this.ends[index]);
  }
}
