/** Status selection: the six rows, and that each combination has one. */
import { expect, test } from 'vitest';
import { selectStatus, STATUS_SELECTION } from '../../schemas/status-selection.ts';

test.each([
  ['exists, allowed', true, true, [true], 200], ['exists, not allowed', true, true, [false], 401], ['exists, not to be told', true, false, [true, false], 403],
  ['absent, allowed', false, true, [true], 404], ['absent, not allowed', false, true, [false], 403], ['absent, not to be told', false, false, [true, false], 403],
] as const)('IR-auth-10: %s', (_, exists, isDeterminable, authorised, status) => {
  for (const isAuthorised of authorised) expect(selectStatus({ exists, isDeterminable, isAuthorised })).toBe(status);
});

test('each combination has one row', () => {
  expect(STATUS_SELECTION).toHaveLength(6);
  for (const exists of [true, false]) {
    for (const isDeterminable of [true, false]) {
      for (const isAuthorised of [true, false]) {
        const rows = STATUS_SELECTION.filter((row) => row.exists === exists && row.isDeterminable === isDeterminable && [null, isAuthorised].includes(row.isAuthorised));
        expect(rows).toHaveLength(1);
      }
    }
  }
});
