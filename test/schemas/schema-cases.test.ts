/** The cases of schema-cases.ts: our validator, and a plain one with the published schema, give the expected verdict. */
import { expect, test } from 'vitest';
import { validatorOf } from '../../schemas/check/compile.ts';
import { CASES } from './schema-cases.ts';
import { holding, minimal } from './minimal.ts';
import { publishedVerdict } from './published-verdict.ts';

test.each(CASES)('$description ($type) valid: $valid', ({ type, data, valid, errors }) => {
  const object = { ...minimal(type), ...data };
  const { root, document, pointer } = holding(type, object);
  const found = validatorOf(root)(document);
  expect(found.map(({ rule, pointer: place }) => [rule, place]))
    .toEqual((errors ?? []).map(([rule, inside]) => [rule, pointer + inside]));
  for (const { message, mend } of found) {
    for (const text of [message.nl, message.en, mend.nl, mend.en]) expect(text).toMatch(/^.{10,}[.?]$/s);
  }
  expect(publishedVerdict(type, object)).toBe(valid);
});
