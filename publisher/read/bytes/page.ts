/**
 * Page: one page of a series, read part by part. Each method reads only its own part, when called; recently read parts are cached
 * (packs.ts). A caller that needs a part for many rows calls its method once.
 */
import { isHeightCrs, planeOf, type EditionCrs, type PlaneCrs } from '../../../schemas/crs.ts';
import { NumberColumn, readColumn, type PageColumn } from '../../format/column.ts';
import { readListColumn, type ListColumn } from '../../format/list-column.ts';
import type { RowOrder } from '../../format/order.ts';
import { PARTS, PageDirectory } from '../../format/page-directory.ts';
import { PageWords } from '../../format/words.ts';
import {
  Order, Runs, UNTIL_FIELD, readBoxes, readDelivered, readHeights, readPeriods, readRowBytes, readSpans,
  type Boxes, type Periods, type RowBytes, type Spans,
} from '../../format/page-parts.ts';
import type { SegmentAddresses } from '../../format/segment-address.ts';
import type { Texts } from '../../format/segment.ts';
import type { SeriesRoot } from '../../format/series-root.ts';
import type { HeightColumns } from '../../format/row-columns.ts';
import { Damage } from '../../format/damage.ts';
import type { Decoding, Packs } from './packs.ts';
import type { Shelf } from './pieces.ts';
import type { Steps } from '../steps.ts';

/** Parts that are read only for selected rows. All other parts are used to find rows, or to locate their bytes. */
const OF_FOUND_ROWS: ReadonlySet<string> = new Set([
  PARTS.order, PARTS.spans, PARTS.delivered, PARTS.heights, ...Object.values(PARTS.documents), ...Object.values(PARTS.runs),
]);
const UNTIL_PART = PARTS.field(UNTIL_FIELD);
const DIRECTORY: Decoding<PageDirectory> = { make: (bytes) => new PageDirectory(bytes), shelf: 'scanned' };
const makeOrder = (bytes: Buffer): Order => new Order(bytes);
const makeRuns = (bytes: Buffer): Runs => new Runs(bytes);
const makeWords = (bytes: Buffer): PageWords => new PageWords(bytes);

const NO_HEIGHTS: HeightColumns = { rows: null, documents: null };

/** Returns the parts that address the rows of a page in a CRS, with or without heights. */
export function rowParts(crs: EditionCrs): readonly string[] {
  return isHeightCrs(crs) ? [PARTS.rows[crs], PARTS.rows[planeOf(crs)]] : [PARTS.rows[crs]];
}

/** Returns the parts that address the documents of a page in a CRS, with or without heights. */
export function documentParts(crs: EditionCrs): readonly string[] {
  return isHeightCrs(crs) ? [PARTS.documents[crs], PARTS.documents[planeOf(crs)]] : [PARTS.documents[crs]];
}

export class Page {
  readonly directory: PageDirectory;
  readonly #packs: Packs;

  constructor(directory: PageDirectory, packs: Packs) {
    this.directory = directory;
    this.#packs = packs;
  }

  /** Number of rows. */
  get count(): number {
    return this.directory.count;
  }

  order(): Order {
    return this.#required(PARTS.order, makeOrder);
  }

  periods(): Periods {
    return this.#required(PARTS.periods, readPeriods);
  }

  spans(): Spans {
    return this.#required(PARTS.spans, readSpans);
  }

  /** Per row: the differences of its document (format/delivered.ts); undefined: no document differs. */
  delivered(): Texts | undefined {
    return this.#part(PARTS.delivered, readDelivered);
  }

  boxes(crs: PlaneCrs): Boxes {
    return this.#required(PARTS.boxes[crs], readBoxes);
  }

  /**
   * The addresses of its rows, each followed by a comma. In a CRS with heights, rows without heights, and all rows of a page without any,
   * are those of the CRS with its first two axes.
   */
  rows(crs: EditionCrs): RowBytes {
    if (!isHeightCrs(crs)) return this.#required(PARTS.rows[crs], readRowBytes);
    return this.#part(PARTS.rows[crs], readRowBytes) ?? this.rows(planeOf(crs));
  }

  /** The addresses of the whole documents of its rows; undefined: the rows have no documents of their own. */
  documents(crs: EditionCrs): RowBytes | undefined {
    const own = this.#part(PARTS.documents[crs], readRowBytes);
    return own === undefined && isHeightCrs(crs) ? this.#part(PARTS.documents[planeOf(crs)], readRowBytes) : own;
  }

  /** Which of its rows and documents have heights. */
  heights(): HeightColumns {
    return this.#part(PARTS.heights, readHeights) ?? NO_HEIGHTS;
  }

  /** Undefined: no geometry of the page has enough vertices for runs. */
  runs(crs: PlaneCrs): Runs | undefined {
    return this.#part(PARTS.runs[crs], makeRuns);
  }

  /** The values of a queryable field; undefined: no row of the page has one. */
  column(field: string): PageColumn | undefined {
    return this.values(PARTS.field(field));
  }

  /** The same by the name of the part. Callers that read many pages make the name once. */
  values(part: string): PageColumn | undefined {
    return part === UNTIL_PART ? shownUntils(this.periods()) : this.#part(part, readColumn);
  }

