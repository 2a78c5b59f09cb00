/** The pyramid of tiles: read by another library, compared with the tiles of the service, and with a file that copies from an earlier one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { PMTiles, tileIdToZxy, zxyToTileId, type Source } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadsOf } from '../../publisher/format/downloads.ts';
import { decodeHead, tileNumber } from '../../publisher/format/pmtiles.ts';
import { Packs } from '../../publisher/read/bytes/index.ts';
import { EditionReader } from '../../publisher/read/edition-reader.ts';
import { readManifest } from '../../publisher/read/heads.ts';
import { MATRIX_SETS } from '../../publisher/tiles/matrix-sets.ts';
import { writePyramid, type PyramidCounts } from '../../publisher/tiles/pyramid.ts';
import { madeDownloads } from '../make-downloads.ts';
import { building, createAll, location, pipeline, state } from '../publisher/registry.ts';
import { realServer, type RealServer } from './real-server.ts';

const LAST_LEVEL = 14;
const [MERCATOR] = MATRIX_SETS;

/** Bytes of a file, for the other library. */
function sourceOf(bytes: Buffer): Source {
  return {
    getKey: () => 'file',
    getBytes: (offset, length) => Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  };
}

function numbersIn(bytes: Buffer): readonly number[] {
  const { runs } = decodeHead((start, end) => bytes.subarray(start, end), 'file');
  return runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, at) => first + at));
}

const house = (n: number, name: string, size = 20 + n * n * 3) => (
  state('KwetsbaarGebouw', `b${n}`, [building(`b${n}`, { x: 121_000 + n * 4_437.123, y: 487_000 + (n % 5) * 9_911.456, size, name })])
);

