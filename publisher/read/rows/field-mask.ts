/**
 * Field masks: the rows of a page that match a condition on a field, from the column of that field alone.
 *
 * For texts, the condition is evaluated once per text in the dictionary; rows only look up their code. Texts compare by their UTF-8 bytes.
 */
import { unreachable } from '../../../schemas/fault.ts';
import { foldText, type TextFold } from '../../../schemas/text-folding.ts';
import type { NumberColumn, PageColumn, TextColumn, TruthColumn } from '../../format/column.ts';
import { compareIds } from '../../format/order.ts';
import { maskOf, NO, UNKNOWN, YES, type Mask } from './mask.ts';
import type { FieldValue, Filter, Relation } from '../series-query.ts';
import { likePattern } from './text-pattern.ts';

export type FieldCondition = Extract<Filter, { readonly kind: 'compare' | 'in' | 'like' | 'isNull' }>;

/** `column`: undefined when no row of the page has a value. */
export function fieldMask(condition: FieldCondition, column: PageColumn | undefined, count: number): Mask {
  if (column === undefined) return maskOf(count, condition.kind === 'isNull' ? YES : UNKNOWN);
  if (column.kind === 'number') return numberMask(condition, column);
  return looked(column, column.kind === 'text' ? textTable(condition, column) : truthTable(condition));
}

/** Returns the mask of rows from the answer of each code. */
function looked({ codes }: TextColumn | TruthColumn, answers: Uint8Array): Mask {
  const mask = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row += 1) mask[row] = answers[codes[row]!]!;
  return mask;
}

/** Returns the answer for each code; code 0 has the answer for no value. */
function textTable(condition: FieldCondition, column: TextColumn): Uint8Array {
  const table = new Uint8Array(column.size + 1);
  if (condition.kind !== 'isNull' && condition.fold !== undefined) {
    const holds = foldedTest(condition);
    for (const [at, text] of foldedTexts(column, condition.fold).entries()) if (holds(text)) table[at + 1] = YES;
    return withNone(table, UNKNOWN);
  }
  switch (condition.kind) {
    case 'isNull': return withNone(table, YES);
    case 'in':
      for (const value of condition.values) table.fill(YES, ...codesOf(column, '=', value));
      return withNone(table, UNKNOWN);
    case 'like': {
      const pattern = likePattern(condition.pattern);
      for (let code = 1; code <= column.size; code += 1) if (pattern.test(column.text(code))) table[code] = YES;
      return withNone(table, UNKNOWN);
    }
    case 'compare': {
      const isNot = condition.relation === '<>';
      table.fill(isNot ? YES : NO);
      table.fill(isNot ? NO : YES, ...codesOf(column, isNot ? '=' : condition.relation, condition.value));
      return withNone(table, UNKNOWN);
    }
    default: return unreachable(condition);
  }
}

/** The folded texts of the most recent column: most parts of a filter use one column after the other. */
let lastFolded: { readonly column: TextColumn; readonly fold: TextFold; readonly texts: readonly string[] } | undefined;

/** By code, from 1 on. */
function foldedTexts(column: TextColumn, fold: TextFold): readonly string[] {
  if (lastFolded?.column !== column || lastFolded.fold !== fold) {
    lastFolded = { column, fold, texts: Array.from({ length: column.size }, (_, at) => foldText(column.text(at + 1), fold)) };
  }
  return lastFolded.texts;
}

/** Returns whether a folded text matches a condition. */
function foldedTest(condition: Exclude<FieldCondition, { readonly kind: 'isNull' }>): (text: string) => boolean {
  switch (condition.kind) {
    case 'in': {
      const values = new Set(condition.values.map(String));
      return (text) => values.has(text);
    }
    case 'like': return likePattern(condition.pattern).test;
    case 'compare': {
      const [below, equal, above] = ANSWERS[condition.relation];
      const asked = String(condition.value);
      return (text) => {
        const order = compareIds(text, asked);
        return (order < 0 ? below : order > 0 ? above : equal) === YES;
      };
    }
    default: return unreachable(condition);
  }
}

