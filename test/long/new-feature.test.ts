/** A POST of a feature that leaves fields to the register, over HTTP with real tokens: its address, its report, and what is refused. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { addOrganisation } from '../../pipelines/state/holders.ts';
import { addToken, openTokens } from '../../pipelines/state/tokens.ts';
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
  const tokenOf = (organisation: string): string => addToken(data, { organisation, holder: null, days: 1 }, clock()).token;
  tokens = { sourced: tokenOf('KVK:12345678'), plain: tokenOf('KVK:87654321') };
  server = await started({ editions, desk, tokens: openTokens(data, clock), clock });
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
    ['an empty type', { entityType: '' }, 'entityType', 'entityType'],
    ['an id that cannot be taken apart', { id: 'gebouw 1' }, 'identificatie', 'Add "identificatie"'],
    ['half of identificatie', { identificatie: { namespace: 'NL.IMEV' } }, 'id', 'Add "id"'],
    ['identificatie as text', { identificatie: 'AB12.x' }, 'identificatie', 'object'],
    ['an empty id', { id: '' }, 'id', 'is too short'],
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

  test('of another holder’s code is refused as before', async () => {
    expect((await draw({ ...TYPED, bronhoudercode: 'CD34' })).status).toBe(403);
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
