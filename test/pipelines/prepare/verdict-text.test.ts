/** The verdicts of proven pieces, written from columns, are what JSON.stringify makes of them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nestedTypesOf } from '../../../pipelines/prepare/counts.ts';
import { ProvenRoots } from '../../../pipelines/prepare/proven.ts';
import { VerdictText } from '../../../pipelines/prepare/verdict-text.ts';
import type { ObjectVerdict } from '../../../schemas/finding.ts';
import { OBJECT_TYPES, ROOT_TYPES } from '../../../schemas/names.ts';

const id = fc.constantFrom('', 'g1', 'NL.IMEV.AB12.é', '\u{1f600}', '\u007f', 'x'.repeat(300));
const root = fc.record({
  ids: fc.array(id, { minLength: 1, maxLength: 12 }),
  types: fc.array(fc.nat(OBJECT_TYPES.length - 1), { minLength: 12, maxLength: 12 }),
  line: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 2 ** 32 })),
  verdict: fc.constantFrom('accepted', 'refused'),
});

function verdictOf({ ids, types, line, verdict }: typeof root extends fc.Arbitrary<infer Root> ? Root : never, pointer?: string): ObjectVerdict {
  const objects = ids.map((_, place) => ({ type: OBJECT_TYPES[types[place]!]! }));
  const nested = nestedTypesOf(objects);
  return {
    id: ids[0] === '' ? null : ids[0]!, entityType: objects[0]!.type, pointer: pointer ?? `/${line - 1}`,
    ...(nested === undefined ? {} : { nested }), verdict,
  };
}

test.each([['lines', false], ['places in a list', true]])('of %s, between those of others', (_, isListed) => {
  fc.assert(fc.property(fc.array(root, { minLength: 1, maxLength: 40 }), fc.nat(3), (roots, every) => {
    const proven = new ProvenRoots(roots.length);
    for (const [index, { ids, types }] of roots.entries()) {
      proven.add(index, types[0]! % ROOT_TYPES.length);
      for (const [place, text] of ids.entries()) {
        const bytes = Buffer.from(`"${text}"`);
        proven.addObject(types[place]!, { bytes, start: 1, end: bytes.length - 1 });
      }
    }
    const places = {
      lines: Float64Array.from(roots, ({ line }) => line), pointers: isListed ? roots.map((_, index) => `/features/${index}`) : [],
    };
    const text = new VerdictText();
    const columns = proven.columns();
    const expected: ObjectVerdict[] = [];
    let from = 0;
    for (const [index, one] of roots.entries()) {
      const until = from + columns.objects[index]!;
      text.addProven(columns, { from, until, places, index, verdict: one.verdict });
      expected.push(verdictOf(one, places.pointers[index]));
      from = until;
      if (index % (every + 1) > 0) continue;
      const other: ObjectVerdict = { id: '"é\n', entityType: null, pointer: '/x', verdict: 'refused' };
      text.add(other);
      text.addNoValue(places, index);
      expected.push(other, { id: null, entityType: null, pointer: expected.at(-1)!.pointer, verdict: 'refused' });
    }
    expect(`[${text.take().toString()}]`).toBe(JSON.stringify(expected));
    expect(text.take()).toHaveLength(0);
  }));
});
