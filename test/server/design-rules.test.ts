/**
 * Dutch API design rules 2.2 where the Interface Rules or OGC say otherwise, and what is done then. Not here: what the linter sees in the
 * OpenAPI document (test/design-rules).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isObject, type Json } from '../../schemas/json.ts';
import { exampleEditions } from './example-edition.ts';
import { started, type Client } from './harness.ts';

const ITEMS = '/v1/collections/locatie-activiteiten/items';
const PAGE = 'https://kaart.example';

let server: Client;
let open: Client;
let remove: () => void;
beforeAll(async () => {
  const examples = exampleEditions();
  ({ remove } = examples);
  server = await started({ editions: examples.editions });
  open = await started({ editions: examples.editions, origins: ['any'] });
});
afterAll(async () => {
  await Promise.all([server.close(), open.close()]);
  remove();
});

/** All texts that begin as a date-time, wherever they stand; examples of messages are what clients send. */
function momentsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}[Tt ]\d/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(momentsIn);
  return isObject(value) ? Object.values(value).flatMap((member) => (member === undefined ? [] : momentsIn(member))) : [];
}

describe('OPEN-adr-utc', () => {
  test('every moment of a feature and of the service itself is in UTC', async () => {
    const { features } = (await server.ask(ITEMS)).json() as { features: readonly { id: string }[] };
    const [one = { id: '' }] = features;
    const { collections } = (await server.ask('/v1/collections')).json() as { collections: readonly { id: string }[] };
    const object = `/v1/locatie-activiteiten/${encodeURIComponent(one.id)}`;
    const paths = [
      '/v1', '/v1/collections', '/v1/edities', '/v1/edities/1', '/v1/verschillen?van=1&tot=1', '/v1/documentatie/versies', '/v1/catalogus',
      `${object}/versies`, `${object}/herkomst`, `${ITEMS}/${encodeURIComponent(one.id)}/versions`, ...collections.map(({ id }) => `/v1/collections/${id}/items`),
    ];
    let seen = 0;
    for (const path of paths) {
      const reply = await server.ask(path, { headers: { accept: 'application/json, application/geo+json, application/ld+json' } });
      expect([path, reply.status]).toEqual([path, 200]);
      const moments = momentsIn(reply.json() as Json);
      expect([path, moments.filter((moment) => !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(moment))]).toEqual([path, []]);
      seen += moments.length;
    }
    expect(seen).toBeGreaterThan(50);
  });
});

test('OPEN-adr-offset: a small t or z and the offset -00:00 are read, and never sent', async () => {
  const found = async (moment: string) => {
    const reply = await server.ask(`${ITEMS}?datetime=${encodeURIComponent(moment)}`);
    expect([moment, reply.status]).toEqual([moment, 200]);
    expect(momentsIn(reply.json() as Json).filter((text) => /[tz]|-00:00/.test(text))).toEqual([]);
    return reply.json()['numberMatched'];
  };
  const expected = await found('2026-01-01T00:00:00Z');
  expect(expected).toBeGreaterThan(0);
  for (const moment of ['2026-01-01t00:00:00z', '2026-01-01T00:00:00-00:00', '2026-01-01T01:00:00+01:00']) expect(await found(moment)).toBe(expected);
});

test('OPEN-adr-cors: the OpenAPI document is read by the pages of the list only, which may be all', async () => {
  const allowed = async (client: Client) => (await client.ask('/v1/openapi.json', { headers: { origin: PAGE } })).headers['access-control-allow-origin'];
  expect([await allowed(server), await allowed(open)]).toEqual([undefined, PAGE]);
});

test('OPEN-adr-cache: what is public may be stored and is asked for again; a problem may not be stored', async () => {
  const control = async (path: string) => (await server.ask(path)).headers['cache-control'];
  expect([await control(ITEMS), await control('/v1/openapi.json'), await control('/v1/nergens')]).toEqual(['public, no-cache', 'public, no-cache', 'no-store']);
});

test('OPEN-adr-names-in-paths: types of problems, code lists and types of objects stand in a path as they are called', async () => {
  for (const path of ['/v1/fouten/ev/parameter/TijdreizenNietOndersteund', '/v1/waardelijsten/TypeBrand', '/v1/schemas/Windturbine']) {
    expect([path, (await server.ask(path)).status, (await server.ask(path.toLowerCase())).status]).toEqual([path, 200, 404]);
  }
});
