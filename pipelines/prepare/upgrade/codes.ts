/**
 * Codes: renames codes of model 3.0.x to their 4.0.0 names, when the two lists leave no doubt.
 *
 * A renaming is certain when one old and one new code, and no other, differ only in case, spaces and punctuation. Codes of a replaced list
 * (OpstellingsUitvoeringAardgas) and `gegevenInTransitie` are not renamed, and the schema refuses them with the nearest values.
 */
import { CODE_LISTS, type CodeList } from '../../../schemas/codelists.ts';
import type { Value } from '../../../schemas/model/conventions.ts';
import { isObject, own, type Json } from '../../../schemas/json.ts';

/** Old code to new code, by code list. */
export const RENAMED_CODES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  [...CODE_LISTS].map(([name, list]) => [name, renamed(list)] as const).filter(([, codes]) => codes.size > 0),
);

/** The value with its codes renamed; the same value when none is renamed. `onRename` receives each renaming. */
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
    const renames = now.get(sameLetters) ?? [];
    return renames.length === 1 && codes.length === 1 ? [[codes[0]!, renames[0]!] as const] : [];
  }));
}

/** The code in lower case, without spaces and punctuation except `<`, `=`, `>` and `%`, which have a meaning. */
function letters(code: string): string {
  return code.toLowerCase().replace(/[^\p{L}\p{N}<=>%]/gu, '');
}
