/** Pages of lists: the form, what it becomes, the words about the result, sorting, and the address for programs. */
import { describe, expect, test } from 'vitest';
import { FORM_MARK } from '../../server/parameters/filter-form.ts';
import { servedExamples } from './example-server.ts';
import { BASE } from './fake-editions.ts';

const server = servedExamples();
const TANKS = '/v1/collections/opslag-referenties/items';

const pageAt = (path: string, language = 'nl') => server.ask(path, { headers: { accept: 'text/html', 'accept-language': language } });
const hrefs = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => unescaped(href!));
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
const pathOf = (href: string) => { const { pathname, search } = new URL(href); return pathname + search; };

/** Submits the form of a page as a browser does: with all its inputs, changed ones by name. */
async function submitted(path: string, changed: Readonly<Record<string, string>>) {
  const { text } = await pageAt(path);
  const [form = ''] = /<form[\s\S]*<\/form>/.exec(text) ?? [];
  const inputs = new Map([...form.matchAll(/<input [^>]*>/g)].map(([tag]) => {
    const attribute = (name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
    return [attribute('name'), attribute('value')];
  }));
  for (const [, name = '', options = ''] of form.matchAll(/<select name="([^"]*)">([\s\S]*?)<\/select>/g)) {
    inputs.set(name, unescaped(/value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? ''));
  }
  for (const [name, value] of Object.entries(changed)) {
    expect([...inputs.keys()]).toContain(name);
    inputs.set(name, value);
  }
  return await pageAt(`${path.split('?', 1)[0]}?${new URLSearchParams([...inputs]).toString()}`);
}

