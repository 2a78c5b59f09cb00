/** Merge patch: the vectors of RFC 7396, appendix A. */
import { expect, test } from 'vitest';
import type { Json } from '../../schemas/json.ts';
import { mergePatch } from '../../schemas/merge-patch.ts';

const VECTORS: readonly (readonly [target: string, patch: string, result: string])[] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];

test.each(VECTORS)('IR-gen-3: %s with %s is %s', (target, patch, result) => {
  expect(mergePatch(JSON.parse(target) as Json, JSON.parse(patch) as Json)).toEqual(JSON.parse(result));
});

test('a member with the name of an inherited property is an ordinary member', () => {
  expect(JSON.stringify(mergePatch({}, JSON.parse('{"__proto__":{"x":1},"constructor":2}') as Json))).toBe('{"__proto__":{"x":1},"constructor":2}');
});
