/** Held: a page of the parent whose rows may be written again, with all parts that writing needs. */
import { PUBLISHED_CRSS } from '../../schemas/crs.ts';
import type { PageColumn, Values } from '../format/column.ts';
import { copyBox } from '../format/float.ts';
import type { PartEntry } from '../format/page.ts';
import { CRS_COUNT, type BlockPlaces, type RowBytes, type RowFacts, type RunTable } from '../format/parts.ts';
import { placeAt } from '../format/place.ts';
import type { Packs } from '../read/packs.ts';
import type { Page } from '../read/page.ts';
import type { WritableRow } from './row.ts';

export class HeldPage {
  /** Its number in the series of the parent. */
  readonly number: number;
  readonly page: Page;
  readonly count: number;
  private readonly packs: Packs;
  private readonly order;
  private readonly periods;
  private readonly spans;
  /** The others in the order of PUBLISHED_CRSS. */
  private readonly rows;
  private readonly documents;
  private readonly boxes;
  private readonly runs;
  /** 1 for each row that is the first of its block. */
  private readonly starts: Uint8Array;
  private readonly known = new Map<string, Values | null>();

  constructor(number: number, page: Page, packs: Packs) {
    this.number = number;
    this.page = page;
    this.count = page.count;
    this.packs = packs;
    this.order = page.order();
    this.periods = page.periods();
    this.spans = page.spans();
    this.rows = PUBLISHED_CRSS.map((crs) => page.rows(crs));
    this.documents = PUBLISHED_CRSS.flatMap((crs) => page.documents(crs) ?? []);
    this.boxes = PUBLISHED_CRSS.map((crs) => page.boxes(crs));
    this.runs = PUBLISHED_CRSS.map((crs) => page.runs(crs));
    this.starts = new Uint8Array(this.count);
    for (const block of page.directory.blockEnds.keys()) this.starts[page.directory.blockStart(block)] = 1;
  }

  rowOrder(row: number): { key: number; id: string; begin: number } {
    return { key: this.order.keys[row]!, id: this.order.id(row), begin: this.periods.begins[row]! };
  }

  /** Whether the row is the first of its block. */
  startsBlock(row: number): boolean {
    return this.starts[row] === 1;
  }

  /** Bytes of the row and its document in all CRSs together. */
  size(row: number): number {
    let size = 0;
    for (const where of this.rows) size += this.lengthOf(where, row);
    for (const where of this.documents) size += this.lengthOf(where, row);
    return size;
  }

  /** To write it again elsewhere. */
  writable(row: number): WritableRow {
    return {
      facts: this.facts(row),
      putRow: (crs, target, to) => this.copy(this.rows[crs]!, row, { target, to }),
      putDocument: (crs, target, to) => this.copy(this.documents[crs]!, row, { target, to }),
    };
  }

  /** The places of the block that has exactly `length` rows from `row` on. */
  wholeBlock(row: number, length: number): Omit<BlockPlaces, 'end'> | undefined {
    const { directory } = this.page;
    const block = directory.blockOf(row);
    if (row !== directory.blockStart(block) || directory.blockEnds[block] !== row + length) return undefined;
    const places = (list: readonly RowBytes[]): BlockPlaces['rows'] => list.map(({ blocks }) => placeAt(blocks, block));
    return { rows: places(this.rows), documents: this.documents.length === 0 ? null : places(this.documents) };
  }

  part(name: string): PartEntry | undefined {
    const { directory } = this.page;
    const index = directory.indexOf(name);
    return index === undefined ? undefined : directory.part(index);
  }

  column(field: string): PageColumn | undefined {
    return this.page.column(field);
  }

  /** Of all rows; null: none has a value. */
  values(field: string): Values | null {
    let values = this.known.get(field);
    if (values === undefined) this.known.set(field, values = this.column(field)?.values() ?? null);
    return values;
  }


  private facts(row: number): RowFacts {
    const boxes = new Float32Array(CRS_COUNT * 4);
    for (const [index, { rows }] of this.boxes.entries()) copyBox(boxes, index, { source: rows, from: row });
    const { spans, order } = this;
    return {
      ...this.rowOrder(row), until: this.periods.untils[row]!, flags: this.page.directory.flags[row]!,
      propertiesStart: spans.propertiesStarts[row]!,
      propertiesEnd: spans.propertiesEnds[row]!,
      geometryStart: spans.geometryStarts[row]!,
      state: order.state(row), documentState: order.documentState(row),
      lengths: this.rows.map((where) => this.lengthOf(where, row)),
      documentLengths: PUBLISHED_CRSS.map((_, crs) => (crs < this.documents.length ? this.lengthOf(this.documents[crs]!, row) : 0)),
      boxes, runs: this.runTable(row),
    };
  }

  private lengthOf({ ends }: RowBytes, row: number): number {
    return this.starts[row] === 1 ? ends[row]! : ends[row]! - ends[row - 1]!;
  }

  private copy(where: RowBytes, row: number, { target, to }: { target: Buffer; to: number }): void {
    const { start, end } = this.page.extent(row, where);
    this.packs.bytesAt(where.blocks, this.page.directory.blockOf(row)).copy(target, to, start, end);
  }

  private runTable(row: number): RunTable | null {
    const [first] = this.runs;
    const { start, end } = first?.range(row) ?? { start: 0, end: 0 };
    if (first === undefined || start === end) return null;
    const count = end - start;
    const table = {
      path: first.path.slice(start, end), part: first.part.slice(start, end),
      boxes: new Float32Array(CRS_COUNT * count * 4), bytes: new Uint32Array(CRS_COUNT * count * 2),
    };
    for (const [index, runs] of this.runs.entries()) {
      table.boxes.set(runs!.boxes.subarray(start * 4, end * 4), index * count * 4);
      table.bytes.set(runs!.bytes.subarray(start * 2, end * 2), index * count * 2);
    }
    return table;
  }
}
