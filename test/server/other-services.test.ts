/** Addresses from other services: `/api`, and the CRS WGS 84 by its URI of EPSG. */
import { describe, expect, test } from 'vitest';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';

const server = servedExamples();

test.each([['', ''], ['?f=json', '?f=json'], ['?geldigOp=2026-10-01', '?geldigOp=2026-10-01']])('/api%s leads to the OpenAPI document', async (query, kept) => {
  const { status, headers, body } = await server.ask(`/v1/api${query}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([status, headers.location, body.length]).toEqual([307, `${BASE}/openapi.json${kept}`, 0]);
  expect((await server.ask(headers.location!.slice(new URL(BASE).origin.length))).json()).toHaveProperty('openapi', '3.0.3');
});

test('/api takes no form that the document lacks, and no other parameter', async () => {
  expect((await server.ask('/v1/api?f=html')).status).toBe(406);
  for (const query of ['f=yaml', 'x=1', 'geldigOp=morgen', 'f=json&f=json']) expect((await server.ask(`/v1/api?${query}`)).status).toBe(400);
});

describe('EPSG/0/4326', () => {
  const URI = 'http://www.opengis.net/def/crs/EPSG/0/4326';
  const ETRS89 = 'http://www.opengis.net/def/crs/EPSG/9.9.1/4258';
  const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
  const featuresOf = (text: string): unknown => (JSON.parse(text) as { features: { geometry: unknown }[] }).features.map(({ geometry }) => geometry);

  test('gives the numbers of 4258, latitude first, under its own name', async () => {
    const [own, other] = [await server.ask(`${ITEMS}?crs=${URI}`), await server.ask(`${ITEMS}?crs=${ETRS89}`)];
    expect([own.status, own.headers['content-crs']]).toEqual([200, `<${URI}>`]);
    expect(featuresOf(own.text)).toEqual(featuresOf(other.text));
    expect((own.json()['links'] as { href: string }[])[0]!.href).toContain(URI);
    for (const path of ['/v1/kwetsbare-gebouwen', '/v1/locatie-activiteiten/NL.IMEV.AB12.lpg-0001']) {
      expect((await server.ask(`${path}?crs=${URI.replace('http:', 'https:')}`)).headers['content-crs']).toBe(`<${URI.replace('http:', 'https:')}>`);
    }
  });

  test('names the axes of a box and of a filter, latitude first', async () => {
    const box = '52.5,6,52.6,6.2';
    const [own, other] = await Promise.all([URI, ETRS89].map((uri) => server.ask(`${ITEMS}?bbox=${box}&bbox-crs=${uri}`)));
    expect(own!.json()['numberMatched']).toBe(other!.json()['numberMatched']);
    expect(own!.json()['numberMatched']).not.toBe(0);
    const filter = encodeURIComponent('S_INTERSECTS(geometry, BBOX(52.5,6,52.6,6.2))');
    const [mine, theirs] = await Promise.all([URI, ETRS89].map((uri) => server.ask(`${ITEMS}?filter=${filter}&filter-crs=${uri}`)));
    expect([mine!.status, mine!.json()['numberMatched']]).toEqual([200, theirs!.json()['numberMatched']]);
    // Longitude first, as in CRS84, is another location.
    expect((await server.ask(`${ITEMS}?bbox=6,52.5,6.2,52.6&bbox-crs=${URI}`)).json()['numberMatched']).not.toBe(own!.json()['numberMatched']);
  });

  test('in another version, or by its deprecated name as a parameter, it is refused', async () => {
    for (const uri of [URI.replace('/0/', '/9.9.1/'), `${URI}/`, 'EPSG:4326', URI.toLowerCase(), '4326']) expect((await server.ask(`${ITEMS}?crs=${uri}`)).status).toBe(400);
  });

  test('the deprecated header EPSG:4326 stays longitude first', async () => {
    const [named, plain] = [await server.ask(ITEMS, { headers: { 'accept-crs': 'EPSG:4326' } }), await server.ask(ITEMS)];
    expect(featuresOf(named.text)).toEqual(featuresOf(plain.text));
  });
});
