/** `ev export`: what it writes is unchanged when delivered again, in every CRS, and makes the same public objects in an empty register. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runBatch } from '../../pipelines/conductor/run-batch.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { findOutcome, submit } from '../../pipelines/state/outcomes/submit.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { CRSS, type CrsCode, type PublishedCrs } from '../../schemas/crs.ts';
import type { Report } from '../../schemas/finding.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { openRandom } from '../generate/random.ts';
import { writeRegister } from '../generate/register-file.ts';
import { ev, EXAMPLE } from '../pipelines/ev-process.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { describeWithShared } from '../shared-data.ts';

/** The holder of generated registers. */
const HOLDER = 'AB12';

interface Delivery {
  readonly holder: string;
  readonly crs?: CrsCode;
}

/** Hands in a file and has it decided and published. */
async function deliver(data: string, path: string, { holder, crs }: Delivery): Promise<Report> {
  const input = { holder, method: 'LEVERING', target: path, crs: crs === undefined ? null : CRSS[crs].uri, mediaType: 'application/json', ifMatch: null } as const;
  const { uuid } = await submit(data, { input, payload: { path } }, () => new Date());
  const spatialPath = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info });
  await runBatch({ data, baseUrl: 'http://127.0.0.1:8080/v1', spatialPath, threads: 1, drift: { shareMax: 1, rootsMin: 1 }, clock: () => new Date(), onEvent: () => {} });
  return findOutcome(data, uuid).report!;
}

interface Summary { readonly documents: number; readonly hidden: number; readonly types: Readonly<Record<string, number>> }

async function exported(data: string, out: string, args: readonly string[]): Promise<Summary> {
  const { code, out: said, err } = await ev(['export', '--data', data, '--out', out, '--json', ...args]);
  expect(code, said + err).toBe(0);
  return JSON.parse(said) as Summary;
}

const linesOf = (path: string): readonly JsonObject[] =>
  readFileSync(path, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as JsonObject);

/** Every public document of the newest edition in a CRS, without the time at which this register recorded it. */
function publicDocuments(data: string, ids: readonly string[], crs: PublishedCrs): ReadonlyMap<string, Json> {
  const editions = openEditions(foldersOf(data).editions, 'public');
  try {
    return new Map(ids.flatMap((id) => {
      const found = editions.current()?.edition.document(id, crs);
      const text = found && Buffer.concat([...found.slices]).toString();
      return text === undefined ? [] : [[id, JSON.parse(text, (name, value: Json) => (name === 'tijdstipRegistratie' ? undefined : value)) as Json] as const];
    }));
  } finally {
    editions.close();
  }
}

/** Exports a holder's documents in a CRS, delivers them again, and into an empty register. */
async function roundTrip(data: string, holder: string, crs: 'CRS84' | '28992'): Promise<void> {
  const folder = temporaryFolder();
  const out = join(folder, `${crs}.ndjson`);
  const { documents } = await exported(data, out, ['--holder', holder, '--crs', crs]);
  const lines = linesOf(out);
  expect(lines).toHaveLength(documents);
  const again = await deliver(data, out, { holder, crs });
  expect(again.objects.filter(({ verdict }) => verdict !== 'unchanged')).toEqual([]);
  expect(again.counts).toMatchObject({ unchanged: documents, objects: documents, errors: 0 });
  const empty = join(folder, 'leeg');
  const first = await deliver(empty, out, { holder, crs });
  expect(first.counts).toMatchObject({ accepted: documents, refused: 0 });
  const ids = [...new Set(lines.map(({ id }) => id as string))];
  const shown = publicDocuments(data, ids, crs);
  expect(shown.size).toBeGreaterThan(0);
  expect(publicDocuments(empty, ids, crs)).toEqual(shown);
}

const CHANGES: readonly [JsonObject, ...JsonObject[]] = [
  {}, { beginGeldigheid: '2026-06-01T00:00:00Z', bronobjectID: 'later' }, { beginGeldigheid: '1999-06-01T00:00:00', bronobjectID: 'eerder' },
  { bronobjectID: 'anders' }, { privacyGevoelig: true }, { eindGeldigheid: '2026-10-01T00:00:00Z' },
];

/** Changes each document of a generated register in one way: not, a later or an earlier version, a correction, a secret, an end. */
function changed(lines: readonly JsonObject[], seed: number): readonly JsonObject[] {
  const random = openRandom(seed, 1);
  return lines.map((document) => ({ ...document, ...random.pick(CHANGES) }));
}

