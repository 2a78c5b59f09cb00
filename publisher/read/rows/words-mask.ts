/** Words masks: the rows of a page that have all words of a search, from the page's part with words alone. */
import type { PageWords } from '../../format/words.ts';
import { andInto, maskOf, NO, YES, type Mask } from './mask.ts';
import { wordPattern, type TextPattern } from './text-pattern.ts';

export type WordPatterns = readonly TextPattern[];

export function wordPatterns(words: readonly string[]): WordPatterns {
  return words.map(wordPattern);
}

/** `words`: undefined when no row of the page has one. */
export function wordsMask(patterns: WordPatterns, words: PageWords | undefined, count: number): Mask {
  const mask = maskOf(count, words === undefined && patterns.length > 0 ? NO : YES);
  if (words !== undefined) for (const pattern of patterns) andInto(mask, oneMask(pattern, words, count));
  return mask;
}

function oneMask(pattern: TextPattern, words: PageWords, count: number): Mask {
  const mask = maskOf(count, NO);
  for (const index of pattern.prefix === '' ? words.holding(Buffer.from(pattern.literal, 'utf8')) : startingWith(pattern.prefix, words)) {
    if (pattern.test(words.word(index))) for (const row of words.rows(index)) mask[row] = YES;
  }
  return mask;
}

function* startingWith(prefix: string, words: PageWords): Iterable<number> {
  for (let index = words.before(Buffer.from(prefix, 'utf8')); index < words.size; index += 1) {
    if (!words.word(index).startsWith(prefix)) return;
    yield index;
  }
}
