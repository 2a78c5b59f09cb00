/** A submission is acknowledged only in the files at their paths: a removed or replaced file accepts nothing. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { foldersOf, openInbox, openState, requireHeld, transaction, type Inbox } from '../../../../pipelines/state/database/database.ts';
import { callBatch } from '../../../../pipelines/state/inbox/called.ts';
import { insertEntries, isStored, type Entry } from '../../../../pipelines/state/inbox/inbox.ts';
import { sha256Of } from '../../../../pipelines/state/inbox/payload.ts';
import { submit } from '../../../../pipelines/state/outcomes/submit.ts';
import { Fault } from '../../../../schemas/fault.ts';
import type { Received } from '../../../../schemas/time.ts';
import { START_US, temporaryFolder } from '../register-bench.ts';

const INPUT = { holder: 'AB12', method: 'LEVERING', target: 'a', crs: null, mediaType: 'application/json', ifMatch: null } as const;

function entry(): Entry {
  const payload = Buffer.from('[]');
  return { uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload), input: INPUT };
}

function store(db: Inbox, one = entry()): void {
  insertEntries(db, [one], () => START_US as Received);
}

function opened(): { readonly data: string; readonly db: Inbox } {
  const data = join(temporaryFolder(), 'data');
  const db = openInbox(data);
  onTestFinished(() => db.close());
  store(db);
  return { data, db };
}

/** Gives the path another inode, with what the file held before. */
function replace(path: string): void {
  renameSync(path, `${path}.before`);
  cpSync(`${path}.before`, path, { recursive: true });
}

const REMOVED = (path: string): void => rmSync(path, { recursive: true });
const WAYS = [
  ['inbox.db', 'removed', REMOVED], ['inbox.db', 'replaced', replace], ['inbox.db-wal', 'removed', REMOVED], ['inbox.db-wal', 'replaced', replace],
  ['inbox.db-shm', 'removed', REMOVED], ['register.db', 'removed', REMOVED], ['register.db', 'replaced', replace],
  ['payloads', 'removed', REMOVED], ['payloads', 'replaced', replace], ['editions', 'removed', REMOVED], ['editions', 'replaced', replace],
  ['', 'removed', REMOVED], ['', 'replaced', replace],
] as const;

test.each(WAYS)('nothing is stored once %s of the folder was %s, and the Fault names it', (name, _, lose) => {
  const { data, db } = opened();
  lose(join(data, name));
  const late = entry();
  expect(() => store(db, late)).toThrow(Fault);
  expect(() => store(db, late)).toThrow(/State:Hold.*removed or replaced.*ev restore/s);
  expect(() => requireHeld(db)).toThrow(join(data, name));
  expect(isStored(db, late.uuid)).toBe(false);
});

test('what is lost while it is stored is not acknowledged', () => {
  const { data, db } = opened();
  const late = entry();
  const lose = (): Received => {
    rmSync(foldersOf(data).inbox);
    return START_US as Received;
  };
  expect(() => insertEntries(db, [late], lose)).toThrow(/State:Hold.*inbox\.db/);
  expect(isStored(db, late.uuid), 'the file that is gone has it: its payload is not dropped').toBe(true);
});

test('other processes may come and go: what stays open is the same', async () => {
  const { data, db } = opened();
  const register = openState(data);
  for (let n = 0; n < 3; n += 1) await submit(data, { input: INPUT, payload: { bytes: Buffer.from('[]') } }, () => new Date(START_US / 1000));
  callBatch(data, 1, () => new Date(START_US / 1000));
  for (const each of [db, register]) requireHeld(each);
  register.close();
  openState(data).close();
  store(db);
});

test('a decision is not written to a register that was removed', () => {
  const { data } = opened();
  const db = openState(data);
  onTestFinished(() => db.close());
  rmSync(foldersOf(data).register);
  expect(() => transaction(db, () => expect.unreachable())).toThrow(/State:Hold.*register\.db/);
});

test('a folder is new until something is in it: databases that were half made are made whole', () => {
  const data = temporaryFolder();
  const { inbox, register } = foldersOf(data);
  for (const name of ['payloads', 'editions', 'prepared']) mkdirSync(join(data, name));
  const unmade = (path: string) => () => ['', '-wal', '-shm'].forEach((ending) => rmSync(path + ending, { force: true }));
  for (const lose of [() => {}, unmade(register), unmade(inbox)]) {
    openState(data).close();
    lose();
    openInbox(data).close();
  }
  expect(readFileSync(inbox).length).toBeGreaterThan(0);
  const db = openInbox(data);
  store(db);
  db.close();
  rmSync(register);
  expect(() => openInbox(data)).toThrow(/expected register\.db beside inbox\.db/);
});

test('a log that is left without its database is a trace of one', () => {
  const { data } = opened();
  const { inbox, register } = foldersOf(data);
  const left = temporaryFolder();
  copyFileSync(`${inbox}-wal`, join(left, 'inbox.db-wal'));
  expect(() => openState(left)).toThrow(/lost.*expected inbox\.db and register\.db beside inbox\.db-wal/);
  expect(new DatabaseSync(register).prepare('SELECT count(*) AS n FROM decision').get()).toEqual({ n: 0 });
});
