/** GET /edities: publications, over real editions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEditions } from '../../publisher/read/heads.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import { buildingRoot, createAll, day, location, state } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';
import { SOUND } from '../always-sound.ts';

const named = (id: string, name: string) => buildingRoot(id, { x: 100_000 + id.length * 1_000, y: 400_000, name });
const HAL = { headers: { accept: 'application/hal+json' } };

let server: RealServer;
beforeAll(async () => {
  server = await realServer(
    { changes: createAll([named('a', '0'), named('b', '0')]), on: 10 },
    { changes: [{ before: named('a', '0'), after: named('a', '1') }, { before: named('b', '0'), after: null }, ...createAll([named('dd', '0')])], on: 11 },
    { changes: createAll([state('LocatieActiviteit', 'loc', [location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } })])]), on: 12 },
  );
  activate(openStore(server.folder, SOUND), { audience: 'public', edition: 1, now: new Date(day(13)) });
  server.editions.refresh();
});
afterAll(() => server.close());

interface Listed {
  readonly edities: readonly Readonly<Record<string, unknown>>[];
}

describe('GET /edities', () => {
  test('lists publications by the number of their edition, the newest first: moments, counts and what changed in each collection', async () => {
    const reply = await server.ask('/v1/edities');
    expect([reply.status, reply.headers['content-type'], reply.headers['x-total-count']]).toEqual([200, 'application/json', '4']);
    const at = (on: number): string => new Date(day(on)).toISOString();
    const links = (number: number, on: number, before?: number) => ({
      self: { href: `${BASE}/edities/${number}` }, register: { href: `${BASE}?beschikbaarOp=${at(on)}` },
      ...(before === undefined ? {} : { verschillen: { href: `${BASE}/verschillen?van=${before}&tot=${number}` } }),
    });
    expect((reply.json() as unknown as Listed).edities).toEqual([
      {
        nummer: 1, _links: links(1, 13), beschikbaarVanaf: at(13), bewaard: true, teruggedraaid: true, moment: '2026-01-11T00:00:00.0Z',
        aantal: 2, aantallen: { 'kwetsbare-gebouwen': 2 },
      },
      {
        nummer: 3, _links: links(3, 12, 2), beschikbaarVanaf: at(12), beschikbaarTot: at(13), bewaard: true, moment: '2026-01-13T00:00:00.0Z', aantal: 7,
        aantallen: expect.objectContaining({ 'kwetsbare-gebouwen': 2, 'locatie-activiteiten': 1, vulpunten: 1 }) as unknown,
        wijzigingen: { tegenover: 2, collecties: expect.objectContaining({ vulpunten: { toegevoegd: 1, gewijzigd: 0, beeindigd: 0 } }) as unknown },
      },
      {
        nummer: 2, _links: links(2, 11, 1), beschikbaarVanaf: at(11), beschikbaarTot: at(12), bewaard: true, moment: '2026-01-12T00:00:00.0Z', aantal: 2,
        aantallen: { 'kwetsbare-gebouwen': 2 },
        wijzigingen: { tegenover: 1, collecties: { 'kwetsbare-gebouwen': { toegevoegd: 1, gewijzigd: 1, beeindigd: 1 } } },
      },
      {
        nummer: 1, _links: links(1, 10), beschikbaarVanaf: at(10), beschikbaarTot: at(11), bewaard: true, moment: '2026-01-11T00:00:00.0Z', aantal: 2,
        aantallen: { 'kwetsbare-gebouwen': 2 },
      },
    ]);
  });

  test('every listed moment is valid for beschikbaarOp', async () => {
    const { edities } = (await server.ask('/v1/edities')).json() as unknown as Listed;
    for (const { beschikbaarVanaf, aantallen } of edities) {
      const reply = await server.ask(`/v1/kwetsbare-gebouwen?beschikbaarOp=${String(beschikbaarVanaf)}`);
      expect(reply.headers['x-total-count']).toBe(String((aantallen as Record<string, number>)['kwetsbare-gebouwen']));
    }
  });

  test('pages have numbers, in plain JSON by headers, in HAL by links', async () => {
    const plain = await server.ask('/v1/edities?paginaGrootte=3&pagina=2');
    expect((plain.json() as unknown as Listed).edities.map(({ nummer }) => nummer)).toEqual([1]);
    expect(plain.headers).toMatchObject({ 'x-total-count': '4', 'x-pagination-count': '2', 'x-pagination-page': '2', 'x-pagination-limit': '3' });
    expect(plain.headers['link']).toContain(`<${BASE}/edities?paginaGrootte=3&pagina=1>; rel="prev"`);
    const hal = (await server.ask('/v1/edities?paginaGrootte=3', HAL)).json();
    expect(hal['_links']).toEqual({
      self: { href: `${BASE}/edities?paginaGrootte=3` }, first: { href: `${BASE}/edities?paginaGrootte=3&pagina=1` },
      next: { href: `${BASE}/edities?paginaGrootte=3&pagina=2` }, last: { href: `${BASE}/edities?paginaGrootte=3&pagina=2` },
    });
    expect((hal['_embedded'] as Listed).edities.map(({ nummer }) => nummer)).toEqual([1, 3, 2]);
    expect(((await server.ask('/v1/edities?pagina=9')).json() as unknown as Listed).edities).toEqual([]);
  });

  test('the page, HEAD, OPTIONS, ETag and problems are as in other lists', async () => {
    const page = await server.ask('/v1/edities', { headers: { accept: 'text/html' } });
    expect(page.text).toContain('<h1>Edities</h1>');
    expect(page.text).toContain('teruggedraaid naar editie 1');
    expect(page.text).toContain('1 toegevoegd');
    const { headers } = await server.ask('/v1/edities');
    expect((await server.ask('/v1/edities', { headers: { 'if-none-match': headers.etag! } })).status).toBe(304);
    expect(await server.ask('/v1/edities', { method: 'HEAD' })).toMatchObject({ status: 200, text: '', headers: { etag: headers.etag } });
    expect((await server.ask('/v1/edities', { method: 'OPTIONS' })).headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect((await server.ask('/v1/edities', { method: 'POST' })).status).toBe(405);
    expect((await server.ask('/v1/edities?limit=3')).json()).toMatchObject({ status: 400 });
    expect((await server.ask('/v1/edities', { headers: { accept: 'image/png' } })).status).toBe(406);
    expect((await server.ask('/v1')).text).toContain(`${BASE}/edities`);
  });

  test('a deleted edition has only its number and moments', async () => {
    const before = (await server.ask('/v1/edities')).headers.etag;
    withdraw({ folder: server.folder, audience: 'public' }, [2], SOUND);
    const reply = await server.ask('/v1/edities');
    expect(reply.headers.etag).not.toBe(before);
    const at = (on: number): string => new Date(day(on)).toISOString();
    expect((reply.json() as unknown as Listed).edities[2]).toEqual({ nummer: 2, beschikbaarVanaf: at(11), beschikbaarTot: at(12), bewaard: false });
    const gone = await server.ask(`/v1/kwetsbare-gebouwen/a?beschikbaarOp=${at(11)}`);
    expect(gone.status).toBe(410);
    expect(gone.text).toContain(at(10));
    expect(gone.text).toContain(at(12));
    expect((await server.ask('/v1/edities', { headers: { accept: 'text/html' } })).text).toContain('wordt niet meer bewaard');
  });
});

describe('GET /edities/{nummer}', () => {
  test('one edition as it was first published, by the number that the list and the command line give', async () => {
    const listed = ((await server.ask('/v1/edities')).json() as unknown as Listed).edities;
    for (const one of [3, 1]) {
      const reply = await server.ask(`/v1/edities/${one}`);
      expect([reply.status, reply.json()]).toEqual([200, listed.findLast(({ nummer }) => nummer === one)]);
      expect((await server.ask(`/v1/edities/${one}`, { headers: { 'if-none-match': reply.headers.etag! } })).status).toBe(304);
    }
    expect(listEditions(server.folder, 'public').editions.map(({ number }) => number)).toEqual([1, 3]);
    const page = await server.ask('/v1/edities/3', { headers: { accept: 'text/html' } });
    expect(page.text).toContain('<h1>Editie 3</h1>');
    expect(page.text).toContain(`${BASE}/verschillen?van=1&amp;tot=3`);
  });

  test('a dropped edition is 410 with the nearest numbers, an unknown one 404', async () => {
    const gone = await server.ask('/v1/edities/2');
    expect([gone.status, gone.json()['type']]).toEqual([410, expect.stringMatching(/EditieVerwijderd$/)]);
    expect(gone.text).toContain('1, 3');
    for (const unknown of ['4', '0', '01', 'x', '99999999999']) expect((await server.ask(`/v1/edities/${unknown}`)).status, unknown).toBe(404);
    expect((await server.ask('/v1/edities/1?limit=3')).status).toBe(400);
    expect((await server.ask('/v1/edities/1', { headers: { accept: 'text/csv' } })).status).toBe(406);
  });
});
