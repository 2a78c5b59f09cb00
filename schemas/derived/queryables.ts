/**
 * Queryables: the fields of each collection by which a reader may filter: scalars, and lists of texts and codes. Nested fields have dotted
 * names (`identificatie.lokaalID`). The one table for the index of an edition, parameters and `/queryables`. Only scalars are sortable.
 *
 * Not queryable: links, geometry (filtered by a box) and unpublished fields. A void has no value.
 * Fields with one name in several types of a collection are one queryable. It is a list if one of them is; a single value is then a list
 * of one. A field of the objects in a list is a list too.
 */
import { allowedValues } from '../codelists.ts';
import { UNPUBLISHED_FIELD } from '../model/base.ts';
import type { Field, Value } from '../model/conventions.ts';
import { unreachable } from '../fault.ts';
import type { Language, Text } from '../finding.ts';
import type { JsonObject } from '../json.ts';
import { featureFieldsOf } from '../model/feature-fields.ts';
import { MODEL } from '../model/model.ts';
import { seriesOf } from '../names.ts';

export interface Queryable {
  /** Path in the properties of a feature, with dots between names. */
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  /** Moments as in reading convention 6, with or without a zone. */
  readonly format?: 'date-time' | 'date';
  /** All possible values, when the model names them. */
  readonly values?: readonly string[];
  /** Names of its code lists: several where types of one collection differ. */
  readonly codeLists: readonly string[];
  /** Concrete types of the collection that have the field. */
  readonly types: readonly string[];
  /** Whether the field is a list. The other members then describe one of its elements. */
  readonly isList: boolean;
}

/** Returns the queryable fields of a collection (its path, as in SERIES), in the order of the model; none for another name. */
export function queryablesOf(collection: string): readonly Queryable[] {
  return BY_COLLECTION.get(collection) ?? [];
}

/** Returns the sortable fields of a collection: all queryable ones but lists. */
export function sortablesOf(collection: string): readonly Queryable[] {
  return queryablesOf(collection).filter(({ isList }) => !isList);
}

/**
 * Schema of a queryable, in JSON Schema 2020-12. `listsUri`: address of the code lists, without a trailing slash. `language`: that of the
 * description; absent: both.
 */
export function queryableSchema(queryable: Queryable, listsUri: string, language?: Language): JsonObject {
  const { name: title, codeLists, isList } = queryable;
  const list = language === undefined ? `${CODE_LIST.nl} / ${CODE_LIST.en.toLowerCase()}` : CODE_LIST[language];
  const description = codeLists.length === 0 ? {} : { description: `${list}: ${codeLists.join(', ')}` };
  const value = valueSchema(queryable, listsUri);
  return isList ? { title, type: 'array', items: value, ...description } : { title, ...value, ...description };
}

const CODE_LIST: Text = { nl: 'Waardelijst', en: 'Code list' };

/** Schema of the value of a queryable field, or of an element of a list. */
export function valueSchema({ type, format, values, codeLists: [list, ...others] }: Queryable, listsUri: string): JsonObject {
  return {
    type, ...(format === undefined ? {} : { format }), ...(values === undefined ? {} : { enum: values }),
    ...(list === undefined || others.length > 0 ? {} : { 'x-ogc-codelistUri': `${listsUri}/${list}` }),
  };
}

/** Whether a field, or one inside it, is queryable. */
export function isQueryable(field: Field): boolean {
  return scalarsOf(field).length > 0;
}

type ByName = Map<string, Queryable>;

const BY_COLLECTION: ReadonlyMap<string, readonly Queryable[]> = new Map([...tables()].map(([name, table]) => [name, [...table.values()]]));

function tables(): Map<string, ByName> {
  const byCollection = new Map<string, ByName>();
  for (const entityType of MODEL.keys()) {
    const collection = seriesOf(entityType);
    const table = byCollection.get(collection) ?? new Map<string, Queryable>();
    byCollection.set(collection, table);
    for (const { name, value, isList } of featureFieldsOf(entityType).flatMap((field) => scalarsOf(field))) {
      add(table, { name, ...typeOf(value), types: [entityType], isList });
    }
  }
  return byCollection;
}

/** Merges the field of another type: values and code lists of both. An integer and a number together are a number. */
function add(table: ByName, found: Queryable): void {
  const known = table.get(found.name);
  if (known === undefined) {
    table.set(found.name, found);
    return;
  }
  const values = known.values && found.values && [...new Set([...known.values, ...found.values])];
  const { values: _, ...rest } = known;
  table.set(found.name, {
    ...rest, type: known.type === found.type ? known.type : 'number', ...(values === undefined ? {} : { values }),
    codeLists: [...new Set([...known.codeLists, ...found.codeLists])], types: [...known.types, ...found.types],
    isList: known.isList || found.isList,
  });
}

type Scalar = Value & { readonly kind: 'constant' | 'text' | 'number' | 'integer' | 'boolean' | 'moment' | 'date' | 'codelist' };

interface ScalarField {
  readonly name: string;
  readonly value: Scalar;
  readonly isList: boolean;
}

function scalarsOf(field: Field, path = '', isList = false): readonly ScalarField[] {
  return field.readOnly === true || field.name === UNPUBLISHED_FIELD ? [] : scalarsIn(`${path}${field.name}`, field, isList);
}

/** Finds the scalars in a value of that name, and the texts and codes in the elements of a list. */
function scalarsIn(name: string, value: Value, isList: boolean): readonly ScalarField[] {
  if (value.kind === 'array') return scalarsIn(name, value.items, true);
  if (value.kind === 'object') {
    const inside = value.shape.fields.flatMap((inner) => scalarsOf(inner, `${name}.`, isList));
    return value.orText === true ? [{ name, value: { kind: 'text' }, isList }, ...inside] : inside;
  }
  return isScalar(value) && (!isList || value.kind === 'text' || value.kind === 'codelist') ? [{ name, value, isList }] : [];
}

function isScalar(value: Value): value is Scalar {
  return !['null', 'link', 'links', 'geometry', 'array', 'nested', 'object'].includes(value.kind);
}

function typeOf(value: Scalar): Pick<Queryable, 'type' | 'format' | 'values' | 'codeLists'> {
  switch (value.kind) {
    case 'number': case 'integer': case 'boolean': return { type: value.kind, codeLists: [] };
    case 'moment': return { type: 'string', format: 'date-time', codeLists: [] };
    case 'date': return { type: 'string', format: 'date', codeLists: [] };
    case 'constant': return { type: 'string', values: [value.constant], codeLists: [] };
    case 'text': return { type: 'string', codeLists: [] };
    case 'codelist': {
      const values = allowedValues(value.codelist);
      return { type: 'string', ...(values === undefined ? {} : { values }), codeLists: [value.codelist] };
    }
    default: return unreachable(value);
  }
}
