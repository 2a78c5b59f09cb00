/**
 * Column: the values of one queryable field in one page, in a segment of its own (page-directory.ts). A page in which no row has a value
 * has no such segment.
 *
 * Texts and codes are stored as a dictionary of the page with a code for each row, so that codes compare as their texts do. Numbers are
 * stored as numbers, dates and date-times as milliseconds since 1970. Columns: publisher/FORMAT.md, "Values of fields".
 */
import { unreachable } from '../../schemas/fault.ts';
import { DictionaryChange } from './dictionary.ts';
import { EncodedSegment, Segment, content, type Texts, type Unsigned } from './segment.ts';
import type { Splice } from './splice.ts';
import { allTexts, columnsOfTexts, entriesBefore, hasEntry, sortedTexts, textAt, textsOf, unsignedFor } from './text-columns.ts';

/** The value of a field; dates and date-times are milliseconds since 1970. */
export type FieldValue = string | number | boolean;

/** One value per row; null: no value. */
export type Values = readonly (FieldValue | null)[];

/** Returns null when no row has a value. All values have one type. */
export function columnOf(values: Values): PageColumn | null {
  const first = values.find((value) => value !== null);
  switch (typeof first) {
    case 'string': return columnOfTexts(values as readonly (string | null)[]);
    case 'number': return new NumberColumn(Float64Array.from(values as readonly (number | null)[], (value) => value ?? Number.NaN));
    case 'boolean': return new TruthColumn(Uint8Array.from(values as readonly (boolean | null)[], truthCode));
    default: return null;
  }
}

function truthCode(value: boolean | null): number {
  return value === null ? 0 : value ? TRUE : FALSE;
}

function columnOfTexts(values: readonly (string | null)[]): TextColumn {
  const different = new Set(values);
  different.delete(null);
  const dictionary = sortedTexts(different as ReadonlySet<string>);
  const codeOf = new Map<string | null, number>(dictionary.map((text, index) => [text, index + 1]));
  const codes = unsignedFor(values.length, dictionary.length);
  for (let row = 0; row < values.length; row += 1) codes[row] = codeOf.get(values[row]!) ?? 0;
  return new TextColumn(codes, textsOf(dictionary));
}

/** Builds a column from rows of the parent page and new rows; null when no row has a value. All values have one type. */
export function spliceColumn<Row>(
  splice: Splice<Row>, parent: PageColumn | undefined, valueOf: (row: Row) => FieldValue | null,
): PageColumn | null {
  const fresh = splice.fresh.map(valueOf);
  if (fresh.length === splice.length) return columnOf(fresh);
  let next = 0;
  const following = (): FieldValue | null => fresh[next++]!;
  switch (parent?.kind ?? kindOf(fresh)) {
    case 'text': return spliceTexts(splice, parent as TextColumn | undefined, following);
    case 'number': {
      const none = new Float64Array(splice.length).fill(Number.NaN);
      const numbers = splice.numbers(none, (parent as NumberColumn | undefined)?.numbers, () => following() as number | null ?? Number.NaN);
      return numbers.every(Number.isNaN) ? null : new NumberColumn(numbers);
    }
    case 'boolean': {
      const codes = splice.numbers(
        new Uint8Array(splice.length), (parent as TruthColumn | undefined)?.codes, () => truthCode(following() as boolean | null),
      );
      return codes.every((code) => code === 0) ? null : new TruthColumn(codes);
    }
    default: return null;
  }
}

/** Rows of the parent keep their codes until the dictionary is complete. */
function spliceTexts(splice: Splice<unknown>, parent: TextColumn | undefined, following: () => FieldValue | null): TextColumn | null {
  const change = new DictionaryChange(parent?.dictionary);
  const codes = splice.numbers<Unsigned>(new Uint32Array(splice.length), parent?.codes, () => {
    const value = following();
    return value === null ? 0 : change.codeOf(Buffer.from(value as string, 'utf8'));
  });
  if (codes.every((code) => code === 0)) return null;
  const { texts, recode } = change.finish([codes]);
  return new TextColumn(recode(codes), texts);
}

