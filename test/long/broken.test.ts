import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WAYS } from '../generate/broken/break.ts';
import type { Way } from '../generate/broken/way.ts';
import { generate, type BrokenAt, type GenerateCounts, type GenerateOptions } from '../generate/generate.ts';
import { readKey } from '../generate/register-file.ts';
import { checkerInThread, type BlockChecker } from '../../pipelines/prepare/check/index.ts';
import { prepare } from '../../pipelines/prepare/prepare.ts';
import type { Spatial } from '../../pipelines/prepare/geometry/spatial.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { CheckPool } from '../../pipelines/workers/check-pool.ts';
import type { Report } from '../../schemas/finding.ts';
import { openReference } from '../bench/reference.ts';
import { compareVerdicts } from '../bench/verdicts.ts';
import { NOW, RD } from '../pipelines/prepare/deliveries.ts';
import { CACHE_FOLDER, spatialForTests } from '../pipelines/prepare/spatial-for-tests.ts';
import { PROJECT } from '../shared-data.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

const WAY: ReadonlyMap<string, Way> = new Map(WAYS.map((way) => [way.name, way]));

interface Made {
  readonly bytes: Buffer;
  readonly key: readonly BrokenAt[];
  readonly counts: GenerateCounts;
}

async function made(options: Omit<GenerateOptions, 'write' | 'onBroken'>): Promise<Made> {
  const chunks: Buffer[] = [];
  const key: BrokenAt[] = [];
  const counts = await generate({
    ...options, write: (chunk) => { chunks.push(chunk); }, onBroken: (what) => { key.push(what); },
  });
  return { bytes: Buffer.concat(chunks), key, counts };
}

/** Runs `npm run generate` as npm does, typed in this folder. */
async function generated(words: string, folder: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const env = { ...process.env, npm_lifecycle_event: 'generate', INIT_CWD: folder };
  const child = spawn(process.execPath, [join(PROJECT, 'test/generate/main.ts'), ...words.split(' ')], { cwd: PROJECT, env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]) as [string, string, [number]];
  return { code, out, err };
}

/** Prepares a delivery without a receiver of roots, as `ev validate` does. */
function validated(bytes: Buffer, checker: BlockChecker): Promise<Report> {
  return prepare({ bytes }, { source: 'register.ndjson', crs: RD, model: null, strict: false, now: NOW }, { checker, sink: null });
}

