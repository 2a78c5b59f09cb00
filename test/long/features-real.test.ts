/** Writes to features of what a root nests, with nothing replaced: where they go, what comes back, and what is told of the message. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { DeskAnswer } from '../../schemas/desk.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { seriesOf } from '../../schemas/names.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import { PROJECT } from '../shared-data.ts';
import { opened as openedDesk, said } from './real-desk.ts';

const BASE = 'http://127.0.0.1:8080/v1';
const STATION = JSON.parse(readFileSync(join(PROJECT, 'data/examples/lpg-tankstation-amersfoort.json'), 'utf8')) as JsonObject & { id: string };
const ID = STATION.id;
const POINT = { type: 'Point', coordinates: [155_010, 463_010] };

/** A register with the station in it; `feature` gives one of its features as it is served, in RD. */
async function opened() {
  const desk = await openedDesk();
  const ask = (method: SubmissionInput['method'], target: string, body: JsonObject | null = null, more: Partial<SubmissionInput> = {}): Promise<DeskAnswer> => (
    desk.ask(method, target, body, more)
  );
  expect(said(await ask('POST', '/locatie-activiteiten', STATION))).toEqual([201]);
  const feature = (series: string, id: string, crs: '28992' | 'CRS84' = '28992'): JsonObject => {
    const found = desk.editions.current()?.edition.feature(series, id, crs);
    return JSON.parse(found?.bytes.toString() ?? '{}') as JsonObject;
  };
  return { editions: desk.editions, ask, feature };
}

const nested = (end: string): JsonObject => objectsOf(STATION).find(({ id }) => id === `${ID}-${end}`)!.data;
const items = (series: string, id?: string): string => `/collections/${series}/items${id === undefined ? '' : `/${id}`}`;
const propertiesOf = (feature: JsonObject): JsonObject => feature['properties'] as JsonObject;

/** A new object like one of the station, as a Feature that links to where it belongs by the address that is served. */
function newFeature(like: string, id: string, { geometry = null, ...change }: JsonObject = {}): JsonObject {
  const { geometrie: _, resulteertIn: __, ...own } = nested(like);
  return { type: 'Feature', geometry, properties: { ...own, id, bronobjectID: id, identificatie: { namespace: 'NL.IMEV', lokaalID: `AB12.${id}` }, ...change } };
}

const newContour = (id: string, change: JsonObject = {}): JsonObject => newFeature('pr', id, { afstandOfGeometrie: { afstand: 80 }, ...change });

