/** GET /verschillen and its feed, over real editions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import { shortHash } from '../../server/response/etags.ts';
import { buildingRoot, createAll, day, location, state } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { realServer, type RealServer } from './real-server.ts';
import { SOUND } from '../always-sound.ts';

const named = (id: string, name: string, x = 100_000) => buildingRoot(id, { x, y: 400_000, name });
const NOW = new Date(day(40));

let server: RealServer;
beforeAll(async () => {
  server = await realServer(
    { changes: createAll([named('a', 'een'), named('b', 'een', 120_000)]), on: 10 },
    {
      changes: [
        { before: named('a', 'een'), after: named('a', 'twee') }, { before: named('b', 'een', 120_000), after: null }, ...createAll([named('c', '=drie', 140_000)]),
      ],
      on: 11,
    },
    { changes: createAll([state('LocatieActiviteit', 'loc', [location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } })])]), on: 12 },
    { changes: [{ before: named('a', 'twee'), after: named('a', 'twee', 100_003) }], on: 13 },
  );
});
afterAll(() => server.close());

interface Shown {
  readonly aantal: number;
  readonly aantallen: unknown;
  readonly opmerking?: string;
  readonly verschillen: readonly Readonly<Record<string, unknown>>[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

async function shown(query: string): Promise<Shown> {
  const reply = await server.ask(`/v1/verschillen?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as unknown as Shown;
}

/** A cursor from the empty register to edition 4, as anybody can make it. */
function madeByHand(position: string): string {
  const place = Buffer.from(position).toString('base64url');
  return `${place}.${shortHash(`${place}|0|4| `)}`;
}

const namesOf = ({ verschillen }: Shown) => verschillen.map(({ soort, id }) => `${String(soort)} ${String(id)}`).sort();
const at = (on: number): string => new Date(day(on)).toISOString();

