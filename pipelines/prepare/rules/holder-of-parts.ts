/** Holder of parts: finds the bronhoudercode that all nested objects of a root have, when the root itself has another one. */
import type { JsonObject } from '../../../schemas/json.ts';
import { holderCodeOf } from '../../../schemas/model/base.ts';
import { childrenOf } from '../../../schemas/model/objects.ts';

/** The common code of at least two nested objects; undefined when their codes differ, or equal the root's. */
export function codeOfAllParts(root: JsonObject): string | undefined {
  const [first] = childrenOf(root);
  const code = first && holderCodeOf(first[2]);
  if (code === undefined || code === holderCodeOf(root)) return undefined;
  const codes = codesIn(root);
  return codes.length > 1 && codes.every((other) => other === code) ? code : undefined;
}

function codesIn(data: JsonObject): readonly (string | undefined)[] {
  return childrenOf(data).flatMap(([, , part]) => [holderCodeOf(part), ...codesIn(part)]);
}
