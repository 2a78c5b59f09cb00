/**
 * Makes reader.wasm and strict.wasm from assembly/, which is AssemblyScript: `node pipelines/prepare/screen/make-reader.ts`,
 * then commit the result. A test makes them again and compares, byte for byte.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program of its own, for its types are not to be had without its globals, which are not those of JavaScript. */
const COMPILER = join(fileURLToPath(import.meta.resolve('assemblyscript')), '../../bin/asc.js');
/** The sources, by what is made of them. */
const SOURCES = {
  'reader.wasm': new URL('./assembly/index.ts', import.meta.url), 'strict.wasm': new URL('./assembly/strict.ts', import.meta.url),
};

/** Writes the readers to a folder. Throws with the compiler's words when a source is wrong. */
export function makeReaders(folder: string): void {
  for (const [name, source] of Object.entries(SOURCES)) {
    const options = ['--outFile', join(folder, name), '--runtime', 'stub', '-O3', '--enable', 'simd', '--noAssert'];
    execFileSync(process.execPath, [COMPILER, fileURLToPath(source), ...options]);
  }
}

if (import.meta.main) makeReaders(import.meta.dirname);
