/** Files that `npm test` runs in part (runs.ts); test/long.config.ts runs them whole. tidy.test.ts keeps the lists complete. */
export const IN_PART = [
  'test/generate/generate.test.ts', 'test/pipelines/conductor/conductor.test.ts', 'test/pipelines/coordinates/grids.test.ts',
  'test/pipelines/prepare/report/report-forms.test.ts', 'test/pipelines/requests/current-geometry.test.ts',
  'test/pipelines/state/decide/versions.test.ts', 'test/pipelines/state/register/derived-tables.test.ts',
  'test/pipelines/state/register/rebuild-derived.test.ts', 'test/publisher/boxes.test.ts', 'test/publisher/exact.test.ts',
  'test/publisher/publish.test.ts', 'test/publisher/validity/margins.test.ts', 'test/publisher/validity/published.test.ts',
  'test/pipelines/prepare/check/texts.test.ts', 'test/schemas/any-document.test.ts', 'test/schemas/feature-schema.test.ts',
  'test/server/documentation.test.ts', 'test/server/edition.test.ts', 'test/server/gzip.test.ts', 'test/server/items.test.ts',
  'test/server/openapi-operations.test.ts', 'test/server/passed-on.test.ts',
];

/** The same, of those with small pages and limits. */
export const SMALL_IN_PART = [
  'test/publisher/differences.model.test.ts', 'test/publisher/edition.model.test.ts', 'test/publisher/kept.model.test.ts', 'test/publisher/kept.test.ts',
  'test/publisher/series-query.model.test.ts', 'test/publisher/versions.test.ts',
];
