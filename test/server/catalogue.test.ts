/** Catalogue: mandatory properties of DCAT-AP-NL 3.0, and the files for search engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { termsOf } from '../../schemas/terms.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

const TERMS = termsOf({
  licence: 'CC0 1.0 <http://creativecommons.org/publicdomain/zero/1.0/>', contact: 'Servicepunt EV <ev@voorbeeld.nl> <https://voorbeeld.nl/ev>',
  attribution: 'Bron: Gemeente Voorbeeld', publisher: 'Gemeente Voorbeeld <https://identifier.overheid.nl/tooi/id/gemeente/gm0000>',
});

/** The mandatory properties of DCAT-AP 3.0 and DCAT-AP-NL 3.0 (their SHACL shapes with minCount 1), by class. */
const MANDATORY: Readonly<Record<string, readonly string[]>> = {
  'dcat:Catalog': ['dct:title', 'dct:description', 'dct:publisher', 'dcat:contactPoint', 'dcat:dataset'],
  'dcat:Dataset': [
    'dct:title', 'dct:description', 'dct:accessRights', 'dcat:contactPoint', 'dct:creator', 'dct:identifier', 'dct:publisher', 'dcat:theme',
  ],
  'dcat:Distribution': ['dcat:accessURL', 'dct:license'],
  'dcat:DataService': [
    'dct:title', 'dct:description', 'dct:accessRights', 'dcat:contactPoint', 'dcat:endpointURL', 'dcat:endpointDescription', 'dct:identifier', 'dct:license',
    'dct:publisher', 'dcat:theme',
  ],
  'foaf:Agent': ['foaf:name'], 'vcard:Kind': ['vcard:fn', 'vcard:hasEmail'],
};
/** Properties that an object may have once. */
const SINGLE = ['dct:publisher', 'dct:identifier', 'dcat:accessURL', 'dcat:accessService', 'dcat:endpointDescription', 'dct:license', 'dct:accessRights'];
/** Properties that only settings can give. */
const DECLARED = ['dct:publisher', 'dct:creator', 'dcat:contactPoint', 'dct:license', 'dct:rights'];

type Node = Readonly<Record<string, unknown>>;
const graphOf = async (server: Client): Promise<readonly Node[]> => (await server.ask('/v1/catalogus')).json()['@graph'] as readonly Node[];
const typesOf = (node: Node): readonly string[] => [node['@type']].flat() as readonly string[];

let [declared, silent]: [Client, Client] = [undefined, undefined] as unknown as [Client, Client];
beforeAll(async () => {
  [declared, silent] = await Promise.all([started({ editions: aRegister(), terms: TERMS }), started({ editions: aRegister() })]);
});
afterAll(() => Promise.all([declared.close(), silent.close()]));

describe('/catalogus', () => {
  test('has each class with its mandatory properties, and one value where only one is allowed', async () => {
    const graph = await graphOf(declared);
    for (const [type, properties] of Object.entries(MANDATORY)) {
      const nodes = graph.filter((node) => typesOf(node).includes(type));
      expect([type, nodes.length]).toEqual([type, 1]);
      for (const node of nodes) {
        expect([type, properties.filter((property) => node[property] === undefined)]).toEqual([type, []]);
        expect([type, SINGLE.filter((property) => Array.isArray(node[property]))]).toEqual([type, []]);
      }
    }
  });

  test('names only prefixes of its context, and its internal links resolve', async () => {
    const body = (await declared.ask('/v1/catalogus')).json();
    const graph = body['@graph'] as readonly Node[];
    const prefixes = Object.keys(body['@context'] as object);
    const ids = new Set(graph.map((node) => node['@id']));
    for (const node of graph) {
      for (const name of [...Object.keys(node).filter((key) => !key.startsWith('@')), ...typesOf(node)]) expect(prefixes).toContain(name.split(':')[0]);
      const links = Object.values(node).map((value) => (value as { '@id'?: string } | null)?.['@id']).filter((id) => id?.startsWith(`${BASE}/catalogus#`));
      for (const id of links) expect(ids).toContain(id);
    }
  });

  test('addresses of the service in it answer', async () => {
    const text = JSON.stringify(await graphOf(declared));
    const addresses = new Set([...text.matchAll(/"@id":"([^"#]+)"/g)].map(([, href]) => href!).filter((href) => href.startsWith(BASE)));
    expect(addresses.size).toBeGreaterThan(3);
    for (const href of addresses) expect([href, (await declared.ask(href.slice(new URL(BASE).origin.length))).status]).toEqual([href, 200]);
  });

  test('without settings it claims nothing and has the rest', async () => {
    for (const node of await graphOf(silent)) {
      expect(DECLARED.filter((property) => property in node)).toEqual([]);
      for (const type of typesOf(node)) {
        expect((MANDATORY[type] ?? []).filter((property) => !DECLARED.includes(property) && node[property] === undefined)).toEqual([]);
      }
    }
  });

  test('is JSON-LD, or plain JSON', async () => {
    expect((await declared.ask('/v1/catalogus')).headers['content-type']).toBe('application/ld+json');
    expect((await declared.ask('/v1/catalogus?f=json')).headers['content-type']).toBe('application/json');
  });
});

test('the sitemap has pages of the service, each of which exists', async () => {
  const { headers, text } = await declared.ask('/v1/sitemap.xml');
  expect([headers['content-type'], text]).toEqual(['application/xml; charset=utf-8', expect.stringMatching(/^<\?xml .*<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/s)]);
  const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, href]) => href!);
  expect(pages.length).toBeGreaterThan(50);
  for (const href of pages.filter((_, at) => at % 7 === 0 || at < 3)) {
    expect([href, (await declared.ask(href.slice(new URL(BASE).origin.length), { headers: { accept: 'text/html,*/*;q=0.1' } })).status]).toEqual([href, 200]);
  }
});

test.each(['/robots.txt', '/v1/robots.txt'])('%s names the sitemap', async (path) => {
  const { status, headers, text } = await declared.ask(path);
  expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', `User-agent: *\nDisallow: /*?\nSitemap: ${BASE}/sitemap.xml\n`]);
});

test('nothing else is outside the base URL', async () => {
  expect((await declared.ask('/robots.txt/')).status).toBe(404);
  expect((await declared.ask('/sitemap.xml')).status).toBe(404);
});
