/** One object at a moment, as a feature and as a document, over a real edition on disk. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileOf } from '../../publisher/format/layout.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { CRSS } from '../../schemas/crs.ts';
import { building, createAll, day, state, type VersionInput } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { started, type Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const RD = encodeURIComponent(CRSS['28992'].uri);
const FEATURES = '/v1/collections/kwetsbare-gebouwen/items';
const DOCUMENTS = '/v1/kwetsbare-gebouwen';
const BOTH = [FEATURES, DOCUMENTS] as const;

let server: RealServer;

function version(id: string, [from, until]: readonly [number, number | null], populatie: number): VersionInput {
  const { document, geometries } = building(id, { x: 100_000 + populatie, y: 450_000, size: 20, name: 'Huis' });
  return { from, until, geometries, document: { ...document, populatie, beginGeldigheid: new Date(day(from)).toISOString() } };
}

/**
 * Editions of day 60 and 70. `huis`: two versions with a gap, the second corrected on day 70; `oud`: ended; `nieuw`: only in the second
 * edition; `straks`:
 * with a future version.
 */
beforeAll(async () => {
  const house = (populatie: number) => state('KwetsbaarGebouw', 'huis', [version('huis', [0, 10], 1), version('huis', [20, null], populatie)]);
  const [before, after] = [house(2), house(3)];
  const [old, fresh] = [state('KwetsbaarGebouw', 'oud', [version('oud', [0, 30], 4)]), state('KwetsbaarGebouw', 'nieuw', [version('nieuw', [5, null], 5)])];
  const ahead = state('KwetsbaarGebouw', 'straks', [version('straks', [0, 400], 6), version('straks', [400, null], 7)]);
  server = await realServer(
    { on: 60, changes: createAll([before, old, ahead]) }, { on: 70, after: 60, changes: [{ before, after }, ...createAll([fresh])] },
  );
});
afterAll(() => server.close());

/** Returns the field that differs between the versions. */
function people(reply: Reply): unknown {
  const body = reply.json();
  return (body['properties'] as Readonly<Record<string, unknown>> | undefined ?? body)['populatie'];
}

const kindOf = (reply: Reply): string => `${reply.status} ${String(reply.json()['type']).replace(/.*\/fouten\/ev\//, '')}`;

