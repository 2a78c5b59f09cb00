import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/tidy.test.ts', 'test/ledger.test.ts'], root: '.' },
});
