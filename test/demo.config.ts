import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';

/** Tests on a running demo: a newcomer's requests, GDAL, the pages in a browser. */
export default defineConfig({
  test: { root: '.', include: ['test/smoke/**/*.test.ts', 'test/gdal/**/*.test.ts', 'test/browser/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000, reporters: REPORTERS },
});
