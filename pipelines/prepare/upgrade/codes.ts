/**
 * Codes of model 3.0.x under their names in 4.0.0: only where both lists show for certain what is meant.
 *
 * Certain is a code that differs from one new code in case, spaces and punctuation alone, and that code from no
 * other old one. A list that was replaced (OpstellingsUitvoeringAardgas) and `gegevenInTransitie` have no such
 * code: they stay as they are, and the schema refuses them with the nearest values.
 */
import { CODE_LISTS, type CodeList } from '../../../schemas/codelists.ts';
import type { Value } from '../../../schemas/model/conventions.ts';
import { isObject, own, type Json } from '../../../schemas/json.ts';

/** Old code to new code, for each list that has any. */
export const RENAMED_CODES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  [...CODE_LISTS].map(([name, list]) => [name, renamed(list)] as const).filter(([, codes]) => codes.size > 0),
);

/** The value with its codes renamed, itself when it has none to rename; `onRename` gets each. */
export function renameCodes(
  value: Json, of: Value, onRename: (pointer: string, before: string, after: string) => void,
): Json {
  if (of.kind === 'codelist') {
    const after = typeof value === 'string' ? RENAMED_CODES.get(of.codelist)?.get(value) : undefined;
    if (after === undefined) return value;
    onRename('', value as string, after);
    return after;
  }
  if (of.kind === 'array' && Array.isArray(value)) {
    const items = value as readonly Json[];
    const after = items.map((item, i) => renameCodes(item, of.items, (at, ...codes) => onRename(`/${i}${at}`, ...codes)));
    return after.some((item, i) => item !== items[i]) ? after : value;
  }
  if (of.kind !== 'object' || !isObject(value)) return value;
  let result: Json = value;
  for (const field of of.shape.fields) {
    const before = own(value, field.name);
    if (before === undefined) continue;
    const after = renameCodes(before, field, (at, ...codes) => onRename(`/${field.name}${at}`, ...codes));
    if (after !== before) result = { ...result, [field.name]: after };
  }
  return result;
}

function renamed({ values, legacy }: CodeList): ReadonlyMap<string, string> {
  if (legacy === undefined) return new Map();
  const now = Map.groupBy(values, letters);
  return new Map([...Map.groupBy(legacy.values, letters)].flatMap(([sameLetters, codes]) => {
    const meant = now.get(sameLetters) ?? [];
    return meant.length === 1 && codes.length === 1 ? [[codes[0]!, meant[0]!] as const] : [];
  }));
}

/** Without case, spaces and punctuation; what counts (`<`, `=`, `>`, `%`) stays. */
function letters(code: string): string {
  return code.toLowerCase().replace(/[^\p{L}\p{N}<=>%]/gu, '');
}
