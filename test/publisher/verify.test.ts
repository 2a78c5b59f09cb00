/** `ev editions verify` finds one flipped bit in any file of an edition; reading never gives damaged bytes out. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOf } from '../../publisher/format/layout.ts';
import { seal } from '../../publisher/format/sealed.ts';
import { FORMAT_VERSION } from '../../publisher/format/version.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { newestHead, readHead, readManifest } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore } from '../../publisher/store.ts';
import type { VersionChange } from '../../publisher/write/input.ts';
import { publish } from '../../publisher/write/publish.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Received } from '../../schemas/time.ts';
import { walk } from './model.ts';
import { buildingRoot, createAll, day, location, request, state } from './registry.ts';
import { SOUND } from '../always-sound.ts';

let folder = '';
let files: readonly string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ev-verify-'));
  const store = openStore(folder, SOUND);
  const roots = Array.from({ length: 40 }, (_, at) => buildingRoot(`b${at}`, { x: at * 1_000, y: 400_000, name: 'x' }));
  publish({ ...request(createAll(roots), { moment: day(1) }), versions: () => VERSIONS }, store, new Date(1_000));
  const loc = state('LocatieActiviteit', 'loc', [location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } })]);
  publish(request(createAll([loc]), { moment: day(2) }), store, new Date(2_000));
  files = ['packs', 'manifests', 'heads'].flatMap((kind) => readdirSync(join(folder, 'public', kind)).map((name) => join(folder, 'public', kind, name)));
});
afterAll(() => { rmSync(folder, { recursive: true }); });

/** More than a leaf holds. */
const VERSIONS = Array.from({ length: 100 }, (_, at): VersionChange => ({
  kind: 'open', at: day(1),
  version: {
    id: `b${at}`, type: 'KwetsbaarGebouw', valid: { from: day(0), until: null }, recorded: { from: at as Received, until: null }, holder: 'AB12', changed: null,
  },
}));

function withChanged(file: string, change: (bytes: Buffer) => Buffer, use: () => void): void {
  const original = readFileSync(file);
  writeFileSync(file, change(Buffer.from(original)));
  try {
    use();
  } finally {
    writeFileSync(file, original);
  }
}

test('an untouched folder is whole', () => {
  expect(files).toHaveLength(6);
  const told: string[] = [];
  const verified = verifyEdition(folder, 'public', { edition: 'all', onProgress: ({ what }) => { told.push(what); } });
  expect(verified).toEqual({ editions: 2, heads: 2, packs: 2, damages: [] });
  expect(told).toEqual(['head 1', 'head 2', 'edition 1', 'edition 2']);
});

test('one flipped bit in any file of an edition is found', () => {
  for (const index of files.keys()) {
    fc.assert(fc.property(fc.nat(), fc.nat(7), (position, bit) => {
      withChanged(files[index]!, (bytes) => {
        const at = position % bytes.length;
        bytes[at] = bytes[at]! ^ (1 << bit);
        return bytes;
      }, () => {
        const { damages } = verifyEdition(folder, 'public', { edition: 'all' });
        expect(damages.length).toBeGreaterThan(0);
        expect(damages.every((damage) => damage instanceof Fault)).toBe(true);
      });
    }), { numRuns: 40, endOnFailure: true });
  }
});

test('a file that is cut off, longer, empty or gone is found', () => {
  for (const file of files) {
    for (const change of [
      (bytes: Buffer) => bytes.subarray(0, -1), (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(' ')]), () => Buffer.alloc(0),
    ]) {
      // Bytes behind the last place of a pack belong to nothing.
      if (file.endsWith('.pack') && change(Buffer.from('x')).length > 1) continue;
      withChanged(file, change, () => expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).not.toEqual([]));
    }
  }
  expect(() => verifyEdition(folder, 'public', { edition: 3 }), 'there is none').toThrow(/no edition of this number is kept/);
});

test('a damaged block is never served: reading it is a Fault, its neighbours are not affected', () => {
  const pack = files[0]!;
  const at = readFileSync(pack).indexOf('"id":"b7"');
  withChanged(pack, (bytes) => {
    bytes[at] = bytes[at]! ^ 1;
    return bytes;
  }, () => {
    const editions = openEditions(folder, 'public');
    const { edition } = editions.current()!;
    expect(() => walk(edition.series.get('kwetsbare-gebouwen')!, 'CRS84', 100)).toThrow(/bytes of a pack are damaged/);
    expect(edition.document('loc', 'CRS84')!.slices).toHaveLength(1);
    editions.close();
  });
});

test('a newer format is refused, with both versions in the message', () => {
  const head = fileOf({ folder, audience: 'public' }, 'heads', 2);
  const newer = (): Buffer => seal({ format: FORMAT_VERSION + 1, whatever: true });
  withChanged(head, newer, () => {
    expect(() => newestHead(folder, 'public')).toThrow(`edition format ${FORMAT_VERSION + 1} cannot be read by this program, which reads ${FORMAT_VERSION}`);
    expect(() => openEditions(folder, 'public')).toThrow(`format ${FORMAT_VERSION + 1}`);
  });
  const of = { folder, audience: 'public' } as const;
  withChanged(fileOf(of, 'manifests', 2), newer, () => expect(() => readManifest(of, 2)).toThrow(`format ${FORMAT_VERSION + 1}`));
});

test('a head copied to another number is refused', () => {
  const of = { folder, audience: 'public' } as const;
  withChanged(fileOf(of, 'heads', 2), () => readFileSync(fileOf(of, 'heads', 1)), () => {
    expect(() => readHead(of, 2)).toThrow(/not what its name says/);
  });
});
