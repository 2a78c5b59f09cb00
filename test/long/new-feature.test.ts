/** A POST of a feature that leaves fields to the register, over HTTP with real tokens: its address, its report, and what is refused. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken, openTokens } from '../../pipelines/state/access/tokens.ts';
import { started, type Client, type Reply } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import { opened } from './real-desk.ts';

const RD = `<${CRSS['28992'].uri}>`;
const STATION = JSON.parse(readFileSync(join(PROJECT, 'data/examples/lpg-tankstation-amersfoort.json'), 'utf8')) as JsonObject & { id: string };
const TYPED = { bronhoudercode: 'AB12', beginGeldigheid: '2026-01-01T00:00:00Z', categorieKwetsbaarheid: 'kwetsbaar' };
const UNKNOWN = { waarde: null, geenWaardeReden: 'waardeOnbekend' };

const ends: (() => void | Promise<void>)[] = [];
let server: Client;
let tokens: Readonly<Record<'sourced' | 'plain', string>>;
let column = 0;

beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'ev-drawn-'));
  ends.push(() => { rmSync(data, { recursive: true, force: true }); });
  const clock = (): Date => new Date();
  const { desk, editions } = await opened((end) => { ends.push(end); }, data);
  addOrganisation(data, { id: 'KVK:12345678', name: 'Voorbeeld', codes: ['AB12'], roles: ['writer'], bronregistratie: 'BGT' });
  addOrganisation(data, { id: 'KVK:87654321', name: 'Zonder bron', codes: ['CD34'], roles: ['writer'] });
  const tokenOf = (organisation: string): string => addToken(data, { organisation, holders: [], days: 1 }, clock()).token;
  tokens = { sourced: tokenOf('KVK:12345678'), plain: tokenOf('KVK:87654321') };
  server = await started({ editions, desk, credentials: openTokens(data, clock), clock });
  ends.push(() => server.close());
  const station = await post('/v1/locatie-activiteiten', STATION);
  expect(station.status).toBe(201);
}, 120_000);
afterAll(async () => { for (const end of ends.toReversed()) await end(); });

function post(path: string, body: Json, by: keyof typeof tokens = 'sourced'): Promise<Reply> {
  const type = path.endsWith('/items') ? 'application/geo+json' : 'application/json';
  return server.ask(path, { method: 'POST', body: JSON.stringify(body), headers: { authorization: `Bearer ${tokens[by]}`, 'content-type': type, 'content-crs': RD } });
}

/** A building that was drawn with these properties, each a little further. */
function draw(properties: JsonObject, { by = 'sourced', more = {} }: { by?: keyof typeof tokens; more?: JsonObject } = {}): Promise<Reply> {
  column += 1;
  const [x, y] = [194_000 + column * 30, 469_000];
  const geometry = { type: 'Polygon', coordinates: [[[x, y], [x + 10, y], [x + 10, y + 10], [x, y]]] };
  return post('/v1/collections/kwetsbare-gebouwen/items', { type: 'Feature', geometry, properties, ...more }, by);
}

interface Answered { readonly report: { readonly findings: readonly { rule: string; pointer: string; found?: string }[] } }
const notesOf = (reply: Reply) => (reply.json() as unknown as Answered).report.findings.filter(({ rule }) => rule === 'verzoek.ingevuld').map(({ pointer }) => pointer);
const paramsOf = (reply: Reply) => reply.json()['invalid-params'] as readonly { type: string; name: string; reason: string; allowed?: readonly string[] }[];

