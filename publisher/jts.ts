/**
 * JTS: hands out the classes of JSTS, which it loads when the first is needed. Loading takes each thread about 70 ms and 20 MB, and most
 * threads never need JSTS.
 *
 * Invariant: loading is synchronous, because publishing and reading rows do not wait for a module.
 */
import { createRequire } from 'node:module';

type JtsClasses = typeof import('./jts-classes.ts');

/** Returns the classes of JSTS. */
export function jts(): JtsClasses {
  return (loaded ??= createRequire(import.meta.url)('./jts-classes.ts') as JtsClasses);
}

let loaded: JtsClasses | undefined;
