/**
 * File identities: files and folders that must not be replaced while they are in use, identified by device and inode. An open file that
 * was removed or replaced still takes writes, which are lost when the process ends.
 */
import { statSync } from 'node:fs';
import { Fault } from '../../../schemas/fault.ts';

const HINT = 'Nothing more is accepted, decided or deleted. End every `ev` on this folder, put back what was moved or restore the folder from a '
  + 'backup (`ev restore`), and start again; what was handed in since may have to be handed in again.';

/** A file in use was removed from its path. Work continues once the folder is opened again and complete. */
export class LostFile extends Fault {}

export class FileIdentities {
  readonly #identities = new Map<string, string>();

  constructor(paths: readonly string[]) {
    this.add(paths);
  }

  /** Adds files. Throws a Fault when a file does not exist. */
  add(paths: readonly string[]): void {
    for (const path of paths) this.#identities.set(path, identityOf(path) ?? lost(path, 'no such file'));
  }

  /** Throws a Fault when a path now leads to another file, or to none. Costs one `stat` for each path. */
  requireSame(): void {
    for (const [path, identity] of this.#identities) {
      const found = identityOf(path);
      if (found !== identity) lost(path, found === undefined ? 'no such file' : 'another file');
    }
  }
}

/** Identities of an open database and its log. */
export interface OpenedDatabase {
  readonly path: string;
  readonly identity: string | undefined;
  readonly log: string | undefined;
}

/** Returns the identities of the databases at these paths, which must be open. */
export function openedDatabases(paths: readonly string[]): readonly OpenedDatabase[] {
  return paths.map((path) => ({ path, identity: identityOf(path), log: identityOf(`${path}-wal`) }));
}

/** Throws a Fault when a database was replaced while the old log is still beside it: SQLite would mix the two. */
export function requireOwnLogs(opened: readonly OpenedDatabase[]): void {
  for (const { path, identity, log } of opened) {
    const found = identityOf(path);
    if (found === undefined || found === identity || log === undefined || identityOf(`${path}-wal`) !== log) continue;
    throw new Fault('the database was replaced, and the log of the one before lies beside it', {
      step: 'State:Open', path: `${path}-wal`, forClients: 'lost',
      hint: `Move ${path}-wal and ${path}-shm aside, or put in the log that came with the database; then it goes on by itself.`,
    });
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

function lost(path: string, actual: string): never {
  throw new LostFile('the file was removed or replaced while it was in use', {
    step: 'State:Hold', path, expected: 'the file that was opened', actual, hint: HINT, forClients: 'lost',
  });
}
