/**
 * Field schema: one field of a feature as JSON Schema, as Part 5 of OGC API Features recommends. The schema is inline, typed, and titled
 * with the field's name; its description is that of the model. Code lists follow profile codelist-ref; units are in UCUM.
 * A field that may be void has the types of its value and of an object. Not here: the fields of a feature (feature-schema.ts).
 */
import { describe } from '../check/describe.ts';
import { allowedValues } from '../codelists.ts';
import { unreachable } from '../fault.ts';
import type { Language, Text } from '../finding.ts';
import { GEOMETRY_ALIASES, type GeometryType } from '../geometry.ts';
import type { Json, JsonObject } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { UNPUBLISHED_FIELD } from '../model/base.ts';
import type { Bounds, Field, Shape, Value } from '../model/conventions.ts';
import { isMade } from '../model/feature-fields.ts';
import { INTERNE_VERWIJZING } from '../model/internal-links.ts';
import { VOID } from '../model/values.ts';
import { portablePattern } from './published-schema.ts';

/**
 * Returns the schema of fields with one name in the types of a collection. `codeLists`: address of the code lists, without a trailing
 * slash. `language`: that of the description; absent: both.
 */
export function fieldSchema(fields: readonly Field[], codeLists: string, language?: Language): JsonObject {
  return new FieldWriter(codeLists, language).merged(fields);
}

/** Whether `properties` contains a field. */
export function isShown(field: Field): boolean {
  return field.kind !== 'geometry' && field.readOnly !== true && field.name !== UNPUBLISHED_FIELD;
}

/** Whether a field is in every feature. False for a link, whose target may be hidden, and for a possible geometry. */
export function isAlwaysThere(field: Field): boolean {
  return field.required && !isLinks(field) && geometriesIn(field).length === 0;
}

function isLinks({ kind }: Value): boolean {
  return kind === 'link' || kind === 'links' || kind === 'nested';
}

/** Returns the types of the geometry in a value. */
export function geometriesIn(value: Value): readonly GeometryType[] {
  if (value.kind === 'geometry') return GEOMETRY_ALIASES[value.alias];
  return value.kind === 'object' ? value.shape.fields.flatMap(geometriesIn) : [];
}

/** UCUM symbols of the units of the model, where they differ. */
const UCUM: Readonly<Record<string, string>> = { MWh: 'MW.h', '°C': 'Cel', ppm: '[ppm]' };

class FieldWriter {
  readonly #codeLists: string;
  readonly #language: Language | undefined;

  constructor(codeLists: string, language: Language | undefined) {
    this.#codeLists = codeLists;
    this.#language = language;
  }

