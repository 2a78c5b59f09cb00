import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/tidy.test.ts', 'test/ledger.test.ts', 'test/gdal/**', 'test/smoke/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
