/** The outline of the country is up to date with Natural Earth. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { derivedOutline, OUTLINE_FILE } from './derive-outline.ts';

test('the outline equals the one derived from Natural Earth (`node test/schemas/derive-outline.ts` writes it)', () => {
  expect(readFileSync(OUTLINE_FILE, 'utf8')).toBe(derivedOutline());
});
