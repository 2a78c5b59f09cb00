/**
 * Words of a page, for `zoek`: a sorted dictionary of the words of its rows (schemas/derived/searched-words.ts), and for each word the
 * rows that have it. The words are a part of the page; absent when no row has a word.
 *
 * A word that every row has, as `kwetsbaargebouw` among buildings, has an empty list of rows.
 */
import { DictionaryChange } from './dictionary.ts';
import { EncodedSegment, Segment, content, type Texts, type Unsigned } from './segment.ts';
import { countBefore } from './search.ts';
import type { Splice } from './splice.ts';
import { columnsOfTexts, entriesBefore, textAt, unsignedFor } from './text-columns.ts';

/** Builds the words from rows of the parent page and new rows; null when there is no word. `wordsOf` returns the different words of a row. */
export function spliceWords<Row>(
  splice: Splice<Row>, parent: PageWords | undefined, wordsOf: (row: Row) => Iterable<string>,
): EncodedSegment | null {
  const change = new DictionaryChange(parent?.words);
  const pairs = new Pairs();
  /** Cached, because rows have many words in common. */
  const codeOf = new Map<string, number>();
  if (parent !== undefined) addParentWords(pairs, parent, splice);
  let row = 0;
  for (const range of splice.ranges) {
    if (range.kind === 'kept') {
      row += range.to - range.from;
      continue;
    }
    for (const entry of range.entries) {
      for (const word of wordsOf(entry)) {
        let code = codeOf.get(word);
        if (code === undefined) codeOf.set(word, code = change.codeOf(Buffer.from(word, 'utf8')));
        pairs.add(code, row);
      }
      row += 1;
    }
  }
  if (pairs.count === 0) return null;
  const { texts, recode } = change.finish([pairs.codes]);
  return encode({ codes: recode(pairs.codes), rows: pairs.rows, count: splice.length }, texts);
}

/** Pairs of a word code and a row that has the word. A code is one more than the index in the dictionary. */
class Pairs {
  count = 0;
  #codeList = new Uint32Array(1_024);
  #rowList = new Uint32Array(1_024);

  add(code: number, row: number): void {
    if (this.count === this.#codeList.length) {
      this.#codeList = grown(this.#codeList);
      this.#rowList = grown(this.#rowList);
    }
    this.#codeList[this.count] = code;
    this.#rowList[this.count] = row;
    this.count += 1;
  }

  get codes(): Uint32Array {
    return this.#codeList.subarray(0, this.count);
  }

  get rows(): Uint32Array {
    return this.#rowList.subarray(0, this.count);
  }
}

function grown(list: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * list.length);
  larger.set(list);
  return larger;
}

/** Adds the words of rows of the parent page, at their new row numbers. */
function addParentWords(pairs: Pairs, parent: PageWords, { ranges }: Splice<unknown>): void {
  const moved = new Int32Array(parent.count).fill(-1);
  let row = 0;
  for (const range of ranges) {
    if (range.kind === 'new') {
      row += range.entries.length;
      continue;
    }
    for (let at = range.from; at < range.to; at += 1) moved[at] = row++;
  }
  for (let word = 0; word < parent.size; word += 1) {
    for (const at of parent.rows(word)) if (moved[at]! >= 0) pairs.add(word + 1, moved[at]!);
  }
}

interface CodedRows {
  readonly codes: Unsigned;
  readonly rows: Uint32Array;
  /** Number of rows in the page. */
  readonly count: number;
}

function encode({ codes, rows, count }: CodedRows, words: Texts): EncodedSegment {
  const size = words.ends.length;
  const ends = new Uint32Array(size + 1);
  for (let at = 0; at < codes.length; at += 1) ends[codes[at]!]! += 1;
  const sizes = ends.slice(1);
  for (let code = 1; code <= size; code += 1) ends[code]! += ends[code - 1]!;
  const lists = new Uint32Array(codes.length);
  const next = ends.slice();
  for (let at = 0; at < codes.length; at += 1) lists[next[codes[at]! - 1]!++] = rows[at]!;
  const kept = unsignedFor(size, codes.length);
  const all = unsignedFor(codes.length, count);
  let end = 0;
  for (let word = 0; word < size; word += 1) {
    if (sizes[word] !== count) {
      all.set(lists.subarray(ends[word], ends[word + 1]).sort(), end);
      end += sizes[word]!;
    }
    kept[word] = end;
  }
  return new EncodedSegment('part', [
    ...columnsOfTexts('word', words), content('rows.end', narrowed(kept, end)), content('rows', all.slice(0, end)), content('row.count', Uint32Array.of(count)),
  ]);
}

function narrowed(ends: Unsigned, highest: number): Unsigned {
  const made = unsignedFor(ends.length, highest);
  made.set(ends);
  return made;
}

export class PageWords {
  /** The dictionary. */
  readonly words: Texts;
  /** Number of rows in the page. */
  readonly count: number;
  readonly #ends: Unsigned;
  readonly #rowList: Unsigned;
  #allRows: Unsigned | undefined;
  #byRow: readonly string[][] | undefined;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'part');
    this.words = segment.texts('word');
    this.count = segment.u32('row.count')[0]!;
    this.#ends = segment.unsigned('rows.end');
    this.#rowList = segment.unsigned('rows');
  }

  get size(): number {
    return this.words.ends.length;
  }

  word(index: number): string {
    return textAt(this.words, index);
  }

  /** Returns how many words come before these UTF-8 bytes. This is the index of the word itself, or of the first word with this prefix. */
  before(bytes: Uint8Array): number {
    return entriesBefore(this.words, bytes);
  }

  /** Yields the words that contain these UTF-8 bytes, ascending. One search over the whole text of the dictionary finds them. */
  * holding(bytes: Uint8Array): Iterable<number> {
    const { ends, text } = this.words;
    const all = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    for (let from = 0; from < text.length;) {
      const at = all.indexOf(bytes, from);
      if (at < 0) return;
      const index = countBefore(ends.length, (word) => ends[word]! <= at);
      if (at + bytes.length <= ends[index]!) {
        yield index;
        from = ends[index]!;
      } else {
        from = at + 1;
      }
    }
  }

  /** Returns the rows that have a word, ascending. */
  rows(index: number): Unsigned {
    const [start, end] = [index === 0 ? 0 : this.#ends[index - 1]!, this.#ends[index]!];
    return start === end ? this.#allRows ??= Uint32Array.from({ length: this.count }, (_, row) => row) : this.#rowList.subarray(start, end);
  }

  /** Returns the words of a row. */
  wordsOf(row: number): readonly string[] {
    if (this.#byRow === undefined) {
      const byRow = Array.from({ length: this.count }, (): string[] => []);
      for (let index = 0; index < this.size; index += 1) {
        const word = this.word(index);
        for (const at of this.rows(index)) byRow[at]!.push(word);
      }
      this.#byRow = byRow;
    }
    return this.#byRow[row]!;
  }
}
