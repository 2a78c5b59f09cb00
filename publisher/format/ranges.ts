/**
 * Ranges: the lowest and the highest value of each queryable field in each page of a series, rounded outwards, so that a query skips pages
 * that cannot match. Ranges lie in the series root; a field without a value in the series takes no space there. Columns:
 * publisher/FORMAT.md, "Series root".
 *
 * Numbers and moments are Float32; false is 0 and true 1. Texts are cut to two bytes more than the lowest and the highest share. The cut
 * texts of all fields form one dictionary, so that a page stores two codes.
 */
import { unreachable } from '../../schemas/fault.ts';
import type { FieldValue, PageColumn } from './column.ts';
import type { ListColumn } from './list-column.ts';
import { DictionaryChange } from './dictionary.ts';
import { floatDown, floatUp } from './float.ts';
import { content, type Column, type Segment, type Texts, type Unsigned } from './segment.ts';
import type { Splice } from './splice.ts';
import { allTexts, bytesAt, columnsOfTexts, entriesBefore, textColumns } from './text-columns.ts';

/** The range of one field in one page. Texts are bytes, one code unit each. */
export interface ValueRange {
  readonly field: string;
  readonly low: number | string;
  readonly high: number | string;
}

/** Bytes kept beyond the common prefix, and the maximum length. */
export const BOUND_BYTES = 2;
export const BOUND_BYTES_MAX = 64;
/** Comes behind every continuation of the text: no UTF-8 has this byte. */
const BEYOND = '\xff';

export function rangeOf(field: string, column: PageColumn): ValueRange {
  switch (column.kind) {
    case 'text': return { field, ...cut(bytesAt(column.dictionary, 0), bytesAt(column.dictionary, column.size - 1)) };
    case 'number': {
      const { low, high } = column.extent;
      return { field, low: floatDown(low), high: floatUp(high) };
    }
    case 'boolean': {
      const { low, high } = extent(column.codes, (code) => code === 0);
      return { field, low: low - 1, high: high - 1 };
    }
    default: return unreachable(column);
  }
}

/** Returns the range of the texts in the lists of a page; undefined when all lists are empty. */
export function rangeOfLists(field: string, { dictionary }: ListColumn): ValueRange | undefined {
  const { length } = dictionary.ends;
  return length === 0 ? undefined : { field, ...cut(bytesAt(dictionary, 0), bytesAt(dictionary, length - 1)) };
}

