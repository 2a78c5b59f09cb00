/** Documents made to take all time or memory, of a million parts each: refused, with a bounded number of mistakes. */
import { expect, test } from 'vitest';
import { validate } from '../../schemas/check/compile.ts';
import { holding, minimal } from '../schemas/minimal.ts';

const building = minimal('KwetsbaarGebouw');
const A_MILLION = Array.from({ length: 1_000_000 }, () => [1, 2]);

test.each([
  ['a million wrong items', {
    ...building, comment: Array.from({ length: 1_000_000 }, () => 1),
  }, ['/comment/0', 'schema.type']],
  ['half a million unknown properties', {
    ...building, ...Object.fromEntries(Array.from({ length: 500_000 }, (_, i) => [`x${i}`, i])),
  }, ['/x0', 'schema.onbekend-veld']],
  ['the only wrong item is the last of a million', {
    ...building, comment: [...Array.from({ length: 1_000_000 }, () => ''), 1],
  }, ['/comment/1000000', 'schema.type']],
  ['a million positions, one wrong', {
    ...building, geometrie: { type: 'Polygon', coordinates: [[...A_MILLION, [1]]] },
  }, ['/geometrie/coordinates/0/1000000', 'schema.geometrie']],
] as const)('%s: refused, with a bounded number of mistakes', (_, document, [pointer, rule]) => {
  const errors = validate(document);
  expect(errors[0]).toMatchObject({ pointer, rule });
  expect(errors.length).toBeLessThanOrEqual(20_000);
});

test('two hundred thousand references that differ only at the end are compared in linear time', () => {
  const links = Array.from({ length: 200_000 }, (_, i) => ({ href: `#${i}` }));
  const { document } = holding('PRContour', { ...minimal('PRContour'), hoortBij: [...links, { href: '#0' }] });
  expect(validate(document).map(({ pointer, rule }) => [pointer, rule]))
    .toEqual([['/voertUit/0/heeft/0/resulteertIn/0/hoortBij/200000', 'schema.uniek']]);
});
