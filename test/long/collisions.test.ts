/** Requests that meet another's: of another holder, to an object that another request is changing, or with what was refused. Nothing replaced. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { PROJECT } from '../shared-data.ts';
import { opened as openedDesk, said } from './real-desk.ts';

const STATION = JSON.parse(readFileSync(join(PROJECT, 'data/examples/lpg-tankstation-amersfoort.json'), 'utf8')) as JsonObject & { id: string };
const ID = STATION.id;
const ROOT = `/locatie-activiteiten/${ID}`;
const FEATURE = `/collections${ROOT.replace(`/${ID}`, '')}/items/${ID}`;
const CONTOUR = `/collections/pr-contouren/items/${ID}-pr`;
const REFERENCE = `${ROOT}/referenties/${ID}-vulpunt`;

async function opened() {
  const desk = await openedDesk();
  expect(said(await desk.ask('POST', '/locatie-activiteiten', STATION))).toEqual([201]);
  const { editions } = desk;
  const feature = (series: string, id: string): JsonObject => (
    JSON.parse(editions.current()?.edition.feature(series, id, '28992')?.bytes.toString() ?? '{}') as JsonObject
  );
  return { ...desk, feature, edition: () => String(editions.current()?.edition.number) };
}

describe('an object that another request is changing', () => {
  test('both changes stay: the second is merged again with what the first made, in whatever form each names it', async () => {
    const { ask, feature } = await opened();
    const answers = await Promise.all([
      ask('PATCH', ROOT, { bedrijfsnaam: 'Eerste' }), ask('PATCH', FEATURE, { properties: { eigenaar: 'Tweede' } }),
      ask('PATCH', CONTOUR, { properties: { comment: ['derde'] } }), ask('PATCH', REFERENCE, { omschrijving: 'vierde' }),
    ]);
    expect(answers.map((answer) => said(answer))).toEqual([[200], [200], [200], [200]]);
    expect(feature('locatie-activiteiten', ID)['properties']).toMatchObject({ bedrijfsnaam: 'Eerste', eigenaar: 'Tweede' });
    expect(feature('pr-contouren', `${ID}-pr`)['properties']).toMatchObject({ comment: ['derde'] });
    expect(feature('vulpunten', `${ID}-vulpunt`)['properties']).toMatchObject({ omschrijving: 'vierde' });
  });

  test('with If-Match the second is a 412 that advises a new GET, also when the first changed another part of the root', async () => {
    const { ask, edition, feature } = await opened();
    const ifMatch = edition();
    const [first, second, third] = await Promise.all([
      ask('PATCH', CONTOUR, { properties: { comment: ['eerste'] } }, { ifMatch }),
      ask('PATCH', CONTOUR, { properties: { comment: ['tweede'] } }, { ifMatch }),
      ask('PATCH', ROOT, { bedrijfsnaam: 'Derde' }, { ifMatch }),
    ]);
    expect([said(first), said(second), said(third)]).toEqual([[200], [412, 'id.gewijzigd '], [412, 'id.gewijzigd ']]);
    expect(second).toMatchObject({ outcome: { report: { findings: [{ mend: { nl: expect.stringContaining('ETag') as unknown } }] } } });
    expect(feature('pr-contouren', `${ID}-pr`)['properties']).toMatchObject({ comment: ['eerste'] });
  });

  test('what the first took away is not there for the second: 404', async () => {
    const { ask } = await opened();
    const [gone, late] = await Promise.all([ask('DELETE', REFERENCE, null), ask('PATCH', CONTOUR, { properties: { comment: ['te laat'] } })]);
    expect([said(gone), said(late)]).toEqual([[204], [404, 'id.bestaat-niet ']]);
    const [all, after] = await Promise.all([ask('DELETE', ROOT, null), ask('PATCH', FEATURE, { properties: { eigenaar: 'te laat' } })]);
    expect([said(all), said(after)]).toEqual([[204], [404, 'id.bestaat-niet ']]);
  });
});

test('another holder’s objects: every way to write them is a 401 that says so, and nothing changes', async () => {
  const { ask, editions, feature } = await opened();
  const head = editions.current()?.head;
  const foreign = { holder: 'CD34' };
  const served = feature('pr-contouren', `${ID}-pr`);
  const whole = { ...STATION, bronhoudercode: 'CD34' };
  const contour = objectsOf(STATION).find(({ id }) => id === `${ID}-pr`)!.data;
  const answers = await Promise.all([
    ask('PUT', ROOT, whole, foreign), ask('PATCH', ROOT, { onzin: 1 }, foreign), ask('DELETE', ROOT, null, foreign), ask('POST', '/locatie-activiteiten', whole, foreign),
    ask('PATCH', FEATURE, { properties: { onzin: 1 } }, foreign), ask('DELETE', FEATURE, null, foreign),
    ask('PUT', CONTOUR, served, foreign), ask('PATCH', CONTOUR, { properties: { onzin: 1 } }, foreign), ask('DELETE', CONTOUR, null, foreign),
    ask('POST', `${ROOT}/contouren`, contour, foreign), ask('DELETE', REFERENCE, null, foreign),
  ]);
  expect(answers.map((answer) => said(answer)[0])).toEqual(answers.map(() => 401));
  for (const answer of answers) {
    expect(answer).toMatchObject({ outcome: { report: { findings: expect.arrayContaining([
      expect.objectContaining({ rule: 'houder.niet-de-eigenaar', message: { nl: 'Dit id is van een andere bronhouder.', en: expect.any(String) as unknown } }),
    ]) as unknown } } });
  }
  expect(editions.current()?.head).toBe(head);
});

test('a nested object whose root is refused is not taken either, and the answer says what refused them', async () => {
  const { ask } = await opened();
  const text = JSON.stringify(STATION).replaceAll(ID, `${ID}b`).replaceAll('AB12.lpg-0001', 'AB12.lpg-0001b');
  const other = JSON.parse(text) as JsonObject;
  const wrong = JSON.parse(text.replace('"VULPUNT"', '"ONZIN"').replace('"typePlaatsgebondenRisico":"PR', '"typePlaatsgebondenRisico":"XX')) as JsonObject;
  const refused = said(await ask('POST', '/locatie-activiteiten', wrong));
  expect([refused[0], refused[1]]).toEqual([400, expect.stringMatching(/^schema\.waardelijst \/voertUit\/0\//)]);
  const orphan = { ...objectsOf(other).find(({ type }) => type === 'PRContour')!.data, id: 'NL.IMEV.AB12.wees', afstandOfGeometrie: { afstand: 5 } };
  const answer = await ask('POST', '/collections/pr-contouren/items', { type: 'Feature', geometry: null, properties: orphan });
  expect(said(answer)).toEqual([422, 'verwijzing.onbekend /properties/hoortBij']);
});
