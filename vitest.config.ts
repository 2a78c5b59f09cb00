import { defineConfig } from 'vitest/config';
import { REPORTERS } from './test/reporters.ts';

/** `npm test`: everything but the checks on the tree, the long runs and the tests on a running demo. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/tidy.test.ts', 'test/ledger.test.ts', 'test/kill/**', 'test/gdal/**', 'test/python/**', 'test/smoke/**', 'test/browser/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: REPORTERS,
  },
});
