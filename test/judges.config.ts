import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';
import { WORKERS } from './workers.ts';

const JUDGE = { root: '.', testTimeout: 600_000, hookTimeout: 600_000 };
const filesOf = (folders: readonly string[]): string[] => folders.map((folder) => `test/${folder}/**/*.test.ts`);

const PYTHON = filesOf(['python']);
const DEMO = filesOf(['smoke', 'gdal', 'browser']);
const OTHERS = filesOf(['attackers', 'conformance', 'design-rules', 'haproxy', 'nginx', 'oidc-provider', 'owslib', 'promtool', 'qgis', 'schemathesis', 'typed-client', 'web-maps']);
export const JUDGE_FILES = [...PYTHON, ...DEMO, ...OTHERS];

/** The suite of judges (test/README.md): programs of other people, each of which needs something installed. */
export default defineConfig({
  test: {
    root: '.', reporters: REPORTERS, maxWorkers: WORKERS,
    projects: [
      { test: { ...JUDGE, name: 'python', include: PYTHON } },
      { test: { ...JUDGE, name: 'demo', include: DEMO } },
      { test: { ...JUDGE, name: 'judges', include: OTHERS } },
    ],
  },
});
