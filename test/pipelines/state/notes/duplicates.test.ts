/** Objects that the register may have already, under another id: which are reported, and which are not. */
import { describe, expect, test } from 'vitest';
import { countsOf } from '../../../../pipelines/prepare/delivery/counts.ts';
import { DRIFT_LIMIT } from '../../../../pipelines/state/decide/drift.ts';
import { rehearse } from '../../../../pipelines/state/decide/rehearsal.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { Bench } from '../register-bench.ts';
import { asText, building, location, prepared, type BuildingOptions } from '../small-roots.ts';

const RULE = 'regel.dubbel-in-register';

/** A building with the geometry of another. */
const at = (place: string, id: string, options: BuildingOptions = {}): JsonObject => ({ ...building(id, options), geometrie: building(place)['geometrie']! });

/** A location with its first mill where another mill stands. */
function withMillAt(mill: string, document: JsonObject): JsonObject {
  const pointOf = (of: JsonObject): Json => (of as unknown as { voertUit: [{ heeft: [{ geometrie: Json }] }] }).voertUit[0].heeft[0].geometrie;
  return JSON.parse(JSON.stringify(document).replace(JSON.stringify(pointOf(document)), JSON.stringify(pointOf(location('', [mill]))))) as JsonObject;
}

/** The warnings: pointer, the id found, and the Dutch text. */
function warned({ report }: Outcome): readonly string[] {
  return report!.findings.filter(({ rule }) => rule === RULE).map(({ pointer, found, message }) => `${pointer} ${found}: ${message.nl}`);
}

/** The ids that a delivery is told of after another one. */
async function told(before: readonly JsonObject[], after: readonly JsonObject[], holder = 'AB12'): Promise<readonly string[]> {
  const bench = new Bench();
  await bench.deliver(before);
  return idsIn(await bench.deliver(after, { holder }));
}

function idsIn({ report }: Outcome): readonly string[] {
  return report!.findings.filter(({ rule }) => rule === RULE).map(({ objectId, found }) => `${objectId} ${found}`);
}

test('OPEN-duplicates: the other object, its holder and what is the same are named, in both languages', async () => {
  const bench = new Bench();
  await bench.deliver([{ ...building('NL.TEST.a'), idPandBAG: '0307100000123456' }]);
  const outcome = await bench.deliver([{ ...at('NL.TEST.a', 'b', { holder: 'XY9' }), idPandBAG: '0307100000123456' }], { holder: 'XY9' });
  expect(warned(outcome)).toEqual([
    '/0 NL.TEST.a: In het register staat al een object dat hetzelfde kan zijn: NL.TEST.a van bronhouder AB12 (zelfde geometrie, zelfde BAG-pand).',
  ]);
  const [finding] = outcome.report!.findings;
  expect(finding).toMatchObject({ severity: 'warning', objectId: 'b', rootId: 'b', objectType: 'KwetsbaarGebouw' });
  expect(finding!.message.en).toBe('The register has an object that may be the same one: NL.TEST.a of source holder AB12 (same geometry, same BAG building).');
  expect(outcome.report!.counts).toMatchObject({ accepted: 1, warnings: 1, errors: 0 });
});

