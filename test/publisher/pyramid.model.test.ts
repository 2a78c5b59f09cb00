/** The pyramid of tiles over random features, with few features in a tile, so that coarse tiles have counts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import * as fc from 'fast-check';
import { PbfReader } from 'pbf';
import { PMTiles, tileIdToZxy } from 'pmtiles';
import { expect, test } from 'vitest';
import { decodeHead } from '../../publisher/format/pmtiles.ts';
import { Packs } from '../../publisher/read/bytes/index.ts';
import { EditionReader } from '../../publisher/read/edition-reader.ts';
import { numbersOf, readManifest } from '../../publisher/read/heads.ts';
import { openStore } from '../../publisher/store.ts';
import { writePyramid } from '../../publisher/tiles/pyramid.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { publish } from '../../publisher/write/publish.ts';
import { SOUND } from '../always-sound.ts';
import { drawn } from '../runs.ts';
import { withFolder } from './histories.ts';
import { building, day, pipeline, request, state, type Changed } from './registry.ts';

/** A change of one root; without a place it is deleted. Many lie near each other. */
const change = fc.record({
  id: fc.nat(23), name: fc.constantFrom('een', 'twee'), size: fc.constantFrom(5, 300, 4_000),
  at: fc.option(fc.tuple(fc.constantFrom(100_000, 100_500, 190_000), fc.constantFrom(400_000, 400_700, 520_000), fc.nat(3)), { freq: 5 }),
}).map(({ id, name, size, at }): readonly [string, RootState | null] => {
  const root = `id-${id}`;
  if (at === null) return [root, null];
  const place = { x: at[0] + at[2] * 1_500, y: at[1] };
  return id % 6 === 0
    ? [root, state('BuisleidingStelsel', root, [pipeline(root, { ...place, vertices: 3 + size % 130 })])]
    : [root, state('KwetsbaarGebouw', root, [building(root, { ...place, size, name })])];
});

/** Publishes each list of changes as an edition. */
function publishAll(folder: string, lists: readonly (readonly (readonly [string, RootState | null])[])[]): void {
  const store = openStore(folder, SOUND);
  let roots = new Map<string, RootState>();
  for (const [at, list] of lists.entries()) {
    const next = new Map(roots);
    for (const [id, root] of list) if (root === null) next.delete(id); else next.set(id, root);
    const changes = [...new Set(list.map(([id]) => id))].map((id): Changed => ({ before: roots.get(id) ?? null, after: next.get(id) ?? null }));
    publish(request(changes, { moment: day(10 + at), ...(at === 0 ? {} : { parentMoment: day(9 + at) }) }), store, new Date(day(10 + at)));
    roots = next;
  }
}

test('a file that copies from that of any other edition has the bytes of one made anew, and its counts add up to all features', async () => {
  await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 12, maxLength: 30 }), fc.array(change, { minLength: 1, maxLength: 4 }), async (first, second) => {
    await withFolder(async (folder) => {
      publishAll(folder, [first, second]);
      const of = { folder, audience: 'public' } as const;
      const packs = new Packs(of);
      const editions = numbersOf(of, 'manifests').map((number) => new EditionReader(readManifest(of, number), packs));
      for (const edition of editions) {
        await writePyramid({ edition, packs, earlier: null }, join(folder, `anew-${edition.number}`));
        await expectAll(edition, readFileSync(join(folder, `anew-${edition.number}`)));
      }
      for (const edition of editions) {
        for (const other of editions) {
          const path = join(folder, `${edition.number}-after-${other.number}`);
          const { made } = await writePyramid({ edition, packs, earlier: { edition: other, path: join(folder, `anew-${other.number}`) } }, path);
          expect(readFileSync(path).equals(readFileSync(join(folder, `anew-${edition.number}`)))).toBe(true);
          if (edition === other) expect(made).toBe(0);
        }
      }
      packs.close();
    });
  }), { numRuns: drawn(12, 2), endOnFailure: process.env['SHRINK'] === undefined });
});

/** The layers of a tile. */
type Layers = Readonly<Record<string, VectorTileLayer>>;

async function tilesIn(bytes: Buffer): Promise<ReadonlyMap<string, Layers>> {
  const file = new PMTiles({
    getKey: () => 'file', getBytes: (offset, length) => Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  });
  const { runs } = decodeHead((start, end) => bytes.subarray(start, end), 'file');
  const tiles = new Map<string, Layers>();
  for (const { first, count } of runs) {
    for (let number = first; number < first + count; number += 1) {
      const [level, x, y] = tileIdToZxy(number);
      tiles.set(`${level}/${x}/${y}`, new VectorTile(new PbfReader(new Uint8Array((await file.getZxy(level, x, y))!.data))).layers);
    }
  }
  return tiles;
}

/** Expects every feature in the tile with each of its positions at every level: in its layer, or the counts of a level add up to all. */
async function expectAll({ series }: EditionReader, bytes: Buffer): Promise<void> {
  const tiles = await tilesIn(bytes);
  for (const [collection, one] of series) {
    const features = [...one.features('3857')].map((feature) => JSON.parse(feature.toString()) as { id: string; geometry: { coordinates: unknown } });
    for (let level = 0; level <= 14; level += 1) {
      const ofLevel = [...tiles].filter(([name]) => name.startsWith(`${level}/`)).map(([, layers]) => layers);
      if (ofLevel.some((layers) => collection in layers)) {
        for (const { id, geometry } of features) {
          for (const tile of new Set(tilesOf(geometry.coordinates, level))) expect([tile, ...idsIn(tiles.get(tile), collection)]).toContain(id);
        }
      } else {
        const counts = ofLevel.flatMap((layers) => allOf(layers[`${collection}-aantallen`])).map(({ aantal }) => Number(aantal));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(features.length);
      }
    }
  }
}

function allOf(layer: VectorTileLayer | undefined): readonly Record<string, unknown>[] {
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer!.feature(at).properties);
}

function idsIn(layers: Layers | undefined, collection: string): readonly unknown[] {
  return allOf(layers?.[collection]).map(({ id }) => id);
}

/** The tiles in which positions in Web Mercator lie. */
function tilesOf(coordinates: unknown, level: number): readonly string[] {
  const list = coordinates as readonly unknown[];
  if (typeof list[0] !== 'number') return list.flatMap((one) => tilesOf(one, level));
  const side = 2 * HALF / 2 ** level;
  return [`${level}/${Math.floor(((list[0]) + HALF) / side)}/${Math.floor((HALF - Number(list[1])) / side)}`];
}

const HALF = 20_037_508.342_789_2;
