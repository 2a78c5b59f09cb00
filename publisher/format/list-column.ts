/**
 * List column: the values of one queryable list in one page, in a segment of its own (page-directory.ts). A page in which no row has the
 * list has no such segment.
 *
 * A list is a set of texts: sorted and without duplicates. The column stores a dictionary of the texts, the different lists as codes, and
 * for each row the code of its list. A filter therefore tests each different list once. Columns: publisher/FORMAT.md.
 */
import { compareIds } from './order.ts';
import { EncodedSegment, Segment, content, type Texts, type Unsigned } from './segment.ts';
import type { Splice } from './splice.ts';
import { allTexts, columnsOfTexts, hasEntry, sortedTexts, textsOf, unsignedFor } from './text-columns.ts';

/** Different texts in the order of their UTF-8 bytes. */
export type ListValue = readonly string[];

/** Sorts the texts and drops duplicates, as a list column stores them. */
export function listOf(texts: readonly string[] | null): ListValue | null {
  return texts === null || texts.length < 2 ? texts : [...new Set(texts)].sort(compareIds);
}

/** Returns null when no row has a list. */
export function listColumnOf(rows: readonly (ListValue | null)[]): ListColumn | null {
  const keys = rows.map(keyOf);
  const byKey = new Map<string, ListValue>();
  for (const [row, key] of keys.entries()) if (key !== null) byKey.set(key, rows[row]!);
  if (byKey.size === 0) return null;
  const dictionary = sortedTexts(new Set([...byKey.values()].flat()));
  const entryOf = new Map(dictionary.map((text, entry) => [text, entry]));
  const lists = [...byKey].map(([key, texts]) => ({ key, items: texts.map((text) => entryOf.get(text)!) }))
    .sort((left, right) => compareItems(left.items, right.items));
  const codeOf = new Map<string | null, number>(lists.map(({ key }, index) => [key, index + 1]));
  const codes = unsignedFor(rows.length, lists.length);
  for (const [row, key] of keys.entries()) codes[row] = codeOf.get(key) ?? 0;
  const total = lists.reduce((sum, list) => sum + list.items.length, 0);
  const [ends, items] = [unsignedFor(lists.length, total), unsignedFor(total, dictionary.length)];
  let end = 0;
  for (const [index, list] of lists.entries()) {
    items.set(list.items, end);
    ends[index] = end += list.items.length;
  }
  return new ListColumn({ codes, ends, items, dictionary: textsOf(dictionary) });
}

/** Builds a list column from rows of the parent page and new rows; null when no row has a list. */
export function spliceListColumn<Row>(
  splice: Splice<Row>, parent: ListColumn | undefined, listIn: (row: Row) => ListValue | null,
): ListColumn | null {
  const before = parent?.values();
  return listColumnOf(splice.ranges.flatMap((range) => {
    if (range.kind === 'new') return range.entries.map(listIn);
    return before?.slice(range.from, range.to) ?? Array.from({ length: range.to - range.from }, () => null);
  }));
}

/** Returns whether two rows have the same list, or both have none. */
export function isSameList(left: ListValue | null, right: ListValue | null): boolean {
  return left === right || keyOf(left) === keyOf(right);
}

function keyOf(list: ListValue | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

function compareItems(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((item, index) => item !== right[index]);
  return at < 0 ? left.length - right.length : at >= right.length ? 1 : left[at]! - right[at]!;
}

/** Encodes the column as the segment of a page part. */
export function encodeListColumn({ codes, ends, items, dictionary }: ListColumn): EncodedSegment {
  return new EncodedSegment('part', [
    content('list', codes), content('list.end', ends), content('item', items), ...columnsOfTexts('value', dictionary),
  ]);
}

/** Throws a Fault when the segment holds no lists. */
export function readListColumn(bytes: Buffer): ListColumn {
  const segment = new Segment(bytes, 'part');
  return new ListColumn({
    codes: segment.unsigned('list'), ends: segment.unsigned('list.end'), items: segment.unsigned('item'), dictionary: segment.texts('value'),
  });
}

export class ListColumn {
  /** Per row: 0 for no list, else one more than the index of its list. */
  readonly codes: Unsigned;
  /** Per list: the end of its items. */
  readonly ends: Unsigned;
  /** Indexes into the dictionary, ascending within a list. */
  readonly items: Unsigned;
  readonly dictionary: Texts;

  constructor({ codes, ends, items, dictionary }: Pick<ListColumn, 'codes' | 'ends' | 'items' | 'dictionary'>) {
    this.codes = codes;
    this.ends = ends;
    this.items = items;
    this.dictionary = dictionary;
  }

  /** Returns whether a list contains the text with these UTF-8 bytes. */
  has(bytes: Uint8Array): boolean {
    return hasEntry(this.dictionary, bytes);
  }

  /** Returns the items of the list with this code, which is above 0. */
  itemsOf(code: number): Unsigned {
    return this.items.subarray(code === 1 ? 0 : this.ends[code - 2]!, this.ends[code - 1]);
  }

  value(row: number): ListValue | null {
    return this.values()[row]!;
  }

  /** The lists of all rows; equal lists are one array. */
  values(): readonly (ListValue | null)[] {
    const texts = allTexts(this.dictionary);
    const lists = Array.from(this.ends, (_, index) => Array.from(this.itemsOf(index + 1), (item) => texts[item]!));
    return Array.from(this.codes, (code) => (code === 0 ? null : lists[code - 1]!));
  }
}
