/** Writes to what a root nests, with nothing replaced: the one validator, the register, the publisher; then what editions say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { DeskAnswer } from '../../schemas/desk.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import { parseMoment } from '../../schemas/time.ts';
import { PROJECT } from '../shared-data.ts';
import { openedForAll, said } from './real-desk.ts';

const STATION = JSON.parse(readFileSync(join(PROJECT, 'data/examples/lpg-tankstation-amersfoort.json'), 'utf8')) as JsonObject & { id: string };
const ID = STATION.id;
const LIST = '/locatie-activiteiten';
const ROOT = `${LIST}/${ID}`;

interface Change {
  readonly body?: Json;
  readonly more?: Partial<SubmissionInput>;
}

const openedDesk = openedForAll();

/** A register with the station in it, made anew; `part` gives an object that it nests now, `ids` the ends of all ids in it. */
async function opened() {
  const desk = openedDesk();
  const ask = (method: SubmissionInput['method'], target: string, { body, more = {} }: Change = {}): Promise<DeskAnswer> => (
    desk.ask(method, target, (body ?? null) as JsonObject | null, more)
  );
  await ask('DELETE', ROOT);
  expect(said(await ask('POST', LIST, { body: STATION }))).toEqual([201]);
  const { editions } = desk;
  const read = (): JsonObject => {
    const found = editions.current()?.edition.document(ID, '28992');
    return JSON.parse(Buffer.concat([...found?.slices ?? []]).toString() || '{}') as JsonObject;
  };
  const part = (id: string): JsonObject | undefined => objectsOf(read()).find((object) => object.id === id)?.data;
  const ids = (): readonly (string | undefined)[] => objectsOf(read()).map((object) => object.id?.replace(`${ID}-`, ''));
  return { editions, ask, read, part, ids };
}

const nested = (id: string): JsonObject => objectsOf(STATION).find((object) => object.id === `${ID}-${id}`)!.data;
const at = (sub: string, id?: string): string => `${ROOT}/${sub}${id === undefined ? '' : `/${ID}-${id}`}`;

function anew(of: JsonObject, id: string, change: JsonObject = {}): JsonObject {
  return { ...of, id: `${ID}-${id}`, identificatie: { namespace: 'NL.IMEV', lokaalID: `${ID.replace('NL.IMEV.', '')}-${id}` }, bronobjectID: id, ...change };
}

test('IR-endpoint-subresources: POST makes an object in the one that its link names: 201; PUT, PATCH 200; DELETE 204; its root is written', async () => {
  const { ask, part, ids, read } = await opened();
  const before = ids();
  const contour = anew(nested('pr'), 'pr7', { typePlaatsgebondenRisico: 'PR10-7', afstandOfGeometrie: { afstand: 80 } });
  const made = await ask('POST', at('contouren'), { body: contour });
  expect([said(made), made]).toMatchObject([[201], { outcome: {
    roots: [{ id: ID }], report: { findings: [], objects: [{ id: ID, part: { id: contour['id'], entityType: 'PRContour', change: 'made' } }] },
  } }]);
  expect((part(`${ID}-vulpunt`)!['resulteertIn'] as readonly Json[]).at(-1)).toMatchObject({ id: contour['id'] });
  expect(said(await ask('POST', at('contouren'), { body: contour }))).toEqual([409, 'id.bestaat-al ']);

  expect(said(await ask('PATCH', at('contouren', 'pr7'), { body: { afstandOfGeometrie: { afstand: 90 } } }))).toEqual([200]);
  expect(part(`${ID}-pr7`)?.['afstandOfGeometrie']).toEqual({ afstand: 90 });
  const unchanged = { outcome: { status: 200, roots: [], report: { objects: [{ verdict: 'unchanged', part: { change: 'changed' } }] } } };
  expect(await ask('PUT', at('contouren', 'pr7'), { body: part(`${ID}-pr7`)! })).toMatchObject(unchanged);
  expect(said(await ask('PUT', at('contouren', 'pr7'), { body: { ...contour, _links: { self: { href: 'x' } } } }))).toEqual([200]);
  expect(part(`${ID}-pr7`)?.['afstandOfGeometrie']).toEqual({ afstand: 80 });

  expect(said(await ask('DELETE', at('contouren', 'pr7')))).toEqual([204]);
  expect(ids()).toEqual(before);
  expect(said(await ask('DELETE', at('contouren', 'pr7')))).toEqual([404, 'id.bestaat-niet ']);
  expect(said(await ask('POST', at('contouren'), { body: contour })), 'anew').toEqual([201]);
  expect(said(await ask('PUT', at('contouren', 'pr8'), { body: anew(contour, 'pr8', { typePlaatsgebondenRisico: 'PR10-8' }) }))).toEqual([201]);
  expect(read()['bedrijfsnaam']).toBe(STATION['bedrijfsnaam']);
});

