/** The whole road with nothing replaced: examples through DuckDB, register and publisher; then requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { DeskAnswer } from '../../schemas/desk.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Receipt, SubmissionInput } from '../../schemas/submission.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { openDesk } from '../../pipelines/desk.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { listSubmissions, outcome, submit } from '../../pipelines/state/outcomes/submit.ts';
import { runBatch } from '../../pipelines/conductor/run-batch.ts';
import { PROJECT } from '../shared-data.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { submitAndWait } from '../pipelines/state/patience.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { reportMistakes } from '../report-agrees.ts';

const EXAMPLES = join(PROJECT, 'data/examples');
const BASE = 'http://127.0.0.1:8080/v1';
const clock = (): Date => new Date();

function input(options: Partial<SubmissionInput>): SubmissionInput {
  return {
    holder: 'AB12', method: 'LEVERING', target: '', crs: CRSS['28992'].uri, mediaType: 'application/json',
    ifMatch: null, ...options,
  };
}

test('examples are published: hidden ones are stored, a wrong delivery loses only its wrong roots; then requests', async () => {
  const data = temporaryFolder();
  const spatialPath = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info });
  const deliver = (name: string): Promise<Receipt> =>
    submit(data, { input: input({ target: name }), payload: { path: join(EXAMPLES, name) } }, clock);
  const school = await deliver('school-zwolle.json');
  const secret = await deliver('munitiedepot-geheim.json');
  const wrong = await deliver('fout-gebouwen-den-bosch.json');
  expect(await runBatch({ data, baseUrl: BASE, spatialPath, threads: 1, clock, onEvent: () => {} })).toBe('here');

  const counts = { accepted: 1 };
  expect(outcome(data, school.uuid)).toMatchObject({ state: 'settled', status: 200, report: { counts } });
  const hidden = outcome(data, secret.uuid)?.report;
  expect(hidden?.objects).toMatchObject([{ verdict: 'accepted', published: false }]);
  expect(hidden?.findings.map(({ rule }) => rule)).toContain('openbaarheid.informatieGeheim');
  const { accepted = 0, refused = 0 } = outcome(data, wrong.uuid)?.report?.counts ?? {};
  expect([accepted, refused]).toEqual([2, 8]);

  const editions = openEditions(foldersOf(data).editions, 'public');
  onTestFinished(() => editions.close());
  const edition = editions.current()?.edition;
  const names = ['kwetsbare-gebouwen', 'kwetsbare-locaties', 'locatie-activiteiten'];
  expect(names.map((name) => edition?.series.get(name)?.count)).toEqual([2, 1, 0]);
  expect(edition?.document(hidden?.objects[0]?.id ?? '', '28992')).toBeUndefined();

  const onHead = (): void => editions.refresh();
  const desk = await openDesk({ data, baseUrl: BASE, spatialPath: () => Promise.resolve(spatialPath), threads: 1, clock: () => new Date(), onHead, onEvent: () => {} });
  onTestFinished(() => desk.close());
  const post = (body: Buffer, target = '/kwetsbare-gebouwen', holder = 'AB12'): Promise<DeskAnswer> =>
    submitAndWait(desk, input({ method: 'POST', target, holder }), body);
  const document = JSON.parse(readFileSync(join(EXAMPLES, 'school-zwolle.json'), 'utf8')) as JsonObject;
  const copy = (change: JsonObject): Buffer => Buffer.from(JSON.stringify({ ...document, id: 'nieuw', ...change }));

  expect(await post(copy({}))).toMatchObject({ kind: 'settled', outcome: { status: 201, roots: [{ id: 'nieuw' }] } });
  expect(editions.current()?.edition.document('nieuw', 'CRS84')).toBeDefined();
  expect(await post(copy({}))).toMatchObject({ kind: 'settled', outcome: { status: 409 } });
  const foreign = await post(copy({ id: 'x' }), '/kwetsbare-gebouwen', 'CD34');
  expect(foreign).toMatchObject({ kind: 'settled', outcome: { status: 403 } });

  const report = outcome(data, wrong.uuid)!.report!;
  const { findings, effects } = report;
  const table = (await desk.report(report, 'csv')).toString().split('\r\n');
  // A row for each finding and for each new object.
  expect(table).toHaveLength(findings.length + (effects?.roots.length ?? 0) + 3);
  expect((await desk.report(report, 'geojson')).toString()).toMatch(/^\{"type":"FeatureCollection"/);
  for (const { uuid } of [school, secret, wrong]) expect(reportMistakes(outcome(data, uuid)?.report)).toEqual([]);

  const before = listSubmissions(data, { limit: 100 }).length;
  expect(rulesOf(await post(copy({ populatie: 1e9 })))).toEqual(['schema.bereik']);
  expect(await post(copy({ identificatie: { namespace: 'NL.IMEV' } }))).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ rule: 'schema.required', pointer: '/identificatie', missing: 'lokaalID' })]) as unknown,
  });
  expect(rulesOf(await post(Buffer.from('{"id":1,"id":2}')))).toContain('json.dubbele-sleutel');
  expect(rulesOf(await post(copy({ id: 'y' }), '/kwetsbare-locaties'))).toEqual(['verzoek.andere-collectie']);
  expect(rulesOf(await post(Buffer.from(JSON.stringify([{ ...document, id: 'z0' }]))))).toEqual(['verzoek.een-object']);
  expect(rulesOf(await post(copy({ id: 'z0' }), '/collections/kwetsbare-gebouwen/items'))).toEqual(['verzoek.vorm']);
  const { geometrie: geometry = null, ...properties } = document;
  const feature = { type: 'Feature', geometry, properties: { ...properties, id: 'z0' } };
  expect(rulesOf(await post(Buffer.from(JSON.stringify(feature))))).toEqual(['verzoek.vorm']);
  const collection = { type: 'FeatureCollection', features: [feature] };
  expect(rulesOf(await post(Buffer.from(JSON.stringify(collection)), '/collections/kwetsbare-gebouwen/items'))).toEqual(['verzoek.een-object']);
  expect(rulesOf(await post(copy({ id: '..' })))).toEqual(['schema.patroon']);
  const two = [{ ...document, id: 'z1' }, { ...document, id: 'z2' }];
  expect(rulesOf(await post(Buffer.from(JSON.stringify(two))))).toEqual(['verzoek.een-object']);
  // One finding that there are too many objects; the objects themselves are not checked.
  const many = await post(Buffer.from(`[${'1,'.repeat(1_000_000)}1]`));
  expect(rulesOf(many)).toEqual(['verzoek.een-object']);
  expect(listSubmissions(data, { limit: 100 }), 'refused requests are not stored').toHaveLength(before);
});

/** Rules of the errors of a request that was refused before it was stored. */
function rulesOf(answer: DeskAnswer): readonly string[] {
  if (answer.kind !== 'refused') throw new Error(`the request was ${answer.kind}`);
  return answer.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
}