describe('three editions', () => {
  let server: RealServer;
  let packs: Packs;
  const folder = mkdtempSync(join(tmpdir(), 'ev-pyramid-'));
  const editionOf = (number: number) => new EditionReader(readManifest({ folder: server.folder, audience: 'public' }, number), packs);

  beforeAll(async () => {
    const others = [
      state('BuisleidingStelsel', 'lang', [pipeline('lang', { x: 120_500, y: 487_300, vertices: 900 })]),
      state('LocatieActiviteit', 'tank', [location('tank', { x: 122_345, y: 488_100, reference: { id: 'vulpunt' } })]),
    ];
    server = await realServer(
      { on: 60, changes: createAll([...Array.from({ length: 20 }, (_, n) => house(n, 'Huis')), ...others]) },
      { on: 70, after: 60, changes: [{ before: house(7, 'Huis'), after: house(7, 'Nieuw') }] },
      { on: 80, after: 70, changes: createAll([state('KwetsbaarGebouw', 'ver', [building('ver', { x: 200_000, y: 400_000, size: 30, name: 'Ver' })])]) },
    );
    packs = new Packs({ folder: server.folder, audience: 'public' });
  });
  afterAll(async () => {
    packs.close();
    rmSync(folder, { recursive: true });
    await server.close();
  });

  async function written(edition: number, earlier: number | null, name = `${edition}-${earlier}`): Promise<PyramidCounts & { readonly bytes: Buffer }> {
    const path = join(folder, name);
    rmSync(path, { force: true });
    const counts = await writePyramid({
      edition: editionOf(edition), packs,
      earlier: earlier === null ? null : { edition: editionOf(earlier), path: join(folder, `${earlier}-null`) },
    }, path);
    return { ...counts, bytes: readFileSync(path) };
  }

  async function served(level: number, column: number, row: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (const collection of editionOf(3).series.keys()) {
      const reply = await server.ask(`/v1/collections/${collection}/tiles/${MERCATOR!.id}/${level}/${row}/${column}`);
      expect([200, 204]).toContain(reply.status);
      pieces.push(reply.body);
    }
    return Buffer.concat(pieces);
  }

  test('each tile is those of the service of all collections, one after the other, and its neighbours that are absent are empty there', async () => {
    const { bytes, made } = await written(3, null);
    const file = new PMTiles(sourceOf(bytes));
    const numbers = numbersIn(bytes);
    expect(numbers.length).toBe(made);
    const header = await file.getHeader();
    expect(header).toMatchObject({ clustered: true, minZoom: 0, maxZoom: LAST_LEVEL, tileType: 1, numAddressedTiles: made });
    expect(header.numTileContents).toBeLessThanOrEqual(header.numTileEntries);
    const present = new Set(numbers);
    for (const number of numbers.filter((_, at) => at % 17 === 0)) {
      const [level, column, row] = tileIdToZxy(number);
      const tile = await file.getZxy(level, column, row);
      expect(Buffer.from(tile!.data), `${level}/${column}/${row}`).toEqual(await served(level, column, row));
      for (const [x, y] of [[column + 1, row], [column, row + 1]] as const) {
        if (x < 2 ** level && y < 2 ** level && !present.has(zxyToTileId(level, x, y))) expect((await served(level, x, y)).length).toBe(0);
      }
    }
    expect(numbers.map((number) => tileIdToZxy(number)[0])).toContain(LAST_LEVEL);
  }, 60_000);

  test('metadata names the layers with their fields', async () => {
    const { bytes } = await written(3, null, 'described');
    const { vector_layers: layers } = await new PMTiles(sourceOf(bytes)).getMetadata() as { vector_layers: readonly { id: string; fields: object }[] };
    expect(layers.find(({ id }) => id === 'kwetsbare-gebouwen')!.fields).toMatchObject({ populatie: 'number', entityType: 'string' });
  });

  test('a file that copies from the earlier one has the same bytes as one made anew, and makes only what changed', async () => {
    await written(1, null);
    const { bytes: second } = await written(2, null);
    const changed = await written(2, 1);
    expect(changed.bytes.equals(second)).toBe(true);
    // A building lies in up to four tiles of a level.
    expect(changed.made).toBeGreaterThan(LAST_LEVEL);
    expect(changed.made).toBeLessThanOrEqual(4 * (LAST_LEVEL + 1));
    expect(changed.copied).toBeGreaterThan(changed.made);
    const { bytes: third } = await written(3, null, '3-anew');
    const added = await written(3, 2);
    expect(added.bytes.equals(third)).toBe(true);
    expect(added.made).toBeLessThanOrEqual(4 * (LAST_LEVEL + 1));
    // The way back: a feature that is gone.
    await written(3, null);
    const removed = await written(2, 3, 'back');
    expect(removed.bytes.equals(second)).toBe(true);
  }, 60_000);

  test('a download has all collections, and is the same file whether that of an earlier edition is there, absent or damaged', async () => {
    const of = { folder: server.folder, audience: 'public' } as const;
    const { bytes } = await written(3, null, 'wanted');
    const made = async (edition: number): Promise<Buffer> => {
      const { list: { files } } = await madeDownloads(of, edition, { forms: ['pmtiles'] });
      const total = [...editionOf(edition).series.values()].reduce((sum, { count }) => sum + count, 0);
      expect(files.map(({ name, collection, count, leftOut = 0 }) => [name, collection, count + leftOut])).toEqual([[`ev-register-${edition}-webmercator.pmtiles`, null, total]]);
      return readFileSync(join(downloadsOf(of, readManifest(of, edition)), files[0]!.name));
    };
    await made(2);
    const file = join(downloadsOf(of, readManifest(of, 2)), 'ev-register-2-webmercator.pmtiles');
    expect((await made(3)).equals(bytes)).toBe(true);
    rmSync(downloadsOf(of, readManifest(of, 3)), { recursive: true });
    const damaged = readFileSync(file);
    damaged[damaged.length - 40]! ^= 1;
    writeFileSync(file, damaged);
    expect((await made(3)).equals(bytes)).toBe(true);
    const { links } = (await server.ask('/v1/collections/kwetsbare-gebouwen')).json() as unknown as { links: readonly { href: string; type: string }[] };
    const [link] = links.filter(({ type }) => type === 'application/vnd.pmtiles');
    const reply = await server.ask(link!.href.slice(link!.href.indexOf('/v1')), { headers: { range: 'bytes=0-6' } });
    expect([reply.status, reply.body.toString()]).toEqual([206, 'PMTiles']);
  }, 60_000);

  test('nothing is copied from a file of another edition than it says', async () => {
    const path = join(folder, 'wrong');
    const { copied } = await writePyramid({ edition: editionOf(2), packs, earlier: { edition: editionOf(3), path: join(folder, '1-null') } }, path);
    expect(copied).toBe(0);
  });
});

test('the number of a tile is that of PMTiles', () => {
  for (let level = 0; level <= 6; level += 1) {
    for (let at = 0; at < 4 ** level; at += 1) {
      const [x, y] = [at % 2 ** level, Math.floor(at / 2 ** level)];
      expect(tileNumber(level, x, y)).toBe(zxyToTileId(level, x, y));
    }
  }
  expect(tileNumber(18, 134_000, 86_001)).toBe(zxyToTileId(18, 134_000, 86_001));
});
