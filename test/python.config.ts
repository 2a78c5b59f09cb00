import { defineConfig } from 'vitest/config';
import { REPORTERS } from './reporters.ts';

/** Our validator beside Python's jsonschema: the published schema gives the same verdict there. */
export default defineConfig({
  test: { root: '.', include: ['test/python/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000, reporters: REPORTERS },
});
