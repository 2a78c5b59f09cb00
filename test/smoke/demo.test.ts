/**
 * The demo with real requests, as a newcomer would try it: what it prints must hold, a second run finds its data again.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { fileOf } from '../../publisher/format/layout.ts';
import { seal, unseal } from '../../publisher/format/sealed.ts';
import { FORMAT_VERSION } from '../../publisher/format/version.ts';
import { numbersOf } from '../../publisher/read/heads.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { arrayNameOf, ROOTS } from '../../schemas/names.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { positionsIn } from '../documents.ts';

let demo: Demo;
beforeAll(async () => { demo = await startDemo(); }, 300_000);
afterAll(async () => { await demo.stop(); });

const HTML = { headers: { accept: 'text/html' } };

test('the demo prints five addresses, and each answers', async () => {
  const urls = printedUrls(demo.output);
  expect(urls.length).toBeGreaterThanOrEqual(5);
  for (const url of urls) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
});

test('the demo prints a readable report of the delivery that is deliberately wrong', () => {
  expect(demo.output).toMatch(/fout-\S+\.json/);
  expect(demo.output).toMatch(/afgekeurd|geweigerd/i);
});

test('every collection is served as JSON and as HTML with a map', async () => {
  const { collections } = await getJson(`${demo.base}/collections`) as { collections: { id: string }[] };
  expect(collections).toHaveLength(37);
  let features = 0;
  for (const { id } of collections) {
    const list = await getJson(`${demo.base}/collections/${id}/items`) as { numberMatched: number; features: { geometry: unknown }[] };
    features += list.numberMatched;
    const page = await fetch(`${demo.base}/collections/${id}/items`, HTML);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await page.text();
    expect(html).not.toMatch(/<script/i);
    if (list.features.some(({ geometry }) => geometry !== null)) expect(html).toMatch(/<svg/);
  }
  expect(features).toBeGreaterThan(1_800);
});

/** Formats as RFC 3339 and RFC 3986 have them. */
const FORMATS = {
  'date-time': /^\d{4}-(?:0\d|1[0-2])-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/, 'date': /^\d{4}-(?:0\d|1[0-2])-[0-3]\d$/,
  'uri': (text: string) => URL.canParse(text),
};

test('every feature fits the schema that its collection is described by, formats too; its moments are in UTC', async () => {
  const { collections } = await getJson(`${demo.base}/collections`) as { collections: { id: string; links: { rel: string; href: string }[] }[] };
  for (const { id, links } of collections) {
    const schema = await getJson(links.find(({ rel }) => rel === 'describedby')?.href ?? '') as object;
    const validate = new Ajv2020({ strict: false, formats: FORMATS }).compile(schema);
    const { features } = await getJson(`${demo.base}/collections/${id}/items?limit=10000`) as { features: { id: string; properties: Record<string, string> }[] };
    for (const feature of features) {
      expect([feature.id, validate(feature), validate.errors]).toEqual([feature.id, true, null]);
      expect([feature.id, feature.properties['beginGeldigheid']]).toEqual([feature.id, expect.stringMatching(/^[\d-]{10}T[\d:]{8}(?:\.[1-9])?Z$/)]);
    }
  }
});

test('the extent of each collection holds all of its features, in space and in time', async () => {
  const { collections } = await getJson(`${demo.base}/collections`) as { collections: { id: string; extent?: Extent }[] };
  for (const { id, extent } of collections) {
    const { features } = await getJson(`${demo.base}/collections/${id}/items?limit=10000`) as { features: Feature[] };
    const [west, south, east, north] = extent?.spatial?.bbox[0] ?? [Infinity, Infinity, -Infinity, -Infinity];
    const [from, until] = extent?.temporal.interval[0] ?? ['', ''];
    for (const { id: feature, geometry, properties: { beginGeldigheid, eindGeldigheid } } of features) {
      for (const [lon, lat] of positionsIn(geometry?.coordinates ?? [])) {
        expect([feature, west <= lon && lon <= east && south <= lat && lat <= north]).toEqual([feature, true]);
      }
      expect([feature, Date.parse(from) <= Date.parse(beginGeldigheid)]).toEqual([feature, true]);
      // What is nested ends with what it lies in, though it says no end of its own.
      const end = eindGeldigheid ?? until;
      expect([feature, until === null || end !== null && Date.parse(end) <= Date.parse(until)]).toEqual([feature, true]);
    }
  }
});

