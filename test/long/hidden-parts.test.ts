/** Editions of roots with secret nested objects, or with links to hidden objects: what is in their files and in their answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Edition } from '../../publisher/read/types.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import type { Moment } from '../../schemas/time.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';
import { building, location } from '../pipelines/state/small-roots.ts';

const VOID = { waarde: null, geenWaardeReden: 'waardeOnbekend' };

interface ParkOptions {
  /** Ids of secret objects. */
  readonly secret?: readonly string[];
  readonly from?: string;
  /** Contours of the first mill, each with a distance of 100 metres. */
  readonly contours?: readonly string[];
  readonly mills?: readonly string[];
  /** The objects that the contours belong to. */
  readonly belongsTo?: readonly string[];
}

/** Returns a park of mills; the ids of secret objects have it in their values too. */
function park(id: string, { secret = [], from, contours = [], mills = ['m1', 'm2'], belongsTo = [mills[0]!] }: ParkOptions = {}): JsonObject {
  const whole = location(id, mills, from === undefined ? {} : { from });
  return JSON.parse(JSON.stringify(whole), (_, value: Json) => {
    if (value === null || typeof value !== 'object' || !('entityType' in value)) return value;
    const own: JsonObject = value;
    const named = own['id'] === mills[0] && contours.length > 0
      ? { ...own, resulteertIn: contours.map((contour): JsonObject => marked({ ...contourOf(contour, belongsTo), beginGeldigheid: own['beginGeldigheid']! })) } : own;
    return marked(named);
  }) as JsonObject;

  function marked(object: JsonObject): JsonObject {
    const own = object['id'] as string;
    return secret.includes(own) ? { ...object, informatieGeheim: true, comment: [`kanarie-${own}`] } : object;
  }
}

function contourOf(id: string, belongsTo: readonly string[]): JsonObject {
  return {
    entityType: 'PRContour', id, identificatie: { namespace: 'NL.TEST', lokaalID: id }, bronhoudercode: 'AB12',
    hoortBij: belongsTo.map((href) => ({ href })), afstandOfGeometrie: { afstand: 100 },
    typePlaatsgebondenRisico: 'PR 10-6', maatgevendeStof: VOID,
  };
}

function holds(folder: string, text: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .some((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text));
}

function editionAt(kept: Upkept, moment: number): Edition {
  const answer = kept.reader().at(moment as Moment);
  if (typeof answer === 'string' || !('edition' in answer)) throw new Error('gone');
  return answer.edition;
}

function shownIn(edition: Edition, series: string, id: string): JsonObject | undefined {
  const found = edition.feature(series, id, 'CRS84');
  return found && JSON.parse(found.bytes.toString()) as JsonObject;
}

function documentIn(edition: Edition, id: string): string {
  const found = edition.document(id, 'CRS84');
  return found === undefined ? '' : Buffer.concat(found.slices.map((slice) => Buffer.from(slice))).toString();
}

const isGone = (kept: Upkept, moment: number): boolean => 'gone' in (kept.reader().at(moment as Moment) as object);

const counts = (edition: Edition) => Object.fromEntries([...edition.series].map(([name, { count }]) => [name, count]).filter(([, count]) => count !== 0));

test('a secret nested object is absent from document, features, counts and files; the rest of its root is public', async () => {
  const kept = new Upkept();
  const edition = editionAt(kept, await kept.deliver(park('p1', { secret: ['m2'] })));
  expect(counts(edition)).toEqual({ 'locatie-activiteiten': 1, 'ev-activiteiten': 1, windturbines: 1 });
  expect(shownIn(edition, 'windturbines', 'm1')).toMatchObject({ id: 'm1' });
  expect(shownIn(edition, 'windturbines', 'm2')).toBeUndefined();
  expect(JSON.stringify(shownIn(edition, 'ev-activiteiten', 'p1-activiteit'))).not.toContain('m2');
  expect(documentIn(edition, 'p1')).toContain('"m1"');
  for (const text of ['kanarie', '"m2"', 'm2']) expect(holds(kept.folder, text), text).toBe(false);
});