test('references and activities: whole, with what they nest; a link to another object of the root moves one there', async () => {
  const { ask, part } = await opened();
  const vulpunt = nested('vulpunt');
  const inside = (vulpunt['resulteertIn'] as JsonObject[]).slice(0, 1)
    .map((contour) => anew(contour, 'pr-b', { hoortBij: [{ href: `#${ID}-vulpunt-b` }] }));
  const second = anew(vulpunt, 'vulpunt-b', { resulteertIn: inside });
  expect(said(await ask('POST', at('referenties'), { body: second }))).toEqual([201]);
  const activity = anew(nested('a1'), 'a2', { heeft: [anew(vulpunt, 'vulpunt-c', { heeft: { href: `#${ID}-a2` }, resulteertIn: { waarde: null, geenWaardeReden: 'waardeOnbekend' } })] });
  expect(said(await ask('POST', at('ev-activiteiten'), { body: activity }))).toEqual([201]);
  expect(said(await ask('PATCH', at('referenties', 'vulpunt-b'), { body: { heeft: { href: `#${ID}-a2` } } }))).toEqual([200]);
  expect(part(`${ID}-a2`)?.['heeft']).toMatchObject([{ id: `${ID}-vulpunt-c` }, { id: `${ID}-vulpunt-b`, resulteertIn: [{ id: `${ID}-pr-b` }] }]);
  expect(said(await ask('PATCH', at('contouren', 'pr-b'), { body: { hoortBij: [{ href: `#${ID}-vulpunt-c` }] } }))).toEqual([409, 'id.laatste-onderdeel ']);
  expect(said(await ask('POST', at('contouren'), { body: anew(nested('pr'), 'pr-c', { hoortBij: [{ href: `#${ID}-vulpunt-c` }] }) })), 'a void reason gives way').toEqual([201]);
  expect(said(await ask('DELETE', at('contouren', 'pr-c')))).toEqual([409, 'id.laatste-onderdeel ']);
  expect(said(await ask('DELETE', at('ev-activiteiten', 'a2')))).toEqual([204]);
  expect(said(await ask('DELETE', at('ev-activiteiten', 'a1')))).toEqual([409, 'id.laatste-onderdeel ']);
});

