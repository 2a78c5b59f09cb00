/**
 * Lookalike: texts that look equal but differ: by a leading or trailing space, an invisible character, a Cyrillic or Greek letter that
 * looks Latin, or (ids only) capitals and punctuation.
 */
import type { Text } from './finding.ts';

const UNSEEN = /^\s|\s$|[^\S ]|[\u00AD\u200B-\u200F\u2060\uFEFF]/u;
const EACH_UNSEEN = /^\s+|(?<!\s)\s+$|[^\S ]|[\u00AD\u200B-\u200F\u2060\uFEFF]/gu;

/** Whether a text has a leading or trailing space, white space other than a space, or characters of no width. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

export function withoutUnseen(text: string): string {
  return text.replaceAll(EACH_UNSEEN, '');
}

/** Puts a text in quotes, with `␣` for an invisible space, and the number of any other invisible character. */
export function withUnseenShown(text: string): string {
  const seen = text.replaceAll(EACH_UNSEEN, (unseen) => Array.from(unseen, (character) =>
    (character === ' ' ? '␣' : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`)).join(''));
  return `"${seen}"`;
}

/** A key that is equal for ids that differ only in white space, capitals and punctuation. */
export function likenessKey(id: string): string {
  return id.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Cyrillic and Greek letters, and below each the Latin letter that looks the same. */
const FOREIGN = 'АВЕКМНОРСТУХЅІЈаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο';
const LATIN = 'ABEKMHOPCTYXSIJaeopcyxsijABEZHIKMNOPTYXo';
const LATIN_OF: ReadonlyMap<string, string> = new Map(Array.from(FOREIGN, (letter, at) => [letter, LATIN[at]!]));
const EACH_FOREIGN = new RegExp(`[${FOREIGN}]`, 'gu');
const EACH_BLANK = /[\s\u00AD\u200B-\u200F\u2060\uFEFF]/gu;

/** Replaces Cyrillic and Greek letters by the Latin ones that look the same. */
export function inLatin(text: string): string {
  return text.replaceAll(EACH_FOREIGN, (letter) => LATIN_OF.get(letter)!);
}

/** Describes the first letter that only looks Latin; undefined when there is none. */
export function describeForeignLetter(text: string): Text | undefined {
  const at = text.search(EACH_FOREIGN);
  if (at < 0) return undefined;
  const letter = text[at]!;
  const [latin, code] = [LATIN_OF.get(letter)!, `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`];
  const [nl, en] = at === 0 ? ['Het eerste teken', 'The first character'] : [`Teken ${at + 1}`, `Character ${at + 1}`];
  return { nl: `${nl} is niet de ${latin} van het toetsenbord maar ${code}.`, en: `${en} is not the ${latin} of the keyboard but ${code}.` };
}

/** Describes the difference between texts that look equal, and the fix; undefined for other texts. */
export function describeDifference(found: string, expected: string): Text | undefined {
  if (found === expected || bare(inLatin(found)) !== bare(expected)) return undefined;
  const how = describeForeignLetter(found)
    ?? { nl: 'De gevonden waarde verschilt alleen in witruimte.', en: 'What was found differs only in white space.' };
  return { nl: `${how.nl} Schrijf precies "${expected}".`, en: `${how.en} Write exactly "${expected}".` };
}

function bare(text: string): string {
  return text.replaceAll(EACH_BLANK, '');
}
