/** Places: where values stand in sound JSON, whatever else is in the text. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetsOf } from '../../../pipelines/strict-json/places.ts';
import { escapeToken } from '../../../schemas/json.ts';
import type { Json } from '../../../schemas/json.ts';

/** Each place in a value: its pointer, and how the text goes on there. */
function placesIn(value: Json, pointer = ''): readonly (readonly [pointer: string, text: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) => [[`${pointer}/${index}`, firstOf(item)], ...placesIn(item, `${pointer}/${index}`)]);
  }
  return Object.entries(value as Record<string, Json>).flatMap(([name, member]) => {
    const at = `${pointer}/${escapeToken(name)}`;
    return [[at, JSON.stringify(name)], ...placesIn(member, at)];
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

test('any place in any text, all at once or one alone, with any white space', () => {
  fc.assert(fc.property(json, fc.constantFrom(0, 2, '\t'), fc.nat(), (value, indent, one) => {
    const text = ` ${JSON.stringify(value, null, indent)}\r\n`;
    const places = placesIn(value);
    const all = offsetsOf(text, places.map(([pointer]) => pointer));
    for (const [pointer, start] of places) expect(text.startsWith(start, all.get(pointer)), pointer).toBe(true);
    if (places.length === 0) return;
    const [pointer] = places[one % places.length]!;
    expect(offsetsOf(text, [pointer])).toEqual(new Map([[pointer, all.get(pointer)]]));
  }), { numRuns: 500 });
});

test('what is not there stands where that around it stands; of a name that occurs twice the last, as JSON.parse reads it', () => {
  const text = '{"a": [ {"b": 1} ], "c": 2, "c": {"d": 3}}';
  expect(Object.fromEntries(offsetsOf(text, ['/a/0/x/y', '/a/7', '/z', '/c/d']))).toEqual(
    { '/a/0/x/y': text.indexOf('{"b"'), '/a/7': 1, '/z': 0, '/c/d': text.indexOf('"d"') },
  );
});
