/**
 * Columns: the parts of one new page that hold values of queryable fields and words, of rows of the parent and new ones.
 *
 * Where a page differs from one of the parent in some rows that were changed in place, only the columns in which those
 * rows changed are made; the rest keeps its place.
 */
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { searchedFieldsOf } from '../../schemas/derived/searched-fields.ts';
import { encodeCodes, encodeColumn, readColumn, type FieldValue, type PageColumn, type Values } from '../format/column.ts';
import { DictionaryChange } from '../format/dictionary.ts';
import { PARTS, type PartEntry } from '../format/page.ts';
import type { NewPart } from '../format/parts.ts';
import { rangeOf, type ValueRange } from '../format/ranges.ts';
import type { EncodedSegment } from '../format/segment.ts';
import { encodeWords } from '../format/words.ts';
import type { HeldPage } from './held.ts';
import type { RowValues } from './row.ts';

/** Where the values of one row are. */
export type ValueSource =
  | { readonly page: HeldPage; readonly at: number }
  | { readonly page: null; readonly values: RowValues };

export interface PageColumns {
  /** Those of the parent that stay, and new ones, in the order in which a page names them. */
  readonly parts: readonly (PartEntry | NewPart)[];
  readonly ranges: readonly ValueRange[];
}

/** `collection`: whose fields, as in SERIES. */
export function columnsOf(rows: readonly ValueSource[], collection: string): PageColumns {
  const frame = frameOf(rows);
  const parts: (PartEntry | NewPart)[] = [];
  const ranges: ValueRange[] = [];
  const changed = new Set<string>();
  const fields = queryablesOf(collection).map(({ name }) => name);
  for (const [number, field] of fields.entries()) {
    const stays = frame !== null && frame.isUnchanged(field, number);
    if (!stays) changed.add(field);
    const made = stays ? frame.kept(field) : newColumn(rows, field, number);
    if (made === null) continue;
    parts.push(made.part);
    ranges.push(rangeOf(field, made.column));
  }
  const searched = searchedFieldsOf(collection);
  const words = frame !== null && searched.every((field) => !changed.has(field))
    ? frame.words()
    : newWords(rows, searched.map((field) => valuesAt(rows, field, fields.indexOf(field))));
  return { parts: words === undefined ? parts : [...parts, words], ranges };
}

interface MadeColumn {
  readonly part: PartEntry | NewPart;
  readonly column: PageColumn;
}

function newColumn(rows: readonly ValueSource[], field: string, number: number): MadeColumn | null {
  const changed = changedTexts(rows, field, number);
  const segment = changed === undefined ? encodeColumn(valuesAt(rows, field, number)) : changed;
  return segment === null ? null : { part: { name: PARTS.field(field), segment }, column: readColumn(segment.bytes) };
}

function newWords(rows: readonly ValueSource[], fields: readonly Values[]): NewPart | undefined {
  const segment = encodeWords(fields, rows.length);
  return segment === null ? undefined : { name: PARTS.words, segment };
}

/** Where most rows come from one page of the parent and that has texts; else undefined. */
function changedTexts(rows: readonly ValueSource[], field: string, number: number): EncodedSegment | null | undefined {
  // What is put in or taken out moves some rows over the ends of pages; the middle is where most come from.
  const base = rows[rows.length >> 1]!.page;
  const column = base?.column(field);
  if (column?.kind !== 'text') return undefined;
  const change = new DictionaryChange(column.dictionary);
  const codes = Uint32Array.from(rows, (row) => {
    if (row.page !== null && row.page === base) return column.codes[row.at]!;
    const value = valueAt(row, field, number);
    return value === null ? 0 : change.codeOf(Buffer.from(value as string, 'utf8'));
  });
  return encodeCodes(codes, change);
}

function valuesAt(rows: readonly ValueSource[], field: string, number: number): Values {
  return rows.map((row) => valueAt(row, field, number));
}

function valueAt(row: ValueSource, field: string, number: number): FieldValue | null {
  return row.page === null ? row.values[number]! : row.page.values(field)?.[row.at] ?? null;
}

/** A page of the parent that the new page equals but for some new rows at the places of old ones. */
class Frame {
  private readonly page: HeldPage;
  /** The new rows, and where they stand. */
  private readonly fresh: readonly { readonly at: number; readonly values: RowValues }[];

  constructor(page: HeldPage, fresh: Frame['fresh']) {
    this.page = page;
    this.fresh = fresh;
  }

  isUnchanged(field: string, number: number): boolean {
    const column = this.page.column(field);
    return this.fresh.every(({ at, values }) => (column?.value(at) ?? null) === values[number]);
  }

  kept(field: string): MadeColumn | null {
    const column = this.page.column(field);
    return column === undefined ? null : { part: this.page.part(PARTS.field(field))!, column };
  }

  words(): PartEntry | undefined {
    return this.page.part(PARTS.words);
  }
}

function frameOf(rows: readonly ValueSource[]): Frame | null {
  const page = rows.find((row) => row.page !== null)?.page ?? null;
  if (page === null || page.count !== rows.length) return null;
  const fresh: { at: number; values: RowValues }[] = [];
  for (const [at, row] of rows.entries()) {
    if (row.page === null) fresh.push({ at, values: row.values });
    else if (row.page !== page || row.at !== at) return null;
  }
  return new Frame(page, fresh);
}