describe('a register with broken objects', () => {
  test('is broken in fifty ways, each of another name; a few thousand objects have them all', async () => {
    expect(WAYS).toHaveLength(50);
    expect(WAY.size).toBe(50);
    const { key } = await made({ objects: 5_000, seed: 4, broken: 0.1 });
    expect(new Set(key.map(({ way }) => way))).toEqual(new Set(WAY.keys()));
  });

  test('has exactly the requested share, evenly, in roots and nested objects alike', async () => {
    const { key, counts } = await made({ objects: 20_000, seed: 5, broken: 0.1 });
    expect(counts.broken).toBe(2_000);
    expect(key).toHaveLength(2_000);
    const nested = key.filter(({ pointer }) => pointer.split('/').length > 2).length / key.length;
    expect(nested).toBeCloseTo(1 - counts.roots / counts.objects, 1);
    expect(new Set(key.map(({ pointer }) => pointer)).size).toBe(2_000);
    expect((await made({ objects: 500, seed: 5, broken: 1 })).counts.broken).toBe(500);
    expect((await made({ objects: 500, seed: 5 })).key).toEqual([]);
  });

  test('has the same bytes for the same seed and share, and the whole roots of a register without', async () => {
    const first = await made({ objects: 3_000, seed: 6, broken: 0.1 });
    expect((await made({ objects: 3_000, seed: 6, broken: 0.1 })).bytes.equals(first.bytes)).toBe(true);
    const whole = (await made({ objects: 3_000, seed: 6 })).bytes.toString('latin1').split('\n');
    const lines = first.bytes.toString('latin1').split('\n');
    const differing = lines.flatMap((line, index) => (line === whole[index] ? [] : [index + 1]));
    expect(differing).toEqual([...new Set(first.key.map(({ line }) => line))]);
  });

  test('comes from `npm run generate` with a list of what is broken; paths are relative to the folder of the shell', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ev-broken-'));
    try {
      const { code, out } = await generated('--objects 2000 --seed 7 --out register.ndjson --broken 0.1 --key key.ndjson --json', folder);
      const same = await made({ objects: 2_000, seed: 7, broken: 0.1 });
      expect([code, JSON.parse(out)]).toEqual([0, { out: 'register.ndjson', ...same.counts }]);
      expect((await readFile(join(folder, 'register.ndjson'))).equals(same.bytes)).toBe(true);
      expect(readKey(join(folder, 'key.ndjson'))).toEqual(same.key);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each([
    ['--objects 3', 2, 'out'], ['--objects 0 --out x', 2, '--objects 0 is wrong: expected a whole number, 1 or more'],
    ['--objects 3 --seed a --out x', 2, '--seed a is wrong'], ['--objects 3 --out x --broken 2', 2, '--broken 2 is wrong: expected a share, from 0 to 1'],
    ['--objects 3 --out x --foo', 2, 'foo'], ['--objects 3 --out', 2, 'out'], ['--objects 3 --out x more', 2, 'Too many'],
    ['--objects 3 --out nowhere/x', 3, 'no such file'],
  ])('`npm run generate -- %s` ends with %d and says why', async (words, code, why) => {
    expect(await generated(words, tmpdir())).toEqual({ code, out: '', err: expect.stringContaining(why) as string });
  });

  test.each([-0.1, 1.1, Number.NaN])('a share of %d is refused', async (broken) => {
    await expect(made({ objects: 1, seed: 1, broken })).rejects.toThrow(RangeError);
  });
});

test('a register in which nothing is broken gives no finding whatsoever', async () => {
  const types = ['LocatieActiviteit', 'LocatieBasisnet', 'Wegen', 'BuisleidingStelsel'] as const;
  for (const options of [{ objects: 6_000, seed: 10, types }, { objects: 3_000, seed: 11 }]) {
    const report = await validated((await made(options)).bytes, checkerInThread(spatial));
    expect(report.findings).toEqual([]);
    expect(report.counts.refused).toBe(0);
  }
});

describe('each way alone', () => {
  test.each(WAYS.map((way) => [way.name, way] as const))('%s is found once, where it is, and nothing else is refused', async (name, way) => {
    const { bytes, key } = await made({ objects: 600, seed: 8, broken: 0.015, ways: [name] });
    // Of two errors in one root, one may cause or hide the other.
    const alone = key.filter(({ line }) => key.filter((other) => other.line === line).length === 1);
    expect(alone.length).toBeGreaterThan(0);
    const report = await validated(bytes, checkerInThread(spatial));
    for (const { pointer, line } of alone) {
      const place = way.atRoot === true ? `/${line - 1}` : pointer;
      // A contour with a distance that names a reference elsewhere may be drawn too small: that is so whether the link leads somewhere or not.
      const found = report.findings.filter(({ pointer: at, rule }) => at.split('/')[1] === String(line - 1) && rule !== 'regel.hoort-bij-elders');
      expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([[way.rule, way.severity]]);
      expect(found[0]?.pointer === place || found[0]?.pointer.startsWith(`${place}/`), pointer).toBe(true);
    }
    const broken = new Set(way.severity === 'error' ? key.map(({ line }) => `/${line - 1}`) : []);
    expect(report.objects.filter(({ verdict }) => verdict === 'refused').map(({ pointer }) => pointer)).toEqual([...broken]);
    expect(report.findings.filter(({ pointer }) =>
      !key.some(({ line }) => pointer === `/${line - 1}` || pointer.startsWith(`/${line - 1}/`)))).toEqual([]);
  });
});

describe('beside JSON.parse and ajv', () => {
  test('a comparison names what they alone refuse, and what we alone refuse without a reason beyond their sight', () => {
    const key = (way: string): readonly BrokenAt[] => [{ line: 2, pointer: '/1', id: 'a', way }];
    expect(compareVerdicts([true, true], [true, false], key('unknown-field'))).toMatchObject({ missed: [2], invented: [] });
    expect(compareVerdicts([true, false], [true, true], key('unknown-field'))).toMatchObject({ missed: [], invented: [2] });
    expect(compareVerdicts([true, false], [true, true], key('bow-tie'))).toMatchObject({ beyond: 1, missed: [], invented: [] });
    expect(compareVerdicts([false, true], [true, true], key('bow-tie'))).toMatchObject({ invented: [1], overlooked: [2] });
    expect(compareVerdicts([true, true], [true, true], key('link-elsewhere')).overlooked).toEqual([]);
    expect(() => compareVerdicts([true], [], [])).toThrow('1 verdicts beside 0');
  });

  test('what they refuse is refused; broken only in ways that they see, or not at all: the same verdict', async () => {
    const { bytes, key } = await made({ objects: 20_000, seed: 9, broken: 0.1 });
    const isAccepted = openReference();
    const theirs = bytes.toString().trimEnd().split('\n').map(isAccepted);
    const spatialPath = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: () => {} });
    const pool = new CheckPool({ threads: 2, spatialPath: () => Promise.resolve(spatialPath) });
    const report = await validated(bytes, pool.checker({ kind: 'delivery', holder: 'AB12' }));
    await pool.close();
    const ours = report.objects.map(({ verdict }) => verdict === 'accepted');
    expect(report.objects.map(({ pointer }) => pointer)).toEqual(theirs.map((_, index) => `/${index}`));
    const { missed, invented, overlooked, beyond, refusedByBoth } = compareVerdicts(ours, theirs, key);
    expect({ missed, invented, overlooked }).toEqual({ missed: [], invented: [], overlooked: [] });
    // Both halves occur: what only we see, and what both see.
    expect(beyond).toBeGreaterThan(100);
    expect(refusedByBoth).toBeGreaterThan(500);
  });
});
