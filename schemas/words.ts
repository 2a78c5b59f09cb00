/**
 * Words: what `zoek` looks for. Which text fields are searched, and how a text is cut into words: one way for what is
 * kept and for what is asked, so that both agree.
 *
 * Searched is what people write: names, places, descriptions. Not codes and numbers that name an object: those are asked
 * for by their field, and would fill the lists of words with one word for each object.
 * Not here: `*` and `?` (server/parameters/), the lists of words (publisher/format/words.ts).
 */
import { queryablesOf } from './derived/queryables.ts';

/** Paths as in schemas/derived/queryables.ts, in the collections that have them. */
export const WORDS_FIELDS: readonly string[] = [
  'bronhouder', 'bedrijfsnaam', 'naamExploitant', 'eigenaar', 'locatieomschrijving', 'omschrijving', 'route',
  'documentInfo.naam', 'geometrieMetagegevens.toelichting', 'gebruiksdoeleindenDetail',
  'maatgevendeStof.stof.naam', 'maatgevendeStof.stof.chemischeNaam', 'maatgevendeStof.stofCategorie.chemischeNaam',
];

/** The fields of a collection (its path, as in SERIES) whose words `zoek` finds. */
export function wordsFieldsOf(collection: string): readonly string[] {
  const own = new Set(queryablesOf(collection).map(({ name }) => name));
  return WORDS_FIELDS.filter((name) => own.has(name));
}

const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text in order, letters and digits only, case and accents aside: `Café A12-Zuid` is cafe, a12, zuid. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().normalize('NFD').replace(MARKS, '').match(WORD) ?? [];
}