describe('IR-endpoint-post-items: POST of a Feature to every collection', () => {
  test('a nested feature goes to the object that its link names, however that is written; 409 when it exists', async () => {
    const { ask, feature } = await opened();
    for (const [at, href] of [`#${ID}-vulpunt`, `${ID}-vulpunt`, `${BASE}${items('vulpunten', `${ID}-vulpunt`)}`].entries()) {
      const id = `NL.IMEV.AB12.c${at}`;
      const made = await ask('POST', items('pr-contouren'), newContour(id, { hoortBij: [{ href }] }));
      expect([said(made), made]).toMatchObject([[201], { outcome: { roots: [{ id: ID }], report: { objects: [{ part: { id, entityType: 'PRContour', change: 'made' } }] } } }]);
      expect(propertiesOf(feature('pr-contouren', id))).toMatchObject({ afstandOfGeometrie: { afstand: 80 } });
      expect(said(await ask('POST', items('pr-contouren'), newContour(id, { hoortBij: [{ href }] })))).toEqual([409, 'id.bestaat-al ']);
    }
  });

  test('a reference and an activity, their geometry in geometry and what they nest in properties', async () => {
    const { ask, feature } = await opened();
    const unknown = { waarde: null, geenWaardeReden: 'waardeOnbekend' };
    const reference = newFeature('vulpunt', 'NL.IMEV.AB12.r1', { geometry: POINT, heeft: { href: `#${ID}-a1` }, resulteertIn: unknown });
    expect(said(await ask('POST', items('vulpunten'), reference))).toEqual([201]);
    expect(feature('vulpunten', 'NL.IMEV.AB12.r1')).toMatchObject({ geometry: POINT, properties: { resulteertIn: unknown } });

    const { properties: inside } = newFeature('vulpunt', 'NL.IMEV.AB12.r2', { heeft: { href: '#NL.IMEV.AB12.a2' }, resulteertIn: unknown });
    const activity = newFeature('a1', 'NL.IMEV.AB12.a2', { heeft: [{ ...inside as JsonObject, geometrie: POINT }], locatieEVActiviteit: { href: ID } });
    const made = await ask('POST', items('ev-activiteiten'), { ...activity, geometry: STATION['geometrie']! });
    expect([said(made), made]).toMatchObject([[201], { outcome: { report: { findings: expect.arrayContaining([
      expect.objectContaining({ rule: 'verzoek.geometrie-van-ander', severity: 'warning', pointer: '/geometry' })]) as unknown } } }]);
    expect(feature('ev-activiteiten', 'NL.IMEV.AB12.a2')).toMatchObject({ geometry: STATION['geometrie'] });
    expect(feature('vulpunten', 'NL.IMEV.AB12.r2')).toMatchObject({ geometry: POINT });
  });

  test('a contour with a geometry of its own: it stands in geometry, and takes the place of a distance beside it, which is told', async () => {
    const { ask, feature } = await opened();
    const geometry = { type: 'Polygon', coordinates: [[[155_000, 463_000], [155_100, 463_000], [155_100, 463_100], [155_000, 463_000]]] };
    const { properties, ...rest } = newContour('NL.IMEV.AB12.g1', { geometry });
    const { id: _id, ...named } = properties as JsonObject;
    const both = await ask('POST', items('pr-contouren'), { ...rest, id: 'NL.IMEV.AB12.g2', properties: { ...named, id: 'NL.IMEV.AB12.g2' } });
    expect(both).toMatchObject({ outcome: { status: 201, report: { findings: expect.arrayContaining([
      expect.objectContaining({ rule: 'verzoek.geometrie-vervangt-afstand', severity: 'warning', pointer: '/geometry', found: '80 m' })]) as unknown } } });
    expect(feature('pr-contouren', 'NL.IMEV.AB12.g2')).toMatchObject({ geometry, properties: { afstand: null, geometrieAfgeleid: false } });
    const { afstandOfGeometrie: _, ...own } = properties as JsonObject;
    expect(said(await ask('POST', items('pr-contouren'), { ...rest, properties: own }))).toEqual([201]);
    expect(feature('pr-contouren', 'NL.IMEV.AB12.g1')).toMatchObject({ geometry });
    expect(said(await ask('PATCH', items('pr-contouren', 'NL.IMEV.AB12.g1'), { geometry: null, properties: { afstandOfGeometrie: { afstand: 12 } } }))).toEqual([200]);
    expect(feature('pr-contouren', 'NL.IMEV.AB12.g1')).toMatchObject({
      geometry: { type: 'Polygon' }, properties: { afstandOfGeometrie: { afstand: 12 }, afstand: 12, geometrieAfgeleid: true },
    });
    const served = feature('pr-contouren', 'NL.IMEV.AB12.g1');
    expect(await ask('PUT', items('pr-contouren', 'NL.IMEV.AB12.g1'), served)).toMatchObject({ outcome: { status: 200, roots: [] } });
  });

  test('what is wrong is told by its place in the Feature, all together', async () => {
    const { ask } = await opened();
    const post = async (body: JsonObject, series = 'pr-contouren') => said(await ask('POST', items(series), body));
    expect(await post(newContour('x', { onzin: 1, typePlaatsgebondenRisico: 'PR' }))).toEqual([400, 'schema.onbekend-veld /properties/onzin', 'schema.waardelijst /properties/typePlaatsgebondenRisico']);
    expect(await post(newFeature('vulpunt', 'x', { geometry: { type: 'Point', coordinates: [1] }, resulteertIn: { waarde: null, geenWaardeReden: 'waardeOnbekend' } }), 'vulpunten'))
      .toEqual([400, expect.stringMatching(/^schema\.geometrie \/geometry/)]);
    expect(await post(newContour('x', { typePlaatsgebondenRisico: null, maatgevendeStof: { stof: {} } })))
      .toEqual([400, 'schema.required /properties', 'schema.required /properties/maatgevendeStof/stof']);
    expect(await post(newContour('x'), 'brand-aandachtsgebieden')).toEqual([400, 'verzoek.andere-collectie /properties/entityType']);
    expect(await post(newContour('x', { hoortBij: null }))).toEqual([400, 'verzoek.zonder-plaats /properties/hoortBij']);
    expect(await post(newContour('x', { hoortBij: [{ href: `#${ID}-a1` }] }))).toEqual([422, 'verwijzing.niet-in-hoofdobject /properties/hoortBij']);
    expect(await post({ ...newContour('x'), id: 'y' })).toEqual([400, 'levering.feature-id /id']);
    expect(await post(propertiesOf(newContour('x')))).toEqual([400, 'verzoek.vorm ']);
    expect((await post(newContour(`${ID}-vulpunt`)))).toEqual([409, 'id.in-gebruik ']);
    expect(await post({ type: 'Feature', geometry: POINT, properties: { ...nested('vulpunt'), id: 'x' } }, 'vulpunten')).toEqual([400, 'levering.geometrie-dubbel /properties/geometrie']);
  });

  test('another holder’s object is 401; of a hidden one nothing is told, as if it were not there', async () => {
    const { ask } = await opened();
    const foreign = { holder: 'CD34' };
    const secret = JSON.parse(readFileSync(join(PROJECT, 'data/examples/munitiedepot-geheim.json'), 'utf8')) as JsonObject & { id: string };
    expect(said(await ask('POST', '/locatie-activiteiten', secret))).toEqual([201]);
    const post = async (href: string) => said(await ask('POST', items('pr-contouren'), newContour('x', { bronhoudercode: 'CD34', hoortBij: [{ href }] }), foreign));
    expect(await post(`#${ID}-vulpunt`)).toEqual([401, 'houder.niet-de-eigenaar ']);
    const hidden = await post(`#${secret.id}-bunker`);
    expect(hidden).toEqual([422, 'verwijzing.onbekend /properties/hoortBij']);
    expect(hidden).toEqual(await post('#NL.IMEV.AB12.nergens'));
  });

  test('a parent that is not there, or that was refused, is a 422 that names the link; one that comes later is found', async () => {
    const { ask } = await opened();
    const orphan = newContour('x', { hoortBij: [{ href: '#NL.IMEV.AB12.nergens' }] });
    expect(said(await ask('POST', items('pr-contouren'), orphan))).toEqual([422, 'verwijzing.onbekend /properties/hoortBij']);
    const unknown = { waarde: null, geenWaardeReden: 'waardeOnbekend' };
    const parent = newFeature('vulpunt', 'NL.IMEV.AB12.nergens', { geometry: POINT, resulteertIn: unknown });
    const wrong = { ...parent, properties: { ...propertiesOf(parent), onzin: 1 } };
    const [refused, child] = await Promise.all([ask('POST', items('vulpunten'), wrong), ask('POST', items('pr-contouren'), orphan)]);
    expect([said(refused)[0], said(child)]).toEqual([400, [422, 'verwijzing.onbekend /properties/hoortBij']]);
    const [made, after] = await Promise.all([ask('POST', items('vulpunten'), parent), ask('POST', items('pr-contouren'), orphan)]);
    expect([said(made), said(after)]).toEqual([[201], [201]]);
  });
});

