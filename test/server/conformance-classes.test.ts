/** Conformance classes: Part 3, Part 5 and CQL2, tested by their abstract tests over a real edition. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryablesOf, sortablesOf, type Queryable } from '../../schemas/derived/queryables.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { CONFORMS_TO } from '../../server/description/conformance-classes.ts';
import { building, createAll, location, state } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

let server: RealServer;
beforeAll(async () => {
  const buildings = Array.from({ length: 6 }, (_, n) => {
    const input = building(`b${n}`, { x: 100_000 + n * 1_000, y: 450_000, size: 20, name: `Huis ${n}` });
    const secret = n < 4 ? { informatieGeheim: n % 2 === 0 } : {};
    return state('KwetsbaarGebouw', `b${n}`, [{ ...input, document: { ...input.document, ...secret } }]);
  });
  const tank = state('LocatieActiviteit', 'tank', [location('tank', { x: 121_000, y: 487_000, reference: { id: 'vulpunt' } })]);
  server = await realServer({ on: 1, changes: createAll([...buildings, tank]) });
});
afterAll(() => server.close());

const BUILDINGS = 'kwetsbare-gebouwen';
const REL = 'http://www.opengis.net/def/rel/ogc/1.0';

async function status(query: Readonly<Record<string, string>>, collection = BUILDINGS): Promise<number> {
  return (await server.ask(`/v1/collections/${collection}/items?${new URLSearchParams(query).toString()}`)).status;
}
async function found(filter: string, collection = BUILDINGS): Promise<readonly string[]> {
  const reply = await server.ask(`/v1/collections/${collection}/items?${new URLSearchParams({ filter, limit: '100' }).toString()}`);
  expect([filter, reply.status]).toEqual([filter, 200]);
  return (reply.json()['features'] as { id: string }[]).map(({ id }) => id);
}

test('the classes are declared once each, in JSON and on the page', async () => {
  const { conformsTo } = (await server.ask('/v1/conformance')).json();
  expect(conformsTo).toEqual(CONFORMS_TO);
  expect(new Set(CONFORMS_TO).size).toBe(CONFORMS_TO.length);
  const page = (await server.ask('/v1/conformance', { headers: { accept: 'text/html' } })).text;
  for (const uri of CONFORMS_TO) expect(page).toContain(uri);
});

describe('Part 3', () => {
  test('get-queryables-uris: items have their queryables in a Link header, also for HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await server.ask(`/v1/collections/${BUILDINGS}/items`, { method, headers: { accept: 'application/json' } });
      expect(headers.link).toContain(`<${BASE}/collections/${BUILDINGS}/queryables>; rel="${REL}/queryables"; type="application/schema+json"`);
    }
  });

  test('query-param: every queryable is a parameter, and a value that it cannot have is 400', async () => {
    for (const collection of [BUILDINGS, 'ev-activiteiten', 'vulpunten']) {
      for (const queryable of queryablesOf(collection)) {
        expect([queryable.name, await status({ [queryable.name]: parameterValue(queryable) }, collection)]).toEqual([queryable.name, 200]);
        if (queryable.type === 'string' && queryable.format === undefined && queryable.values === undefined) continue;
        expect([queryable.name, await status({ [queryable.name]: 'noch het een' }, collection)]).toEqual([queryable.name, 400]);
      }
    }
  });

  test('filter: an invalid filter, language or CRS, and a field that is no queryable are 400', async () => {
    for (const query of [
      { filter: 'THIS IS NOT A FILTER' }, { filter: 'true', 'filter-lang': 'cql' }, { filter: 'true', 'filter-crs': `${BASE}/crs` }, { filter: 'geom IS NULL' },
    ]) expect([query, await status(query)]).toEqual([query, 400]);
    expect(await status({ filter: 'S_INTERSECTS(geometrie,BBOX(3,50,8,54))', bbox: '3,50,8,54', bronhoudercode: 'AB12' })).toBe(200);
  });

  test('a page of whole features is described by their schema; one of some fields is not', async () => {
    const linksOf = async (query: string) => (await server.ask(`/v1/collections/${BUILDINGS}/items${query}`)).json()['links'] as { rel: string; href: string }[];
    expect((await linksOf('')).find(({ rel }) => rel === 'describedby')?.href).toBe(`${BASE}/collections/${BUILDINGS}/schema/feature`);
    expect((await linksOf('?fields=id')).some(({ rel }) => rel === 'describedby')).toBe(false);
  });
});

function parameterValue({ type, format, values }: Queryable): string {
  if (values !== undefined) return values[0]!;
  if (format !== undefined) return format === 'date' ? '2022-04-14' : '2022-04-14T14:48:46Z';
  return { string: 'foo', boolean: 'true', integer: '1', number: '3.14' }[type];
}

function literal(queryable: Queryable): string {
  if (queryable.format === 'date') return "DATE('2022-04-14')";
  if (queryable.format === 'date-time') return "TIMESTAMP('2022-04-14T14:48:46Z')";
  return queryable.type === 'string' ? "'foo'" : parameterValue(queryable);
}

describe('CQL2', () => {
  test('comparison, is-null, in, between, like: every queryable takes them, and opposites have nothing in common', async () => {
    for (const collection of [BUILDINGS, 'ev-activiteiten']) {
      for (const queryable of sortablesOf(collection)) {
        const { name, type, format } = queryable;
        for (const [one, other] of [['=', '<>'], ['>', '<='], ['<', '>=']] as const) {
          const [first, second] = [await found(`${name} ${one} ${literal(queryable)}`, collection), await found(`${name} ${other} ${literal(queryable)}`, collection)];
          expect(first.filter((id) => second.includes(id)), `${name} ${one}`).toEqual([]);
        }
        const none = await found(`${name} IS NULL`, collection);
        expect((await found(`"${name}" is not null`, collection)).filter((id) => none.includes(id))).toEqual([]);
        await found(`${name} IN (${literal(queryable)})`, collection);
        if (type === 'integer' || type === 'number') await found(`${name} between 100.0 and 1.0`, collection);
        if (type === 'string' && format === undefined) for (const pattern of ['%', '_%', '', '%%', '\\%\\_']) await found(`${name} like '${pattern}'`, collection);
      }
    }
  });

  test('boolean: false is before true, and no value is neither', async () => {
    expect(await found('informatieGeheim > false')).toEqual(await found('informatieGeheim = true'));
    expect(await found('informatieGeheim < true')).toEqual(await found('informatieGeheim = false'));
    expect(await found('informatieGeheim <= true')).toEqual(await found('informatieGeheim IS NOT NULL'));
    expect(await found('informatieGeheim > true')).toEqual([]);
    expect(await found('NOT informatieGeheim > true')).toHaveLength(4);
    expect([(await found('true')).length, await found('false')]).toEqual([6, []]);
  });

  test('array-predicates: every list accepts them on either side, and the message about = names them', async () => {
    for (const collection of [BUILDINGS, 'ev-activiteiten', 'locatie-activiteiten']) {
      const lists = queryablesOf(collection).filter(({ isList }) => isList);
      expect(lists.length).toBeGreaterThan(0);
      for (const { name } of lists) {
        for (const call of ['A_CONTAINS', 'A_CONTAINEDBY', 'A_EQUALS', 'A_OVERLAPS']) {
          await found(`${call}(${name},('foo','bar'))`, collection);
          expect(await found(`${call}((),"${name}") AND ${name} IS NULL`, collection)).toEqual([]);
        }
        for (const filter of [`${name} = 'foo'`, `${name} IN ('foo')`, `${name} LIKE 'f%'`, `'foo' < ${name}`, `${name} BETWEEN 'a' AND 'b'`]) {
          const reply = await server.ask(`/v1/collections/${collection}/items?${new URLSearchParams({ filter }).toString()}`);
          expect([filter, reply.status, reply.text]).toEqual([filter, 400, expect.stringContaining('A_CONTAINS') as string]);
        }
        expect([name, await status({ sorteer: name }, collection)]).toEqual([name, 400]);
      }
    }
  });

  test('logical: predicates are joined as AND, OR and NOT say', async () => {
    const [p1, p2, p3, p4] = ['populatie IS NULL', "bronhouder LIKE 'Huis%'", "id = 'b3'", 'S_INTERSECTS(geometrie,BBOX(3,50,8,54))'];
    expect(await found(`((NOT ${p1} AND ${p2}) OR (${p3} and NOT ${p4}) or not (${p1} AND ${p4}))`)).toHaveLength(6);
  });

  test('basic-spatial-functions: a box and a point, both names of the geometry work; an invalid location is 400', async () => {
    for (const name of ['geometrie', 'geometry']) {
      expect(await found(`S_INTERSECTS(${name},BBOX(-180,-90,180,90))`)).toHaveLength(6);
      expect(await found(`S_INTERSECTS(${name},POINT(7.02 49.92))`)).toEqual([]);
      expect(await found(`S_INTERSECTS(${name},BBOX(-180,-90,-90,90)) AND S_INTERSECTS(${name},BBOX(90,-90,180,90))`)).toEqual([]);
      expect(await status({ filter: `S_INTERSECTS(${name},POINT(90 180))` })).toBe(400);
    }
  });
});

describe('Part 5', () => {
  test.each(['schema', 'queryables', 'sortables'])('basic-schema-inspection, role, role-id, property-seq, unit: /%s', async (name) => {
    const { collections } = (await server.ask('/v1/collections')).json() as { collections: { id: string }[] };
    const isSchema = new Ajv2020().getSchema('https://json-schema.org/draft/2020-12/schema')!;
    for (const { id } of collections) {
      const reply = await server.ask(`/v1/collections/${id}/${name}`, { headers: { accept: 'application/schema+json' } });
      const schema = reply.json() as { $id: string; type: string; properties: Record<string, JsonObject> };
      expect([reply.headers['content-type'], schema.type, schema.$id]).toEqual(['application/schema+json', 'object', `${BASE}/collections/${id}/${name}`]);
      expect([isSchema(schema), isSchema.errors]).toEqual([true, null]);
      const properties = Object.values(schema.properties);
      const roles = properties.flatMap(({ 'x-ogc-role': role }) => role ?? []);
      expect(new Set(roles).size, 'a role is of one property').toBe(roles.length);
      expect(properties.filter((property) => property['x-ogc-role'] === 'id')).toMatchObject([{ type: 'string' }]);
      for (const { type, format, 'x-ogc-unit': unit, 'x-ogc-propertySeq': place = 1 } of properties) {
        expect(type !== undefined || typeof format === 'string' && format.startsWith('geometry-')).toBe(true);
        expect(Number.isInteger(place)).toBe(true);
        if (unit !== undefined) expect([type, typeof unit]).toEqual([type === 'integer' ? 'integer' : 'number', 'string']);
      }
    }
  });
});

test('the page names the drafts of which the service has a part; no draft is a conformance class', async () => {
  const server = await started({ editions: aRegister() });
  const page = (await server.ask('/v1/conformance', { headers: { accept: 'text/html' } })).text;
  expect(page).toMatch(/Ontwerpen[^]*Versioned Features[^]*Memento-Datetime[^]*twee tijdassen/);
  expect(page, 'a service that takes no writes').not.toContain('/jobs');
  const { conformsTo } = (await server.ask('/v1/conformance')).json() as { conformsTo: readonly string[] };
  expect(conformsTo.filter((uri) => /versioned|features-1[01]|processes/.test(uri))).toEqual([]);
  await server.close();
});