test('a root without any activity that the public may see is hidden, whatever made its parts hidden', async () => {
  const kept = new Upkept();
  const edition = editionAt(kept, await kept.deliver(building('b1'), park('p1', { secret: ['m1', 'm2'] })));
  expect(counts(edition)).toEqual({ 'kwetsbare-gebouwen': 1 });
  for (const text of ['kanarie', 'p1']) expect(holds(kept.folder, text), text).toBe(false);
});

test('a list of contours that would be empty is unknown instead, so that its reference stays public', async () => {
  const kept = new Upkept();
  const edition = editionAt(kept, await kept.deliver(park('p1', { contours: ['c1'], secret: ['c1'] })));
  expect(counts(edition)).toEqual({ 'locatie-activiteiten': 1, 'ev-activiteiten': 1, windturbines: 2 });
  expect(shownIn(edition, 'windturbines', 'm1')).toMatchObject({ properties: { resulteertIn: VOID } });
  expect(documentIn(edition, 'p1')).toContain(`"resulteertIn":${JSON.stringify(VOID)}`);
  expect(holds(kept.folder, 'kanarie')).toBe(false);
});

test('a contour goes with the last object that it belongs to, in its own root and in another', async () => {
  const kept = new Upkept();
  const shown = editionAt(kept, await kept.deliver(
    park('p1', { mills: ['m1', 'm2'] }), park('p2', { mills: ['m3', 'm4'], contours: ['c1'], belongsTo: ['m1'] }),
    park('p3', { mills: ['m5', 'm6'], contours: ['c2'], belongsTo: ['m1', 'm5'] }),
  ));
  expect(counts(shown)).toMatchObject({ 'pr-contouren': 2 });
});

test('a nested object that becomes secret goes from every edition, with what needs it in other roots, and its bytes with it', async () => {
  const kept = new Upkept();
  const linking = { ...park('p2', { mills: ['m3', 'm4'], contours: ['kanarie-c1'], belongsTo: ['m1'] }), comment: ['link m1'] };
  const both = { ...park('p3', { mills: ['m5', 'm6'], contours: ['c2'], belongsTo: ['m1', 'm5'] }), comment: ['link m1'] };
  const early = await kept.deliver(building('b1'));
  const shown = await kept.deliver(park('p1', { contours: ['kanarie-c0'] }), linking, both);
  const later = await kept.deliver(building('b1', { populatie: 2 }));
  expect(counts(editionAt(kept, shown))).toMatchObject({ windturbines: 6, 'pr-contouren': 3 });
  const now = await kept.deliver(park('p1', { contours: ['kanarie-c0'], secret: ['m1'], from: '2025-01-01T00:00:00Z' }));
  expect(kept.told('Edition:Withdraw')).toMatchObject([{ editions: 2 }]);
  for (const moment of [shown, later]) expect(isGone(kept, moment)).toBe(true);
  expect(kept.reader().at(early as Moment)).toHaveProperty('edition');
  const edition = editionAt(kept, now);
  expect(['kanarie-c0', 'kanarie-c1', 'c2'].map((id) => shownIn(edition, 'pr-contouren', id)?.['id'])).toEqual([undefined, undefined, 'c2']);
  expect(counts(edition)).toMatchObject({ 'locatie-activiteiten': 3, windturbines: 5, 'pr-contouren': 1 });
  expect(edition.begins('windturbines', 'm1')).toEqual([]);
  expect(shownIn(edition, 'windturbines', 'm3')).toMatchObject({ properties: { resulteertIn: VOID } });
  expect(JSON.stringify(shownIn(edition, 'pr-contouren', 'c2'))).not.toContain('m1');
  for (const text of ['kanarie', '"m1"']) expect(holds(kept.folder, text), text).toBe(false);
  expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);

  // A rebuilt edition lacks the objects, and the check that follows finds nothing more.
  expect(kept.rebuild(shown)).toMatchObject({ outcome: 'less' });
  expect(counts(editionAt(kept, shown))).toMatchObject({ windturbines: 5, 'pr-contouren': 1 });
  expect(holds(kept.folder, 'kanarie')).toBe(false);
  await kept.pass(120_000);
  await kept.deliver(building('b1', { populatie: 3 }));
  expect(kept.told('Edition:Withdraw')).toHaveLength(1);
});