function kindOf(values: Values): PageColumn['kind'] | undefined {
  const type = typeof values.find((value) => value !== null);
  return type === 'string' ? 'text' : type === 'number' || type === 'boolean' ? type : undefined;
}

const FALSE = 1;
const TRUE = 2;

export type PageColumn = TextColumn | NumberColumn | TruthColumn;

/** Encodes the column as the segment of a page part. */
export function encodeColumn(column: PageColumn): EncodedSegment {
  switch (column.kind) {
    case 'text': return new EncodedSegment('part', [content('code', column.codes), ...columnsOfTexts('value', column.dictionary)]);
    case 'number': return new EncodedSegment('part', [content('number', column.numbers)]);
    case 'boolean': return new EncodedSegment('part', [content('truth', column.codes)]);
    default: return unreachable(column);
  }
}

/** Throws a Fault when the segment holds no type of values that this program knows. */
export function readColumn(bytes: Buffer): PageColumn {
  const segment = new Segment(bytes, 'part');
  if (segment.has('code')) return new TextColumn(segment.unsigned('code'), segment.texts('value'));
  return segment.has('truth') ? new TruthColumn(segment.u8('truth')) : new NumberColumn(segment.f64('number'));
}

/** A column of texts. Codes compare as their texts do, by UTF-8 bytes. */
export class TextColumn {
  readonly kind = 'text';
  /** Per row: 0 for no value, else one more than the index in the dictionary. */
  readonly codes: Unsigned;
  readonly dictionary: Texts;

  constructor(codes: Unsigned, dictionary: Texts) {
    this.codes = codes;
    this.dictionary = dictionary;
  }

  /** Number of dictionary entries; codes go from 1 to this number. */
  get size(): number {
    return this.dictionary.ends.length;
  }

  text(code: number): string {
    return textAt(this.dictionary, code - 1);
  }

  /** Returns the lowest code whose text is not below these UTF-8 bytes; `size` + 1 when all are below. */
  codeFrom(bytes: Uint8Array): number {
    return entriesBefore(this.dictionary, bytes) + 1;
  }

  /** Returns whether a row has the text with these UTF-8 bytes. */
  has(bytes: Uint8Array): boolean {
    return hasEntry(this.dictionary, bytes);
  }

  value(row: number): FieldValue | null {
    const code = this.codes[row]!;
    return code === 0 ? null : this.text(code);
  }

  /** The values of all rows. */
  values(): Values {
    const texts = allTexts(this.dictionary);
    return Array.from(this.codes, (code) => (code === 0 ? null : texts[code - 1]!));
  }
}

export interface NumberExtent {
  readonly low: number;
  readonly high: number;
  /** Whether every row has a value. */
  readonly isFilled: boolean;
}

function extentOf(numbers: Float64Array): NumberExtent {
  let [low, high, isFilled] = [Infinity, -Infinity, true];
  for (const number of numbers) {
    if (number < low) low = number;
    if (number > high) high = number;
    if (Number.isNaN(number)) isFilled = false;
  }
  return { low, high, isFilled };
}

/** A column of numbers, dates or date-times. */
export class NumberColumn {
  readonly kind = 'number';
  /** Per row; NaN: no value. */
  readonly numbers: Float64Array;
  #extent: NumberExtent | undefined;

  constructor(numbers: Float64Array) {
    this.numbers = numbers;
  }

  /** Extent of all rows; computed once, because a decoded column is cached and used again. */
  get extent(): NumberExtent {
    return this.#extent ??= extentOf(this.numbers);
  }

  value(row: number): FieldValue | null {
    const number = this.numbers[row]!;
    return Number.isNaN(number) ? null : number;
  }

  values(): Values {
    return Array.from(this.numbers, (_, row) => this.value(row));
  }
}

/** A column of booleans. */
export class TruthColumn {
  readonly kind = 'boolean';
  /** Per row: 0 no value, 1 false, 2 true. */
  readonly codes: Uint8Array;

  constructor(codes: Uint8Array) {
    this.codes = codes;
  }

  value(row: number): FieldValue | null {
    const code = this.codes[row]!;
    return code === 0 ? null : code === TRUE;
  }

  values(): Values {
    return Array.from(this.codes, (_, row) => this.value(row));
  }
}