describe('what is the same', () => {
  const ring = (...corners: readonly number[]): JsonObject => ({
    type: 'Polygon', coordinates: [corners.map((corner) => [[0, 0], [10, 0], [10, 10], [0, 10]][corner]!.map((metres) => 150_000 + metres))],
  });
  const withRing = (id: string, ...corners: readonly number[]): JsonObject => ({ ...building(id), geometrie: ring(...corners) });
  test.each<[string, JsonObject, JsonObject, boolean]>([
    ['the geometry', building('a'), at('a', 'b'), true],
    ['the geometry from another corner on', withRing('a', 0, 1, 2, 3, 0), withRing('b', 2, 3, 0, 1, 2), true],
    ['the geometry the other way round', withRing('a', 0, 1, 2, 3, 0), withRing('b', 0, 3, 2, 1, 0), true],
    ['the geometry of another type', building('a'), { ...at('a', 'b'), entityType: 'KwetsbareLocatie' }, false],
    ['a BAG building', { ...building('a'), idPandBAG: '1' }, { ...building('b'), idPandBAG: '1' }, true],
    ['a BAG address', { ...building('a'), idAdresseerbaarobjectBAG: '1' }, { ...building('b'), idAdresseerbaarobjectBAG: '1' }, true],
    ['the address of a location', { ...location('a', ['m']), idNummeraanduidingBAG: '1' }, { ...location('b', []), idNummeraanduidingBAG: '1' }, true],
    ['a building as an address', { ...building('a'), idPandBAG: '1' }, { ...building('b'), idAdresseerbaarobjectBAG: '1' }, false],
    ['an id in other capitals', building('Zh-1'), building('zh-1'), true],
    ['a lokaalID under another id', building('a'), { ...building('b'), identificatie: { namespace: 'NL.TEST', lokaalID: 'A' } }, true],
    ['a name under another id', { ...building('a'), identificatie: { namespace: 'NL', lokaalID: 'k' } }, { ...building('b'), identificatie: { namespace: 'nl', lokaalID: 'K' } }, true],
    ['nothing', building('a'), building('b'), false],
  ])('%s', async (_, before, after, isSame) => {
    expect(await told([before], [after])).toEqual(isSame ? [`${after['id'] as string} ${before['id'] as string}`] : []);
  });

  test('a reference of another root, when the roots themselves share nothing', async () => {
    expect(await told([location('l1', ['m1'])], [withMillAt('m1', location('l2', ['m2']))])).toEqual(['m2 m1']);
  });

  test('roots and references together give one warning, at the root', async () => {
    const after = withMillAt('m1', { ...location('l2', ['m2']), idNummeraanduidingBAG: '1' });
    expect(await told([{ ...location('l1', ['m1']), idNummeraanduidingBAG: '1' }], [after])).toEqual(['l2 l1']);
  });
});

describe('no duplicate', () => {
  test('an earlier version of the object itself, and the object unchanged', async () => {
    const bench = new Bench();
    await bench.deliver([building('a')]);
    expect(idsIn(await bench.deliver([building('a', { from: '2021-01-01T00:00:00Z', populatie: 2 })]))).toEqual([]);
    expect(idsIn(await bench.deliver([building('a', { from: '2021-01-01T00:00:00Z', populatie: 2 })]))).toEqual([]);
  });

  test('an object that the same delivery ends, by its own end or because it is left out', async () => {
    expect(await told([building('a')], [at('a', 'b'), building('a', { until: '2025-01-01T00:00:00Z' })])).toEqual([]);
    const bench = new Bench();
    await bench.deliver([building('a')]);
    expect(idsIn(await bench.deliver([at('a', 'b')], { full: ['KwetsbaarGebouw'] }))).toEqual([]);
  });

  test('an object that the same delivery moves, before or behind', async () => {
    expect(await told([building('a')], [at('a', 'b'), at('c', 'a')])).toEqual([]);
    expect(await told([building('a')], [at('c', 'a'), at('a', 'b')])).toEqual([]);
  });

  test('an object that ended, was withdrawn, or ends where the other begins', async () => {
    expect(await told([building('a', { until: '2024-01-01T00:00:00Z' })], [at('a', 'b')])).toEqual([]);
    expect(await told([building('a', { until: '2030-01-01T00:00:00Z' })], [at('a', 'b', { from: '2030-01-01T00:00:00Z' })])).toEqual([]);
    expect(await told([building('a', { until: '2030-01-01T00:00:00Z' })], [at('a', 'b', { from: '2029-12-31T00:00:00Z' })])).toEqual(['b a']);
    const bench = new Bench();
    await bench.deliver([building('a')]);
    await bench.deliver(Buffer.alloc(0), { method: 'DELETE', target: '/kwetsbare-gebouwen/a' });
    expect(idsIn(await bench.deliver([at('a', 'b')]))).toEqual([]);
  });

  test('a delivered version that is past', async () => {
    expect(await told([building('a')], [at('a', 'b', { until: '2025-01-01T00:00:00Z' })])).toEqual([]);
  });

  test('a root that is refused', async () => {
    expect(await told([building('a')], [at('a', 'b', { holder: 'XY9' })])).toEqual([]);
  });
});

describe('secrets', () => {
  test('a secret object of another holder is neither named nor counted; its own holder reads of it', async () => {
    const bench = new Bench();
    await bench.deliver([building('a', { secret: true })]);
    const plain = await new Bench().deliver([at('a', 'b', { holder: 'XY9' })], { holder: 'XY9' });
    const beside = await bench.deliver([at('a', 'b', { holder: 'XY9' })], { holder: 'XY9' });
    expect([beside.report!.findings, beside.report!.counts]).toEqual([plain.report!.findings, plain.report!.counts]);
    expect(idsIn(await bench.deliver([at('a', 'c')]))).toEqual(['c a', 'c b']);
  });

  test('an object with a secret version is secret', async () => {
    const bench = new Bench();
    await bench.deliver([building('a', { secret: true })]);
    await bench.deliver([building('a', { from: '2022-01-01T00:00:00Z' })]);
    expect(idsIn(await bench.deliver([at('a', 'b', { holder: 'XY9' })], { holder: 'XY9' }))).toEqual([]);
  });
});

