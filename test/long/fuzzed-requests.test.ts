/**
 * Requests made by chance: every geometry that can be asked for, and every path below a resource with any id and method. No answer is ever
 * 5xx, and each 400 names the parameter, header or field that is wrong.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { COLLECTIONS, ROOTS, SUB_RESOURCES } from '../../schemas/names.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { started, TOKEN, type Client, type Reply } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import { openedForAll, said } from './real-desk.ts';

const SEED = 31;
const [QUESTIONS, PATHS] = [1_500, 1_500];
const CRS84 = CRSS.CRS84.uri;
const RD = CRSS['28992'].uri;

const read = (name: string): JsonObject => JSON.parse(readFileSync(join(PROJECT, 'data/examples', name), 'utf8')) as JsonObject;
const STATION = read('lpg-tankstation-amersfoort.json');
const SCHOOL = read('school-zwolle.json');

const openedDesk = openedForAll();
let client: Client;

beforeAll(async () => {
  const { ask, desk, editions } = openedDesk();
  expect(said(await ask('POST', '/locatie-activiteiten', STATION))).toEqual([201]);
  expect(said(await ask('POST', '/kwetsbare-gebouwen', SCHOOL))).toEqual([201]);
  client = await started({ editions, desk });
});
afterAll(() => client.close());

type Position = readonly [number, number];

/** Positions of published geometries. */
async function published(crs: string): Promise<readonly Position[]> {
  const found: Position[] = [];
  const walk = (value: Json): void => {
    if (Array.isArray(value) && typeof value[0] === 'number') found.push([value[0], value[1] as number]);
    else if (Array.isArray(value)) for (const one of value) walk(one as Json);
  };
  for (const collection of COLLECTIONS) {
    const reply = await client.ask(`/v1/collections/${collection}/items?crs=${encodeURIComponent(crs)}`);
    for (const feature of reply.json()['features'] as { geometry: JsonObject | null }[]) walk(feature.geometry?.['coordinates'] ?? []);
  }
  expect(found.length).toBeGreaterThan(10);
  return found;
}

/** Rings and polygons around vertices that geometries have: most of them valid nearly, or not at all. */
function geometries(vertices: readonly Position[], step: number): fc.Arbitrary<{ type: string; coordinates: Json }> {
  const vertex = fc.nat(vertices.length - 1).map((at) => vertices[at]!);
  const near = fc.tuple(vertex, fc.constantFrom(0, 0, step, -step, step * 10, 1e-9, step * 1e5), fc.constantFrom(0, 0, step, -step, step * 10, 1e-9)).map(
    ([[x, y], dx, dy]): Position => [x + dx, y + dy],
  );
  const closed = (positions: readonly Position[]): Position[] => [...positions, positions[0]!];
  const neighbours = fc.tuple(fc.nat(vertices.length - 2), fc.constantFrom(step, step * 10, step * 1_000)).map(([at, size]): Position[] => {
    const [p, q] = [vertices[at]!, vertices[at + 1]!];
    return closed([p, q, p, [p[0] + size, p[1] + size], [p[0], p[1] + size]]);
  });
  const square = fc.tuple(near, fc.constantFrom(step, step * 100, step * 1e5)).map(([[x, y], size]): Position[] => (
    closed([[x, y], [x + size, y], [x + size, y + size], [x, y + size]])
  ));
  const ring = fc.oneof(neighbours, square, fc.array(near, { minLength: 3, maxLength: 8 }).map(closed), fc.array(near, { maxLength: 5 }));
  const rings = fc.array(ring, { minLength: 1, maxLength: 3 });
  const of = (type: string, coordinates: fc.Arbitrary<unknown>) => coordinates.map((value) => ({ type, coordinates: value as Json }));
  return fc.oneof(
    of('Point', near), of('Polygon', rings), of('Polygon', rings), of('MultiPolygon', fc.array(rings, { maxLength: 3 })),
    of('LineString', fc.array(near, { maxLength: 5 })), of('MultiPoint', fc.array(near, { maxLength: 3 })),
    of('Polygon', fc.jsonValue()), of('Point', fc.array(fc.oneof(fc.double(), fc.string()), { maxLength: 4 })),
  );
}

/** In WKT; a position is numbers with spaces, a list stands in brackets. What is no list stands as JSON has it. */
function asText({ type, coordinates }: { type: string; coordinates: Json }): string {
  const written = (value: Json): string => {
    if (!Array.isArray(value)) return JSON.stringify(value);
    const items = value as readonly Json[];
    return items.every((item) => typeof item === 'number') ? items.join(' ') : `(${items.map(written).join(', ')})`;
  };
  const text = written(coordinates);
  return `${type.toUpperCase()}${text.startsWith('(') ? text : `(${text})`}`;
}

function expectSound(reply: Reply, names: readonly string[], asked: string): void {
  expect(reply.status, `${asked}\n${reply.text}`).toBeLessThan(500);
  if (reply.status !== 400) return;
  const params = reply.json()['invalid-params'];
  expect(Array.isArray(params) && params.length > 0, `${asked}\n${reply.text}`).toBe(true);
  for (const param of params as { name: string }[]) {
    expect(names.some((name) => param.name === name || param.name.startsWith(`${name}.`)), `${asked}: ${param.name}`).toBe(true);
  }
}

