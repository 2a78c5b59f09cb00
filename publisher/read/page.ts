/**
 * Page: one page of a series, read part by part: each method reads its part only, when it is called, and what was lately
 * read is kept (packs.ts). A caller that needs a part for many rows asks once.
 */
import type { PublishedCrs } from '../../schemas/crs.ts';
import { readColumn, type PageColumn } from '../format/column.ts';
import type { RowOrder } from '../format/order.ts';
import { PARTS, PageDirectory } from '../format/page.ts';
import { PageWords } from '../format/words.ts';
import {
  Order, Runs, readBoxes, readPeriods, readRowBytes, readSpans, type Boxes, type Periods, type RowBytes, type Spans,
} from '../format/parts.ts';
import type { Places } from '../format/place.ts';
import type { SeriesRoot } from '../format/series.ts';
import { Damage } from '../format/damage.ts';
import type { Packs } from './packs.ts';
import type { Steps } from './steps.ts';

const makeDirectory = (bytes: Buffer): PageDirectory => new PageDirectory(bytes);
const makeOrder = (bytes: Buffer): Order => new Order(bytes);
const makeRuns = (bytes: Buffer): Runs => new Runs(bytes);
const makeWords = (bytes: Buffer): PageWords => new PageWords(bytes);

export class Page {
  readonly directory: PageDirectory;
  private readonly packs: Packs;

  constructor(directory: PageDirectory, packs: Packs) {
    this.directory = directory;
    this.packs = packs;
  }

  /** Rows. */
  get count(): number {
    return this.directory.count;
  }

  order(): Order {
    return this.required(PARTS.order, makeOrder);
  }

  periods(): Periods {
    return this.required(PARTS.periods, readPeriods);
  }

  spans(): Spans {
    return this.required(PARTS.spans, readSpans);
  }

  boxes(crs: PublishedCrs): Boxes {
    return this.required(PARTS.boxes[crs], readBoxes);
  }

  /** Where its rows lie, each with a comma behind it. */
  rows(crs: PublishedCrs): RowBytes {
    return this.required(PARTS.rows[crs], readRowBytes);
  }

  /** Where the whole documents of its rows lie; undefined: they have none of their own. */
  documents(crs: PublishedCrs): RowBytes | undefined {
    return this.part(PARTS.documents[crs], readRowBytes);
  }

  /** Undefined: no geometry of the page has so many vertices that it has runs. */
  runs(crs: PublishedCrs): Runs | undefined {
    return this.part(PARTS.runs[crs], makeRuns);
  }

  /** The values of a queryable field; undefined: no row of the page has one. */
  column(field: string): PageColumn | undefined {
    return this.part(PARTS.field(field), readColumn);
  }

  /** Undefined: no row of the page has a word in its searched fields. */
  words(): PageWords | undefined {
    return this.part(PARTS.words, makeWords);
  }

  /** The row with this place in the order, if it is there. */
  find(wanted: RowOrder): number | undefined {
    const { start, end } = this.order().range(wanted);
    if (start === end) return undefined;
    const { begins } = this.periods();
    for (let row = start; row < end; row += 1) if (begins[row] === wanted.begin) return row;
    return undefined;
  }

  /** Where the row's bytes lie in its block, of what `rows` or `documents` gave: [start, end). */
  extent(row: number, { ends }: RowBytes): { start: number; end: number } {
    return { start: this.directory.startsBlock(row) ? 0 : ends[row - 1]!, end: ends[row]! };
  }

  /** Geometries of rows as published, read together; each ends before the brace and the comma behind it. */
  geometries(rows: readonly number[], crs: PublishedCrs): readonly Buffer[] {
    this.want([PARTS.rows[crs], PARTS.spans]);
    this.packs.complete();
    const { blocks } = this.rows(crs);
    for (const row of rows) {
      const block = this.directory.blockOf(row);
      this.packs.want(blocks, block, block + 1);
    }
    this.packs.complete();
    return rows.map((row) => this.geometry(row, crs));
  }

  /** The geometry of a row. */
  geometry(row: number, crs: PublishedCrs): Buffer {
    const rows = this.rows(crs);
    const { start, end } = this.extent(row, rows);
    const block = this.packs.bytesAt(rows.blocks, this.directory.blockOf(row));
    return block.subarray(start + this.spans().geometryStarts[row]!, end - 2);
  }

  /** `work` with what it needs at hand (packs.ts). */
  steps<Result>(work: () => Result): Steps<Result> {
    return this.packs.steps(work);
  }

  /** Notes parts that will be needed and are not kept (packs.ts). */
  want(parts: readonly string[]): void {
    for (const name of parts) {
      const index = this.directory.indexOf(name);
      if (index !== undefined) this.packs.want(this.directory.places, index, index + 1);
    }
  }

  private required<Part>(name: string, make: (bytes: Buffer) => Part): Part {
    const part = this.part(name, make);
    if (part !== undefined) return part;
    throw new Damage('a page lacks a part that every page has', {
      step: 'Page:Read', expected: name, actual: this.directory.names.join(', '),
    });
  }

  private part<Part>(name: string, make: (bytes: Buffer) => Part): Part | undefined {
    const index = this.directory.indexOf(name);
    return index === undefined ? undefined : this.packs.madeAt(this.directory.places, index, make);
  }
}

/** Sees to it that pages with these parts can be had, reading what is not kept together. */
export function wantPages(
  packs: Packs, pages: readonly { readonly root: SeriesRoot; readonly index: number }[], parts: readonly string[],
): void {
  for (const { root, index } of pages) packs.want(root.places, index, index + 1);
  packs.complete();
  for (const { root, index } of pages) pageAt(packs, root.places, index).want(parts);
  packs.complete();
}

export function pageAt(packs: Packs, places: Places, index: number): Page {
  return new Page(packs.madeAt(places, index, makeDirectory), packs);
}