test('what is wrong is told by its place in the message, all together; what the rest of the root has is not', async () => {
  const { ask } = await opened();
  const contour = anew(nested('pr'), 'x');
  const post = async (body: Json, target = at('contouren')) => said(await ask('POST', target, { body }));
  expect(await post({ ...contour, afstandOfGeometrie: { afstand: 5, geometrie: { type: 'Point', coordinates: [155_000, 463_000] } }, onzin: 1 }))
    .toEqual([400, 'schema.onbekend-veld /onzin', 'schema.keuze /afstandOfGeometrie']);
  expect(await post({ ...contour, hoortBij: [{ href: '#elders' }] })).toEqual([422, 'verwijzing.niet-in-hoofdobject /hoortBij']);
  expect(await post({ ...contour, hoortBij: [{ href: '#elders' }], onzin: 1 })).toEqual([400, 'schema.onbekend-veld /onzin', 'verwijzing.niet-in-hoofdobject /hoortBij']);
  const { hoortBij: _, ...unlinked } = contour;
  expect(await post(unlinked)).toEqual([400, 'schema.required ']);
  expect(await post({ ...contour, entityType: 'Vulpunt' })).toEqual([400, 'verzoek.andere-collectie /entityType']);
  expect((await post({ ...contour, entityType: 'Onzin' }))[0]).toBe(400);
  expect(await post([contour])).toEqual([400, 'verzoek.een-object ']);
  expect(await post({ type: 'Feature', geometry: null, properties: contour })).toEqual([400, 'verzoek.vorm ']);
  expect(await post({ ...contour, _links: {} })).toEqual([400, 'schema.onbekend-veld /_links']);
  expect(await post(contour, `${LIST}/onbekend/contouren`)).toEqual([404, 'id.bestaat-niet ']);
  expect(await post({ ...contour, id: `${ID}-vulpunt` })).toEqual([409, 'id.in-gebruik ']);
  const patch = { body: { afstandOfGeometrie: { geometrie: { type: 'Point', coordinates: [155_000, 463_000] } } } };
  expect(said(await ask('PATCH', at('contouren', 'pr'), patch)), 'a choice that is left with two members').toEqual([400, 'schema.keuze /afstandOfGeometrie']);
  const put = async (body: Json, id = 'pr') => said(await ask('PUT', at('contouren', id), { body }));
  expect(await put({ ...contour, onzin: 1 })).toEqual([400, 'schema.onbekend-veld /onzin', 'verzoek.ander-id /id']);
  expect((await put({ ...nested('brand'), id: `${ID}-pr` }))).toEqual([400, 'verzoek.ander-type /entityType']);
  expect(said(await ask('PUT', at('ev-activiteiten', 'nieuw'), { body: anew(nested('a1'), 'nieuw') })), 'no geometry of its own').toEqual([404, 'id.bestaat-niet ']);
  expect(said(await ask('PATCH', at('referenties', 'pr'), { body: {} }))).toEqual([404, 'id.bestaat-niet ']);
  expect(said(await ask('PATCH', at('contouren', 'pr'), { body: 'x' }))).toEqual([400, 'verzoek.patch-vorm ']);
});

test('holders and If-Match: another holder’s part is 401, what is not there 403; a stale tag 412', async () => {
  const { ask } = await opened();
  const foreign = { more: { holder: 'CD34' } };
  expect(said(await ask('DELETE', at('contouren', 'pr'), foreign))).toEqual([401, 'houder.niet-de-eigenaar ']);
  expect(said(await ask('DELETE', at('contouren', 'x'), foreign))).toEqual([403, 'houder.niet-toegestaan ']);
  expect(said(await ask('POST', at('contouren'), { body: anew(nested('pr'), 'x'), ...foreign }))).toEqual([401, 'houder.niet-de-eigenaar ']);
  expect(said(await ask('PATCH', at('contouren', 'pr'), { body: {}, more: { ifMatch: '0' } }))).toEqual([412, 'id.gewijzigd ']);
  expect(said(await ask('PUT', at('contouren', 'x'), { body: anew(nested('pr'), 'x'), more: { ifMatch: '*' } }))).toEqual([412, 'id.gewijzigd ']);
  expect(said(await ask('PATCH', at('contouren', 'pr'), { body: { bronobjectID: 'nieuw' }, more: { ifMatch: '*' } }))).toEqual([200]);
  expect(said(await ask('DELETE', ROOT))).toEqual([204]);
  for (const method of ['PATCH', 'DELETE'] as const) expect(said(await ask(method, at('contouren', 'pr'), { body: {} })), 'its root is gone').toEqual([404, 'id.bestaat-niet ']);
  expect(said(await ask('POST', LIST, { body: STATION })), 'anew').toEqual([201]);
  expect(said(await ask('PATCH', at('contouren', 'pr'), { body: { bronobjectID: 'nieuw' } }))).toEqual([200]);
});