describe('OPEN-new-feature: a drawn building', () => {
  test('without id, type and source is made; Location names it, the report has a note on each field, and it can be read', async () => {
    const made = await draw({ ...TYPED, entityType: null, id: null, identificatie: null, populatie: null, eindGeldigheid: null });
    expect([made.status, made.phrase]).toEqual([201, 'Created']);
    expect(notesOf(made)).toEqual(['/properties/entityType', '/properties/id', '/properties/identificatie', '/properties/geometrieMetagegevens']);
    const id = decodeURIComponent(String(made.headers.location).split('/').at(-1)!);
    expect(id).toMatch(/^NL\.IMEV\.AB12\.[0-9a-f]{32}$/);
    const read = (await server.ask(new URL(String(made.headers.location)).pathname)).json() as unknown as { id: string; properties: JsonObject };
    expect(read).toMatchObject({ id, properties: {
      entityType: 'KwetsbaarGebouw', identificatie: { namespace: 'NL.IMEV', lokaalID: id.slice('NL.IMEV.'.length) }, geometrieMetagegevens: { bronregistratie: 'BGT' },
    } });
    const other = await draw(TYPED);
    expect([other.status, other.headers.location === made.headers.location]).toEqual([201, false]);
  });

  test('with one of id and identificatie gets the other, wherever the id stands', async () => {
    const [byId, byMember, byParts] = [
      await draw({ ...TYPED, id: 'NL.IMEV.AB12.n1' }), await draw(TYPED, { more: { id: 'NL.IMEV.AB12.n2' } }),
      await draw({ ...TYPED, identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.n3' } }),
    ];
    for (const [at, made] of [byId, byMember, byParts].entries()) {
      expect([made.status, String(made.headers.location).endsWith(`/NL.IMEV.AB12.n${at + 1}`)], made.text).toEqual([201, true]);
    }
    expect(notesOf(byId)).toContain('/properties/identificatie');
    expect(notesOf(byParts)).toContain('/properties/id');
    expect((await draw({ ...TYPED, id: 'NL.IMEV.AB12.n1' })).status).toBe(409);
  });

  test('of an organisation without a source lacks geometrieMetagegevens, and the status line says so', async () => {
    const refused = await draw({ ...TYPED, bronhoudercode: 'CD34' }, { by: 'plain' });
    expect([refused.status, refused.phrase]).toEqual([400, 'Een verplicht veld ontbreekt: geometrieMetagegevens']);
    const made = await draw({ ...TYPED, bronhoudercode: 'CD34', geometrieMetagegevens: { bronregistratie: 'BAG' } }, { by: 'plain' });
    expect([made.status, String(made.headers.location)]).toEqual([201, expect.stringMatching(/\/NL\.IMEV\.CD34\.[0-9a-f]{32}$/)]);
  });

  test.each<readonly [string, JsonObject, string, string]>([
    ['the type of another collection', { entityType: 'KwetsbareLocatie', gebruiksdoeleindenLocatie: 'recreatief nachtverblijf' }, 'entityType', 'Send it to the path of its own type'],
    ['a type that is none', { entityType: 'Gebouw' }, 'entityType', 'KwetsbaarGebouw'],
    ['an id that cannot be taken apart', { id: 'gebouw 1' }, 'identificatie', 'Add "identificatie"'],
    ['half of identificatie', { identificatie: { namespace: 'NL.IMEV' } }, 'id', 'Add "id"'],
    ['identificatie as text', { identificatie: 'AB12.x' }, 'identificatie', 'object'],
    ['half of geometrieMetagegevens', { geometrieMetagegevens: { toelichting: 'x' } }, 'geometrieMetagegevens.bronregistratie', 'Add "bronregistratie"'],
    ['a source that is none', { geometrieMetagegevens: { bronregistratie: 'kadaster' } }, 'geometrieMetagegevens.bronregistratie', 'BAG'],
    ['no begin', { beginGeldigheid: null }, 'beginGeldigheid', 'Add "beginGeldigheid"'],
    ['no category', { categorieKwetsbaarheid: null }, 'categorieKwetsbaarheid', 'Add "categorieKwetsbaarheid"'],
    ['no code of the holder', { bronhoudercode: null }, 'bronhoudercode', 'Add "bronhoudercode"'],
  ])('with %s is refused, and the refusal says what to do', async (_, change, name, words) => {
    const refused = await draw({ ...TYPED, ...change });
    expect(refused.status, refused.text).toBe(400);
    const named = paramsOf(refused).filter((param) => param.name === name);
    expect(named, refused.text).not.toEqual([]);
    expect(`${named[0]!.reason} ${named[0]!.allowed?.join(' ') ?? ''}`).toContain(words);
  });

  test('with an id of the Feature that differs from that of its properties is refused; with an identificatie that differs it is warned', async () => {
    const refused = await draw({ ...TYPED, id: 'NL.IMEV.AB12.v1' }, { more: { id: 'NL.IMEV.AB12.v2' } });
    expect([refused.status, refused.phrase]).toEqual([400, 'De id van de Feature is een andere dan die in properties: id']);
    const made = await draw({ ...TYPED, id: 'NL.IMEV.AB12.v3', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.v4' } });
    expect([made.status, (made.json() as unknown as Answered).report.findings.map(({ rule }) => rule)]).toEqual([201, expect.arrayContaining(['regel.id-aanbevolen'])]);
  });

  test('of another type is refused for that before all else that is wrong, and the status line says so', async () => {
    const refused = await draw({ ...TYPED, entityType: 'KwetsbareLocatie', categorieKwetsbaarheid: 'zeerKwetsbaar', populatie: 'veel', beginGeldigheid: null });
    expect([refused.status, refused.phrase], refused.text).toEqual([400, 'Een object hoort niet op dit pad: entityType']);
    const names = paramsOf(refused).map(({ name }) => name);
    expect([names[0], names.length > 1]).toEqual(['entityType', true]);
  });

  test('of another holder’s code is refused as before', async () => {
    expect((await draw({ ...TYPED, bronhoudercode: 'CD34' })).status).toBe(403);
  });
});

describe('OPEN-feature-texts: a building of which all fields are texts', () => {
  const ALL = {
    bronhoudercode: 'AB12', beginGeldigheid: '2026-01-01', categorieKwetsbaarheid: 'Kwetsbaar', geometrieMetagegevens: '{"bronregistratie":"BGT"}', populatie: '12,5',
    informatieGeheim: 'nee', comment: 'getekend', gebruiksdoeleindenDetail: '["school","kantoor"]', documentInfo: '{"naam":"Besluit","link":"https://example.org/1"}',
    idPandBAG: '0193100000098765', kadastraleAanduiding: 'UTH02D02662G0000', bronhouder: '', bronobjectID: '', entityType: '', id: '', eindGeldigheid: null,
  };
  const VALUES = {
    beginGeldigheid: '2025-12-31T23:00:00Z', categorieKwetsbaarheid: 'kwetsbaar', geometrieMetagegevens: { bronregistratie: 'BGT' }, populatie: 12.5, informatieGeheim: false,
    comment: ['getekend'], gebruiksdoeleindenDetail: ['school', 'kantoor'], documentInfo: { naam: 'Besluit', link: 'https://example.org/1' }, kadastraleAanduiding: ['UTH02D02662G0000'],
    bronhouder: null, bronobjectID: null, entityType: 'KwetsbaarGebouw',
  };
  const readIn = (reply: Reply) => (reply.json() as unknown as Answered).report.findings.filter(({ rule }) => rule === 'verzoek.tekst-gelezen').map(({ pointer }) => pointer.slice(pointer.lastIndexOf('/') + 1));
  const write = (method: 'PUT' | 'PATCH', id: string, body: Json) => server.ask(`/v1/collections/kwetsbare-gebouwen/items/${id}`, {
    method, body: JSON.stringify(body),
    headers: { authorization: `Bearer ${tokens.sourced}`, 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/geo+json', 'content-crs': RD },
  });
  const propertiesOf = async (id: string) => ((await server.ask(`/v1/collections/kwetsbare-gebouwen/items/${id}`)).json() as unknown as { properties: JsonObject }).properties;
  const ring = [[[195_000, 469_000], [195_010, 469_000], [195_010, 469_010], [195_000, 469_000]]];

  test('is made by POST with the values, and the report has a note on each', async () => {
    const made = await draw(ALL);
    expect(made.status, made.text).toBe(201);
    expect(readIn(made).toSorted()).toEqual([
      'beginGeldigheid', 'bronhouder', 'bronobjectID', 'categorieKwetsbaarheid', 'comment', 'documentInfo', 'entityType', 'gebruiksdoeleindenDetail', 'geometrieMetagegevens', 'id',
      'informatieGeheim', 'kadastraleAanduiding', 'populatie',
    ]);
    expect(await propertiesOf(String(made.headers.location).split('/').at(-1)!)).toMatchObject(VALUES);
  });

  test('is made and replaced by PUT', async () => {
    const id = 'NL.IMEV.AB12.put1';
    const body = (populatie: string): Json => ({
      type: 'Feature', id, geometry: { type: 'Polygon', coordinates: ring },
      properties: { ...ALL, id, identificatie: '{"namespace":"NL.IMEV","lokaalID":"AB12.put1"}', entityType: 'KwetsbaarGebouw', populatie },
    });
    for (const [populatie, status] of [['12,5', 201], ['13,5', 200]] as const) {
      const put = await write('PUT', id, body(populatie));
      expect([put.status, readIn(put)], put.text).toEqual([status, expect.arrayContaining(['populatie', 'identificatie', 'bronhouder'])]);
      expect(await propertiesOf(id)).toMatchObject({ ...VALUES, populatie: Number(populatie.replace(',', '.')) });
    }
    const refused = await write('PUT', id, body('1.234'));
    expect([refused.status, refused.phrase]).toEqual([400, 'Een waarde is van de verkeerde soort: populatie']);
  });

  test('is changed by PATCH: an emptied field has no value any more, and a day does not end it, for nobody can tell whether it counts', async () => {
    const made = await draw({ ...TYPED, bronobjectID: 'x', populatie: 3 });
    const id = String(made.headers.location).split('/').at(-1)!;
    const patch = (properties: JsonObject) => write('PATCH', id, { properties });
    const changed = await patch({ bronobjectID: '', populatie: '4', informatieGeheim: 'false' });
    expect([changed.status, readIn(changed)], changed.text).toEqual([200, ['bronobjectID', 'populatie', 'informatieGeheim']]);
    expect(await propertiesOf(id)).toMatchObject({ bronobjectID: null, populatie: 4, informatieGeheim: false });
    const emptied = await patch({ categorieKwetsbaarheid: '' });
    expect([emptied.status, emptied.phrase]).toEqual([400, 'Een verplicht veld ontbreekt: categorieKwetsbaarheid']);
    const day = await patch({ eindGeldigheid: '2026-06-01' });
    expect([day.status, day.phrase, paramsOf(day)[0]?.allowed]).toEqual(
      [400, 'Een datum of tijd bestaat niet, of is anders geschreven; een tijdstip als 2021-01-31T09:00:00: eindGeldigheid', ['2026-06-01T00:00:00']],
    );
    const other = await patch({ entityType: 'KwetsbareLocatie', populatie: 'veel' });
    expect([other.status, other.phrase]).toEqual([400, 'Een object hoort niet op dit pad: entityType']);
    const ended = await patch({ eindGeldigheid: '2026-06-01 00:00' });
    expect([ended.status, readIn(ended)], ended.text).toEqual([200, ['eindGeldigheid']]);
  });
});

describe('a drawn feature of what a root nests', () => {
  const link = { href: `#${STATION.id}-vulpunt` };
  const contour = { bronhoudercode: 'AB12', beginGeldigheid: '2026-01-01T00:00:00Z', typePlaatsgebondenRisico: 'PR10-7', maatgevendeStof: UNKNOWN, afstandOfGeometrie: { afstand: 80 } };

  test('gets type and id; its Location is that of the feature', async () => {
    const made = await post('/v1/collections/pr-contouren/items', { type: 'Feature', geometry: null, properties: { ...contour, hoortBij: [link] } });
    expect([made.status, String(made.headers.location)], made.text).toEqual([201, expect.stringMatching(/\/collections\/pr-contouren\/items\/NL\.IMEV\.AB12\.[0-9a-f]{32}$/)]);
    expect(notesOf(made)).toEqual(['/properties/entityType', '/properties/id', '/properties/identificatie']);
    expect((await server.ask(new URL(String(made.headers.location)).pathname)).status).toBe(200);
  });

  test('with texts is made, replaced and changed with their values, its link among them', async () => {
    const texts = { ...contour, hoortBij: link.href, afstandOfGeometrie: '{"afstand":90}', maatgevendeStof: JSON.stringify(UNKNOWN), aardRisico: '' };
    const made = await post('/v1/collections/pr-contouren/items', { type: 'Feature', geometry: null, properties: texts });
    const read = (reply: Reply) => (reply.json() as unknown as Answered).report.findings.filter(({ rule }) => rule === 'verzoek.tekst-gelezen').map(({ pointer }) => pointer.slice(pointer.lastIndexOf('/') + 1));
    expect([made.status, read(made).toSorted()], made.text).toEqual([201, ['aardRisico', 'afstandOfGeometrie', 'hoortBij', 'maatgevendeStof']]);
    const path = new URL(String(made.headers.location)).pathname;
    const write = (method: string, type: string, body: Json) => server.ask(path, {
      method, body: JSON.stringify(body), headers: { authorization: `Bearer ${tokens.sourced}`, 'content-type': type, 'content-crs': RD },
    });
    const changed = await write('PATCH', 'application/merge-patch+json', { properties: { afstandOfGeometrie: '{"afstand":70}', aardRisico: '' } });
    expect([changed.status, read(changed)], changed.text).toEqual([200, ['afstandOfGeometrie', 'aardRisico']]);
    expect((await server.ask(path)).json()).toMatchObject({ properties: { afstand: 70, aardRisico: null } });
    const id = path.split('/').at(-1)!;
    const whole = { ...texts, entityType: 'PRContour', id, identificatie: { namespace: 'NL.IMEV', lokaalID: id.slice('NL.IMEV.'.length) } };
    const put = await write('PUT', 'application/geo+json', { type: 'Feature', id, geometry: null, properties: whole });
    expect([put.status, read(put)], put.text).toEqual([200, expect.arrayContaining(['hoortBij', 'afstandOfGeometrie'])]);
    const other = await write('PUT', 'application/geo+json', { type: 'Feature', id, geometry: null, properties: { ...whole, entityType: 'BrandAandachtsgebied' } });
    expect([other.status, other.phrase]).toEqual([400, 'Een object hoort niet op dit pad: entityType']);
  });

  test('that is changed into another type is refused for that before all else that is wrong', async () => {
    const activity = objectsOf(STATION).find(({ kind }) => kind === 'activity')!;
    const refused = await server.ask(`/v1/collections/ev-activiteiten/items/${activity.id}`, {
      method: 'PATCH', body: JSON.stringify({ properties: { entityType: 'TankenCNG', vergunningsPlicht: 'misschien' } }),
      headers: { authorization: `Bearer ${tokens.sourced}`, 'content-type': 'application/merge-patch+json' },
    });
    expect([refused.status, refused.phrase], refused.text).toEqual([400, 'Een object heeft een ander entityType dan het object op het pad: entityType']);
    expect(paramsOf(refused).length).toBeGreaterThan(1);
  });

  test('gets the source where it has a geometry of its own', async () => {
    const tank = objectsOf(STATION).find(({ type }) => type === 'OpslagReferentie')!.data;
    const { id: _id, identificatie: _identificatie, entityType: _type, geometrieMetagegevens: _source, geometrie, ...typed } = tank;
    const made = await post('/v1/collections/opslag-referenties/items', {
      type: 'Feature', geometry: geometrie!, properties: { ...typed, resulteertIn: UNKNOWN },
    });
    expect([made.status, notesOf(made).at(-1)], made.text).toEqual([201, '/properties/geometrieMetagegevens']);
  });

  test('of activities must name its type: all are told', async () => {
    const refused = await post('/v1/collections/ev-activiteiten/items', { type: 'Feature', geometry: null, properties: { bronhoudercode: 'AB12' } });
    expect([refused.status, refused.phrase]).toEqual([400, 'Een Feature noemt geen entityType, en zijn collectie heeft er meer: entityType']);
    expect(paramsOf(refused)[0]?.allowed).toContain('TankenLPG');
  });

  test('that names no parent, or the type of another collection, is refused', async () => {
    const without = await post('/v1/collections/pr-contouren/items', { type: 'Feature', geometry: null, properties: contour });
    expect([without.status, without.phrase]).toEqual([400, 'Een Feature noemt niet in welk object hij staat: hoortBij']);
    const other = await post('/v1/collections/pr-contouren/items', { type: 'Feature', geometry: null, properties: { ...contour, entityType: 'Vulpunt', hoortBij: [link] } });
    expect([other.status, other.phrase]).toEqual([400, 'Een object hoort niet op dit pad: entityType']);
  });
});
