/**
 * Pages: writes the changed pages and blocks of one series, and its root.
 *
 * What did not change keeps its place: a page whose rows are exactly those of a page of the parent; within a changed
 * page each block whose rows are exactly those of a block of the parent, and each part that says the same.
 */
import { PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { SERIES } from '../../schemas/names.ts';
import { cutBlocks, cutPages, startsPage } from '../format/cut.ts';
import { widenBox } from '../format/float.ts';
import { hashId } from '../format/hash.ts';
import { EMPTY_ROOT, type RootEntry } from '../format/manifest.ts';
import { compareRows, type RowOrder } from '../format/order.ts';
import { FLAGS, encodePage, type PartEntry } from '../format/page.ts';
import { CRS_COUNT, encodeParts, type BlockPlaces, type NewPart, type Periods, type RowFacts } from '../format/parts.ts';
import type { Place } from '../format/place.ts';
import { encodeSeries, type PageEntry, type SeriesRoot } from '../format/series.ts';
import type { Stretch } from '../format/splice.ts';
import type { Packs } from '../read/packs.ts';
import { pageAt } from '../read/page.ts';
import { openRoot } from '../read/series.ts';
import type { PackWriter } from '../store.ts';
import { columnsOf, type ValueSource } from './columns.ts';
import { HeldPage } from './held.ts';
import { merge, type Change } from './merge.ts';
import { decodeRow, type WritableRow } from './row.ts';
import type { Spool } from './spool.ts';

/** A row, wherever its bytes are: row `at` of a page of the parent, or the record at offset `at` of the spool. */
export interface RowRef extends RowOrder {
  /** Low half of the hash of its id (format/hash.ts), or INSIDE_BLOCK. */
  readonly low: number;
  /** Twice the index of its series; plus one: in *other*. */
  readonly target: number;
  /** Bytes in all CRSs, for the caps. */
  readonly size: number;
  readonly page: HeldPage | null;
  readonly at: number;
  /** Bytes of the record; 0 for a row of a page. */
  readonly length: number;
}

/** Of a row that does not start its block of the parent: whatever its hash, it starts nothing (format/cut.ts). */
const INSIDE_BLOCK = 1;

export interface Output {
  readonly pack: PackWriter;
  readonly packs: Packs;
  readonly spool: Spool;
  readonly moment: number;
  /** What was written, for the report. */
  readonly written: { blocks: number; segments: number };
}

/** The new root of one series after its changes, written to the pack where it is new. */
export function writeSeries(parent: RootEntry, changes: readonly Change<RowRef>[], output: Output): RootEntry {
  const root = openRoot(parent, output.packs);
  const writer = new SeriesWriter(changes[0]!.entry.target, root, output);
  const merged = merge<RowRef>(changes, {
    count: root?.pages ?? 0,
    compare: compareRows,
    startsRun: ({ low }) => startsPage(low),
    beginsRun: (page) => root!.isStart(page),
    isBefore: (row, page) => root!.isBefore(row, page),
    open: (page) => writer.rowsOf(page),
  });
  for (const part of merged) {
    if (part.kind === 'kept') writer.keep(part); else writer.run(part.entries);
  }
  return writer.finish();
}

class SeriesWriter {
  private readonly target: number;
  private readonly root: SeriesRoot | null;
  private readonly output: Output;
  private readonly stretches: Stretch<PageEntry>[] = [];

  constructor(target: number, root: SeriesRoot | null, output: Output) {
    this.target = target;
    this.root = root;
    this.output = output;
  }

  rowsOf(number: number): readonly RowRef[] {
    const { packs } = this.output;
    const page = new HeldPage(number, pageAt(packs, this.root!.places, number), packs);
    return Array.from({ length: page.count }, (_, row) => {
      const order = page.rowOrder(row);
      const low = page.startsBlock(row) ? hashId(order.id).low : INSIDE_BLOCK;
      return { ...order, target: this.target, size: page.size(row), low, page, at: row, length: 0 };
    });
  }

  keep({ from, to }: { from: number; to: number }): void {
    this.stretches.push({ kind: 'kept', from, to });
  }

  run(rows: readonly RowRef[]): void {
    let start = 0;
    for (const end of cutPages(rows)) {
      const page = rows.slice(start, end);
      const held = wholePage(page);
      if (held !== undefined) this.keep({ from: held.number, to: held.number + 1 });
      else this.stretches.push({ kind: 'new', entries: [this.write(page)] });
      start = end;
    }
  }

  finish(): RootEntry {
    const { root, stretches, output, target } = this;
    const { packs, moment } = output;
    if (stretches.length === 0) return EMPTY_ROOT;
    const nextOf = (page: number): number => nextInPage(packs, root!, { page, target, moment });
    const { segment, count, next } = encodeSeries(root, stretches, { moment, nextOf });
    const { hash, ...place } = output.pack.add(segment.bytes);
    output.written.segments += 1;
    return {
      count, hash: segment.contentHash.toString('hex'), place: { ...place, check: Buffer.from(hash).toString('hex') },
      next: next === Infinity ? null : next,
    };
  }

  private write(rows: readonly RowRef[]): PageEntry {
    const sources = rows.map((row): ValueSource & { row: WritableRow } => this.source(row));
    const writable = sources.map(({ row }) => row);
    const facts = writable.map((row) => row.facts);
    const ends = cutBlocks(rows);
    const blocks = this.writeBlocks(rows, { writable, ends });
    const { parts, ranges } = columnsOf(sources, SERIES[this.target >> 1]!);
    const origins = [...new Set(rows.flatMap(({ page }) => page ?? []))];
    const page = encodePage({
      flags: Uint8Array.from(facts, ({ flags }) => flags), blockEnds: ends,
      parts: [...encodeParts(facts, blocks), ...parts].map((part) => this.writePart(part, origins)),
    });
    this.output.written.segments += 1;
    return {
      ...summaryOf(facts), ranges, isStart: startsPage(rows[0]!.low),
      contentHash: page.contentHash, place: this.output.pack.add(page.bytes),
      next: nextIn(periodsOf(facts), this.target, this.output.moment),
    };
  }

  private source(ref: RowRef): ValueSource & { row: WritableRow } {
    const { page, at } = ref;
    if (page !== null) return { row: page.writable(at), page, at };
    const row = decodeRow(ref, this.output.spool.read(at, ref.length));
    return { row, page, values: row.values };
  }

  /** A part that a page of the parent has just so stays where it is. */
  private writePart(part: PartEntry | NewPart, origins: readonly HeldPage[]): PartEntry {
    if ('place' in part) return part;
    const { name, segment: { bytes, contentHash } } = part;
    for (const origin of origins) {
      const held = origin.part(name);
      if (held !== undefined && contentHash.equals(held.contentHash)) return held;
    }
    this.output.written.segments += 1;
    return { name, contentHash, place: this.output.pack.add(bytes) };
  }

  private writeBlocks(
    rows: readonly RowRef[], { writable, ends }: { writable: readonly WritableRow[]; ends: readonly number[] },
  ): BlockPlaces[] {
    const starts = [0, ...ends];
    const held = ends.map((end, block) => wholeBlock(rows.slice(starts[block], end)));
    const fresh = ends.map((end, block) => (held[block] === undefined ? writable.slice(starts[block], end) : []));
    // Block after block of one CRS, so that a page in one CRS is one stretch of the pack.
    const bytes = PUBLISHED_CRSS.map((_, crs) => fresh.map((some) => this.writeRows(some, crs)));
    const hasDocuments = writable.some(({ facts }) => facts.documentLengths[0] !== 0);
    const documents = hasDocuments
      ? PUBLISHED_CRSS.map((_, crs) => fresh.map((some) => this.writeDocuments(some, crs)))
      : null;
    return ends.map((end, block) => ({
      end,
      ...held[block] ?? {
        rows: bytes.map((places) => places[block]!), documents: documents?.map((places) => places[block]!) ?? null,
      },
    }));
  }

  /** Writes the rows of one block; a place that is not looked at when there are none. */
  private writeRows(rows: readonly WritableRow[], crs: number): Place | undefined {
    return this.writeBlock(
      rows, ({ facts }) => facts.lengths[crs]!, (row, target, at) => row.putRow(crs, target, at),
    );
  }

  private writeDocuments(rows: readonly WritableRow[], crs: number): Place | undefined {
    return this.writeBlock(
      rows, ({ facts }) => facts.documentLengths[crs]!, (row, target, at) => row.putDocument(crs, target, at),
    );
  }

  private writeBlock(
    rows: readonly WritableRow[], lengthOf: (row: WritableRow) => number,
    put: (row: WritableRow, target: Buffer, at: number) => void,
  ): Place | undefined {
    if (rows.length === 0) return undefined;
    this.output.written.blocks += 1;
    const length = rows.reduce((sum, row) => sum + lengthOf(row), 0);
    return this.output.pack.fill(length, (target) => {
      let at = 0;
      for (const row of rows) {
        put(row, target, at);
        at += lengthOf(row);
      }
    });
  }
}

/** The page of the parent that has exactly these rows. */
function wholePage(rows: readonly RowRef[]): HeldPage | undefined {
  const { page } = rows[0]!;
  return page !== null && page.count === rows.length && areNeighbours(rows) && rows[0]!.at === 0 ? page : undefined;
}

/** The places of the parent's block that has exactly these rows. */
function wholeBlock(rows: readonly RowRef[]): Omit<BlockPlaces, 'end'> | undefined {
  const { page, at } = rows[0]!;
  return page === null || !areNeighbours(rows) ? undefined : page.wholeBlock(at, rows.length);
}

/** Whether all stand one behind the other in one page of the parent. */
function areNeighbours(rows: readonly RowRef[]): boolean {
  const { page, at } = rows[0]!;
  return rows.every((row, index) => row.page === page && row.at === at + index);
}

function summaryOf(facts: readonly RowFacts[]): Pick<PageEntry, 'first' | 'rows' | 'geometries' | 'boxes' | 'periods'> {
  const boxes = new Float32Array(CRS_COUNT * 4).fill(Number.NaN);
  const periods = { beginMin: Infinity, beginMax: -Infinity, untilMin: Infinity, untilMax: -Infinity };
  let geometries = 0;
  for (const row of facts) {
    for (let crs = 0; crs < CRS_COUNT; crs += 1) widenBox(boxes, crs, { source: row.boxes, from: crs });
    if ((row.flags & FLAGS.geometry) !== 0) geometries += 1;
    periods.beginMin = Math.min(periods.beginMin, row.begin);
    periods.beginMax = Math.max(periods.beginMax, row.begin);
    periods.untilMin = Math.min(periods.untilMin, row.until);
    periods.untilMax = Math.max(periods.untilMax, row.until);
  }
  const { key, id, begin } = facts[0]!;
  return { first: { key, id, begin }, rows: facts.length, geometries, boxes, periods };
}

/** The next moment after `moment` at which a row of the series enters or leaves *now*; Infinity: never. */
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
  return nextIn(pageAt(packs, root.places, page).periods(), target, moment);
}

function periodsOf(facts: readonly RowFacts[]): Periods {
  return { begins: Float64Array.from(facts, ({ begin }) => begin), untils: Float64Array.from(facts, ({ until }) => until) };
}

/** In *now* a row leaves when it ends; in *other* it enters when it begins. */
function nextIn({ begins, untils }: Periods, target: number, moment: number): number {
  const isOther = (target & 1) === 1;
  return (isOther ? begins : untils).reduce((next, change) => (change > moment && change < next ? change : next), Infinity);
}
