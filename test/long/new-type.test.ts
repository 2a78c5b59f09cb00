/**
 * A new type: in a copy of the program, made-up types of a root, a root that nests, a reference and a contour are added with one entry in
 * the model each (name, fields) and their texts, and nothing else is changed. Objects of these types then go the whole road there, from
 * `ev validate` to every form in which the service gives them.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../demo-process.ts';
import { RD } from '../pipelines/ev-process.ts';
import { PROJECT } from '../shared-data.ts';

const COPIED = ['schemas', 'publisher', 'server', 'pipelines', 'data', 'package.json', 'tsconfig.json', 'ev'];

/** Per file the line before which an entry stands, and the entry. */
const ENTRIES: readonly (readonly [file: string, before: string, entry: string])[] = [
  ['schemas/names.ts', '} as const satisfies Record<string, TypeName>;\n\n/** Reference types', `
  Zendmast: { path: 'zendmasten', singular: 'zendmast' },
  Vliegveld: { path: 'vliegvelden', singular: 'vliegveld' },`],
  ['schemas/names.ts', '} as const satisfies Record<string, TypeName>;\n\n/** Contour types', `
  Waterstofvat: { path: 'waterstofvaten', singular: 'waterstofvat' },`],
  ['schemas/names.ts', '} as const satisfies Record<string, TypeName>;\n\n/** The activity types', `
  GeluidContour: { path: 'geluid-contouren', singular: 'geluid-contour' },`],
  ['schemas/model/vulnerable.ts', '];', `
  closed('Zendmast', GEBOUW_OF_LOCATIE, { geometrie: [geometry('Point'), 'R'], hoogte: [number(0, 999, 'm'), 'R'], naam: text() }),`],
  ['schemas/model/locations.ts', '];', `
  closed('Vliegveld', LOCATIE_EV_ACTIVITEIT, { geometrie: [geometry('VlakOfMultiVlak'), 'R'], route: [text(), 'R'] }),`],
  ['schemas/model/references.ts', '];', `
  closed('Waterstofvat', REFERENTIE_EV_CONTOUR, { ...PUNT, druk: number(0, 2000, 'bar') }),`],
  ['schemas/model/contours.ts', '];', `
  closed('GeluidContour', EV_CONTOUR, { afstandOfGeometrie: [object(AFSTAND_OF_GEOMETRIE_OVERIGE_CONTOUR), 'R'], toelichting: text() }),`],
  ['server/description/collection-texts.ts', '};\n\nfunction text', `
  'zendmasten': text('Zendmasten', 'Transmitters', 'Masten voor radio.', 'Masts for radio.'),
  'vliegvelden': text('Vliegvelden', 'Airfields', 'Velden voor vliegtuigen.', 'Fields for aircraft.'),
  'waterstofvaten': text('Waterstofvaten', 'Hydrogen vessels', 'Vaten met waterstof.', 'Vessels with hydrogen.'),
  'geluid-contouren': text('Geluidcontouren', 'Noise contours', 'Gebieden met geluid.', 'Areas with noise.'),`],
];

const ring = (x: number, y: number) => [[x, y], [x + 90, y], [x + 90, y + 90], [x, y + 90], [x, y]];
const common = (entityType: string, name: string) => ({
  entityType, id: `NL.IMEV.AB12.${name}`, identificatie: { namespace: 'NL.IMEV', lokaalID: `AB12.${name}` }, bronhoudercode: 'AB12',
  beginGeldigheid: '2024-01-01T00:00:00Z',
});
const link = (name: string) => ({ href: `#NL.IMEV.AB12.${name}` });

const MAST = { ...common('Zendmast', 'mast'), geometrie: { type: 'Point', coordinates: [155000, 463000] }, hoogte: 40, naam: 'Gerbrandytoren' };
const AIRFIELD = {
  ...common('Vliegveld', 'veld'), geometrie: { type: 'Polygon', coordinates: [ring(156000, 464000)] }, route: 'Baan 05',
  voertUit: [{
    ...common('TankenCNG', 'tanken'), locatieEVActiviteit: link('veld'),
    heeft: [{
      ...common('Waterstofvat', 'vat'), heeft: link('tanken'), geometrie: { type: 'Point', coordinates: [156040, 464040] }, druk: 700,
      resulteertIn: [{ ...common('GeluidContour', 'geluid'), hoortBij: [link('vat')], afstandOfGeometrie: { afstand: 50 }, toelichting: 'hoorbaar' }],
    }],
  }],
};

