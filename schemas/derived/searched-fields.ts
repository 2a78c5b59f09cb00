/**
 * Searched fields: those in whose texts `zoek` looks for words (schemas/words.ts).
 *
 * Searched is what people write: names, places, descriptions. Not codes and numbers that name an object: those are asked
 * for by their field, and would fill the lists of words with one word for each object.
 */
import { queryablesOf } from './queryables.ts';

/** Paths as in queryables.ts, in the collections that have them. */
export const SEARCHED_FIELDS: readonly string[] = [
  'bronhouder', 'bedrijfsnaam', 'naamExploitant', 'eigenaar', 'locatieomschrijving', 'omschrijving', 'route',
  'documentInfo.naam', 'geometrieMetagegevens.toelichting', 'gebruiksdoeleindenDetail',
  'maatgevendeStof.stof.naam', 'maatgevendeStof.stof.chemischeNaam', 'maatgevendeStof.stofCategorie.chemischeNaam',
];

/** The fields of a collection (its path, as in SERIES) whose words `zoek` finds. */
export function searchedFieldsOf(collection: string): readonly string[] {
  const own = new Set(queryablesOf(collection).flatMap(({ name, isList }) => (isList ? [] : [name])));
  return SEARCHED_FIELDS.filter((name) => own.has(name));
}
