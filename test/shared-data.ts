/**
 * Other people's data for tests, found through EV_SHARED (default `../shared`, from the project root).
 * Absent: the tests on it say that they did not run; with CI=true that is a failure.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'vitest';

export const PROJECT = resolve(import.meta.dirname, '..');
const SHARED = resolve(PROJECT, process.env['EV_SHARED'] ?? '../shared');

/** Runs `suite` with the absolute path of a file or folder of the shared data, if it is there. */
export function describeWithShared(title: string, path: string, suite: (path: string) => void): void {
  const found = join(SHARED, path);
  if (existsSync(found)) {
    describe(title, () => suite(found));
  } else if (process.env['CI'] === 'true') {
    test(title, () => { throw new Error(`shared data ${path} is missing; set EV_SHARED`); });
  } else {
    const told = `${title}: did not run, shared data ${path} is absent (EV_SHARED)`;
    console.warn(told);
    test.skip(told, () => {});
  }
}
