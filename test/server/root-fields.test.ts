/** Fields of roots only, such as the municipality: filters by them, and objects nested in such a root. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAll, location, state } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';

let server: RealServer;

/** A location in Amersfoort and one in Utrecht, each with a filling point that names no municipality. */
beforeAll(async () => {
  const [here, there] = [['hier', 'gm0307', 121_000], ['daar', 'gm0344', 123_000]].map(([id, bronhoudercodeOverheid, x]) => {
    const input = location(String(id), { x: Number(x), y: 487_000, reference: { id: `vulpunt ${id}` } });
    return state('LocatieActiviteit', String(id), [{ ...input, document: { ...input.document, bronhoudercodeOverheid: String(bronhoudercodeOverheid) } }]);
  });
  server = await realServer({ on: 1, changes: createAll([here!, there!]) });
});
afterAll(() => server.close());

test('OPEN-root-fields: a field of the root finds roots, not nested objects, and a root in HAL links its nested objects', async () => {
  const found = async (collection: string) => (await server.ask(`/v1/collections/${collection}/items?bronhoudercodeOverheid=gm0307`)).json()['numberMatched'];
  expect([await found('locatie-activiteiten'), await found('vulpunten')]).toEqual([1, 0]);
  const { locatieActiviteiten: [root] } = (await server.ask('/v1/locatie-activiteiten?bronhoudercodeOverheid=gm0307')).json() as { locatieActiviteiten: readonly { id: string }[] };
  expect(JSON.stringify(root)).toContain('"vulpunt hier"');
  const { _links: links } = (await server.ask(`/v1/locatie-activiteiten/${root!.id}`, { headers: { accept: 'application/hal+json' } })).json() as {
    _links: Record<string, { href: string }>;
  };
  expect(Object.keys(links)).toEqual(['self', 'alternate', 'collection', 'describedby', 'versies', 'herkomst', 'evActiviteiten', 'referenties', 'contouren']);
  const parts = (await server.ask(links['referenties']!.href.slice(new URL(BASE).origin.length))).json();
  expect(parts).toMatchObject({ referenties: [{ id: 'vulpunt hier' }] });
});
