/**
 * Words: how a text is cut into the words that `zoek` looks for: one way for what is kept and for what is asked, so that both
 * agree. Not here: `*` and `?` (server/parameters/), which texts are searched (derived/searched-words.ts).
 */
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text in order, letters and digits only, case and accents aside: `Café A12-Zuid` is cafe, a12, zuid. */
export function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return asciiWords(lower) ?? lower.normalize('NFD').replace(MARKS, '').match(WORD) ?? [];
}

/** The same of a text in ASCII and small letters, as most are: one pass instead of three. Undefined for any other. */
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
