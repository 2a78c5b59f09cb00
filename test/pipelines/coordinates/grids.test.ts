import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { fromFile } from 'geotiff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fault } from '../../../schemas/fault.ts';
import {
  PACKED_GRIDS, addCorrection, geoidHeight, loadGrids, removeCorrection, type Grids,
} from '../../../pipelines/coordinates/grids.ts';
import { parseGrid } from '../../../pipelines/coordinates/pack-grids.ts';
import { LATTICE, NODES, packGrids, unpackGrids } from '../../../pipelines/coordinates/packed-grids.ts';
import { describeWithShared } from '../../shared-data.ts';
import { drawn } from '../../runs.ts';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const grids = loadGrids();
let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'grids-')); });
afterAll(() => rmSync(folder, { recursive: true }));

function fault(run: () => unknown): Fault {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('IR-crs-4: no RD without the official grids', () => {
  test('a missing file is a Fault with a hint', () => {
    const { message, detail } = fault(() => loadGrids(join(folder, 'absent')));
    expect(message).toContain('cannot be read');
    expect(detail.hint).toContain('rdnaptrans2018.grids.br');
  });

  test('one flipped bit anywhere, a byte more or a byte less is a Fault', () => {
    const path = join(folder, 'damaged');
    const whole = readFileSync(PACKED_GRIDS);
    fc.assert(fc.property(fc.nat(whole.length - 1), fc.nat(7), (at, bit) => {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1 << bit;
      writeFileSync(path, bytes);
      expect(fault(() => loadGrids(path)).message).toContain('damaged');
    }), { numRuns: drawn(50, 4) });
    for (const bytes of [Buffer.alloc(0), whole.subarray(1), Buffer.concat([whole, Buffer.alloc(1)])]) {
      writeFileSync(path, bytes);
      expect(fault(() => loadGrids(path)).message).toContain('damaged');
    }
  });

  test('a copy of the file gives equal grids, with their sha256', () => {
    const path = join(folder, 'copy');
    copyFileSync(PACKED_GRIDS, path);
    const copy = loadGrids(path);
    expect(copy.sha256).toBe(grids.sha256);
    expect(Buffer.from(copy.correction.buffer).equals(Buffer.from(grids.correction.buffer))).toBe(true);
    expect(Buffer.from(copy.geoid.buffer).equals(Buffer.from(grids.geoid.buffer))).toBe(true);
    expect(readFileSync(join(PACKED_GRIDS, '../rdnaptrans2018.md'), 'utf8')).toContain(grids.sha256);
  });
});

describe('packed grids', () => {
  test('unpack(pack(x)) = x, on a level grid with spikes of every size', () => {
    const whole = { latitude: spiked(1, 1), longitude: spiked(3_000, 2), geoid: spiked(2 ** 27, 3) };
    const back = unpackGrids(packGrids(whole));
    for (const name of ['latitude', 'longitude', 'geoid'] as const) {
      expect(Buffer.from(back[name].buffer).equals(Buffer.from(whole[name].buffer)), name).toBe(true);
    }
  });

  test('damaged bytes are a Fault', () => {
    const level = new Int32Array(NODES);
    const packed = packGrids({ latitude: level, longitude: level, geoid: level });
    for (const bytes of [Buffer.alloc(0), Buffer.from('not brotli'), packed.subarray(0, packed.length - 1)]) {
      expect(fault(() => unpackGrids(bytes)).message).toContain('damaged');
    }
  });

  test('the text form is read whole; a wrong node, number or length is a Fault that names the mistake', () => {
    const text = syntheticText((node) => node % 7);
    expect(parseGrid(text, 1e-4)[0]!.slice(0, 8)).toEqual(Int32Array.of(0, 1, 2, 3, 4, 5, 6, 0));
    const said = (wrong: string): string => fault(() => parseGrid(wrong, 1e-4)).message;
    expect(said(text.replace('50.0000\t2.0200', '50.0000\t2.0400'))).toContain('line 3');
    expect(said(text.replace('\t0.0003\r', '\t0.00035\r'))).toContain('0.00035');
    expect(said(text.slice(0, 1_000_000))).toContain('number of nodes');
  });
});

describe('bilinear interpolation', () => {
  const tilted = synthetic((row, column) => [4 * row, -7 * column, 1000 + row + 2 * column]);
  const inside = fc.tuple(between(50, 56), between(2, 8));

  test('reproduces a plane exactly, also at edges and corners', () => {
    fc.assert(fc.property(fc.oneof(inside, fc.constantFrom([50, 2], [50, 8], [56, 2], [56, 8])), ([lat, lon]) => {
      const position = Float64Array.of(lat, lon);
      addCorrection(position, 2, tilted);
      const [u, v] = [(lat - 50) * 80, (lon - 2) * 50];
      expect(Math.abs(position[0]! - lat - 4e-9 * u)).toBeLessThan(3e-14);
      expect(Math.abs(position[1]! - lon + 7e-9 * v)).toBeLessThan(3e-14);
      expect(geoidHeight(tilted, lat, lon)).toBeCloseTo(1000 + u + 2 * v, 3);
    }));
  });

  test('outside the grid the correction is 0 and there is no height; the edge is inside for heights', () => {
    const places = [[49.99, 5], [56.01, 5], [52, 1.99], [52, 8.01], [Number.NaN, 5], [52, Infinity]] as const;
    for (const [lat, lon] of places) {
      const position = Float64Array.of(lat, lon);
      addCorrection(position, 2, tilted);
      removeCorrection(position, 2, tilted);
      expect([...position]).toEqual([lat, lon]);
      expect(geoidHeight(tilted, lat, lon)).toBeNaN();
    }
    expect(geoidHeight(tilted, 56 + 5e-9, 8 + 5e-9)).toBeCloseTo(1000 + 480 + 600, 3);
    expect(geoidHeight(tilted, 50 - 5e-9, 2 - 5e-9)).toBeCloseTo(1000, 3);
    expect(geoidHeight(tilted, 56 + 5e-8, 8)).toBeNaN();
  });

  test('removing the correction undoes adding it', () => {
    fc.assert(fc.property(inside, ([lat, lon]) => {
      const position = Float64Array.of(lat, lon, 7);
      addCorrection(position, 3, grids);
      removeCorrection(position, 3, grids);
      expect(Math.hypot(position[0]! - lat, position[1]! - lon)).toBeLessThan(1e-12);
      expect(position[2]).toBe(7);
    }), { numRuns: drawn(2_000, 4) });
  });
});

describeWithShared('IR-crs-4: the packed grids equal the published GeoTIFFs at all nodes', 'data/grids', (tiffs) => {
  test('geoid heights to 2e-6 m', async () => {
    const image = await (await fromFile(join(tiffs, 'nl_nsgi_nlgeo2018.tif'))).getImage();
    const [band] = await image.readRasters() as unknown as [Float32Array];
    let worst = 0;
    eachNode(image, (column, row, at) => {
      worst = Math.max(worst, Math.abs(band[at]! - geoidHeight(grids, 50 + row / 80, 2 + column / 50)));
    });
    expect(worst).toBeLessThan(2.5e-6);
  });

  test('corrections to 6.1e-10 degree, and 0 wherever the fine image has nothing', async () => {
    const tiff = await fromFile(join(tiffs, 'nl_nsgi_rdcorr2018.tif'));
    const covered = new Set<number>();
    let worst = 0;
    const image = await tiff.getImage(1);
    const [lat, lon] = await image.readRasters() as unknown as [Float32Array, Float32Array];
    eachNode(image, (column, row, at) => {
      const node = row * LATTICE.columns + column;
      covered.add(node);
      worst = Math.max(worst, Math.abs(grids.correction[2 * node]! * 1e-9 - lat[at]! / 3600),
        Math.abs(grids.correction[2 * node + 1]! * 1e-9 - lon[at]! / 3600));
    });
    expect(covered.size).toBe(321 * 276);
    expect(worst).toBeLessThan(6.2e-10);
    const elsewhere = grids.correction.filter((value, index) => value !== 0 && !covered.has(index >> 1));
    expect(elsewhere).toHaveLength(0);
  });
});

type Image = Awaited<ReturnType<Awaited<ReturnType<typeof fromFile>>['getImage']>>;

/** Visits each pixel of an image as a node of the lattice. A pixel's value is at its centre, or at its corner when so tagged. */
function eachNode(image: Image, visit: (column: number, row: number, at: number) => void): void {
  const [west, , , north] = image.getBoundingBox() as [number, number, number, number];
  const [stepLon, stepLat] = image.getResolution() as [number, number];
  const half = image.pixelIsArea() ? 0.5 : 0;
  for (let line = 0; line < image.getHeight(); line++) {
    for (let pixel = 0; pixel < image.getWidth(); pixel++) {
      const column = (west + (pixel + half) * stepLon - LATTICE.west) * LATTICE.columnsPerDegree;
      const row = (north + (line + half) * stepLat - LATTICE.south) * LATTICE.rowsPerDegree;
      const offset = Math.abs(column - Math.round(column)) + Math.abs(row - Math.round(row));
      if (offset > 1e-6) throw new Error(`${column} ${row} is no node`);
      visit(Math.round(column), Math.round(row), line * image.getWidth() + pixel);
    }
  }
}

/** A level grid with spikes up and down to `size`. */
function spiked(size: number, seed: number): Int32Array {
  let state = seed;
  return Int32Array.from({ length: NODES }, (_, node) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return node % 97 === 0 || node === NODES - 1 ? Math.round((state / 2 ** 31) * size) : seed;
  });
}

function synthetic(value: (row: number, column: number) => readonly [number, number, number]): Grids {
  const correction = new Int16Array(2 * NODES);
  const geoid = new Float32Array(NODES);
  for (let node = 0; node < NODES; node++) {
    const [latitude, longitude, height] = value(Math.floor(node / LATTICE.columns), node % LATTICE.columns);
    correction.set([latitude, longitude], 2 * node);
    geoid[node] = height;
  }
  return { correction, geoid, sha256: '' };
}

function syntheticText(value: (node: number) => number): string {
  const lines = Array.from({ length: NODES }, (_, node) =>
    [50 + Math.floor(node / 301) / 80, 2 + (node % 301) / 50, value(node) / 1e4].map((n) => n.toFixed(4)).join('\t'));
  return ['lat\tlon\tvalue', ...lines, ''].join('\r\n');
}

