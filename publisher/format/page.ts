/**
 * Page: about 512 rows of one series, without their bytes: what must be known to find, test and slice them.
 *
 * The bytes lie in blocks of about 16 rows, one block per CRS (`rows`), and for roots that nest objects one more per
 * CRS with whole documents (`docs`). A row's bytes are `{"type":"Feature",…,"geometry":…},`: a complete feature and a
 * comma, so neighbours concatenate. The inside of `properties` and the start of the geometry stand at equal offsets in
 * every CRS. Columns: publisher/FORMAT.md, "Page".
 * Not here: where pages end (cut.ts), reading blocks (publisher/read/).
 */
import { PUBLISHED_CRSS, perCrs, type PerCrs, type PublishedCrs } from '../../schemas/crs.ts';
import { copyBox, widenBox } from './float.ts';
import type { VertexRun } from './geometry-text.ts';
import { compareIds, type RowOrder } from './order.ts';
import { placeColumns, readPlaces, type Place, type Places } from './place.ts';
import { countBefore } from './search.ts';
import {
  Segment, content, encodeSegment, textAt, textColumns, type Column, type EncodedSegment, type Texts,
} from './segment.ts';

export const CRS_COUNT = PUBLISHED_CRSS.length;
export const STATE_BYTES = 16;

export const FLAGS = { geometry: 1, connected: 2 } as const;

/** Runs of vertices of one row's geometry; numbers per CRS, CRS after CRS. */
export interface RunTable {
  readonly path: Uint32Array;
  readonly part: Uint32Array;
  /** 4 per run. */
  readonly boxes: Float32Array;
  /** Start and end in the geometry's bytes, 2 per run. */
  readonly bytes: Uint32Array;
}

/** What a page holds of one row. Lists have one entry per CRS, in the order of PUBLISHED_CRSS. */
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
  /** Hash of the row's bytes in all CRSs, and of the document's. */
  readonly state: Uint8Array;
  readonly documentState: Uint8Array;
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

export function encodePage(rows: readonly RowFacts[], blocks: readonly BlockPlaces[]): EncodedSegment {
  const withDocuments = blocks.some(({ documents }) => documents !== null);
  return encodeSegment('page', [
    content('key', Uint32Array.from(rows, (row) => row.key)),
    ...textColumns('id', rows.map((row) => row.id)),
    content('begin', Float64Array.from(rows, (row) => row.begin)),
    content('until', Float64Array.from(rows, (row) => row.until)),
    content('flags', Uint8Array.from(rows, (row) => row.flags)),
    content('inside.start', Uint32Array.from(rows, (row) => row.propertiesStart)),
    content('inside.end', Uint32Array.from(rows, (row) => row.propertiesEnd)),
    content('geometry.start', Uint32Array.from(rows, (row) => row.geometryStart)),
    content('state', joined(rows.map((row) => row.state))),
    content('docs.state', joined(rows.map((row) => row.documentState))),
    content('block.end', Uint32Array.from(blocks, (block) => block.end)),
    ...PUBLISHED_CRSS.flatMap((crs, index) => crsColumns(crs, { index, rows, blocks, withDocuments })),
    ...runColumns(rows),
  ]);
}

interface CrsPart {
  readonly index: number;
  readonly rows: readonly RowFacts[];
  readonly blocks: readonly BlockPlaces[];
  readonly withDocuments: boolean;
}

