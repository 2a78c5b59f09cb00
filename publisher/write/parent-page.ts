/** Parent page: a page of the parent whose rows may be written again, with all parts that writing needs. */
import type { EditionCrss } from '../../schemas/crs.ts';
import type { FieldValue, PageColumn, Values } from '../format/column.ts';
import { type ListColumn, type ListValue } from '../format/list-column.ts';
import type { RowOrder } from '../format/order.ts';
import type { PartEntry } from '../format/page-directory.ts';
import type { BlockAddresses, RowBytes } from '../format/page-parts.ts';
import { addressAt } from '../format/segment-address.ts';
import { planeIndex, stateOf, type RowColumns, type RowFacts, type RunColumns, type RunTable } from '../format/row-columns.ts';
import { allTexts, textAt } from '../format/text-columns.ts';
import type { Packs, Page } from '../read/bytes/index.ts';
import type { WritableRow } from './row.ts';

export class ParentPage {
  /** Its index in the series of the parent. */
  readonly number: number;
  readonly page: Page;
  readonly count: number;
  readonly columns: RowColumns;
  readonly #packs: Packs;
  readonly #crss: EditionCrss;
  /** One per CRS with two axes, followed by one per CRS with heights when the page has heights. */
  readonly #rows: readonly RowBytes[];
  /** Empty: the rows have no documents of their own. */
  readonly #documents: readonly RowBytes[];
  /** 1 for each row that is the first of its block. */
  readonly #starts: Uint8Array;
  readonly #known = new Map<string, Values | null>();
  readonly #knownLists = new Map<string, readonly (ListValue | null)[] | null>();

  constructor(number: number, page: Page, { packs, crss }: { packs: Packs; crss: EditionCrss }) {
    this.number = number;
    this.#crss = crss;
    this.page = page;
    this.count = page.count;
    this.#packs = packs;
    // All parts but words are needed, so neighbours are read together.
    page.wantAll();
    const { rows, documents } = page.heights();
    this.#rows = [...crss.planes, ...rows === null ? [] : crss.heights].map((crs) => page.rows(crs));
    this.#documents = [...crss.planes, ...documents === null ? [] : crss.heights].flatMap((crs) => page.documents(crs) ?? []);
    this.#starts = new Uint8Array(this.count);
    for (const block of page.directory.blockEnds.keys()) this.#starts[page.directory.blockStart(block)] = 1;
    this.columns = this.#columnsOf(page);
  }

  /** Sort keys of all rows. */
  orders(): readonly RowOrder[] {
    const { keys, ids, begins } = this.columns;
    return allTexts(ids).map((id, row) => ({ key: keys[row]!, id, begin: begins[row]! }));
  }

  /** Bytes of the row and its document in all CRSs in which it has any of its own. */
  size(row: number): number {
    const { lengths, documentLengths, heights } = this.columns;
    const planes = this.#crss.planes.length;
    const rowForms = heights.rows?.[row] === 1 ? lengths.length : planes;
    const documentForms = heights.documents?.[row] === 1 ? documentLengths.length : planes;
    let size = 0;
    for (let crs = 0; crs < rowForms; crs += 1) size += lengths[crs]![row]!;
    for (let crs = 0; crs < documentForms; crs += 1) size += documentLengths[crs]![row]!;
    return size;
  }

  /** Returns the row in a form that can be written elsewhere. */
  writable(row: number, order: RowOrder): WritableRow {
    return {
      facts: this.#facts(row, order),
      valueOf: (field) => this.#values(field)?.[row] ?? null,
      listOf: (field) => this.listAt(field, row),
      words: () => this.page.words()?.wordsOf(row) ?? [],
      putRow: (crs, target, to) => this.#copy(this.#inCrs(this.#rows, crs), row, { target, to }),
      putDocument: (crs, target, to) => this.#copy(this.#inCrs(this.#documents, crs), row, { target, to }),
    };
  }

