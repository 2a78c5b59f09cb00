/**
 * Unknown codes: values in a filter that no code list of their field has. No object can have such a value, so a filter with a misspelled
 * code finds nothing, or everything. A filter may compare any text (CQL2); pages name the value, so that nothing found is no answer.
 */
import type { Filter, ListOperand } from '../../publisher/read/series-query.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { queryablesOf, type Queryable } from '../../schemas/derived/queryables.ts';
import { foldText, type TextFold } from '../../schemas/text-folding.ts';
import { isUnknownCode } from '../parameters/field-filters.ts';

/** A value that its field cannot have. */
export interface UnknownCode {
  readonly field: Queryable;
  readonly value: string;
  /** Similar values that the field can have, the nearest first. */
  readonly suggested: readonly string[];
}

interface ComparedText {
  readonly field: string;
  readonly value: unknown;
  readonly fold?: TextFold;
}

/** Returns the unknown codes of a filter for one collection, each once. */
export function unknownCodes(filter: Filter | null, collection: string): readonly UnknownCode[] {
  if (filter === null) return [];
  const fields = new Map(queryablesOf(collection).map((field) => [field.name, field]));
  const found = new Map<string, UnknownCode>();
  for (const { field: name, value, fold } of comparedTexts(filter)) {
    const field = fields.get(name);
    if (typeof value !== 'string' || field === undefined || !isUnknown(field, value, fold)) continue;
    found.set(`${name} ${value}`, { field, value, suggested: nearest(value, field.values ?? []) });
  }
  return [...found.values()];
}

function isUnknown(field: Queryable, value: string, fold: TextFold | undefined): boolean {
  if (!isUnknownCode(field, value)) return false;
  return fold === undefined || field.values?.some((known) => foldText(known, fold) === value) !== true;
}

/** Yields the texts with which a filter compares fields for equality. */
function* comparedTexts(filter: Filter): Iterable<ComparedText> {
  switch (filter.kind) {
    case 'and': case 'or':
      for (const part of filter.of) yield* comparedTexts(part);
      return;
    case 'not':
      yield* comparedTexts(filter.of);
      return;
    case 'compare':
      if (filter.relation === '=' || filter.relation === '<>') yield filter;
      return;
    case 'in':
      for (const value of filter.values) yield { ...filter, value };
      return;
    case 'lists':
      yield* listedTexts(filter.left, filter.right);
      yield* listedTexts(filter.right, filter.left);
      return;
    default: return;
  }
}

/** Yields the texts of a list that is compared with the list in a field. */
function* listedTexts(one: ListOperand, other: ListOperand): Iterable<ComparedText> {
  if (!('field' in one) || !('items' in other)) return;
  for (const item of other.items) if (typeof item === 'string') yield { field: one.field, value: item };
}
