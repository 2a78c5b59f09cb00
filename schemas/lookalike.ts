/**
 * Lookalike: texts that people take for the same though they differ: by a space before or behind, a character that nobody
 * sees, a Cyrillic or Greek letter that looks like a Latin one, or (ids only) capitals and punctuation.
 */
import type { Text } from './finding.ts';

const UNSEEN = /^\s|\s$|[^\S ]|[\u00AD\u200B-\u200F\u2060\uFEFF]/u;
const EACH_UNSEEN = /^\s+|\s+$|[^\S ]|[\u00AD\u200B-\u200F\u2060\uFEFF]/gu;

/** Whether a text has a space before or behind, white space other than a space, or characters of no width. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

export function withoutUnseen(text: string): string {
  return text.replaceAll(EACH_UNSEEN, '');
}

/** The same in quotes, with `␣` for a space that nobody sees, and the number of any other such character. */
export function withUnseenShown(text: string): string {
  const seen = text.replaceAll(EACH_UNSEEN, (unseen) => Array.from(unseen, (character) =>
    (character === ' ' ? '␣' : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`)).join(''));
  return `"${seen}"`;
}

/** What is equal for ids that differ only in white space, capitals and punctuation. */
export function likenessOf(id: string): string {
  return id.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Cyrillic and Greek letters, and below each the Latin one that looks the same. */
const FOREIGN = 'АВЕКМНОРСТУХЅІЈаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο';
const LATIN = 'ABEKMHOPCTYXSIJaeopcyxsijABEZHIKMNOPTYXo';
const LATIN_OF: ReadonlyMap<string, string> = new Map(Array.from(FOREIGN, (letter, at) => [letter, LATIN[at]!]));
const EACH_FOREIGN = new RegExp(`[${FOREIGN}]`, 'gu');
const EACH_BLANK = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]/gu;

/** A text with the Latin letter in place of each that looks like it. */
export function inLatin(text: string): string {
  return text.replaceAll(EACH_FOREIGN, (letter) => LATIN_OF.get(letter)!);
}

/** Which is the first letter of a text that looks like a Latin one; undefined when there is none. */
export function sayForeign(text: string): Text | undefined {
  const at = text.search(EACH_FOREIGN);
  if (at < 0) return undefined;
  const letter = text[at]!;
  const [latin, code] = [LATIN_OF.get(letter)!, `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`];
  const [nl, en] = at === 0 ? ['Het eerste teken', 'The first character'] : [`Teken ${at + 1}`, `Character ${at + 1}`];
  return { nl: `${nl} is niet de ${latin} van het toetsenbord maar ${code}.`, en: `${en} is not the ${latin} of the keyboard but ${code}.` };
}

/** In what a text differs from the one that is expected, when people take them for the same: then what to write. */
export function sayDifference(found: string, expected: string): Text | undefined {
  if (found === expected || bare(inLatin(found)) !== bare(expected)) return undefined;
  const how = sayForeign(found)
    ?? { nl: 'De gevonden waarde verschilt alleen in witruimte.', en: 'What was found differs only in white space.' };
  return { nl: `${how.nl} Schrijf precies "${expected}".`, en: `${how.en} Write exactly "${expected}".` };
}

function bare(text: string): string {
  return text.replaceAll(EACH_BLANK, '');
}
