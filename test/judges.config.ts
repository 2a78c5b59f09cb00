import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';

/** Judges of the interface, each on a demo of its own: the abstract tests of OGC API Features, the Dutch API design rules, other people's clients. */
export default defineConfig({
  test: {
    root: '.', testTimeout: 600_000, hookTimeout: 300_000, reporters: REPORTERS,
    include: ['test/conformance/**/*.test.ts', 'test/design-rules/**/*.test.ts', 'test/schemathesis/**/*.test.ts'],
  },
});
