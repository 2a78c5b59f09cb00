/**
 * Code list uses: the fields that take their values from each code list, for readers of the list.
 * Not here: the allowed values of a field (model files).
 */
import type { Field, Value } from '../model/conventions.ts';
import { MODEL, SHAPES } from '../model/model.ts';

export interface CodeListUse {
  /** A concrete type or a value type. */
  readonly type: string;
  readonly field: string;
}

/** Returns the code list of a field, or of the items of its array; undefined when it has none. */
export function codeListOf(value: Value): string | undefined {
  if (value.kind === 'array') return codeListOf(value.items);
  return value.kind === 'codelist' ? value.codelist : undefined;
}

/** The fields that use each list, in the order of the model. */
export const CODE_LIST_USES: ReadonlyMap<string, readonly CodeListUse[]> = Map.groupBy(
  [...MODEL.values()].flatMap(({ entityType, fields }) => usesIn(entityType, fields))
    .concat([...SHAPES.values()].flatMap(({ name, fields }) => usesIn(name, fields))),
  ({ list }) => list,
);

function usesIn(type: string, fields: readonly Field[]): readonly (CodeListUse & { readonly list: string })[] {
  return fields.flatMap((field) => {
    const list = codeListOf(field);
    return list === undefined ? [] : [{ type, field: field.name, list }];
  });
}
