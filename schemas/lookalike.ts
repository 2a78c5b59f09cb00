/**
 * Lookalike: texts that people take for the same though they differ: by a space before or behind, a character that nobody
 * sees, or (ids only) capitals and punctuation.
 */
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