describe.each(BOTH)('%s/{id}', (list) => {
  test('IR-query-geldigOp: the version valid on that day', async () => {
    expect(people(await server.ask(`${list}/huis?geldigOp=2026-01-05`))).toBe(1);
    expect(people(await server.ask(`${list}/huis?geldigOp=2026-01-21`))).toBe(3);
    expect(people(await server.ask(`${list}/straks?geldigOp=2026-11-21`))).toBe(6);
    const inRd = await server.ask(`${list}/huis?geldigOp=2026-01-05&crs=${RD}&fields=populatie`);
    const { geometry, geometrie } = inRd.json() as { geometry?: { coordinates: number[][][] }; geometrie?: { coordinates: number[][][] } };
    expect((geometry ?? geometrie)?.coordinates[0]?.[0]).toEqual([100_001, 450_000]);
    expect(people(inRd)).toBe(1);
  });

  test('IR-time-4: no version at that moment is 404 BestaatNiet', async () => {
    for (const path of ['huis?geldigOp=2026-01-15', 'huis?geldigOp=2020-01-01', 'oud?geldigOp=2026-11-21', 'nergens?geldigOp=2026-01-05',
      'nieuw?beschikbaarOp=2026-03-05T00:00:00.0Z', 'huis?beschikbaarOp=2025-01-01T00:00:00.0Z']) {
      const reply = await server.ask(`${list}/${path}`);
      expect(kindOf(reply), path).toBe('404 BestaatNiet');
      expect(reply.json()['detail'], path).toContain('geen versie');
      expect(reply.json()['detail'], 'the moment').toContain(path.replace(/^.*\?/, '').replace('0.0Z', '0.000Z'));
    }
    const before = (await server.ask(`${list}/huis?geldigOp=2020-01-01`)).json()['detail'];
    expect(before).toContain('De eerste is geldig vanaf 2026-01-01T00:00:00.0Z.');
    for (const path of ['huis?geldigOp=2026-01-15', 'oud?geldigOp=2026-11-21', 'nergens?geldigOp=2026-01-05', 'huis?beschikbaarOp=2025-01-01T00:00:00.0Z']) {
      expect((await server.ask(`${list}/${path}`)).json()['detail'], path).not.toContain('eerste');
    }
    expect(people(await server.ask(`${list}/oud`)), 'without a moment the most recent known').toBe(4);
  });

  test('IR-query-beschikbaarOp: the content at that moment, alone and with geldigOp', async () => {
    expect(people(await server.ask(`${list}/huis?beschikbaarOp=2026-03-05T00:00:00.0Z`))).toBe(2);
    expect(people(await server.ask(`${list}/huis?beschikbaarOp=2026-03-15T00:00:00.0Z`))).toBe(3);
    expect(people(await server.ask(`${list}/huis?beschikbaarOp=2026-03-05T00:00:00.0Z&geldigOp=2026-01-05`))).toBe(1);
  });

  test('IR-time-3: a future moment is 403, a malformed one 400', async () => {
    for (const query of ['geldigOp=2999-01-01', 'beschikbaarOp=2999-01-01T00:00:00.0Z']) {
      const reply = await server.ask(`${list}/huis?${query}`);
      expect(kindOf(reply)).toBe('403 parameter/ToekomstNietOndersteund');
      expect(reply.headers).toMatchObject({ 'content-type': 'application/problem+json', 'content-language': 'nl' });
    }
    expect(kindOf(await server.ask(`${list}/huis?geldigOp=gisteren`))).toBe('400 parameter/OngeldigeParameter');
  });

  test('a version has one tag at any moment, and the Last-Modified of its first edition', async () => {
    const [first, second] = [await server.ask(`${list}/huis?geldigOp=2026-01-05`), await server.ask(`${list}/huis?geldigOp=2026-01-06`)];
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(first.headers['last-modified']).toBe(new Date(day(60)).toUTCString());
    const present = await server.ask(`${list}/huis`);
    expect(present.headers.etag).not.toBe(first.headers.etag);
    expect(present.headers['last-modified']).toBe(new Date(day(70)).toUTCString());
    expect((await server.ask(`${list}/huis?geldigOp=2026-01-05`, { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(304);
    expect((await server.ask(`${list}/huis?geldigOp=2026-01-05`, { headers: { 'if-none-match': String(present.headers.etag) } })).status).toBe(200);
    const then = await server.ask(`${list}/huis?beschikbaarOp=2026-03-05T00:00:00.0Z`);
    expect(then.headers['last-modified']).toBe(new Date(day(60)).toUTCString());
  });

  test('IR-shape-hal: self is the address of this very response, also when a header selected the CRS', async () => {
    for (const query of ['', '?geldigOp=2026-01-05', `?crs=${RD}`, `?crs=${RD}&geldigOp=2026-01-05&fields=populatie`, '?beschikbaarOp=2026-03-05T00:00:00Z&geldigOp=2026-01-05']) {
      for (const headers of [{ accept: 'application/json' }, { accept: 'application/hal+json' }, { accept: 'application/json', 'accept-crs': 'EPSG:28992' }]) {
        const reply = await server.ask(`${list}/huis${query}`, { headers });
        if (reply.status === 406) continue;
        const { _links: own, links } = reply.json() as { _links?: { self: { href: string } }; links?: { rel: string; href: string }[] };
        const self = own?.self.href ?? links?.find(({ rel }) => rel === 'self')?.href ?? '';
        expect(reply.headers.link).toContain(`<${self}>; rel="self"`);
        const again = await server.ask(self.slice(new URL(BASE).origin.length), { headers: { accept: headers.accept } });
        expect([query, again.status, again.text]).toEqual([query, 200, reply.text]);
        if (query.includes('geldigOp')) expect(people(again)).toBe(1);
      }
    }
  });

  test('the web page shows the same version', async () => {
    const page = await server.ask(`${list}/huis?geldigOp=2026-01-05`, { headers: { accept: 'text/html' } });
    expect(page.text).toMatch(/populatie[^]*?<dd>1</);
  });
});

test('IR-shape-hal: a document in HAL links its list, its schema, its web page, and its nested objects, all at the requested moment', async () => {
  const hal = (await server.ask(`${DOCUMENTS}/huis?geldigOp=2026-01-05&fields=populatie`, { headers: { accept: 'application/hal+json' } })).json();
  const url = `${BASE}/kwetsbare-gebouwen`;
  const self = { href: `${url}/huis?geldigOp=2026-01-05&fields=populatie` };
  expect(hal['_links']).toEqual({
    self: { ...self, etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) as unknown }, canonical: { href: `${url}/huis` }, alternate: { ...self, type: 'text/html' }, collection: { href: `${url}?geldigOp=2026-01-05` },
    describedby: { href: `${BASE}/schemas/KwetsbaarGebouw` },
    versies: { href: `${url}/huis/versies` }, herkomst: { href: `${url}/huis/herkomst` },
  });
});

test('datetime of a feature is an instant, a future one too; documents do not take it', async () => {
  expect(people(await server.ask(`${FEATURES}/straks?datetime=2027-06-01T00:00:00Z`))).toBe(7);
  expect(people(await server.ask(`${FEATURES}/huis?datetime=2026-01-05`))).toBe(1);
  expect(kindOf(await server.ask(`${FEATURES}/oud?datetime=2026-11-21`))).toBe('404 BestaatNiet');
  for (const query of ['datetime=2026-01-01/2026-02-01', 'datetime=..', 'datetime=2026-01-05&geldigOp=2026-01-05']) {
    const reply = await server.ask(`${FEATURES}/huis?${query}`);
    expect(reply.status, query).toBe(400);
    const [{ example = '' } = {}] = reply.json()['invalid-params'] as { example?: string }[];
    expect((await server.ask(example.replace(/^http:..[^/]*/, ''))).status, example).toBe(200);
  }
  expect(kindOf(await server.ask(`${DOCUMENTS}/huis?datetime=2026-01-05`))).toBe('400 parameter/OnbekendeParameter');
});

test('a deleted edition is 410 with the nearest stored ones', async () => {
  rmSync(fileOf({ folder: server.folder, audience: 'public' }, 'manifests', 1));
  const reopened = openEditions(server.folder, 'public');
  const client = await started({ editions: reopened });
  const replies = await Promise.all(BOTH.map((list) => client.ask(`${list}/huis?beschikbaarOp=2026-03-05T00:00:00.0Z`)));
  await client.close();
  reopened.close();
  for (const reply of replies) {
    expect(kindOf(reply)).toBe('410 EditieVerwijderd');
    expect(reply.json()['detail']).toContain(new Date(day(70)).toISOString());
  }
});