function withNone(table: Uint8Array, answer: number): Uint8Array {
  table[0] = answer;
  return table;
}

/** Returns the codes [from, to) of the texts with this relation to a value. */
function codesOf(column: TextColumn, relation: Exclude<Relation, '<>'>, value: FieldValue): [from: number, to: number] {
  const text = String(value);
  const from = column.codeFrom(Buffer.from(text, 'utf8'));
  const behind = from <= column.size && column.text(from) === text ? from + 1 : from;
  switch (relation) {
    case '=': return [from, behind];
    case '<': return [1, from];
    case '<=': return [1, behind];
    case '>': return [behind, column.size + 1];
    case '>=': return [from, column.size + 1];
    default: return unreachable(relation);
  }
}

/** Codes are 0 for no value, 1 for false, 2 for true. */
function truthTable(condition: FieldCondition): Uint8Array {
  const none = condition.kind === 'isNull' ? YES : UNKNOWN;
  const answer = (value: boolean): number => (holdsOf(condition, value) ? YES : NO);
  return Uint8Array.of(none, answer(false), answer(true));
}

function numberMask(condition: FieldCondition, { numbers }: NumberColumn): Mask {
  const mask = new Uint8Array(numbers.length);
  switch (condition.kind) {
    case 'isNull': case 'like': case 'in': {
      const none = condition.kind === 'isNull' ? YES : UNKNOWN;
      for (let row = 0; row < mask.length; row += 1) {
        const number = numbers[row]!;
        mask[row] = Number.isNaN(number) ? none : holdsOf(condition, number) ? YES : NO;
      }
      return mask;
    }
    case 'compare': {
      const asked = Number(condition.value);
      const [below, equal, above] = ANSWERS[condition.relation];
      // No value is NaN, which compares with nothing. Without a branch, because the outcome is unpredictable.
      const answers = Uint8Array.of(UNKNOWN, below, above, equal);
      for (let row = 0; row < mask.length; row += 1) {
        const number = numbers[row]!;
        mask[row] = answers[Number(number <= asked) + 2 * Number(number >= asked)]!;
      }
      return mask;
    }
    default: return unreachable(condition);
  }
}

/** Returns whether every row has a number, and both the lowest and the highest match: then so do all between. */
export function isMetByAll(condition: Extract<FieldCondition, { kind: 'compare' }>, column: PageColumn | undefined): boolean {
  if (column?.kind !== 'number' || condition.relation === '<>') return false;
  const { low, high, isFilled } = column.extent;
  return isFilled && holdsOf(condition, low) && holdsOf(condition, high);
}

/** Answers for a number below, equal to and above the value. */
const ANSWERS: Readonly<Record<Relation, readonly [below: number, equal: number, above: number]>> = {
  '=': [NO, YES, NO], '<>': [YES, NO, YES], '<': [YES, NO, NO], '<=': [YES, YES, NO], '>': [NO, NO, YES], '>=': [NO, YES, YES],
};

const listed = new WeakMap<FieldCondition, ReadonlySet<number>>();

/** Cached: the values of a list, for all pages. */
function numbersIn(condition: Extract<FieldCondition, { readonly kind: 'in' }>): ReadonlySet<number> {
  const known = listed.get(condition);
  if (known !== undefined) return known;
  const made = new Set(condition.values.map(Number));
  listed.set(condition, made);
  return made;
}

/** Returns whether a condition holds for a value. True and false compare as 1 and 0. */
function holdsOf(condition: FieldCondition, value: number | boolean): boolean {
  const number = Number(value);
  switch (condition.kind) {
    case 'isNull': case 'like': return false;
    case 'in': return numbersIn(condition).has(number);
    case 'compare': {
      const [below, equal, above] = ANSWERS[condition.relation];
      const asked = Number(condition.value);
      return (number < asked ? below : number > asked ? above : equal) === YES;
    }
    default: return unreachable(condition);
  }
}
