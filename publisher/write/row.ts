/**
 * Row record: one row as one piece of bytes, as it lies in the spool: what the page will hold of it, then its bytes
 * and its document in every CRS. Never published itself.
 */
import { PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { FLAGS, CRS_COUNT, STATE_BYTES, type RowFacts, type RunTable } from '../format/page.ts';
import { putBox } from '../format/float.ts';
import type { PrintedGeometry } from '../format/geometry-text.ts';
import type { RowOrder } from '../format/order.ts';
import { sha256 } from '../format/hash.ts';

export interface NewRow {
  readonly order: RowOrder;
  readonly until: number;
  readonly propertiesStart: number;
  readonly propertiesEnd: number;
  /** The row up to its geometry, equal in every CRS. */
  readonly prefix: string;
  readonly prefixBytes: number;
  /** Per CRS. */
  readonly geometries: readonly PrintedGeometry[] | null;
  readonly documents: readonly Buffer[] | null;
  /** Whether the row itself is a whole document in other clothes: a root that nests nothing. */
  readonly isDocument: boolean;
}

const NUMBERS = 16;
const STATES_AT = 8 + NUMBERS * 4 + CRS_COUNT * 16;
const HEAD_BYTES = STATES_AT + 2 * STATE_BYTES;

/** `order` is not in it: who holds the record holds that beside it. */
export function encodeRow(row: NewRow): Buffer {
  const { geometries, documents, prefixBytes } = row;
  const runCount = geometries?.[0]?.runs.length ?? 0;
  const rowsStart = HEAD_BYTES + runCount * 8 + CRS_COUNT * runCount * 24;
  const lengths = PUBLISHED_CRSS.map((_, crs) => prefixBytes + (geometries?.[crs]?.bytes ?? NULL).length + END.length);
  const documentLengths = documents?.map(({ length }) => length) ?? [0, 0, 0, 0];
  const rowsEnd = sum(rowsStart, lengths);
  const end = sum(rowsEnd, documentLengths);
  const record = allocate(Math.ceil(end / 8) * 8);
  record.fill(0, end);
  record.writeDoubleLE(row.until, 0);
  const numbers = new Uint32Array(record.buffer, record.byteOffset + 8, NUMBERS);
  numbers.set([flagsOf(geometries), row.propertiesStart, row.propertiesEnd, prefixBytes]);
  numbers.set(lengths, 4);
  numbers.set(documentLengths, 8);
  numbers.set([runCount, 0, 0, 0], 12);
  const boxes = new Float32Array(record.buffer, record.byteOffset + 8 + NUMBERS * 4, CRS_COUNT * 4).fill(Number.NaN);
  for (const [index, { box }] of geometries?.entries() ?? []) putBox(boxes, index, box);
  if (geometries !== null) putRuns(record, geometries, runCount);
  putRows(record, row, rowsStart);
  let at = rowsEnd;
  for (const document of documents ?? []) at = put(record, document, at);
  putStates(record, { row, rowsStart, rowsEnd, end });
  return record;
}

function sum(start: number, lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, start);
}

const NULL = Buffer.from('null');
const END = Buffer.from('},');

function putRows(record: Buffer, { prefix, prefixBytes, geometries }: NewRow, start: number): void {
  let at = start;
  for (let crs = 0; crs < CRS_COUNT; crs += 1) {
    // Text becomes bytes once; the other CRSs copy them.
    if (crs === 0) record.write(prefix, at, 'utf8'); else record.copyWithin(at, start, start + prefixBytes);
    at = put(record, geometries?.[crs]?.bytes ?? NULL, at + prefixBytes);
    at = put(record, END, at);
  }
}

/** Small records share pieces of memory: a piece each is slow. */
const SLAB_BYTES = 1024 * 1024;
let slab = Buffer.alloc(0);
let slabUsed = 0;

/** Starts on a multiple of 8. */
function allocate(size: number): Buffer {
  if (size > SLAB_BYTES / 8) return Buffer.allocUnsafeSlow(size);
  if (slabUsed + size > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    slabUsed = 0;
  }
  const record = slab.subarray(slabUsed, slabUsed + size);
  slabUsed += size;
  return record;
}

