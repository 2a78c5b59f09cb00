/**
 * `npm run test:faults`: the fault tests, in a form for every change; `-- --full` the long one, for a release. Needs root and Debian's strace,
 * xfsprogs, e2fsprogs, eatmydata and faketime, which it installs when they are missing. Prints what was seen, added up.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tally } from './tally.ts';

const PROGRAMS = {
  strace: 'strace', 'mkfs.xfs': 'xfsprogs', xfs_io: 'xfsprogs', 'mkfs.ext4': 'e2fsprogs', eatmydata: 'eatmydata', faketime: 'faketime', unshare: 'util-linux',
  setpriv: 'util-linux',
} as const;

const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'ev-faults-'));
const path = join(folder, 'tally.ndjson');
try {
  provide();
  const { status } = spawnSync(process.execPath, [
    join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/long.config.ts', '--project', 'faults',
    ...asked.filter((word) => word !== '--full'),
  ], {
    stdio: 'inherit', cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, EV_FAULTS_TALLY: path, EV_FAULTS: asked.includes('--full') ? 'full' : 'short' },
  });
  process.stdout.write(summary());
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Installs missing tools, or fails: a fault test never passes by not running. */
function provide(): void {
  const missing = Object.entries(PROGRAMS).filter(([program]) => spawnSync('which', [program]).status !== 0).map(([, name]) => name);
  if (missing.length === 0) return;
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
  const { status } = spawnSync('apt-get', ['install', '-qy', '--no-install-recommends', ...new Set(missing)], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`the fault tests need ${missing.join(', ')} and root`);
}

function summary(): string {
  const tallies = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Tally) : [];
  const sum = (name: keyof Tally): number => tallies.reduce((total, tally) => total + (tally[name] ?? 0), 0);
  const recoveries = tallies.flatMap(({ recoverySeconds }) => recoverySeconds ?? []).sort((a, b) => a - b);
  const recovery = recoveries.length === 0 ? 'not measured'
    : `median ${recoveries[recoveries.length >> 1]!.toFixed(2)} s, longest ${recoveries.at(-1)!.toFixed(2)} s`;
  return `\nfaults ${sum('faults')}; acknowledged ${sum('acknowledged')}, lost ${sum('lost')}, doubled ${sum('doubled')}, mixed ${sum('mixed')}; recovery ${recovery}\n`;
}