function crsColumns(crs: PublishedCrs, { index, rows, blocks, withDocuments }: CrsPart): Column[] {
  const boxes = new Float32Array(rows.length * 4);
  const blockBoxes = new Float32Array(blocks.length * 4).fill(Number.NaN);
  let block = 0;
  for (const [at, row] of rows.entries()) {
    while (at >= blocks[block]!.end) block += 1;
    copyBox(boxes, at, { source: row.boxes, from: index });
    widenBox(blockBoxes, block, { source: row.boxes, from: index });
  }
  const columns = [
    content(`box.${crs}`, boxes),
    content(`block.box.${crs}`, blockBoxes),
    content(`rows.end.${crs}`, endsInBlocks(rows.map((row) => row.lengths[index]!), blocks)),
    ...placeColumns(`rows.${crs}`, blocks.map((one) => one.rows[index]!), 'content'),
  ];
  if (!withDocuments) return columns;
  return [
    ...columns,
    content(`docs.end.${crs}`, endsInBlocks(rows.map((row) => row.documentLengths[index]!), blocks)),
    ...placeColumns(`docs.${crs}`, blocks.map((one) => one.documents![index]!), 'content'),
  ];
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

/** Absent when no row of the page has runs. */
function runColumns(rows: readonly RowFacts[]): Column[] {
  if (rows.every((row) => row.runs === null)) return [];
  const ends = new Uint32Array(rows.length);
  let end = 0;
  for (const [index, row] of rows.entries()) {
    end += row.runs?.path.length ?? 0;
    ends[index] = end;
  }
  const tables = rows.flatMap(({ runs }) => (runs === null ? [] : [runs]));
  const crss = PUBLISHED_CRSS.flatMap((crs, index) => {
    const boxes = new Float32Array(end * 4);
    const bytes = new Uint32Array(end * 2);
    let at = 0;
    for (const table of tables) {
      const count = table.path.length;
      boxes.set(table.boxes.subarray(index * count * 4, (index + 1) * count * 4), at * 4);
      bytes.set(table.bytes.subarray(index * count * 2, (index + 1) * count * 2), at * 2);
      at += count;
    }
    return [content(`run.box.${crs}`, boxes), content(`run.bytes.${crs}`, bytes)];
  });
  return [
    content('run.end', ends),
    content('run.path', Uint32Array.from(tables.flatMap((table) => [...table.path]))),
    content('run.part', Uint32Array.from(tables.flatMap((table) => [...table.part]))),
    ...crss,
  ];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/** The columns of one CRS. */
export interface PageCrs {
  readonly boxes: Float32Array;
  readonly blockBoxes: Float32Array;
  readonly rowEnds: Uint32Array;
  readonly rows: Places;
  readonly documentEnds: Uint32Array | null;
  readonly documents: Places | null;
}

interface RunColumns {
  readonly ends: Uint32Array;
  readonly path: Uint32Array;
  readonly part: Uint32Array;
  readonly crss: PerCrs<{ readonly boxes: Float32Array; readonly bytes: Uint32Array }>;
}

/** A page as read. */
export class Page {
  readonly segment: Segment;
  readonly count: number;
  readonly keys: Uint32Array;
  readonly begins: Float64Array;
  readonly untils: Float64Array;
  readonly flags: Uint8Array;
  readonly propertiesStarts: Uint32Array;
  readonly propertiesEnds: Uint32Array;
  readonly geometryStarts: Uint32Array;
  readonly states: Uint8Array;
  readonly documentStates: Uint8Array;
  readonly blockEnds: Uint32Array;
  readonly crss: PerCrs<PageCrs>;
  /** The same in the order of PUBLISHED_CRSS. */
  readonly crsList: readonly PageCrs[];
  private readonly ids: Texts;
  private readonly runs: RunColumns | null;

  constructor(bytes: Buffer) {
    const segment = new Segment(bytes, 'page');
    this.segment = segment;
    this.keys = segment.u32('key');
    this.count = this.keys.length;
    this.begins = segment.f64('begin');
    this.untils = segment.f64('until');
    this.flags = segment.u8('flags');
    this.propertiesStarts = segment.u32('inside.start');
    this.propertiesEnds = segment.u32('inside.end');
    this.geometryStarts = segment.u32('geometry.start');
    this.states = segment.u8('state');
    this.documentStates = segment.u8('docs.state');
    this.blockEnds = segment.u32('block.end');
    this.ids = segment.texts('id');
    this.crss = perCrs((crs) => readCrs(segment, crs));
    this.crsList = PUBLISHED_CRSS.map((crs) => this.crss[crs]);
    this.runs = segment.has('run.end') ? readRuns(segment) : null;
  }

  id(row: number): string {
    return textAt(this.ids, row);
  }

  state(row: number): Uint8Array {
    return this.states.subarray(row * STATE_BYTES, (row + 1) * STATE_BYTES);
  }

  documentState(row: number): Uint8Array {
    return this.documentStates.subarray(row * STATE_BYTES, (row + 1) * STATE_BYTES);
  }

  /** The row with this place in the order, if it is there. */
  find({ key, id, begin }: RowOrder): number | undefined {
    const { keys, begins } = this;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      // Few rows share a key, so few ids are decoded.
      const difference = keys[middle]! - key || compareIds(this.id(middle), id) || begins[middle]! - begin;
      if (difference === 0) return middle;
      if (difference < 0) low = middle + 1; else high = middle;
    }
    return undefined;
  }

  /** The block that a row lies in. */
  blockOf(row: number): number {
    const { blockEnds } = this;
    return countBefore(blockEnds.length - 1, (block) => blockEnds[block]! <= row);
  }

  blockStart(block: number): number {
    return block === 0 ? 0 : this.blockEnds[block - 1]!;
  }

  /** Where the row's bytes, or those of its document, lie in its block: [start, end). */
  extent(row: number, ends: Uint32Array): { start: number; end: number } {
    return { start: this.startsBlock(row) ? 0 : ends[row - 1]!, end: ends[row]! };
  }

  /** Whether the row is the first of its block. */
  startsBlock(row: number): boolean {
    return row === this.blockStart(this.blockOf(row));
  }

  /** Bytes of the row and its document in all CRSs together. */
  size(row: number): number {
    const isFirst = this.startsBlock(row);
    return this.crsList.reduce((sum, { rowEnds, documentEnds }) =>
      sum + lengthAt(rowEnds, row, isFirst) + lengthAt(documentEnds, row, isFirst), 0);
  }

  /** Runs of the row's geometry in one CRS; boxes rounded outwards. */
  vertexRuns(row: number, crs: PublishedCrs): readonly VertexRun[] {
    if (this.runs === null) return [];
    const { ends, path, part, crss } = this.runs;
    const { boxes, bytes } = crss[crs];
    const runs: VertexRun[] = [];
    for (let at = row === 0 ? 0 : ends[row - 1]!; at < ends[row]!; at += 1) {
      runs.push({
        start: bytes[at * 2]!, end: bytes[at * 2 + 1]!, path: path[at]!, part: part[at]!,
        box: [boxes[at * 4]!, boxes[at * 4 + 1]!, boxes[at * 4 + 2]!, boxes[at * 4 + 3]!],
      });
    }
    return runs;
  }

  /** Everything the page holds of one row, to write it again elsewhere. */
  facts(row: number): RowFacts {
    const isFirst = this.startsBlock(row);
    const boxes = new Float32Array(CRS_COUNT * 4);
    this.crsList.forEach((crs, index) => copyBox(boxes, index, { source: crs.boxes, from: row }));
    return {
      key: this.keys[row]!, id: this.id(row), begin: this.begins[row]!, until: this.untils[row]!,
      flags: this.flags[row]!,
      propertiesStart: this.propertiesStarts[row]!,
      propertiesEnd: this.propertiesEnds[row]!,
      geometryStart: this.geometryStarts[row]!,
      state: this.state(row), documentState: this.documentState(row),
      lengths: this.crsList.map(({ rowEnds }) => lengthAt(rowEnds, row, isFirst)),
      documentLengths: this.crsList.map(({ documentEnds }) => lengthAt(documentEnds, row, isFirst)),
      boxes,
      runs: this.runTable(row),
    };
  }

  private runTable(row: number): RunTable | null {
    if (this.runs === null) return null;
    const { ends, path, part, crss } = this.runs;
    const start = row === 0 ? 0 : ends[row - 1]!;
    const end = ends[row]!;
    if (start === end) return null;
    const count = end - start;
    const table = {
      path: path.slice(start, end), part: part.slice(start, end),
      boxes: new Float32Array(CRS_COUNT * count * 4), bytes: new Uint32Array(CRS_COUNT * count * 2),
    };
    for (const [index, crs] of PUBLISHED_CRSS.entries()) {
      table.boxes.set(crss[crs].boxes.subarray(start * 4, end * 4), index * count * 4);
      table.bytes.set(crss[crs].bytes.subarray(start * 2, end * 2), index * count * 2);
    }
    return table;
  }
}

/** Length of what ends at each of `ends`, in its block. */
function lengthAt(ends: Uint32Array | null, row: number, isFirst: boolean): number {
  if (ends === null) return 0;
  return isFirst ? ends[row]! : ends[row]! - ends[row - 1]!;
}

function readCrs(segment: Segment, crs: PublishedCrs): PageCrs {
  const hasDocuments = segment.has(`docs.end.${crs}`);
  return {
    boxes: segment.f32(`box.${crs}`),
    blockBoxes: segment.f32(`block.box.${crs}`),
    rowEnds: segment.u32(`rows.end.${crs}`),
    rows: readPlaces(segment, `rows.${crs}`),
    documentEnds: hasDocuments ? segment.u32(`docs.end.${crs}`) : null,
    documents: hasDocuments ? readPlaces(segment, `docs.${crs}`) : null,
  };
}

function readRuns(segment: Segment): RunColumns {
  return {
    ends: segment.u32('run.end'),
    path: segment.u32('run.path'),
    part: segment.u32('run.part'),
    crss: perCrs((crs) => ({ boxes: segment.f32(`run.box.${crs}`), bytes: segment.u32(`run.bytes.${crs}`) })),
  };
}
