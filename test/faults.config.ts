import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';
import { WORKERS } from './workers.ts';

/** A thousand kills take more than half an hour. */
const FULL_MS_MAX = 14_400_000;

/** What the service keeps when all goes wrong; `npm run test:faults` installs what they need and prints their sum. */
export default defineConfig({
  test: { root: '.', include: ['test/faults/**/*.test.ts'], testTimeout: process.env['EV_FAULTS'] === 'full' ? FULL_MS_MAX : 1_800_000, hookTimeout: 600_000, reporters: REPORTERS, maxWorkers: WORKERS },
});
