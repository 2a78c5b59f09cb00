/** The server over a real edition on disk: every link resolves, every CRS has its own numbers, boxes agree. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RootState } from '../../publisher/write/input.ts';
import { PUBLISHED_CRSS, CRSS } from '../../schemas/crs.ts';
import { crawl } from '../crawl.ts';
import { building, createAll, location, pipeline, project, state } from '../publisher/registry.ts';
import { IS_FULL } from '../runs.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';

const ACTIVATED = new Date('2026-11-20T10:00:00Z');
const BUILDINGS = 70;

let server: RealServer;

/** Returns a building that is no longer valid. */
function gone(name: string): RootState {
  return state('KwetsbaarGebouw', 'gesloopt', [{ ...building('gesloopt', { x: 130_000, y: 450_000, size: 20, name }), from: -2, until: -1 }]);
}

beforeAll(async () => {
  const buildings = Array.from({ length: BUILDINGS }, (_, at) => (
    state('KwetsbaarGebouw', `gebouw ${at}/é`, [building(`gebouw ${at}/é`, { x: 100_000 + at * 500, y: 440_000 + at * 300, size: 20, name: `<b>${at}</b>` })])
  ));
  server = await realServer({ on: 1, activated: ACTIVATED, changes: createAll([
    ...buildings,
    state('LocatieActiviteit', 'tank', [location('tank', { x: 121_000, y: 487_000, reference: { id: 'vulpunt' } })]),
    gone('er stond'),
    state('BuisleidingStelsel', 'buis', [pipeline('buis', { x: 90_000, y: 450_000, vertices: 200 })]),
  ]) });
});
afterAll(() => server.close());

const pathOf = (href: string) => href.slice(new URL(BASE).origin.length);
type Feature = { readonly id: string; readonly geometry: { readonly coordinates: readonly unknown[] } | null };

test.runIf(IS_FULL)('every link of it is absolute, resolves, and gives the media type that it announces', async () => {
  const { visited, wrong } = await crawl(BASE, async (url, accept) => {
    const reply = await server.ask(pathOf(url), { headers: { accept } });
    const { 'content-type': contentType = '', link } = reply.headers;
    return { status: reply.status, contentType, link: link === undefined ? '' : String(link), body: reply.text };
  });
  expect(wrong).toEqual([]);
  const paths = new Set(visited.map((visit) => pathOf(visit.split(' ', 1)[0] ?? '')));
  for (let at = 0; at < BUILDINGS; at += 1) {
    const id = encodeURIComponent(`gebouw ${at}/é`);
    expect([at, paths.has(`/v1/collections/kwetsbare-gebouwen/items/${id}`)]).toEqual([at, true]);
  }
  for (const path of ['/v1/buisleiding-stelsels/buis', '/v1/locatie-activiteiten/tank', '/v1/waardelijsten/TypeBrand', '/v1/schemas/Wegen']) {
    expect(paths).toContain(path);
  }
});

test('one feature also links its web page and its collection, a feature in a list does not', async () => {
  const linksOf = (feature: unknown) => (feature as { links: { rel: string; href: string }[] }).links.map(({ rel, href }) => [rel, href.slice(BASE.length)]);
  for (const [collection, id, more] of [
    ['kwetsbare-gebouwen', 'gebouw 7/é', [['canonical', '/kwetsbare-gebouwen/gebouw%207%2F%C3%A9']]],
    ['vulpunten', 'vulpunt', [['canonical', '/locatie-activiteiten/tank/referenties/vulpunt'], ['up', '/locatie-activiteiten/tank']]],
    ['ev-activiteiten', 'tank.act', [['canonical', '/locatie-activiteiten/tank/ev-activiteiten/tank.act'], ['up', '/locatie-activiteiten/tank']]],
  ] as const) {
    const self = `/collections/${collection}/items/${encodeURIComponent(id)}`;
    const page = (await server.ask(`/v1/collections/${collection}/items?limit=100`)).json() as { features: Feature[] };
    const row = page.features.find((feature) => feature.id === id)!;
    expect(linksOf(row)).toEqual([['self', self], ...more]);
    for (const query of ['', '?fields=bronhoudercode', `?crs=${CRSS['28992'].uri}`]) {
      const one = (await server.ask(`/v1${self}${query}`)).json();
      const forms = ['jsonfg', 'gmlsf0', 'csv'].map((form) => ['alternate', `${self}${query === '' ? '?' : `${query}&`}f=${form}`]);
      expect(linksOf(one)).toEqual([['self', self + query], ...more, ['alternate', self + query], ...forms, ['collection', `/collections/${collection}`]]);
      if (query === '') expect({ ...one, links: [] }).toEqual({ ...row, links: [] });
    }
  }
});

test('a walk in each CRS gives every feature once, in the same order, with the numbers of that CRS', async () => {
  for (const code of PUBLISHED_CRSS) {
    const ids: string[] = [];
    let next: string | undefined = `/v1/collections/kwetsbare-gebouwen/items?limit=9&crs=${CRSS[code].uri}`;
    let first: Feature | undefined;
    while (next !== undefined) {
      const reply = await server.ask(next);
      const page = reply.json() as { features: Feature[]; numberMatched: number; links: { rel: string; href: string }[] };
      expect(page.numberMatched).toBe(BUILDINGS);
      first ??= page.features.find(({ id }) => id === 'gebouw 0/é');
      ids.push(...page.features.map(({ id }) => id));
      const link = page.links.find(({ rel }) => rel === 'next')?.href;
      next = link === undefined ? undefined : pathOf(link);
    }
    expect(new Set(ids).size).toBe(BUILDINGS);
    expect(ids).toHaveLength(BUILDINGS);
    const [x, y] = project(100_000, 440_000, code);
    const ring = first?.geometry?.coordinates[0] as readonly (readonly [number, number])[];
    expect(ring.some(([a, b]) => Math.abs(a - x) < 0.001 && Math.abs(b - y) < 0.001), code).toBe(true);
  }
});

