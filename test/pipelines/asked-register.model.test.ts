/** Questions to the editions of a real register: what they answer is what a naive evaluation of the register gives. */
import * as fc from 'fast-check';
import { test } from 'vitest';
import { askRegister } from './asked-register.ts';
import { histories } from './random-histories.ts';

test('random questions over random histories of the register have the rows, the order and the counts of a naive evaluation', async () => {
  await fc.assert(fc.asyncProperty(histories, fc.integer(), async (history, seed) => askRegister(history, { count: 40, seed })), {
    numRuns: 2, endOnFailure: process.env['SHRINK'] === undefined,
  });
});
