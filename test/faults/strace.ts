/** Strace: runs a program with a fault at one call to the kernel, and counts its calls (fault tests D2 and D3; Debian's strace). */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Every call by which our programs change what is on the disk. */
export const CALLS = ['write', 'pwrite64', 'fsync', 'fdatasync', 'rename', 'link', 'mkdir', 'unlink', 'ftruncate'] as const;
export type Call = (typeof CALLS)[number];

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** `fault`: as strace writes it, `signal=KILL` or `error=EIO`; at the nth such call of a thread. */
export function runWithFault(program: readonly string[], { call, nth, fault }: { call: Call; nth: number; fault: string }): Promise<Ended> {
  // Under its quicker tracing strace sends no signals.
  const quick = fault.startsWith('error') ? ['--seccomp-bpf'] : [];
  return strace([...quick, '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:${fault}:when=${nth}`], program);
}

/** Counts each system call in the busiest thread of the program. */
export async function countCalls(program: readonly string[]): Promise<ReadonlyMap<Call, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'ev-strace-'));
  const path = join(folder, 'calls');
  try {
    const { code, errors } = await strace(['--seccomp-bpf', '-o', path, '-e', `trace=${CALLS.join()}`], program);
    if (code !== 0) throw new Error(`the program ended with ${code} under strace: ${errors}`);
    return busiest(readFileSync(path, 'latin1'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lines such as `123 fsync(17) = 0`; a call that another thread interrupted has a second line, of its end. */
function busiest(log: string): ReadonlyMap<Call, number> {
  const perThread = new Map<string, number>();
  for (const [, thread, call] of log.matchAll(/^(\d+) +(\w+)\(/gm)) {
    const key = `${call} ${thread}`;
    perThread.set(key, (perThread.get(key) ?? 0) + 1);
  }
  return new Map(CALLS.map((call) => [call, Math.max(0, ...[...perThread].filter(([key]) => key.startsWith(`${call} `)).map(([, count]) => count))]));
}

async function strace(options: readonly string[], program: readonly string[]): Promise<Ended> {
  const child = spawn('strace', ['-f', '-qq', ...options, process.execPath, ...program], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
  return { code, signal, output, errors };
}

function ended(child: ReturnType<typeof spawn>): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new Error('strace is needed: apt-get install strace', { cause })));
    child.on('exit', (code, signal) => resolve([code, signal]));
  });
}
