/**
 * Without hidden objects: a document without the objects that the public may not see. Pure.
 * Not here: which objects these are (schemas/model/secret-clauses.ts, ../register/hidden-objects.ts).
 */
import { isObject, type Json, type JsonObject } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { UNKNOWN } from '../../../schemas/withheld.ts';

/** Returns a document without its hidden objects, of which the root is none. Links to them stay; the publisher leaves them out. */
export function withoutHidden(document: JsonObject, isHidden: (id: string) => boolean): JsonObject {
  const type = textOf(document, 'entityType') ?? '';
  return Object.fromEntries(Object.entries(document).map(([name, value]): readonly [string, Json] => {
    const field = Array.isArray(value) ? fieldsOf(type).find((one) => one.name === name && one.kind === 'nested') : undefined;
    if (field === undefined) return [name, value];
    const shown = (value as readonly Json[]).filter((child) => !isObject(child) || !isHidden(textOf(child, 'id') ?? ''))
      .map((child) => (isObject(child) ? withoutHidden(child, isHidden) : child));
    return [name, shown.length === 0 && field.voidable === true ? UNKNOWN : shown];
  }));
}
