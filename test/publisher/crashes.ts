/** Calls to the file system that change something, of which one fails, or all from one on, as if the process were gone. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const CALLS = ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'mkdirSync'] as const;

export class Crash extends Error {}

/** Does the work, in which all calls fail from this number on, 0 being the first. Returns whether it came so far. */
export function crashedAt(call: number, work: () => void): boolean {
  return failing((count) => count >= call, work) > call;
}

/** The same, but the calls after this one do their work. */
export function failedAt(call: number, work: () => void): boolean {
  return failing((count) => count === call, work) > call;
}

/** How many calls were made. `fails`: of a call, by its number. */
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
    // Some are told as a Fault, with the crash as its cause.
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
