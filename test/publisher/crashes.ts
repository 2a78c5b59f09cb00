/** A crash at any call to the file system that changes something: from that call on every one fails, as if the process were gone. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const CALLS = ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'mkdirSync'] as const;

export class Crash extends Error {}

/** Does the work and fails at the call of this number, 0 being the first. Returns whether it came so far. */
export function crashedAt(call: number, work: () => void): boolean {
  const originals = CALLS.map((name) => [name, fs[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    fs[name] = ((...given: never[]) => {
      count += 1;
      if (count > call) throw new Crash(`at ${name}`);
      return Reflect.apply(original, fs, given) as unknown;
    }) as never;
  }
  syncBuiltinESMExports();
  try {
    work();
  } catch (error) {
    // Some are told as a Fault, with the crash as its cause.
    if (!(error instanceof Crash || (error as Error).cause instanceof Crash)) throw error;
  } finally {
    for (const [name, original] of originals) fs[name] = original as never;
    syncBuiltinESMExports();
  }
  return count > call;
}
