/**
 * zoek: words that a row must have, all of them (`*` any number of characters, `?` exactly one; whole words; case and accents ignored).
 * The text is split into words like the texts of rows (schemas/search-words.ts), but `*` and `?` stay.
 */
import { LIMITS } from '../../schemas/limits.ts';
import { wordsOf } from '../../schemas/search-words.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** Returns the words of a search, as in SeriesQuery; empty without one, and after a fault. */
export function readZoek(text: string | undefined, faults: ParameterFault[]): readonly string[] {
  if (text === undefined) return [];
  const words = text.length > LIMITS.searchCharsMax ? [] : patternsOf(text);
  if (words.length > 0 && words.length <= LIMITS.searchWordsMax && words.every(hasLetter)) return words;
  const { searchCharsMax, searchWordsMax } = LIMITS;
  faults.push(wrongValue('zoek', text, {
    expected: {
      nl: `1 tot ${searchWordsMax} woorden van elk minstens één letter of cijfer, samen hoogstens ${searchCharsMax} tekens; * is elk aantal tekens, ? precies één`,
      en: `1 to ${searchWordsMax} words of at least one letter or digit each, ${searchCharsMax} characters at most together; * is any number of characters, ? exactly one`,
    },
    allowed: ['propaan', 'kerk*', 'wind?molen'], correct: 'propaan',
  }));
  return [];
}

/** Two letters of the Tifinagh script replace the wildcards while a text is split, so that the wildcards stay inside their word. */
const STAR = 'ⵣ';
const MARK = 'ⵥ';

function patternsOf(text: string): readonly string[] {
  const cut = wordsOf(text.replaceAll(new RegExp(`[${STAR}${MARK}]`, 'g'), ' ').replaceAll(/\*+/g, STAR).replaceAll('?', MARK));
  return [...new Set(cut)].map((word) => word.replaceAll(STAR, '*').replaceAll(MARK, '?'));
}

function hasLetter(word: string): boolean {
  return /[^*?]/.test(word);
}
