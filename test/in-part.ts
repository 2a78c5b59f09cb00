/** Files that `npm test` runs in part (runs.ts); test/long.config.ts runs them whole. tidy.test.ts keeps the lists complete. */
export const IN_PART = [
  'test/pipelines/conductor/conductor.test.ts',
  'test/pipelines/requests/current-geometry.test.ts',
  'test/pipelines/state/decide/versions.test.ts', 'test/pipelines/state/register/derived-tables.test.ts',
  'test/pipelines/state/register/hidden-objects.model.test.ts',
  'test/publisher/boxes.test.ts', 'test/publisher/exact.test.ts',
  'test/publisher/publish.test.ts', 'test/publisher/validity/margins.test.ts',
  'test/pipelines/prepare/check/texts.test.ts', 'test/pipelines/prepare/delivery-versions.test.ts', 'test/schemas/any-document.test.ts', 'test/schemas/feature-schema.test.ts',
  'test/server/documentation.test.ts', 'test/server/edition.test.ts', 'test/server/items.test.ts',
  'test/server/openapi-operations.test.ts', 'test/server/passed-on.test.ts', 'test/server/problem-members.test.ts',
];

/** The same, of those with small pages and limits. */
export const SMALL_IN_PART = [
  'test/publisher/differences.model.test.ts', 'test/publisher/edition.model.test.ts', 'test/publisher/kept.model.test.ts', 'test/publisher/kept.test.ts',
  'test/publisher/pyramid.model.test.ts', 'test/publisher/series-query.model.test.ts', 'test/publisher/versions.test.ts',
];

/** Files that only the long suite runs, beside what they test: they wait for clocks and sockets, start threads, or walk through whole files. */
export const LONG_ONLY = [
  'test/fuzz/fuzz.test.ts', 'test/pipelines/backup/backup.test.ts', 'test/pipelines/coordinates/grids.test.ts',
  'test/pipelines/editions/shared-ids-migration.test.ts', 'test/pipelines/prepare/first-errors.test.ts', 'test/pipelines/prepare/report/report-forms.test.ts',
  'test/pipelines/state/decide/drift.test.ts', 'test/publisher/validity/published.test.ts',
  'test/generate/generate.test.ts', 'test/pipelines/editions/full-audience.test.ts', 'test/pipelines/operations/open-files.test.ts',
  'test/pipelines/prepare/check/sizes.test.ts', 'test/pipelines/prepare/upgrade/upgrade-complete.test.ts', 'test/pipelines/schedule/scheduler.test.ts',
  'test/pipelines/state/access/tokens.test.ts', 'test/pipelines/state/inbox/called.test.ts', 'test/pipelines/upgrade/upgrade.test.ts',
  'test/pipelines/workers/check-pool.test.ts', 'test/publisher/extent-reader.test.ts', 'test/publisher/gate.test.ts', 'test/publisher/sort.test.ts', 'test/publisher/verify.test.ts',
  'test/server/cold-reads.test.ts', 'test/server/conformance-classes.test.ts', 'test/server/gzip.test.ts', 'test/server/idle-sockets.test.ts', 'test/server/long-responses.test.ts', 'test/server/shown-ends.test.ts',
  'test/server/stopping.test.ts', 'test/server/site/site.test.ts',
  'test/pipelines/asked-register.model.test.ts', 'test/pipelines/commands/diff.test.ts', 'test/pipelines/doctor/doctor.test.ts',
  'test/pipelines/prepare/check/issues.test.ts', 'test/pipelines/state/register/provenance.test.ts', 'test/publisher/cache.test.ts',
  'test/publisher/spool.test.ts', 'test/publisher/types-first.test.ts', 'test/schemas/object-errors.test.ts', 'test/schemas/published-schema.test.ts', 'test/schemas/strict-schema.test.ts',
  'test/pipelines/state/register/rebuild-derived.test.ts',
];
