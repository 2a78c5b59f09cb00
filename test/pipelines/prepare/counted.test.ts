/** What one flaw breaks. That all of it is what the long way says is for nearly.test.ts. */
import { expect, test } from 'vitest';
import { Counter } from '../../../pipelines/prepare/counted.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Json } from '../../../schemas/json.ts';

const counter = new Counter(CRSS['28992'], ['schema.type', 'schema.waardelijst', 'schema.lengte']);

function rulesOf(field: string, value: Json): readonly string[] | undefined {
  const flaw = { object: 0, type: 'KwetsbaarGebouw', field, value, text: JSON.stringify(value) };
  return counter.count([flaw])?.map(({ rule }) => rule);
}

test('the same text is another mistake in another field, and the same one again', () => {
  const fields = ['populatie', 'categorieKwetsbaarheid', 'bronobjectID', 'populatie', 'categorieKwetsbaarheid'];
  const rules = fields.map((field) => rulesOf(field, 'bestaat niet'));
  expect(rules).toEqual([['schema.type'], ['schema.waardelijst'], [], ['schema.type'], ['schema.waardelijst']]);
});

test('of any number of values, of any length', () => {
  for (const length of [0, 1, 61, 62, 63, 64, 65, 200]) expect(rulesOf('populatie', 'x'.repeat(length))).toEqual(['schema.type']);
  for (let number = 0; number < 300; number++) expect(rulesOf('bronobjectID', number)).toEqual(['schema.type']);
});
