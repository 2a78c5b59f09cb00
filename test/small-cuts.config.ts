/** Files that read what random histories published: few rows, so pages are made small for them. */
export const SMALL_CUTS = {
  include: ['test/publisher/*.model.test.ts', 'test/publisher/kept.test.ts', 'test/publisher/versions.test.ts'],
  setupFiles: ['test/publisher/small-cuts.ts'],
};
