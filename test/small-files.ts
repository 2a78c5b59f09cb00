/** Files of few rows or bytes, with pages and limits made small for them: what random histories published, and what is beyond a limit. */
export const SMALL = {
  include: [
    'test/publisher/*.model.test.ts', 'test/publisher/kept.test.ts', 'test/publisher/versions.test.ts',
    'test/pipelines/prepare/full.test.ts', 'test/pipelines/state/inbox/arriving.test.ts',
  ],
  setupFiles: ['test/publisher/small-cuts.ts', 'test/small-limits.ts'],
};
