/**
 * Field value: a value that a queryable field is compared with, as columns store it, and the meaning of a comparison.
 *
 * A day compared with a field of moments means the whole day in Europe/Amsterdam: equal is within it, less before it, greater after it.
 */
import type { FieldValue, Filter, Relation } from '../../publisher/read/series-query.ts';
import type { Queryable } from '../../schemas/derived/queryables.ts';
import { unreachable } from '../../schemas/fault.ts';
import type { Text } from '../../schemas/finding.ts';
import type { TextFold } from '../../schemas/text-folding.ts';
import { dateMs, parseMoment, parseRfc3339, periodOfDay } from '../../schemas/time.ts';

/** A day in milliseconds, from `from` until just before `until`. */
export interface Day {
  readonly from: number;
  readonly until: number;
}

/** A value that a field is compared with. */
export type Comparand = FieldValue | Day;

export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'moment';

export function kindOf({ type, format }: Queryable): FieldKind {
  if (format !== undefined) return format === 'date' ? 'date' : 'moment';
  return type === 'string' ? 'text' : type;
}

/** Kind of value in words, with an example for an address and for a filter. */
export const KIND_TEXTS: Readonly<Record<FieldKind, { readonly label: Text; readonly example: string; readonly inFilter: string }>> = {
  text: { label: { nl: 'een tekst', en: 'a text' }, example: 'tekst', inFilter: "'tekst'" },
  number: { label: { nl: 'een getal', en: 'a number' }, example: '10', inFilter: '10' },
  integer: { label: { nl: 'een geheel getal', en: 'a whole number' }, example: '10', inFilter: '10' },
  boolean: { label: { nl: 'true of false', en: 'true or false' }, example: 'true', inFilter: 'true' },
  date: { label: { nl: 'een dag', en: 'a day' }, example: '2026-01-31', inFilter: "DATE('2026-01-31')" },
  moment: {
    label: { nl: 'een tijdstip met zone of een dag', en: 'a moment with its zone, or a day' },
    example: '2026-01-31T12:00:00Z', inFilter: "TIMESTAMP('2026-01-31T12:00:00Z')",
  },
};

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns the value of a query parameter; undefined when the field cannot have it. */
export function valueOfText(kind: FieldKind, text: string): Comparand | undefined {
  switch (kind) {
    case 'text': return text;
    case 'boolean': return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'number': return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) + 0 : undefined;
    case 'integer': return NUMBER.test(text) && Number.isInteger(Number(text)) ? Number(text) + 0 : undefined;
    case 'date': return dateMs(text);
    case 'moment': return momentOrDay(text);
    default: return unreachable(kind);
  }
}

function momentOrDay(text: string): Comparand | undefined {
  return parseRfc3339(text) ?? parseMoment(text) ?? periodOfDay(text);
}

/** Returns the filter that compares a field with a value. `fold`: case or accents that the comparison ignores. */
export function compared(field: string, relation: Relation, value: Comparand, fold?: TextFold): Filter {
  if (typeof value !== 'object') return { kind: 'compare', field, relation, value, ...(fold === undefined ? {} : { fold }) };
  const { from, until } = value;
  const since: Filter = { kind: 'compare', field, relation: '>=', value: from };
  const before = (moment: number): Filter => ({ kind: 'compare', field, relation: '<', value: moment });
  switch (relation) {
    case '=': return { kind: 'and', of: [since, before(until)] };
    case '<>': return { kind: 'not', of: { kind: 'and', of: [since, before(until)] } };
    case '<': return before(from);
    case '<=': return before(until);
    case '>': return { kind: 'compare', field, relation: '>=', value: until };
    case '>=': return since;
    default: return unreachable(relation);
  }
}
