/** Base: ExterneVeiligheidsObject, which every object type extends (Information Model, Base type). */
import { abstract, array, boolean, codelist, moment, object, pattern, text } from './conventions.ts';
import { own } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { HOLDER_CODE, HOLDER_CODE_PATTERN } from '../names.ts';
import { DOCUMENTATIE, NEN3610ID } from './values.ts';

const CODE = pattern(HOLDER_CODE_PATTERN, {
  nl: '3 tot 6 tekens uit A-Z, 0-9 en de komma',
  en: '3 to 6 characters from A-Z, 0-9 and comma',
}, { example: 'AB12' });

/** Regular expression of a character of an id: any but control characters. */
export const ID_CHARACTER = String.raw`[^\x00-\x1F\x7F-\x9F]`;

/**
 * The document sets no form. Ours is 1 to 255 characters without control characters. `.` and `..` are excluded, because a client would
 * remove them from the URL of the object (RFC 3986, 5.2.4).
 */
const ID = pattern(String.raw`(?!\.{1,2}$)${ID_CHARACTER}*`, {
  nl: 'een tekst zonder stuurtekens (zoals tab of regeleinde), niet "." of ".."',
  en: 'a text without control characters (such as tab or newline), not "." or ".."',
}, { min: 1, max: LIMITS.idCharsMax, example: 'NL.IMEV.AB12.lpg-0001' });

export const EXTERNE_VEILIGHEIDS_OBJECT = abstract('ExterneVeiligheidsObject', null, {
  entityType: [text(), 'R'],
  id: [ID, 'R'],
  comment: array(text()),
  identificatie: [object(NEN3610ID), 'R'],
  bronobjectID: text({ min: 1, max: 50 }),
  bronhoudercode: [CODE, 'R'],
  bronhoudercodeOverheid: codelist('TooiWaardelijst'),
  bronhoudercodeGeenOverheid: CODE,
  bronhouder: pattern('[^.]*', {
    nl: 'een naam zonder punt',
    en: 'a name without a period',
  }, { min: 1, max: 100, example: 'Gemeente Amersfoort' }),
  documentInfo: object(DOCUMENTATIE),
  informatieGeheim: boolean(false),
  beginGeldigheid: [moment(), 'R'],
  eindGeldigheid: moment(),
  tijdstipRegistratie: moment(),
  eindRegistratie: moment(),
});

/** The fields of every object that hold a moment. Types and value types add no others (a test checks that). */
export const MOMENT_FIELDS: ReadonlySet<string> = new Set(
  EXTERNE_VEILIGHEIDS_OBJECT.fields.flatMap(({ kind, name }) => (kind === 'moment' ? [name] : [])),
);

export const GEBOUW_OF_LOCATIE = abstract('GebouwOfLocatie', EXTERNE_VEILIGHEIDS_OBJECT, {});

/** Returns the bronhoudercode of an object; undefined when it is malformed. */
export function holderCodeOf(data: JsonObject): string | undefined {
  const code = own(data, 'bronhoudercode');
  return typeof code === 'string' && HOLDER_CODE.test(code) ? code : undefined;
}


/** Set by the register; a delivered value is not used. */
export const REGISTER_FIELDS = ['tijdstipRegistratie', 'eindRegistratie'] as const;

/** The register field that is never published, because objects that ended in the register are not shown. */
export const UNPUBLISHED_FIELD = 'eindRegistratie' satisfies (typeof REGISTER_FIELDS)[number];
