/**
 * Segments: named, typed columns in one run of bytes: pages and their parts, series roots, the id index, versions.
 *
 * A segment describes its own columns, so that a later version may add columns that this reader skips. Columns lie on multiples of 8 bytes
 * and are read in place. Columns with addresses (packs, offsets), or that depend on the moment, are no *content*. The content hash leaves
 * them out, so that equal content has an equal hash wherever it lies. Bytes: publisher/FORMAT.md, "Segment".
 */
import { createHash } from 'node:crypto';
import { Fault } from '../../schemas/fault.ts';
import { FORMAT_VERSION, SEGMENT_MAGIC, requireReadable } from './version.ts';

export const SEGMENT_KINDS = { page: 1, series: 2, shard: 3, ids: 4, part: 5, versions: 6, versionNode: 7 } as const;
export type SegmentKind = keyof typeof SEGMENT_KINDS;

export const COLUMN_TYPES = { u8: 1, u32: 2, f32: 3, f64: 4, u16: 5 } as const;
/** Bytes of a number, by type. */
const WIDTHS: Readonly<Record<number, number>> = {
  [COLUMN_TYPES.u8]: 1, [COLUMN_TYPES.u16]: 2, [COLUMN_TYPES.u32]: 4, [COLUMN_TYPES.f32]: 4, [COLUMN_TYPES.f64]: 8,
};
const TYPE_NAMES = Object.keys(COLUMN_TYPES) as readonly (keyof typeof COLUMN_TYPES)[];
/** Whole numbers in the narrowest of the three types that fits the highest number. */
export type Unsigned = Uint8Array | Uint16Array | Uint32Array;
export type ColumnData = Unsigned | Float32Array | Float64Array;

/** Many texts in two arrays (text-columns.ts). */
export interface Texts {
  /** Per text: its end in `text`. */
  readonly ends: Unsigned;
  /** UTF-8. */
  readonly text: Uint8Array;
}

export interface Column {
  /** At most 20 ASCII characters. */
  readonly name: string;
  readonly data: ColumnData;
  /** False for addresses, and for values that depend on the moment. */
  readonly content: boolean;
}

const HEADER_BYTES = 16;
const ENTRY_BYTES = 32;
const NAME_BYTES = 20;

export function content(name: string, data: ColumnData): Column {
  return { name, data, content: true };
}

export function nonContent(name: string, data: ColumnData): Column {
  return { name, data, content: false };
}

/** A segment to be written: its columns and their layout. */
export class EncodedSegment {
  /** In bytes. */
  readonly size: number;
  readonly contentHash: Buffer;
  readonly #kind: SegmentKind;
  readonly #columns: readonly Column[];
  readonly #starts: readonly number[];

  constructor(kind: SegmentKind, columns: readonly Column[]) {
    this.#kind = kind;
    this.#columns = columns;
    const starts: number[] = [];
    let size = aligned(HEADER_BYTES + columns.length * ENTRY_BYTES);
    for (const { data } of columns) {
      starts.push(size);
      size = aligned(size + data.byteLength);
    }
    this.#starts = starts;
    this.size = size;
    this.contentHash = contentHashOf(columns);
  }

  /** Writes the segment over all of `target`, which has the same length. */
  put(target: Buffer): void {
    const kind = this.#kind;
    const columns = this.#columns;
    const starts = this.#starts;
    const listed = HEADER_BYTES + columns.length * ENTRY_BYTES;
    target.fill(0, 0, listed);
    target.write(SEGMENT_MAGIC, 'latin1');
    target.writeUInt16LE(FORMAT_VERSION, 4);
    target.writeUInt16LE(SEGMENT_KINDS[kind], 6);
    target.writeUInt32LE(columns.length, 8);
    let end = listed;
    for (const [index, { name, data, content }] of columns.entries()) {
      const entry = HEADER_BYTES + index * ENTRY_BYTES;
      const start = starts[index]!;
      target.write(name, entry, NAME_BYTES, 'latin1');
      target[entry + NAME_BYTES] = typeOf(data);
      target[entry + NAME_BYTES + 1] = content ? 1 : 0;
      target.writeUInt32LE(start, entry + 24);
      target.writeUInt32LE(data.byteLength, entry + 28);
      target.fill(0, end, start).set(rawOf(data), start);
      end = start + data.byteLength;
    }
    target.fill(0, end);
  }

  /** The segment in memory of its own. */
  get bytes(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.size);
    this.put(bytes);
    return bytes;
  }
}

/** Returns the hash of the columns that are content. */
function contentHashOf(columns: readonly Column[]): Buffer {
  const hash = createHash('sha256');
  for (const { name, data, content } of columns) {
    if (content) hash.update(`${name} ${typeOf(data)} ${data.byteLength}\n`).update(rawOf(data));
  }
  return hash.digest();
}