interface Extent {
  readonly spatial?: { readonly bbox: readonly (readonly [number, number, number, number])[] };
  /** RFC 3339; null: without end. */
  readonly temporal: { readonly interval: readonly [readonly [string, string | null]] };
}
interface Feature {
  readonly id: string;
  readonly properties: { readonly beginGeldigheid: string; readonly eindGeldigheid?: string };
  readonly geometry: { readonly coordinates: Json } | null;
}

test('a written object can be read when 201 is answered', async () => {
  const id = 'NL.IMEV.AB12.rooktest-1';
  const response = await write('POST', `${demo.base}/kwetsbare-gebouwen`, building(id), IN_RD);
  expect([response.status, await response.text()]).toEqual([201, expect.anything()]);
  const location = response.headers.get('location') ?? '';
  expect(location).toBe(`${demo.base}/kwetsbare-gebouwen/${id}`);
  expect((await fetch(location)).status).toBe(200);
  expect((await write('POST', `${demo.base}/kwetsbare-gebouwen`, building(id), IN_RD)).status).toBe(409);
});

test('IR-endpoint-subresources: a nested object is read, made, changed and removed below its root, and its feature with it', async () => {
  const list = `${demo.base}/locatie-activiteiten/NL.IMEV.AB12.lpg-0001/contouren`;
  const feature = `${demo.base}/collections/pr-contouren/items/NL.IMEV.AB12.rooktest-pr`;
  const { tijdstipRegistratie: _, ...served } = await getJson(`${list}/NL.IMEV.AB12.lpg-0001-pr`) as Record<string, Json>;
  const id = 'NL.IMEV.AB12.rooktest-pr';
  const contour = {
    ...served, id, identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.rooktest-pr' }, bronobjectID: 'rooktest-pr', typePlaatsgebondenRisico: 'PR10-7',
    afstandOfGeometrie: { afstand: 70 },
  };
  const made = await write('POST', list, contour);
  expect([made.status, made.headers.get('location'), await made.json()]).toMatchObject([201, `${list}/${id}`, { report: { findings: [] } }]);
  expect((await write('POST', list, contour)).status).toBe(409);
  const read = await fetch(`${list}/${id}`);
  expect(await read.json()).toMatchObject({ ...contour, hoortBij: served['hoortBij']! });
  const tag = { 'if-match': read.headers.get('etag') ?? '' };
  expect((await write('PATCH', `${list}/${id}`, { afstandOfGeometrie: { afstand: 75 } }, tag)).status).toBe(200);
  expect(await getJson(feature)).toMatchObject({ properties: { afstandOfGeometrie: { afstand: 75 } } });
  expect((await write('DELETE', `${list}/${id}`, undefined, tag)).status, 'as it was before the change').toBe(412);
  expect((await write('PUT', `${list}/${id}`, contour)).status).toBe(200);
  expect((await write('DELETE', `${list}/${id}`)).status).toBe(204);
  expect((await fetch(feature)).status).toBe(404);
});

test('curl reads the same packed as plain', async () => {
  const curl = async (...args: readonly string[]) => (await promisify(execFile)('curl', ['-sS', ...args], { maxBuffer: 2 ** 26 })).stdout;
  for (const url of [...printedUrls(demo.output), `${demo.base}/openapi.json`, `${demo.base}/collections/kwetsbare-gebouwen/items?limit=1000`]) {
    expect(await curl('--compressed', url)).toBe(await curl(url));
  }
  expect(await curl('--compressed', '-o', '/dev/null', '-D', '-', `${demo.base}/openapi.json`)).toMatch(/^content-encoding: gzip/im);
});

test('an error is a problem', async () => {
  const response = await fetch(`${demo.base}/collections/windturbines/items?onbekend=1`);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
});

test('a second run on the same folder finds its data, delivers nothing twice, and works on another port', async () => {
  const first = await startDemo();
  const before = await countsOf(first);
  await first.stop({ keepData: true });
  const second = await startDemo({ data: first.data, args: ['--profile', 'ogc', '--origin', 'https://een.example', '--origin', 'https://kaart.example'] });
  try {
    expect(second.base).not.toBe(first.base);
    expect(await countsOf(second)).toEqual(before);
    const item = await getJson(`${second.base}/collections/kwetsbare-gebouwen/items?limit=1`) as { links: { href: string }[] };
    for (const { href } of item.links) expect(href).toMatch(second.base);
    const asked = await fetch(second.base, { headers: { origin: 'https://kaart.example' } });
    expect(asked.headers.get('access-control-allow-origin')).toBe('https://kaart.example');
  } finally {
    await second.stop();
  }
});

