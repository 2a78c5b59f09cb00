/** Several versions of one object in one delivery are accepted in any order, each by its own begin. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { Versions } from '../../../pipelines/prepare/delivery/versions.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import type { Moment } from '../../../schemas/time.ts';
import { IS_FULL } from '../../runs.ts';
import { describeWithShared } from '../../shared-data.ts';
import { building, deliver, example, type Prepared } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

/** Number of versions whose pairs would take hours to compare. */
const COUNT = 300_000;

const at = (year: number): string => `${year}-01-01T00:00:00Z`;
const version = (year: number, more: Readonly<Record<string, Json>> = {}): JsonObject => building(1, { beginGeldigheid: at(year), populatie: year, ...more });

/** The example with other begins, so that each is a version of it. */
function location(year: number, change: (document: Record<string, Json>) => void = () => {}): JsonObject {
  const document = structuredClone(example('lpg-tankstation-amersfoort.json')) as Record<string, Json>;
  document['beginGeldigheid'] = at(year);
  change(document);
  return document;
}

function lines(...roots: readonly JsonObject[]): string {
  return roots.map((root) => JSON.stringify(root)).join('\n');
}

/** The verdict and the begin of each root. */
function verdicts({ report }: Prepared): readonly string[] {
  return report.objects.map(({ verdict, beginGeldigheid }) => `${verdict} ${beginGeldigheid?.slice(0, 4) ?? '-'}`);
}

