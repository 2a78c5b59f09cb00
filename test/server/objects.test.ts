/** One object: as a feature and as a document, in any CRS; its tags; negotiation of its form. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRegister, CRS84, RD, started, type Client } from './harness.ts';

const FEATURE = '/v1/collections/kwetsbare-gebouwen/items/gebouw-0003';
const DOCUMENT = '/v1/kwetsbare-gebouwen/gebouw-0003';
const ODD = encodeURIComponent('tank <1>&"\'');

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

describe('feature and document', () => {
  test('a feature is the bytes of the edition', async () => {
    const reply = await server.ask(FEATURE);
    expect(reply.headers['content-type']).toBe('application/geo+json');
    expect(reply.json()).toMatchObject({ type: 'Feature', id: 'gebouw-0003' });
    expect(reply.headers.link).toContain('rel="self"');
  });

  test('a document is joined from its slices', async () => {
    const reply = await server.ask(DOCUMENT);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.json()['_links']).toEqual({ self: { href: `http://127.0.0.1:8080${DOCUMENT}` } });
    expect(reply.headers.link).toContain('<http://127.0.0.1:8080/v1/schemas/KwetsbaarGebouw>; rel="describedby"; type="application/schema+json"');
  });

  test.each([FEATURE, DOCUMENT])('%s: crs chooses the bytes and Content-Crs names it', async (path) => {
    const inRd = await server.ask(`${path}?crs=${RD}`);
    expect(inRd.headers['content-crs']).toBe(`<${RD}>`);
    expect(inRd.json()['geometry'] ?? inRd.json()['geometrie']).toEqual({ type: 'Point', coordinates: [20_300, 310_450] });
    expect((await server.ask(path)).headers['content-crs']).toBe(`<${CRS84}>`);
    const wrong = await server.ask(`${path}?crs=RD`);
    expect(wrong.status).toBe(400);
    expect(wrong.json()['type']).toMatch(/CrsNietOndersteund$/);
    expect((await server.ask(`${path}?limit=1`)).status).toBe(400);
  });

  test.each(['EPSG:28992', '28992', 'urn:ogc:def:crs:EPSG::28992'])('crs=%s is refused with the suggested URI, and its box is read in that CRS', async (found) => {
    const refused = await server.ask(`/v1/collections/kwetsbare-gebouwen/items?bbox=150000,460000,160000,470000&bbox-crs=${found}`);
    const params = refused.json()['invalid-params'] as readonly { readonly name: string; readonly reason: string; readonly example: string }[];
    expect(params.map(({ name }) => name)).toEqual(['bbox-crs']);
    expect(params[0]!.reason).toContain(`Perhaps ${RD} is meant.`);
    expect((await server.ask(params[0]!.example.replace('http://127.0.0.1:8080', ''))).status).toBe(200);
  });

  test.each([FEATURE, DOCUMENT])('%s: tags differ by CRS and by form', async (path) => {
    const asked = [
      server.ask(path), server.ask(`${path}?crs=${RD}`), server.ask(path, { headers: { accept: 'text/html' } }),
      server.ask(path, { headers: { accept: path === FEATURE ? 'application/json' : 'application/hal+json' } }),
    ];
    const tags = (await Promise.all(asked)).map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(4);
  });

  test('an id with special characters is found and escaped everywhere', async () => {
    const path = `/v1/collections/locatie-activiteiten/items/${ODD}`;
    const reply = await server.ask(path);
    expect(reply.json()['id']).toBe('tank <1>&"\'');
    expect(reply.headers.link).toContain('tank%20%3C1%3E%26%22');
    const page = await server.ask(path, { headers: { accept: 'text/html' } });
    expect(page.text).not.toContain('<script');
    expect(page.text).toContain('&lt;script&gt;');
    expect((await server.ask(`/v1/locatie-activiteiten/${ODD}`)).status).toBe(200);
  });
});

test('IR-query-fields: one feature or document with some of its fields has a tag of its own', async () => {
  for (const path of [FEATURE, DOCUMENT]) {
    const [whole, some] = [await server.ask(path), await server.ask(`${path}?fields=entityType`)];
    expect(some.status).toBe(200);
    expect(some.json()['id']).toBe(whole.json()['id']);
    expect(some.headers.etag).not.toBe(whole.headers.etag);
    expect((await server.ask(`${path}?fields=entityType`, { headers: { 'if-none-match': String(some.headers.etag) } })).status).toBe(304);
    expect((await server.ask(`${path}?fields=onbekend`)).status).toBe(400);
  }
  expect((await server.ask(`${FEATURE}?fields=entityType`)).json()['properties']).toEqual({ entityType: 'KwetsbaarGebouw' });
});

describe('IR-gen-8: media types', () => {
  const typeOf = async (path: string, accept: string) => (await server.ask(path, { headers: { accept } })).headers['content-type'];
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

  test.each([
    [FEATURE, '*/*', 'application/geo+json'], [FEATURE, '', 'application/geo+json'],
    [FEATURE, 'application/json', 'application/json'],
    [FEATURE, 'application/geo+json', 'application/geo+json'], [FEATURE, browser, 'text/html; charset=utf-8'],
    [FEATURE, 'application/*', 'application/geo+json'], [FEATURE, 'text/*', 'text/html; charset=utf-8'],
    [FEATURE, 'application/geo+json;q=0.5, application/json;q=0.6', 'application/json'],
    [FEATURE, 'application/geo+json;q=0, */*', 'application/json'], [FEATURE, 'APPLICATION/JSON', 'application/json'],
    [DOCUMENT, '*/*', 'application/json'], [DOCUMENT, 'application/geo+json', 'application/json'],
    [DOCUMENT, 'application/hal+json', 'application/hal+json'], [DOCUMENT, browser, 'text/html; charset=utf-8'],
    ['/v1/collections', 'application/geo+json', 'application/json'], ['/v1', browser, 'text/html; charset=utf-8'],
    ['/v1', 'application/vnd.oai.openapi+json;version=3.0', 'application/vnd.oai.openapi+json;version=3.0'],
    ['/v1/openapi.json', '*/*', 'application/vnd.oai.openapi+json;version=3.0'],
    ['/v1/openapi.json', 'application/json', 'application/json'],
    ['/v1/conformance', browser, 'text/html; charset=utf-8'],
  ])('%s with Accept %s is %s', async (path, accept, expected) => {
    expect(await typeOf(path, accept)).toBe(expected);
  });

  test('an error is a page for a browser and a problem for a program', async () => {
    expect(await typeOf('/v1/collections/onbekend', browser)).toBe('text/html; charset=utf-8');
    expect(await typeOf('/v1/collections/onbekend', 'application/geo+json')).toBe('application/problem+json');
  });
});
