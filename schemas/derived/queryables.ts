/**
 * Queryables: which fields of each collection a reader may filter and sort by: the scalar ones (design 15), nested ones
 * with dots (`identificatie.lokaalID`). The one table for the index of an edition, parameters and `/queryables`.
 *
 * Not queryable: arrays, links, geometry (a box asks for that) and fields that the register does not publish. A field
 * that may be void has its value, or none. Fields of one name in several types of a collection are one queryable.
 */
import { allowedValues } from '../codelists.ts';
import { UNPUBLISHED_FIELD } from '../model/base.ts';
import type { Field, Value } from '../model/conventions.ts';
import { unreachable } from '../fault.ts';
import type { JsonObject } from '../json.ts';
import { featureFieldsOf } from '../model/feature-fields.ts';
import { MODEL } from '../model/model.ts';
import { seriesOf } from '../names.ts';

export interface Queryable {
  /** Path in the properties of a feature, dots between names. */
  readonly name: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  /** Moments as in reading convention 6: possibly without a zone. */
  readonly format?: 'date-time' | 'date';
  /** All values that it can have, when the model names them. */
  readonly values?: readonly string[];
  /** Names of its code lists: several where types of one collection differ. */
  readonly codeLists: readonly string[];
  /** Concrete types of the collection that have the field. */
  readonly types: readonly string[];
}

/** The queryable fields of a collection (its path, as in SERIES), in the order of the model; none for another name. */
export function queryablesOf(collection: string): readonly Queryable[] {
  return BY_COLLECTION.get(collection) ?? [];
}

/** One queryable as JSON Schema 2020-12. `listsUri`: where code lists stand, without a last slash. */
export function queryableSchema({ name, type, format, values, codeLists }: Queryable, listsUri: string): JsonObject {
  const [list, ...others] = codeLists;
  return {
    title: name, type,
    ...(format === undefined ? {} : { format }), ...(values === undefined ? {} : { enum: values }),
    ...(list === undefined ? {} : { description: `Waardelijst / code list: ${codeLists.join(', ')}` }),
    ...(list === undefined || others.length > 0 ? {} : { 'x-ogc-codelistUri': `${listsUri}/${list}` }),
  };
}

/** Whether a field, or one inside it, is queryable. */
export function isQueryable(field: Field): boolean {
  return scalarsIn(field, '').length > 0;
}

type ByName = Map<string, Queryable>;

const BY_COLLECTION: ReadonlyMap<string, readonly Queryable[]> = new Map([...tables()].map(([name, table]) => [name, [...table.values()]]));

function tables(): Map<string, ByName> {
  const byCollection = new Map<string, ByName>();
  for (const entityType of MODEL.keys()) {
    const collection = seriesOf(entityType);
    const table = byCollection.get(collection) ?? new Map<string, Queryable>();
    byCollection.set(collection, table);
    for (const [name, value] of featureFieldsOf(entityType).flatMap((field) => scalarsIn(field, ''))) {
      add(table, { name, ...meaning(value), types: [entityType] });
    }
  }
  return byCollection;
}

/** The same field of another type: all values and code lists of both. An integer and a number together are a number. */
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
  });
}

type Scalar = Value & { readonly kind: 'constant' | 'text' | 'number' | 'integer' | 'boolean' | 'moment' | 'date' | 'codelist' };

function scalarsIn(field: Field, path: string): readonly (readonly [string, Scalar])[] {
  const name = `${path}${field.name}`;
  if (field.readOnly === true || field.name === UNPUBLISHED_FIELD) return [];
  if (field.kind === 'object') {
    return field.orText === true ? [] : field.shape.fields.flatMap((inner) => scalarsIn(inner, `${name}.`));
  }
  return isScalar(field) ? [[name, field]] : [];
}

function isScalar(value: Value): value is Scalar {
  return !['null', 'link', 'links', 'geometry', 'array', 'nested', 'object'].includes(value.kind);
}

function meaning(value: Scalar): Pick<Queryable, 'type' | 'format' | 'values' | 'codeLists'> {
  switch (value.kind) {
    case 'number': case 'integer': case 'boolean': return { type: value.kind, codeLists: [] };
    case 'moment': return { type: 'string', format: 'date-time', codeLists: [] };
    case 'date': return { type: 'string', format: 'date', codeLists: [] };
    case 'constant': return { type: 'string', values: [value.constant], codeLists: [] };
    case 'text': return { type: 'string', codeLists: [] };
    case 'codelist': {
      const values = allowedValues(value.codelist, false);
      return { type: 'string', ...(values === undefined ? {} : { values }), codeLists: [value.codelist] };
    }
    default: return unreachable(value);
  }
}
