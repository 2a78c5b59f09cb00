/**
 * Withheld fields: the fields of a privacy-sensitive location (`privacyGevoelig`) that are about a person, and what the public sees instead.
 *
 * Invariants:
 *  - The location with these values is valid in the model. A required field gets a value; an optional field is left out.
 *  - The value in place of a field does not depend on the delivered value, a delivered void included.
 * Not here: which locations are sensitive (pipelines/state/redact/).
 */
import type { Json } from './json.ts';

/** The public void of a field that is withheld. No code of VoidReasonValue means "withheld"; this one is the nearest. */
export const UNKNOWN: Json = { waarde: null, geenWaardeReden: 'waardeOnbekend' };

/** The published text in place of a name that is required and allows no void. */
export const NOT_PUBLIC = 'Niet openbaar';

/** By name of the field of LocatieActiviteit; undefined: the field is left out. */
export const WITHHELD_FIELDS: ReadonlyMap<string, Json | undefined> = new Map<string, Json | undefined>([
  ['bedrijfsnaam', NOT_PUBLIC],
  ['naamExploitant', UNKNOWN],
  ['idNummeraanduidingBAGExploitant', UNKNOWN],
  ['kvkNummerExploitant', UNKNOWN],
  ['kvkNummerAanvrager', UNKNOWN],
  ['vestigingsnummerExploitant', undefined],
  ['vestigingsnummerAanvrager', undefined],
  ['eigenaar', undefined],
  ['locatieomschrijving', undefined],
  ['omschrijving', undefined],
  ['comment', undefined],
]);

/** The free text that every object may have. It is withheld in each object of a sensitive location. */
export const WITHHELD_NESTED = 'comment';
