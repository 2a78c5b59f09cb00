/** Web pages: escaped, without script, styled by this host only, closed by their policy, with a map of their geometries. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { html, linkTo } from '../../schemas/html.ts';
import { assetPath } from '../../server/web/assets.ts';
import { map } from '../../server/web/map.ts';
import { BASE, FakeEditions, fakeEdition } from './fake-editions.ts';
import { ACTIVATED, aRegister, started, type Client } from './harness.ts';

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

const PAGES = [
  '/v1', '/v1/conformance', '/v1/beheren', '/v1/collections', '/v1/collections/kwetsbare-gebouwen', '/v1/collections/kwetsbare-gebouwen/items?limit=5&offset=3',
  '/v1/collections/wegen/items', '/v1/collections/kwetsbare-gebouwen/items/gebouw-0001', '/v1/kwetsbare-gebouwen/gebouw-0001',
  '/v1/collections/pr-contouren/items/contour-1', '/v1/onbekend', '/v1/collections/wegen/items?limit=%3Cscript%3E&%3Cb%3E=1',
];
const pageAt = (path: string) => server.ask(path, { headers: { accept: 'text/html' } });

describe.each(PAGES)('%s', (path) => {
  test('is a Dutch page that loads its style sheet, icon and named scripts only', async () => {
    const { headers, text } = await pageAt(path);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/^<!doctype html>\s<html lang="nl">/);
    const script = path === '/v1' ? `<script type="module" src="${assetPath('copy.ts', BASE)}"></script>` : '';
    expect(text.match(/<script[^>]*><\/script>/g) ?? []).toEqual(script === '' ? [] : [script]);
    expect(text.replace(script, '')).not.toMatch(/<script|<img|<iframe|<style|\bon\w+=|\bstyle=|javascript:/i);
    expect(text.match(/<link [^>]*>/g)).toEqual([
      `<link rel="icon" href="${assetPath('favicon.svg', BASE)}" type="image/svg+xml">`, `<link rel="stylesheet" href="${assetPath('style.css', BASE)}">`,
    ]);
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).toContain('<main id="inhoud" tabindex="-1">');
  });

  test('has a policy that allows style sheets, images and forms of this host, and scripts where the page has one', async () => {
    const { headers } = await pageAt(path);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
      + (path === '/v1' ? "; script-src 'self'; connect-src 'self'" : ''),
    );
  });

  test('closes every element that it opens', async () => {
    const { text } = await pageAt(path);
    const open: string[] = [];
    const body = text.replace(/<!doctype html>/, '');
    for (const [, close, name = '', , self] of body.matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*?)?)(\/?)>/gi)) {
      if (self === '/' || ['meta', 'br', 'link', 'input'].includes(name)) continue;
      if (close === '/') expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

test('a list has a table, a map, and a link to the next page', async () => {
  const { text } = await pageAt('/v1/collections/kwetsbare-gebouwen/items?limit=5');
  expect(text.match(/<circle class="point"/g)).toHaveLength(5);
  expect(text).toContain('Gebouw 4');
  expect(text).not.toContain('Gebouw 5');
  const next = /<a href="([^"]+)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { pathname, search } = new URL(next);
  expect((await pageAt(pathname + search)).text).toContain('Gebouw 5');
});

test('the start page and the page of each collection show example requests', async () => {
  const text = async (path: string) => (await server.ask(path, { headers: { accept: 'text/html' } })).text;
  expect(await text('/v1')).toContain('action="/v1/zoeken"');
  const collection = await text('/v1/collections/kwetsbare-gebouwen');
  for (const next of ['/queryables', '/sortables', '/schema', '/items?geldigOp=2025-06-01']) expect(collection).toContain(`kwetsbare-gebouwen${next}"`);
});

test('no value of an object becomes markup or an executable link', async () => {
  const editions = new FakeEditions();
  const nasty = '"><script>alert(1)</script><a href=\'javascript:alert(1)\'>';
  const properties = {
    entityType: nasty, [nasty]: nasty, documentInfo: { naam: nasty, link: 'javascript:alert(1)' }, lijst: [nasty, { href: 'data:text/html,x', title: nasty }],
  };
  editions.activate(fakeEdition(1, { 'locatie-activiteiten': [{ id: nasty, at: [100_000, 450_000], properties }] }), ACTIVATED);
  const own = await started({ editions });
  for (const path of ['/v1/collections/locatie-activiteiten/items', `/v1/collections/locatie-activiteiten/items/${encodeURIComponent(nasty)}`, `/v1/locatie-activiteiten/${encodeURIComponent(nasty)}`]) {
    const { status, text } = await own.ask(path, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script|href="?'?(?:javascript|data):/i);
  }
  await own.close();
});

test('the template tag escapes any text', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', '`', '=') }), (text) => {
    const { text: made } = html`<p title="${text}">${[text, html`<b>${text}</b>`]}</p>`;
    expect(made.replace(/<p title="|">|<b>|<\/b>|<\/p>/g, '')).not.toMatch(/[<>"']/);
  }));
  expect(html`${'\u202eom\u0000\u001b[31m\u009b\n'}`.text, 'nor turns it the text around').toBe('�om��[31m�\n');
  expect(linkTo('javascript:alert(1)', 'x').text).toBe('x');
  expect(linkTo('https://a.example/"', 'x').text).toBe('<a href="https://a.example/&quot;">x</a>');
});

describe('map', () => {
  test('draws points, lines, polygons with holes and multi-geometries inside its frame', () => {
    const square = [[155_000, 463_000], [155_100, 463_000], [155_100, 463_100], [155_000, 463_100], [155_000, 463_000]];
    const { text } = map([
      { geometry: { type: 'Point', coordinates: [155_000, 463_000] }, label: 'punt' },
      { geometry: { type: 'MultiLineString', coordinates: [square, square] }, label: 'lijnen' },
      { geometry: { type: 'MultiPolygon', coordinates: [[square, square], [square]] }, label: 'vlakken' },
    ], 'nl');
    expect(text).toContain('<circle class="point"');
    expect(text.match(/class="line" d="([^"]*)"/)?.[1]?.match(/M/g)).toHaveLength(2);
    expect(text.match(/class="area" d="([^"]*)"/)?.[1]?.match(/Z/g)).toHaveLength(3);
    for (const [, x, y] of text.matchAll(/cx="([\d.-]+)" cy="([\d.-]+)"/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(0);
      expect(Number(y)).toBeLessThanOrEqual(460);
    }
    expect(text).not.toContain('NaN');
  });

  test('is a sentence without geometry', () => {
    expect(map([], 'nl').text).not.toContain('<svg');
    expect(map([{ geometry: { type: 'Polygon', coordinates: [] }, label: '' }], 'nl').text).not.toContain('<svg');
  });
});
