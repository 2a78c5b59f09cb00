/**
 * Text folding: CASEI and ACCENTI of CQL2, which make texts equal that differ in case, or in accents.
 *
 * Case: full case folding of Unicode (21-065r2, requirement casei-function): ß and ẞ are ss, final sigma is sigma. Accents: the nonspacing
 * marks of the NFD are removed. The voicing marks of Japanese stay, because a word without them is another word.
 * A folded text is in NFC, like the texts that it is compared with. Not here: the words of `zoek` (search-words.ts).
 */
import { nfc } from './normal-form.ts';

/** The differences that a comparison ignores. */
export type TextFold = 'case' | 'accents' | 'both';

const BEYOND_ASCII = /[^ -~]/;
const ACCENTS = /(?![\u3099\u309a])\p{Mn}/gu;

export function foldText(text: string, fold: TextFold): string {
  if (!BEYOND_ASCII.test(text)) return fold === 'accents' ? text : text.toLowerCase();
  const bare = fold === 'case' ? text : text.normalize('NFD').replace(ACCENTS, '');
  return nfc(fold === 'accents' ? bare : foldCase(bare));
}

/** Folds case. Upper case and back merges letters that differ in case only; the dotless i and the final sigma are special cases. */
function foldCase(text: string): string {
  return text.split('ı').map((part) => part.toLowerCase().toUpperCase().toLowerCase()).join('ı').replaceAll('ς', 'σ');
}
