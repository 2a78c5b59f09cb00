/**
 * Parts of a page beside those of fields: the order, periods, boxes and bytes of its rows. One segment each (page-directory.ts).
 *
 * The bytes lie in blocks of about 16 rows, one block per CRS (`rows`). Roots that nest objects have one more block per CRS with whole
 * documents (`docs`). A row's bytes are `{"type":"Feature",…,"geometry":…},`: a complete feature and a comma, so that neighbours
 * concatenate. CRSs with heights have blocks only in pages where a geometry has heights. The inside of `properties` and the start of the
 * geometry have equal offsets in every CRS. Columns: publisher/FORMAT.md, "Parts of a page".
 * Not here: the contents for new rows (row-columns.ts), where blocks end (cut.ts), values of fields (column.ts), words (words.ts).
 */
import { editionCrssFor, type EditionCrss } from '../../schemas/crs.ts';
import { widenBox } from './float.ts';
import type { VertexRun } from './geometry-text.ts';
import { compareIds, type RowOrder } from './order.ts';
import { PARTS } from './page-directory.ts';
import { addressColumns, readAddresses, type SegmentAddress, type SegmentAddresses } from './segment-address.ts';
import type { HeightColumns, RowColumns, RunColumns } from './row-columns.ts';
import { EncodedSegment, Segment, content, type Column, type Texts } from './segment.ts';
import { columnsOfTexts, textAt } from './text-columns.ts';

/** One block: its rows end before `end`; the addresses of its rows, and of its documents if any, per CRS of the page. */
export interface BlockAddresses {
  readonly end: number;
  readonly rows: readonly SegmentAddress[];
  readonly documents: readonly SegmentAddress[] | null;
}

export interface NewPart {
  readonly name: string;
  readonly segment: EncodedSegment;
}

/** Encodes the parts in the order in which a page names them. */
export function encodeParts(
  rows: RowColumns, blocks: readonly BlockAddresses[], { planes, heights }: EditionCrss = editionCrssFor(null),
): NewPart[] {
  const all = [...planes, ...heights];
  return [
    part(PARTS.order, [
      content('key', rows.keys), ...columnsOfTexts('id', rows.ids), content('state', rows.states),
      ...rows.documentStates === null ? [] : [content('docs.state', rows.documentStates)],
    ]),
    part(PARTS.periods, [
      content('begin', rows.begins), content('until', rows.untils), ...rows.nexts === null ? [] : [content('next', rows.nexts)],
    ]),
    part(PARTS.spans, [
      content('inside.start', rows.propertiesStarts), content('inside.end', rows.propertiesEnds), content('geometry.start', rows.geometryStarts),
    ]),
    ...rows.delivered === null ? [] : [part(PARTS.delivered, columnsOfTexts('differs', rows.delivered))],
    ...planes.map((crs, index) => part(PARTS.boxes[crs], [
      content('box', rows.boxes[index]!), content('block.box', blockBoxes(rows.boxes[index]!, blocks)),
    ])),
    ...rows.lengths.map((lengths, index) => part(PARTS.rows[all[index]!], [
      content('end', endsInBlocks(lengths, blocks)),
      ...addressColumns('block', blocks.map((block) => block.rows[index]!), { hash: 'hash' }),
    ])),
    ...rows.documentStates === null ? [] : rows.documentLengths.map((lengths, index) => part(PARTS.documents[all[index]!], [
      content('end', endsInBlocks(lengths, blocks)),
      ...addressColumns('block', blocks.map((block) => block.documents![index]!), { hash: 'hash' }),
    ])),
    ...rows.runs === null ? [] : planes.map((crs, index) => part(PARTS.runs[crs], runColumns(rows.runs![index]!))),
    ...heightPart(rows.heights),
  ];
}

/** Returns the part that shows which rows and documents have heights; none when none has. */
function heightPart({ rows, documents }: HeightColumns): NewPart[] {
  if (rows === null && documents === null) return [];
  return [part(PARTS.heights, [
    ...rows === null ? [] : [content('row', rows)], ...documents === null ? [] : [content('docs', documents)],
  ])];
}

function part(name: string, columns: readonly Column[]): NewPart {
  return { name, segment: new EncodedSegment('part', columns) };
}

function blockBoxes(boxes: Float32Array, blocks: readonly BlockAddresses[]): Float32Array {
  const around = new Float32Array(blocks.length * 4).fill(Number.NaN);
  let row = 0;
  for (const [block, { end }] of blocks.entries()) {
    for (; row < end; row += 1) widenBox(around, block, { source: boxes, from: row });
  }
  return around;
}

/** Returns the end of each row, counted from the start of its block. */
function endsInBlocks(lengths: Uint32Array, blocks: readonly BlockAddresses[]): Uint32Array {
  const ends = new Uint32Array(lengths.length);
  let start = 0;
  for (const { end } of blocks) {
    for (let row = start, at = 0; row < end; row += 1) {
      at += lengths[row]!;
      ends[row] = at;
    }
    start = end;
  }
  return ends;
}

