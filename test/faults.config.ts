import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';

/** What the service keeps when all goes wrong; `npm run test:faults` installs what they need and prints their sum. */
export default defineConfig({
  test: { root: '.', include: ['test/faults/**/*.test.ts'], testTimeout: 1_800_000, hookTimeout: 600_000, reporters: REPORTERS },
});
