import { defineConfig } from 'vitest/config';
import { IN_PART, SMALL_IN_PART } from './in-part.config.ts';
import { REPORTERS } from './reporters.ts';
import { SMALL } from './small.config.ts';
import { WORKERS } from './workers.ts';

const LONG = { testTimeout: 600_000, hookTimeout: 600_000 };
const FULL = { ...LONG, isolate: false, env: { EV_RUNS: 'full' } };

/** Runs that take long: large deliveries, the command line with all its options; and all of what `npm test` runs in part. */
export default defineConfig({
  test: {
    root: '.', reporters: REPORTERS, maxWorkers: WORKERS,
    projects: [
      { test: { ...LONG, name: 'long', root: '.', include: ['test/long/**/*.test.ts'] } },
      { test: { ...FULL, name: 'in full', root: '.', include: IN_PART } },
      { test: { ...FULL, name: 'in full, small', root: '.', include: SMALL_IN_PART, setupFiles: SMALL.setupFiles } },
    ],
  },
});
