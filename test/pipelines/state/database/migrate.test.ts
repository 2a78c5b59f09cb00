/** Migrations: their numbers are those of their names, and a file at any earlier version gets the schema of a new one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate, migrationsIn, type StateFile } from '../../../../pipelines/state/database/migrate.ts';
import { PROJECT } from '../../../shared-data.ts';

/** Names as recorded in data folders of before numbers were unique, in the order in which they were applied. */
const RECORDED: Readonly<Record<StateFile, readonly string[]>> = {
  inbox: ['001_inbox.sql', '002_full.sql', '003_released.sql', '004_refused.sql', '005_called.sql'],
  register: ['001_register.sql', '002_hidden.sql', '002_root_holder.sql', '003_head.sql', '003_parked.sql', '004_aside.sql'],
  runs: ['001_runs.sql'],
};
const FILES = Object.keys(RECORDED) as StateFile[];

const folderOf = (file: StateFile): string => join(PROJECT, 'pipelines/state/database/sql', file);

function database(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  return db;
}

function schemaOf(db: DatabaseSync): readonly unknown[] {
  return db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
}

function newFile(file: StateFile): DatabaseSync {
  const db = database();
  migrate(db, { file, path: file });
  return db;
}

/** Makes the file that a program with the first so many migrations left behind. */
function earlierFile(file: StateFile, version: number): DatabaseSync {
  const db = database();
  if (version === 0) return db;
  db.function('nfc', (text) => text);
  db.function('match_keys', (_body, _crs) => '[]');
  db.exec('CREATE TABLE migration (n INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
  for (const [index, name] of migrationsIn(folderOf(file)).slice(0, version).entries()) {
    db.exec(readFileSync(join(folderOf(file), name), 'utf8'));
    db.prepare('INSERT INTO migration VALUES (?, ?)').run(index + 1, RECORDED[file][index] ?? name);
  }
  return db;
}

describe.each(FILES)('migrations of %s', (file) => {
  const versions = migrationsIn(folderOf(file)).map((_, version) => version);

  test('stand where data folders recorded them', () => {
    const withoutNumber = (name: string): string => name.slice(4);
    const names = migrationsIn(folderOf(file)).slice(0, RECORDED[file].length);
    expect(names.map(withoutNumber)).toEqual(RECORDED[file].map(withoutNumber));
  });

  test.each(versions)('from version %i: the schema and the version are those of a new file', (version) => {
    const db = earlierFile(file, version);
    migrate(db, { file, path: file });
    const fresh = newFile(file);
    expect(schemaOf(db)).toEqual(schemaOf(fresh));
    const numbers = 'SELECT n FROM migration ORDER BY n';
    expect(db.prepare(numbers).all()).toEqual(fresh.prepare(numbers).all());
    expect(fresh.prepare(numbers).all()).toHaveLength(versions.length);
  });

  test('a file that lacks none is not written', () => {
    const db = newFile(file);
    db.exec('PRAGMA query_only = ON');
    migrate(db, { file, path: file });
  });
});

describe('numbers of migrations', () => {
  test.each([
    ['a number twice', ['001_a.sql', '002_b.sql', '002_c.sql'], '002_c.sql'],
    ['a number left out', ['001_a.sql', '003_b.sql'], '003_b.sql'],
    ['a first number other than 1', ['002_a.sql'], '002_a.sql'],
    ['a name without a number', ['001_a.sql', 'b.sql'], 'b.sql'],
    ['a number of two digits', ['001_a.sql', '02_b.sql'], '02_b.sql'],
    ['a file that is no SQL', ['001_a.sql', '002_b.txt'], '002_b.txt'],
  ])('%s is refused by name', (_, names, wrong) => {
    const folder = mkdtempSync(join(tmpdir(), 'ev-migrations-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of names) writeFileSync(join(folder, name), '');
    expect(() => migrationsIn(folder)).toThrow(expect.objectContaining({ message: expect.stringContaining(wrong) as string }) as Error);
  });
});