const get = (path: string, query: Readonly<Record<string, string>>): string => (
  `/v1${path}?${Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
);

test.each([['CRS84', CRS84, 1e-5], ['RD', RD, 0.1]])('geometries in %s', { timeout: 600_000 }, async (_, crs, step) => {
  const vertices = await published(crs);
  const collection = fc.constantFrom('kwetsbare-gebouwen', 'locatie-activiteiten', 'vulpunten', 'pr-contouren');
  const root = fc.constantFrom(...Object.values(ROOTS).map(({ path }) => path));
  const relation = fc.constantFrom('contains', 'intersects', 'within');
  const headers = { 'content-type': 'application/json', 'content-crs': `<${crs}>` };
  await fc.assert(fc.asyncProperty(geometries(vertices, step), collection, root, relation, fc.boolean(), async (geometry, name, path, kind, isJson) => {
    const filter = isJson ? JSON.stringify({ op: 's_intersects', args: [{ property: 'geometry' }, geometry] }) : `S_INTERSECTS(geometry, ${asText(geometry)})`;
    const query = { filter, 'filter-lang': isJson ? 'cql2-json' : 'cql2-text', 'filter-crs': crs };
    expectSound(await client.ask(get(`/collections/${name}/items`, query)), Object.keys(query), JSON.stringify(query));
    const body = JSON.stringify({ _geo: { [kind]: geometry } });
    for (const at of [`/${path}/_zoek`, '/_search']) expectSound(await client.ask(`/v1${at}`, { method: 'POST', headers, body }), ['_geo'], `${at} ${body}`);
  }), { seed: SEED, numRuns: QUESTIONS });
});

test('boxes and CRSs', { timeout: 600_000 }, async () => {
  const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom('', 'NaN', '1e400', ' 5', '-0', '1e-400', '5,', '٣'));
  const crs = fc.constantFrom(CRS84, RD, CRSS['3857'].uri, CRSS['4258'].uri, CRSS['7415'].uri, 'x', '', `<${RD}>`);
  const box = fc.array(number, { maxLength: 8 }).map((numbers) => numbers.join(','));
  const around = fc.tuple(fc.double({ min: 3, max: 7, noNaN: true }), fc.double({ min: 50, max: 54, noNaN: true })).map(([x, y]) => `${x},${y},${x + 0.1},${y + 0.1}`);
  await fc.assert(fc.asyncProperty(fc.oneof(box, around), crs, crs, async (bbox, boxCrs, answerCrs) => {
    const query = { bbox, 'bbox-crs': boxCrs, crs: answerCrs };
    for (const path of ['/collections/kwetsbare-gebouwen/items', '/kwetsbare-gebouwen']) expectSound(await client.ask(get(path, query)), Object.keys(query), JSON.stringify(query));
    const filter = { filter: `S_INTERSECTS(geometry, BBOX(${bbox}))`, 'filter-crs': boxCrs };
    expectSound(await client.ask(get('/collections/vulpunten/items', filter)), Object.keys(filter), JSON.stringify(filter));
  }), { seed: SEED, numRuns: QUESTIONS });
});

test('paths with any id and method', { timeout: 600_000 }, async () => {
  const ids = [STATION, SCHOOL].flatMap((document) => objectsOf(document).map(({ id }) => id ?? ''));
  const id = fc.oneof(
    fc.constantFrom(...ids), fc.constantFrom('', '.', '..', '_zoek', '_search', '__proto__', 'constructor', '%', '%00', '%2F', '%E9', '%F0%9F%92%A9', '*', '~', 'a'.repeat(300), 'é', "'", '"', '\\'),
    fc.string({ maxLength: 20 }),
  );
  const list = fc.constantFrom(...Object.values(ROOTS).map(({ path }) => `/${path}`), ...COLLECTIONS.map((name) => `/collections/${name}/items`), '/collections', '/edities', '/indieningen', '/jobs', '/waardelijsten');
  const sub = fc.constantFrom('', '', ...Object.keys(SUB_RESOURCES).map((name) => `/${name}`), '/versies', '/versions', '/results', '/items', '/schema', '/x');
  const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE');
  const nested = objectsOf(STATION).map(({ data }) => data);
  const body = fc.oneof(fc.constantFrom<Json>(...nested, SCHOOL, STATION, {}, [], null), fc.jsonValue() as fc.Arbitrary<Json>);
  const encoded = (text: string): string => (/^%[0-9A-F]{2}/.test(text) || text === '%' ? text : encodeURIComponent(text.toWellFormed()));
  await fc.assert(fc.asyncProperty(list, id, sub, fc.option(id, { nil: undefined }), method, body, async (path, first, below, second, how, message) => {
    const target = `/v1${path}/${encoded(first)}${below}${second === undefined ? '' : `/${encoded(second)}`}`;
    const isWrite = how === 'POST' || how === 'PUT' || how === 'PATCH';
    const reply = await client.ask(target, {
      method: how, headers: { authorization: `Bearer ${TOKEN}`, ...isWrite ? { 'content-type': 'application/json', 'content-crs': `<${RD}>` } : {} },
      ...isWrite ? { body: JSON.stringify(isObject(message) && how === 'PATCH' ? { ...message } : message) } : {},
    });
    expect(reply.status, `${how} ${target} ${JSON.stringify(message)}\n${reply.text}`).toBeLessThan(500);
    if (reply.status === 400 && reply.text !== '' && !isWrite) expect(reply.json()['type'], `${how} ${target}`).toBeDefined();
  }), { seed: SEED, numRuns: PATHS });
});
