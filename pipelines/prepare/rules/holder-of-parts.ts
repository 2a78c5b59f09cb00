/** Holder of parts: the code of a source holder that all objects in a root bear while the root itself bears another. */
import { isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import { holderCodeOf } from '../../../schemas/model/base.ts';
import { NESTING_FIELDS } from '../../../schemas/names.ts';

/** That code, when at least two objects bear it; undefined when one bears the code of the root, or they bear several. */
export function codeOfAllParts(root: JsonObject): string | undefined {
  const [first] = partsOf(root);
  const code = first && holderCodeOf(first);
  if (code === undefined || code === holderCodeOf(root)) return undefined;
  const codes = codesIn(root);
  return codes.length > 1 && codes.every((other) => other === code) ? code : undefined;
}

function codesIn(data: JsonObject): readonly (string | undefined)[] {
  return partsOf(data).flatMap((part) => [holderCodeOf(part), ...codesIn(part)]);
}

function partsOf(data: JsonObject): readonly JsonObject[] {
  return NESTING_FIELDS.flatMap((field) => {
    const parts = own(data, field);
    return Array.isArray(parts) ? (parts as readonly Json[]).filter(isObject) : [];
  });
}
