/**
 * Search words: splits a text into the words of `zoek`. Index and queries use the same function, so that they agree. Not here: `*` and `?`
 * (server/parameters/), the searched texts (derived/searched-words.ts).
 */
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the words of a text in order, of letters and digits only, without case and accents: `Café A12-Zuid` is cafe, a12, zuid. */
export function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return asciiWords(lower) ?? lower.normalize('NFD').replace(MARKS, '').match(WORD) ?? [];
}

/** Returns the words of a lower-case ASCII text; undefined for any other text. Most texts are ASCII, and this takes one pass instead of three. */
function asciiWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return undefined;
    const isWord = code >= 0x61 && code <= 0x7a || code >= 0x30 && code <= 0x39;
    if (isWord && start < 0) start = at;
    if (isWord || start < 0) continue;
    words.push(text.slice(start, at));
    start = -1;
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
}
