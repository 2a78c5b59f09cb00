/**
 * Code list uses: which fields of which types take their values from a list. For readers of a list; what a field
 * may hold is in the model files.
 */
import type { Field, Value } from '../model/conventions.ts';
import { MODEL, SHAPES } from '../model/model.ts';

export interface CodeListUse {
  /** A concrete type or a value type. */
  readonly type: string;
  readonly field: string;
}

/** The code list of a field, or of the items of its array; undefined when it has none. */
export function codeListOf(value: Value): string | undefined {
  if (value.kind === 'array') return codeListOf(value.items);
  return value.kind === 'codelist' ? value.codelist : undefined;
}

/** Of each list the fields that use it, in the order of the model. */
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
