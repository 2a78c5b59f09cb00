/**
 * Columns: the parts of one new page that hold values of queryable fields and words.
 *
 * Where a page differs from one of the parent in some rows that were changed in place, only the columns in which those
 * rows changed are made; the rest keeps its place.
 */
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { encodeColumn, spliceColumn, type PageColumn } from '../format/column.ts';
import { encodeListColumn, isSameList, spliceListColumn } from '../format/list-column.ts';
import { PARTS, type PartEntry } from '../format/page.ts';
import type { NewPart } from '../format/parts.ts';
import { rangeOf, rangeOfLists, type ValueRange } from '../format/ranges.ts';
import type { Splice } from '../format/splice.ts';
import { spliceWords } from '../format/words.ts';
import type { HeldPage } from './held.ts';
import type { WritableRow } from './row.ts';

/** The rows of a new page: stretches of those of one page of the parent, and others between. */
export interface PageRows {
  readonly splice: Splice<WritableRow>;
  /** Null: none stays. */
  readonly base: HeldPage | null;
}

export interface PageColumns {
  /** Those of the parent that stay, and new ones, in the order in which a page names them. */
  readonly parts: readonly (PartEntry | NewPart)[];
  readonly ranges: readonly ValueRange[];
}

/** `collection`: whose fields, as in SERIES. */
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

/** The rows that are new, when all others stand where they stood and no more; else null. */
function changedInPlace({ splice, base }: PageRows): readonly ChangedRow[] | null {
  if (base === null || base.count !== splice.length) return null;
  const changed: ChangedRow[] = [];
  let at = 0;
  for (const stretch of splice.stretches) {
    if (stretch.kind === 'new') {
      for (const row of stretch.entries) changed.push({ at: at++, row });
    } else {
      if (stretch.from !== at) return null;
      at = stretch.to;
    }
  }
  return changed;
}

interface MadeColumn {
  readonly part: PartEntry | NewPart;
  readonly column: PageColumn;
}

function kept(base: HeldPage, field: string): MadeColumn | null {
  const column = base.column(field);
  return column === undefined ? null : { part: base.part(PARTS.field(field))!, column };
}

function newColumn({ splice, base }: PageRows, field: string, number: number): MadeColumn | null {
  const column = spliceColumn(splice, base?.column(field), (row) => row.valueOf(field, number));
  return column === null ? null : { part: { name: PARTS.field(field), segment: encodeColumn(column) }, column };
}

interface ListField {
  readonly field: string;
  /** Its number in its collection. */
  readonly number: number;
}

/** The part of a queryable list and its range; null when no row has it. */
function listColumn(
  { splice, base }: PageRows, changed: readonly ChangedRow[] | null, { field, number }: ListField,
): { readonly part: PartEntry | NewPart; readonly range: ValueRange | undefined } | null {
  const name = PARTS.list(field);
  const held = base?.list(field);
  if (changed?.every(({ at, row }) => isSameList(base!.listAt(field, at), row.listOf(field, number))) === true) {
    return held === undefined ? null : { part: base!.part(name)!, range: rangeOfLists(field, held) };
  }
  const column = spliceListColumn(splice, held, (row) => row.listOf(field, number));
  return column === null ? null : { part: { name, segment: encodeListColumn(column) }, range: rangeOfLists(field, column) };
}

