/** Files of `npm test` of which it runs a part (runs.ts); test/long.config.ts runs them whole. */
export const IN_PART = [
  'test/generate/generate.test.ts', 'test/pipelines/prepare/report/report-forms.test.ts',
  'test/publisher/exact.test.ts', 'test/publisher/publish.test.ts',
  'test/server/edition.test.ts', 'test/server/gzip.test.ts', 'test/server/openapi-operations.test.ts',
];

/** The same, of those with small pages and limits. */
export const SMALL_IN_PART = ['test/publisher/kept.test.ts'];
