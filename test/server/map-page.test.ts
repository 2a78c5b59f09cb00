/** The map page: its parts without script, its policy, its parameters, and the pure parts of its scripts. */
import proj4 from 'proj4';
import { describe, expect, test } from 'vitest';
import { roughRd } from '../../pipelines/prepare/rules/rough-rd.ts';
import { CRSS } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { conditionPairs, queryOf, radiusOf, searchOf, stateOf, USUAL_STATE, type MapState } from '../../server/web/client/map-address.ts';
import { rdOf } from '../../server/web/client/map-rd.ts';
import { CELL_SIZES } from '../../server/parameters/cel.ts';
import { cellSizeFor, snapped } from '../../server/web/client/map-load.ts';
import { dayBefore, literalOf, monthsBack, nameOf } from '../../server/web/client/map-literals.ts';
import type { MapPageData } from '../../server/web/client/map-page-data.ts';
import { areaOf, areaText, lengthOf, lengthText, shortCount, viewText } from '../../server/web/client/map-texts.ts';
import { servedExamples } from './example-server.ts';
import { aRegister, started } from './harness.ts';

const { ask } = servedExamples();

async function pageAt(query: string, headers: Readonly<Record<string, string>> = {}) {
  return await ask(`/v1/kaart${query}`, { headers });
}

