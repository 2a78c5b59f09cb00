/** GET /{resources}/{id}/versies: all recorded versions of a root, over the editions of a real register. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import type { Editions } from '../../publisher/read/types.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { play, type Step, type Write } from '../pipelines/random-histories.ts';
import { building, location } from '../pipelines/state/small-roots.ts';
import { BASE } from './fake-editions.ts';
import { started, type Client } from './harness.ts';
import { SOUND } from '../always-sound.ts';

const HAL = { headers: { accept: 'application/hal+json' } };
const HTML = { headers: { accept: 'text/html' } };

function step(method: Write['method'], id: string, more: Partial<Write> = {}): Step {
  return { write: { method, id, documents: [], patch: {}, full: [], ...more }, isPublished: true };
}

function delivery(...documents: readonly JsonObject[]): Step {
  return step('LEVERING', '', { documents });
}

/** One write a second from 2026-01-01T00:00:01Z on. */
const HISTORY: readonly Step[] = [
  delivery(building('b0', { populatie: 1 }), building('b1'), building('b3', { secret: true }), location('l0', ['m0', 'n0'])),
  step('PUT', 'b0', { documents: [building('b0', { populatie: 2 })] }),
  step('PATCH', 'b0', { patch: { beginGeldigheid: '2025-07-01T00:00:00Z', populatie: 3 } }),
  step('PATCH', 'b0', { patch: { bronhouder: 'A' } }),
  step('PATCH', 'b0', { patch: { bronhouder: 'B' } }),
  step('DELETE', 'b1'),
  step('PATCH', 'b4', { patch: {} }),
  step('PUT', 'b0', { documents: [building('b0', { from: '2030-01-01T00:00:00Z' })] }),
];

let folder: string;
let editions: Editions;
let server: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ev-versies-'));
  await play(HISTORY, folder, BASE);
  editions = openEditions(foldersOf(folder).editions, 'public');
  server = await started({ editions, clock: () => new Date('2026-02-01T12:00:00Z') });
});
afterAll(async () => {
  await server.close();
  editions.close();
  rmSync(folder, { recursive: true });
});

interface Versie extends JsonObject {
  readonly versie: number;
  readonly _links: { readonly document: Link } | { readonly feature: Link };
}

interface Hal {
  readonly _links: Readonly<Record<string, Link>>;
  readonly _embedded: { readonly versies: readonly Versie[] };
}

