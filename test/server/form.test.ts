/** Form: the parameter `f` means the same as Accept for every resource, and links of the response keep it. */
import { describe, expect, test } from 'vitest';
import { FEATURE_FORMS, FORMS, MEDIA_TYPES } from '../../server/request/negotiate.ts';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';
import type { Reply } from './harness.ts';

const server = servedExamples();

interface Operation { readonly parameters: readonly { readonly $ref: string }[] }
interface Parameter { readonly name: string; readonly schema: { readonly enum: readonly string[] } }

interface Link { readonly rel: string; readonly href: string; readonly type: string }

const LPG = 'NL.IMEV.AB12.lpg-0001';
const LISTED = ['json', 'hal', 'html'];
/** Each kind of readable resource, and its forms. */
const READABLE: readonly (readonly [string, readonly string[]])[] = [
  ['/v1', ['json', 'openapi', 'html']], ['/v1/openapi.json', ['json', 'openapi']], ['/v1/conformance', ['json', 'html']], ['/v1/collections', ['json', 'html']],
  ['/v1/collections/wegen', ['json', 'html']], ['/v1/collections/wegen/schema', ['json', 'schema', 'html']], ['/v1/collections/wegen/queryables', ['json', 'schema', 'html']],
  ['/v1/collections/kwetsbare-gebouwen/items', FEATURE_FORMS], [`/v1/collections/locatie-activiteiten/items/${LPG}`, FEATURE_FORMS],
  ['/v1/locatie-activiteiten', LISTED], [`/v1/locatie-activiteiten/${LPG}`, LISTED], [`/v1/locatie-activiteiten/${LPG}/versies`, LISTED],
  [`/v1/locatie-activiteiten/${LPG}/contouren`, LISTED], [`/v1/locatie-activiteiten/${LPG}/contouren/${LPG}-pr`, LISTED],
  ['/v1/edities', LISTED], ['/v1/crss', ['json', 'html']], ['/v1/crss/28992', ['json', 'gml', 'html']], ['/v1/waardelijsten', LISTED], ['/v1/waardelijsten/TypeBrand', LISTED],
  ['/v1/schemas', LISTED], ['/v1/catalogus', ['json', 'jsonld']], ['/v1/schemas/Windturbine', ['json', 'schema', 'html']], ['/v1/fouten', [...LISTED, 'csv']], ['/v1/fouten/ev/BestaatNiet', LISTED],
];

describe.each(READABLE)('%s', (path, forms) => {
  test('f selects each form, whatever Accept says', async () => {
    for (const form of forms) {
      const { status, headers } = await server.ask(`${path}?f=${form}`, { headers: { accept: 'image/png' } });
      expect([form, status, headers['content-type']]).toEqual([form, 200, MEDIA_TYPES[form as 'json']]);
    }
  });

  test('OpenAPI documents exactly these forms', async () => {
    const { paths, components } = (await server.ask('/v1/openapi.json')).json() as { paths: Record<string, { get: Operation }>; components: { parameters: Record<string, Parameter> } };
    const named = path.slice(3).replace(`${LPG}-pr`, '{subId}').replace(`/items/${LPG}`, '/items/{featureId}').replace(LPG, '{id}')
      .replace(/^(\/collections\/)[a-z-]+(?=$|\/schema|\/queryables)/, '$1{collectionId}').replace(/28992$/, '{code}')
      .replace('TypeBrand', '{naam}').replace('Windturbine', '{type}').replace('BestaatNiet', '{fout}');
    const parameter = paths[named || '/']!.get.parameters.map(({ $ref }) => components.parameters[$ref.split('/').at(-1)!]!).find(({ name }) => name === 'f');
    expect(new Set(parameter?.schema.enum)).toEqual(new Set(forms));
  });

  test('a form of other resources is 406', async () => {
    for (const form of FORMS.filter((one) => !forms.includes(one))) {
      const { status, headers } = await server.ask(`${path}?f=${form}`);
      expect([form, status, headers['content-type']]).toEqual([form, 406, form === 'html' ? MEDIA_TYPES.html : 'application/problem+json']);
    }
  });

  test('any other value is 400 with the allowed values and a valid address', async () => {
    for (const value of ['', 'JSON', 'Html', 'json-fg', 'application/json', 'geo+json', 'json ', 'yaml', 'json,html', 'toString']) {
      const reply = await server.ask(`${path}?f=${encodeURIComponent(value)}`);
      const [param] = reply.json()['invalid-params'] as { name: string; allowed: string[]; example: string }[];
      expect([value, reply.status, param?.name, new Set(param?.allowed)]).toEqual([value, 400, 'f', new Set(forms)]);
      expect((await server.ask(param!.example.slice(new URL(BASE).origin.length))).status).toBe(200);
    }
  });
});

test('a repeated f is refused, also with a percent-encoded name', async () => {
  for (const query of ['f=json&f=html', 'f=json&%66=json']) {
    const { status, text } = await server.ask(`/v1/collections/wegen/items?${query}`);
    expect([status, text]).toEqual([400, expect.stringContaining('HerhaaldeParameter')]);
  }
  expect((await server.ask('/v1/collections?%66=html')).headers['content-type']).toContain('text/html');
});

test('an error is shown in the form that f names', async () => {
  const [page, problem] = [await server.ask('/v1/niets?f=html'), await server.ask('/v1/niets?f=json', { headers: { accept: 'text/html' } })];
  expect([page.headers['content-type'], problem.headers['content-type']]).toEqual([MEDIA_TYPES.html, 'application/problem+json']);
});

