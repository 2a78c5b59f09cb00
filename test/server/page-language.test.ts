/** Pages in one language: by `lang`, by Accept-Language, else Dutch, with a link to the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client, type Reply } from './harness.ts';

const COLLECTION = '/v1/collections/kwetsbare-gebouwen';
const PAGES = [
  '/v1', '/v1/conformance', '/v1/collections', COLLECTION, ...['schema', 'schema/feature', 'queryables', 'sortables'].map((name) => `${COLLECTION}/${name}`),
  `${COLLECTION}/items`, `${COLLECTION}/items?limit=2&offset=3`, `${COLLECTION}/items/gebouw-0001`, '/v1/kwetsbare-gebouwen', '/v1/kwetsbare-gebouwen/gebouw-0001',
  '/v1/functions', '/v1/documentatie/versies', '/v1/crss', '/v1/crss/28992', '/v1/waardelijsten', '/v1/waardelijsten/TypeBrand', '/v1/waardelijsten/TooiWaardelijst', '/v1/schemas',
  '/v1/schemas/KwetsbaarGebouw', '/v1/schemas/Document', '/v1/schemas/report', '/v1/fouten', '/v1/fouten/ev/BestaatNiet', '/v1/fouten/ev/regel/levering.leeg', '/v1/edities', '/v1/beheren', '/v1/zoeken', '/v1/zoeken?zoek=gebouw', '/v1/zoeken?zoek=nergens', '/v1/omgeving', '/v1/omgeving?plaats=20000,380000',
];
const ERRORS = ['/v1/onbekend', `${COLLECTION}/items?limit=nul`, '/v1/waardelijsten/onbekend'];
/** Resources that pages link to and that have one text in both languages, or none. */
const WITHOUT_LANGUAGE = /\/(?:assets|catalogus)\b/;

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

async function pageAt(path: string, language?: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return await server.ask(path, { headers: { accept: 'text/html', ...(language === undefined ? {} : { 'accept-language': language }), ...more } });
}

/** Returns the address with another parameter. */
function withLang(path: string, lang: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
}

/** Returns the page without links to the other language and to other pages of the list, and without the id of an error. */
function wordsOf({ text }: Reply): string {
  return text.replace(/<a class="language"[^>]*>/, '').replace(/<input type="hidden" name="lang"[^>]*>/, '').replace(/urn:uuid:[0-9a-f-]+/, '').replace(/[?&](?:amp;)?lang=(?:nl|en)/g, '').replace(/href="[^"]*" rel="/g, 'rel="');
}

describe.each([...PAGES, ...ERRORS])('%s', (path) => {
  test('is in the language of the reader, and says so', async () => {
    const [dutch, english] = [await pageAt(path), await pageAt(path, 'en')];
    expect([dutch.headers['content-language'], english.headers['content-language']]).toEqual(['nl', 'en']);
    expect([/<html lang="(\w+)">/.exec(dutch.text)?.[1], /<html lang="(\w+)">/.exec(english.text)?.[1]]).toEqual(['nl', 'en']);
    expect(english.text).toContain('External safety register');
    for (const { text } of [dutch, english]) expect(text.match(/\blang="(?:nl|en)">(?:ja|nee|yes|no|of|and)\b/g)).toBeNull();
    expect(wordsOf(dutch)).not.toBe(wordsOf(english));
  });

  test('links to the same address in the other language', async () => {
    for (const [language, other] of [['nl', 'en'], ['en', 'nl']] as const) {
      const { text } = await pageAt(path, language);
      const href = /<a class="language" href="([^"]*)" lang="(\w+)"/.exec(text);
      expect(href?.[2]).toBe(other);
      const url = href![1]!.replaceAll('&amp;', '&');
      expect(url).toBe(BASE + withLang(path, other).slice('/v1'.length));
      const there = await pageAt(url.slice(new URL(BASE).origin.length), language);
      expect(there.headers['content-language']).toBe(other);
      expect(wordsOf(there)).toBe(wordsOf(await pageAt(path, other)));
      expect(there.text).toContain(`href="${BASE}${withLang(path, language).slice('/v1'.length).replaceAll('&', '&amp;')}"`);
    }
  });
});

describe.each(PAGES)('%s', (path) => {
  test('has a tag per language, and varies by the header unless lang is given', async () => {
    const [dutch, english] = [await pageAt(path), await pageAt(path, 'en')];
    expect(dutch.headers.etag).not.toBe(english.headers.etag);
    for (const { headers } of [dutch, english]) expect(headers.vary).toMatch(/, Accept-Language$/);
    expect((await pageAt(withLang(path, 'en'))).headers.vary).not.toContain('Accept-Language');
    const tag = { 'if-none-match': english.headers.etag ?? '' };
    expect([(await pageAt(path, 'en', tag)).status, (await pageAt(path, 'nl', tag)).status]).toEqual([304, 200]);
  });

  test('carries an explicit language in every link', async () => {
    const { text } = await pageAt(withLang(path, 'en'), 'nl');
    const links = [...text.matchAll(/<a (?!class="language")[^>]*href="([^"]*)"/g)].map(([, href]) => href!);
    for (const href of links.filter((href) => href.startsWith(BASE) && !WITHOUT_LANGUAGE.test(href))) expect(href).toMatch(/[?;]lang=en(?:&|#|$)/);
  });

  test('a wrong language is 400 in the language of the header, with a way out', async () => {
    const { status, text, headers } = await pageAt(withLang(path, 'de'), 'en');
    expect([status, headers['content-language']]).toEqual([400, 'en']);
    expect(text).toContain('a language: nl or en');
  });
});

test('the page of a search by body has no link to itself', async () => {
  const reply = await server.ask('/v1/_search?lang=en', { method: 'POST', body: '{"zoek":"Gebouw"}', headers: { 'accept': 'text/html', 'content-type': 'application/json' } });
  expect([reply.status, reply.headers['content-language']]).toEqual([200, 'en']);
  expect(reply.text).not.toContain('class="language"');
});