function without(object: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

interface Link extends JsonObject {
  readonly href: string;
}

function pathOf({ _links }: Versie): string {
  return ('document' in _links ? _links.document : _links.feature).href.slice(new URL(BASE).origin.length);
}

async function listed(path: string, options = {}): Promise<readonly Versie[]> {
  return ((await server.ask(path, options)).json() as unknown as { readonly versies: readonly Versie[] }).versies;
}

const B0 = '/v1/kwetsbare-gebouwen/b0/versies';
const at = (second: number): string => `2026-01-01T00:00:0${second}.0Z`;

describe('/{resources}/{id}/versies', () => {
  test('lists every recorded version with both periods, its changes, and the first edition that shows it', async () => {
    const versies = await listed(B0);
    const told = versies.map((versie) => without(versie, '_links', 'beschikbaarVanaf', 'etag', 'bronhoudercode'));
    const [first, later, last] = ['2020-01-01T00:00:00.0Z', '2025-07-01T00:00:00.0Z', '2030-01-01T00:00:00.0Z'];
    const names = (...fields: readonly string[]) => fields;
    expect(told).toEqual([
      { versie: 1, beginGeldigheid: first, tijdstipRegistratie: at(1), eindRegistratie: at(2) },
      { versie: 2, beginGeldigheid: first, tijdstipRegistratie: at(2), eindRegistratie: at(3), vergelekenMet: 1, gewijzigd: names('populatie') },
      { versie: 3, beginGeldigheid: first, eindGeldigheid: later, tijdstipRegistratie: at(3), vergelekenMet: 2, gewijzigd: names() },
      { versie: 4, beginGeldigheid: later, tijdstipRegistratie: at(3), eindRegistratie: at(4), vergelekenMet: 2, gewijzigd: names('beginGeldigheid', 'populatie') },
      { versie: 5, beginGeldigheid: later, tijdstipRegistratie: at(4), eindRegistratie: at(5), vergelekenMet: 4, gewijzigd: names('bronhouder') },
      { versie: 6, beginGeldigheid: later, tijdstipRegistratie: at(5), eindRegistratie: at(8), vergelekenMet: 5, gewijzigd: names('bronhouder') },
      { versie: 7, beginGeldigheid: later, eindGeldigheid: last, tijdstipRegistratie: at(8), vergelekenMet: 6, gewijzigd: names() },
      { versie: 8, beginGeldigheid: last, tijdstipRegistratie: at(8), vergelekenMet: 6, gewijzigd: names('beginGeldigheid', 'bronhouder', 'populatie') },
    ]);
  });

  test('each version names its source holder, on the page too', async () => {
    expect((await listed(B0)).map(({ bronhoudercode }) => bronhoudercode)).toEqual(Array.from({ length: 8 }, () => 'AB12'));
    expect((await server.ask(B0, HTML)).text).toContain('Bronhouder: AB12.');
  });

  test('only the version that the document shows now has a tag, which is that of the document', async () => {
    const tags = (await listed(B0)).flatMap(({ versie, etag }) => (etag === undefined ? [] : [[versie, etag]]));
    const { headers } = await server.ask('/v1/kwetsbare-gebouwen/b0');
    expect(tags).toEqual([[7, `${headers.etag?.split('.')[0]}"`]]);
    expect((await listed('/v1/kwetsbare-gebouwen/b1/versies')).filter(({ etag }) => etag !== undefined)).toEqual([]);
  });

  test('the address of each gives that version, also a future one', async () => {
    const versies = await listed(B0);
    expect(versies.every(({ beschikbaarVanaf }) => beschikbaarVanaf !== undefined)).toBe(true);
    const wanted = [{ populatie: 1 }, { populatie: 2 }, { populatie: 2 }, { populatie: 3 }, { bronhouder: 'A' }, { bronhouder: 'B' }, { bronhouder: 'B' }];
    for (const [index, some] of wanted.entries()) {
      expect(versies[index]).toHaveProperty('_links.document');
      const reply = await server.ask(pathOf(versies[index]!));
      expect([reply.status, reply.json()], String(index)).toEqual([200, expect.objectContaining(some)]);
    }
    expect(pathOf(versies[2]!)).toMatch(/\?geldigOp=2020-01-01&beschikbaarOp=2026/);
    const coming = await server.ask(pathOf(versies[7]!));
    expect([coming.status, coming.json()['properties']]).toEqual([200, expect.objectContaining({ beginGeldigheid: '2030-01-01T00:00:00Z', populatie: 1 })]);
  });

  test('versions of a deleted root stay, with the end of its registration, though the root is 404', async () => {
    expect((await server.ask('/v1/kwetsbare-gebouwen/b1')).status).toBe(404);
    const [only, ...more] = await listed('/v1/kwetsbare-gebouwen/b1/versies');
    expect([only, more]).toMatchObject([{ versie: 1, tijdstipRegistratie: at(1), eindRegistratie: at(6) }, []]);
    expect((await server.ask(pathOf(only!))).status).toBe(200);
  });

  test('a hidden, an unknown and another resource’s root are 404 alike', async () => {
    const [hidden, ...others] = await Promise.all(['kwetsbare-gebouwen/b3', 'kwetsbare-gebouwen/nobody', 'wegen/b0', 'kwetsbare-gebouwen/l0', 'locatie-activiteiten/m0'].map((path) => server.ask(`/v1/${path}/versies`)));
    expect(hidden!.status).toBe(404);
    for (const other of others) expect([other.status, without(other.json(), 'instance')]).toEqual([404, without(hidden!.json(), 'instance')]);
    expect((await listed('/v1/locatie-activiteiten/l0/versies')).map(({ versie }) => versie)).toEqual([1]);
  });

  test('pages have numbers and are of one edition; HAL has links, a page for people the same as a time line', async () => {
    const reply = await server.ask(`${B0}?paginaGrootte=3&pagina=2`);
    expect((reply.json() as unknown as { versies: Versie[] }).versies.map(({ versie }) => versie)).toEqual([4, 5, 6]);
    expect(reply.headers).toMatchObject({ 'x-total-count': '8', 'x-pagination-count': '3', 'x-pagination-page': '2', 'x-pagination-limit': '3' });
    const { _links: links, _embedded: embedded } = (await server.ask(`${B0}?paginaGrootte=3`, HAL)).json() as unknown as Hal;
    expect(embedded.versies).toHaveLength(3);
    expect(links['next']!.href).toMatch(/versies\?paginaGrootte=3&beschikbaarOp=2026[^&]*&pagina=2$/);
    expect(await listed(links['next']!.href.slice(new URL(BASE).origin.length))).toHaveLength(3);
    const page = (await server.ask(B0, HTML)).text;
    for (const text of ['<h1>Versies van b0</h1>', 'populatie', 'Alleen de geldigheid', 'geldigOp=2020-01-01']) expect(page).toContain(text);
  });

  test('beschikbaarOp gives the versions listed then, none before the first edition', async () => {
    const [, second] = await listed(B0);
    const then = await listed(`${B0}?beschikbaarOp=${second!['beschikbaarVanaf'] as string}`);
    expect(then.map(({ versie, eindRegistratie }) => [versie, eindRegistratie])).toEqual([[1, at(2)], [2, undefined]]);
    expect((await server.ask(`${B0}?beschikbaarOp=2025-01-01T00:00:00.0Z`)).status).toBe(404);
    expect((await server.ask(`${B0}?geldigOp=2025-01-01`)).json()).toMatchObject({ status: 403, type: expect.stringMatching(/TijdreizenNietOndersteund$/) as unknown });
  });

  test('HEAD, OPTIONS, ETag and problems are as in other lists, and the document links the versions', async () => {
    const { headers } = await server.ask(B0);
    expect((await server.ask(B0, { headers: { 'if-none-match': headers.etag! } })).status).toBe(304);
    expect(await server.ask(B0, { method: 'HEAD' })).toMatchObject({ status: 200, text: '', headers: { etag: headers.etag } });
    expect((await server.ask(B0, { method: 'OPTIONS' })).headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect((await server.ask(B0, { method: 'DELETE' })).status).toBe(405);
    expect((await server.ask(`${B0}?limit=3`)).status).toBe(400);
    expect((await server.ask(B0, { headers: { accept: 'image/png' } })).status).toBe(406);
    expect((await server.ask('/v1/kwetsbare-gebouwen/b0')).headers['link']).toContain(`<${BASE}/kwetsbare-gebouwen/b0/versies>; rel="version-history"`);
    expect((await server.ask('/v1/kwetsbare-gebouwen/b0', HTML)).text).toContain(`${BASE}/kwetsbare-gebouwen/b0/versies`);
  });

  test('a deleted edition is no longer named, and the tag changes', async () => {
    const { etag } = (await server.ask(B0)).headers;
    const before = await listed(B0);
    withdraw({ folder: foldersOf(folder).editions, audience: 'public' }, [2], SOUND);
    expect((await server.ask(B0)).headers.etag).not.toBe(etag);
    const [first, ...others] = await listed(B0);
    expect(first!['beschikbaarVanaf']).toBeUndefined();
    expect(others).toEqual(before.slice(1));
  });
});