describe('the form of a list', () => {
  test('sends empty inputs, and leads to an address without them that finds the requested objects', async () => {
    const reply = await submitted(TANKS, { 'vanaf.inhoud': '5', 'typeOpslagReferentie': 'opslagtank', 'zoek': 'tank*' });
    expect([reply.status, reply.headers['cache-control']]).toEqual([303, 'no-store']);
    const clean = String(reply.headers.location);
    expect(clean).toBe(`/v1/collections/opslag-referenties/items?zoek=tank*&typeOpslagReferentie=opslagtank&filter=inhoud%20%3E%3D%205`);
    const { text } = await pageAt(clean);
    expect(text).toContain('name="zoek" value="tank*"');
    expect(text).toContain('name="vanaf.inhoud" value="5"');
    expect(text).toContain('<option value="opslagtank" selected>');
    const json = (await server.ask(clean)).json() as { numberMatched: number };
    expect(json.numberMatched).toBeGreaterThan(0);
    expect(text).toContain(` van ${json.numberMatched}.`);
  });

  test('keeps what it shows when it is sent again unchanged', async () => {
    const query = 'zoek=a*&bovengronds=true&sorteer=-inhoud&limit=5&geldigOp=2026-02-01&filter=inhoud%20%3E%3D%205%20AND%20S_DWITHIN(geometry%2C%20POINT(155000%20463000)%2C%20300000)%20AND%20(id%20LIKE%20%27NL%25%27)'
      + '&filter-crs=http://www.opengis.net/def/crs/EPSG/9.9.1/28992';
    const { headers } = await submitted(`${TANKS}?${query}`, {});
    const sorted = (text: string) => [...new URLSearchParams(text)].map(String).sort();
    expect(sorted(String(headers.location).split('?')[1]!)).toEqual(sorted(query));
  });

  test('of whole documents has one value per field and no distance, and works too', async () => {
    const { text } = await pageAt('/v1/locatie-activiteiten');
    expect(text).not.toMatch(/name="(?:vanaf|tot|punt|filter)/);
    const { status, headers } = await submitted('/v1/locatie-activiteiten', { bronhoudercode: 'AB12' });
    expect([status, headers.location]).toEqual([303, `/v1/locatie-activiteiten?bronhoudercode=AB12`]);
  });

  test.each([
    [{ 'punt.x': '155000' }, /afstand\.m/], [{ 'vanaf.inhoud': 'veel' }, /vanaf\.inhoud/],
  ])('%j is refused on the page, in words', async (changed, name) => {
    const { status, text } = await submitted(TANKS, changed);
    expect(status).toBe(400);
    expect(text).toMatch(name);
  });

  test.each([
    ['application/geo+json', `?${FORM_MARK}=1&zoek=`], ['application/geo+json', '?zoek='], ['text/html', '?zoek='], ['text/html', '?vanaf.inhoud=5'],
  ])('%s with %s, which no form sent, is refused', async (accept, query) => {
    expect((await server.ask(TANKS + query, { headers: { accept } })).status).toBe(400);
  });

  test('escapes what it keeps', async () => {
    const { status, text } = await pageAt(`${TANKS}?omschrijving=${encodeURIComponent('"><script>x</script>')}`);
    expect(status).toBe(200);
    expect(text).not.toContain('<script>x');
  });
});

describe('the result', () => {
  test('beyond the last page says that there are objects', async () => {
    const { text } = await pageAt(`${TANKS}?offset=5000`);
    expect(text).toMatch(/Op deze bladzijde staat niets meer; er zijn \d+ objecten\./);
    expect(text).not.toContain('Geen objecten gevonden');
  });

  test('at an instant of datetime names it, and leads to the objects of that day', async () => {
    const { text } = await pageAt(`${TANKS}?datetime=2026-10-15T12:00:00Z`);
    expect(text).toContain('Toestand op 2026-10-15T12:00:00Z');
    const objects = hrefs(text).filter((href) => /\/opslag-referenties\/items\/[^?]+/.test(href));
    expect(objects.length).toBeGreaterThan(0);
    for (const href of objects) expect(href).toContain('geldigOp=2026-10-15');
  });

  test('that a body asked for does not say that it is without conditions', async () => {
    const { text } = await server.ask('/v1/kwetsbare-gebouwen/_zoek', {
      method: 'POST', headers: { 'accept': 'text/html', 'accept-language': 'nl', 'content-type': 'application/json' },
      body: JSON.stringify({ _geo: { intersects: { type: 'Polygon', coordinates: [[[3.5, 51.2], [3.6, 51.2], [3.6, 51.3], [3.5, 51.2]]] } } }),
    });
    expect(text).toContain('Geen objecten gevonden.');
    expect(text).toContain('Met de voorwaarden uit de vraag zelf.');
    expect(text).not.toContain('Zonder voorwaarden');
  });

  test('keeps everything behind a second question mark in the link to the other language', async () => {
    const { text } = await pageAt('/v1/zoeken?zoek=wind?molen&geldigOp=2026-01-01');
    expect(hrefs(text)).toContain(`${BASE}/zoeken?zoek=wind?molen&geldigOp=2026-01-01&lang=en`);
  });

  test('that is empty says edition, day and conditions, each with a link without it', async () => {
    const { text } = await pageAt(`${TANKS}?zoek=bestaatniet&bovengronds=true&geldigOp=2026-02-01`);
    expect(text).toContain('Geen objecten gevonden.');
    expect(text).toMatch(/Gezocht in editie 1 \(gepubliceerd 20 november 2026 om 11:00 CET\), geldig op 1 februari 2026\./);
    expect(text).toContain('woorden: <code>bestaatniet</code>');
    expect(hrefs(text)).toContain(`${BASE}/collections/opslag-referenties/items?bovengronds=true&geldigOp=2026-02-01`);
    expect(text).not.toContain('<svg');
  });

  test('has sortable heads that say how it is sorted, and turn the order', async () => {
    const { text } = await pageAt(`${TANKS}?sorteer=inhoud&bovengronds=true`);
    expect(text).toMatch(/<th scope="col" class="number" aria-sort="ascending"><a href="[^"]*sorteer=-inhoud&amp;bovengronds=true"/);
    expect(text.match(/aria-sort/g)).toHaveLength(1);
    const [other] = hrefs(text).filter((href) => href.includes('sorteer=omschrijving'));
    expect((await pageAt(pathOf(other!))).text).toContain('aria-sort="ascending"');
  });

  test('shows codes in words, numbers aligned with their unit in the head, in one language', async () => {
    const { text } = await pageAt('/v1/collections/pr-contouren/items?filter=afstand%20%3E%200');
    expect(text).toMatch(/Afstand \(m\)/);
    expect(text).toMatch(/<td class="number">\d/);
    const english = (await pageAt('/v1/collections/pr-contouren/items', 'en')).text;
    expect(english).toContain('Distance (m)');
    expect(english).not.toMatch(/Afstand|Gezocht|Woorden|bladzijde/);
  });

  test('gives programs the address and a request for the same objects', async () => {
    const { text } = await pageAt(`${TANKS}?omschrijving=${encodeURIComponent("o'x & \"y\"")}`);
    const [, address = ''] = /curl -H 'Accept: application\/geo\+json' '([^ ]*)'<\/code>/.exec(text) ?? [];
    expect(unescaped(address)).toBe(`${BASE}/collections/opslag-referenties/items?omschrijving=o%27x%20%26%20%22y%22`);
  });
});

describe('a value in a filter that no code list has', () => {
  const amber = (text: string) => [...text.matchAll(/<p class="amber">(.*?)<\/p>/g)].map(([, found]) => unescaped(found!.replace(/<[^>]*>/g, '')));
  const pageOf = (filter: string, language = 'nl') => pageAt(`${TANKS}?filter=${encodeURIComponent(filter)}`, language);
  const SAID = 'opslagtnk is geen waarde van typeOpslagReferentie. Geen object heeft deze waarde. Dat zegt niets over risico. Bedoeld is misschien opslagtank. Waardelijst: TypeOpslagReferentie.';

  test.each([
    "typeOpslagReferentie = 'opslagtnk'", "typeOpslagReferentie <> 'opslagtnk'", "typeOpslagReferentie IN ('opslagtank', 'opslagtnk', 'opslagtnk')",
    "NOT (inhoud > 5 OR typeOpslagReferentie = 'opslagtnk')", "CASEI(typeOpslagReferentie) = CASEI('opslagtnk')",
  ])('is named with similar ones: %s', async (filter) => {
    const { status, text } = await pageOf(filter);
    expect([status, amber(text)]).toEqual([200, [SAID]]);
  });

  test('is named in a list of codes, and in English', async () => {
    const { text } = await pageOf("typeOpslagReferentie = 'opslagtnk'", 'en');
    expect(amber(text)[0]).toMatch(/^opslagtnk is no value of typeOpslagReferentie\. No object has this value\. .* meant: opslagtank\. Code list: TypeOpslagReferentie\.$/);
  });

  test.each([
    "typeOpslagReferentie = 'opslagtank'", "CASEI(typeOpslagReferentie) = CASEI('OPSLAGTANK')", "typeOpslagReferentie LIKE 'opslagtnk%'",
    "typeOpslagReferentie > 'a'", "typeOpslagReferentie = 'gegevenInTransitie'", "omschrijving = 'opslagtnk'", 'inhoud = 5',
  ])('is not: %s', async (filter) => {
    const { status, text } = await pageOf(filter);
    expect([status, amber(text)]).toEqual([200, []]);
  });
});

test('fields have their meaning on hover and on touch, on lists and on pages of objects', async () => {
  const { text } = await pageAt(TANKS);
  expect(text).toMatch(/<code title="[^"]+">inhoud<\/code>/);
  expect(text).toMatch(/<details><summary>Wat er in de kolommen staat<\/summary><dl class="fields"><dt>/);
  const first = /\/v1\/collections\/opslag-referenties\/items\/[^"?]+/.exec(text)![0];
  expect((await pageAt(first)).text).toMatch(/<dt><details class="meaning"><summary>Inhoud <code>inhoud<\/code><\/summary><p>een getal[^<]*<\/p>/);
});
