/**
 * Row record: one row as one run of bytes, as it lies in the spool. It has the row's columns, its bytes up to the geometry, then per CRS
 * the rest of its bytes, then per CRS its document, then the values of its queryable fields, the differences of the document, and its
 * words. Never published itself.
 */
import { PUBLISHED_CRSS } from '../../schemas/crs.ts';
import type { FieldValue } from '../format/column.ts';
import type { ListValue } from '../format/list-column.ts';
import { flagsOf } from '../format/page-directory.ts';
import { CRS_COUNT, STATE_BYTES, type RowFacts, type RunTable } from '../format/row-columns.ts';
import { putBox } from '../format/float.ts';
import type { PrintedGeometry } from '../format/geometry-text.ts';
import type { RowOrder } from '../format/order.ts';
import { sha256 } from '../format/hash.ts';
import { allocate } from './slab.ts';

export interface NewRow {
  readonly order: RowOrder;
  readonly until: number;
  /** Begin of the next row of the same object; Infinity: none. */
  readonly next: number;
  readonly propertiesStart: number;
  readonly propertiesEnd: number;
  /** The row up to its geometry, equal in every CRS. */
  readonly prefix: string;
  readonly prefixBytes: number;
  /** Per CRS. */
  readonly geometries: readonly PrintedGeometry[] | null;
  readonly documents: readonly Buffer[] | null;
  /** Differences of the document where it is made from the row (format/delivered.ts). */
  readonly delivered: string;
  readonly values: RowValues;
  /** The words by which search finds it, separated by spaces. */
  readonly words: string;
}

/** One for each queryable field of the collection; null: no value. */
export type RowValues = readonly (FieldValue | ListValue | null)[];

/** The end of the row and the begin of the next one, then numbers, then boxes, then states. */
const NUMBERS_AT = 16;
const NUMBERS = 16;
const BOXES_AT = NUMBERS_AT + NUMBERS * 4;
const STATES_AT = BOXES_AT + CRS_COUNT * 16;
const HEAD_BYTES = STATES_AT + 2 * STATE_BYTES;

/** The record leaves `order` out: callers store it beside the record. */
export function encodeRow(row: NewRow): Buffer {
  const { geometries, documents, prefixBytes } = row;
  const runCount = geometries?.[0]?.runs.length ?? 0;
  const tails = PUBLISHED_CRSS.map((_, crs) => geometries?.[crs]?.bytes ?? NULL);
  const lengths = tails.map(({ length }) => prefixBytes + length + END.length);
  const documentLengths = documents?.map(({ length }) => length) ?? [0, 0, 0, 0];
  const at = partsOf({ runCount, prefixBytes, lengths, documentLengths });
  const values = Buffer.from(JSON.stringify(row.values), 'utf8');
  const delivered = Buffer.from(row.delivered, 'utf8');
  const words = Buffer.from(row.words, 'utf8');
  const end = at.values + values.length + delivered.length + words.length;
  const record = allocate(Math.ceil(end / 8) * 8);
  record.fill(0, end);
  record.writeDoubleLE(row.until, 0);
  record.writeDoubleLE(row.next, 8);
  const numbers = new Uint32Array(record.buffer, record.byteOffset + NUMBERS_AT, NUMBERS);
  numbers.set([geometries?.[0] === undefined ? 0 : flagsOf(geometries[0]), row.propertiesStart, row.propertiesEnd, prefixBytes]);
  numbers.set(lengths, 4);
  numbers.set(documentLengths, 8);
  numbers.set([runCount, values.length, delivered.length, words.length], 12);
  const boxes = new Float32Array(record.buffer, record.byteOffset + BOXES_AT, CRS_COUNT * 4).fill(Number.NaN);
  for (const [index, { box }] of geometries?.entries() ?? []) putBox(boxes, index, box);
  if (geometries !== null) putRuns(record, geometries, runCount);
  record.write(row.prefix, at.prefix, 'utf8');
  let next = at.tails;
  for (const geometry of tails) next = put(record, END, put(record, geometry, next));
  for (const document of documents ?? []) next = put(record, document, next);
  put(record, words, put(record, delivered, put(record, values, next)));
  putStates(record, { row, delivered }, at);
  return record;
}

const NULL = Buffer.from('null');
const END = Buffer.from('},');

function put(record: Buffer, part: Buffer, at: number): number {
  record.set(part, at);
  return at + part.length;
}

/** Offsets of the parts of a record. */
interface RecordOffsets {
  readonly prefix: number;
  readonly tails: number;
  readonly documents: number;
  readonly values: number;
}

