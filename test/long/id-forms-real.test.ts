/** Writes under other normal forms of an id, with nothing replaced: one object, served under the id that it had first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { PROJECT } from '../shared-data.ts';
import { openedForAll, said } from './real-desk.ts';

/** Both forms of an id, in either order; an object keeps its first form also after it was deleted. */
const FORMS = [['caf\u00e9', 'cafe\u0301'], ['cr\u0065\u0300me', 'cr\u00e8me']].map((forms) => forms.map((form) => `NL.IMEV.AB12.${form}`) as [string, string]);
const example = (name: string): JsonObject => JSON.parse(readFileSync(join(PROJECT, 'data/examples', name), 'utf8')) as JsonObject;
const school = (id: string, change: JsonObject = {}): JsonObject => (
  { ...example('school-zwolle.json'), id, identificatie: { namespace: 'NL.IMEV', lokaalID: id.slice('NL.IMEV.'.length).normalize('NFC') }, ...change }
);
/** The station with the beginning of all its ids, and of all links to them, in a form. */
const station = (id: string): JsonObject => {
  const document = example('lpg-tankstation-amersfoort.json') as JsonObject & { id: string };
  return JSON.parse(JSON.stringify(document).replaceAll(document.id, id).replaceAll(document.id.slice('NL.IMEV.'.length), id.slice('NL.IMEV.'.length).normalize('NFC'))) as JsonObject;
};

const openedDesk = openedForAll();

function document(id: string): JsonObject | undefined {
  const found = openedDesk().editions.current()?.edition.document(id, '28992');
  return found && JSON.parse(Buffer.concat([...found.slices]).toString()) as JsonObject;
}

test.each(FORMS)('PUT, PATCH and DELETE of %j by %j', async (first, second) => {
  const { ask } = openedDesk();
  const list = '/kwetsbare-gebouwen';
  const path = `${list}/${encodeURIComponent(second)}`;
  expect(said(await ask('POST', list, school(first)))).toEqual([201]);
  expect(said(await ask('PUT', path, school(second)))).toEqual([200]);
  expect(document(second)).toMatchObject({ id: first, populatie: 412 });
  expect(said(await ask('PUT', path, school(first, { populatie: 5 })))).toEqual([200]);
  expect(said(await ask('PATCH', path, { categorieKwetsbaarheid: 'zeerKwetsbaar', populatie: 6 }))).toEqual([200]);
  expect(said(await ask('PATCH', path, { id: second, populatie: 7 }))).toEqual([200]);
  expect(document(first)).toMatchObject({ id: first, populatie: 7 });
  expect(openedDesk().editions.current()!.edition.versions(second).length, 'an unchanged one makes no version').toBe(4);
  expect(said(await ask('PUT', `/collections/kwetsbare-gebouwen/items/${encodeURIComponent(second)}`, { type: 'Feature', id: second, geometry: school(first)['geometrie']!, properties: withoutGeometry(school(second, { populatie: 8 })) }))).toEqual([200]);
  expect(document(second)).toMatchObject({ id: first, populatie: 8 });
  expect(said(await ask('DELETE', path, null))).toEqual([204]);
  expect(document(first)).toBeUndefined();
});

function withoutGeometry(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== 'geometrie'));
}

test.each(FORMS)('what %j nests is written by %j', async (one, other) => {
  const [first, second] = [`${one}-station`, `${other}-station`];
  const { ask } = openedDesk();
  const list = '/locatie-activiteiten';
  expect(said(await ask('PUT', `${list}/${encodeURIComponent(first)}`, station(first)))).toEqual([201]);
  const ids = objectsOf(document(first)!).map(({ id }) => id);
  expect(said(await ask('PUT', `${list}/${encodeURIComponent(second)}`, station(second))), 'the whole root in the other form').toEqual([200]);
  expect(objectsOf(document(first)!).map(({ id }) => id)).toEqual(ids);
  expect(openedDesk().editions.current()!.edition.versions(first).filter(({ recorded }) => recorded.until === null), 'nothing changed').toHaveLength(1);
  const part = `${list}/${encodeURIComponent(second)}/contouren/${encodeURIComponent(`${second}-pr`)}`;
  expect(said(await ask('PATCH', part, { bronobjectID: 'anders' }))).toEqual([200]);
  const contour = objectsOf(document(second)!).find(({ id }) => id === `${first}-pr`)!.data;
  expect(contour['bronobjectID']).toBe('anders');
  const made: JsonObject = { ...objectsOf(station(second)).find(({ id }) => id === `${second}-pr`)!.data, id: `${second}-pr7`, identificatie: { namespace: 'NL.IMEV', lokaalID: `${second.slice('NL.IMEV.'.length)}-pr7` }, afstandOfGeometrie: { afstand: 80 } };
  expect(said(await ask('POST', `${list}/${encodeURIComponent(second)}/contouren`, made))).toEqual([201]);
  expect(said(await ask('POST', `${list}/${encodeURIComponent(first)}/contouren`, { ...made, id: `${first}-pr7` }))).toEqual([409, 'id.bestaat-al ']);
  expect(links(document(first)!).length).toBeGreaterThan(3);
  expect(links(document(first)!).filter((href) => !href.includes(encodeURIComponent(first))), 'links name the ids as they are held').toEqual([]);
  expect(said(await ask('DELETE', `${list}/${encodeURIComponent(second)}/contouren/${encodeURIComponent(`${first}-pr7`)}`, null))).toEqual([204]);
});

/** The addresses of all links to objects of the root. */
function links(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(links);
  if (!isObject(value)) return [];
  const { href } = value;
  return typeof href === 'string' && href.includes('/collections/') ? [href] : Object.values(value).flatMap(links);
}