describe.each([11, 12])('a random register, seed %i', (seed) => {
  test.each(['28992', 'CRS84'] as const)('an export in %s is unchanged when delivered, and fills an empty register with the same public objects', async (crs) => {
    const folder = temporaryFolder();
    const data = join(folder, 'register');
    const file = join(folder, 'eerst.ndjson');
    await writeRegister(file, { objects: 120, seed });
    await deliver(data, file, { holder: HOLDER, crs: '28992' });
    // One delivery in the other CRS, so that the register has documents in both.
    const converted = join(folder, 'anders.ndjson');
    await exported(data, converted, ['--holder', HOLDER, '--crs', 'CRS84', '--type', 'KwetsbaarGebouw']);
    const moved = linesOf(converted).map((document) => ({ ...document, beginGeldigheid: '2025-12-01T00:00:00Z' }));
    const again = join(folder, 'nog-eens.ndjson');
    writeFileSync(again, changed(linesOf(file), seed).map((document) => JSON.stringify(document)).join('\n'));
    await deliver(data, again, { holder: HOLDER, crs: '28992' });
    writeFileSync(converted, moved.map((document) => JSON.stringify({ ...document, populatie: 3 })).join('\n'));
    await deliver(data, converted, { holder: HOLDER, crs: 'CRS84' });
    await roundTrip(data, HOLDER, crs);
  });
});

describeWithShared('deliveries in model 3.0.x', 'data/imev-3.0', (folder) => {
  const files = readdirSync(folder).filter((name) => name.endsWith('_vb.json'));

  test.each(['28992', 'CRS84'] as const)('an export in %s of what was upgraded is unchanged when delivered', async (crs) => {
    const data = join(temporaryFolder(), 'register');
    const holders = new Set<string>();
    for (const name of files) {
      const code = /"bronhoudercode"\s*:\s*"([^"]+)"/.exec(readFileSync(join(folder, name), 'utf8'))?.[1];
      if (code === undefined) continue;
      const { counts } = await deliver(data, join(folder, name), { holder: code });
      if (counts.accepted > 0) holders.add(code);
    }
    expect(holders.size).toBeGreaterThan(0);
    for (const holder of holders) await roundTrip(data, holder, crs);
  });
});

test('an export has secret objects, every version or those of a moment, only chosen types, and no other holder', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'register');
  const school = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject;
  const write = async (name: string, documents: readonly JsonObject[], holder = 'AB12'): Promise<Report> => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(documents));
    return await deliver(data, join(folder, name), { holder, crs: '28992' });
  };
  await write('1.json', [school]);
  const before = new Date().toISOString();
  await write('2.json', [{ ...school, populatie: 5 }, { ...school, beginGeldigheid: '2026-03-01T00:00:00Z', populatie: 6 }, { ...school, id: 'NL.IMEV.AB12.geheim', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.geheim' }, informatieGeheim: true }]);
  await write('3.json', [{ ...school, id: 'NL.IMEV.CD34.een', identificatie: { namespace: 'NL.IMEV', lokaalID: 'CD34.een' }, bronhoudercode: 'CD34' }], 'CD34');
  const get = async (name: string, args: readonly string[]): Promise<readonly string[]> => {
    await exported(data, join(folder, name), ['--holder', 'AB12', ...args]);
    const documents = JSON.parse(readFileSync(join(folder, name), 'utf8')) as readonly JsonObject[];
    return documents.map(({ populatie, informatieGeheim }) => JSON.stringify(informatieGeheim ?? populatie)).toSorted();
  };
  expect(await get('alles.json', [])).toEqual(['5', '6', 'true']);
  expect(statSync(join(folder, 'alles.json')).mode & 0o077).toBe(0);
  expect(await get('toen.json', ['--at', '2026-02-01T00:00:00Z'])).toEqual(['5', 'true']);
  expect(await get('bekend.json', ['--known-at', before])).toEqual(['412']);
  expect(await get('soort.json', ['--type', 'Wegen'])).toEqual([]);
});

test('an export with wrong input says what was expected, and writes no file', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'register');
  await deliver(data, EXAMPLE, { holder: 'AB12', crs: '28992' });
  const out = join(folder, 'uit.ndjson');
  const attempt = async (args: readonly string[]): Promise<readonly [number | null, string]> => {
    const { code, err } = await ev(['export', '--data', data, '--out', out, ...args]);
    return [code, err];
  };
  expect(await attempt(['--holder', 'AB13'])).toEqual([2, expect.stringMatching(/expected AB12, found --holder AB13/)]);
  expect(await attempt(['--holder', 'AB12', '--type', 'Gebouw'])).toEqual([2, expect.stringContaining('--type Gebouw is no type of a root')]);
  expect(await attempt(['--holder', 'AB12', '--at', 'gisteren'])).toEqual([2, expect.stringContaining('--at gisteren is no moment')]);
  expect(await attempt(['--holder', 'AB12', '--known-at', '2999-01-01T00:00:00Z'])).toEqual([2, expect.stringContaining('--known-at must not be after now')]);
  expect(await attempt(['--holder', 'AB12', '--crs', 'RDNAP'])).toEqual([2, expect.stringContaining('heights')]);
  expect((await ev(['export', '--data', data, '--holder', 'AB12', '--out', join(folder, 'uit.xml')])).err).toContain('.ndjson or .json');
  expect((await ev(['export', '--data', join(folder, 'niets'), '--holder', 'AB12', '--out', out])).code).toBe(3);
  expect(existsSync(out)).toBe(false);
});
