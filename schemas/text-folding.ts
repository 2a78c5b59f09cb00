/**
 * Text folding: what CQL2's CASEI and ACCENTI make of a text, so that texts that differ in case, or in accents, are equal.
 *
 * Case: full case folding of Unicode (21-065r2, requirement casei-function): ß and ẞ are ss, final sigma is sigma. Accents: the text
 * without the nonspacing marks of its NFD; the voicing marks of Japanese stay, for without them a word is another one.
 * A folded text is in NFC, as the texts that it is compared with. Not here: the words of `zoek` (words.ts).
 */
import { nfc } from './normal-form.ts';

/** What a comparison leaves aside. */
export type TextFold = 'case' | 'accents' | 'both';

const BEYOND_ASCII = /[^ -~]/;
const ACCENTS = /(?![\u3099\u309a])\p{Mn}/gu;

export function foldText(text: string, fold: TextFold): string {
  if (!BEYOND_ASCII.test(text)) return fold === 'accents' ? text : text.toLowerCase();
  const bare = fold === 'case' ? text : text.normalize('NFD').replace(ACCENTS, '');
  return nfc(fold === 'accents' ? bare : foldCase(bare));
}

/** Going to capitals and back makes one of letters that differ in case only; the dotless i and the final sigma need a word of their own. */
function foldCase(text: string): string {
  return text.split('ı').map((part) => part.toLowerCase().toUpperCase().toLowerCase()).join('ı').replaceAll('ς', 'σ');
}