interface Lengths {
  readonly runCount: number;
  readonly prefixBytes: number;
  /** Lengths of the rows and the documents, per CRS. */
  readonly lengths: ArrayLike<number>;
  readonly documentLengths: ArrayLike<number>;
}

function partsOf({ runCount, prefixBytes, lengths, documentLengths }: Lengths): RecordOffsets {
  const prefix = HEAD_BYTES + runCount * 8 + CRS_COUNT * runCount * 24;
  const tails = prefix + prefixBytes;
  let documents = tails;
  for (let crs = 0; crs < CRS_COUNT; crs += 1) documents += lengths[crs]! - prefixBytes;
  let values = documents;
  for (let crs = 0; crs < CRS_COUNT; crs += 1) values += documentLengths[crs]!;
  return { prefix, tails, documents, values };
}

/** A state covers the bytes in all CRSs, so that it changes when any served byte changes. */
function putStates(record: Buffer, { row, delivered }: { row: NewRow; delivered: Buffer }, at: RecordOffsets): void {
  const bytes = record.subarray(at.prefix, at.documents);
  const state = sha256(delivered.length === 0 ? bytes : Buffer.concat([bytes, delivered])).subarray(0, STATE_BYTES);
  record.set(state, STATES_AT);
  record.fill(0, STATES_AT + STATE_BYTES, HEAD_BYTES);
  if (row.documents === null) return;
  record.set(sha256(record.subarray(at.documents, at.values)).subarray(0, STATE_BYTES), STATES_AT + STATE_BYTES);
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

/** A row that can be written: its columns, and its bytes and document per CRS. */
export interface WritableRow {
  readonly facts: RowFacts;
  /** Returns the value of the queryable field with this index in its collection. */
  valueOf(field: string, number: number): FieldValue | null;
  /** Returns the value of a queryable list. */
  listOf(field: string, number: number): ListValue | null;
  /** The different words by which search finds it. */
  words(): readonly string[];
  /** Copies the row's bytes in one CRS to `target` at `at`. */
  putRow(crs: number, target: Buffer, at: number): void;
  putDocument(crs: number, target: Buffer, at: number): void;
}

/** Bytes of the row and its document in all CRSs together, as `Page.size` counts them. */
export function sizeOf(record: Buffer): number {
  const numbers = new Uint32Array(record.buffer, record.byteOffset + NUMBERS_AT, NUMBERS);
  return numbers.subarray(4, 12).reduce((sum, length) => sum + length, 0);
}

export function decodeRow(order: RowOrder, record: Buffer): WritableRow {
  const numbers = new Uint32Array(record.buffer, record.byteOffset + NUMBERS_AT, NUMBERS);
  const prefixBytes = numbers[3]!;
  const lengths = numbers.subarray(4, 8);
  const documentLengths = numbers.subarray(8, 12);
  const runCount = numbers[12]!;
  const parts = partsOf({ runCount, prefixBytes, lengths, documentLengths });
  const [delivered, words] = [parts.values + numbers[13]!, parts.values + numbers[13]! + numbers[14]!];
  const values = JSON.parse(record.toString('utf8', parts.values, delivered)) as RowValues;
  return {
    valueOf: (_, number) => values[number] as FieldValue | null,
    listOf: (_, number) => values[number] as ListValue | null,
    words: () => (numbers[15] === 0 ? [] : record.toString('utf8', words, words + numbers[15]!).split(' ')),
    facts: {
      key: order.key, id: order.id, begin: order.begin, until: record.readDoubleLE(0), next: record.readDoubleLE(8), flags: numbers[0]!,
      propertiesStart: numbers[1]!, propertiesEnd: numbers[2]!, geometryStart: prefixBytes,
      delivered: record.toString('utf8', delivered, words),
      state: record.subarray(STATES_AT, STATES_AT + STATE_BYTES),
      documentState: documentLengths[0] === 0 ? null : record.subarray(STATES_AT + STATE_BYTES, HEAD_BYTES),
      lengths, documentLengths,
      boxes: new Float32Array(record.buffer, record.byteOffset + BOXES_AT, CRS_COUNT * 4),
      runs: runCount === 0 ? null : runTable(record, runCount),
    },
    putRow(crs, target, at) {
      let from = parts.tails;
      for (let before = 0; before < crs; before += 1) from += lengths[before]! - prefixBytes;
      record.copy(target, at, parts.prefix, parts.tails);
      record.copy(target, at + prefixBytes, from, from + lengths[crs]! - prefixBytes);
    },
    putDocument(crs, target, at) {
      let from = parts.documents;
      for (let before = 0; before < crs; before += 1) from += documentLengths[before]!;
      record.copy(target, at, from, from + documentLengths[crs]!);
    },
  };
}