test('data that an earlier version made are upgraded by themselves; --examples-only leaves the city out', async () => {
  const first = await startDemo({ args: ['--examples-only'] });
  const before = await countsOf(first);
  expect(Object.values(before).reduce((sum, count) => sum + count, 0)).toBeLessThan(200);
  await first.stop({ keepData: true });
  const of = { folder: foldersOf(first.data).editions, audience: 'public' } as const;
  for (const kind of ['heads', 'manifests'] as const) {
    for (const number of numbersOf(of, kind)) {
      const path = fileOf(of, kind, number);
      writeFileSync(path, seal({ ...unseal(readFileSync(path), path), format: FORMAT_VERSION - 1 }));
    }
  }
  const second = await startDemo({ data: first.data, args: ['--examples-only'] });
  try {
    expect(second.output).toContain('an earlier version of this program made the data here: it is upgraded');
    expect(await countsOf(second)).toEqual(before);
  } finally {
    await second.stop();
  }
});

// The last test: compiling that schema takes longer than a connection stays open.
test('every document fits the schema of documents, formats too, but for its links; a time without a zone is as it was delivered', async () => {
  const schema = await getJson(`${demo.base}/schemas/Document`) as object;
  const documents: (JsonObject & { id: string; beginGeldigheid: string })[] = [];
  for (const { path } of Object.values(ROOTS)) {
    for (let page = 1, read = 1_000; read === 1_000; page += 1) {
      const list = await getJson(`${demo.base}/${path}?paginaGrootte=1000&pagina=${page}`) as Record<string, typeof documents>;
      const found = list[arrayNameOf(path)]!;
      read = found.length;
      documents.push(...found);
    }
  }
  const validate = new Ajv2020({ strict: false, formats: FORMATS }).compile(schema);
  for (const { _links: _, ...document } of documents) expect([document.id, validate(document), validate.errors]).toEqual([document.id, true, null]);
  const withoutZone = documents.filter(({ beginGeldigheid }) => /T[\d:.]+$/.test(beginGeldigheid));
  const fromExamples = withoutZone.filter(({ id }) => /^NL\.IMEV\.(?:AB12|XY789|BUIS1)\./.test(id));
  expect(fromExamples).toHaveLength(3);
  expect(withoutZone.length - fromExamples.length).toBeGreaterThan(1_000);
});

/** With the token of the demo; `body` is sent as JSON. */
async function write(method: string, url: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return await fetch(url, { method, ...sent, headers: { authorization: `Bearer ${demo.token}`, 'content-type': 'application/json', ...headers } });
}

async function countsOf({ base }: Demo): Promise<Record<string, number>> {
  const { collections } = await getJson(`${base}/collections`) as { collections: { id: string }[] };
  const counts: Record<string, number> = {};
  for (const { id } of collections) {
    const list = await getJson(`${base}/collections/${id}/items?limit=1`) as { numberMatched: number };
    if (list.numberMatched > 0) counts[id] = list.numberMatched;
  }
  return counts;
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  expect([url, response.status]).toEqual([url, 200]);
  return await response.json();
}

function printedUrls(output: string): readonly string[] {
  return [...output.matchAll(/http:\/\/127\.0\.0\.1:\d+\/v1\S*/g)].map(([url]) => url);
}

const IN_RD = { 'content-crs': '<http://www.opengis.net/def/crs/EPSG/9.9.1/28992>' };

function building(id: string): object {
  return {
    entityType: 'KwetsbaarGebouw',
    id,
    identificatie: { namespace: 'NL.IMEV', lokaalID: id.slice('NL.IMEV.'.length) },
    bronhoudercode: 'AB12',
    beginGeldigheid: '2026-01-01T00:00:00Z',
    geometrie: {
      type: 'Polygon',
      coordinates: [[[155000, 463000], [155020, 463000], [155020, 463015], [155000, 463015], [155000, 463000]]],
    },
    geometrieMetagegevens: { bronregistratie: 'BAG' },
    categorieKwetsbaarheid: 'kwetsbaar',
  };
}
