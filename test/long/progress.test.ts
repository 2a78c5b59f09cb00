import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validate } from '../../pipelines/commands/validate.ts';
import { openTerminal } from '../../pipelines/commands/terminal.ts';
import { generate } from '../generate/generate.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { NOW, RD } from '../pipelines/prepare/deliveries.ts';

let folder: string;
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'ev-progress-')); });
afterAll(async () => { await rm(folder, { recursive: true }); });

async function register(objects: number): Promise<string> {
  const path = join(folder, `r${objects}.ndjson`);
  const file = createWriteStream(path);
  await generate({ objects, seed: 1, broken: 0.1, write: (chunk) => { file.write(chunk); } });
  file.end();
  await finished(file);
  return path;
}

/** Returns the progress of `ev validate`: title and total, then each step. */
async function shown(path: string): Promise<readonly string[]> {
  const steps: string[] = [];
  const terminal = {
    ...openTerminal({ json: true }), printJson: () => {},
    progress: (title: string, total: number) => {
      steps.push(`${title} ${total}`);
      return { to: (done: number, remark = '') => { steps.push(`${done} ${remark}`); }, done: () => { steps.push('done'); } };
    },
  };
  await validate({ files: [path], crs: RD, model: null, strict: false, correct: false, full: [], reports: [], lang: null, cacheFolder: CACHE_FOLDER, against: null, clock: () => new Date(NOW) }, terminal);
  return steps;
}

test('a long validation shows how much was read, and how much of that was accepted and refused', async () => {
  const steps = await shown(await register(13_000));
  expect(steps[0]).toBe('r13000.ndjson, MB 11');
  expect(steps.at(-1)).toBe('done');
  const counts = steps.slice(1, -1).map((step) => (step.match(/\d+/g) ?? []).map(Number));
  expect(counts.length).toBeGreaterThan(8);
  for (const [index, numbers] of counts.entries()) {
    for (const [place, number] of numbers.entries()) expect(number).toBeGreaterThanOrEqual(counts[index - 1]?.[place] ?? 0);
    expect(numbers[0]).toBeLessThanOrEqual(11);
  }
  expect(counts.some(([, accepted = 0, refused = 0]) => accepted > 1_000 && refused > 100)).toBe(true);
});

test('a short one shows nothing', async () => {
  expect(await shown(await register(500))).toEqual([]);
});
