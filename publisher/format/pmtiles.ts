/**
 * PMTiles: one file with all tiles of a pyramid (PMTiles 3, https://github.com/protomaps/PMTiles). Tiles have numbers: level by level, and
 * in a level along a Hilbert curve, so that neighbours on the map are neighbours in the file. Equal tiles are stored once.
 * Not here: which tiles there are, and their bytes (publisher/tiles/pyramid.ts).
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { JsonObject } from '../../schemas/json.ts';
import { Damage } from './damage.ts';

/** Tiles with consecutive numbers and the same bytes. */
export interface TileRun {
  readonly first: number;
  count: number;
  /** In the data of the file. */
  readonly offset: number;
  readonly length: number;
}

export interface PmtilesHead {
  readonly runs: readonly TileRun[];
  readonly metadata: JsonObject;
  readonly dataBytes: number;
  readonly lastLevel: number;
  /** Degrees: west, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
}

const HEADER_BYTES = 127;
/** The header and the root directory lie in the first part of the file, which clients read at once. */
const FIRST_BYTES = 16_384;
const LEAF_RUNS_MIN = 4_096;
const MAGIC = 'PMTiles';
const VERSION = 3;
const STEP = 'Downloads:Make';
const [GZIP, MVT, CLUSTERED] = [2, 1, 1];

/** Returns the number of a tile. */
export function tileNumber(level: number, column: number, row: number): number {
  let [number, x, y] = [(4 ** level - 1) / 3, column, row];
  for (let side = 2 ** level / 2; side >= 1; side /= 2) {
    const right = x >= side ? 1 : 0;
    const lower = y >= side ? 1 : 0;
    number += side * side * (3 * right ^ lower);
    [x, y] = [x - right * side, y - lower * side];
    if (lower === 1) continue;
    if (right === 1) [x, y] = [side - 1 - x, side - 1 - y];
    [x, y] = [y, x];
  }
  return number;
}

/** Returns everything before the tiles: the header, the directories and the metadata. */
export function encodeHead({ runs, metadata, dataBytes, lastLevel, bounds }: PmtilesHead): Buffer {
  const { root, leaves } = directoriesOf(runs);
  const described = gzipSync(JSON.stringify(metadata));
  const offsets = { metadata: HEADER_BYTES + root.length, leaves: HEADER_BYTES + root.length + described.length };
  const data = offsets.leaves + leaves.length;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header[7] = VERSION;
  const numbers = [
    HEADER_BYTES, root.length, offsets.metadata, described.length, offsets.leaves, leaves.length, data, dataBytes,
    runs.reduce((sum, { count }) => sum + count, 0), runs.length, new Set(runs.map(({ offset }) => offset)).size,
  ];
  for (const [at, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + at * 8);
  header.set([CLUSTERED, GZIP, GZIP, MVT, 0, lastLevel], 96);
  const [west, south, east, north] = bounds;
  for (const [at, degrees] of [west, south, east, north].entries()) header.writeInt32LE(fixed(degrees), 102 + at * 4);
  header[118] = Math.min(CENTRE_LEVEL, lastLevel);
  header.writeInt32LE(fixed((west + east) / 2), 119);
  header.writeInt32LE(fixed((south + north) / 2), 123);
  return Buffer.concat([header, root, described, leaves]);
}

/** The level at which a client that opens the file begins. */
const CENTRE_LEVEL = 7;

function fixed(degrees: number): number {
  return Math.round(degrees * 1e7);
}

function directoriesOf(runs: readonly TileRun[]): { readonly root: Buffer; readonly leaves: Buffer } {
  const whole = gzipSync(encodeDirectory(runs));
  if (whole.length <= FIRST_BYTES - HEADER_BYTES) return { root: whole, leaves: Buffer.alloc(0) };
  for (let size = LEAF_RUNS_MIN; ; size *= 2) {
    const pointers: TileRun[] = [];
    const leaves: Buffer[] = [];
    let offset = 0;
    for (let at = 0; at < runs.length; at += size) {
      const leaf = gzipSync(encodeDirectory(runs.slice(at, at + size)));
      pointers.push({ first: runs[at]!.first, count: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = gzipSync(encodeDirectory(pointers));
    if (root.length <= FIRST_BYTES - HEADER_BYTES) return { root, leaves: Buffer.concat(leaves) };
  }
}

/** Columns of numbers: differences of tile numbers, counts, lengths, and offsets, 0 for one that follows the entry before it. */
function encodeDirectory(runs: readonly TileRun[]): Buffer {
  const bytes: number[] = [];
  const push = (number: number): void => {
    let rest = number;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(rest % 128 + 128);
    bytes.push(rest);
  };
  push(runs.length);
  for (const [at, { first }] of runs.entries()) push(first - (runs[at - 1]?.first ?? 0));
  for (const { count } of runs) push(count);
  for (const { length } of runs) push(length);
  for (const [at, { offset }] of runs.entries()) {
    const before = runs[at - 1];
    push(before !== undefined && offset === before.offset + before.length ? 0 : offset + 1);
  }
  return Buffer.from(bytes);
}

/** The part of a file before its tiles. */
export interface DecodedHead extends Pick<PmtilesHead, 'runs' | 'metadata' | 'lastLevel'> {
  /** Where the tiles begin. */
  readonly data: number;
}

/** Reads a file of ours. `read` returns the bytes [start, end) of the file. Throws Damage when it is no such file. */
export function decodeHead(read: (start: number, end: number) => Buffer, path: string): DecodedHead {
  const header = read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC || header[7] !== VERSION) {
    throw new Damage('a file of tiles is no PMTiles of version 3', { step: STEP, path });
  }
  const part = (at: number): Buffer => {
    const start = Number(header.readBigUInt64LE(at));
    return read(start, start + Number(header.readBigUInt64LE(at + 8)));
  };
  try {
    const [root, described, leaves] = [decodeDirectory(gunzipSync(part(8))), gunzipSync(part(24)), part(40)];
    const runs = root.flatMap((run) => (
      run.count > 0 ? [run] : decodeDirectory(gunzipSync(leaves.subarray(run.offset, run.offset + run.length)))
    ));
    const metadata = JSON.parse(described.toString()) as JsonObject;
    return { runs, metadata, lastLevel: header[101]!, data: Number(header.readBigUInt64LE(56)) };
  } catch (cause) {
    throw new Damage('the directories of a file of tiles are damaged', { step: STEP, path, cause });
  }
}

function decodeDirectory(bytes: Buffer): readonly TileRun[] {
  let at = 0;
  const pull = (): number => {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes.readUInt8(at);
      at += 1;
      number += byte % 128 * factor;
      if (byte < 128) return number;
    }
  };
  const column = (): number[] => Array.from({ length: count }, pull);
  const count = pull();
  const [steps, counts, lengths, offsets] = [column(), column(), column(), column()];
  const runs: TileRun[] = [];
  let first = 0;
  for (const [index, step] of steps.entries()) {
    first += step;
    const before = runs.at(-1);
    const offset = offsets[index] === 0 && before !== undefined ? before.offset + before.length : offsets[index]! - 1;
    runs.push({ first, count: counts[index]!, offset, length: lengths[index]! });
  }
  return runs;
}