  /** Returns the addresses of the block with exactly `length` rows from `row` on. */
  wholeBlock(row: number, length: number): Omit<BlockAddresses, 'end'> | undefined {
    const { directory } = this.page;
    const block = directory.blockOf(row);
    if (row !== directory.blockStart(block) || directory.blockEnds[block] !== row + length) return undefined;
    const addresses = (list: readonly RowBytes[]): BlockAddresses['rows'] => list.map(({ blocks }) => addressAt(blocks, block));
    return { rows: addresses(this.#rows), documents: this.#documents.length === 0 ? null : addresses(this.#documents) };
  }

  /** Returns the value for a CRS. A page without heights has no values for a CRS with heights: then that of the same CRS without heights. */
  #inCrs<Value>(values: readonly Value[], crs: number): Value {
    return values[crs] ?? values[planeIndex(crs, this.#crss.planes.length)]!;
  }

  part(name: string): PartEntry | undefined {
    const { directory } = this.page;
    const index = directory.indexOf(name);
    return index === undefined ? undefined : directory.part(index);
  }

  column(field: string): PageColumn | undefined {
    return this.page.column(field);
  }

  valueAt(field: string, row: number): FieldValue | null {
    return this.column(field)?.value(row) ?? null;
  }

  list(field: string): ListColumn | undefined {
    return this.page.list(field);
  }

  listAt(field: string, row: number): ListValue | null {
    let lists = this.#knownLists.get(field);
    if (lists === undefined) this.#knownLists.set(field, lists = this.list(field)?.values() ?? null);
    return lists?.[row] ?? null;
  }

  /** Values of all rows; null: no row has a value. */
  #values(field: string): Values | null {
    let values = this.#known.get(field);
    if (values === undefined) this.#known.set(field, values = this.column(field)?.values() ?? null);
    return values;
  }

  #columnsOf(page: Page): RowColumns {
    const { keys, ids, states, documentStates } = page.order();
    const { planes } = this.#crss;
    const runs = planes.flatMap((crs): RunColumns[] => {
      const of = page.runs(crs);
      return of === undefined ? [] : [of];
    });
    return {
      keys, ids, states, documentStates, ...page.periods(), ...page.spans(),
      delivered: page.delivered() ?? null, flags: page.directory.flags,
      lengths: this.#rows.map(({ ends }) => this.#lengths(ends)),
      documentLengths: this.#documents.length === 0
        ? planes.map(() => new Uint32Array(this.count)) : this.#documents.map(({ ends }) => this.#lengths(ends)),
      heights: page.heights(),
      boxes: planes.map((crs) => page.boxes(crs).rows),
      runs: runs.length === 0 ? null : runs,
    };
  }

  /** Converts ends in blocks to lengths of rows. */
  #lengths(ends: Uint32Array): Uint32Array {
    return ends.map((end, row) => (this.#starts[row] === 1 ? end : end - ends[row - 1]!));
  }

  #facts(row: number, order: RowOrder): RowFacts {
    const { columns } = this;
    const { planes, heights } = this.#crss;
    const allCrss = Array.from({ length: planes.length + heights.length }, (_, crs) => crs);
    const boxes = new Float32Array(planes.length * 4);
    for (const [crs, all] of columns.boxes.entries()) boxes.set(all.subarray(row * 4, row * 4 + 4), crs * 4);
    return {
      ...order, until: columns.untils[row]!, next: columns.nexts?.[row] ?? Infinity,
      flags: columns.flags[row]!, boxes, runs: runTable(columns.runs, row),
      propertiesStart: columns.propertiesStarts[row]!,
      propertiesEnd: columns.propertiesEnds[row]!,
      geometryStart: columns.geometryStarts[row]!,
      delivered: columns.delivered === null ? '' : textAt(columns.delivered, row),
      state: stateOf(columns.states, row), documentState: columns.documentStates === null ? null : stateOf(columns.documentStates, row),
      lengths: allCrss.map((crs) => this.#inCrs(columns.lengths, crs)[row]!),
      documentLengths: allCrss.map((crs) => this.#inCrs(columns.documentLengths, crs)[row]!),
      hasHeights: columns.heights.rows?.[row] === 1, documentHasHeights: columns.heights.documents?.[row] === 1,
    };
  }

  #copy(where: RowBytes, row: number, { target, to }: { target: Buffer; to: number }): void {
    this.#packs.bytesAt(where.blocks, this.page.directory.blockOf(row), this.page.extent(row, where)).copy(target, to);
  }
}

function runTable(runs: readonly RunColumns[] | null, row: number): RunTable | null {
  if (runs === null) return null;
  const { ends, path, part } = runs[0]!;
  const [start, end] = [row === 0 ? 0 : ends[row - 1]!, ends[row]!];
  if (start === end) return null;
  const count = end - start;
  const table = {
    path: path.slice(start, end), part: part.slice(start, end),
    boxes: new Float32Array(runs.length * count * 4), bytes: new Uint32Array(runs.length * count * 2),
  };
  for (const [crs, all] of runs.entries()) {
    table.boxes.set(all.boxes.subarray(start * 4, end * 4), crs * count * 4);
    table.bytes.set(all.bytes.subarray(start * 2, end * 2), crs * count * 2);
  }
  return table;
}