describe('GET /verschillen', () => {
  test('counts come first, then each difference with its fields before and after', async () => {
    const body = await shown('van=1&tot=2');
    expect(body).toMatchObject({
      van: { nummer: 1, beschikbaarVanaf: at(10) }, tot: { nummer: 2, beschikbaarVanaf: at(11) }, aantal: 3,
      aantallen: { 'kwetsbare-gebouwen': { toegevoegd: 1, gewijzigd: 1, beeindigd: 1 } },
    });
    expect(namesOf(body)).toEqual(['beeindigd b', 'gewijzigd a', 'toegevoegd c']);
    const one = body.verschillen.find(({ id }) => id === 'a');
    expect(one).toEqual({ collectie: 'kwetsbare-gebouwen', id: 'a', soort: 'gewijzigd', velden: [{ veld: 'bronhouder', voor: 'een', na: 'twee' }] });
    expect(body.verschillen.find(({ id }) => id === 'c')).toMatchObject({ na: { bronhouder: '=drie', geometrie: { type: 'Polygon' } } });
    expect((await shown('van=3&tot=4')).verschillen).toEqual([expect.objectContaining({
      id: 'a', velden: [expect.objectContaining({ veld: 'geometrie', geometrie: { soort: 'verplaatst', meters: 3 } })],
    })]);
  });

  test('the ends are numbers or moments, and tot defaults to now; 0 and a moment before the first edition are the empty register', async () => {
    expect(await shown(`van=${at(10)}&tot=${at(11)}`)).toMatchObject({ aantal: 3 });
    expect(namesOf(await shown('van=1&collecties=kwetsbare-gebouwen'))).toEqual(['beeindigd b', 'gewijzigd a', 'toegevoegd c']);
    for (const van of ['0', at(9)]) expect(namesOf(await shown(`van=${van}&tot=1`))).toEqual(['toegevoegd a', 'toegevoegd b']);
  });

  test('pages by cursor name both editions, so that a walk survives a publication, and give every difference once', async () => {
    const all = namesOf(await shown('van=0&limit=100'));
    let href = '/v1/verschillen?van=0&limit=2';
    const walked: string[] = [];
    while (href !== '') {
      const page = (await server.ask(href)).json() as unknown as Shown;
      walked.push(...namesOf(page));
      const next = page.links.find(({ rel }) => rel === 'next');
      if (next !== undefined) expect(next.href).toContain('van=0&tot=4&cursor=');
      href = next === undefined ? '' : next.href.slice(new URL(BASE).origin.length);
    }
    expect(walked.sort()).toEqual(all);
    expect((await server.ask(`/v1/verschillen?van=0&tot=4&cursor=${'x'.repeat(20)}.00000000`)).json()).toMatchObject({ status: 400 });
  });

  test.each(['', 'geen JSON', 'null', '{}', '["wegen"]', '["wegen",1e999,"a"]', '["wegen","1","a"]', '["onbekend",1,"a"]', '[["wegen"],1,"a"]', '["wegen",1,null]'])(
    'a cursor made by hand, with a checksum that is right, is 400: %s', async (position) => {
      expect((await server.ask(`/v1/verschillen?van=0&tot=4&cursor=${madeByHand(position)}`)).json()).toMatchObject({ status: 400, type: `${BASE}/fouten/ev/parameter/CursorOngeldig` });
    });

  test('the same cursor of a position is read', async () => {
    expect((await server.ask(`/v1/verschillen?van=0&tot=4&cursor=${madeByHand('["wegen",1,"a"]')}`)).status).toBe(200);
  });

  test('a difference counts when the feature before or after matches the filters of items', async () => {
    const box = (x: number) => `bbox=${x - 5},399990,${x + 20},400020&bbox-crs=http://www.opengis.net/def/crs/EPSG/0/28992`;
    expect(namesOf(await shown(`van=1&tot=2&${box(120_000)}`))).toEqual(['beeindigd b']);
    expect(namesOf(await shown(`van=1&tot=2&${box(300)}`))).toEqual([]);
    expect(namesOf(await shown('van=1&tot=2&bronhoudercode=AB12'))).toHaveLength(3);
    expect(namesOf(await shown('van=1&tot=2&bronhoudercode=ZZ99'))).toEqual([]);
    expect(namesOf(await shown('van=0&geometrieSoort=punt'))).not.toContain('toegevoegd a');
  });

  test('a CQL2 filter selects what matches before or after, by the evaluator of items; a field that a collection lacks is 400', async () => {
    const filtered = (filter: string, more = '') => `van=1&tot=2&collecties=kwetsbare-gebouwen&filter=${encodeURIComponent(filter)}${more}`;
    expect(namesOf(await shown(filtered("bronhouder = 'een'")))).toEqual(['beeindigd b', 'gewijzigd a']);
    expect(namesOf(await shown(filtered("bronhouder = 'twee'")))).toEqual(['gewijzigd a']);
    expect(await shown(filtered("bronhouder = 'twee'"))).toMatchObject({ aantal: 1 });
    expect(namesOf(await shown(filtered('{"op":"=","args":[{"property":"id"},"c"]}', '&filter-lang=cql2-json')))).toEqual(['toegevoegd c']);
    const near = filtered('S_DWITHIN(geometry,POINT(140000 400000),50)', '&filter-crs=http://www.opengis.net/def/crs/EPSG/0/28992');
    expect(namesOf(await shown(near))).toEqual(['toegevoegd c']);
    expect(namesOf(await shown(`van=1&tot=2&filter=${encodeURIComponent("id LIKE '%'")}`))).toHaveLength(3);
    const refused = await server.ask(`/v1/verschillen?van=1&tot=2&filter=${encodeURIComponent('populatie = 1')}`);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/Voor collectie [a-z-]+: Teken 1/);
    expect((await server.ask(`/v1/verschillen?${filtered('niets = 1')}`)).status).toBe(400);
    expect((await server.ask('/v1/verschillen?van=1&filter-lang=sql')).status).toBe(400);
  });

  test('the page links each object at the moment of its edition', async () => {
    const { text } = await server.ask('/v1/verschillen?van=1&tot=2&f=html');
    for (const [id, on] of [['a', 11], ['b', 10], ['c', 11]] as const) {
      const href = `/collections/kwetsbare-gebouwen/items/${id}?beschikbaarOp=${at(on)}`;
      expect(text).toContain(`href="${BASE}${href}"`);
      expect((await server.ask(`/v1${href}`)).status).toBe(200);
    }
  });

  test('GeoJSON has the features before and after, CSV a line for each field, and no formula', async () => {
    const geojson = await server.ask('/v1/verschillen?van=1&tot=2&f=geojson&crs=http://www.opengis.net/def/crs/EPSG/0/28992');
    const { features } = geojson.json() as unknown as { features: { id: string; properties: Record<string, unknown>; geometry: unknown }[] };
    expect(features.map(({ id, properties }) => `${id} ${String(properties['verschilSoort'])} ${String(properties['verschilToestand'])}`).sort()).toEqual([
      'a gewijzigd na', 'a gewijzigd voor', 'b beeindigd voor', 'c toegevoegd na',
    ]);
    expect(JSON.stringify(features[0]!.geometry)).toMatch(/\[1\d\d0\d\d,4000\d\d\]/);
    const csv = await server.ask('/v1/verschillen?van=1&tot=2&f=csv');
    expect(csv.text.split('\r\n').slice(0, -1).sort()).toContain('kwetsbare-gebouwen,a,gewijzigd,bronhouder,een,twee');
  });

  test('the page has counts, a map and the fields, in both languages', async () => {
    const page = await server.ask('/v1/verschillen?van=1&tot=2&f=html');
    expect(page.text).toContain('<h1>Verschillen</h1>');
    expect(page.text).toMatch(/een → twee/);
    expect(page.text).toContain('<svg');
    expect((await server.ask('/v1/verschillen?van=1&tot=2&f=html&lang=en')).text).toContain('<h1>Differences</h1>');
  });

  test('the page names its filters, keeps them in its form, and does not call a filtered nothing no differences', async () => {
    const { text } = await server.ask('/v1/verschillen?van=1&tot=2&bronhoudercode=ZZ999&collecties=kwetsbare-gebouwen&f=html');
    expect(text).toContain('Alleen objecten met <code>collecties=kwetsbare-gebouwen</code> <code>bronhoudercode=ZZ999</code>');
    expect(text).toContain('<input type="hidden" name="bronhoudercode" value="ZZ999">');
    expect(text).toContain('Geen verschillen die bij deze filters horen.');
  });

  test('an equal query has an equal tag, which answers 304 without a comparison; another pair has another', async () => {
    const { headers } = await server.ask('/v1/verschillen?van=1&tot=2');
    expect((await server.ask('/v1/verschillen?van=1&tot=2', { headers: { 'if-none-match': headers.etag! } })).status).toBe(304);
    expect((await server.ask('/v1/verschillen?van=1&tot=3')).headers.etag).not.toBe(headers.etag);
    expect(headers['cache-control']).toBe('public, no-cache');
  });

  test('equal and reversed ends are answered and said; the future, an unknown number and a missing van are refused', async () => {
    expect(await shown('van=2&tot=2')).toMatchObject({ aantal: 0, opmerking: expect.stringContaining('dezelfde toestand') as string });
    const reversed = await shown('van=2&tot=1');
    expect(namesOf(reversed)).toEqual(['beeindigd c', 'gewijzigd a', 'toegevoegd b']);
    expect(reversed.opmerking).toContain('van is later dan tot');
    const refused = async (query: string) => {
      const reply = await server.ask(`/v1/verschillen?${query}`);
      return [reply.status, (reply.json()['invalid-params'] as { reason: string }[])[0]!.reason] as const;
    };
    expect(await refused('tot=2')).toEqual([400, expect.stringContaining('van ontbreekt: geef een editienummer van 0')]);
    const { 'invalid-params': [missing] } = (await server.ask('/v1/verschillen?tot=2')).json() as { 'invalid-params': { example: string }[] };
    expect(missing?.example, 'has the parameter that lacks').toMatch(/verschillen\?tot=2&van=3$/);
    expect(await refused('van=5')).toEqual([400, expect.stringContaining('tot en met 4, of een tijdstip')]);
    expect(await refused('van=1&bronhoudercode=')).toEqual([400, expect.stringContaining('verwacht een bronhoudercode: 3 tot 6 tekens')]);
    expect(await refused('van=gisteren')).toEqual([400, expect.stringContaining('tot en met 4, of een tijdstip')]);
    expect((await refused(`van=1&tot=${new Date(NOW.getTime() + 1e12).toISOString()}`))[0]).toBe(403);
    expect((await server.ask('/v1/verschillen?van=1&filter=id')).status).toBe(400);
    expect((await server.ask('/v1/verschillen?van=1&onbekend=1')).status).toBe(400);
    expect((await server.ask('/v1/verschillen?van=1', { headers: { accept: 'image/png' } })).status).toBe(406);
  });
});

