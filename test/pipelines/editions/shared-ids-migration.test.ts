/**
 * The migration to shared ids (register/015_shared_ids.sql): a register of before it, with a secret and a sensitive root, gives the public the
 * same bytes after it, and so does a restored backup.
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../pipelines/backup/backup.ts';
import { restore } from '../../../pipelines/backup/restore.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { migrationsIn } from '../../../pipelines/state/database/migrate.ts';
import { compareDerived } from '../../../pipelines/state/register/derived-tables.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { filesIn } from '../../files-in.ts';
import { PROJECT } from '../../shared-data.ts';
import { temporaryFolder } from '../state/register-bench.ts';
import { building, location } from '../state/small-roots.ts';
import { Upkept } from './upkept.ts';

/** Number of the last migration before ids could be shared. */
const BEFORE = 14;
const SQL = join(PROJECT, 'pipelines/state/database/sql/register');

/** Gives a data folder the register that a program with these migrations would have, with the same rows. */
function setBack(data: string): void {
  const { register: path } = foldersOf(data);
  const earlier = `${path}.earlier`;
  const db = new DatabaseSync(earlier, { enableForeignKeyConstraints: false });
  db.function('nfc', (text) => nfc(text as string));
  db.function('match_keys', (_body, _crs) => '[]');
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE migration (n INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
  for (const [index, name] of migrationsIn(SQL).slice(0, BEFORE).entries()) {
    db.exec(readFileSync(join(SQL, name), 'utf8'));
    db.prepare('INSERT INTO migration VALUES (?, ?)').run(index + 1, name);
  }
  db.prepare('ATTACH ? AS present').run(path);
  const tables = db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'migration'").all();
  for (const { name } of tables as unknown as readonly { readonly name: string }[]) {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(name).map((column) => column['name'] as string).join(', ');
    db.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM present.${name}`);
  }
  db.exec('DETACH present; PRAGMA journal_mode = DELETE');
  db.close();
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  renameSync(earlier, path);
}

function migrationsOf(data: string): readonly number[] {
  const db = new DatabaseSync(foldersOf(data).register, { readOnly: true });
  const rows = db.prepare('SELECT n FROM migration ORDER BY n').all().map(({ n }) => n as number);
  db.close();
  return rows;
}

const sensitive = (more: JsonObject = {}): JsonObject => ({ ...location('l1', ['m1', 'm2']), privacyGevoelig: true, bedrijfsnaam: 'Jansen', ...more });

async function filled(): Promise<Upkept> {
  const kept = new Upkept();
  await kept.deliver(building('open'), building('secret', { secret: true }), sensitive());
  await kept.deliver(building('was-open'), building('open', { populatie: 5 }));
  await kept.deliver(building('was-open', { secret: true }), sensitive({ bedrijfsnaam: 'Pietersen' }));
  return kept;
}

/** The public files of a data folder, and what readers get now. */
function publicOf(kept: Upkept): object {
  const files = Object.entries(filesIn(join(kept.folder, 'public'))).map(([path, bytes]) => [relative(kept.folder, path), bytes]);
  const { edition } = kept.reader().current()!;
  const document = (id: string): string | undefined => {
    const found = edition.document(id, 'CRS84', null);
    return found && Buffer.concat([...found.slices]).toString();
  };
  const documents = Object.fromEntries(['open', 'secret', 'was-open', 'l1'].map((id) => [id, document(id)]));
  return { files: Object.fromEntries(files), documents, counts: [...edition.series].map(([name, { count }]) => [name, count]) };
}

/** Opens the folder with this program, which migrates it, and takes the id of the secret object as another holder. */
async function isAsBefore(kept: Upkept, before: object): Promise<void> {
  expect(migrationsOf(kept.data)).toHaveLength(BEFORE);
  kept.open();
  await kept.drain();
  await kept.pass(60_000);
  expect(migrationsOf(kept.data).length).toBeGreaterThan(BEFORE);
  expect(publicOf(kept)).toEqual(before);
  const db = new DatabaseSync(foldersOf(kept.data).register, { readOnly: true });
  expect([...compareDerived(db)].flatMap(({ differences }) => differences)).toEqual([]);
  db.close();
  await kept.deliverAs('CD34', building('secret', { holder: 'CD34' }));
  expect(publicOf(kept)).toMatchObject({ documents: { 'secret': expect.stringContaining('"CD34"') as string, 'was-open': undefined } });
}

test('OPEN-free-ids: a register of before ids were free gives the public the same bytes after its migration, and its secret ids are free', async () => {
  const kept = await filled();
  const before = publicOf(kept);
  expect(before).toMatchObject({ documents: { 'open': expect.any(String) as string, 'secret': undefined, 'was-open': undefined } });
  expect(JSON.stringify(before)).not.toMatch(/Jansen|Pietersen/);
  kept.close();
  setBack(kept.data);
  await isAsBefore(kept, before);
});

test('OPEN-free-ids: so does a restored backup of it', async () => {
  const kept = await filled();
  const before = publicOf(kept);
  const folder = join(temporaryFolder(), 'backups');
  const { name } = await makeBackup({ data: kept.data, folder, keep: 1, clock: () => new Date(kept.nowMs) });
  kept.close();
  const data = join(temporaryFolder(), 'restored');
  await restore({ folder, name, data, clock: () => new Date(kept.nowMs) });
  const again = new Upkept(undefined, data);
  again.close();
  again.nowMs = kept.nowMs;
  setBack(data);
  await isAsBefore(again, before);
});
