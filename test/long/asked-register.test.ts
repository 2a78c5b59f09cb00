/** test/pipelines/asked-register.model.test.ts with many histories: 20,000 questions, or `EV_QUESTIONS`. */
import * as fc from 'fast-check';
import { test } from 'vitest';
import { askRegister } from '../pipelines/asked-register.ts';
import { histories } from '../pipelines/random-histories.ts';

const QUESTIONS = Number(process.env['EV_QUESTIONS'] ?? 20_000);
const PER_HISTORY = 200;

test(`${QUESTIONS} random questions over random histories of the register have the rows, the order and the counts of a naive evaluation`, async () => {
  await fc.assert(fc.asyncProperty(histories, fc.integer(), async (history, seed) => askRegister(history, { count: PER_HISTORY, seed })), {
    numRuns: Math.ceil(QUESTIONS / PER_HISTORY), endOnFailure: process.env['SHRINK'] === undefined,
  });
});
