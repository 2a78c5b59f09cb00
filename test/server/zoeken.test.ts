/** The search over everything for people: `/zoeken`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE } from './fake-editions.ts';
import { building, createAll, state } from '../publisher/registry.ts';
import { realServer, type RealServer } from './real-server.ts';

let server: RealServer;
beforeAll(async () => {
  const houses = Array.from({ length: 45 }, (_, at) => `huis-${String(at).padStart(2, '0')}`);
  const of = (id: string) => state('KwetsbaarGebouw', id, [building(id, { x: 100_000, y: 450_000, size: 20, name: 'Molenwiek' })]);
  server = await realServer({ on: 60, changes: createAll(houses.map(of)) });
});
afterAll(() => server.close());

const ask = (query: string) => server.ask(`/v1/zoeken${query}`, { headers: { accept: 'text/html' } });
const idsIn = (text: string) => [...text.matchAll(/<td>(huis-\d\d)<\/td><\/tr>/g)].map(([, id]) => id!);

test('without words it is a form, which keeps the parameters of its page', async () => {
  for (const query of ['', '?zoek=']) {
    const { status, text } = await ask(query);
    expect([status, text.includes('<form class="search" action="/v1/zoeken"'), text.includes('<table>')]).toEqual([200, true, false]);
  }
  const { text } = await ask('?geldigOp=2026-01-05&lang=en');
  expect([...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value])).toEqual([['geldigOp', '2026-01-05'], ['lang', 'en']]);
});

test('all pages together have each object once, and lie in one edition', async () => {
  const found: string[] = [];
  let query: string | undefined = '?zoek=molenwiek';
  for (; query !== undefined && found.length < 100;) {
    const { text } = await ask(query);
    found.push(...idsIn(text));
    query = /href="[^"]*\/zoeken([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    if (query !== undefined) expect(query).toMatch(/beschikbaarOp=/);
  }
  expect(found).toHaveLength(45);
  expect(new Set(found).size).toBe(45);
  const second = (await ask('?zoek=molenwiek&pagina=2')).text;
  expect(/href="([^"]*)" rel="prev"/.exec(second)?.[1]?.replaceAll('&amp;', '&')).toMatch(new RegExp(`^${BASE}/zoeken\\?zoek=molenwiek&beschikbaarOp=.*&pagina=1$`));
});

test('finds what POST /_search finds', async () => {
  const posted = await server.ask('/v1/_search?paginaGrootte=20', { method: 'POST', body: '{"zoek":"molenwiek"}', headers: { 'content-type': 'application/json' } });
  const { _embedded: { items } } = posted.json() as { _embedded: { items: { _links: { self: { href: string } } }[] } };
  const { text } = await ask('?zoek=molenwiek');
  expect([...text.matchAll(/<tr><td><a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(items.map(({ _links }) => _links.self.href));
});

test('nothing found names the collections, the edition and the day of the search', async () => {
  const { status, text } = await ask('?zoek=nergens');
  expect(status).toBe(200);
  expect(text).toMatch(/Gezocht naar ‘nergens’: in alle teksten, ids en codes van alle \d+ soorten, in editie 1 \(gepubliceerd [^)]* (?:CET|CEST)\), geldig op \d+ \w+ \d{4}\./);
  expect((await ask('?zoek=nergens&geldigOp=2026-01-05&lang=en')).text).toContain('valid on 5 January 2026');
  expect((await ask('?zoek=molenwiek&beschikbaarOp=2020-01-01T00:00:00Z')).text).toContain('op een moment waarop er nog geen editie was');
});

test('words and parameters are checked, and shown as text', async () => {
  const nasty = '"><script>alert(1)</script>';
  expect((await ask(`?zoek=${encodeURIComponent(nasty)}`)).text).not.toContain('<script>alert');
  for (const query of ['?zoek=*', '?zoek=x&pagina=nul', '?zoek=x&onbekend=1', '?zoek=x&zoek=y', '?zoek=x&lang=de']) expect([query, (await ask(query)).status]).toEqual([query, 400]);
});

test('is a page for every client, and no other form', async () => {
  const { headers } = await server.ask('/v1/zoeken');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await server.ask('/v1/zoeken?f=json')).status).toBe(406);
  expect((await server.ask('/v1/zoeken', { headers: { accept: 'application/json' } })).status).toBe(406);
});
