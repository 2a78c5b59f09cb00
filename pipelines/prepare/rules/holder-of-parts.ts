/** Holder of parts: the code of a source holder that all objects in a root bear while the root itself bears another. */
import type { JsonObject } from '../../../schemas/json.ts';
import { holderCodeOf } from '../../../schemas/model/base.ts';
import { childrenOf } from '../../../schemas/model/objects.ts';

/** That code, when at least two objects bear it; undefined when one bears the code of the root, or they bear several. */
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
