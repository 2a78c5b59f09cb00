/**
 * Site manifest: the list of the files of a static site, in one SQLite file in its folder, with what each was made from.
 *
 * Invariants:
 *  - A file is listed before it is written, so that an export that is interrupted leaves no file that the next one does not know.
 *  - The hash of a file is listed after it is written. A file without a hash is written again.
 *  - A folder without a manifest that holds anything is not ours, and is never written to.
 * Not here: the files (write-site.ts).
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Fault } from '../../schemas/fault.ts';

const NAME = '.ev-site.db';
/** Marks the file as ours: the letters EVST. */
const APPLICATION = 0x45_56_53_54;
const FORMAT = 1;
const SQLITE_BUSY = 5;

const TABLES = `
CREATE TABLE site (
  one INTEGER PRIMARY KEY CHECK (one = 1), run INTEGER NOT NULL, edition INTEGER, content_id TEXT, identity TEXT, is_whole INTEGER NOT NULL
) STRICT;
INSERT INTO site VALUES (1, 0, NULL, NULL, NULL, 0);
CREATE TABLE files (path TEXT PRIMARY KEY, sha256 TEXT, bytes INTEGER NOT NULL, tag TEXT, run INTEGER NOT NULL) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${APPLICATION};
PRAGMA user_version = ${FORMAT};`;

/** What a site was last made from. */
export interface SiteState {
  readonly edition: number | null;
  readonly contentId: string | null;
  readonly identity: string | null;
  /** Whether the last export ended. */
  readonly isWhole: boolean;
}

export interface ListedFile {
  /** Hex; null: the file may be absent or half new. */
  readonly sha256: string | null;
  readonly tag: string | null;
}

/** A file that is in the site, as it is now. */
export interface KeptFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly tag: string | null;
}

export class SiteManifest {
  readonly state: SiteState;
  readonly #db: DatabaseSync;
  readonly #run: number;
  readonly #find: StatementSync;

  private constructor(db: DatabaseSync) {
    this.#db = db;
    const row = db.prepare('SELECT run, edition, content_id, identity, is_whole FROM site').get() as unknown as {
      run: number; edition: number | null; content_id: string | null; identity: string | null; is_whole: number;
    };
    this.state = { edition: row.edition, contentId: row.content_id, identity: row.identity, isWhole: row.is_whole === 1 };
    this.#run = row.run + 1;
    this.#find = db.prepare('SELECT sha256, tag FROM files WHERE path = ?');
  }

  /** Opens the manifest of a folder, or makes both. Throws a Fault when the folder holds something else, or another process writes to it. */
  static open(folder: string): SiteManifest {
    const path = join(folder, NAME);
    requireOurs(folder, path);
    mkdirSync(folder, { recursive: true });
    const db = new DatabaseSync(path, { timeout: 0 });
    try {
      // A name that is taken off the list is overwritten: it may be that of an object that became secret.
      db.exec('PRAGMA secure_delete = ON; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      const { application_id: application } = db.prepare('PRAGMA application_id').get() as { application_id: number };
      const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
      if (application === 0 && tables === 0) db.exec(TABLES);
      const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
      db.exec('COMMIT');
      if (application !== 0 && application !== APPLICATION) throw foreign(path);
      if (format > FORMAT) throw newer(path, format);
      return new SiteManifest(db);
    } catch (error) {
      db.close();
      if (error instanceof Fault) throw error;
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
        throw new Fault('another process is writing this site', { step: 'Site:Lock', path, hint: 'Wait until it ends, then try again.' });
      }
      throw foreign(path, error);
    }
  }

  file(path: string): ListedFile | undefined {
    return this.#find.get(path) as unknown as ListedFile | undefined;
  }

  /** Begins an export. Until it ends, the site is not whole. */
  begin({ edition, contentId, identity }: Omit<SiteState, 'isWhole'>): void {
    this.#db.prepare('UPDATE site SET run = ?, edition = ?, content_id = ?, identity = ?, is_whole = 0').run(this.#run, edition, contentId, identity);
  }

  /** Lists files that are about to be written. */
  announce(paths: readonly string[]): void {
    const add = this.#db.prepare('INSERT INTO files VALUES (?, NULL, 0, NULL, ?) ON CONFLICT (path) DO UPDATE SET sha256 = NULL, tag = NULL, run = excluded.run');
    this.#together(() => { for (const path of paths) add.run(path, this.#run); });
  }

  /** Lists files as they are now, and keeps files that did not change. */
  keep(files: readonly KeptFile[], unchanged: readonly string[]): void {
    const keep = this.#db.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?)');
    const touch = this.#db.prepare('UPDATE files SET run = ? WHERE path = ?');
    this.#together(() => {
      for (const { path, sha256, bytes, tag } of files) keep.run(path, sha256, bytes, tag, this.#run);
      for (const path of unchanged) touch.run(this.#run, path);
    });
  }

  /** Calls `remove` with each file that this export did not make, and takes it off the list. Returns their number. */
  dropOthers(remove: (path: string) => void): number {
    const some = this.#db.prepare('SELECT path FROM files WHERE run <> ? LIMIT 1000');
    const drop = this.#db.prepare('DELETE FROM files WHERE path = ?');
    let dropped = 0;
    for (let paths = some.all(this.#run); paths.length > 0; paths = some.all(this.#run)) {
      for (const { path } of paths) remove(path as string);
      this.#together(() => { for (const { path } of paths) drop.run(path!); });
      dropped += paths.length;
    }
    return dropped;
  }

  /** Ends the export. */
  end(): void {
    this.#db.exec('UPDATE site SET is_whole = 1');
  }

  totals(): { readonly files: number; readonly bytes: number } {
    return this.#db.prepare('SELECT count(*) AS files, total(bytes) AS bytes FROM files').get() as unknown as { files: number; bytes: number };
  }

  close(): void {
    this.#db.close();
  }

  #together(work: () => void): void {
    this.#db.exec('BEGIN');
    work();
    this.#db.exec('COMMIT');
  }
}

function requireOurs(folder: string, path: string): void {
  if (existsSync(path) || !existsSync(folder)) return;
  const [other] = readdirSync(folder);
  if (other === undefined) return;
  throw new Fault('the folder holds something else', {
    step: 'Site:Open', path: folder, actual: other, expected: 'an empty folder, or a site that this command made', hint: 'Name another folder.',
  });
}

function foreign(path: string, cause?: unknown): Fault {
  return new Fault('the manifest of the site cannot be read', { step: 'Site:Open', path, cause, hint: 'Remove the folder, or name another one.' });
}

function newer(path: string, format: number): Fault {
  return new Fault('a newer program made this site', {
    step: 'Site:Open', path, expected: `format ${FORMAT}`, actual: `format ${format}`, hint: 'Use that program, or name another folder.',
  });
}
