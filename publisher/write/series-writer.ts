/**
 * Pages: writes the changed pages and blocks of one series, and its root.
 *
 * Unchanged bytes keep their address: a page with exactly the rows of a parent page. Within a changed page, each block with exactly the
 * rows of a parent block keeps its address, and so does each part with the same content.
 */
import type { EditionCrss } from '../../schemas/crs.ts';
import { SERIES } from '../../schemas/names.ts';
import { CUT, cutEnds, isCut } from '../format/cut.ts';
import { widenBox } from '../format/float.ts';
import { EMPTY_ROOT, type RootEntry } from '../format/manifest.ts';
import { compareRows, type RowOrder } from '../format/order.ts';
import { FLAGS, encodePage, typeBit, type PartEntry } from '../format/page-directory.ts';
import { encodeParts, type BlockAddresses, type NewPart, type Periods } from '../format/page-parts.ts';
import type { SegmentAddress } from '../format/segment-address.ts';
import { planeIndex, spliceRows, type RowColumns } from '../format/row-columns.ts';
import { encodeSeries, type PageEntry, type SeriesRoot } from '../format/series-root.ts';
import { Splice, type SpliceRange } from '../format/splice.ts';
import { pageAt, type Packs } from '../read/bytes/index.ts';
import { openRoot } from '../read/series-reader.ts';
import type { PackWriter } from '../store.ts';
import { columnsOf } from './value-columns.ts';
import { ParentPage } from './parent-page.ts';
import { merge, type Change } from './merge.ts';
import { decodeRow, type WritableRow } from './row.ts';
import type { Spool } from './spool.ts';

/** A row and the location of its bytes: row `at` of a parent page, or the record at offset `at` of the spool. */
export interface RowRef extends RowOrder {
  /** Low half of the hash of its id (format/hash.ts); null: not computed yet. */
  readonly low: number | null;
  /** Twice the index of its series; plus one: in *other*. */
  readonly target: number;
  /** Bytes in all CRSs, for the cut rules. */
  readonly size: number;
  readonly page: ParentPage | null;
  readonly at: number;
  /** Bytes of the record; 0 for a row of a page. */
  readonly length: number;
}

export interface Output {
  readonly pack: PackWriter;
  readonly packs: Packs;
  readonly spool: Spool;
  readonly crss: EditionCrss;
  readonly moment: number;
  /** Numbers of written blocks and segments, for the report. */
  readonly written: { blocks: number; segments: number };
}

/** Returns the root of one series after its changes. A new root is written to the pack. */
export function writeSeries(parent: RootEntry, changes: readonly Change<RowRef>[], output: Output): RootEntry {
  const root = openRoot(parent, output.packs);
  const writer = new SeriesWriter(changes[0]!.entry.target, root, output);
  const merged = merge<RowRef>(changes, {
    count: root?.pages ?? 0,
    compare: compareRows,
    isBefore: (row, page) => root!.isBefore(row, page),
    isFirst: (row, page) => compareRows(row, root!.first(page)) === 0,
    open: (page) => writer.rowsOf(page),
    cut: (rows) => cutEnds(rows, CUT.page),
    isCutBefore: (page, rows) => isCut(CUT.page, { rows: rows.length, bytes: bytesOf(rows) }, { id: root!.first(page).id, low: null }),
  });
  for (const part of merged) {
    if (part.kind === 'kept') writer.keep(part); else writer.page(part.entries);
  }
  return writer.finish();
}

class SeriesWriter {
  readonly #target: number;
  readonly #root: SeriesRoot | null;
  readonly #output: Output;
  readonly #ranges: SpliceRange<PageEntry>[] = [];
  /** Rows of the page that is being written. */
  readonly #writables = new Map<RowRef, WritableRow>();

  constructor(target: number, root: SeriesRoot | null, output: Output) {
    this.#target = target;
    this.#root = root;
    this.#output = output;
  }

