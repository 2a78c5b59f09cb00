/**
 * Fields: queryable fields of each series as OpenAPI parameters, and the sortable ones. Each has one component, or one per variant where a
 * parameter differs between collections.
 */
import { queryablesOf, sortablesOf, valueSchema, type Queryable } from '../../schemas/derived/queryables.ts';
import { SERIES } from '../../schemas/names.ts';
import { kindOf, KIND_TEXTS } from '../parameters/field-value.ts';
import type { ApiObject } from './components.ts';

export interface FieldParameters {
  readonly components: ApiObject;
  /** Names of the components of fields, by series. */
  readonly of: ReadonlyMap<string, readonly string[]>;
  /** Returns the component of a shared parameter for a series; sorteer and sortby differ per series. */
  component(name: string, series: string): string;
}

/** Prefix of the components of fields. */
export const FIELD_COMPONENT = 'veld.';

/** The two names of one parameter. */
const SORTING = ['sorteer', 'sortby'];

/** Returns the parameters of all series. `listsUri`: URI of the code lists. */
export function fieldParameters(listsUri: string): FieldParameters {
  const components: Record<string, unknown> = {};
  const known = new Map<string, string>();
  const keyOf = (parameter: ApiObject, name: string, series: string): string => {
    const text = JSON.stringify(parameter);
    const key = known.get(text) ?? (name in components ? `${name}.${series}` : name);
    known.set(text, key);
    components[key] = parameter;
    return key;
  };
  const of = new Map(SERIES.map((series) => [
    series, queryablesOf(series).map((field) => keyOf(fieldParameter(field, listsUri), FIELD_COMPONENT + field.name, series)),
  ]));
  const bySeries = (name: string) => new Map(SERIES.map((series) => [series, keyOf(sortParameter(name, series), name, series)]));
  const sorted = new Map(SORTING.map((name) => [name, bySeries(name)]));
  return { components, of, component: (name, series) => sorted.get(name)?.get(series) ?? name };
}

function fieldParameter(field: Queryable, listsUri: string): ApiObject {
  const selects = field.isList
    ? { nl: 'Alleen objecten waarvan deze lijst deze waarde bevat', en: 'only features of which this list contains this value' }
    : { nl: 'Alleen objecten waarvan dit veld deze waarde heeft', en: 'only features of which this field has this value' };
  const lists = field.codeLists.join(', ');
  return {
    name: field.name, in: 'query', required: false, style: 'form', explode: false, schema: valueSchema(field, listsUri), example: exampleOf(field),
    description: lists === '' ? selects : { nl: `${selects.nl}. Waardelijst: ${lists}`, en: `${selects.en}. Code list: ${lists}` },
  };
}

function exampleOf(field: Queryable): unknown {
  const { values: [value] = [], type } = field;
  const { example } = KIND_TEXTS[kindOf(field)];
  return value ?? (type === 'string' ? example : JSON.parse(example) as unknown);
}

function sortParameter(name: string, series: string): ApiObject {
  const names = sortablesOf(series).flatMap(({ name }) => [name, `-${name}`]);
  return {
    name, in: 'query', required: false, style: 'form', explode: false, example: ['-beginGeldigheid', 'id'],
    schema: { type: 'array', minItems: 1, items: { type: 'string', enum: names } },
    description: {
      nl: 'Namen van velden, met - ervoor aflopend, elk één keer; sorteer en sortby zijn hetzelfde, geef er één',
      en: 'names of fields, descending after -, each once; sorteer and sortby are the same, give one',
    },
  };
}
