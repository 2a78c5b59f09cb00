/**
 * Pages: writes the changed pages and blocks of one series, and its root.
 *
 * What did not change keeps its place: a page whose rows are exactly those of a page of the parent, and within a
 * changed page each block whose rows are exactly those of a block of the parent.
 */
import { PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { cutBlocks, cutPages, startsPage } from '../format/cut.ts';
import { widenBox } from '../format/float.ts';
import { hashId } from '../format/hash.ts';
import { EMPTY_ROOT, type RootEntry } from '../format/manifest.ts';
import { compareRows, type RowOrder } from '../format/order.ts';
import { CRS_COUNT, FLAGS, encodePage, type Page, type BlockPlaces, type RowFacts } from '../format/page.ts';
import { placeAt, type Place } from '../format/place.ts';
import { encodeSeries, type PageEntry } from '../format/series.ts';
import type { Packs } from '../read/packs.ts';
import { makePage, openRoot } from '../read/series.ts';
import type { PackWriter } from '../store.ts';
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
  readonly page: Page | null;
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
  const held = Array.from({ length: root?.pages ?? 0 }, (_, page) => root!.entry(page));
  const writer = new SeriesWriter(changes[0]!.entry.target, output);
  const merged = merge<PageEntry, RowRef>(held, changes, {
    compare: compareRows,
    startsRun: ({ low }) => startsPage(low),
    beginsRun: ({ isStart }) => isStart,
    isBefore: (row, { first }) => compareRows(row, first) < 0,
    open: (entry) => writer.rowsOf(entry),
  });
  for (const part of merged) {
    if (part.kind === 'kept') writer.keep(part.segment); else writer.run(part.entries);
  }
  return writer.finish();
}

class SeriesWriter {
  private readonly target: number;
  private readonly output: Output;
  private readonly entries: PageEntry[] = [];
  /** The opened pages of the parent. */
  private readonly origins = new Map<Page, PageEntry>();

  constructor(target: number, output: Output) {
    this.target = target;
    this.output = output;
  }

  rowsOf(entry: PageEntry): readonly RowRef[] {
    const page = this.output.packs.made(entry.place, makePage);
    this.origins.set(page, entry);
    return Array.from({ length: page.count }, (_, row) => {
      const id = page.id(row);
      return {
        key: page.keys[row]!, id, begin: page.begins[row]!, target: this.target, size: page.size(row),
        low: page.startsBlock(row) ? hashId(id).low : INSIDE_BLOCK, page, at: row, length: 0,
      };
    });
  }

  /** A page that stays. What it knows of the next change may have come to pass. */
  keep(entry: PageEntry): void {
    const { packs, moment } = this.output;
    if (entry.next > moment) this.entries.push(entry);
    else this.entries.push({ ...entry, next: nextInPage(packs.made(entry.place, makePage), this.target, moment) });
  }

  run(rows: readonly RowRef[]): void {
    let start = 0;
    for (const end of cutPages(rows)) {
      const page = rows.slice(start, end);
      const origin = this.wholePage(page);
      if (origin !== undefined) this.keep(origin); else this.entries.push(this.write(page));
      start = end;
    }
  }

  finish(): RootEntry {
    const { entries, output } = this;
    if (entries.length === 0) return EMPTY_ROOT;
    const { bytes, contentHash } = encodeSeries(entries);
    const { hash, ...place } = output.pack.add(bytes);
    output.written.segments += 1;
    const next = entries.reduce((earliest, entry) => Math.min(earliest, entry.next), Infinity);
    return {
      count: entries.reduce((sum, { rows }) => sum + rows, 0),
      hash: contentHash.toString('hex'),
      place: { ...place, check: Buffer.from(hash).toString('hex') },
      next: next === Infinity ? null : next,
    };
  }

  /** The entry of the parent's page that has exactly these rows. */
  private wholePage(rows: readonly RowRef[]): PageEntry | undefined {
    const { page } = rows[0]!;
    if (page === null || page.count !== rows.length) return undefined;
    return rows.every((row, index) => row.page === page && row.at === index) ? this.origins.get(page) : undefined;
  }