const run = promisify(execFile);
let copy: string;
let data: string;
let base: string;
let server: ChildProcess | undefined;

const at = (path: string): string => join(copy, path);
async function ev(...args: readonly string[]): Promise<{ code: number; out: string }> {
  try {
    return { code: 0, out: (await run(process.execPath, [at('pipelines/cli.ts'), ...args])).stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { readonly code: number; readonly stdout: string; readonly stderr: string };
    return { code, out: `${stdout}${stderr}` };
  }
}

async function ask(path: string, accept = 'application/json'): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${base}${path}`, { headers: { accept } });
  return { status: reply.status, text: await reply.text() };
}
async function json(path: string, accept?: string): Promise<Record<string, unknown>> {
  const { status, text } = await ask(path, accept);
  expect([path, status]).toEqual([path, 200]);
  return JSON.parse(text) as Record<string, unknown>;
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'ev-new-type-'));
  for (const name of COPIED) cpSync(join(PROJECT, name), at(name), { recursive: true, filter: (path) => !path.includes('/data/state') });
  symlinkSync(join(PROJECT, 'node_modules'), at('node_modules'));
  for (const [file, before, entry] of ENTRIES) {
    const source = readFileSync(at(file), 'utf8');
    expect([file, source.split(`\n${before}`).length]).toEqual([file, 2]);
    writeFileSync(at(file), source.replace(`\n${before}`, () => `${entry}\n${before}`));
  }
  data = at('register');
  writeFileSync(at('delivery.json'), JSON.stringify([MAST, AIRFIELD]));
  writeFileSync(at('broken.json'), JSON.stringify([{ ...MAST, hoogte: '40' }]));
  base = `http://127.0.0.1:${await freePort()}/v1`;
});
afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});

test('compiles: no table of types lacks an entry', async () => {
  writeFileSync(at('tsconfig.copy.json'), JSON.stringify({ extends: './tsconfig.json', include: ['schemas', 'publisher', 'server', 'pipelines'] }));
  const mistakes = await run(at('node_modules/.bin/tsc'), ['--noEmit', '-p', at('tsconfig.copy.json')]).then(({ stdout }) => stdout, ({ stdout }: { readonly stdout: string }) => stdout);
  // The generator makes the types that it was written for.
  expect(mistakes.split('\n').filter((line) => line !== '' && !line.includes('/generate/'))).toEqual([]);
});

test('is checked: good objects are accepted, and a wrong field is named', async () => {
  const good = await ev('validate', at('delivery.json'), '--crs', RD, '--json');
  expect(good).toMatchObject({ code: 0, out: expect.not.stringContaining('"severity":"error"') as string });
  expect(JSON.parse(good.out)).toMatchObject({ counts: { accepted: 2, errors: 0 } });
  const broken = await ev('validate', at('broken.json'), '--crs', RD, '--json');
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.out)).toMatchObject({ findings: [{ rule: 'schema.type', pointer: '/0/hoogte', field: 'Zendmast.hoogte' }] });
});