  rowsOf(number: number): readonly RowRef[] {
    const { packs, crss } = this.#output;
    const page = new ParentPage(number, pageAt(packs, this.#root!.addresses, number), { packs, crss });
    return page.orders().map(({ key, id, begin }, row) => {
      return { key, id, begin, target: this.#target, size: page.size(row), low: null, page, at: row, length: 0 };
    });
  }

  keep({ from, to }: { from: number; to: number }): void {
    this.#ranges.push({ kind: 'kept', from, to });
  }

  page(rows: readonly RowRef[]): void {
    const page = wholePage(rows);
    if (page !== undefined) this.keep({ from: page.number, to: page.number + 1 });
    else this.#ranges.push({ kind: 'new', entries: [this.#write(rows)] });
  }

  finish(): RootEntry {
    const root = this.#root;
    const ranges = this.#ranges;
    const output = this.#output;
    const target = this.#target;
    const { packs, moment } = output;
    if (ranges.length === 0) return EMPTY_ROOT;
    const nextOf = (page: number): number => nextInPage(packs, root!, { page, target, moment });
    const { segment, count, next } = encodeSeries(root, ranges, { moment, nextOf, crss: output.crss });
    const { hash, ...extent } = output.pack.addSegment(segment);
    output.written.segments += 1;
    return {
      count, hash: segment.contentHash.toString('hex'), address: { ...extent, check: Buffer.from(hash).toString('hex') },
      next: next === Infinity ? null : next,
    };
  }

  #write(rows: readonly RowRef[]): PageEntry {
    this.#writables.clear();
    this.#output.spool.release();
    // Additions and removals move some rows over the ends of pages; most rows come from the page of the middle row.
    const base = rows[rows.length >> 1]!.page;
    const splice = new Splice(stretchesOf(rows, base, (row) => this.#writable(row)));
    const { crss } = this.#output;
    const columns = spliceRows(splice, base?.columns ?? null, crss);
    const ends = cutEnds(rows, CUT.block);
    const blocks = this.#writeBlocks(rows, { columns, ends });
    const { parts, ranges } = columnsOf({ splice, base }, SERIES[this.#target >> 1]!);
    const origins = [...new Set(rows.flatMap(({ page }) => page ?? []))];
    const page = encodePage({
      flags: columns.flags, blockEnds: ends,
      parts: [...encodeParts(columns, blocks, crss), ...parts].map((part) => this.#writePart(part, origins)),
    });
    this.#output.written.segments += 1;
    return {
      ...summaryOf(rows[0]!, columns), ranges,
      contentHash: page.contentHash, address: this.#output.pack.addSegment(page),
      next: nextIn(columns, this.#target, this.#output.moment),
    };
  }

  #writable(ref: RowRef): WritableRow {
    const { page, at, length } = ref;
    let row = this.#writables.get(ref);
    if (row === undefined) {
      row = page === null ? decodeRow(ref, this.#output.spool.read(at, length)) : page.writable(at, ref);
      this.#writables.set(ref, row);
    }
    return row;
  }

  /** A part with the same content as in a parent page keeps its address. */
  #writePart(part: PartEntry | NewPart, origins: readonly ParentPage[]): PartEntry {
    if ('address' in part) return part;
    const { name, segment } = part;
    const { contentHash } = segment;
    for (const origin of origins) {
      const part = origin.part(name);
      if (part !== undefined && contentHash.equals(part.contentHash)) return part;
    }
    this.#output.written.segments += 1;
    return { name, contentHash, address: this.#output.pack.addSegment(segment) };
  }

  #writeBlocks(
    rows: readonly RowRef[], { columns, ends }: { columns: RowColumns; ends: readonly number[] },
  ): BlockAddresses[] {
    const extents = ends.map((end, block) => ({ start: block === 0 ? 0 : ends[block - 1]!, end }));
    const whole = extents.map((extent) => wholeBlock(rows, extent));
    const fresh = extents.map(({ start, end }, block): NewBlock | null =>
      (whole[block] === undefined ? { start, rows: rows.slice(start, end).map((row) => this.#writable(row)) } : null));
    // Block after block of one CRS, so that the bytes of a page in one CRS are adjacent in the pack.
    const { heights } = columns;
    const bytes = this.#written(fresh, { lengths: columns.lengths, has: heights.rows, put: (row, ...to) => row.putRow(...to) });
    const documents = columns.documentStates === null ? null : this.#written(fresh, {
      lengths: columns.documentLengths, has: heights.documents, put: (row, ...to) => row.putDocument(...to),
    });
    return ends.map((end, block) => {
      const kept = whole[block];
      return {
        end,
        rows: this.#inAllCrss(kept?.rows ?? bytes.map((addresses) => addresses[block]!), columns.lengths.length),
        documents: documents === null ? null
          : this.#inAllCrss(kept?.documents ?? documents.map((addresses) => addresses[block]!), columns.documentLengths.length),
      };
    });
  }

  /** Returns addresses for as many CRSs as the page has. A block without heights is the same in a CRS with heights and in its plane. */
  #inAllCrss(addresses: readonly SegmentAddress[], count: number): readonly SegmentAddress[] {
    const planes = this.#output.crss.planes.length;
    return Array.from({ length: count }, (_, crs) => addresses[crs] ?? addresses[planeIndex(crs, planes)]!);
  }

  /** Writes new blocks, per CRS and block. A block without heights has the address of its plane in CRSs with heights. */
  #written(fresh: readonly (NewBlock | null)[], { lengths, has, put }: BlockBytes): (SegmentAddress | undefined)[][] {
    const planes = this.#output.crss.planes.length;
    const written: (SegmentAddress | undefined)[][] = [];
    for (const [crs, of] of lengths.entries()) {
      written.push(fresh.map((block, number) => (crs >= planes && block !== null && !hasAny(has, block)
        ? written[planeIndex(crs, planes)]![number]
        : this.#writeBlock(block, of, (row, target, at) => put(row, crs, target, at)))));
    }
    return written;
  }

  /** Writes the bytes of a block in one CRS; undefined when the block is not new. */
  #writeBlock(
    block: NewBlock | null, lengths: Uint32Array, put: (row: WritableRow, target: Buffer, at: number) => void,
  ): SegmentAddress | undefined {
    if (block === null) return undefined;
    const { start, rows } = block;
    this.#output.written.blocks += 1;
    const length = lengths.subarray(start, start + rows.length).reduce((sum, one) => sum + one, 0);
    return this.#output.pack.fill(length, (target) => {
      let at = 0;
      for (const [index, row] of rows.entries()) {
        put(row, target, at);
        at += lengths[start + index]!;
      }
    });
  }
}

/** The bytes of rows, or of documents: their lengths per CRS, which of them have heights, and how they are copied. */
interface BlockBytes {
  readonly lengths: readonly Uint32Array[];
  readonly has: Uint8Array | null;
  readonly put: (row: WritableRow, crs: number, target: Buffer, at: number) => void;
}

function hasAny(has: Uint8Array | null, { start, rows }: NewBlock): boolean {
  return has?.subarray(start, start + rows.length).includes(1) === true;
}

/** A block that no parent page has: its rows, and the index of the first of them in its page. */
interface NewBlock {
  readonly start: number;
  readonly rows: readonly WritableRow[];
}

/** Returns ranges of rows of `base`, and new rows between them. */
function stretchesOf(rows: readonly RowRef[], base: ParentPage | null, writable: (row: RowRef) => WritableRow): SpliceRange<WritableRow>[] {
  const ranges: SpliceRange<WritableRow>[] = [];
  for (let start = 0; start < rows.length;) {
    const { page, at } = rows[start]!;
    let end = start + 1;
    if (page !== null && page === base) {
      while (end < rows.length && rows[end]!.page === base && rows[end]!.at === at + end - start) end += 1;
      ranges.push({ kind: 'kept', from: at, to: at + end - start });
    } else {
      while (end < rows.length && (rows[end]!.page === null || rows[end]!.page !== base)) end += 1;
      ranges.push({ kind: 'new', entries: rows.slice(start, end).map(writable) });
    }
    start = end;
  }
  return ranges;
}

function bytesOf(rows: readonly RowRef[]): number {
  return rows.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the parent page with exactly these rows. */
function wholePage(rows: readonly RowRef[]): ParentPage | undefined {
  const { page, at } = rows[0]!;
  return page !== null && at === 0 && page.count === rows.length && areNeighbours(rows, { start: 0, end: rows.length }) ? page : undefined;
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Returns the addresses of the parent block with exactly these rows. */
function wholeBlock(rows: readonly RowRef[], extent: Extent): Omit<BlockAddresses, 'end'> | undefined {
  const { page, at } = rows[extent.start]!;
  return page === null || !areNeighbours(rows, extent) ? undefined : page.wholeBlock(at, extent.end - extent.start);
}

/** Returns whether all rows are adjacent in one parent page. */
function areNeighbours(rows: readonly RowRef[], { start, end }: Extent): boolean {
  const { page, at } = rows[start]!;
  for (let row = start + 1; row < end; row += 1) if (rows[row]!.page !== page || rows[row]!.at !== at + row - start) return false;
  return true;
}

type PageSummary = Pick<PageEntry, 'first' | 'rows' | 'geometries' | 'types' | 'heights' | 'documentHeights' | 'boxes' | 'periods'>;

function summaryOf(first: RowRef, columns: RowColumns): PageSummary {
  const { begins, untils, flags, heights } = columns;
  const boxes = new Float32Array(columns.boxes.length * 4).fill(Number.NaN);
  for (const [crs, source] of columns.boxes.entries()) {
    for (let from = 0; from < flags.length; from += 1) widenBox(boxes, crs, { source, from });
  }
  const [begin, until] = [extentOf(begins), extentOf(untils)];
  return {
    first: { key: first.key, id: first.id, begin: first.begin }, rows: flags.length, boxes,
    geometries: flags.reduce((sum, flag) => sum + ((flag & FLAGS.geometry) === 0 ? 0 : 1), 0),
    types: flags.reduce((types, flag) => types | typeBit(flag), 0),
    heights: sumOf(heights.rows), documentHeights: sumOf(heights.documents),
    periods: { beginMin: begin.least, beginMax: begin.most, untilMin: until.least, untilMax: until.most },
  };
}

function sumOf(numbers: Uint8Array | null): number {
  return numbers?.reduce((sum, number) => sum + number, 0) ?? 0;
}

function extentOf(moments: Float64Array): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const moment of moments) {
    least = Math.min(least, moment);
    most = Math.max(most, moment);
  }
  return { least, most };
}

/** Returns the next moment after `moment` at which a row of the series enters or leaves *now*; Infinity: never. */
export function nextChangeOf(
  entry: RootEntry, moment: number, { packs, target }: { packs: Packs; target: number },
): number {
  if (entry.next === null || entry.next > moment) return entry.next ?? Infinity;
  const root = openRoot(entry, packs);
  let next = Infinity;
  for (let page = 0; page < (root?.pages ?? 0); page += 1) {
    const known = root!.nexts[page]!;
    const present = known > moment ? known : nextInPage(packs, root!, { page, target, moment });
    next = Math.min(next, present);
  }
  return next;
}

function nextInPage(
  packs: Packs, root: SeriesRoot, { page, target, moment }: { page: number; target: number; moment: number },
): number {
  return nextIn(pageAt(packs, root.addresses, page).periods(), target, moment);
}

/** In *now* a row leaves when it ends; in *other* it enters when it begins. */
function nextIn({ begins, untils }: Periods, target: number, moment: number): number {
  const isOther = (target & 1) === 1;
  return (isOther ? begins : untils).reduce((next, change) => (change > moment && change < next ? change : next), Infinity);
}
