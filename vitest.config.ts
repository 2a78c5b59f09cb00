import { defineConfig } from 'vitest/config';
import { JUDGES } from './test/judges.config.ts';
import { REPORTERS } from './test/reporters.ts';
import { SMALL } from './test/small.config.ts';
import { WORKERS } from './test/workers.ts';

const FAST = { testTimeout: 120_000, hookTimeout: 120_000 };
/** Node runs TypeScript as it is: without vite between them a constant of another module costs nothing, as in the service. Nothing is mocked then. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

/** `npm test`: everything but the checks on the tree, the long runs and the tests on a running demo. Modules are loaded once for many files. */
export default defineConfig({
  test: {
    reporters: REPORTERS, globalSetup: 'test/provide-spatial.ts',
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          ...FAST, name: 'shared modules', isolate: false, experimental: NATIVE, include: ['test/**/*.test.ts'],
          exclude: [
            ...SMALL.include, 'test/tidy.test.ts', 'test/ledger.test.ts', 'test/faults/**', 'test/long/**', 'test/gdal/**', 'test/python/**',
            'test/smoke/**', 'test/browser/**', ...JUDGES,
          ],
        },
      },
      { test: { ...FAST, name: 'small', isolate: false, ...SMALL } },
    ],
  },
});