describe('the page', () => {
  test.each(['*/*', 'text/html'])('is HTML for %s, with scripts of this host only', async (accept) => {
    const { status, headers, text } = await pageAt('', { accept });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'; connect-src 'self'$/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]*src=)|style="|onclick/);
  });

  test('every file that it loads is there', async () => {
    const { text } = await pageAt('');
    const files = [...text.matchAll(/(?:src|href)="(\/v1\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) expect([file, (await ask(file)).status]).toEqual([file, 200]);
    const script = await ask(files.find((file) => file.endsWith('/map.ts'))!);
    const modules = [...script.text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name]) => name!);
    expect(modules).toContain('map-view.ts');
    for (const name of modules) expect((await ask(files.find((file) => file.endsWith('/map.ts'))!.replace('map.ts', name))).status).toBe(200);
  });

  test('without script it is a form that leads to the surroundings, and says so', async () => {
    const { text } = await pageAt('?plaats=102020,411530&straal=300&lang=nl');
    expect(text).toContain('<noscript><p class="amber">De kaart zelf werkt alleen met script.');
    expect(text).toContain('<form action="/v1/omgeving" method="get"');
    expect(text).toContain('name="plaats" value="102020,411530"');
    expect(text).toContain('value="300"');
    expect(text).toMatch(/<div id="map-app" hidden/);
  });

  test('gives the scripts every collection with its colour, in the language of the page', async () => {
    const { text } = await pageAt('?lang=en');
    const data = JSON.parse(/data-map="([^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as MapPageData;
    expect(data).toMatchObject({ base: '/v1', language: 'en', today: '2026-11-21', edition: { number: 1 } });
    expect(data.kinds.map(({ id }) => id)).toEqual(COLLECTIONS);
    expect(data.kinds.every(({ symbol }) => /^#[0-9a-f]{6}$/.test(symbol.colour))).toBe(true);
    expect(data.kinds.find(({ id }) => id === 'wegen')!.title).toBe('Roads outside the basic network');
    expect(text).not.toContain('Wegen buiten het basisnet');
  });

  test('the legend has a box for every kind, and each risk as people write it', async () => {
    const { text } = await pageAt('?lang=nl');
    for (const collection of COLLECTIONS) expect(text).toContain(`name="map-kind" value="${collection}"`);
    expect(text).toContain('PR 10⁻⁶');
    expect(text).toContain('gestreept: door het register afgeleid van een afstand');
  });

  test.each([
    'midden=1', 'midden=5.3;52', 'zoom=17', 'zoom=x', 'lijn=1,2,3', 'plaats=1', 'collecties=onbekend', 'geldigOp=gisteren', 'straal=1e9', 'onbekend=1',
    `filter=${'x'.repeat(LIMITS.filterCharsMax + 1)}`,
  ])('%s is refused', async (query) => {
    expect((await pageAt(`?${query}`)).status).toBe(400);
  });

  test('a tag sent back gives 304', async () => {
    const { headers } = await pageAt('?zoom=5');
    expect((await pageAt('?zoom=5', { 'if-none-match': headers.etag! })).status).toBe(304);
  });
});

describe('a basemap', () => {
  test('is in the data of the page, and its host alone may give images beside this host', async () => {
    const basemap = { attribution: 'Kadaster', url: 'https://kaart.example/{z}/{x}/{y}.png' };
    const server = await started({ editions: aRegister(), basemap });
    const { headers, text } = await server.ask('/v1/kaart');
    await server.close();
    expect(headers['content-security-policy']).toContain("img-src 'self' https://kaart.example;");
    expect(text).toContain('&quot;basemap&quot;:{&quot;attribution&quot;:&quot;Kadaster&quot;');
  });

  test('is absent by default, and then no other host is named', async () => {
    expect((await pageAt('')).headers['content-security-policy']).toContain("img-src 'self';");
  });
});

describe('the address', () => {
  const states: readonly MapState[] = [
    { ...USUAL_STATE, centre: [102_020, 411_530], zoom: 9.25 },
    { ...USUAL_STATE, kinds: ['pr-contouren', 'kwetsbare-gebouwen'], filter: "populatie > 100 AND id LIKE 'a&b=%'", validOn: '2025-06-01', availableAt: '2026-03-01T12:00:00Z' },
    { ...USUAL_STATE, kinds: [], place: [1, 2], radius: 250, geometryKind: 'vlak' },
    { ...USUAL_STATE, place: [0, 0, 10, 0, 10, 10], line: [0, 0, 3, 4] }, { ...USUAL_STATE, place: [0, 0, 10, 0, 10, 10], isInside: true },
  ];
  test.each(states)('gives the same view back: %#', (state) => {
    expect(stateOf(searchOf(state))).toEqual(state);
  });

  test.each(states)('is accepted by the server: %#', async (state) => {
    expect((await pageAt(`?${searchOf({ ...state, place: state.place.map((one) => one + 150_000) })}`)).status).toBe(200);
  });

  test('of a place alone looks at that place', () => {
    expect(stateOf('?plaats=102020,411530')).toMatchObject({ centre: [102_020, 411_530], zoom: 10, radius: 500 });
    expect(stateOf('?plaats=0,0,10,0,10,20')).toMatchObject({ centre: [5, 10] });
  });

  test.each([['', 500], [' ', 500], ['0', 0], ['250.6', 251], ['-5', 0], ['99999', 5_000]])('the radius of a field with "%s" is %d m', (text, radius) => {
    expect(radiusOf(text, 5_000)).toBe(radius);
  });

  test('an address without parameters is the usual view', () => {
    expect(stateOf('')).toEqual(USUAL_STATE);
  });

  test('requests for data carry filter and moments', () => {
    expect(queryOf(conditionPairs(states[1]!))).toBe("filter=populatie%20%3E%20100%20AND%20id%20LIKE%20'a%26b%3D%25'&geldigOp=2025-06-01&beschikbaarOp=2026-03-01T12:00:00Z");
  });
});

describe('the conditions', () => {
  test.each([['2026-11-26', 0, '2026-11-26'], ['2026-11-26', 11, '2025-12-26'], ['2026-03-31', 1, '2026-02-28'], ['2024-03-31', 1, '2024-02-29'], ['2026-01-15', 13, '2024-12-15']])(
    '%s less %d months is %s', (today, months, day) => {
      expect(dayBefore(today, months)).toBe(day);
      expect(monthsBack(today, day)).toBe(months);
    });

  test.each([
    ['populatie', '100', { type: 'integer' }, 'populatie', '100'], ['vermogen', '2,5', { type: 'number' }, 'vermogen', '2.5'],
    ['identificatie.lokaalID', "a'b", { type: 'string' }, '"identificatie.lokaalID"', "'a''b'"],
    ['beginGeldigheid', '2024-01-01T00:00:00Z', { type: 'string', format: 'date-time' }, 'beginGeldigheid', "TIMESTAMP('2024-01-01T00:00:00Z')"],
  ])('%s = %s is a filter that the service understands', async (field, value, type, name, literal) => {
    expect([nameOf(field), literalOf(value, type)]).toEqual([name, literal]);
    const collection = field === 'vermogen' ? 'windturbines' : 'kwetsbare-gebouwen';
    const filter = encodeURIComponent(`${name} = ${literal}`);
    expect((await ask(`/v1/collections/${collection}/tellingen?filter=${filter}`)).status).toBe(200);
  });
});

test.each([[5.387638889, 52.156160556], [4.61849, 51.68976], [6.5, 53.2], [5.7, 50.85]])('the position %d, %d is in RD where the register has it', (longitude, latitude) => {
  Object.assign(globalThis, { proj4 });
  const [x, y] = rdOf(longitude, latitude);
  const [expectedX, expectedY] = roughRd(CRSS.CRS84, longitude, latitude)!;
  expect(Math.hypot(x - expectedX, y - expectedY)).toBeLessThan(2);
});

describe('cells', () => {
  test.each([[1, 100], [3_440, 50_000], [100, 10_000], [40, 2_500]])('at %d metres a pixel are %d metres wide', (resolution, size) => {
    expect(cellSizeFor(resolution, CELL_SIZES)).toBe(size);
  });

  test('a box is widened to whole cells within the range of the service', () => {
    expect(snapped([1_250, 2_600, 7_100, 9_900], 1_000, [0, 0, 7_500, 20_000])).toEqual([1_000, 2_000, 7_500, 10_000]);
  });
});

describe('sentences', () => {
  const looked = { edition: { number: 12, published: '26 november 2026' }, isNewEdition: false, today: '2026-11-26', validOn: '', availableAt: '', hasFilter: false, geometryKind: '', kinds: 3 };
  const nothing = { drawn: 0, counted: 0, outside: 0, withoutGeometry: 0, total: 0, refused: [] };

  test('a publication since the view before is named first', () => {
    const view = { ...nothing, drawn: 2, total: 2 };
    expect(viewText(view, { ...looked, isNewEdition: true }, 'nl')).toMatch(/^Er is een nieuwe publicatie: de kaart toont nu editie 12 \(gepubliceerd 26 november 2026\)\. In beeld: 2 objecten/);
    expect(viewText(view, { ...looked, isNewEdition: true }, 'en')).toMatch(/^There is a new publication: the map now shows edition 12 /);
  });

  test('nothing in view names edition, day, filter and part of the map', () => {
    const text = viewText(nothing, { ...looked, hasFilter: true }, 'nl');
    expect(text).toContain('in editie 12 (gepubliceerd 26 november 2026), geldig op 2026-11-26, met het filter, in dit deel van de kaart');
    expect(text).toContain('betekent niet dat het hier veilig is');
    expect(viewText(nothing, { ...looked, availableAt: '2026-01-01T00:00:00Z' }, 'en')).toContain('as available at 2026-01-01T00:00:00Z, valid on 2026-01-01');
  });

  test.each([['2026-01-01T00:00:00Z', '', '2026-01-01'], ['2025-12-31T23:30:00Z', '', '2026-01-01'], ['2025-06-30T22:30:00Z', '2024-05-05', '2024-05-05']])(
    'available at %s, validity on "%s" means that the search is about %s', (availableAt, validOn, day) => {
      expect(viewText(nothing, { ...looked, availableAt, validOn }, 'nl')).toContain(`geldig op ${day}, in dit deel`);
    });

  test('objects that are not drawn are counted', () => {
    const text = viewText({ ...nothing, drawn: 12, counted: 34_000, withoutGeometry: 1, total: 1_000_000 }, looked, 'nl');
    expect(text).toBe('In beeld: 34.012 objecten. 12 zijn getekend, 34.000 staan als aantal per vak; zoom in om ze te zien. In heel Nederland: 1.000.000. 1 daarvan heeft geen ligging en staat op geen kaart.');
  });

  test('counted objects with their centre outside the view are named', () => {
    const some = { ...nothing, counted: 1_200, outside: 20, total: 5_000 };
    expect(viewText(some, looked, 'nl')).toContain('1.200 staan als aantal per vak, waarvan 20 met hun midden buiten beeld; zoom in');
    expect(viewText(some, looked, 'en')).toContain('1,200 are numbers in cells, 20 of these with their centre outside the view; zoom in');
  });

  test('a past moment and a kind of geometry are named', () => {
    const some = { ...nothing, drawn: 1, total: 1 };
    expect(viewText(some, { ...looked, validOn: '2025-06-01', availableAt: '2026-01-01T00:00:00Z', geometryKind: 'vlak' }, 'nl')).toBe(
      'In beeld: 1 object, getekend. De kaart toont de toestand geldig op 2025-06-01 zoals beschikbaar op 2026-01-01T00:00:00Z. Alleen objecten met geometrieSoort vlak. In heel Nederland: 1.');
    expect(viewText(some, { ...looked, validOn: '2025-06-01' }, 'en')).toContain('The map shows the state valid on 2025-06-01.');
  });

  test('a kind that was not searched is named first, and the total leaves it out', () => {
    const refused = [['Wegen', 'geen veld x.'], ['Buisleidingen', '503']] as const;
    expect(viewText({ ...nothing, drawn: 2, total: 5, refused }, looked, 'nl')).toBe(
      'Niet gezocht in: Wegen (geen veld x); Buisleidingen (503). In beeld: 2 objecten, alle getekend. In heel Nederland: 5 (zonder de soorten waarin niet is gezocht).');
    expect(viewText({ ...nothing, refused }, looked, 'en')).toMatch(/^Not searched: Wegen \(geen veld x\); .* Nothing in view of the other chosen kinds\./);
  });

  test('a search that failed for every kind never says that nothing is in view', () => {
    const all = { ...nothing, refused: [['PR-contouren', '503']] } as const;
    expect(viewText(all, { ...looked, kinds: 1 }, 'nl')).toBe('Er kon niet worden gezocht; de kaart zegt nu niets over wat hier is. Niet gezocht in: PR-contouren (503).');
    expect(viewText(all, { ...looked, kinds: 1 }, 'en')).toBe('The search failed; the map now says nothing about what is here. Not searched: PR-contouren (503).');
  });

  test('an empty choice of kinds is named', () => {
    expect(viewText(nothing, { ...looked, kinds: 0 }, 'en')).toBe('No kind is chosen, so the map shows nothing.');
  });

  test('lengths and areas', () => {
    expect(lengthOf([0, 0, 3, 4, 3, 10])).toBe(11);
    expect(areaOf([0, 0, 10, 0, 10, 20, 0, 20])).toBe(200);
    expect([lengthText(84.6, 'nl'), lengthText(1_236, 'nl'), areaText(200, 'nl'), areaText(15_000, 'en'), areaText(2_500_000, 'nl')])
      .toEqual(['85 m', '1,24 km', '200 m²', '1.5 ha', '2,5 km²']);
    expect([950, 1_234, 35_400, 999_600, 1_100_000].map((count) => shortCount(count, 'nl'))).toEqual(['950', '1,2k', '35k', '1,0M', '1,1M']);
    expect([950, 1_234, 35_400, 1_100_000].map((count) => shortCount(count, 'en'))).toEqual(['950', '1.2k', '35k', '1.1M']);
  });
});