test('an object that left its root while it was secret stays hidden, also in the versions of before', async () => {
  const kept = new Upkept();
  const changed = () => kept.reader().current()?.edition.versions('p1').map((version) => version.changed);
  const begins = ['2020', '2021', '2022'].map((year) => `${year}-01-01T00:00:00Z`);
  const shown = await kept.deliver(park('p1', { from: begins[0]!, contours: ['kanarie-c0'] }));
  await kept.deliver(park('p1', { from: begins[1]!, contours: ['kanarie-c0'] }));
  await kept.deliver(park('p1', { from: begins[0]!, contours: ['kanarie-c0'], secret: ['kanarie-c0'] }), park('p1', { from: begins[1]!, contours: ['kanarie-c0'], secret: ['kanarie-c0'] }));
  await kept.deliver(park('p1', { from: begins[0]! }), park('p1', { from: begins[1]! }));
  await kept.deliver(park('p1', { from: begins[2]! }));
  expect(changed()!.flat().filter((name) => name?.includes('resulteertIn'))).toEqual([]);
  expect(changed()!.length).toBeGreaterThan(3);
  expect(holds(kept.folder, 'kanarie')).toBe(false);
  expect(isGone(kept, shown)).toBe(true);
  expect(kept.rebuild(shown)).toMatchObject({ outcome: 'less' });
  expect(holds(kept.folder, 'kanarie')).toBe(false);
});

test('versions of a root do not name what differs in its secret objects, and name it when these are public again', async () => {
  const kept = new Upkept();
  const changed = () => kept.reader().current()?.edition.versions('p1').map((version) => version.changed);
  const moved = { ...park('p1', { secret: ['m2'], from: '2021-01-01T00:00:00Z' }) };
  await kept.deliver(park('p1', { secret: ['m2'] }));
  await kept.deliver(JSON.parse(JSON.stringify(moved).replace('kanarie-m2', 'kanarie-other')) as JsonObject);
  expect(changed()?.at(-1)).toEqual(['beginGeldigheid', 'voertUit.beginGeldigheid', 'voertUit.heeft.beginGeldigheid']);
  expect(kept.told('Edition:Withdraw')).toEqual([]);
  await kept.deliver(park('p1', { from: '2020-01-01T00:00:00Z' }), park('p1', { from: '2021-01-01T00:00:00Z' }));
  expect(shownIn(editionAt(kept, kept.nowMs), 'windturbines', 'm2')).toMatchObject({ id: 'm2' });
  expect(changed()?.flat()).not.toContain('voertUit.heeft.comment');
  expect(holds(kept.folder, 'kanarie')).toBe(false);
});

test('a secret object that is never valid is in no document either, and its editions go when it becomes secret', async () => {
  const kept = new Upkept();
  const never = (secret: readonly string[]): JsonObject => JSON.parse(JSON.stringify(park('p1', { contours: ['kanarie-c0'], secret }))
    .replace('"id":"kanarie-c0"', '"id":"kanarie-c0","eindGeldigheid":"2019-01-01T00:00:00Z"')) as JsonObject;
  const shown = await kept.deliver(never([]));
  expect(documentIn(editionAt(kept, shown), 'p1')).toContain('kanarie-c0');
  await kept.deliver(never(['kanarie-c0']));
  expect(isGone(kept, shown)).toBe(true);
  expect(holds(kept.folder, 'kanarie')).toBe(false);
});
