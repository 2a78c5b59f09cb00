/** Calls to the file system that change a file. One of them fails, or all from one on, as if the process were gone. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const CALLS = ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'mkdirSync'] as const;

export class Crash extends Error {}

/** Runs the work. All calls from this number on fail; 0 is the first. Returns whether the work reached that call. */
export function crashedAt(call: number, work: () => void): boolean {
  return failing((count) => count >= call, work) > call;
}

/** Runs the work; only the call with this number fails. */
export function failedAt(call: number, work: () => void): boolean {
  return failing((count) => count === call, work) > call;
}

/** Returns the number of calls. `fails` decides for a call by its number. */
function failing(fails: (call: number) => boolean, work: () => void): number {
  const originals = CALLS.map((name) => [name, fs[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    fs[name] = ((...given: never[]) => {
      count += 1;
      if (fails(count - 1)) throw new Crash(`at ${name}`);
      return Reflect.apply(original, fs, given) as unknown;
    }) as never;
  }
  syncBuiltinESMExports();
  try {
    work();
  } catch (error) {
    // Some are reported as a Fault, with the crash as its cause.
    if (!isCrash(error)) throw error;
  } finally {
    for (const [name, original] of originals) fs[name] = original as never;
    syncBuiltinESMExports();
  }
  return count;
}

function isCrash(error: unknown): boolean {
  return error instanceof Crash || (error instanceof Error && error.cause !== undefined && isCrash(error.cause));
}
