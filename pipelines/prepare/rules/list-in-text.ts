/** An item of a list that is itself a list in text, as GDAL writes lists in a table, or as JSON. It would count as one item. */
import { itemsIn, isGdalList } from '../../../schemas/check/suggest-list.ts';
import { isObject, type Json } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { oneLine, shown } from '../../../schemas/shown-values.ts';
import { NONE, type Breach, type Rule } from './rule.ts';

/** The fields with a list of free texts. In other lists the schema refuses a list in text. */
const FIELDS: readonly string[] = [...new Set(OBJECT_TYPES.flatMap((type) => fieldsOf(type).flatMap((field) => {
  if (field.kind !== 'array') return [];
  const { items } = field;
  return items.kind === 'text' && items.pattern === undefined || items.kind === 'object' && items.orText === true ? [field.name] : [];
})))];

/** First characters of a list in text. */
const BEGINNINGS: ReadonlySet<string | undefined> = new Set(['(', '[', ' ']);

export const LIST_IN_TEXT: Rule = {
  id: 'regel.lijst-in-tekst',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', gebruiksdoeleindenDetail: ['(2:basisschool,kinderdagverblijf)'] },
    right: { entityType: 'KwetsbaarGebouw', gebruiksdoeleindenDetail: ['basisschool', 'kinderdagverblijf'] },
  },
  appliesTo: OBJECT_TYPES,
  fields: FIELDS,
  check: ({ data, pointer }) => {
    let breaches = NONE;
    for (const field of FIELDS) {
      const items: Json | undefined = Object.hasOwn(data, field) ? data[field] : undefined;
      if (!Array.isArray(items)) continue;
      for (const [index, item] of (items as readonly Json[]).entries()) {
        if (typeof item !== 'string' || !BEGINNINGS.has(item[0])) continue;
        const breach = breachIn(item, items as readonly Json[]);
        if (breach !== undefined) breaches = [...breaches, { pointer: `${pointer}/${field}/${index}`, ...breach }];
      }
    }
    return breaches;
  },
};

function breachIn(item: string, items: readonly Json[]): Omit<Breach, 'pointer'> | undefined {
  // Brackets without quotes are a footnote.
  if (item.trimStart().startsWith('[') && !item.includes('"')) return undefined;
  const inside = itemsIn(item)?.items;
  if (inside === undefined) return isGdalList(item) ? { found: shown(item) } : undefined;
  const whole = items.length > 1 || items.some(isObject) ? inside.map((text) => JSON.stringify(text)).join(', ') : JSON.stringify(inside);
  return { found: shown(item), suggestions: [oneLine(whole)] };
}
