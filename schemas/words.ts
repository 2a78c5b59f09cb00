/**
 * Words: how a text is cut into the words that `zoek` looks for: one way for what is kept and for what is asked, so that both
 * agree. Not here: `*` and `?` (server/parameters/), which fields are searched (derived/).
 */
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text in order, letters and digits only, case and accents aside: `Café A12-Zuid` is cafe, a12, zuid. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().normalize('NFD').replace(MARKS, '').match(WORD) ?? [];
}
