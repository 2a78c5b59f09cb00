/**
 * The queryable fields of each series as parameters of OpenAPI: one component for each field; where collections differ in
 * what a field of one name may be, one for each of these.
 */
import { queryablesOf, queryableSchema, type Queryable } from '../../schemas/derived/queryables.ts';
import { SERIES } from '../../schemas/names.ts';
import type { Named } from './parts.ts';

export interface FieldParameters {
  readonly components: Named;
  /** Names of components, by series. */
  readonly of: ReadonlyMap<string, readonly string[]>;
}

/** `listsUri`: where code lists stand. */
export function fieldParameters(listsUri: string): FieldParameters {
  const components: Record<string, unknown> = {};
  const known = new Map<string, string>();
  const of = new Map(SERIES.map((collection) => [collection, queryablesOf(collection).map((field) => {
    const parameter = parameterOf(field, listsUri);
    const text = JSON.stringify(parameter);
    const key = known.get(text) ?? (`veld.${field.name}` in components ? `veld.${field.name}.${collection}` : `veld.${field.name}`);
    known.set(text, key);
    components[key] = parameter;
    return key;
  })]));
  return { components, of };
}

function parameterOf(field: Queryable, listsUri: string): Named {
  const { title, description, ...schema } = queryableSchema(field, listsUri);
  return {
    name: title, in: 'query', required: false, style: 'form', explode: false, schema,
    description: description ?? 'Alleen objecten waarvan dit veld deze waarde heeft / only features of which this field has this value',
  };
}
