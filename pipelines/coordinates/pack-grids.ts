/**
 * Makes data/reference/rdnaptrans2018.grids.br from the official text grids. Run it by hand, once per new grid version: `node
 * pipelines/coordinates/pack-grids.ts FOLDER`, with rdcorr2018.txt and nlgeo2018.txt in FOLDER. data/reference/rdnaptrans2018.md names
 * their source. The printed sha256 belongs in grids.ts.
 *
 * Invariants: only the pinned texts are packed; every line must name the expected node; the packed grids are unpacked and compared before
 * they are written.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../schemas/fault.ts';
import { PACKED_GRIDS } from './grids.ts';
import {
  CORRECTION_UNIT_DEGREES, GEOID_UNIT_METRES, LATTICE, NODES, packGrids, unpackGrids,
} from './packed-grids.ts';

const PINS = {
  'rdcorr2018.txt': '9eca5a8150693bc0d510cb01a79f8b17cf6740573e0740fa99106663d24e6869',
  'nlgeo2018.txt': '0cd30dcf1104cb0cadcad812de535884d20996d999c65b3054523ee052a4bb34',
} as const;

/**
 * The columns of an official text grid after latitude and longitude, as whole numbers of `unit`. The text has one heading line, CRLF line
 * ends and tabs between columns. Throws a Fault that names the first wrong line.
 */
export function parseGrid(text: string, unit: number): readonly Int32Array[] {
  const lines = text.trimEnd().split(/\r?\n/).slice(1);
  if (lines.length !== NODES) throw wrong('number of nodes', String(NODES), String(lines.length));
  const width = (lines[0] ?? '').split('\t').length - 2;
  const columns = Array.from({ length: width }, () => new Int32Array(NODES));
  for (const [node, line] of lines.entries()) {
    const [latitude, longitude, ...values] = line.split('\t').map(Number);
    const row = Math.floor(node / LATTICE.columns);
    const expected = [
      LATTICE.south + row / LATTICE.rowsPerDegree,
      LATTICE.west + (node % LATTICE.columns) / LATTICE.columnsPerDegree,
    ];
    const offset = Math.hypot(latitude! - expected[0]!, longitude! - expected[1]!);
    if (!(offset < 1e-6) || values.length !== width) throw wrong(`line ${node + 2}`, expected.join(' '), line);
    for (const [column, grid] of columns.entries()) grid[node] = whole(values[column]!, unit, line);
  }
  return columns;
}

function whole(value: number, unit: number, line: string): number {
  const units = Math.round(value / unit);
  if (!(Math.abs(value / unit - units) < 1e-3)) throw wrong('value', `whole numbers of ${unit}`, line);
  return units;
}

function wrong(what: string, expected: string, actual: string): Fault {
  return new Fault(`wrong ${what} in a text grid`, { step: 'Grids:Parse', expected, actual });
}

function readPinned(folder: string, name: keyof typeof PINS): string {
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const actual = sha256(bytes);
  if (actual !== PINS[name]) {
    throw new Fault('not the official text', { step: 'Grids:Read', path, expected: PINS[name], actual });
  }
  return bytes.toString('latin1');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function main(folder: string): void {
  const [latitude, longitude] = parseGrid(readPinned(folder, 'rdcorr2018.txt'), CORRECTION_UNIT_DEGREES);
  const [geoid] = parseGrid(readPinned(folder, 'nlgeo2018.txt'), GEOID_UNIT_METRES);
  const grids = { latitude: latitude!, longitude: longitude!, geoid: geoid! };
  const packed = packGrids(grids);
  const back = unpackGrids(packed);
  for (const name of ['latitude', 'longitude', 'geoid'] as const) {
    const same = grids[name].every((value, node) => value === back[name][node]);
    if (!same) throw new Error(`${name} does not come back`);
  }
  writeFileSync(PACKED_GRIDS, packed);
  process.stdout.write(`${packed.length} bytes, sha256 ${sha256(packed)}\n`);
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('usage: node pipelines/coordinates/pack-grids.ts FOLDER');
  main(folder);
}
