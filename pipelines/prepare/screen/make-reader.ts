/**
 * Makes reader.wasm from assembly/, which is AssemblyScript: `node pipelines/prepare/screen/make-reader.ts`, then commit
 * the result. A test makes it again and compares, byte for byte.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program of its own, for its types are not to be had without its globals, which are not those of JavaScript. */
const COMPILER = join(fileURLToPath(import.meta.resolve('assemblyscript')), '../../bin/asc.js');
const SOURCE = fileURLToPath(new URL('./assembly/index.ts', import.meta.url));

/** Writes the reader to a file. Throws with the compiler's words when the source is wrong. */
export function makeReader(path: string): void {
  execFileSync(process.execPath, [COMPILER, SOURCE, '--outFile', path, '--runtime', 'stub', '-O3', '--enable', 'simd', '--noAssert']);
}

if (import.meta.main) makeReader(join(import.meta.dirname, 'reader.wasm'));
