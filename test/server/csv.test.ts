/** CSV of any question: the features of the page as lines, in any CRS, with the columns of the files to download. */
import { expect, test } from 'vitest';
import { CRSS, PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { columnsOf } from '../../schemas/derived/columns.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { MEDIA_TYPES } from '../../server/request/negotiate.ts';
import { cellsIn } from '../csv-cells.ts';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';

const server = servedExamples();
const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';

interface Feature { readonly id: string; readonly geometry: { readonly type: string; readonly coordinates: unknown } | null; readonly properties: Readonly<Record<string, unknown>> }

async function featuresOf(path: string): Promise<readonly Feature[]> {
  return (await server.ask(path)).json()['features'] as readonly Feature[];
}

/** Returns the heads and the rows of a response, by head. */
async function tableOf(path: string, options?: Parameters<typeof server.ask>[1]) {
  const reply = await server.ask(path, options);
  expect([path, reply.status, reply.headers['content-type']]).toEqual([path, 200, MEDIA_TYPES.csv]);
  expect(reply.text.startsWith('\ufeff')).toBe(true);
  const [heads = [], ...rows] = cellsIn(reply.text.slice(1));
  return { reply, heads, rows: rows.map((row) => new Map(heads.map((head, at) => [head, row[at]]))) };
}

const cellOf = (value: unknown): string => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : '');

test.each(COLLECTIONS)('OPEN-csv: %s has a line for each feature, and a column for each field', async (collection) => {
  const path = `/v1/collections/${collection}/items?limit=1000`;
  const features = await featuresOf(path);
  const { reply: { headers }, heads, rows } = await tableOf(`${path}&f=csv`);
  expect(heads).toEqual([...columnsOf(collection).map(({ name }) => name), 'WKT']);
  expect(rows.map((row) => row.get('id'))).toEqual(features.map(({ id }) => id));
  expect(headers).toMatchObject({
    'ogc-numbermatched': String(features.length), 'ogc-numberreturned': String(features.length), 'content-disposition': `attachment; filename="${collection}.csv"`,
  });
  for (const [at, { properties }] of features.entries()) {
    for (const { name, path: field, kind } of columnsOf(collection)) {
      const value = field.split('.').reduce<unknown>((inside, name) => (inside as Record<string, unknown> | null | undefined)?.[name], properties);
      if (kind === 'number' || kind === 'integer' || kind === 'boolean') expect([name, rows[at]!.get(name)]).toEqual([name, cellOf(value)]);
    }
  }
});

test.each(PUBLISHED_CRSS)('OPEN-csv: coordinates are those of GeoJSON in %s, in the order of its axes', async (code) => {
  const query = `?crs=${encodeURIComponent(CRSS[code].uri)}&limit=4`;
  const features = await featuresOf(ITEMS + query);
  const { reply, rows } = await tableOf(`${ITEMS}${query}&f=csv`);
  expect(reply.headers['content-crs']).toBe(`<${CRSS[code].uri}>`);
  const numbers = (text: string | undefined) => (text?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  expect(rows.map((row) => numbers(row.get('WKT')))).toEqual(features.map(({ geometry }) => (geometry === null ? [] : [geometry.coordinates].flat(Infinity))));
});

test('OPEN-csv: filters, order and moments select the same features as in GeoJSON', async () => {
  for (const query of ['bronhoudercode=AB12&sorteer=-populatie', 'filter=populatie%20%3E%20100', 'bbox=5,52,6,53', 'zoek=school*', 'geldigOp=2026-02-01', 'id=nergens', 'geometrieSoort=vlak']) {
    const features = await featuresOf(`${ITEMS}?${query}&limit=100`);
    const { rows } = await tableOf(`${ITEMS}?${query}&limit=100&f=csv`);
    expect([query, rows.map((row) => row.get('id'))]).toEqual([query, features.map(({ id }) => id)]);
  }
});

test('OPEN-csv: pages of any size lead on by their header Link and give the same lines', async () => {
  const whole = (await tableOf(`${ITEMS}?limit=100&f=csv`)).rows;
  const found: (typeof whole)[number][] = [];
  for (let path: string | undefined = `${ITEMS}?limit=2&f=csv`; path !== undefined;) {
    const { reply, rows } = await tableOf(path);
    found.push(...rows);
    path = /<([^>]*)>; rel="next"/.exec(String(reply.headers['link']))?.[1]?.slice(new URL(BASE).origin.length);
  }
  expect(found).toEqual(whole);
});

test('OPEN-csv: fields and skipGeometry choose the columns', async () => {
  const { heads, rows } = await tableOf(`${ITEMS}?limit=3&f=csv&fields=id,identificatie&skipGeometry=true`);
  expect(heads).toEqual(['id', 'identificatie_namespace', 'identificatie_lokaalID', 'identificatie_versie']);
  expect(rows).toHaveLength(3);
  expect((await tableOf(`${ITEMS}?limit=3&f=csv&fields=identificatie.lokaalID`)).heads).toEqual(['identificatie_lokaalID', 'WKT']);
});

test('OPEN-csv: one feature is a table with one row', async () => {
  const [{ id }] = await featuresOf(`${ITEMS}?limit=1`) as [Feature];
  const { rows, reply } = await tableOf(`${ITEMS}/${encodeURIComponent(id)}?f=csv`);
  expect(rows.map((row) => row.get('id'))).toEqual([id]);
  expect((await server.ask(`${ITEMS}/${encodeURIComponent(id)}?f=csv`, { headers: { 'if-none-match': String(reply.headers['etag']) } })).status).toBe(304);
});

test('OPEN-csv: a search by a body, and Accept, give a table too', async () => {
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"filter":"populatie > 100"}' };
  const features = (await server.ask('/v1/collections/kwetsbare-gebouwen/_zoek', body)).json()['features'] as readonly Feature[];
  const { rows } = await tableOf('/v1/collections/kwetsbare-gebouwen/_zoek?f=csv', body);
  expect(rows.map((row) => row.get('id'))).toEqual(features.map(({ id }) => id));
  await tableOf(ITEMS, { headers: { accept: 'text/csv' } });
  expect((await server.ask(ITEMS, { headers: { accept: 'text/*' } })).headers['content-type']).toBe(MEDIA_TYPES.html);
});

test('OPEN-csv: the page of a list leads to the whole list as a table', async () => {
  const { text } = await server.ask(`${ITEMS}?bronhoudercode=AB12&limit=1&f=html`);
  const [, address = ''] = /href="([^"]*)">CSV</.exec(text) ?? [];
  const path = new URL(address.replaceAll('&amp;', '&')).pathname + new URL(address.replaceAll('&amp;', '&')).search;
  const { rows } = await tableOf(path);
  expect(rows.map((row) => row.get('id'))).toEqual((await featuresOf(`${ITEMS}?bronhoudercode=AB12&limit=1000`)).map(({ id }) => id));
});
