/**
 * Packed grids: packs the three official grids in one small file and unpacks them, without loss.
 *
 * The values are whole numbers: corrections in 1e-9 degree, geoid heights in 1e-4 metre. Each grid is written row by row, from south to
 * north and west to east. Each value is the difference to its prediction (`west + south - southwest`, absent neighbours counting as 0), as
 * a zigzag varint: 7 bits a byte, low ones first.
 * The latitude correction, the longitude correction and the geoid follow each other, compressed together with brotli.
 * Not here: which bytes are the right ones (grids.ts), the official text form (pack-grids.ts).
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Fault } from '../../schemas/fault.ts';

/** The lattice of all grids: 50-56 N by 2-8 E. Nodes are numbered from the south-west, columns fastest. */
export const LATTICE = {
  south: 50, west: 2, rows: 481, columns: 301, rowsPerDegree: 80, columnsPerDegree: 50,
} as const;
export const NODES = LATTICE.rows * LATTICE.columns;

/** Units of the packed whole numbers. */
export const CORRECTION_UNIT_DEGREES = 1e-9;
export const GEOID_UNIT_METRES = 1e-4;

export interface WholeGrids {
  readonly latitude: Int32Array;
  readonly longitude: Int32Array;
  readonly geoid: Int32Array;
}

/** Packs three grids of `NODES` whole numbers each, all below 2^28 in absolute value. */
export function packGrids({ latitude, longitude, geoid }: WholeGrids): Buffer {
  const bytes: number[] = [];
  for (const grid of [latitude, longitude, geoid]) {
    for (let node = 0; node < NODES; node++) {
      const surprise = grid[node]! - predicted(grid, node);
      let rest = ((surprise << 1) ^ (surprise >> 31)) >>> 0;
      for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
      bytes.push(rest);
    }
  }
  return brotliCompressSync(Buffer.from(bytes), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Unpacks the grids. Throws a Fault when the bytes are damaged. */
export function unpackGrids(packed: Buffer): WholeGrids {
  const bytes = decompress(packed);
  let at = 0;
  const next = (): Int32Array => {
    const grid = new Int32Array(NODES);
    for (let node = 0; node < NODES; node++) {
      let value = 0;
      let shift = 0;
      for (; (bytes[at] ?? 0) > 127; at++, shift += 7) value |= (bytes[at]! & 127) << shift;
      if (at >= bytes.length || shift > 28) throw damaged('a number is cut off');
      value = (value | (bytes[at++]! << shift)) >>> 0;
      grid[node] = predicted(grid, node) + ((value >>> 1) ^ -(value & 1));
    }
    return grid;
  };
  const grids = { latitude: next(), longitude: next(), geoid: next() };
  if (at !== bytes.length) throw damaged('bytes are left over');
  return grids;
}

function predicted(grid: Int32Array, node: number): number {
  const west = node % LATTICE.columns === 0 ? 0 : grid[node - 1]!;
  if (node < LATTICE.columns) return west;
  const south = grid[node - LATTICE.columns]!;
  return node % LATTICE.columns === 0 ? south : west + south - grid[node - LATTICE.columns - 1]!;
}

function decompress(packed: Buffer): Buffer {
  try {
    return brotliDecompressSync(packed, { maxOutputLength: 3 * 5 * NODES });
  } catch (cause) {
    throw damaged('not brotli', cause);
  }
}

function damaged(message: string, cause?: unknown): Fault {
  return new Fault(`the packed grids are damaged: ${message}`, {
    step: 'Grids:Unpack', hint: 'Take data/reference/rdnaptrans2018.grids.br from the release again.', cause,
  });
}
