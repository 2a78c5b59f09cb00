/**
 * Columns: the parts of one new page with the values of queryable fields and words.
 *
 * When a page differs from a parent page only in rows that changed in place, only the columns in which those rows differ are written. The
 * other columns keep their address.
 */
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { encodeColumn, spliceColumn, type PageColumn } from '../format/column.ts';
import { encodeListColumn, isSameList, spliceListColumn } from '../format/list-column.ts';
import { PARTS, type PartEntry } from '../format/page-directory.ts';
import type { NewPart } from '../format/page-parts.ts';
import { rangeOf, rangeOfLists, type ValueRange } from '../format/ranges.ts';
import type { Splice } from '../format/splice.ts';
import { spliceWords } from '../format/words.ts';
import type { ParentPage } from './parent-page.ts';
import type { WritableRow } from './row.ts';

/** The rows of a new page: ranges of the rows of one parent page, and new rows between them. */
export interface PageRows {
  readonly splice: Splice<WritableRow>;
  /** Null: no row of a parent page stays. */
  readonly base: ParentPage | null;
}

export interface PageColumns {
  /** Parts of the parent that stay, and new ones, in the order in which a page names them. */
  readonly parts: readonly (PartEntry | NewPart)[];
  readonly ranges: readonly ValueRange[];
}

/** `collection`: the collection whose fields are meant, as in SERIES. */
export function columnsOf(rows: PageRows, collection: string): PageColumns {
  const changed = changedInPlace(rows);
  const parts: (PartEntry | NewPart)[] = [];
  const ranges: ValueRange[] = [];
  for (const [number, queryable] of queryablesOf(collection).entries()) {
    if (queryable.isList) {
      const made = listColumn(rows, changed, { field: queryable.name, number });
      if (made === null) continue;
      parts.push(made.part);
      if (made.range !== undefined) ranges.push(made.range);
      continue;
    }
    const { name: field } = queryable;
    const stays = changed?.every(({ at, row }) => rows.base!.valueAt(field, at) === row.valueOf(field, number)) === true;
    const made = stays ? kept(rows.base!, field) : newColumn(rows, field, number);
    if (made === null) continue;
    parts.push(made.part);
    ranges.push(rangeOf(field, made.column));
  }
  const words = spliceWords(rows.splice, rows.base?.page.words(), (row) => row.words());
  return { parts: words === null ? parts : [...parts, { name: PARTS.words, segment: words }], ranges };
}

interface ChangedRow {
  readonly at: number;
  readonly row: WritableRow;
}

/** Returns the new rows when all others keep their row number and the page its length; else null. */
function changedInPlace({ splice, base }: PageRows): readonly ChangedRow[] | null {
  if (base === null || base.count !== splice.length) return null;
  const changed: ChangedRow[] = [];
  let at = 0;
  for (const range of splice.ranges) {
    if (range.kind === 'new') {
      for (const row of range.entries) changed.push({ at: at++, row });
    } else {
      if (range.from !== at) return null;
      at = range.to;
    }
  }
  return changed;
}

interface MadeColumn {
  readonly part: PartEntry | NewPart;
  readonly column: PageColumn;
}

function kept(base: ParentPage, field: string): MadeColumn | null {
  const column = base.column(field);
  return column === undefined ? null : { part: base.part(PARTS.field(field))!, column };
}

function newColumn({ splice, base }: PageRows, field: string, number: number): MadeColumn | null {
  const column = spliceColumn(splice, base?.column(field), (row) => row.valueOf(field, number));
  return column === null ? null : { part: { name: PARTS.field(field), segment: encodeColumn(column) }, column };
}

interface ListField {
  readonly field: string;
  /** Its index among the fields of its collection. */
  readonly number: number;
}

/** Returns the part of a queryable list and its range; null when no row has the list. */
function listColumn(
  { splice, base }: PageRows, changed: readonly ChangedRow[] | null, { field, number }: ListField,
): { readonly part: PartEntry | NewPart; readonly range: ValueRange | undefined } | null {
  const name = PARTS.list(field);
  const parent = base?.list(field);
  if (changed?.every(({ at, row }) => isSameList(base!.listAt(field, at), row.listOf(field, number))) === true) {
    return parent === undefined ? null : { part: base!.part(name)!, range: rangeOfLists(field, parent) };
  }
  const column = spliceListColumn(splice, parent, (row) => row.listOf(field, number));
  return column === null ? null : { part: { name, segment: encodeListColumn(column) }, range: rangeOfLists(field, column) };
}

