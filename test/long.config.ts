import { defineConfig } from 'vitest/config';
import { IN_PART, LONG_ONLY, SMALL_IN_PART } from './in-part.ts';
import { REPORTERS } from './reporters.ts';
import { SMALL } from './small-files.ts';
import { WORKERS } from './workers.ts';

const LONG = { root: '.', testTimeout: 600_000, hookTimeout: 600_000 };
const FULL = { ...LONG, isolate: false, env: { EV_RUNS: 'full' }, globalSetup: 'test/in-memory.ts' };
/** A thousand kills take more than half an hour. */
const FAULTS_MS_MAX = process.env['EV_FAULTS'] === 'full' ? 14_400_000 : 1_800_000;

const LONG_INCLUDE = ['test/long/**/*.test.ts'];
const FAULTS_INCLUDE = ['test/faults/**/*.test.ts'];
export const LONG_FILES = [...LONG_INCLUDE, ...FAULTS_INCLUDE];

/**
 * The long suite (test/README.md): large deliveries, the command line with all its options, all of what `npm test` runs in part, and faults
 * (`npm run test:faults` installs what these need and prints their sum).
 */
export default defineConfig({
  test: {
    root: '.', reporters: REPORTERS, maxWorkers: WORKERS,
    projects: [
      { test: { ...LONG, name: 'long', include: LONG_INCLUDE } },
      { test: { ...FULL, name: 'long: in full', include: [...IN_PART, ...LONG_ONLY] } },
      { test: { ...FULL, name: 'long: in full, small', include: SMALL_IN_PART, setupFiles: SMALL.setupFiles } },
      { test: { ...LONG, name: 'faults', include: FAULTS_INCLUDE, testTimeout: FAULTS_MS_MAX } },
    ],
  },
});