test('a box selects the same features in every CRS it can be given in', async () => {
  for (const code of PUBLISHED_CRSS) {
    const [a, b] = [project(99_990, 439_990, code), project(101_510, 440_910, code)];
    const box = [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])].join(',');
    const reply = await server.ask(`/v1/collections/kwetsbare-gebouwen/items?bbox=${box}&bbox-crs=${CRSS[code].uri}`);
    expect((reply.json()['features'] as Feature[]).map(({ id }) => id).sort((one, other) => one.localeCompare(other)), code).toEqual(['gebouw 0/é', 'gebouw 1/é', 'gebouw 2/é', 'gebouw 3/é']);
  }
});

test('one building changes: its list and its item get other tags, other collections and objects keep theirs', async () => {
  const paths = {
    list: '/v1/collections/kwetsbare-gebouwen/items', changed: `/v1/kwetsbare-gebouwen/${encodeURIComponent('gebouw 3/é')}`,
    other: `/v1/kwetsbare-gebouwen/${encodeURIComponent('gebouw 4/é')}`, tanks: '/v1/collections/vulpunten/items', tank: '/v1/locatie-activiteiten/tank',
  };
  const tags = async () => Object.fromEntries(await Promise.all(Object.entries(paths).map(async ([name, path]) => (
    [name, (await server.ask(path)).headers.etag] as const
  ))));
  const before = await tags();
  const id = 'gebouw 3/é';
  const [was, is] = ['<b>3</b>', 'anders'].map((name) => state('KwetsbaarGebouw', id, [building(id, { x: 101_500, y: 440_900, size: 20, name })]));
  server.publish({ on: 2, activated: new Date('2026-11-20T11:00:00Z'), changes: [{ before: was ?? null, after: is ?? null }] });
  expect(await tags(), 'nothing changes before the new head is looked for').toEqual(before);
  server.editions.refresh();
  const after = await tags();
  expect(after['list']).not.toBe(before['list']);
  expect(after['changed']).not.toBe(before['changed']);
  expect([after['other'], after['tanks'], after['tank']]).toEqual([before['other'], before['tanks'], before['tank']]);
  expect((await server.ask(paths.list)).headers['last-modified']).toBe('Fri, 20 Nov 2026 11:00:00 GMT');
  expect((await server.ask(paths.tanks)).headers['last-modified']).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
});

test('Last-Modified of an object is that of its series, or of rows that are not valid now', async () => {
  const [first, second, third] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T11:00:00Z'), new Date('2026-11-20T12:00:00Z')];
  const closed = '/v1/kwetsbare-gebouwen/gesloopt';
  const modified = async (path: string) => (await server.ask(path)).headers['last-modified'];
  const since = async (path: string, date: Date) => (
    (await server.ask(path, { headers: { 'if-modified-since': date.toUTCString() } })).status
  );
  const building4 = encodeURIComponent('gebouw 4/é');
  for (const path of [`/v1/kwetsbare-gebouwen/${building4}`, `/v1/collections/kwetsbare-gebouwen/items/${building4}`]) {
    expect(await modified(path)).toBe(second.toUTCString());
    expect([await since(path, second), await since(path, first)]).toEqual([304, 200]);
  }
  for (const path of ['/v1/locatie-activiteiten/tank', '/v1/collections/vulpunten/items/vulpunt']) {
    expect(await modified(path)).toBe(first.toUTCString());
    expect(await since(path, first)).toBe(304);
  }
  server.publish({ on: 3, activated: third, changes: [{ before: gone('er stond'), after: gone('hier stond') }] });
  server.editions.refresh();
  expect((await server.ask(closed)).text).toContain('hier stond');
  expect([await modified(closed), await since(closed, second), await since(closed, third)]).toEqual([third.toUTCString(), 200, 304]);
  expect(await since(`/v1/kwetsbare-gebouwen/${building4}`, second), 'the series is as it was').toBe(304);
});

test('Last-Modified of a document changes with a nested object', async () => {
  const fourth = new Date('2026-11-20T13:00:00Z');
  const [document, feature] = ['/v1/locatie-activiteiten/tank', '/v1/collections/locatie-activiteiten/items/tank'];
  const [was, is] = [0, -5].map((begin) => state('LocatieActiviteit', 'tank', [location('tank', { x: 121_000, y: 487_000, reference: { id: 'vulpunt', begin } })]));
  const before = await Promise.all([document, feature].map((path) => server.ask(path)));
  server.publish({ on: 4, activated: fourth, changes: [{ before: was ?? null, after: is ?? null }] });
  server.editions.refresh();
  for (const [at, path] of [document, feature].entries()) {
    const { 'last-modified': modified = '', etag } = before[at]!.headers;
    const now = await server.ask(path);
    const since = await server.ask(path, { headers: { 'if-modified-since': modified } });
    const isSame = now.text === before[at]!.text;
    expect([path, isSame, now.headers.etag === etag]).toEqual([path, path === feature, path === feature]);
    // The whole series changes its date, so a client that asks by date gets an unchanged feature again, never an outdated document.
    expect([now.headers['last-modified'], since.status]).toEqual([fourth.toUTCString(), 200]);
  }
});
