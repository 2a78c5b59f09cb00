/**
 * Field filters: a parameter named like a queryable field filters by equality (Interface Rules, Query parameters: <fieldName>).
 * For a list field it selects lists with the value. A comma is part of the value. A value outside a closed code list is refused, because
 * no object can have it.
 */
import type { Filter } from '../../publisher/read/series-query.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { IN_TRANSITION } from '../../schemas/codelists.ts';
import type { Queryable } from '../../schemas/derived/queryables.ts';
import { compared, kindOf, KIND_TEXTS, valueOfText } from './field-value.ts';
import { wrongValue, type ParameterFault } from './query.ts';

type Given = Readonly<Partial<Record<string, string>>>;

/** Returns a filter for each given field, in the order of the table. */
export function readFieldFilters(given: Given, fields: readonly Queryable[], faults: ParameterFault[]): readonly Filter[] {
  return fields.flatMap((field) => {
    const text = given[field.name];
    if (text === undefined) return [];
    const value = valueOfText(kindOf(field), text);
    if (value === undefined) faults.push(notOfKind(field, text));
    else if (isUnknownCode(field, text)) faults.push(notInList(field, text));
    else if (field.isList) return [{ kind: 'lists', relation: 'contains', left: { field: field.name }, right: { items: [text] } }];
    else return [compared(field.name, '=', value)];
    return [];
  });
}

function notOfKind(field: Queryable, text: string): ParameterFault {
  const { label, example } = KIND_TEXTS[kindOf(field)];
  return wrongValue(field.name, text, {
    expected: { nl: `${label.nl}, bijvoorbeeld ${example}`, en: `${label.en}, such as ${example}` }, correct: example,
  });
}

/** Whether no object can have a text in a field, because the field has closed code lists and none of them has it. */
export function isUnknownCode({ values }: Queryable, text: string): boolean {
  return values !== undefined && text !== IN_TRANSITION && !values.includes(text);
}

const VALUES_SHOWN_MAX = 100;

function notInList({ name, values = [] }: Queryable, text: string): ParameterFault {
  const [best = values[0] ?? null] = nearest(text, values, 1);
  return wrongValue(name, text, {
    expected: { nl: 'een waarde uit de waardelijst', en: 'a value of the code list' },
    allowed: values.slice(0, VALUES_SHOWN_MAX), correct: best,
  });
}
