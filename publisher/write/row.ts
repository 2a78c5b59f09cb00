/**
 * Row record: one row as one run of bytes, as it lies in the spool. It has the row's columns, its bytes up to the geometry, then per CRS
 * the rest of its bytes, then per CRS its document (in CRSs with heights only where it has heights), then the values of its queryable
 * fields, the differences of the document, and its words. Never published itself.
 */
import { editionCrssFor, type EditionCrss } from '../../schemas/crs.ts';
import type { FieldValue } from '../format/column.ts';
import type { ListValue } from '../format/list-column.ts';
import { flagsOf } from '../format/page-directory.ts';
import { planeIndex, STATE_BYTES, type RowFacts, type RunTable } from '../format/row-columns.ts';
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
  readonly crss: EditionCrss;
  /** Per CRS with two axes; with heights, then per CRS with heights. */
  readonly geometries: readonly PrintedGeometry[] | null;
  readonly documents: readonly Buffer[] | null;
  /** The differences between this row and its document (format/delivered.ts); empty when the document is stored itself. */
  readonly delivered: string;
  readonly values: RowValues;
  /** The words by which search finds it, separated by spaces. */
  readonly words: string;
}

/** One for each queryable field of the collection; null: no value. */
export type RowValues = readonly (FieldValue | ListValue | null)[];

/** The end of the row and the begin of the next one, then numbers, then states, then boxes. */
const NUMBERS_AT = 16;
const NUMBERS = 28;
const STATES_AT = NUMBERS_AT + NUMBERS * 4;
const HEAD_BYTES = STATES_AT + 2 * STATE_BYTES;

/** Indexes in the numbers. Behind them lie the lengths of the row in all CRSs, then those of its document. */
const [FLAGS, HEIGHTS, PROPERTIES_START, PROPERTIES_END, PREFIX] = [0, 1, 2, 3, 4] as const;
const [RUNS, VALUES, DELIVERED, WORDS, PLANES] = [5, 6, 7, 8, 9] as const;
const LENGTHS = 10;

/** Bits of `HEIGHTS`. */
const ROW_HAS = 1;
const DOCUMENT_HAS = 2;

/** The record leaves `order` out: callers store it beside the record. */
export function encodeRow(row: NewRow): Buffer {
  const { geometries, documents, prefixBytes, crss: { planes, heights } } = row;
  const runCount = geometries?.[0]?.runs.length ?? 0;
  const hasHeights = geometries !== null && geometries.length > planes.length;
  const documentHasHeights = documents !== null && documents.length > planes.length;
  const tails = geometries === null ? planes.map(() => NULL) : geometries.map(({ bytes }) => bytes);
  const all = planes.length + heights.length;
  const lengths = allLengths(tails.map(({ length }) => prefixBytes + length + END.length), planes.length, all);
  const documentLengths = allLengths((documents ?? []).map(({ length }) => length), planes.length, all);
  const numbers = new Uint32Array(NUMBERS);
  const values = Buffer.from(JSON.stringify(row.values), 'utf8');
  const delivered = Buffer.from(row.delivered, 'utf8');
  const words = Buffer.from(row.words, 'utf8');
  numbers.set([
    geometries?.[0] === undefined ? 0 : flagsOf(geometries[0]), (hasHeights ? ROW_HAS : 0) | (documentHasHeights ? DOCUMENT_HAS : 0),
    row.propertiesStart, row.propertiesEnd, prefixBytes, runCount, values.length, delivered.length, words.length, planes.length,
  ]);
  numbers.set(lengths, LENGTHS);
  numbers.set(documentLengths, LENGTHS + all);
  const at = partsOf(numbers, all);
  const end = at.values + values.length + delivered.length + words.length;
  const record = allocate(Math.ceil(end / 8) * 8);
  record.fill(0, end);
  record.writeDoubleLE(row.until, 0);
  record.writeDoubleLE(row.next, 8);
  new Uint32Array(record.buffer, record.byteOffset + NUMBERS_AT, NUMBERS).set(numbers);
  const boxes = new Float32Array(record.buffer, record.byteOffset + HEAD_BYTES, planes.length * 4).fill(Number.NaN);
  const plane = geometries?.slice(0, planes.length) ?? [];
  for (const [index, { box }] of plane.entries()) putBox(boxes, index, box);
  putRuns(record, plane, { runCount, planes: planes.length });
  record.write(row.prefix, at.prefix, 'utf8');
  let next = at.tails;
  for (const geometry of tails) next = put(record, END, put(record, geometry, next));
  for (const document of documents ?? []) next = put(record, document, next);
  put(record, words, put(record, delivered, put(record, values, next)));
  putStates(record, { row, delivered }, at);
  return record;
}