test('what is hidden is as absent as can be for another holder; its own holder writes it', async () => {
  const { ask } = await opened();
  const patch = { body: { informatieGeheim: true, bronobjectID: 'geheim' } };
  const hidden = { outcome: { status: 200, report: {
    findings: [{ pointer: '/informatieGeheim' }, { rule: 'openbaarheid.onderdeelGeheim', pointer: '' }], objects: [{ part: { change: 'changed' } }],
  } } };
  expect(await ask('PATCH', at('contouren', 'pr'), patch)).toMatchObject(hidden);
  for (const id of ['pr', 'x']) expect(said(await ask('DELETE', at('contouren', id), { more: { holder: 'CD34' } })), id).toEqual(said(await ask('DELETE', at('contouren', 'absent'), { more: { holder: 'CD34' } })));
  expect(said(await ask('DELETE', at('referenties', 'vulpunt'), { more: { holder: 'CD34' } }))).toEqual([401, 'houder.niet-de-eigenaar ']);
  expect(await ask('PATCH', ROOT, { body: { informatieGeheim: true } })).toMatchObject({ outcome: { status: 200 } });
  for (const id of ['pr', 'x']) expect(said(await ask('DELETE', at('contouren', id), { more: { holder: 'CD34' } }))).toEqual([404, 'id.bestaat-niet ']);
  expect(said(await ask('POST', at('contouren'), { body: anew(nested('pr'), 'x'), more: { holder: 'CD34' } }))).toEqual([404, 'id.bestaat-niet ']);
  expect(await ask('PATCH', ROOT, { body: { informatieGeheim: null } })).toMatchObject({ outcome: { status: 200 } });
  expect(await ask('PATCH', at('contouren', 'pr'), { body: { informatieGeheim: null } })).toMatchObject({ outcome: { status: 200, roots: [{ id: ID }] } });
});

test('the version of the root that is valid now is written, corrected as by a PUT of the whole', async () => {
  const { ask, part, editions } = await opened();
  const later = '2099-01-01T00:00:00Z';
  expect(said(await ask('PUT', ROOT, { body: { ...STATION, beginGeldigheid: later } }))).toEqual([200]);
  expect(said(await ask('PATCH', at('contouren', 'pr'), { body: { afstandOfGeometrie: { afstand: 36 } } }))).toEqual([200]);
  expect(part(`${ID}-pr`)?.['afstandOfGeometrie']).toEqual({ afstand: 36 });
  const next = editions.current()!.edition.document(ID, '28992', parseMoment(later))!;
  expect(Buffer.concat([...next.slices]).toString()).toContain('"afstandOfGeometrie":{"afstand":35}');
});

test('IR-head: a document has one CRS: geometry in another is refused, with the one to send', async () => {
  const { ask } = await opened();
  const crs84 = { more: { crs: CRSS.CRS84.uri } };
  const patch = { body: { geometrie: { type: 'Point', coordinates: [5.39, 52.17] } } };
  expect(said(await ask('PATCH', at('referenties', 'vulpunt'), { ...patch, ...crs84 }))).toEqual([400, 'verzoek.crs-gemengd ']);
  expect(said(await ask('PATCH', at('contouren', 'pr'), { body: { afstandOfGeometrie: { afstand: 36 } }, ...crs84 })), 'no geometry').toEqual([200]);
});

test('writes at once to parts of one root lose nothing', async () => {
  const { ask, ids } = await opened();
  const answers = await Promise.all([1, 2, 3, 4].map((n) => (
    ask('POST', at('contouren'), { body: anew(nested('pr'), `n${n}`, { afstandOfGeometrie: { afstand: 100 + n } }) })
  )));
  expect(answers.map((answer) => said(answer))).toEqual([[201], [201], [201], [201]]);
  expect(ids()).toEqual(expect.arrayContaining(['n1', 'n2', 'n3', 'n4']));
});

