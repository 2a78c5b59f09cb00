/** The language of titles, descriptions and keywords: by Accept-Language, by `lang`, else Dutch. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRegister, started, type Client, type Reply } from './harness.ts';

const COLLECTION = '/v1/collections/kwetsbare-gebouwen';
const WORDED = ['/v1', '/v1/collections', COLLECTION, ...['schema', 'schema/feature', 'queryables', 'sortables'].map((name) => `${COLLECTION}/${name}`)];
const LISTS = [`${COLLECTION}/items`, '/v1/kwetsbare-gebouwen'];
const PLAIN = ['/v1/openapi.json', '/v1/conformance'];
const IN_BOTH = / \/ /;

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

async function ask(path: string, language?: string): Promise<Reply> {
  return await server.ask(path, language === undefined ? {} : { headers: { 'accept-language': language } });
}

/** Returns all texts for people in a response, except descriptions of fields, which are in both languages. */
function textsIn(reply: Reply): string {
  const { title, description, keywords, links = [], collections = [] } = reply.json() as Worded;
  const own = [title, description, ...keywords ?? [], ...links.map((link) => link.title)];
  return [...own, ...collections.map((one) => textsIn({ ...reply, json: () => one as never }))].join('\n');
}

interface Worded {
  readonly title?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly links?: readonly { readonly title?: string }[];
  readonly collections?: readonly Worded[];
}

describe.each(WORDED)('%s', (path) => {
  test('is in one language, and Content-Language names it', async () => {
    const [dutch, english] = [await ask(path), await ask(path, 'en')];
    expect([dutch.headers['content-language'], english.headers['content-language']]).toEqual(['nl', 'en']);
    for (const reply of [dutch, english]) expect(textsIn(reply)).not.toMatch(IN_BOTH);
    expect(textsIn(dutch)).not.toBe(textsIn(english));
    expect(dutch.headers.etag).not.toBe(english.headers.etag);
    for (const { headers } of [dutch, english]) expect(headers.vary).toMatch(/, Accept-Language$/);
  });

  test.each([
    ['en', 'en'], ['EN', 'en'], ['en-GB', 'en'], ['en-US,en;q=0.9', 'en'], ['en;q=0.9, nl;q=0.8', 'en'], ['de, en;q=0.1', 'en'], ['nl;q=0, *', 'en'],
    ['en, nl;q=0.999', 'en'], ['nl', 'nl'], ['nl-BE, en;q=0.5', 'nl'], ['nl, en', 'nl'], ['en, nl', 'nl'], ['*', 'nl'], ['de', 'nl'], ['', 'nl'], ['en;q=0', 'nl'],
    ['en;q=0, *', 'nl'], ['english', 'nl'], ['en;q=2', 'nl'], ['en;q=0.5, nl;q=0.6', 'nl'], ['en;q=0.4, *;q=0.5', 'nl'],
  ])('Accept-Language: %s is answered in %s', async (header, expected) => {
    const reply = await ask(path, header);
    expect(reply.headers['content-language']).toBe(expected);
    expect(reply.text).toBe((await ask(path, expected)).text);
  });

  test('lang wins over the header, and the response no longer varies by it', async () => {
    for (const [lang, header] of [['nl', 'en'], ['en', 'nl']] as const) {
      const reply = await ask(`${path}?lang=${lang}`, header);
      expect([reply.headers['content-language'], textsIn(reply)]).toEqual([lang, textsIn(await ask(path, lang))]);
      expect(reply.headers.vary).not.toContain('Accept-Language');
    }
  });

  test('304 is for the same language only', async () => {
    const { headers: { etag = '' } } = await ask(path, 'en');
    const held = await server.ask(path, { headers: { 'accept-language': 'en', 'if-none-match': etag } });
    expect([held.status, held.headers.vary]).toEqual([304, (await ask(path, 'en')).headers.vary]);
    expect((await server.ask(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

test('lang goes on in the links of lists and of one object, whose bytes are the same', async () => {
  for (const path of [...LISTS, `${COLLECTION}/items?limit=1`]) {
    const sign = path.includes('?') ? '&' : '?';
    const [plain, english] = [await ask(path), await ask(`${path}${sign}lang=en`)];
    expect([path, english.status, english.headers.etag === plain.headers.etag]).toEqual([path, 200, false]);
    expect(english.headers.link ?? english.text).toContain('lang=en');
  }
});

describe.each([...WORDED, ...PLAIN, ...LISTS])('%s', (path) => {
  test.each(['', 'NL', 'En', 'eng', 'nl-NL', 'en-GB', 'nl,en', 'nl ', 'de', 'english', 'nederlands', '*', 'null'])('lang=%s is 400 with the allowed values', async (value) => {
    const reply = await ask(`${path}?lang=${encodeURIComponent(value)}`);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('een taal: nl of en');
  });

  test('lang given twice, or by another name, is 400', async () => {
    expect((await ask(`${path}?lang=nl&lang=nl`)).status).toBe(400);
    const other = await ask(`${path}?language=en`);
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('Hier heet dat lang.')]);
  });
});