  /** Merges fields with one name; a value must fit any of their schemas. */
  merged(fields: readonly Field[]): JsonObject {
    const constants = fields.flatMap((field) => (field.kind === 'constant' ? [field.constant] : []));
    if (constants.length === fields.length) return { description: this.#inWords(TYPE_TEXT), type: 'string', enum: constants };
    const texts = new Set(fields.map((field) => this.#inWords(wordsOf(field))));
    const schemas = new Map(fields.map((field) => [JSON.stringify(this.#schema(field)), this.#schema(field)]));
    return { description: [...texts].join('; '), ...(schemas.size === 1 ? [...schemas.values()][0]! : anyOf([...schemas.values()])) };
  }

  #inWords({ nl, en }: Text): string {
    return this.#language === undefined ? `${nl} / ${en}` : { nl, en }[this.#language];
  }

  #schema(value: Value): JsonObject {
    const plain = this.#plain(value);
    const filled = value.nullable === true ? anyOf([plain, { type: 'null' }]) : plain;
    return value.voidable === true ? anyOf([filled, this.#shape(VOID)]) : filled;
  }

  #plain(value: Value): JsonObject {
    switch (value.kind) {
      case 'constant': return { type: 'string', enum: [value.constant] };
      case 'text': return {
        type: 'string', ...bounds({ max: LIMITS.textCharsMax, ...value }, 'minLength', 'maxLength'),
        ...(value.pattern === undefined ? {} : portablePattern(value.pattern)),
        ...(value.format === undefined ? {} : { format: value.format }),
      };
      case 'number': case 'integer': return {
        type: value.kind, ...bounds(value, 'minimum', 'maximum'),
        ...(value.unit === undefined ? {} : { 'x-ogc-unit': UCUM[value.unit] ?? value.unit }),
      };
      case 'boolean': case 'null': return { type: value.kind };
      case 'moment': return { type: 'string', format: 'date-time' };
      case 'date': return { type: 'string', format: 'date' };
      case 'codelist': return this.#codes(value.codelist);
      case 'link': return LINK;
      case 'links': case 'nested': return { type: 'array', items: LINK };
      case 'object': return value.orText === true ? anyOf([{ type: 'string' }, this.#shape(value.shape)]) : this.#shape(value.shape);
      case 'array': return {
        type: 'array', items: this.#schema(value.items), ...bounds(value, 'minItems', 'maxItems'),
        ...(value.unique === true ? { uniqueItems: true } : {}),
      };
      case 'geometry': throw new Error('geometry is no property of a feature');
      default: return unreachable(value);
    }
  }

  /** Schema of a code, by profile codelist-ref of Part 5. */
  #codes(list: string): JsonObject {
    const values = allowedValues(list);
    return { type: 'string', ...(values === undefined ? {} : { enum: values }), 'x-ogc-codelistUri': `${this.#codeLists}/${list}` };
  }

  #shape({ form, fields }: Shape): JsonObject {
    const shown = fields.filter(isShown);
    const properties = Object.fromEntries(shown.map((field) => [field.name, { title: field.name, ...this.#schema(field) }]));
    const schema = objectSchema(properties, shown.filter(isAlwaysThere).map(({ name }) => name));
    if (form === 'open') return schema;
    return { ...schema, additionalProperties: false, ...(form === 'choice' ? { minProperties: 1, maxProperties: 1 } : {}) };
  }
}

/** Schema of a text, with an optional format. */
export function text(format?: string): JsonObject {
  return { type: 'string', ...(format === undefined ? {} : { format }) };
}

const LINK: JsonObject = objectSchema(
  Object.fromEntries(INTERNE_VERWIJZING.fields.map(({ name }) => [name, text(name === 'href' ? 'uri' : undefined)])), ['href'],
);

function wordsOf(field: Field): Text {
  if (isMade(field)) return field.meaning;
  return isLinks(field) ? LINKS_TEXT : field.kind === 'moment' ? MOMENT_TEXT : describe(field);
}

const TYPE_TEXT: Text = { nl: 'het type van het object', en: 'the type of the object' };
/** A moment in a document, with or without a zone. */
const MOMENT_TEXT = {
  nl: 'een tijdstip in UTC, met één cijfer achter de seconden als dat geen 0 is; zoals geleverd staat het in het document',
  en: 'a moment in UTC, with one digit behind the seconds unless that is 0; the document has it as delivered',
};
const LINKS_TEXT = { nl: 'verwijzing naar een ander object, als volledig adres', en: 'link to another object, as a complete address' };

/** Schema of an object with these properties. */
export function objectSchema(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** Adds the types of all alternatives, for readers that know types only. */
function anyOf(schemas: readonly JsonObject[]): JsonObject {
  return { type: typeOf(schemas), anyOf: schemas };
}

function typeOf(schemas: readonly JsonObject[]): Json {
  const types = [...new Set(schemas.flatMap(({ type }) => type as string | readonly string[]))];
  return types.length === 1 ? types[0]! : types;
}

function bounds({ min, max }: Bounds, low: string, high: string): JsonObject {
  return { ...(min === undefined ? {} : { [low]: min }), ...(max === undefined ? {} : { [high]: max }) };
}