/** Returns the lengths in all CRSs. In a CRS with heights, a row without heights has the length of the CRS without them. */
function allLengths(lengths: readonly number[], planes: number, all: number): readonly number[] {
  return Array.from({ length: all }, (_, crs) => lengths[crs] ?? lengths[planeIndex(crs, planes)] ?? 0);
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

/** `all`: the number of CRSs whose lengths the numbers have. */
function partsOf(numbers: Uint32Array, all: number): RecordOffsets {
  const [planes, runs, prefixBytes, has] = [numbers[PLANES]!, numbers[RUNS]!, numbers[PREFIX]!, numbers[HEIGHTS]!];
  const prefix = HEAD_BYTES + planes * 16 + runs * 8 + planes * runs * 24;
  const tails = prefix + prefixBytes;
  let documents = tails;
  for (let crs = 0; crs < ((has & ROW_HAS) === 0 ? planes : all); crs += 1) documents += numbers[LENGTHS + crs]! - prefixBytes;
  let values = documents;
  for (let crs = 0; crs < ((has & DOCUMENT_HAS) === 0 ? planes : all); crs += 1) values += numbers[LENGTHS + all + crs]!;
  return { prefix, tails, documents, values };
}

/** Returns the number of all CRSs of an edition. `planes`: its number of CRSs with two axes, from which the number with heights follows. */
function allOf(planes: number): number {
  return planes + HEIGHTS_OF_PLANES.get(planes)!;
}

const HEIGHTS_OF_PLANES: ReadonlyMap<number, number> = new Map([null, 0].map((epoch) => {
  const { planes, heights } = editionCrssFor(epoch);
  return [planes.length, heights.length] as const;
}));

/** A state covers the bytes in all CRSs, so that it changes when any served byte changes. */
function putStates(record: Buffer, { row, delivered }: { row: NewRow; delivered: Buffer }, at: RecordOffsets): void {
  const bytes = record.subarray(at.prefix, at.documents);
  const state = sha256(delivered.length === 0 ? bytes : Buffer.concat([bytes, delivered])).subarray(0, STATE_BYTES);
  record.set(state, STATES_AT);
  record.fill(0, STATES_AT + STATE_BYTES, HEAD_BYTES);
  if (row.documents === null) return;
  record.set(sha256(record.subarray(at.documents, at.values)).subarray(0, STATE_BYTES), STATES_AT + STATE_BYTES);
}

function putRuns(record: Buffer, geometries: readonly PrintedGeometry[], { runCount, planes }: { runCount: number; planes: number }): void {
  if (runCount === 0) return;
  const table = runTable(record, runCount, planes);
  for (const [index, { runs }] of geometries.entries()) {
    for (const [run, { start, end, box, path, part }] of runs.entries()) {
      table.path[run] = path;
      table.part[run] = part;
      putBox(table.boxes, index * runCount + run, box);
      table.bytes.set([start, end], (index * runCount + run) * 2);
    }
  }
}

function runTable(record: Buffer, count: number, planes: number): RunTable {
  const at = record.byteOffset + HEAD_BYTES + planes * 16;
  return {
    path: new Uint32Array(record.buffer, at, count),
    part: new Uint32Array(record.buffer, at + count * 4, count),
    boxes: new Float32Array(record.buffer, at + count * 8, planes * count * 4),
    bytes: new Uint32Array(record.buffer, at + count * 8 + planes * count * 16, planes * count * 2),
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

/** Bytes of the row and its document in all CRSs in which it has any of its own, as `ParentPage.size` counts them. */
export function sizeOf(record: Buffer): number {
  const numbers = numbersOf(record);
  const { tails, values } = partsOf(numbers, allOf(numbers[PLANES]!));
  const forms = (numbers[HEIGHTS]! & ROW_HAS) === 0 ? numbers[PLANES]! : allOf(numbers[PLANES]!);
  return values - tails + forms * numbers[PREFIX]!;
}

function numbersOf(record: Buffer): Uint32Array {
  return new Uint32Array(record.buffer, record.byteOffset + NUMBERS_AT, NUMBERS);
}

export function decodeRow(order: RowOrder, record: Buffer): WritableRow {
  const numbers = numbersOf(record);
  const prefixBytes = numbers[PREFIX]!;
  const planes = numbers[PLANES]!;
  const all = allOf(planes);
  const lengths = numbers.subarray(LENGTHS, LENGTHS + all);
  const documentLengths = numbers.subarray(LENGTHS + all, LENGTHS + 2 * all);
  const [hasHeights, documentHasHeights] = [(numbers[HEIGHTS]! & ROW_HAS) !== 0, (numbers[HEIGHTS]! & DOCUMENT_HAS) !== 0];
  const parts = partsOf(numbers, all);
  const [delivered, words] = [parts.values + numbers[VALUES]!, parts.values + numbers[VALUES]! + numbers[DELIVERED]!];
  const values = JSON.parse(record.toString('utf8', parts.values, delivered)) as RowValues;
  return {
    valueOf: (_, number) => values[number] as FieldValue | null,
    listOf: (_, number) => values[number] as ListValue | null,
    words: () => (numbers[WORDS] === 0 ? [] : record.toString('utf8', words, words + numbers[WORDS]!).split(' ')),
    facts: {
      key: order.key, id: order.id, begin: order.begin, until: record.readDoubleLE(0), next: record.readDoubleLE(8), flags: numbers[FLAGS]!,
      propertiesStart: numbers[PROPERTIES_START]!, propertiesEnd: numbers[PROPERTIES_END]!, geometryStart: prefixBytes,
      delivered: record.toString('utf8', delivered, words),
      state: record.subarray(STATES_AT, STATES_AT + STATE_BYTES),
      documentState: documentLengths[0] === 0 ? null : record.subarray(STATES_AT + STATE_BYTES, HEAD_BYTES),
      lengths, documentLengths, hasHeights, documentHasHeights,
      boxes: new Float32Array(record.buffer, record.byteOffset + HEAD_BYTES, planes * 4),
      runs: numbers[RUNS] === 0 ? null : runTable(record, numbers[RUNS]!, planes),
    },
    putRow(crs, target, at) {
      const own = hasHeights ? crs : planeIndex(crs, planes);
      let from = parts.tails;
      for (let before = 0; before < own; before += 1) from += lengths[before]! - prefixBytes;
      record.copy(target, at, parts.prefix, parts.tails);
      record.copy(target, at + prefixBytes, from, from + lengths[own]! - prefixBytes);
    },
    putDocument(crs, target, at) {
      const own = documentHasHeights ? crs : planeIndex(crs, planes);
      let from = parts.documents;
      for (let before = 0; before < own; before += 1) from += documentLengths[before]!;
      record.copy(target, at, from, from + documentLengths[own]!);
    },
  };
}
