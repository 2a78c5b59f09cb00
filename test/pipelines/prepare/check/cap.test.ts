/** Cap: a report has room for a thousand findings of each rule and field, and twenty thousand in all. Warnings and notes get half of it. */
import { expect, test } from 'vitest';
import { Cap } from '../../../../pipelines/prepare/check/cap.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import { levelOf, RULE_IDS, type RuleId } from '../../../../schemas/rules.ts';

const { findingsPerRuleMax: EACH, findingsMax: ALL, fieldsPerRuleMax: FIELDS } = LIMITS;
const DOMAIN = RULE_IDS.filter((rule) => levelOf(rule) === 'domain').slice(0, 50);
const FIRST = RULE_IDS.slice(0, 50);
const error = (rule: RuleId, field?: string) => ({ rule, severity: 'error' as const, ...(field === undefined ? {} : { field }) });
const keptOf = (cap: Cap, count: number, what: (index: number) => Parameters<Cap['keeps']>[0]): number =>
  Array.from({ length: count }, (_, index) => cap.keeps(what(index))).filter((isKept) => isKept).length;

test('each rule and field has room for a thousand; a full field takes no room from another', () => {
  const cap = new Cap();
  expect(keptOf(cap, 1_400, () => error('schema.bereik', 'KwetsbaarGebouw.populatie'))).toBe(EACH);
  expect(cap.wants(error('schema.bereik', 'KwetsbaarGebouw.populatie'))).toBe(false);
  expect(cap.keeps(error('schema.bereik', 'PRContour.afstand'))).toBe(true);
  expect(cap.keeps(error('schema.bereik'))).toBe(true);
});

test('all together have room for twenty thousand, of which warnings and notes take at most half', () => {
  const cap = new Cap();
  expect(keptOf(cap, 2 * ALL, (index) => ({ rule: DOMAIN[index % 50]!, severity: 'warning' }))).toBe(ALL / 2);
  expect(keptOf(cap, 2 * ALL, (index) => error(FIRST[index % 50]!))).toBe(ALL / 2);
  expect(cap.hasRoom('error')).toBe(false);
});

test('invented field names get the room of a hundred fields, and share that of one more', () => {
  const cap = new Cap();
  expect(keptOf(cap, 5_000, (index) => error('schema.onbekend-veld', `KwetsbaarGebouw.x${index}`))).toBe(FIELDS + EACH);
  expect(cap.keeps(error('schema.onbekend-veld', 'KwetsbaarGebouw.x0'))).toBe(true);
  expect(cap.keeps(error('schema.required', 'KwetsbaarGebouw.id'))).toBe(true);
});

test('another cap continues from its state', () => {
  const cap = new Cap();
  keptOf(cap, EACH, () => error('schema.bereik', 'a'));
  keptOf(cap, 12_000, (index) => ({ rule: DOMAIN[index % 50]!, severity: 'info' }));
  const next = new Cap(structuredClone(cap.state));
  expect([next.wants(error('schema.bereik', 'a')), next.wants(error('schema.bereik', 'b')), next.hasRoom('warning')]).toEqual([false, true, false]);
  expect(keptOf(next, 2 * ALL, (index) => error(FIRST[index % 50]!))).toBe(ALL / 2 - EACH);
});
