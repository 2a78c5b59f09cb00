/**
 * The whole road on real input: deliveries from the field, in model 3.0.1 and RD, go from file to answered request through the real parts
 * (inbox, preparation, register, coordinates, publisher, server).
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBatch } from '../pipelines/conductor/run-batch.ts';
import { outcome, submit } from '../pipelines/state/outcomes/submit.ts';
import { foldersOf } from '../pipelines/state/database/database.ts';
import { openEditions } from '../publisher/read/editions-reader.ts';
import type { Editions } from '../publisher/read/types.ts';
import { CRSS } from '../schemas/crs.ts';
import type { Outcome } from '../schemas/submission.ts';
import { buildApp } from '../server/app.ts';
import { provideSpatial } from '../pipelines/prepare/spatial-extension.ts';
import { CACHE_FOLDER } from './pipelines/prepare/spatial-for-tests.ts';
import { describeWithShared } from './shared-data.ts';

const BASE = 'http://127.0.0.1:8080/v1';
const clock = (): Date => new Date('2026-06-01T12:00:00Z');

const HOLDERS: Readonly<Record<string, string>> = {
  'Basisnet_IMEV3.0.1_vb.json': 'RWS',
  'Buisleiding_IMEV3.0.1_vb.json': 'GASU',
  'KwetsbaarGebouw_IMEV3.0.1_vb.json': 'EEMSDE',
  'KwetsbareLocatie_IMEV3.0.1_vb.json': 'EEMSDE',
  'Sevesoinrichting_IMEV3.0.1_vb.json': 'RUDLN',
};

describeWithShared('the five deliveries of model 3.0.1', 'data/imev-3.0', (folder) => {
  const outcomes = new Map<string, Outcome>();
  let data: string;
  let editions: Editions;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'ev-road-'));
    const uuids = new Map<string, string>();
    for (const [file, holder] of Object.entries(HOLDERS)) {
      const input = { holder, method: 'LEVERING', target: file, crs: null, mediaType: 'application/json', ifMatch: null } as const;
      uuids.set(file, (await submit(data, { input, payload: { path: join(folder, file) } }, clock)).uuid);
    }
    const spatialPath = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info });
    await runBatch({ data, baseUrl: BASE, spatialPath, threads: 1, clock, onEvent: () => {} });
    for (const [file, uuid] of uuids) outcomes.set(file, outcome(data, uuid)!);
    editions = openEditions(foldersOf(data).editions, 'public');
  });
  afterAll(async () => {
    editions.close();
    await rm(data, { recursive: true });
  });

  test('all five files of the folder are tried', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('_vb.json')).sort()).toEqual(Object.keys(HOLDERS).sort());
  });

  test.each(['Basisnet', 'Buisleiding', 'Sevesoinrichting'])('%s is accepted, each change of the upgrade logged', (name) => {
    const { status, report } = outcomes.get(`${name}_IMEV3.0.1_vb.json`)!;
    expect([status, report?.counts.accepted, report?.counts.errors, report?.model]).toEqual([200, 1, 0, '3.0']);
    expect(report!.changes.length).toBeGreaterThan(0);
  });

  test('a field that 4.0.0 lacks is left out and its value stays in the report', () => {
    const { changes } = outcomes.get('Buisleiding_IMEV3.0.1_vb.json')!.report!;
    expect(changes).toContainEqual(expect.objectContaining({
      pointer: '/voertUit/0/heeft/0/buisleidingIdentificatie', before: '"GEO209058294"', after: null,
    }));
  });

  test.each([
    ['KwetsbaarGebouw', ['/categorieKwetsbaarheid', 'geometrie', 'geometrieMetagegevens']],
    ['KwetsbareLocatie', ['/categorieKwetsbaarheid', 'geometrieMetagegevens']],
  ])('%s is refused for exactly what it lacks, and told how to mend it', (name, lacks) => {
    const { report } = outcomes.get(`${name}_IMEV3.0.1_vb.json`)!;
    const errors = report!.findings.filter(({ severity }) => severity === 'error');
    const named = errors.map(({ pointer, message }) => (pointer === '' ? /"(\w+)"/.exec(message.nl)?.[1] : pointer));
    expect([report!.counts.refused, new Set(named), named.length]).toEqual([1, new Set(lacks), lacks.length]);
    expect(errors.find(({ pointer }) => pointer === '/categorieKwetsbaarheid')?.found).toBe('"gegevenInTransitie"');
    for (const { mend } of errors) expect([mend.nl, mend.en]).not.toContain('');
  });

  test('what was accepted is served, with the delivered RD numbers and as a whole document', async () => {
    const app = buildApp({ editions, desk: null, baseUrl: BASE, profile: 'default', credentials: () => undefined, clock });
    const rd = encodeURIComponent(CRSS['28992'].uri);
    const item = await app.inject(`/v1/collections/water-vervoer/items/NL.IMEV.RWS.BasisnetElement_CRD_003?crs=${rd}`);
    expect(item.statusCode).toBe(200);
    expect(item.json<{ geometry: unknown }>().geometry).toEqual({ type: 'LineString', coordinates: [
      [205133.254, 568837.12], [205422.804, 568038.561], [205366.095, 567697.259], [205593.163, 567118.367], [205942.961, 566340.232],
    ] });
    const document = await app.inject(`/v1/buisleiding-stelsels/NL.IMEV.GASU.GEO209058292?crs=${rd}`);
    expect(document.json()).toMatchObject({ voertUit: [{ heeft: [{ geometrie: { type: 'LineString' }, resulteertIn: [{ typeBrand: 'fakkelbrand' }] }] }] });
    expect(document.body).not.toContain('buisleidingIdentificatie');
    const seveso = await app.inject('/v1/collections/brand-aandachtsgebieden/items');
    expect(seveso.json<{ numberMatched: number }>().numberMatched).toBe(3);
    await app.close();
  });
});
