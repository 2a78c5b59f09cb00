/**
 * Segments: named, typed columns in one piece of bytes: pages and their parts, series roots, the id index, versions.
 *
 * Self-describing, so that a later version may add columns that this reader passes over. Columns lie on multiples of 8
 * bytes and are read in place. Columns that say *where* things lie (packs, offsets) or that depend on the moment are no
 * *content*: the content hash leaves them out, so that equal content has an equal hash wherever it lies.
 * Bytes: publisher/FORMAT.md, "Segment".
 */
import { createHash } from 'node:crypto';
import { Fault } from '../../schemas/fault.ts';
import { FORMAT_VERSION, SEGMENT_MAGIC, requireReadable } from './version.ts';

export const SEGMENT_KINDS = { page: 1, series: 2, shard: 3, ids: 4, part: 5, versions: 6, versionNode: 7 } as const;
export type SegmentKind = keyof typeof SEGMENT_KINDS;

export const COLUMN_TYPES = { u8: 1, u32: 2, f32: 3, f64: 4, u16: 5 } as const;
const TYPE_NAMES = Object.keys(COLUMN_TYPES) as readonly (keyof typeof COLUMN_TYPES)[];
/** Whole numbers in the narrowest of the three types that holds the highest. */
export type Unsigned = Uint8Array | Uint16Array | Uint32Array;
export type ColumnData = Unsigned | Float32Array | Float64Array;

/** Many texts (texts.ts). */
export interface Texts {
  /** Of each text the end in `text`. */
  readonly ends: Unsigned;
  /** UTF-8. */
  readonly text: Uint8Array;
}

export interface Column {
  /** At most 20 ASCII characters. */
  readonly name: string;
  readonly data: ColumnData;
  /** False: where something lies, or what depends on the moment. */
  readonly content: boolean;
}

const HEADER_BYTES = 16;
const ENTRY_BYTES = 32;
const NAME_BYTES = 20;

export function content(name: string, data: ColumnData): Column {
  return { name, data, content: true };
}

export function place(name: string, data: ColumnData): Column {
  return { name, data, content: false };
}

export interface EncodedSegment {
  readonly bytes: Buffer;
  readonly contentHash: Buffer;
}

export function encodeSegment(kind: SegmentKind, columns: readonly Column[]): EncodedSegment {
  const hash = createHash('sha256');
  const starts: number[] = [];
  let size = aligned(HEADER_BYTES + columns.length * ENTRY_BYTES);
  for (const { data } of columns) {
    starts.push(size);
    size = aligned(size + data.byteLength);
  }
  const bytes = Buffer.alloc(size);
  bytes.write(SEGMENT_MAGIC, 'latin1');
  bytes.writeUInt16LE(FORMAT_VERSION, 4);
  bytes.writeUInt16LE(SEGMENT_KINDS[kind], 6);
  bytes.writeUInt32LE(columns.length, 8);
  for (const [index, column] of columns.entries()) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const start = starts[index] ?? 0;
    const raw = new Uint8Array(column.data.buffer, column.data.byteOffset, column.data.byteLength);
    bytes.write(column.name, entry, NAME_BYTES, 'latin1');
    bytes[entry + NAME_BYTES] = typeOf(column.data);
    bytes[entry + NAME_BYTES + 1] = column.content ? 1 : 0;
    bytes.writeUInt32LE(start, entry + 24);
    bytes.writeUInt32LE(raw.length, entry + 28);
    bytes.set(raw, start);
    if (column.content) hash.update(`${column.name} ${typeOf(column.data)} ${raw.length}\n`).update(raw);
  }
  return { bytes, contentHash: hash.digest() };
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
  private readonly columns = new Map<string, ColumnData>();
  private readonly order: Column[] = [];

  /** `bytes` must start on a multiple of 8 in its memory, as a fresh buffer does. Throws a Fault on other bytes. */
  constructor(bytes: Buffer, kind: SegmentKind) {
    this.bytes = bytes;
    const magic = bytes.toString('latin1', 0, SEGMENT_MAGIC.length);
    if (bytes.length < HEADER_BYTES || magic !== SEGMENT_MAGIC) throw damaged('no segment starts here');
    requireReadable(bytes.readUInt16LE(4), 'segment');
    if (bytes.readUInt16LE(6) !== SEGMENT_KINDS[kind]) throw damaged(`not a segment of kind ${kind}`);
    const count = bytes.readUInt32LE(8);
    if (HEADER_BYTES + count * ENTRY_BYTES > bytes.length) throw damaged('the list of columns is cut off');
    for (let index = 0; index < count; index += 1) this.add(HEADER_BYTES + index * ENTRY_BYTES);
  }

  private add(entry: number): void {
    const { bytes } = this;
    const name = bytes.toString('latin1', entry, entry + NAME_BYTES).replace(/\0+$/, '');
    const start = bytes.readUInt32LE(entry + 24);
    const length = bytes.readUInt32LE(entry + 28);
    if (start + length > bytes.length) throw damaged(`column ${name} is cut off`);
    const data = viewOf(bytes, { type: bytes[entry + NAME_BYTES] ?? 0, start, length });
    // A later version may have types that this one does not know; it can only have them in new columns.
    if (data === undefined) return;
    this.columns.set(name, data);
    this.order.push({ name, data, content: bytes[entry + NAME_BYTES + 1] === 1 });
  }

  /** Hash of the content columns, as `encodeSegment` gave it. */
  contentHash(): Buffer {
    const hash = createHash('sha256');
    for (const { name, data, content } of this.order) {
      if (!content) continue;
      hash.update(`${name} ${typeOf(data)} ${data.byteLength}\n`);
      hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    }
    return hash.digest();
  }

  has(name: string): boolean {
    return this.columns.has(name);
  }

  /** Undefined: no column that this program knows. */
  typeOf(name: string): keyof typeof COLUMN_TYPES | undefined {
    const data = this.columns.get(name);
    return data === undefined ? undefined : TYPE_NAMES[typeOf(data) - 1];
  }

  u8(name: string): Uint8Array {
    const data = this.columns.get(name);
    if (data instanceof Uint8Array) return data;
    throw damaged(`column ${name} is missing`);
  }

  u32(name: string): Uint32Array {
    const data = this.columns.get(name);
    if (data instanceof Uint32Array) return data;
    throw damaged(`column ${name} is missing`);
  }

  f32(name: string): Float32Array {
    const data = this.columns.get(name);
    if (data instanceof Float32Array) return data;
    throw damaged(`column ${name} is missing`);
  }

  /** Whole numbers, however wide. */
  unsigned(name: string): Unsigned {
    const data = this.columns.get(name);
    if (data instanceof Uint8Array || data instanceof Uint16Array || data instanceof Uint32Array) return data;
    throw damaged(`column ${name} is missing`);
  }

  texts(name: string): Texts {
    return { ends: this.unsigned(`${name}.end`), text: this.u8(`${name}.text`) };
  }

  f64(name: string): Float64Array {
    const data = this.columns.get(name);
    if (data instanceof Float64Array) return data;
    throw damaged(`column ${name} is missing`);
  }
}

interface ColumnPlace {
  readonly type: number;
  readonly start: number;
  readonly length: number;
}

function viewOf(bytes: Buffer, { type, start, length }: ColumnPlace): ColumnData | undefined {
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

function damaged(message: string): Fault {
  return new Fault(message, { step: 'Segment:Read', hint: 'Run `ev editions verify` to find the damaged file.' });
}
