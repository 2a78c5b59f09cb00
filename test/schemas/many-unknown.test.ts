/** An object with very many unknown fields: the first are reported one by one, and the rest as a number. */
import { expect, test } from 'vitest';
import { validate } from '../../schemas/check/compile.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { minimal } from './minimal.ts';

function withMany(object: JsonObject, count: number): JsonObject {
  return { ...object, ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`veld${n}`, n])) };
}

function unknownIn(document: JsonObject): ReturnType<typeof validate> {
  const text = JSON.stringify(document);
  return validate(JSON.parse(text) as Json, text.length).filter(({ rule }) => rule === 'schema.onbekend-veld');
}

const MAX = LIMITS.unknownFieldsMax;

test.each([MAX + 1, 1_000, 60_000])('%i unknown fields of a root: the text counts the fields that are not reported one by one', (count) => {
  const found = unknownIn(withMany(minimal('KwetsbaarGebouw'), count));
  expect(found).toHaveLength(MAX + 1);
  expect(found.at(-1)).toMatchObject({ pointer: '', found: String(count - MAX) });
  expect(found.at(-1)?.message.nl).toContain(`nog ${count - MAX} velden die niet bestaan`);
});

test('unknown fields up to the limit have no such text', () => {
  expect(unknownIn(withMany(minimal('KwetsbaarGebouw'), MAX)).map(({ found }) => found)).not.toContain('0');
  expect(unknownIn(withMany(minimal('KwetsbaarGebouw'), MAX))).toHaveLength(MAX);
});

test.each([1_000, 60_000])('%i unknown fields of a nested object are counted at that object', (count) => {
  const building = minimal('KwetsbaarGebouw');
  const found = unknownIn({ ...building, geometrieMetagegevens: withMany(building['geometrieMetagegevens'] as JsonObject, count) });
  expect(found).toHaveLength(MAX + 1);
  expect(found.at(-1)).toMatchObject({ pointer: '/geometrieMetagegevens', found: String(count - MAX) });
});