describe('PUT, PATCH and DELETE of nested features', () => {
  test('what is served comes back unchanged, in every collection; children given as links stay as they are', async () => {
    const { editions, ask, feature } = await opened();
    const head = editions.current()?.head;
    for (const { id = '', type } of objectsOf(STATION)) {
      const answer = await ask('PUT', items(seriesOf(type), id), feature(seriesOf(type), id));
      expect([id, said(answer), answer]).toMatchObject([id, [200], { outcome: { roots: [], report: { objects: [{ verdict: 'unchanged' }] } } }]);
    }
    expect(editions.current()?.head).toBe(head);
  });

  test('PUT, PATCH: 200, with all that is nested left as it is; DELETE 204, then 404; PUT makes anew: 201', async () => {
    const { ask, feature } = await opened();
    const contour = items('pr-contouren', `${ID}-tank-pr`);
    const served = feature('opslag-referenties', `${ID}-tank`);
    const changed = { ...served, geometry: POINT, properties: { ...propertiesOf(served), omschrijving: 'verplaatst' } };
    expect(said(await ask('PUT', items('opslag-referenties', `${ID}-tank`), changed))).toEqual([200]);
    expect(feature('opslag-referenties', `${ID}-tank`)).toMatchObject({ geometry: POINT, properties: { omschrijving: 'verplaatst', resulteertIn: propertiesOf(served)['resulteertIn'] } });
    expect(said(await ask('PATCH', contour, { properties: { comment: ['een'], eindGeldigheid: '2099-01-01T00:00:00.000Z' } }))).toEqual([200]);
    expect(propertiesOf(feature('pr-contouren', `${ID}-tank-pr`))).toMatchObject({ comment: ['een'], eindGeldigheid: '2099-01-01T00:00:00Z' });
    expect(said(await ask('PATCH', contour, { properties: { comment: null } }))).toEqual([200]);
    expect(propertiesOf(feature('pr-contouren', `${ID}-tank-pr`))['comment']).toBeNull();
    expect(said(await ask('DELETE', contour))).toEqual([409, 'id.laatste-onderdeel ']);

    const brand = items('brand-aandachtsgebieden', `${ID}-brand`);
    const before = feature('brand-aandachtsgebieden', `${ID}-brand`);
    expect(said(await ask('DELETE', brand))).toEqual([204]);
    expect(said(await ask('DELETE', brand))).toEqual([404, 'id.bestaat-niet ']);
    expect(said(await ask('PUT', brand, before)), 'where its link says').toEqual([201]);
    expect(propertiesOf(feature('brand-aandachtsgebieden', `${ID}-brand`))['hoortBij']).toEqual(propertiesOf(before)['hoortBij']);
    expect(said(await ask('PUT', items('pr-contouren', 'NL.IMEV.AB12.nieuw'), newContour('NL.IMEV.AB12.nieuw')))).toEqual([201]);
    expect(said(await ask('PUT', items('ev-activiteiten', 'nieuw'), newFeature('a1', 'nieuw')))).toEqual([404, 'id.bestaat-niet ']);
  });

  test('an activity has no geometry of its own: a PATCH of it is a 400 that says whose it is', async () => {
    const { ask } = await opened();
    expect(said(await ask('PATCH', items('ev-activiteiten', `${ID}-a1`), { geometry: POINT }))).toEqual([400, 'verzoek.geometrie-van-ander /geometry']);
  });

  test('wrong, of another collection, in another CRS, for another holder, or another state: each is told', async () => {
    const { ask } = await opened();
    const patch = async (target: string, body: Json, more: Partial<SubmissionInput> = {}) => said(await ask('PATCH', target, body as JsonObject, more));
    const contour = items('pr-contouren', `${ID}-pr`);
    expect(await patch(contour, { properties: { onzin: 1 } })).toEqual([400, 'schema.onbekend-veld /properties/onzin']);
    expect(await patch(contour, { onzin: 1 })).toEqual([400, 'verzoek.patch-vorm ']);
    expect(await patch(items('vulpunten', `${ID}-pr`), {})).toEqual([404, 'id.bestaat-niet ']);
    expect(await patch(items('vulpunten', `${ID}-vulpunt`), { geometry: { type: 'Point', coordinates: [5.39, 52.16] } }, { crs: CRSS.CRS84.uri }))
      .toEqual([400, 'verzoek.crs-gemengd ']);
    expect(await patch(contour, { properties: {} }, { holder: 'CD34' })).toEqual([401, 'houder.niet-de-eigenaar ']);
    expect(said(await ask('DELETE', items('pr-contouren', 'x'), null, { holder: 'CD34' }))).toEqual([404, 'id.bestaat-niet ']);
    expect(await patch(contour, { properties: {} }, { ifMatch: '0' })).toEqual([412, 'id.gewijzigd ']);
  });
});

