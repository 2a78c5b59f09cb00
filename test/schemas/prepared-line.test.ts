/** The line of a prepared root: reading returns the written root, and any text fits in one line. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePreparedLine, preparedLine, type PreparedRoot } from '../../schemas/submission.ts';
import type { Moment } from '../../schemas/time.ts';

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\t', 'a\tb', '\n', '{"', '\\t', '\u2028', ''));

const root = fc.record({
  pointer: text, id: text, bronhoudercode: text, document: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null))), isSpaced: fc.boolean(),
}).map(({ document, isSpaced, ...more }): PreparedRoot => ({
  ...more, type: 'KwetsbaarGebouw', crs: '28992', body: isSpaced ? `\t${JSON.stringify(document)}\t` : JSON.stringify(document),
  validFrom: 0 as Moment, validUntil: null, boundaries: [0 as Moment], matchKeys: [[1, 0, 'name']], hidden: null, links: [{ id: more.id, pointer: more.pointer, line: 1, object: 0, field: more.id }],
  objects: [{ id: more.id, type: 'KwetsbaarGebouw', parent: null, ownHash: '', pointer: more.pointer, line: 1 }],
}));

test('a prepared root survives writing and reading', () => {
  fc.assert(fc.property(root, (prepared) => {
    const line = preparedLine(prepared);
    expect(line).not.toContain('\n');
    expect(parsePreparedLine(line)).toEqual(prepared);
  }));
});
