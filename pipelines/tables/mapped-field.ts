/** Mapped field: the fields of a type that a mapping can fill, each by its path, with what to write there. */
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { own } from '../../schemas/json.ts';
import type { Field, Value } from '../../schemas/model/conventions.ts';
import { MODEL } from '../../schemas/model/model.ts';
import type { Mapping, MappableField } from './table.ts';

/** The most codes of a list that are shown as choices. */
const CHOICES_MAX = 60;

export interface MappedField extends MappableField {
  /** The names on the way to the field, its own last, each with whether it holds a list of objects. */
  readonly steps: readonly { readonly name: string; readonly isList: boolean }[];
  readonly value: Value;
}

/**
 * Returns the fields by path, in the order of the model. Those of a nested object are among them once the mapping names its type, by a
 * template without cells for `entityType`.
 */
export function mappedFields({ type, fields }: Pick<Mapping, 'type' | 'fields'>): ReadonlyMap<string, MappedField> {
  const found = new Map<string, MappedField>();
  const ofType = (name: string, at: Place): void => {
    for (const field of MODEL.get(name)?.fields ?? []) if (field.kind !== 'constant') add(field, at);
  };
  const add = (field: Field, { steps, isRequired }: Place): void => {
    if (field.readOnly === true) return;
    const items = field.kind === 'array' ? field.items : field;
    const isList = field.kind === 'nested' || (items !== field && items.kind === 'object');
    const at: Place = { steps: [...steps, { name: field.name, isList }], isRequired: isRequired && field.required };
    if (items.kind === 'object' && items.orText !== true) {
      for (const inner of items.shape.fields) add(inner, { ...at, isRequired: at.isRequired && items.shape.form !== 'choice' });
    } else if (field.kind === 'nested') {
      const typePath = pathOf([...at.steps, { name: 'entityType' }]);
      const chosen = own(fields, typePath) as string | undefined;
      found.set(typePath, { ...leaf([...at.steps, { name: 'entityType', isList: false }], { kind: 'text' }, at.isRequired), choices: field.types });
      if (chosen !== undefined && field.types.includes(chosen)) ofType(chosen, at);
    } else {
      const one = leaf(at.steps, field, at.isRequired);
      found.set(one.path, one);
    }
  };
  ofType(type, { steps: [], isRequired: true });
  return found;
}

interface Place {
  readonly steps: MappedField['steps'];
  /** Whether every field on the way is required. */
  readonly isRequired: boolean;
}

function leaf(steps: MappedField['steps'], value: Value, required: boolean): MappedField {
  const list = value.kind === 'codelist' ? CODE_LISTS.get(value.codelist) : undefined;
  const isShort = list !== undefined && list.shape === undefined && list.values.length <= CHOICES_MAX;
  return { path: pathOf(steps), steps, value, required, ...(isShort ? { choices: list.values } : {}) };
}

function pathOf(steps: readonly { readonly name: string }[]): string {
  return steps.map(({ name }) => name).join('.');
}
