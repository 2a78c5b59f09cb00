import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';
import { WORKERS } from './workers.ts';

/** Judges of the interface, each on a demo of its own: the abstract tests of OGC API Features, the Dutch API design rules, other people's clients, nginx before it; and of the alert rules. */
export const JUDGES = ['conformance', 'design-rules', 'nginx', 'owslib', 'promtool', 'qgis', 'schemathesis', 'typed-client', 'web-maps'].map((judge) => `test/${judge}/**/*.test.ts`);

export default defineConfig({
  test: { root: '.', include: JUDGES, testTimeout: 600_000, hookTimeout: 300_000, reporters: REPORTERS, maxWorkers: WORKERS },
});
