/**
 * Feature fields: the fields of the features of a type: those of its objects, and those that the register makes for readers. Made fields
 * are a contour's distance in metres, the geometry of a pipeline system, and data of the root around a nested object, so that readers need
 * no join.
 *
 * Made fields are in features only, never in a document. A delivered value of one is ignored (regel.afgeleid-veld).
 */
import type { Text } from '../finding.ts';
import type { GeometryType } from '../geometry.ts';
import { own, type JsonObject } from '../json.ts';
import { kindOf, linesOf, type Kind } from '../names.ts';
import { boolean, codelist, text, type Field, type Value } from './conventions.ts';
import { fieldsOf } from './model.ts';
import { AFSTAND } from './values.ts';

/** A field that the register makes. */
export type MadeField = Field & { readonly meaning: Text };

const OF_LOCATION: readonly MadeField[] = [
  made('locatieNaam', text(), {
    nl: 'bedrijfsnaam of route van de locatie; overgenomen uit het hoofdobject, niet te wijzigen',
    en: 'bedrijfsnaam or route of the location; taken from the root, read only',
  }),
  made('locatieActiviteit', text(), {
    nl: 'entityType van de activiteit; overgenomen uit het hoofdobject, niet te wijzigen',
    en: 'entityType of the activity; taken from the root, read only',
  }),
  made('locatieBronhoudercodeOverheid', codelist('TooiWaardelijst'), {
    nl: 'bronhoudercodeOverheid van de locatie; overgenomen uit het hoofdobject, niet te wijzigen',
    en: 'bronhoudercodeOverheid of the location; taken from the root, read only',
  }),
];

const OF_CONTOUR: readonly MadeField[] = [
  made('afstand', AFSTAND, {
    nl: 'de afstand uit afstandOfGeometrie in meters; het document blijft zoals geleverd',
    en: 'the distance of afstandOfGeometrie in metres; the document stays as delivered',
  }),
  made('geometrieAfgeleid', boolean(), {
    nl: 'of de geometrie door het register is gemaakt: het gebied binnen de afstand van de referentie; het document houdt de afstand',
    en: 'whether the register made the geometry: the area within the distance of the reference; the document keeps the distance',
  }),
];

const PIPELINE_SYSTEM_FIELDS: readonly MadeField[] = [
  made('geometrieAfgeleid', boolean(), {
    nl: 'of de geometrie door het register is gemaakt: de lijnen van de buisleidingen van een stelsel; het document heeft er geen',
    en: 'whether the register made the geometry: the lines of the pipelines of a system; the document has none',
  }),
];

const BY_KIND: Readonly<Record<Kind, readonly MadeField[]>> = {
  root: [], activity: [...PIPELINE_SYSTEM_FIELDS, ...OF_LOCATION], reference: OF_LOCATION, contour: [...OF_CONTOUR, ...OF_LOCATION],
};

/** Returns the fields that the register makes for features of a type. */
export function madeFieldsOf(entityType: string): readonly MadeField[] {
  if (linesOf(entityType) !== undefined) return PIPELINE_SYSTEM_FIELDS;
  const kind = kindOf(entityType);
  return kind === undefined ? [] : BY_KIND[kind];
}

/** Returns the types of the geometry that the register makes for features of a type without a stored geometry. */
export function madeGeometriesOf(entityType: string): readonly GeometryType[] {
  return linesOf(entityType) === undefined ? [] : ['MultiLineString'];
}

/** Whether a member of an object is a field that the register makes. A distance outside `afstandOfGeometrie` is none. */
export function isMadeIn(object: JsonObject, entityType: string, name: string): boolean {
  if (!madeFieldsOf(entityType).some((field) => field.name === name)) return false;
  return name !== 'afstand' || own(object, 'afstandOfGeometrie') !== undefined;
}

/** Returns all fields of the features of a type, those of its objects first. */
export function featureFieldsOf(entityType: string): readonly (Field | MadeField)[] {
  return [...fieldsOf(entityType), ...madeFieldsOf(entityType)];
}

/** Whether the register makes a field. */
export function isMade(field: Field): field is MadeField {
  return 'meaning' in field;
}

function made(name: string, value: Value, meaning: Text): MadeField {
  return { ...value, name, required: false, expected: false, meaning };
}