describe('GET /verschillen/feed', () => {
  test('lists publications with stable ids, counts and the address of their differences', async () => {
    const { text, headers, status } = await server.ask('/v1/verschillen/feed');
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect([...text.matchAll(/<entry><id>([^<]*)<\/id>/g)].map(([, id]) => id)).toEqual([4, 3, 2, 1].map((one) => `${BASE}/edities/${one}`));
    expect(text).toContain(`<updated>${at(13)}</updated>`);
    expect(text).toContain(`href="${BASE}/verschillen?van=1&amp;tot=2"`);
    expect(text).toContain('Kwetsbare gebouwen: 1 toegevoegd, 1 gewijzigd, 1 beëindigd');
    expect((await server.ask('/v1/verschillen/feed', { headers: { 'if-none-match': headers.etag! } })).status).toBe(304);
    expect((await server.ask('/v1/verschillen/feed?van=1')).status).toBe(400);
  });

  test('is of the whole register: a filter is refused, and the response says what the feed takes', async () => {
    for (const query of ["filter=id='a'", 'bbox=4,52,5,53', 'zoek=a']) {
      const reply = await server.ask(`/v1/verschillen/feed?${query}`);
      expect([reply.status, (reply.json()['invalid-params'] as { reason: string }[])[0]!.reason]).toEqual([400, expect.stringContaining('neemt geen filter')]);
    }
  });
});

