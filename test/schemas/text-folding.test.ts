/** Text folding: texts that differ in case, or in accents, become equal. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from '../../schemas/text-folding.ts';

describe('case', () => {
  test.each([
    ['Straße', 'STRASSE'], ['STRAẞE', 'strasse'], ['Οδος', 'ΟΔΟΣ'], ['KØBENHAVN', 'København'], ['ſ', 's'], ['ŉ', 'ʼN'], ['ǆ', 'ǅ'], ['\u212a', 'k'], ['\u1fbc', 'ΑΙ'],
  ])('%s is %s', (one, other) => {
    expect(foldText(one, 'case')).toBe(foldText(other, 'case'));
  });

  test.each([['ı', 'i'], ['é', 'e'], ['ø', 'o'], ['a', 'b']])('%s is not %s', (one, other) => {
    expect(foldText(one, 'case')).not.toBe(foldText(other, 'case'));
  });

  test('a text and its capitals fold alike, and folding twice changes nothing', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('ı')), (text) => {
      const folded = foldText(text, 'case');
      expect(foldText(text.toUpperCase(), 'case')).toBe(folded);
      expect(foldText(folded, 'case')).toBe(folded);
    }));
  });
});

test.each([
  ['papá', 'papa'], ['Chișinău', 'Chisinau'], ['e\u0301', 'e'], ['ő', 'o'],
])('accents: %s is %s', (one, other) => {
  expect(foldText(one, 'accents')).toBe(other);
});

test('accents: capitals, separate letters and the voicing marks of Japanese stay', () => {
  expect(['É', 'ø', 'はじめ', 'が'].map((text) => foldText(text, 'accents'))).toEqual(['E', 'ø', 'はじめ', 'が']);
});

test('both: ÄÉ and ae fold alike', () => {
  expect(foldText('ÄÉ', 'both')).toBe('ae');
});
