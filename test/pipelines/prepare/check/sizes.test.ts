/** Sizes: the limits of texts and objects, and the values that do not count. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { sizeIssues } from '../../../../pipelines/prepare/check/sizes.ts';
import type { Json } from '../../../../schemas/json.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import type { Value } from '../../../../schemas/model/conventions.ts';
import { MODEL } from '../../../../schemas/model/model.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { minimal } from '../../../schemas/minimal.ts';
import { publishedVerdict } from '../../../schemas/published-verdict.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

const { textCharsMax, objectBytesMax } = LIMITS;

test('a text of 100,000 characters is accepted; a longer one is refused, with its pointer', async () => {
  for (const letter of ['x', '😀', '\\']) {
    const most = building(1, { comment: ['kort', letter.repeat(textCharsMax)] });
    expect((await deliver(spatial, most)).found).toEqual([]);
    const { report } = await deliver(spatial, [building(1), building(2, { comment: ['kort', letter.repeat(textCharsMax + 1)] })]);
    expect(report.findings).toMatchObject([{
      rule: 'json.tekst-te-lang', severity: 'error', pointer: '/1/comment/1', objectId: 'NL.IMEV.AB12.g2',
      found: `${textCharsMax + 1} tekens\u00a0/\u00a0${textCharsMax + 1} characters`, expected: `≤ ${textCharsMax}`,
    }]);
    expect(report.objects.map(({ verdict }) => verdict)).toEqual(['accepted', 'refused']);
  }
});

test('a text that is too long is found in an open value type, beside coordinates, and in a nested object', async () => {
  const long = 'x'.repeat(textCharsMax + 1);
  const { identificatie, geometrie } = building(1) as Record<string, object>;
  const open = building(1, { identificatie: { ...identificatie, 'a/b': long } as Json, geometrie: { ...geometrie, crs: long } as Json });
  expect((await deliver(spatial, open)).found.filter((found) => found.startsWith('json.')))
    .toEqual(['json.tekst-te-lang /identificatie/a~1b', 'json.tekst-te-lang /geometrie/crs']);
  const text = JSON.stringify(example('lpg-tankstation-amersfoort.json'));
  const nested = text.replace('"entityType":"TankenLPG"', `$&,"comment":["${long}"]`);
  expect((await deliver(spatial, nested)).found).toEqual(['json.tekst-te-lang /voertUit/0/comment/0']);
});

test('an object of more than 1 MiB is refused, whatever its values', async () => {
  const texts = (bytes: number): Json => Array.from({ length: bytes / 1024 }, () => 'x'.repeat(1024 - 3));
  expect((await deliver(spatial, building(1, { comment: texts(objectBytesMax - 1024) }))).found).toEqual([]);
  const { report } = await deliver(spatial, building(1, { comment: texts(objectBytesMax) }));
  expect(report.findings).toMatchObject([{
    rule: 'json.object-te-groot', pointer: '', found: expect.stringMatching(/^\d+ bytes$/) as string, expected: `≤ ${objectBytesMax}`,
  }]);
});

test('neither coordinates nor nested objects count', async () => {
  const ring = Array.from({ length: 40_000 }, (_, index) => {
    const angle = (index / 40_000) * 2 * Math.PI;
    return [150_000.123456 + 900 * Math.cos(angle), 410_000.123456 + 900 * Math.sin(angle)];
  });
  const round = building(1, { geometrie: { type: 'Polygon', coordinates: [[...ring, ring[0]!]] } });
  expect(JSON.stringify(round).length).toBeGreaterThan(objectBytesMax);
  expect((await deliver(spatial, round)).found).toEqual([]);
});

test('the published schema has the same limit for every field of free text', () => {
  const named = new Map([...MODEL].flatMap(([type, { fields }]) => fields.map((field) => [field.name, { type, field }] as const)));
  const any = [...named.values()].flatMap(({ type, field }) => {
    const isFree = (value: Value): boolean => value.kind === 'text' && value.pattern === undefined && value.max === undefined;
    const wrap = (text: string): Json => (field.kind === 'array' ? [text] : text);
    const isTaken = isFree(field) || (field.kind === 'array' && (isFree(field.items) || (field.items.kind === 'object' && field.items.orText === true)));
    return isTaken ? [{ type, name: field.name, wrap }] : [];
  });
  expect(any.map(({ name }) => name)).toEqual(expect.arrayContaining(['bedrijfsnaam', 'comment', 'balActiviteit']));
  for (const { type, name, wrap } of any) {
    for (const [chars, isRight] of [[textCharsMax, true], [textCharsMax + 1, false]] as const) {
      const object = { ...minimal(type), [name]: wrap('😀'.repeat(chars)) };
      expect([name, publishedVerdict(type, object)]).toEqual([name, isRight]);
      const issues = sizeIssues(objectsOf(object), JSON.stringify(object).length);
      expect([name, issues.map(({ rule }) => rule)]).toEqual([name, isRight ? [] : ['json.tekst-te-lang']]);
    }
  }
});