test('a write takes no f', async () => {
  const { status, text } = await server.ask('/v1/_search?f=hal', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"zoek":"propaan*"}' });
  expect([status, text.startsWith('{"currentPage"') || text.includes('_embedded')]).toEqual([200, true]);
});

const linksOf = (reply: Reply): Readonly<Record<string, string>> => (
  Object.fromEntries((reply.json()['links'] as Link[]).filter(({ rel, type }) => rel !== 'alternate' || type === 'text/html').map(({ rel, href }) => [rel, href]))
);

describe('links', () => {
  test('of a page of features keep f, and its web page has f=html', async () => {
    const items = `${BASE}/collections/kwetsbare-gebouwen/items`;
    const first = await server.ask('/v1/collections/kwetsbare-gebouwen/items?f=json&limit=1');
    const links = linksOf(first);
    expect(links).toMatchObject({ self: `${items}?limit=1&f=json`, alternate: `${items}?limit=1&f=html` });
    expect(links['next']).toContain('&f=json&cursor=');
    const second = await server.ask(links['next']!.slice(new URL(BASE).origin.length), { headers: { accept: 'text/html' } });
    expect([second.status, second.headers['content-type']]).toEqual([200, MEDIA_TYPES.json]);
    expect((await server.ask(links['alternate']!.slice(new URL(BASE).origin.length))).headers['content-type']).toBe(MEDIA_TYPES.html);
  });

  test('of the service keep f and a moment in the given order, as GDAL follows them', async () => {
    for (const query of ['f=json', 'geldigOp=2026-10-01&f=json', 'f=json&geldigOp=2026-10-01']) {
      let path = `/v1?${query}`;
      for (const rel of ['data', 'items', 'self']) {
        const body = (await server.ask(path)).json() as { links: Link[]; collections?: { links: Link[] }[] };
        const { href } = [...body.links, ...body.collections?.[0]?.links ?? []].find((link) => link.rel === rel)!;
        expect([query, rel, href.includes(query)]).toEqual([query, rel, true]);
        path = href.slice(new URL(BASE).origin.length);
        const { status, headers } = await server.ask(path, { headers: { accept: 'text/html' } });
        expect([status, headers['content-type']]).toEqual([200, MEDIA_TYPES.json]);
      }
    }
    const { links } = (await server.ask('/v1?f=json')).json() as { links: Link[] };
    for (const { href, type } of links.filter((link) => link.href.startsWith(BASE) && link.type === 'text/html')) {
      expect([type, (await server.ask(href.slice(new URL(BASE).origin.length))).headers['content-type']]).toEqual([type, MEDIA_TYPES.html]);
    }
  });

  test('of a page of documents, of editions and of one feature keep it too', async () => {
    const documents = await server.ask('/v1/kwetsbare-gebouwen?f=hal&paginaGrootte=1');
    expect((documents.json()['_links'] as { next: { href: string } }).next.href).toContain('f=hal');
    expect(documents.headers['link']).toMatch(/f=html[^>]*>; rel="alternate"/);
    expect((await server.ask('/v1/edities?f=json&paginaGrootte=1')).headers['link']).toContain('f=json');
    const path = `/v1/collections/locatie-activiteiten/items/${LPG}`;
    expect(linksOf(await server.ask(`${path}?f=geojson`))).toMatchObject({
      self: `${BASE}${path.slice(3)}?f=geojson`, alternate: `${BASE}${path.slice(3)}?f=html`,
    });
  });

  test('without f stay as they are', async () => {
    const { links } = (await server.ask('/v1/collections/kwetsbare-gebouwen/items?limit=1')).json() as { links: Link[] };
    const [alternates, others] = [links.filter(({ rel }) => rel === 'alternate'), links.filter(({ rel }) => rel !== 'alternate')];
    for (const { href } of others) expect(href).not.toContain('f=');
    const forms = FEATURE_FORMS.filter((form) => form !== 'json' && form !== 'geojson');
    expect(alternates.map(({ type }) => type)).toEqual(['text/html', ...forms.filter((form) => form !== 'html').map((form) => MEDIA_TYPES[form])]);
    for (const { href, type } of alternates.slice(1)) {
      expect([href, (await server.ask(href.slice(new URL(BASE).origin.length))).headers['content-type']]).toEqual([href, type]);
    }
  });
});

test('the page of a list of features leads to the whole list in every form for programs, with its conditions', async () => {
  const page = await server.ask('/v1/collections/kwetsbare-gebouwen/items?bronhoudercode=AB12&limit=1&profile=jsonfg&f=html');
  expect(page.headers['content-type']).toBe(MEDIA_TYPES.html);
  const [, row = ''] = /hoogstens 10\.000 objecten: (.*?)<\/p>/.exec(page.text) ?? [];
  const forms = FEATURE_FORMS.filter((form) => form !== 'html' && form !== 'json');
  const links = [...row.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&').slice(new URL(BASE).origin.length));
  expect(links).toHaveLength(forms.length);
  const all = (await server.ask('/v1/collections/kwetsbare-gebouwen/items?bronhoudercode=AB12&limit=100')).json()['features'] as readonly { readonly id: string }[];
  for (const [at, form] of forms.entries()) {
    const { headers, text } = await server.ask(links[at]!);
    expect([form, headers['content-type']]).toEqual([form, MEDIA_TYPES[form]]);
    expect([form, all.filter(({ id }) => !text.includes(id))]).toEqual([form, []]);
  }
});
