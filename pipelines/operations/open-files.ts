/**
 * Open files: checks that this process may open as many files and connections as the service needs. The limit is only reported, never
 * raised. Not here: the response when no file can be opened (server/response/general-problems.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import { Fault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';

const LIMITS_FILE = '/proc/self/limits';

/** Throws a Fault when the limit of this process is too low. */
export function requireOpenFiles(file = LIMITS_FILE): void {
  const limit = existsSync(file) ? openFilesIn(readFileSync(file, 'utf8')) : Infinity;
  if (limit >= LIMITS.openFilesMin) return;
  throw new Fault('this process may open too few files and connections at once', {
    step: 'Serve:OpenFiles', expected: `${LIMITS.openFilesMin} or more`, actual: String(limit),
    hint: 'Raise the limit: LimitNOFILE=65536 in the unit of systemd, as ev-register.service has it, or `ulimit -n 65536` before `ev serve`.',
  });
}

/** Returns the soft limit in the text of Linux; Infinity when it is unlimited or absent. */
function openFilesIn(text: string): number {
  return Number(/^Max open files\s+(\d+)\s/m.exec(text)?.[1] ?? Infinity);
}