describe('an object that became secret', () => {
  test('shows in no form, feed or count of differences; the editions that showed it are 410', async () => {
    const secret = named('geheim-1', 'verborgen', 120_000);
    const own = await realServer(
      { changes: createAll([named('a', 'een'), secret]), on: 10 }, { changes: [{ before: secret, after: null }], on: 11 },
      { changes: [{ before: named('a', 'een'), after: named('a', 'twee') }], on: 12 },
    );
    try {
      withdraw({ folder: own.folder, audience: 'public' }, [1], SOUND);
      for (const form of ['json', 'geojson', 'csv', 'html']) {
        for (const query of ['van=0', 'van=0&tot=2', 'van=2', 'van=2&tot=0', "van=0&filter=id%20LIKE%20'geheim%25'", 'van=0&zoek=verborgen']) {
          const { status, text } = await own.ask(`/v1/verschillen?${query}&f=${form}`);
          expect([query, status]).toEqual([query, 200]);
          expect(text).not.toContain('geheim-1');
        }
        const gone = await own.ask(`/v1/verschillen?van=1&f=${form}`);
        expect([gone.status, gone.text.includes('geheim')]).toEqual([410, false]);
      }
      expect(((await own.ask('/v1/verschillen?van=0')).json() as unknown as Shown).aantal).toBe(1);
      expect((await own.ask('/v1/verschillen/feed')).text).not.toContain('geheim');
    } finally {
      await own.close();
    }
  });
});

describe('editions that are gone or active again', () => {
  test('a withdrawn edition is 410 with the nearest kept numbers or moments; a roll-back compares the active edition', async () => {
    withdraw({ folder: server.folder, audience: 'public' }, [2], SOUND);
    for (const [query, nearest] of [['van=2', '1, 3'], ['van=1&tot=2', '1, 3'], [`van=${at(11)}`, at(12)]] as const) {
      const reply = await server.ask(`/v1/verschillen?${query}`);
      expect([query, reply.status]).toEqual([query, 410]);
      expect(reply.text).toContain(nearest);
    }
    activate(openStore(server.folder, SOUND), { audience: 'public', edition: 1, now: new Date(day(14)) });
    server.editions.refresh();
    expect(await shown('van=1')).toMatchObject({ tot: { nummer: 1 }, aantal: 0 });
    expect((await shown('van=4')).aantal).toBeGreaterThan(0);
  });
});