describe('is published and served', () => {
  beforeAll(async () => {
    expect(await ev('submit', at('delivery.json'), '--crs', RD, '--holder', 'AB12', '--data', data, '--create')).toMatchObject({ code: 0 });
    expect(await ev('batch', '--data', data, '--base-url', base)).toMatchObject({ code: 0 });
    server = spawn(process.execPath, [at('pipelines/cli.ts'), 'serve', '--data', data, '--port', new URL(base).port, '--base-url', base], { stdio: 'ignore' });
    await vi.waitFor(async () => expect((await fetch(base)).status).toBe(200), { timeout: 120_000, interval: 200 });
  });

  const TYPES = [
    ['Zendmast', 'zendmasten', 'Zendmasten', MAST.id, { hoogte: 40, naam: 'Gerbrandytoren' }],
    ['Vliegveld', 'vliegvelden', 'Vliegvelden', AIRFIELD.id, { route: 'Baan 05' }],
    ['Waterstofvat', 'waterstofvaten', 'Waterstofvaten', 'NL.IMEV.AB12.vat', { druk: 700, locatieActiviteit: 'TankenCNG' }],
    ['GeluidContour', 'geluid-contouren', 'Geluidcontouren', 'NL.IMEV.AB12.geluid', { afstand: 50, geometrieAfgeleid: true }],
  ] as const;

  test.each(TYPES)('%s has a collection with its objects, schema, queryables and pages', async (type, path, title, id, properties) => {
    expect(await json(`/collections/${path}`)).toMatchObject({ id: path, title });
    expect(await json(`/collections/${path}/items`, 'application/geo+json')).toMatchObject({
      numberMatched: 1, features: [{ id, geometry: { coordinates: expect.any(Array) as unknown }, properties: { entityType: type, ...properties } }],
    });
    expect(await json(`/collections/${path}/items/${id}`, 'application/geo+json')).toMatchObject({ id });
    const [field] = Object.keys(properties);
    expect(await json(`/collections/${path}/schema`, 'application/schema+json')).toMatchObject({ properties: { [field!]: expect.anything() as unknown } });
    expect(await json(`/collections/${path}/queryables`, 'application/schema+json')).toMatchObject({ properties: { [field!]: expect.anything() as unknown } });
    expect(await json(`/collections/${path}/items?${field}=${Object.values(properties)[0]}`, 'application/geo+json')).toMatchObject({ numberMatched: 1 });
    expect(await json(`/schemas/${type}`, 'application/schema+json')).toMatchObject({ title: type });
    for (const page of [`/collections/${path}`, `/collections/${path}/items`, `/collections/${path}/items/${id}`, `/schemas/${type}`]) {
      const { status, text } = await ask(page, 'text/html');
      expect([page, status]).toEqual([page, 200]);
      expect(text).toContain(page.startsWith('/schemas') ? type : title);
    }
  });

  test('a root has its documents, its versions and the sub-resources of what it nests', async () => {
    expect(await json('/zendmasten')).toMatchObject({ zendmasten: [{ id: MAST.id, hoogte: 40 }] });
    expect(await json(`/zendmasten/${MAST.id}`)).toMatchObject({ entityType: 'Zendmast', naam: 'Gerbrandytoren' });
    expect(await json(`/zendmasten/${MAST.id}/versies`)).toBeDefined();
    expect(await json(`/vliegvelden/${AIRFIELD.id}`)).toMatchObject({ voertUit: [{ heeft: [{ druk: 700, resulteertIn: [{ toelichting: 'hoorbaar' }] }] }] });
    expect(await json(`/vliegvelden/${AIRFIELD.id}/referenties/NL.IMEV.AB12.vat`)).toMatchObject({ entityType: 'Waterstofvat' });
    const found = await fetch(`${base}/_search`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ zoek: 'gerbrandy*', types: ['zendmast'] }),
    });
    expect([found.status, await found.text()]).toEqual([200, expect.stringContaining(MAST.id)]);
  });

  test('OpenAPI has its paths, with ids of its example document where the demo has no object of it', async () => {
    const { paths, components } = await json('/openapi.json') as {
      readonly paths: Readonly<Record<string, unknown>>;
      readonly components: { readonly parameters: Readonly<Record<string, { readonly example: string }>> };
    };
    for (const path of ['/zendmasten', '/zendmasten/{id}', '/vliegvelden/{id}/contouren/{subId}', ...TYPES.map(([, name]) => `/collections/${name}/items`)]) {
      expect(Object.keys(paths)).toContain(path);
    }
    expect(components.parameters['id.zendmasten']!.example).toBe('NL.IMEV.AB12.voorbeeld-1');
    expect(components.parameters['subId.vliegvelden.referenties']!.example).toBe('NL.IMEV.AB12.voorbeeld-3');
  });
});