test('what another root, or another part, links to stays: 409', async () => {
  const { ask } = await opened();
  const second = anew(nested('vulpunt'), 'vulpunt-b', { resulteertIn: [anew(nested('pr'), 'pr-b', { hoortBij: [{ href: `#${ID}-vulpunt-b` }, { href: `#${ID}-vulpunt` }] })] });
  expect(said(await ask('POST', at('referenties'), { body: second }))).toEqual([201]);
  expect(said(await ask('DELETE', at('referenties', 'vulpunt')))).toEqual([409, 'verwijzing.doel-verdwijnt ']);
  expect(said(await ask('DELETE', at('contouren', 'pr-b')))).toEqual([409, 'id.laatste-onderdeel ']);
  const other = JSON.parse(JSON.stringify(STATION).replaceAll('lpg-0001', 'lpg-0002'), (name, value: Json) => (
    name === 'hoortBij' ? [...value as Json[], { href: `http://127.0.0.1:8080/v1/collections/vulpunten/items/${ID}-vulpunt-b` }] : value
  )) as JsonObject;
  expect(said(await ask('POST', LIST, { body: other }))).toEqual([201]);
  expect(said(await ask('DELETE', at('referenties', 'vulpunt-b')))).toEqual([409, 'verwijzing.doel-vervalt ']);
  expect(said(await ask('DELETE', `${LIST}/NL.IMEV.AB12.lpg-0002`))).toEqual([204]);
  expect(said(await ask('DELETE', at('referenties', 'vulpunt-b')))).toEqual([204]);
});

test('children given as the links that are served stay as they are', async () => {
  const { ask, editions, read } = await opened();
  const before = read();
  const feature = (collection: string, id: string): JsonObject => {
    const { bytes } = editions.current()!.edition.feature(collection, id, '28992')!;
    return JSON.parse(bytes.toString()) as JsonObject;
  };
  const served = feature('locatie-activiteiten', ID);
  const properties = served['properties'] as JsonObject;
  expect((properties['voertUit'] as readonly Json[]).every((link) => isObject(link) && 'href' in link)).toBe(true);
  const unchanged = { outcome: { status: 200, roots: [] } };
  expect(await ask('PUT', `/collections${LIST}/items/${ID}`, { body: served })).toMatchObject(unchanged);
  expect(said(await ask('PUT', `/collections${LIST}/items/${ID}`, { body: { ...served, properties: { ...properties, bedrijfsnaam: 'Nieuw BV' } } }))).toEqual([200]);
  expect(objectsOf(read()).map(({ id }) => id)).toEqual(objectsOf(before).map(({ id }) => id));
  expect(read()['bedrijfsnaam']).toBe('Nieuw BV');
  const links = properties['voertUit']!;
  expect(said(await ask('PUT', ROOT, { body: { ...STATION, voertUit: links } }))).toEqual([200]);
  expect(await ask('PATCH', ROOT, { body: { voertUit: links } })).toMatchObject(unchanged);
  const { resulteertIn } = feature('vulpunten', `${ID}-vulpunt`)['properties'] as JsonObject;
  expect(await ask('PUT', at('referenties', 'vulpunt'), { body: { ...nested('vulpunt'), resulteertIn: resulteertIn! } })).toMatchObject(unchanged);
  expect(said(await ask('PUT', ROOT, { body: { ...STATION, voertUit: [{ href: 'http://127.0.0.1:8080/v1/collections/ev-activiteiten/items/onbekend' }] } }))[0]).toBe(400);
  expect(said(await ask('PUT', `${LIST}/nieuw`, { body: { ...STATION, id: 'nieuw', voertUit: links } }))[0], 'of nothing that is held').toBe(400);
});

test('IR-err-404: below the id of a root of another resource nothing exists, whatever is asked', async () => {
  const { ask } = await opened();
  const school = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject & { id: string };
  expect(said(await ask('POST', '/kwetsbare-gebouwen', { body: school }))).toEqual([201]);
  for (const [path, id] of [[LIST, school.id], ['/locaties-basisnet', school.id], ['/wegen', ID]] as const) {
    for (const [sub, type] of [['ev-activiteiten', 'TankenLPG'], ['referenties', 'Vulpunt'], ['contouren', 'PRContour']] as const) {
      const list = `${path}/${id}/${sub}`;
      const body = { ...nested('vulpunt'), entityType: type };
      expect(said(await ask('POST', list, { body })), list).toEqual([404, 'id.bestaat-niet ']);
      for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
        expect(said(await ask(method, `${list}/${ID}-vulpunt`, method === 'DELETE' ? {} : { body })), `${method} ${list}`).toEqual([404, 'id.bestaat-niet ']);
      }
    }
  }
});
