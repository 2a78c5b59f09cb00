/**
 * Parts of a page that every page has: its rows in order, their periods, boxes and bytes. One segment each (page.ts).
 *
 * The bytes lie in blocks of about 16 rows, one block per CRS (`rows`), and for roots that nest objects one more per
 * CRS with whole documents (`docs`). A row's bytes are `{"type":"Feature",…,"geometry":…},`: a complete feature and a
 * comma, so neighbours concatenate. The inside of `properties` and the start of the geometry stand at equal offsets in
 * every CRS. Columns: publisher/FORMAT.md, "Parts of a page".
 * Not here: where blocks end (cut.ts), values of fields (column.ts), words (words.ts).
 */
import { PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { copyBox, widenBox } from './float.ts';
import type { VertexRun } from './geometry-text.ts';
import { compareIds, type RowOrder } from './order.ts';
import { PARTS } from './page.ts';
import { placeColumns, readPlaces, type Place, type Places } from './place.ts';
import { Segment, content, encodeSegment, type Column, type EncodedSegment, type Texts } from './segment.ts';
import { textAt, textColumns } from './texts.ts';

export const CRS_COUNT = PUBLISHED_CRSS.length;
export const STATE_BYTES = 16;

/** Runs of vertices of one row's geometry; numbers per CRS, CRS after CRS. */
export interface RunTable {
  readonly path: Uint32Array;
  readonly part: Uint32Array;
  /** 4 per run. */
  readonly boxes: Float32Array;
  /** Start and end in the geometry's bytes, 2 per run. */
  readonly bytes: Uint32Array;
}

/** What these parts hold of one row. Lists have one entry per CRS, in the order of PUBLISHED_CRSS. */
export interface RowFacts {
  readonly key: number;
  readonly id: string;
  readonly begin: number;
  /** Infinity: without end. */
  readonly until: number;
  readonly flags: number;
  /** Byte offsets in the row: inside of `properties` [start, end), and of the geometry. */
  readonly propertiesStart: number;
  readonly propertiesEnd: number;
  readonly geometryStart: number;
  /** Hash of the row's bytes in all CRSs, and of its document's where it has one. */
  readonly state: Uint8Array;
  readonly documentState: Uint8Array | null;
  readonly lengths: ArrayLike<number>;
  /** 0: no document of its own. */
  readonly documentLengths: ArrayLike<number>;
  /** 4 per CRS; NaN without geometry. */
  readonly boxes: Float32Array;
  readonly runs: RunTable | null;
}

/** One block: its rows end before `end`; its bytes, and documents if it has them, per CRS. */
export interface BlockPlaces {
  readonly end: number;
  readonly rows: readonly Place[];
  readonly documents: readonly Place[] | null;
}

export interface NewPart {
  readonly name: string;
  readonly segment: EncodedSegment;
}

/** The parts in the order in which a page names them. */
export function encodeParts(rows: readonly RowFacts[], blocks: readonly BlockPlaces[]): NewPart[] {
  const withDocuments = blocks.some(({ documents }) => documents !== null);
  const withRuns = rows.some(({ runs }) => runs !== null);
  return [
    part(PARTS.order, orderColumns(rows, withDocuments)),
    part(PARTS.periods, [
      content('begin', Float64Array.from(rows, (row) => row.begin)),
      content('until', Float64Array.from(rows, (row) => row.until)),
    ]),
    part(PARTS.spans, [
      content('inside.start', Uint32Array.from(rows, (row) => row.propertiesStart)),
      content('inside.end', Uint32Array.from(rows, (row) => row.propertiesEnd)),
      content('geometry.start', Uint32Array.from(rows, (row) => row.geometryStart)),
    ]),
    ...PUBLISHED_CRSS.map((crs, index) => part(PARTS.boxes[crs], boxColumns(rows, blocks, index))),
    ...PUBLISHED_CRSS.map((crs, index) => part(PARTS.rows[crs], [
      content('end', endsInBlocks(rows.map((row) => row.lengths[index]!), blocks)),
      ...placeColumns('block', blocks.map((block) => block.rows[index]!), { hash: 'hash' }),
    ])),
    ...!withDocuments ? [] : PUBLISHED_CRSS.map((crs, index) => part(PARTS.documents[crs], [
      content('end', endsInBlocks(rows.map((row) => row.documentLengths[index]!), blocks)),
      ...placeColumns('block', blocks.map((block) => block.documents![index]!), { hash: 'hash' }),
    ])),
    ...!withRuns ? [] : PUBLISHED_CRSS.map((crs, index) => part(PARTS.runs[crs], runColumns(rows, index))),
  ];
}

function part(name: string, columns: readonly Column[]): NewPart {
  return { name, segment: encodeSegment('part', columns) };
}

function orderColumns(rows: readonly RowFacts[], withDocuments: boolean): Column[] {
  const documentStates = rows.map(({ documentState }) => documentState ?? NO_STATE);
  return [
    content('key', Uint32Array.from(rows, (row) => row.key)),
    ...textColumns('id', rows.map((row) => row.id)),
    content('state', Buffer.concat(rows.map((row) => row.state))),
    ...withDocuments ? [content('docs.state', Buffer.concat(documentStates))] : [],
  ];
}

const NO_STATE = new Uint8Array(STATE_BYTES);

function boxColumns(rows: readonly RowFacts[], blocks: readonly BlockPlaces[], index: number): Column[] {
  const boxes = new Float32Array(rows.length * 4);
  const blockBoxes = new Float32Array(blocks.length * 4).fill(Number.NaN);
  let block = 0;
  for (const [at, row] of rows.entries()) {
    while (at >= blocks[block]!.end) block += 1;
    copyBox(boxes, at, { source: row.boxes, from: index });
    widenBox(blockBoxes, block, { source: row.boxes, from: index });
  }
  return [content('box', boxes), content('block.box', blockBoxes)];
}

/** Ends of the rows, counted from the start of the block that each lies in. */
function endsInBlocks(lengths: readonly number[], blocks: readonly BlockPlaces[]): Uint32Array {
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

function runColumns(rows: readonly RowFacts[], index: number): Column[] {
  const ends = new Uint32Array(rows.length);
  let end = 0;
  for (const [row, { runs }] of rows.entries()) {
    end += runs?.path.length ?? 0;
    ends[row] = end;
  }
  const [path, inPart] = [new Uint32Array(end), new Uint32Array(end)];
  const boxes = new Float32Array(end * 4);
  const bytes = new Uint32Array(end * 2);
  let at = 0;
  for (const { runs } of rows) {
    if (runs === null) continue;
    const count = runs.path.length;
    path.set(runs.path, at);
    inPart.set(runs.part, at);
    boxes.set(runs.boxes.subarray(index * count * 4, (index + 1) * count * 4), at * 4);
    bytes.set(runs.bytes.subarray(index * count * 2, (index + 1) * count * 2), at * 2);
    at += count;
  }
  return [content('end', ends), content('path', path), content('part', inPart), content('box', boxes), content('bytes', bytes)];
}

/** What finding a row by its place in the order needs, and what proves its state. */
export class Order {
  readonly keys: Uint32Array;
  readonly ids: Texts;
  private readonly states: Uint8Array;
  private readonly documentStates: Uint8Array | null;

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

  state(row: number): Uint8Array {
    return stateAt(this.states, row);
  }

  /** Null when the rows of the page have no documents of their own. */
  documentState(row: number): Uint8Array | null {
    return this.documentStates === null ? null : stateAt(this.documentStates, row);
  }

  /** Rows with this key and id: [start, end). Several only in *other*, told apart by their begin. */
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

function stateAt(states: Uint8Array, row: number): Uint8Array {
  return states.subarray(row * STATE_BYTES, (row + 1) * STATE_BYTES);
}

export interface Periods {
  readonly begins: Float64Array;
  /** Infinity: without end. */
  readonly untils: Float64Array;
}

export function readPeriods(bytes: Buffer): Periods {
  const segment = new Segment(bytes, 'part');
  return { begins: segment.f64('begin'), untils: segment.f64('until') };
}

/** Where in a row's bytes its parts lie. */
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

/** In one CRS; 4 numbers a box, rounded outwards, NaN without geometry. */
export interface Boxes {
  readonly rows: Float32Array;
  readonly blocks: Float32Array;
}

export function readBoxes(bytes: Buffer): Boxes {
  const segment = new Segment(bytes, 'part');
  return { rows: segment.f32('box'), blocks: segment.f32('block.box') };
}

/** Where the rows, or the documents, of a page lie in one CRS. */
export interface RowBytes {
  /** Of each row the end in its block. */
  readonly ends: Uint32Array;
  readonly blocks: Places;
}

export function readRowBytes(bytes: Buffer): RowBytes {
  const segment = new Segment(bytes, 'part');
  return { ends: segment.u32('end'), blocks: readPlaces(segment, 'block', { hash: 'hash' }) };
}

/** Runs of vertices in one CRS. */
export class Runs {
  private readonly ends: Uint32Array;
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

  /** The runs of a row: [start, end). */
  range(row: number): { start: number; end: number } {
    return { start: row === 0 ? 0 : this.ends[row - 1]!, end: this.ends[row]! };
  }

  /** Those of the row's geometry; boxes rounded outwards. */
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
