/** Fields masks: compares the values of two fields of a row. The result is unknown for rows that lack one of them. */
import { unreachable } from '../../../schemas/fault.ts';
import { foldText, type TextFold } from '../../../schemas/text-folding.ts';
import type { PageColumn } from '../../format/column.ts';
import { compareIds } from '../../format/order.ts';
import { maskOf, NO, UNKNOWN, YES, type Mask } from './mask.ts';
import type { FieldsCondition, Relation } from '../series-query.ts';

/** The columns of the fields; undefined when no row of the page has a value. */
export function fieldsMask(
  { left, relation, right }: FieldsCondition, columns: readonly [PageColumn | undefined, PageColumn | undefined], count: number,
): Mask {
  const [ones, others] = [valuesOf(columns[0], left.fold), valuesOf(columns[1], right.fold)];
  const mask = maskOf(count, UNKNOWN);
  if (ones === undefined || others === undefined) return mask;
  for (let row = 0; row < count; row += 1) {
    const [one, other] = [ones[row]!, others[row]!];
    if (one !== null && other !== null) mask[row] = holds(relation, orderOf(one, other)) ? YES : NO;
  }
  return mask;
}

type Comparable = string | number | null;

/** Per row. Texts are folded once per text in the page; false is 0 and true 1. */
function valuesOf(column: PageColumn | undefined, fold: TextFold | undefined): readonly Comparable[] | undefined {
  switch (column?.kind) {
    case undefined: return undefined;
    case 'number': return Array.from(column.numbers, (number) => (Number.isNaN(number) ? null : number));
    case 'boolean': return Array.from(column.codes, (code) => (code === 0 ? null : code));
    case 'text': {
      const texts = Array.from({ length: column.size }, (_, at) => {
        const text = column.text(at + 1);
        return fold === undefined ? text : foldText(text, fold);
      });
      return Array.from(column.codes, (code) => (code === 0 ? null : texts[code - 1]!));
    }
    default: return unreachable(column);
  }
}

function orderOf(one: string | number, other: string | number): number {
  return typeof one === 'string' ? compareIds(one, String(other)) : one - Number(other);
}

function holds(relation: Relation, order: number): boolean {
  switch (relation) {
    case '=': return order === 0;
    case '<>': return order !== 0;
    case '<': return order < 0;
    case '<=': return order <= 0;
    case '>': return order > 0;
    case '>=': return order >= 0;
    default: return unreachable(relation);
  }
}
