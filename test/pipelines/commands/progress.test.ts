/** Progress where there is no terminal. */
import { expect, test } from 'vitest';
import { progressLines } from '../../../pipelines/commands/terminal.ts';

test('progress off a terminal is one line each ten seconds at most, and none of short work', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const progress = progressLines('roots', 1_000, { write: (line) => { lines.push(line); }, now: () => nowMs });
  for (nowMs = 0; nowMs <= 25_000; nowMs += 100) progress.to(nowMs / 100, 'fine');
  progress.done();
  expect(lines).toEqual(['roots: 100 / 1000, fine', 'roots: 200 / 1000, fine']);
});
