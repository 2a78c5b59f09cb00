import { defineConfig } from 'vitest/config';
import { LONG_ONLY } from './test/in-part.ts';
import { JUDGE_FILES } from './test/judges.config.ts';
import { LONG_FILES } from './test/long.config.ts';
import { REPORTERS } from './test/reporters.ts';
import { SMALL } from './test/small-files.ts';
import { WORKERS } from './test/workers.ts';

const FAST = { testTimeout: 120_000, hookTimeout: 120_000, globalSetup: ['test/in-memory.ts', 'test/provide-spatial.ts'] };
/** Checks on the tree itself: order, ledger, licences. */
const TREE = ['test/tidy.test.ts', 'test/ledger.test.ts', 'test/licences.test.ts'];
/** Node runs TypeScript as it is: without vite between them a constant of another module costs nothing, as in the service. Nothing is mocked then. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

/** The fast suite (test/README.md): `npm test` and, for the project `tree`, `npm run check`. Modules are loaded once for many files. */
export default defineConfig({
  test: {
    reporters: REPORTERS, maxWorkers: WORKERS,
    projects: [
      {
        test: {
          ...FAST, name: 'shared modules', isolate: false, experimental: NATIVE, include: ['test/**/*.test.ts'],
          exclude: [...TREE, ...SMALL.include, ...LONG_FILES, ...LONG_ONLY, ...JUDGE_FILES],
        },
      },
      { test: { ...FAST, name: 'small', isolate: false, ...SMALL } },
      { test: { name: 'tree', include: TREE, testTimeout: 600_000, hookTimeout: 600_000 } },
    ],
  },
});