test('OPEN-pipeline-lines: a change of a pipeline changes its system and activity, which ignore a geometry that is sent', async () => {
  const { ask, feature } = await opened();
  const system = JSON.parse(readFileSync(join(PROJECT, 'data/examples/buisleiding-europoort-moerdijk.json'), 'utf8')) as JsonObject & { id: string };
  expect(said(await ask('POST', '/buisleiding-stelsels', system, { holder: 'BUIS1' }))).toEqual([201]);
  const linesOf = (series: string, end = ''): unknown => (feature(series, `${system.id}${end}`)['geometry'] as JsonObject)['coordinates'];
  const parts = (): readonly unknown[] => objectsOf(system).filter(({ type }) => type === 'BuisleidingReferentie').flatMap(({ id }) => {
    const { type, coordinates } = feature('buisleiding-referenties', id!)['geometry'] as { type: string; coordinates: readonly unknown[] };
    return type === 'LineString' ? [coordinates] : coordinates;
  });
  expect(linesOf('buisleiding-stelsels')).toEqual(parts());
  const before = parts();
  const moved = { type: 'LineString', coordinates: [[70_000, 440_000], [70_010, 440_000]] };
  expect(said(await ask('PATCH', items('buisleiding-referenties', `${system.id}-deel1`), { geometry: moved }, { holder: 'BUIS1' }))).toEqual([200]);
  expect(parts()).not.toEqual(before);
  expect(linesOf('buisleiding-stelsels')).toEqual(parts());
  expect(linesOf('ev-activiteiten', '-a1')).toEqual(parts());
  const activity = feature('ev-activiteiten', `${system.id}-a1`);
  expect(propertiesOf(activity)).toMatchObject({ geometrieAfgeleid: true });
  expect(await ask('PUT', items('ev-activiteiten', `${system.id}-a1`), activity, { holder: 'BUIS1' })).toMatchObject({ outcome: { status: 200, roots: [] } });
});
