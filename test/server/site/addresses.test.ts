/** Addresses of a static site: which file an address of the service has, and that no two ids share one. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../schemas/limits.ts';
import { isPossibleId } from '../../../schemas/model/object-id.ts';
import { ROOTS } from '../../../schemas/names.ts';
import { SUB_TARGETS } from '../../../server/response/nested-objects.ts';
import { routesOf } from '../../../server/routes.ts';
import type { Service } from '../../../server/service.ts';
import { safeName, SiteAddresses } from '../../../server/site/addresses.ts';
import { IN_SITE, NOT_IN_SITE } from '../../../server/site/contents.ts';
import { relative } from '../../../server/site/translate.ts';
import { NO_TERMS } from '../../../schemas/terms.ts';
import { FakeEditions } from '../fake-editions.ts';

const BASE = 'https://ev.example/v1';
const RD = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
const addresses = new SiteAddresses(BASE, ['CRS84', '28992']);

const fileOf = (path: string, options: Parameters<SiteAddresses['targetOf']>[1] = {}): string | undefined => addresses.targetOf(BASE + path, options)?.file;

test('a site is made of the GET routes of the service, and each route that it leaves out has its reason', () => {
  const service = { baseUrl: BASE, profile: 'default', isSite: true, terms: NO_TERMS, desk: null, editions: new FakeEditions() } as unknown as Service;
  const served = [...new Set(routesOf(service).filter(({ method }) => method === 'GET').map(({ path }) => path))].toSorted();
  expect([...IN_SITE.map(({ path }) => path), ...Object.keys(NOT_IN_SITE)].toSorted()).toEqual(served);
  expect(Object.values(NOT_IN_SITE).every((reason) => reason.length > 20)).toBe(true);
  expect(SUB_TARGETS.length * Object.keys(ROOTS).length).toBeGreaterThan(0);
});

describe('the file of an address', () => {
  test.each([
    ['', {}, 'index.json'], ['', { type: 'text/html' }, 'index.html'], ['?f=html', {}, 'index.html'], ['/openapi.json', {}, 'openapi.json'],
    ['/collections/wegen', { usual: 'html' as const }, 'collections/wegen/index.html'],
    ['/collections/wegen/queryables', { type: 'application/schema+json' }, 'collections/wegen/queryables.json'],
    ['/collections/wegen/queryables?f=json', {}, 'collections/wegen/queryables.json'],
    ['/collections/wegen/schema/feature', {}, 'collections/wegen/schema/feature.json'],
    ['/collections/wegen/items', {}, 'collections/wegen/items/index.geojson'],
    ['/collections/wegen/items?limit=100&cursor=b', { pageOf: () => 2 }, 'collections/wegen/items/bladzijde/2.geojson'],
    [`/collections/wegen/items?crs=${encodeURIComponent(RD)}`, {}, 'collections/wegen/crs/28992/items/index.geojson'],
    [`/collections/wegen/items?crs=${encodeURIComponent(RD)}`, { type: 'text/html' }, 'collections/wegen/items/index.html'],
    [`/collections/wegen/items/weg%201?crs=${encodeURIComponent(RD)}`, {}, 'collections/wegen/crs/28992/items/weg~201.geojson'],
    ['/wegen?beschikbaarOp=2026-01-01T00:00:00Z&pagina=3', { usual: 'html' as const }, 'wegen/bladzijde/3.html'],
    ['/wegen/weg-1#deel', { usual: 'geojson' as const }, 'wegen/weg-1.json'],
    ['/collections/wegen/tellingen?cel=50000', {}, 'collections/wegen/tellingen/50000.json'],
    ['/assets/0123/map.ts', {}, 'assets/0123/map.js'], ['/collections/wegen/downloads/wegen-1-rd.ndjson', {}, 'collections/wegen/downloads/wegen-1-rd.ndjson'],
  ])('%s %j is %s', (path, options, file) => {
    expect(fileOf(path, options)).toBe(file);
  });

  test.each([
    '/collections/wegen/items?limit=3', '/collections/wegen/items?bbox=1,2,3,4', '/collections/wegen/items?geldigOp=2025-01-01', '/zoeken', '/edities/1',
    '/collections/wegen/items?cursor=b', '/collections/wegen/items?crs=http://www.opengis.net/def/crs/EPSG/9.9.1/3857', '/wegen?beschikbaarOp=2026-01-01T00:00:00Z',
    '/collections/wegen/tellingen', '/collections/wegen/tellingen?cel=../1', '/wegen/%ff', '/wegen/', '/wegen/a?f=hal', '0/wegen', '/wegen?f=json&f=html',
  ])('%s has none', (path) => {
    expect(fileOf(path)).toBeUndefined();
  });
});

const anyId = fc.string({ unit: 'grapheme', minLength: 1, maxLength: LIMITS.idCharsMax }).filter((id) => isPossibleId(id) && id !== '.' && id !== '..');
const oddId = fc.array(fc.constantFrom('.', '~', '/', '\\', ':', '%', 'index', 'é', 'a', '~2e', ' ', '#', '?', '&', '{', '"', '<'), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join('')).filter((id) => id !== '.' && id !== '..');

test('every id has a name that is one part of a path, is not hidden, is no index, and fits a file system', () => {
  fc.assert(fc.property(fc.oneof(anyId, oddId), (id) => {
    const name = safeName(id);
    expect(name).toMatch(/^[^./\\:*?"<>|%&#\s][^/\\:*?"<>|%&#\s]*$/u);
    expect(name).not.toBe('index');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(fileOf(`/wegen/${encodeURIComponent(id)}`)).toBe(`wegen/${name}.json`);
  }));
});

test('ids that differ have names that differ', () => {
  fc.assert(fc.property(fc.oneof(anyId, oddId), fc.oneof(anyId, oddId), (one, other) => {
    expect(safeName(one) === safeName(other)).toBe(one === other);
  }));
  expect(new Set(['~', '.', '/', ':', ' ', 'index', '~69ndex', '~2e', '%2e'].map(safeName)).size).toBe(9);
});

test('a relative link leads from one file to another, as a browser resolves it', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'c é', '~2e'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  fc.assert(fc.property(path, path, (from, to) => {
    const encoded = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
    expect(new URL(relative(from, encoded(to)), `file:///srv/site/${encoded(from)}`).href).toBe(`file:///srv/site/${encoded(to)}`);
  }));
});