function extent(values: ArrayLike<number>, isNone: (value: number) => boolean): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!;
    if (isNone(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

function cut(lowest: Buffer, highest: Buffer): { low: string; high: string } {
  let shared = 0;
  while (shared < lowest.length && lowest[shared] === highest[shared]) shared += 1;
  const length = Math.min(shared + BOUND_BYTES, BOUND_BYTES_MAX);
  const high = highest.toString('latin1', 0, length);
  return { low: lowest.toString('latin1', 0, length), high: highest.length > length ? high + BEYOND : high };
}

/** The ranges of one field in a series. */
export type FieldRange = NumberRange | TextRange;

/** Both ends included; null: open. */
export interface Bounds {
  readonly from: FieldValue | null;
  readonly to: FieldValue | null;
}

export class NumberRange {
  readonly kind = 'number';
  /** Per page; NaN: no value in the page. */
  readonly lows: Float32Array;
  readonly highs: Float32Array;

  constructor(lows: Float32Array, highs: Float32Array) {
    this.lows = lows;
    this.highs = highs;
  }

  has(page: number): boolean {
    return !Number.isNaN(this.lows[page]!);
  }

  /** Extent of all pages; null without a value. */
  extent(): { readonly low: number; readonly high: number } | null {
    const { low } = extent(this.lows, Number.isNaN);
    const { high } = extent(this.highs, Number.isNaN);
    return high < low ? null : { low, high };
  }

  /** Returns a predicate: whether a page may have a value in the range. A page for which it is false has none. */
  overlapping({ from, to }: Bounds): (page: number) => boolean {
    const { lows, highs } = this;
    const [low, high] = [from === null ? -Infinity : Number(from), to === null ? Infinity : Number(to)];
    return (page) => highs[page]! >= low && lows[page]! <= high;
  }
}

export class TextRange {
  readonly kind = 'text';
  /** Per page: codes that compare as the bounds do; 0: no value in the page. */
  readonly lows: Unsigned;
  readonly highs: Unsigned;
  readonly bounds: Texts;

  constructor(bounds: Texts, lows: Unsigned, highs: Unsigned) {
    this.bounds = bounds;
    this.lows = lows;
    this.highs = highs;
  }

  has(page: number): boolean {
    return this.lows[page]! !== 0;
  }

  /** Extent of all pages: bytes that are below or equal to every value, and bytes above or equal to every value; null without a value. */
  extent(): { readonly low: Buffer; readonly high: Buffer } | null {
    const { low } = extent(this.lows, (code) => code === 0);
    const { high } = extent(this.highs, (code) => code === 0);
    return high < low ? null : { low: bytesAt(this.bounds, low - 1), high: bytesAt(this.bounds, high - 1) };
  }

  /** Returns a predicate: whether a page may have a value in the range. A page for which it is false has none. */
  overlapping({ from, to }: Bounds): (page: number) => boolean {
    const { lows, highs, bounds } = this;
    const low = from === null ? 1 : entriesBefore(bounds, Buffer.from(String(from), 'utf8')) + 1;
    // A bound is not above a text when it comes before that text followed by the lowest byte.
    const high = to === null ? bounds.ends.length : entriesBefore(bounds, Buffer.from(`${String(to)}\0`, 'utf8'));
    return (page) => lows[page]! !== 0 && highs[page]! >= low && lows[page]! <= high;
  }
}

export function readRanges(segment: Segment): RangeTable {
  const bounds = segment.texts('bound');
  const fields = allTexts(segment.texts('field')).map((field, index) => [field, readRange(segment, bounds, index)] as const);
  return { bounds, fields: new Map(fields) };
}

function readRange(segment: Segment, bounds: Texts, index: number): FieldRange {
  const [low, high] = namesOf(index);
  return segment.typeOf(low) === 'f32'
    ? new NumberRange(segment.f32(low), segment.f32(high))
    : new TextRange(bounds, segment.unsigned(low), segment.unsigned(high));
}

/** Names of columns are short, so fields are numbered. */
function namesOf(index: number): readonly [string, string] {
  return [`range.${index}.low`, `range.${index}.high`];
}

/** The ranges in a page entry. */
interface WithRanges {
  readonly ranges: readonly ValueRange[];
}

/** The decoded ranges of a root. */
export interface RangeTable {
  readonly fields: ReadonlyMap<string, FieldRange>;
  readonly bounds: Texts;
}

/** Returns the columns of the ranges, from those of the parent and of new pages. */
export function rangeColumns(splice: Splice<WithRanges>, parent: RangeTable | undefined): Column[] {
  const kinds = new Map([...parent?.fields ?? []].map(([name, { kind }]) => [name, kind]));
  for (const { field, low } of splice.fresh.flatMap(({ ranges }) => ranges)) kinds.set(field, typeof low === 'string' ? 'text' : 'number');
  const bounds = new DictionaryChange(parent?.bounds);
  const fields = [...kinds.keys()].sort().flatMap((name): { name: string; spliced: readonly (Float32Array | Uint32Array)[] }[] => {
    const range = parent?.fields.get(name);
    const spliced = kinds.get(name) === 'text' ? texts(splice, name, { range, bounds }) : numbers(splice, name, range);
    return spliced === null ? [] : [{ name, spliced }];
  });
  const codes = fields.flatMap(({ spliced }) => spliced).filter((list) => list instanceof Uint32Array);
  const { texts: cuts, recode } = bounds.finish(codes);
  return [
    ...textColumns('field', fields.map(({ name }) => name)), ...columnsOfTexts('bound', cuts),
    ...fields.flatMap(({ spliced }, index) => spliced.map((list, bound) =>
      content(namesOf(index)[bound]!, list instanceof Uint32Array ? recode(list) : list))),
  ];
}

/** Returns lows and highs; null when no page has a value. */
function numbers(splice: Splice<WithRanges>, name: string, parent: FieldRange | undefined): Float32Array[] | null {
  const range = parent?.kind === 'number' ? parent : undefined;
  const lists = BOUNDS.map((bound) =>
    splice.numbers(new Float32Array(splice.length).fill(Number.NaN), range?.[`${bound}s`],
      (entry) => rangeIn(entry, name)?.[bound] as number | undefined ?? Number.NaN));
  return lists[0]!.every(Number.isNaN) ? null : lists;
}

function texts(
  splice: Splice<WithRanges>, name: string, { range, bounds }: { range: FieldRange | undefined; bounds: DictionaryChange },
): Uint32Array[] | null {
  const parent = range?.kind === 'text' ? range : undefined;
  const lists = BOUNDS.map((bound) =>
    splice.numbers(new Uint32Array(splice.length), parent && Uint32Array.from(parent[`${bound}s`]), (entry) => {
      const found = rangeIn(entry, name)?.[bound];
      return found === undefined ? 0 : bounds.codeOf(Buffer.from(found as string, 'latin1'));
    }));
  return lists[0]!.every((code) => code === 0) ? null : lists;
}

const BOUNDS = ['low', 'high'] as const;

function rangeIn({ ranges }: WithRanges, name: string): ValueRange | undefined {
  return ranges.find(({ field }) => field === name);
}
