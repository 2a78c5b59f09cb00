import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';

/** Runs that take long: large deliveries, the command line with all its options. */
export default defineConfig({
  test: {
    root: '.', include: ['test/long/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000, reporters: REPORTERS,
  },
});