function flagsOf(geometries: readonly PrintedGeometry[] | null): number {
  if (geometries === null) return 0;
  return geometries[0]?.connected === true ? FLAGS.geometry | FLAGS.connected : FLAGS.geometry;
}

function put(record: Buffer, part: Buffer, at: number): number {
  record.set(part, at);
  return at + part.length;
}

interface Extent {
  readonly row: NewRow;
  readonly rowsStart: number;
  readonly rowsEnd: number;
  readonly end: number;
}

/** A state is of the bytes in all CRSs, so that it changes when anything that can be served changes. */
function putStates(record: Buffer, { row, rowsStart, rowsEnd, end }: Extent): void {
  const state = sha256(record.subarray(rowsStart, rowsEnd)).subarray(0, STATE_BYTES);
  record.set(state, STATES_AT);
  record.fill(0, STATES_AT + STATE_BYTES, HEAD_BYTES);
  if (row.documents !== null) {
    record.set(sha256(record.subarray(rowsEnd, end)).subarray(0, STATE_BYTES), STATES_AT + STATE_BYTES);
  } else if (row.isDocument) {
    record.set(state, STATES_AT + STATE_BYTES);
  }
}

function putRuns(record: Buffer, geometries: readonly PrintedGeometry[], count: number): void {
  const table = runTable(record, count);
  for (const [index, { runs }] of geometries.entries()) {
    for (const [run, { start, end, box, path, part }] of runs.entries()) {
      table.path[run] = path;
      table.part[run] = part;
      putBox(table.boxes, index * count + run, box);
      table.bytes.set([start, end], (index * count + run) * 2);
    }
  }
}

function runTable(record: Buffer, count: number): RunTable {
  const at = record.byteOffset + HEAD_BYTES;
  return {
    path: new Uint32Array(record.buffer, at, count),
    part: new Uint32Array(record.buffer, at + count * 4, count),
    boxes: new Float32Array(record.buffer, at + count * 8, CRS_COUNT * count * 4),
    bytes: new Uint32Array(record.buffer, at + count * 8 + CRS_COUNT * count * 16, CRS_COUNT * count * 2),
  };
}

/** A row that can be written: what a page holds of it, and its bytes and document per CRS. */
export interface WritableRow {
  readonly facts: RowFacts;
  bytes(crs: number): Uint8Array;
  document(crs: number): Uint8Array;
}

/** Bytes of the row and its document in all CRSs together, as `Page.size` counts them. */
export function sizeOf(record: Buffer): number {
  const numbers = new Uint32Array(record.buffer, record.byteOffset + 8, NUMBERS);
  return numbers.subarray(4, 12).reduce((sum, length) => sum + length, 0);
}

export function decodeRow(order: RowOrder, record: Buffer): WritableRow {
  const numbers = new Uint32Array(record.buffer, record.byteOffset + 8, NUMBERS);
  const lengths = numbers.subarray(4, 8);
  const documentLengths = numbers.subarray(8, 12);
  const runCount = numbers[12]!;
  const start = HEAD_BYTES + runCount * 8 + CRS_COUNT * runCount * 24;
  const slice = (before: number, all: Uint32Array, crs: number): Uint8Array => {
    const from = before + all.subarray(0, crs).reduce((sum, length) => sum + length, 0);
    return record.subarray(from, from + all[crs]!);
  };
  const rowsBytes = lengths.reduce((sum, length) => sum + length, 0);
  return {
    facts: {
      key: order.key, id: order.id, begin: order.begin, until: record.readDoubleLE(0), flags: numbers[0]!,
      propertiesStart: numbers[1]!, propertiesEnd: numbers[2]!, geometryStart: numbers[3]!,
      state: record.subarray(STATES_AT, STATES_AT + STATE_BYTES),
      documentState: record.subarray(STATES_AT + STATE_BYTES, HEAD_BYTES),
      lengths, documentLengths,
      boxes: new Float32Array(record.buffer, record.byteOffset + 8 + NUMBERS * 4, CRS_COUNT * 4),
      runs: runCount === 0 ? null : runTable(record, runCount),
    },
    bytes: (crs) => slice(start, lengths, crs),
    document: (crs) => slice(start + rowsBytes, documentLengths, crs),
  };
}
