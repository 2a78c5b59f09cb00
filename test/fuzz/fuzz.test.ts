/** The fuzzer: it finds a planted mistake, and every seed of its targets, with what it found before, is read as it must be. */
import { describe, expect, test } from 'vitest';
import { openRandom } from '../generate/random.ts';
import { failureOf, fuzz, type Target } from './fuzz.ts';
import { parsePlanted } from './planted.ts';
import { TARGETS } from './targets.ts';

const INPUTS = 300_000;
const PLANTED: Target = { name: 'planted', run: parsePlanted, seeds: [Buffer.from('')], words: [], bytesMax: 40, cpuMsMax: 50 };

describe('the fuzzer', () => {
  test('finds a mistake behind five conditions, which an input of chance meets once in a million million', () => {
    const { findings } = fuzz(PLANTED, { random: openRandom(1, 0), goesOn: (inputs, found) => inputs < INPUTS && found === 0, counted: ['test/fuzz/planted.ts'] });
    expect(findings.map(({ words }) => words)).toEqual([expect.stringContaining('TypeError: planted')]);
  });

  test('does not find it when no code counts', () => {
    expect(fuzz(PLANTED, { random: openRandom(1, 0), goesOn: (inputs) => inputs < INPUTS / 10, counted: [] }).findings).toEqual([]);
  });

  test('finds an input that takes too long', () => {
    // By CPU time: on a busy machine little of it passes in 20 ms of the clock.
    const slow = (): void => { for (const begin = process.cpuUsage(); process.cpuUsage(begin).user < 20_000;); };
    expect(failureOf({ run: slow, cpuMsMax: 5 }, Buffer.alloc(0))?.words).toMatch(/^takes \d+ ms of CPU; at most 5$/);
  });
});

describe('every seed is read without a failure', () => {
  test.each(TARGETS.map((target) => [target.name, target] as const))('%s', (_, target) => {
    expect(target.seeds.length).toBeGreaterThan(1);
    for (const seed of target.seeds) expect(failureOf(target, seed)?.words, seed.toString('latin1').slice(0, 200)).toBeUndefined();
  });
});
