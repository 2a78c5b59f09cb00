import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';

/** The checks on the tree itself: order, ledger. */
export default defineConfig({
  test: { root: '.', include: ['test/tidy.test.ts', 'test/ledger.test.ts'], testTimeout: 600_000, hookTimeout: 600_000, reporters: REPORTERS },
});
