/** Lost plus: an unescaped + before a zone arrives as a space; the refusal shows how to write it, with a request that works. */
import { expect, test } from 'vitest';
import { FEATURES, readListQuery } from '../../../server/parameters/list-query.ts';
import { NOW, problemOf } from './reading.ts';

test.each<[string, string, string]>([
  ['beschikbaarOp', '2026-01-31T12:00:00 01:00', '2026-01-31T12:00:00%2B01:00'], ['datetime', '2026-01-31T12:00:00.5 02:00', '2026-01-31T12:00:00.5%2B02:00'],
  ['datetime', '2026-01-31T12:00:00 02:00/2026-02-01T12:00:00 02:00', '2026-01-31T12:00:00%2B02:00/2026-02-01T12:00:00%2B02:00'],
  ['beginGeldigheid', '2026-01-31T12:00:00 01:00', '2026-01-31T12:00:00%2B01:00'],
])('%s=%s', (name, value, written) => {
  const [param] = problemOf({ [name]: value }).params!;
  expect(param?.reason.nl).toMatch(/Een \+ in een adres is een spatie; schrijf %2B/);
  expect(param?.reason.nl).toContain(written);
  if (!value.includes('/')) expect(param?.example).toContain(written);
});

test('in a filter, the refusal says what the plus became', () => {
  const { faults } = readListQuery(
    { text: "filter=beginGeldigheid%3ETIMESTAMP('2026-01-31T12:00:00+01:00')" }, { kind: FEATURES, collection: 'ev-activiteiten', profile: 'default', now: NOW },
  );
  expect(faults[0]?.reason.en).toContain('write %2B');
});

test('no other value gets the hint', () => {
  for (const value of ['2026-01-31 12:00:00', '2026-01-31T12:00:00+1', 'vandaag']) expect(problemOf({ beschikbaarOp: value }).params?.[0]?.reason.nl).not.toContain('%2B');
});