function runColumns({ ends, path, part: inPart, boxes, bytes }: RunColumns): Column[] {
  return [content('end', ends), content('path', path), content('part', inPart), content('box', boxes), content('bytes', bytes)];
}

/** The sort keys that find a row, and the states that prove its content. */
export class Order {
  readonly keys: Uint32Array;
  readonly ids: Texts;
  /** STATE_BYTES per row. */
  readonly states: Uint8Array;
  /** Null when the rows of the page have no documents of their own. */
  readonly documentStates: Uint8Array | null;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'part');
    this.keys = segment.u32('key');
    this.ids = segment.texts('id');
    this.states = segment.u8('state');
    this.documentStates = segment.has('docs.state') ? segment.u8('docs.state') : null;
  }

  id(row: number): string {
    return textAt(this.ids, row);
  }

  /** Returns the rows with this key and id: [start, end). Several occur only in *other*, with different begins. */
  range({ key, id }: Pick<RowOrder, 'key' | 'id'>): { start: number; end: number } {
    // Few rows share a key, so few ids are decoded.
    const difference = (row: number): number => this.keys[row]! - key || compareIds(this.id(row), id);
    let [start, end] = [0, this.keys.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (difference(middle) < 0) start = middle + 1; else end = middle;
    }
    while (end < this.keys.length && difference(end) === 0) end += 1;
    return { start, end };
  }
}

/** The name by which the ends of rows are asked for as if they were values of a field. No field of the model has it. */
export const UNTIL_FIELD = '/until';

export interface Periods {
  readonly begins: Float64Array;
  /** Infinity: without end. */
  readonly untils: Float64Array;
  /** Begin of the next row of the same object; Infinity: none. Null: no row of the page has a next one. */
  readonly nexts: Float64Array | null;
}

export function readPeriods(bytes: Buffer): Periods {
  const segment = new Segment(bytes, 'part');
  return { begins: segment.f64('begin'), untils: segment.f64('until'), nexts: segment.has('next') ? segment.f64('next') : null };
}

/** Offsets in a row's bytes. */
export interface Spans {
  readonly propertiesStarts: Uint32Array;
  readonly propertiesEnds: Uint32Array;
  readonly geometryStarts: Uint32Array;
}

export function readSpans(bytes: Buffer): Spans {
  const segment = new Segment(bytes, 'part');
  return {
    propertiesStarts: segment.u32('inside.start'), propertiesEnds: segment.u32('inside.end'),
    geometryStarts: segment.u32('geometry.start'),
  };
}

/** Reads the differences of each row's document (delivered.ts). */
export function readDelivered(bytes: Buffer): Texts {
  return new Segment(bytes, 'part').texts('differs');
}

/** Boxes in one CRS: 4 numbers each, rounded outwards, NaN without geometry. */
export interface Boxes {
  readonly rows: Float32Array;
  readonly blocks: Float32Array;
}

export function readBoxes(bytes: Buffer): Boxes {
  const segment = new Segment(bytes, 'part');
  return { rows: segment.f32('box'), blocks: segment.f32('block.box') };
}

/** Addresses of the rows, or of the documents, of a page in one CRS. */
export interface RowBytes {
  /** Per row: its end in its block. */
  readonly ends: Uint32Array;
  readonly blocks: SegmentAddresses;
}

export function readRowBytes(bytes: Buffer): RowBytes {
  const segment = new Segment(bytes, 'part');
  return { ends: segment.u32('end'), blocks: readAddresses(segment, 'block', { hash: 'hash' }) };
}

/** Reads which rows and documents have heights. */
export function readHeights(bytes: Buffer): HeightColumns {
  const segment = new Segment(bytes, 'part');
  const column = (name: string): Uint8Array | null => (segment.has(name) ? segment.u8(name) : null);
  return { rows: column('row'), documents: column('docs') };
}

/** Runs of vertices in one CRS. */
export class Runs implements RunColumns {
  readonly ends: Uint32Array;
  readonly path: Uint32Array;
  readonly part: Uint32Array;
  readonly boxes: Float32Array;
  readonly bytes: Uint32Array;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'part');
    this.ends = segment.u32('end');
    this.path = segment.u32('path');
    this.part = segment.u32('part');
    this.boxes = segment.f32('box');
    this.bytes = segment.u32('bytes');
  }

  /** Returns the runs of a row: [start, end). */
  range(row: number): { start: number; end: number } {
    return { start: row === 0 ? 0 : this.ends[row - 1]!, end: this.ends[row]! };
  }

  /** Returns the runs of the row's geometry; boxes are rounded outwards. */
  of(row: number): readonly VertexRun[] {
    const { path, part, boxes, bytes } = this;
    const { start, end } = this.range(row);
    return Array.from({ length: end - start }, (_, index) => {
      const at = start + index;
      return {
        start: bytes[at * 2]!, end: bytes[at * 2 + 1]!, path: path[at]!, part: part[at]!,
        box: [boxes[at * 4]!, boxes[at * 4 + 1]!, boxes[at * 4 + 2]!, boxes[at * 4 + 3]!],
      };
    });
  }
}
