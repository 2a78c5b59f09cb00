/**
 * List conditions: the rows with a list in some relation to another list. Between a queryable list and given texts, each different list of
 * a page is tested once, and rows look up their code. Comparisons between fields are made row by row. A row without one of the lists is
 * unknown.
 */
import { unreachable } from '../../../schemas/fault.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import type { ListColumn, ListValue } from '../../format/list-column.ts';
import type { SeriesRoot } from '../../format/series-root.ts';
import { entriesBefore } from '../../format/text-columns.ts';
import { maskOf, NO, UNKNOWN, YES, type Mask } from './mask.ts';
import type { Page } from '../bytes/index.ts';
import type { Filter, ListOperand, ListRelation } from '../series-query.ts';
import type { Steps } from '../steps.ts';

type ListFilter = Extract<Filter, { readonly kind: 'lists' }>;

/** See condition.ts. */
interface ListCondition {
  readonly mayHold: (root: SeriesRoot, page: number) => boolean;
  readonly mayHoldIn: (page: Page) => boolean;
  readonly mask: (at: { readonly page: Page }) => Steps<Mask>;
}

export function listCondition({ relation, left, right }: ListFilter): ListCondition {
  const [texts, others] = [textsOf(left), textsOf(right)];
  if ('field' in left && others !== null) return fieldCondition(left.field, relation, others);
  if ('field' in right && texts !== null) return fieldCondition(right.field, TURNED[relation], texts);
  return {
    mayHold: () => true, mayHoldIn: () => true,
    * mask({ page }) { return yield* page.steps(() => rowsMask({ relation, left, right }, page)); },
  };
}

const TURNED: Readonly<Record<ListRelation, ListRelation>> = {
  equals: 'equals', contains: 'containedBy', containedBy: 'contains', overlaps: 'overlaps',
};

/** Returns the different texts of a list of constants, in NFC as in columns; null when the list has other items. */
function textsOf(operand: ListOperand): readonly string[] | null {
  if ('field' in operand) return null;
  const texts = operand.items.filter((item) => typeof item === 'string');
  return texts.length === operand.items.length ? [...new Set(texts.map(nfc))] : null;
}

/** Compares a queryable list with texts. */
function fieldCondition(field: string, relation: ListRelation, texts: readonly string[]): ListCondition {
  const bytes = texts.map((text) => Buffer.from(text, 'utf8'));
  const isNeeded = (has: (at: number) => boolean): boolean => {
    switch (relation) {
      case 'equals': case 'contains': return texts.every((_, at) => has(at));
      case 'overlaps': return texts.some((_, at) => has(at));
      case 'containedBy': return true;
      default: return unreachable(relation);
    }
  };
  return {
    mayHold(root, page) {
      const range = root.range(field);
      return isNeeded((at) => range?.overlapping({ from: texts[at]!, to: texts[at]! })(page) === true);
    },
    mayHoldIn(page) {
      const column = page.list(field);
      return column !== undefined && isNeeded((at) => column.has(bytes[at]!));
    },
    * mask({ page }) {
      const column = yield* page.steps(() => page.list(field));
      return column === undefined ? maskOf(page.count, UNKNOWN) : columnMask(column, relation, bytes);
    },
  };
}

function columnMask(column: ListColumn, relation: ListRelation, asked: readonly Uint8Array[]): Mask {
  const isAsked = new Uint8Array(column.dictionary.ends.length + 1);
  for (const text of asked) if (column.has(text)) isAsked[entriesBefore(column.dictionary, text)] = 1;
  const answers = new Uint8Array(column.ends.length + 1);
  answers[0] = UNKNOWN;
  for (let code = 1; code < answers.length; code += 1) {
    const items = column.itemsOf(code);
    let shared = 0;
    for (let at = 0; at < items.length; at += 1) shared += isAsked[items[at]!]!;
    answers[code] = holds(relation, { shared, left: items.length, right: asked.length }) ? YES : NO;
  }
  const mask = new Uint8Array(column.codes.length);
  for (let row = 0; row < mask.length; row += 1) mask[row] = answers[column.codes[row]!]!;
  return mask;
}

interface Sizes {
  /** Number of elements in both. */
  readonly shared: number;
  readonly left: number;
  readonly right: number;
}

function holds(relation: ListRelation, { shared, left, right }: Sizes): boolean {
  switch (relation) {
    case 'equals': return shared === left && shared === right;
    case 'contains': return shared === right;
    case 'containedBy': return shared === left;
    case 'overlaps': return shared > 0;
    default: return unreachable(relation);
  }
}

/** Compares row by row. */
function rowsMask({ relation, left, right }: Omit<ListFilter, 'kind'>, page: Page): Mask {
  const [ours, theirs] = [listsIn(left, page), listsIn(right, page)];
  return Uint8Array.from({ length: page.count }, (_, row) => {
    const [one, other] = [ours(row), theirs(row)];
    if (one === null || other === null) return UNKNOWN;
    const [all, others] = [new Set(one), new Set(other)];
    const shared = [...all].filter((text) => others.has(text)).length;
    return holds(relation, { shared, left: all.size, right: others.size }) ? YES : NO;
  });
}

/** Returns the list of each row of a page. */
function listsIn(operand: ListOperand, page: Page): (row: number) => ListValue | null {
  if ('field' in operand) {
    const lists = page.list(operand.field)?.values();
    return (row) => lists?.[row] ?? null;
  }
  const items = operand.items.map((item) => {
    if (typeof item === 'string') return () => nfc(item);
    const values = page.column(item.field)?.values();
    return (row: number) => values?.[row] ?? null;
  });
  return (row) => {
    const found = items.map((item) => item(row));
    return found.every((text) => typeof text === 'string') ? found : null;
  };
}