describe('OPEN-versions-in-one-delivery', () => {
  test.each([[[2020, 2021]], [[2021, 2020]], [[2020, 2021, 2022]], [[2022, 2020, 2021]]])('versions from %j are accepted, each named by its begin', async (years) => {
    const done = await deliver(spatial, lines(...years.map((year) => version(year))));
    expect([done.found, verdicts(done)]).toEqual([[], years.map((year) => `accepted ${year}`)]);
    expect(done.roots.map(({ validFrom }) => new Date(validFrom).getUTCFullYear())).toEqual(years);
    expect(done.report.counts).toMatchObject({ objects: years.length, accepted: years.length, types: [{ objects: years.length }] });
  });

  test('at most 1,000 versions of one object are accepted, the first ones', async () => {
    const hour = (n: number): string => new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString().replace('.000', '');
    const many = Array.from({ length: LIMITS.versionsPerObjectMax + 2 }, (_, n) => building(1, { beginGeldigheid: hour(n) }));
    const { report, found } = await deliver(spatial, lines(...many, building(2)));
    expect(report.counts).toMatchObject({ objects: many.length + 1, accepted: LIMITS.versionsPerObjectMax + 1, refused: 2 });
    expect(found).toEqual([`id.te-veel-versies /${many.length - 2}/id`, `id.te-veel-versies /${many.length - 1}/id`]);
  });

  test('an object with one version has no begin in the report', async () => {
    expect(verdicts(await deliver(spatial, lines(version(2020), building(2))))).toEqual(['accepted -', 'accepted -']);
  });

  test('nested objects keep their ids in each version of their root', async () => {
    const done = await deliver(spatial, lines(location(2024), location(2025), location(2026)));
    expect([done.found, verdicts(done)]).toEqual([[], ['accepted 2024', 'accepted 2025', 'accepted 2026']]);
  });

  test.each([0, 2])('two versions with the same begin and another content are both refused, each naming the other (indent %d)', async (indent) => {
    const roots = [building(2), version(2020), version(2021), version(2021, { populatie: 7 })];
    const text = indent === 0 ? lines(...roots) : JSON.stringify(roots, null, indent);
    const { report, ...done } = await deliver(spatial, text);
    expect(verdicts({ report, ...done })).toEqual(['accepted -', 'accepted 2020', 'refused 2021', 'refused 2021']);
    expect(done.found.toSorted()).toEqual(['id.zelfde-begin /2/beginGeldigheid', 'id.zelfde-begin /3/beginGeldigheid']);
    expect(done.roots.map(({ pointer }) => pointer)).toEqual(['/0', '/1']);
    expect(report.counts).toMatchObject({ accepted: 2, refused: 2, errors: 2 });
    const first = report.findings.find(({ pointer }) => pointer.startsWith('/2'))!;
    const second = report.findings.find(({ pointer }) => pointer.startsWith('/3'))!;
    const starts = text.split('\n').flatMap((line, index) => (/^\s*\{"?(?:entityType|$)/.test(line) && !/^ {3}/.test(line) ? [index + 1] : []));
    expect([first.line, first.message.nl]).toEqual([starts[2], expect.stringContaining(`op regel ${starts[3]}, /3.`)]);
    expect([second.earlier?.line, second.message.en]).toEqual([starts[2], expect.stringContaining(`on line ${starts[2]}, /2.`)]);
  });

  test('three versions with the same begin are all refused, and so is a copy of one', async () => {
    const done = await deliver(spatial, lines(version(2021), version(2021, { populatie: 1 }), version(2021, { populatie: 2 }), version(2021), version(2022)));
    expect(verdicts(done)).toEqual(['refused 2021', 'refused 2021', 'refused 2021', 'refused 2021', 'accepted 2022']);
    expect(done.found.filter((one) => one.startsWith('id.zelfde-begin'))).toHaveLength(4);
  });

  test.runIf(IS_FULL).each([
    ['of different content', (root: number) => root],
    ['of one content', () => 1],
    ['of one content, but for the last', (root: number) => (root < COUNT - 1 ? 1 : 2)],
  ])('an export that gives one id to all its roots, %s, costs as much a root as any other', (_, sumOf) => {
    const versions = new Versions();
    const beside = Array.from({ length: COUNT }, (_unused, root) =>
      versions.add({ root, line: root, begin: 0 as Moment, sum: sumOf(root) }, root === 0 ? undefined : { root: 0, line: 0 }));
    const told = beside.flatMap(({ contested }) => contested.map(({ root }) => root));
    expect(told).toEqual([...new Set(told)]);
    for (const [root, { rival, copied }] of beside.entries()) {
      const expected = root === 0 ? undefined : Array.from({ length: 3 }, (_unused, other) => other).find((other) => other < root && sumOf(other) !== sumOf(root));
      if (rival?.root !== expected || (root > 0 && (copied === undefined) === (rival === undefined))) throw new Error(`root ${root}`);
    }
    expect(versions.several).toHaveLength(COUNT);
  });

  test('the same begin with the same content is a repeated object: the first is accepted', async () => {
    const done = await deliver(spatial, lines(version(2020), location(2024), version(2021), version(2021), location(2024)));
    expect(verdicts(done)).toEqual(['accepted 2020', 'accepted 2024', 'accepted 2021', 'refused 2021', 'refused 2024']);
    expect(done.found).toEqual(['id.dubbel /3/id', 'id.dubbel /4/id']);
    expect(done.report.findings.map(({ earlier, message }) => [earlier?.line, message.nl])).toEqual([
      [3, 'Dit object staat twee keer in de levering, met dezelfde inhoud.'], [2, 'Dit object staat twee keer in de levering, met dezelfde inhoud.'],
    ]);
  });

  test('a refused version does not affect the others', async () => {
    const done = await deliver(spatial, lines(version(2020, { populatie: -1 }), version(2021), version(2022, { beginGeldigheid: 'ooit' }), version(2023)));
    expect(verdicts(done)).toEqual(['refused 2020', 'accepted 2021', 'refused -', 'accepted 2023']);
  });

  test('a version with the begin of a refused one is refused too', async () => {
    expect(verdicts(await deliver(spatial, lines(version(2020, { populatie: -1 }), version(2020))))).toEqual(['refused 2020', 'refused 2020']);
  });

  test('an id has one type: a root of another type is not a version', async () => {
    const other = { ...version(2021), entityType: 'KwetsbareLocatie' };
    const done = await deliver(spatial, lines(version(2020), other));
    expect(done.found).toContain('id.dubbel /1/id');
    expect(verdicts(done)).toEqual(['accepted -', 'refused -']);
  });

  test('an object nested in one object is not nested in another, in any version', async () => {
    const document = location(2024);
    const part = objectsOf(document).find(({ pointer }) => pointer === '/voertUit/0')!.data;
    const other = structuredClone(example('propaantank-texel.json')) as Record<string, Json>;
    const later = { ...other, beginGeldigheid: '2026-01-01T00:00:00Z', voertUit: [...other['voertUit'] as readonly Json[], part] };
    const done = await deliver(spatial, lines(document, other, later, location(2025)));
    expect(done.found.filter((one) => one.startsWith('id.'))).toEqual(['id.dubbel /2/voertUit/1/id']);
    expect(verdicts(done)).toEqual(['accepted 2024', expect.stringMatching(/^accepted/), 'refused 2026', 'accepted 2025']);
  });

  test('an object that is nested twice in one version is reported for that version', async () => {
    const twice = location(2025, (document) => {
      const references = objectsOf(document).find(({ pointer }) => pointer === '/voertUit/0')!.data as Record<string, Json>;
      const [first, second] = references['heeft'] as readonly JsonObject[];
      references['heeft'] = [first!, { ...second!, id: first!['id']! }];
    });
    const done = await deliver(spatial, lines(location(2024), twice));
    expect([done.found.filter((one) => one.startsWith('id.')), verdicts(done)]).toEqual([['id.dubbel /1/voertUit/0/heeft/1/id'], ['accepted 2024', 'refused 2025']]);
    expect(done.report.findings.find(({ rule }) => rule === 'id.dubbel')).toMatchObject({ line: 2, earlier: { pointer: '/1', line: 2 } });
  });

  test('versions as Features of a collection, and in model 3.0', async () => {
    const feature = (year: number): JsonObject => {
      const { geometrie, ...properties } = version(year);
      return { type: 'Feature', geometry: geometrie!, properties };
    };
    const collection = await deliver(spatial, { type: 'FeatureCollection', features: [feature(2022), feature(2021), feature(2021)] });
    expect([collection.found, verdicts(collection)]).toEqual([['id.dubbel /features/2/properties/id'], ['accepted 2022', 'accepted 2021', 'refused 2021']]);
    const rivals = { type: 'FeatureCollection', features: [feature(2021), { ...feature(2021), geometry: building(3)['geometrie']! }] };
    expect((await deliver(spatial, rivals)).found.toSorted()).toEqual([0, 1].map((n) => `id.zelfde-begin /features/${n}/properties/beginGeldigheid`));
    const old = await deliver(spatial, lines(version(2021), version(2020)), { model: '3.0' });
    expect(verdicts(old)).toEqual(['accepted 2021', 'accepted 2020']);
  });

  test('strict: one refused version refuses all', async () => {
    expect(verdicts(await deliver(spatial, lines(version(2020), version(2021, { populatie: -1 })), { strict: true }))).toEqual(['refused 2020', 'refused 2021']);
  });

  test.runIf(IS_FULL)('versions far apart, in blocks of their own', async () => {
    const between = Array.from({ length: 3_000 }, (_, index) => building(index + 10));
    const done = await deliver(spatial, lines(version(2022), ...between, version(2020), ...between.map((root, index) => ({ ...root, ...building(index + 4_000) })), version(2021)));
    expect(done.report.counts).toMatchObject({ accepted: 6_003, refused: 0 });
    expect(done.report.objects.filter(({ beginGeldigheid }) => beginGeldigheid !== undefined)).toHaveLength(3);
  });
});

describeWithShared('a delivery of the field', 'data/field-cases/N5-versions-hist.json', (path) => {
  test('two versions of one building are both accepted', async () => {
    expect(verdicts(await deliver(spatial, { path }))).toEqual(['accepted 2020', 'accepted 2021']);
  });
});
