/** What is said of one flaw. That it is what the long way says is for told.test.ts. */
import { expect, test } from 'vitest';
import { flawRemarks } from '../../../pipelines/prepare/flaw-remarks.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Json } from '../../../schemas/json.ts';

function findingsOf(field: string, value: Json): readonly (readonly [string, string | undefined])[] | undefined {
  const flaw = { object: 0, type: 'KwetsbaarGebouw', field, value, text: JSON.stringify(value) };
  const told = flawRemarks([flaw], { crs: CRSS['28992'], named: () => [], whole: () => [] });
  return told?.map(({ rule, say }) => [rule, say!().pointer]);
}

test('the same text is another mistake in another field, and the same one again', () => {
  const fields = ['populatie', 'categorieKwetsbaarheid', 'bronobjectID', 'populatie', 'categorieKwetsbaarheid'];
  const populatie = [['schema.type', '/populatie']];
  const categorie = [['schema.waardelijst', '/categorieKwetsbaarheid']];
  expect(fields.map((field) => findingsOf(field, 'bestaat niet'))).toEqual([populatie, categorie, [], populatie, categorie]);
});

test('of any number of values, of any length', () => {
  for (const length of [0, 1, 61, 62, 63, 64, 65, 200]) {
    expect(findingsOf('populatie', 'x'.repeat(length))).toEqual([['schema.type', '/populatie']]);
  }
  for (let number = 0; number < 300; number++) expect(findingsOf('bronobjectID', number)).toEqual([['schema.type', '/bronobjectID']]);
});
