import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';

/** The abstract tests of OGC API Features on a running demo, and broken services that they must notice. */
export default defineConfig({
  test: { root: '.', include: ['test/conformance/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, reporters: REPORTERS },
});
