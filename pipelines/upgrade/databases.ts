/** Databases: copies the state files of an older program and migrates the copies. The originals are only read. */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileOf } from '../../publisher/format/layout.ts';
import { sha256 } from '../../publisher/format/hash.ts';
import { newestHeadNumber, numbersOf } from '../../publisher/read/heads.ts';
import { copyDatabaseFile, queryFile } from '../state/database/copy-database.ts';
import { foldersOf, makeFolders, openFile, openState } from '../state/database/database.ts';
import { divide } from './undivided.ts';
import { DATABASE_ENDINGS } from './switch.ts';

/** Copies the databases to the folder `upgrade`, in place of earlier copies. */
export async function copyDatabases(data: string, onPages: (done: number, total: number) => void): Promise<void> {
  const old = foldersOf(data);
  const { upgrade } = old;
  const made = makeFolders(upgrade);
  for (const path of [made.inbox, made.register, made.runs]) for (const ending of DATABASE_ENDINGS) rmSync(`${path}${ending}`, { force: true });
  if (existsSync(old.undivided)) divide(old.undivided, upgrade);
  else {
    for (const path of [old.inbox, old.register]) {
      const total = statSync(path).size;
      await copyDatabaseFile(path, { target: join(upgrade, basename(path)), onPages: (done) => onPages(done * 4096, total) });
    }
  }
  if (existsSync(old.runs)) {
    await copyDatabaseFile(old.runs, { target: made.runs });
    openFile(made.runs, 'runs').close();
  }
  openState(upgrade).close();
}

/** Merges the log of SQLite into each database, because a read-only connection leaves a log. */
export function closeDatabases(upgrade: string): void {
  const { inbox, register, runs } = foldersOf(upgrade);
  openFile(inbox, 'inbox').close();
  openFile(register, 'register').close();
  if (existsSync(runs)) openFile(runs, 'runs').close();
}

/** Returns a fingerprint of what was received, decided and published in a data folder. */
export function fingerprintOf(data: string): string {
  const { undivided, inbox, register, editions } = foldersOf(data);
  const of = { folder: editions, audience: 'public' } as const;
  const head = newestHeadNumber(of, 0);
  const state = existsSync(undivided)
    ? queryFile(undivided, 'SELECT (SELECT max(seq) FROM inbox) AS seq, (SELECT count(*) FROM inbox WHERE batch IS NOT NULL) AS decided')
    : [queryFile(inbox, 'SELECT max(seq) AS seq FROM inbox'), queryFile(register, 'SELECT max(n) AS decided, (SELECT count(*) FROM published) AS published FROM decision')];
  return JSON.stringify({
    state, head, sum: head === 0 ? '' : sha256(readFileSync(fileOf(of, 'heads', head))).toString('hex'), manifests: numbersOf(of, 'manifests').length,
  });
}