function rawOf({ buffer, byteOffset, byteLength }: ColumnData): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function typeOf(data: ColumnData): number {
  if (data instanceof Uint32Array) return COLUMN_TYPES.u32;
  if (data instanceof Uint16Array) return COLUMN_TYPES.u16;
  if (data instanceof Float32Array) return COLUMN_TYPES.f32;
  return data instanceof Float64Array ? COLUMN_TYPES.f64 : COLUMN_TYPES.u8;
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

/** The columns of a segment, as views of its bytes. */
export class Segment {
  readonly bytes: Buffer;
  readonly #columns = new Map<string, ColumnData>();
  readonly #order: Column[] = [];

  /** `bytes` must start on a multiple of 8 in its memory, as a new buffer does. Throws a Fault on other bytes. */
  constructor(bytes: Buffer, kind: SegmentKind) {
    this.bytes = bytes;
    const magic = bytes.toString('latin1', 0, SEGMENT_MAGIC.length);
    if (bytes.length < HEADER_BYTES || magic !== SEGMENT_MAGIC) throw damaged('no segment starts here');
    requireReadable(bytes.readUInt16LE(4), 'segment');
    if (bytes.readUInt16LE(6) !== SEGMENT_KINDS[kind]) throw damaged(`not a segment of kind ${kind}`);
    const count = bytes.readUInt32LE(8);
    if (HEADER_BYTES + count * ENTRY_BYTES > bytes.length) throw damaged('the list of columns is cut off');
    for (let index = 0; index < count; index += 1) this.#add(HEADER_BYTES + index * ENTRY_BYTES);
  }

  #add(entry: number): void {
    const { bytes } = this;
    const name = bytes.toString('latin1', entry, entry + NAME_BYTES).replace(/\0+$/, '');
    const start = bytes.readUInt32LE(entry + 24);
    const length = bytes.readUInt32LE(entry + 28);
    if (start + length > bytes.length) throw damaged(`column ${name} is cut off`);
    const type = bytes[entry + NAME_BYTES] ?? 0;
    const width = WIDTHS[type] ?? 1;
    if ((bytes.byteOffset + start) % width !== 0 || length % width !== 0) throw damaged(`column ${name} does not lie on whole numbers`);
    const data = viewOf(bytes, { type, start, length });
    // A later version may have types that this program does not know; only new columns can have them.
    if (data === undefined) return;
    this.#columns.set(name, data);
    this.#order.push({ name, data, content: bytes[entry + NAME_BYTES + 1] === 1 });
  }

  /** Hash of the content columns, computed as `EncodedSegment` does. */
  contentHash(): Buffer {
    return contentHashOf(this.#order);
  }

  has(name: string): boolean {
    return this.#columns.has(name);
  }

  /** Undefined: the segment has no such column of a known type. */
  typeOf(name: string): keyof typeof COLUMN_TYPES | undefined {
    const data = this.#columns.get(name);
    return data === undefined ? undefined : TYPE_NAMES[typeOf(data) - 1];
  }

  u8(name: string): Uint8Array {
    const data = this.#columns.get(name);
    if (data instanceof Uint8Array) return data;
    throw damaged(`column ${name} is missing`);
  }

  u32(name: string): Uint32Array {
    const data = this.#columns.get(name);
    if (data instanceof Uint32Array) return data;
    throw damaged(`column ${name} is missing`);
  }

  f32(name: string): Float32Array {
    const data = this.#columns.get(name);
    if (data instanceof Float32Array) return data;
    throw damaged(`column ${name} is missing`);
  }

  /** Whole numbers of any width. */
  unsigned(name: string): Unsigned {
    const data = this.#columns.get(name);
    if (data instanceof Uint8Array || data instanceof Uint16Array || data instanceof Uint32Array) return data;
    throw damaged(`column ${name} is missing`);
  }

  texts(name: string): Texts {
    return { ends: this.unsigned(`${name}.end`), text: this.u8(`${name}.text`) };
  }

  f64(name: string): Float64Array {
    const data = this.#columns.get(name);
    if (data instanceof Float64Array) return data;
    throw damaged(`column ${name} is missing`);
  }
}

interface ColumnLayout {
  readonly type: number;
  readonly start: number;
  readonly length: number;
}

function viewOf(bytes: Buffer, { type, start, length }: ColumnLayout): ColumnData | undefined {
  const offset = bytes.byteOffset + start;
  switch (type) {
    case COLUMN_TYPES.u8: return new Uint8Array(bytes.buffer, offset, length);
    case COLUMN_TYPES.u16: return new Uint16Array(bytes.buffer, offset, length / 2);
    case COLUMN_TYPES.u32: return new Uint32Array(bytes.buffer, offset, length / 4);
    case COLUMN_TYPES.f32: return new Float32Array(bytes.buffer, offset, length / 4);
    case COLUMN_TYPES.f64: return new Float64Array(bytes.buffer, offset, length / 8);
    default: return undefined;
  }
}

/** Returns the fault of a segment whose bytes are not as `EncodedSegment` writes them. */
export function damaged(message: string): Fault {
  return new Fault(message, { step: 'Segment:Read', hint: 'Run `ev editions verify` to find the damaged file.' });
}