  private write(rows: readonly RowRef[]): PageEntry {
    const writable = rows.map((row) => this.writable(row));
    const facts = writable.map((row) => row.facts);
    const ends = cutBlocks(rows);
    const starts = [0, ...ends];
    const held = ends.map((end, block) => wholeBlock(rows.slice(starts[block], end)));
    const fresh = ends.map((end, block) => (held[block] === undefined ? writable.slice(starts[block], end) : []));
    // Block after block of one CRS, so that a page in one CRS is one stretch of the pack.
    const bytes = PUBLISHED_CRSS.map((_, crs) => fresh.map((some) => this.writeRows(some, crs)));
    const hasDocuments = facts.some(({ documentLengths }) => documentLengths[0] !== 0);
    const documents = hasDocuments
      ? PUBLISHED_CRSS.map((_, crs) => fresh.map((some) => this.writeDocuments(some, crs)))
      : null;
    const blocks = ends.map((end, block): BlockPlaces => ({
      end,
      ...held[block] ?? {
        rows: bytes.map((places) => places[block]!), documents: documents?.map((places) => places[block]!) ?? null,
      },
    }));
    const page = encodePage(facts, blocks);
    this.output.written.segments += 1;
    return entryOf(facts, {
      contentHash: page.contentHash, place: this.output.pack.add(page.bytes), isStart: startsPage(rows[0]!.low),
      next: nextIn(facts, this.target, this.output.moment),
    });
  }

  private writable(row: RowRef): WritableRow {
    const { packs, spool } = this.output;
    const { page, at } = row;
    if (page === null) return decodeRow(row, spool.read(at, row.length));
    const block = page.blockOf(at);
    return {
      facts: page.facts(at),
      putRow(crs, target, to) {
        const { rows, rowEnds } = page.crsList[crs]!;
        const { start, end } = page.extent(at, rowEnds);
        packs.bytesAt(rows, block).copy(target, to, start, end);
      },
      putDocument(crs, target, to) {
        const { documents, documentEnds } = page.crsList[crs]!;
        const { start, end } = page.extent(at, documentEnds!);
        packs.bytesAt(documents!, block).copy(target, to, start, end);
      },
    };
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

/** The places of the parent's block that has exactly these rows. */
function wholeBlock(rows: readonly RowRef[]): Pick<BlockPlaces, 'rows' | 'documents'> | undefined {
  const { page, at } = rows[0]!;
  if (page === null) return undefined;
  const block = page.blockOf(at);
  if (at !== page.blockStart(block) || page.blockEnds[block] !== at + rows.length) return undefined;
  if (!rows.every((row, index) => row.page === page && row.at === at + index)) return undefined;
  const { crsList } = page;
  return {
    rows: crsList.map((crs) => placeAt(crs.rows, block)),
    documents: crsList[0]!.documents === null ? null : crsList.map((crs) => placeAt(crs.documents!, block)),
  };
}

function entryOf(
  facts: readonly RowFacts[], entry: Pick<PageEntry, 'contentHash' | 'place' | 'isStart' | 'next'>,
): PageEntry {
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
  return { first: { key, id, begin }, rows: facts.length, geometries, boxes, periods, ...entry };
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
    const present = known > moment ? known : nextInPage(packs.madeAt(root!.places, page, makePage), target, moment);
    next = Math.min(next, present);
  }
  return next;
}

function nextInPage({ begins, untils }: Page, target: number, moment: number): number {
  return nextIn(Array.from(begins, (begin, row) => ({ begin, until: untils[row]! })), target, moment);
}

/** In *now* a row leaves when it ends; in *other* it enters when it begins. */
function nextIn(rows: readonly { begin: number; until: number }[], target: number, moment: number): number {
  const isOther = (target & 1) === 1;
  return rows.reduce((next, { begin, until }) => {
    const change = isOther ? begin : until;
    return change > moment && change < next ? change : next;
  }, Infinity);
}
