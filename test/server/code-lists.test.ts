/** Code lists as served: complete, versioned, conditional, closed, readable. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { titleOf } from '../../server/web/code-list-pages.ts';
import { BASE } from './fake-editions.ts';
import { aRegister, started, type Client } from './harness.ts';

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister() }); });
afterAll(() => server.close());

const HAL = { headers: { accept: 'application/hal+json' } };
const HTML = { headers: { accept: 'text/html' } };
const URL_OF_LISTS = `${BASE}/waardelijsten`;

describe('GET /waardelijsten', () => {
  test('names every list with title, version, source, count and an absolute link', async () => {
    const reply = await server.ask('/v1/waardelijsten');
    expect(reply.headers['content-type']).toBe('application/json');
    const { waardelijsten, _links } = reply.json() as { waardelijsten: readonly Record<string, unknown>[]; _links: unknown };
    expect(_links).toEqual({ self: { href: URL_OF_LISTS } });
    expect(waardelijsten.map(({ naam }) => naam)).toEqual([...CODE_LISTS.keys()]);
    for (const served of waardelijsten) {
      const list = CODE_LISTS.get(served['naam'] as string);
      expect(served).toMatchObject({ versie: list?.version, bron: list?.source, aantal: list?.values.length });
      expect(served['_links']).toEqual({ self: { href: `${URL_OF_LISTS}/${served['naam'] as string}` } });
    }
  });

  test('IR-gen-8: as HAL the same lists are embedded', async () => {
    const reply = await server.ask('/v1/waardelijsten', HAL);
    expect(reply.headers['content-type']).toBe('application/hal+json');
    const { _embedded, _links } = reply.json() as { _embedded: unknown; _links: unknown };
    expect(_links).toEqual({ self: { href: URL_OF_LISTS } });
    expect(_embedded).toEqual({ waardelijsten: (await server.ask('/v1/waardelijsten')).json()['waardelijsten'] });
  });

  test('the landing page leads to it, for programs and for people', async () => {
    const { links } = (await server.ask('/v1')).json() as { links: unknown };
    expect(links).toContainEqual(expect.objectContaining({ href: URL_OF_LISTS }));
    expect((await server.ask('/v1', HTML)).text).toContain(`href="${URL_OF_LISTS}"`);
  });
});

describe('GET /waardelijsten/{naam}', () => {
  test('gives every value letter for letter, and lists values of an older version separately', async () => {
    for (const [name, list] of CODE_LISTS) {
      const reply = await server.ask(`/v1/waardelijsten/${name}`);
      expect(reply.status).toBe(200);
      const body = reply.json() as { waarden: readonly { waarde: string; omschrijving?: string }[]; vervallen?: unknown };
      expect(body).toMatchObject({ naam: name, versie: list.version, bron: list.source, aantal: list.values.length });
      expect(body.waarden.map(({ waarde }) => waarde)).toEqual(list.values);
      expect(body.waarden.flatMap(({ omschrijving }) => omschrijving ?? [])).toEqual(list.labels ?? []);
      expect(body.vervallen).toEqual(list.legacy === undefined ? undefined : {
        versie: list.legacy.version, bron: list.older?.source, waarden: list.legacy.values.map((waarde) => ({ waarde })),
      });
      expect((await server.ask(`/v1/waardelijsten/${name}`, HAL)).json()).toEqual(body);
      expect((await server.ask(`/v1/waardelijsten/${name}`, HTML)).text).toContain(`<h1>${titleOf(name)}</h1>`);
    }
  });

  test('lists the fields that use it', async () => {
    const body = (await server.ask('/v1/waardelijsten/CategorieKwetsbaarheidGebouw')).json();
    expect(body['gebruiktIn']).toEqual([{ type: 'KwetsbaarGebouw', veld: 'categorieKwetsbaarheid' }]);
  });

  test('an open list says so and has a shape', async () => {
    expect((await server.ask('/v1/waardelijsten/TooiWaardelijst')).json())
      .toMatchObject({ open: true, vorm: CODE_LISTS.get('TooiWaardelijst')?.shape, waarden: [] });
  });

  test.each(['bronregistratie', 'Bronregistrati', 'constructor', '__proto__', '%00', 'Bronregistratie%2F', '..%2f..%2fetc'])(
    'nothing but the name of a list is one: %s', async (name) => {
      const reply = await server.ask(`/v1/waardelijsten/${name}`);
      expect([reply.status, reply.headers['content-type']]).toEqual([404, 'application/problem+json']);
      expect((await server.ask(`/v1/waardelijsten/${name}`, { method: 'POST' })).status).toBe(404);
    });
});

describe.each(['/v1/waardelijsten', '/v1/waardelijsten/TypeBrand'])('%s', (path) => {
  test('is conditional, with a tag of its own in each form', async () => {
    const tags = new Set<string>();
    for (const accept of ['application/json', 'application/hal+json', 'text/html']) {
      const first = await server.ask(path, { headers: { accept } });
      const tag = first.headers.etag ?? '';
      expect(first.headers['cache-control']).toBe('public, no-cache');
      tags.add(tag);
      const again = await server.ask(path, { headers: { accept, 'if-none-match': tag } });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
      expect((await server.ask(path, { headers: { accept, 'if-none-match': '"x"' } })).status).toBe(200);
    }
    expect(tags.size).toBe(3);
  });

  test('HEAD has the headers of GET, other methods are 405 with Allow, OPTIONS has the same Allow', async () => {
    const get = await server.ask(path);
    const head = await server.ask(path, { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(get.body.length)]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await server.ask(path, { method });
      expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
    }
    expect((await server.ask(path, { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  test('takes no parameters, has no path with a slash at its end, and no other form', async () => {
    const refused = await server.ask(`${path}?limit=1`);
    expect([refused.status, refused.json()['type']]).toEqual([400, `${BASE}/fouten/ev/parameter/OnbekendeParameter`]);
    expect((await server.ask(`${path}/`)).status).toBe(404);
    expect((await server.ask(path, { headers: { accept: 'text/csv' } })).status).toBe(406);
  });
});

test('a list is titled by its name in words', () => {
  expect(['TypeBrand', 'CategorieCapaciteitEOS', 'BeschermingsniveauTabelB3', 'Bronregistratie'].map(titleOf))
    .toEqual(['Type brand', 'Categorie capaciteit EOS', 'Beschermingsniveau tabel B3', 'Bronregistratie']);
});
