/** Offsets: finds values in valid JSON, whatever the rest of the text. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetsOf } from '../../../pipelines/strict-json/offsets.ts';
import { escapeToken } from '../../../schemas/json.ts';
import type { Json } from '../../../schemas/json.ts';

/** The pointer of each part of a value, with the beginning of its text. */
function partsOf(value: Json, pointer = ''): readonly (readonly [pointer: string, text: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) => [[`${pointer}/${index}`, firstOf(item)], ...partsOf(item, `${pointer}/${index}`)]);
  }
  return Object.entries(value as Record<string, Json>).flatMap(([name, member]) => {
    const at = `${pointer}/${escapeToken(name)}`;
    return [[at, JSON.stringify(name)], ...partsOf(member, at)];
  });
}

function firstOf(item: Json): string {
  return JSON.stringify(item).slice(0, 1);
}

const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '/', '~', '"', '\\', '}', ']', ',', ':', 'a/b', '0'));
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 }, fc.constantFrom<Json>(null, true, 1.5e3, -7), name, fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test('finds each pointer in any text, all together or one alone, with any white space', () => {
  fc.assert(fc.property(json, fc.constantFrom(0, 2, '\t'), fc.nat(), (value, indent, one) => {
    const text = ` ${JSON.stringify(value, null, indent)}\r\n`;
    const places = partsOf(value);
    const all = offsetsOf(text, places.map(([pointer]) => pointer));
    for (const [pointer, start] of places) expect(text.startsWith(start, all.get(pointer)), pointer).toBe(true);
    if (places.length === 0) return;
    const [pointer] = places[one % places.length]!;
    expect(offsetsOf(text, [pointer])).toEqual(new Map([[pointer, all.get(pointer)]]));
  }), { numRuns: 500 });
});

test('an absent pointer has the offset of its parent; a repeated name that of the last, as JSON.parse reads it', () => {
  const text = '{"a": [ {"b": 1} ], "c": 2, "c": {"d": 3}}';
  expect(Object.fromEntries(offsetsOf(text, ['/a/0/x/y', '/a/7', '/z', '/c/d']))).toEqual(
    { '/a/0/x/y': text.indexOf('{"b"'), '/a/7': 1, '/z': 0, '/c/d': text.indexOf('"d"') },
  );
});
