/** The crawler itself: it must see what is wrong, or it proves nothing. */
import { expect, test } from 'vitest';
import { crawl, type Fetched } from './crawl.ts';

const BASE = 'http://127.0.0.1:1/v1';

function site(pages: Readonly<Record<string, Partial<Fetched>>>) {
  const missing: Fetched = { status: 404, contentType: 'application/problem+json', link: '', body: '{}' };
  const found: Fetched = { status: 200, contentType: 'application/json', link: '', body: '{}' };
  return (url: string): Promise<Fetched> => {
    const page = pages[url.slice(BASE.length)];
    return Promise.resolve(page === undefined ? missing : { ...found, ...page });
  };
}

const json = (...links: readonly unknown[]) => ({ body: JSON.stringify({ deep: [{ links }] }) });

test.each<[string, Readonly<Record<string, Partial<Fetched>>>, RegExp | null]>([
  ['a site whose links all lead somewhere', { '': json({ href: `${BASE}/a`, type: 'application/json' }), '/a': {} }, null],
  ['a link that leads nowhere', { '': json({ href: `${BASE}/b` }) }, /leads to .*\/b .*404/],
  ['a relative link', { '': json({ href: '/v1/a' }), '/a': {} }, /relative or broken link \/v1\/a/],
  ['a link with a space in it', { '': json({ href: `${BASE}/a b` }), '/a b': {} }, /relative or broken/],
  ['another media type than announced', { '': json({ href: `${BASE}/a`, type: 'application/geo+json' }), '/a': {} }, /announces .*geo\+json, it is application\/json/],
  ['a dead link on a page', { '': { contentType: 'text/html', body: `<a href="${BASE}/c?x=1&amp;y=2">` } }, /c\?x=1&y=2 .*404/],
  ['a relative link on a page', { '': { contentType: 'text/html', body: '<img src="plaatje.png">' } }, /plaatje\.png/],
  ['a page that loads its style by path', { '': { contentType: 'text/html', body: '<link href="/v1/s.css">' }, '/s.css': { contentType: 'text/css', body: '' } }, null],
  ['a page whose style is missing', { '': { contentType: 'text/html', body: '<link rel="stylesheet" href="/v1/s.css">' } }, /s\.css .*404/],
  ['a link by path on a page', { '': { contentType: 'text/html', body: '<a href="/v1/c">' }, '/c': {} }, /relative or broken link \/v1\/c/],
  ['a dead link in a header', { '': { link: `<${BASE}>; rel="self", <${BASE}/d>; rel="next"; type="application/json"` } }, /d .*404/],
  ['a header with a type that has quotes', { '': { link: `<${BASE}/p>; rel="alternate"; type="application/json; profile=\\"u\\""` }, '/p': { contentType: 'application/json; profile="u"' } }, null],
  ['a header with a type that has other quotes', { '': { link: `<${BASE}/p>; rel="alternate"; type="application/json; profile=\\"u\\""` }, '/p': { contentType: 'application/json; profile="v"' } }, /announces .*\/p/],
  ['a dead link in a list of links', { '': { contentType: 'application/link-format', body: `<${BASE}>; rel="self", <${BASE}/d>; rel="memento"` } }, /d .*404/],
  ['a dead link in a feed', { '': { contentType: 'application/atom+xml', body: `<link rel="self" href="${BASE}"/><link rel="alternate" href="${BASE}/d?a=1&amp;b=2"/>` } }, /d\?a=1&b=2 .*404/],
  ['the terms of a JSON-LD context, which are no links', { '': { contentType: 'application/ld+json', body: '{"@context":{"href":"@id"}}' } }, null],
  ['what is of a type whose links are not known', { '': { contentType: 'text/plain' } }, /of no known type: text\/plain/],
])('%s', async (_, pages, expected) => {
  const { wrong } = await crawl(BASE, site(pages));
  if (expected === null) expect(wrong).toEqual([]);
  else expect(wrong.join('\n')).toMatch(expected);
});

test('each address is asked once in each form; other services are left alone; a long list is not walked to its end', async () => {
  const asked: string[] = [];
  const get = (url: string, accept: string): Promise<Fetched> => {
    asked.push(`${url} ${accept}`);
    const page = Number(/\d+$/.exec(url)?.[0] ?? 0);
    const links = [{ href: `${BASE}/items?page=${page + 1}` }, { href: `${BASE}/items/een` }, { href: 'https://elders.example/' }];
    return Promise.resolve({ status: 200, contentType: 'application/json', link: '', ...json(...links) });
  };
  const { visited, wrong } = await crawl(BASE, get);
  expect(wrong).toEqual([]);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBe(visited.length);
  expect(visited.some((visit) => visit.includes('elders'))).toBe(false);
  expect(visited.some((visit) => visit.includes('/items/een'))).toBe(true);
  expect(visited.length).toBeLessThan(60);
});
