/**
 * sorteer, or sortby: fields to sort by, the most significant first. `-` before a name sorts descending; `+` is ignored (Interface Rules,
 * Query parameters).
 */
import type { OrderBy } from '../../publisher/read/series-query.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** Returns the sort order; empty without the parameter, and after a fault. `names`: the sortable fields. */
export function readSorteer(text: string | undefined, names: readonly string[], faults: ParameterFault[]): readonly OrderBy[] {
  if (text === undefined) return [];
  const order = text.split(',').map((part) => part.trim()).map((part): OrderBy => (
    part.startsWith('-') ? { field: part.slice(1), descending: true } : { field: part.replace(/^\+/, ''), descending: false }
  ));
  const seen = new Set<string>();
  for (const { field } of order) {
    if (!names.includes(field)) {
      const [best = 'id'] = nearest(field, names, 1);
      faults.push(wrongValue('sorteer', field, { expected: EXPECTED, allowed: names, correct: best }));
      return [];
    }
    if (seen.has(field)) {
      faults.push(wrongValue('sorteer', text, { expected: { nl: 'elk veld één keer', en: 'each field once' }, correct: field }));
      return [];
    }
    seen.add(field);
  }
  return order;
}

const EXPECTED = {
  nl: 'namen van velden waarop gesorteerd kan worden, met komma’s ertussen en - ervoor voor omgekeerd',
  en: 'names of sortable fields, separated by commas, with - before one for descending',
};