  /** The values of a queryable list; undefined: no row of the page has it. */
  list(field: string): ListColumn | undefined {
    return this.#part(PARTS.list(field), readListColumn);
  }

  /** Undefined: no row of the page has a word. */
  words(): PageWords | undefined {
    return this.#part(PARTS.words, makeWords);
  }

  /** Returns the row with this sort key, if present. */
  find(wanted: RowOrder): number | undefined {
    const { start, end } = this.order().range(wanted);
    if (start === end) return undefined;
    const { begins } = this.periods();
    for (let row = start; row < end; row += 1) if (begins[row] === wanted.begin) return row;
    return undefined;
  }

  /** Returns the bytes of the row in its block, in the result of `rows` or `documents`: [start, end). */
  extent(row: number, { ends }: RowBytes): { start: number; end: number } {
    return { start: this.directory.startsBlock(row) ? 0 : ends[row - 1]!, end: ends[row]! };
  }

  /** Returns the published geometries of rows, read together; each ends before the brace and the comma behind it. */
  geometries(rows: readonly number[], crs: EditionCrs): readonly Buffer[] {
    for (const row of rows) this.wantGeometry(row, crs);
    this.#packs.complete();
    return rows.map((row) => this.geometry(row, crs));
  }

  /** Returns whether the geometry of a row is available; missing bytes are noted (packs.ts). */
  wantGeometry(row: number, crs: EditionCrs): boolean {
    if (!this.want([...rowParts(crs), PARTS.spans])) return false;
    return this.#packs.wantBytes(this.rows(crs).blocks, this.directory.blockOf(row));
  }

  /** Runs `use` with the geometry of a row, whose bytes are released afterwards. */
  withGeometry<Result>(row: number, crs: EditionCrs, use: (geometry: Buffer) => Result): Result {
    const { result, release } = this.#packs.releasable(() => this.geometry(row, crs));
    const used = use(result);
    release();
    return used;
  }

  /** The geometry of a row. */
  geometry(row: number, crs: EditionCrs): Buffer {
    const rows = this.rows(crs);
    const { start, end } = this.extent(row, rows);
    const span = { start: start + this.spans().geometryStarts[row]!, end: end - 2 };
    return this.#packs.bytesAt(rows.blocks, this.directory.blockOf(row), span);
  }

  /** Content hash of a part; empty when the page has no part of that name. */
  hashOf(part: string): string {
    const index = this.directory.indexOf(part);
    return index === undefined ? '' : Buffer.from(this.directory.part(index).contentHash).toString('latin1');
  }

  /** Runs `work` with the bytes that it needs available (packs.ts). */
  steps<Result>(work: () => Result): Steps<Result> {
    return this.#packs.steps(work);
  }

  /** Returns whether parts are available, as far as the page has them; missing bytes are noted (packs.ts). */
  want(parts: readonly string[]): boolean {
    let isThere = true;
    for (const name of parts) {
      const from = this.directory.indexOf(name);
      if (from === undefined) continue;
      isThere = this.#packs.want(this.directory.addresses, { from, to: from + 1, shelf: shelfOf(name) }) && isThere;
    }
    return isThere;
  }

  /** Returns whether all its parts are available; adjacent ones are read at once. */
  wantAll(): boolean {
    const { names, addresses } = this.directory;
    return this.#packs.want(addresses, { from: 0, to: names.length, shelf: (index) => shelfOf(names[index]!) });
  }

  #required<Part>(name: string, make: (bytes: Buffer) => Part): Part {
    const part = this.#part(name, make);
    if (part !== undefined) return part;
    throw new Damage('a page lacks a part that every page has', {
      step: 'Page:Read', expected: name, actual: this.directory.names.join(', '),
    });
  }

  #part<Part>(name: string, make: (bytes: Buffer) => Part): Part | undefined {
    const index = this.directory.indexOf(name);
    return index === undefined ? undefined : this.#packs.madeAt(this.directory.addresses, index, { make, shelf: shelfOf(name) });
  }
}

/** The ends of rows as their features show them: in tenths of a second. */
function shownUntils({ untils }: Periods): NumberColumn {
  return new NumberColumn(untils.map((until) => (until === Infinity ? Number.NaN : Math.floor(until / 100) * 100)));
}

function shelfOf(part: string): Shelf {
  return OF_FOUND_ROWS.has(part) ? 'read' : 'scanned';
}

/** Makes these parts of pages available; uncached ones are read together. */
export function wantPages(
  packs: Packs, pages: readonly { readonly root: SeriesRoot; readonly index: number }[], parts: readonly string[],
): void {
  for (const { root, index } of pages) packs.want(root.addresses, { from: index, to: index + 1, shelf: DIRECTORY.shelf });
  packs.complete();
  for (const { root, index } of pages) pageAt(packs, root.addresses, index).want(parts);
  packs.complete();
}

export function pageAt(packs: Packs, addresses: SegmentAddresses, index: number): Page {
  return new Page(packs.madeAt(addresses, index, DIRECTORY), packs);
}
