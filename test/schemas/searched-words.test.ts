/** Words: what is kept and what is asked are cut alike. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { SERIES } from '../../schemas/names.ts';
import { SEARCHED_FIELDS, searchedFieldsOf } from '../../schemas/derived/searched-fields.ts';
import { wordsOf } from '../../schemas/words.ts';

test('a text is cut into words of letters and digits, case and accents aside', () => {
  expect(wordsOf('Café A12-Zuid, Ĳmuiden (Noord)')).toEqual(['cafe', 'a12', 'zuid', 'ĳmuiden', 'noord']);
  expect(wordsOf('Cafe\u0301 CAFÉ')).toEqual(['cafe', 'cafe']);
  expect(wordsOf(' - ')).toEqual([]);
});

test('words are made of themselves', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(wordsOf(wordsOf(text).join(' '))).toEqual(wordsOf(text));
  }), { numRuns: 1_000 });
});

test('the searched fields are texts without a list of values, each in some collection', () => {
  const searched = new Set<string>();
  for (const collection of SERIES) {
    const byName = new Map(queryablesOf(collection).map((queryable) => [queryable.name, queryable]));
    for (const name of searchedFieldsOf(collection)) {
      searched.add(name);
      expect(byName.get(name)).toMatchObject({ type: 'string' });
      expect(byName.get(name)?.values ?? byName.get(name)?.format).toBeUndefined();
    }
  }
  expect([...searched].sort()).toEqual([...SEARCHED_FIELDS].sort());
});