describe('every road', () => {
  test('a PUT of one object', async () => {
    const bench = new Bench();
    await bench.deliver([building('a')]);
    const outcome = await bench.deliver([at('a', 'b')], { method: 'PUT', target: '/kwetsbare-gebouwen/b' });
    expect([outcome.status, idsIn(outcome)]).toEqual([201, ['b a']]);
  });

  test('`ev validate --data`, which leaves no key behind', async () => {
    const bench = new Bench();
    await bench.deliver([building('a')]);
    const roots = [prepared(at('a', 'b'), '/0')];
    const input = { holder: 'AB12', method: 'LEVERING', target: 'test.json', crs: null, mediaType: 'application/json', ifMatch: null } as const;
    const report = await rehearse(bench.data, { input, clock: () => new Date('2026-02-01T00:00:00Z'), drift: DRIFT_LIMIT }, ({ sink }) => {
      for (const root of roots) sink!(asText(root));
      const objects = roots.map(({ id, type, pointer }) => ({ id, entityType: type, pointer, verdict: 'accepted' as const }));
      return Promise.resolve({ source: 'test.json', model: '4.0', crs: '', objects, findings: [], changes: [], counts: countsOf(objects, []) });
    });
    expect(report.findings.map(({ rule, found }) => `${rule} ${found}`)).toEqual([`${RULE} a`]);
    expect(idsIn(await bench.deliver([at('a', 'c')]))).toEqual(['c a']);
  });
});

test('three others are named, and the last says how many more there are', async () => {
  const bench = new Bench();
  for (let holder = 1; holder < 9; holder++) await bench.deliver([at('home', `home${holder}`, { holder: `H0${holder}` })], { holder: `H0${holder}` });
  const texts = warned(await bench.deliver([at('home', 'home9')]));
  expect(texts).toHaveLength(3);
  expect(texts.map((text) => /(H0\d)/.exec(text)?.[1])).toEqual(['H01', 'H02', 'H03']);
  expect(texts[2]).toMatch(/\(zelfde geometrie\)\. Er zijn nog 5 zulke objecten\.$/);
});

describe('two objects of one delivery', () => {
  test('equal geometries are the delivery’s to report; a shared building is reported once, at the later object', async () => {
    const pand = { idPandBAG: '1' };
    expect(idsIn(await new Bench().deliver([building('a'), at('a', 'b')]))).toEqual([]);
    const bench = new Bench();
    expect(idsIn(await bench.deliver([{ ...building('a'), ...pand }, { ...building('b'), ...pand }]))).toEqual(['b a']);
    expect(idsIn(await bench.deliver([{ ...building('b'), ...pand }, { ...building('a'), ...pand }])), 'unchanged, in another order').toEqual(['a b']);
    expect(idsIn(await new Bench().deliver([building('Zh-1'), building('zh-1')]))).toEqual(['zh-1 Zh-1']);
  });

  test('several versions of an object give one warning', async () => {
    expect(await told([building('a')], [at('a', 'b'), at('a', 'b', { from: '2022-01-01T00:00:00Z' })])).toEqual(['b a']);
  });
});

test('the first holder reads of the other with the next delivery, though nothing in that changed', async () => {
  const bench = new Bench();
  await bench.deliver([building('a')]);
  await bench.deliver([at('a', 'b', { holder: 'XY9' })], { holder: 'XY9' });
  const again = await bench.deliver([building('a')]);
  expect([again.report!.counts.unchanged, idsIn(again)]).toEqual([1, ['a b']]);
});

test.each([19, 20, 40])('%i secret objects with one geometry, or as many that ended, hide no other', async (count) => {
  const bench = new Bench();
  await bench.deliver([at('a', 'a', { holder: 'XY9' })], { holder: 'XY9' });
  await bench.deliver(Array.from({ length: count }, (_, index) => at('a', `s${index}`, { holder: 'XY9', secret: true })), { holder: 'XY9' });
  await bench.deliver(Array.from({ length: count }, (_, index) => at('a', `e${index}`)));
  await bench.deliver([], { full: ['KwetsbaarGebouw'] });
  expect(idsIn(await bench.deliver([at('a', 'b')]))).toEqual(['b a']);
});
