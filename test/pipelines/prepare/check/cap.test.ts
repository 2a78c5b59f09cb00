/** Cap: what a report has room for: a thousand of each rule and field, twenty thousand in all, half of these for what is no error. */
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

test('of each rule and field a thousand: one field that is full takes no room of another', () => {
  const cap = new Cap();
  expect(keptOf(cap, 1_400, () => error('schema.bereik', 'KwetsbaarGebouw.populatie'))).toBe(EACH);
  expect(cap.wants(error('schema.bereik', 'KwetsbaarGebouw.populatie'))).toBe(false);
  expect(cap.keeps(error('schema.bereik', 'PRContour.afstand'))).toBe(true);
  expect(cap.keeps(error('schema.bereik'))).toBe(true);
});

test('of all together twenty thousand, of which what is no error takes half', () => {
  const cap = new Cap();
  expect(keptOf(cap, 2 * ALL, (index) => ({ rule: DOMAIN[index % 50]!, severity: 'warning' }))).toBe(ALL / 2);
  expect(keptOf(cap, 2 * ALL, (index) => error(FIRST[index % 50]!))).toBe(ALL / 2);
  expect(cap.hasRoom('error')).toBe(false);
});

test('made-up names of fields get the room of a hundred, and that of one more together', () => {
  const cap = new Cap();
  expect(keptOf(cap, 5_000, (index) => error('schema.onbekend-veld', `KwetsbaarGebouw.x${index}`))).toBe(FIELDS + EACH);
  expect(cap.keeps(error('schema.onbekend-veld', 'KwetsbaarGebouw.x0'))).toBe(true);
  expect(cap.keeps(error('schema.required', 'KwetsbaarGebouw.id'))).toBe(true);
});

test('its state is enough to go on elsewhere', () => {
  const cap = new Cap();
  keptOf(cap, EACH, () => error('schema.bereik', 'a'));
  keptOf(cap, 12_000, (index) => ({ rule: DOMAIN[index % 50]!, severity: 'info' }));
  const next = new Cap(structuredClone(cap.state));
  expect([next.wants(error('schema.bereik', 'a')), next.wants(error('schema.bereik', 'b')), next.hasRoom('warning')]).toEqual([false, true, false]);
  expect(keptOf(next, 2 * ALL, (index) => error(FIRST[index % 50]!))).toBe(ALL / 2 - EACH);
});
