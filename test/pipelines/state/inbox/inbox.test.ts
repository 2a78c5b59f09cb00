/** Inbox, state files, lock, payloads and the clock. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addOrganisation } from '../../../../pipelines/state/access/holders.ts';
import { foldersOf, openExistingState, openInbox, openState, transaction, type Inbox, type State } from '../../../../pipelines/state/database/database.ts';
import { acceptClock, noteClock } from '../../../../pipelines/state/folder/clock.ts';
import { takeLock } from '../../../../pipelines/state/folder/lock.ts';
import { depthAfter, inlinePayload, insertEntries, pendingOf, type Entry } from '../../../../pipelines/state/inbox/inbox.ts';
import {
  copyPayload, isIntact, payloadPath, sha256Of, sweepPayloads, writePayload,
} from '../../../../pipelines/state/inbox/payload.ts';
import { PreparedWriter, DamagedPrepared, emptyPrepared, readPrepared, triesOf } from '../../../../pipelines/state/inbox/prepared.ts';
import { outcomeOf } from '../../../../pipelines/state/outcomes/outcomes.ts';
import { submit } from '../../../../pipelines/state/outcomes/submit.ts';
import { Sound } from '../../../../publisher/sound.ts';
import { Fault } from '../../../../schemas/fault.ts';
import type { Report } from '../../../../schemas/finding.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import type { Received } from '../../../../schemas/time.ts';
import { SOUND } from '../../../always-sound.ts';
import { PROJECT } from '../../../shared-data.ts';
import { START_US, temporaryFolder } from '../register-bench.ts';
import { asText, building, prepared } from '../small-roots.ts';

const SQL = join(PROJECT, 'pipelines/state/database/sql/inbox');
const HOUR_US = 3_600_000_000;

function state(): { data: string; db: Inbox; register: State } {
  const data = temporaryFolder();
  const [db, register] = [openInbox(data), openState(data)];
  onTestFinished(() => [db, register].forEach((each) => each.close()));
  return { data, db, register };
}

function entry(payload = Buffer.from('[]')): Entry {
  return {
    uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload),
    input: { holder: 'AB12', method: 'LEVERING', target: 'a', crs: null, mediaType: 'application/json', ifMatch: null },
  };
}

function insertAt(db: Inbox, us: number): void {
  insertEntries(db, [entry()], () => us as Received);
}

function stamps(db: Inbox): readonly number[] {
  return pendingOf(db, 'AB12', { after: 0, limit: 1_000 }).map(({ received }) => received);
}

test('what waits to be decided is counted, with the moment of the oldest', () => {
  const { db } = state();
  expect(depthAfter(db, 0)).toEqual({ pending: 0, oldest: null });
  for (const us of [START_US, START_US + 7, START_US + 9]) insertAt(db, us);
  expect(depthAfter(db, 0)).toEqual({ pending: 3, oldest: START_US });
  expect(depthAfter(db, 1)).toEqual({ pending: 2, oldest: START_US + 7 });
});

test('a submission keeps its organisation and the end of its token; a file has the organisation of its code and no token', async () => {
  const { data, db } = state();
  const { input, ...own } = entry();
  insertEntries(db, [entry(), { ...own, input: { ...input, organisation: 'KVK:12345678', tokenEnd: '0a1b2c3d' } }], () => START_US as Received);
  addOrganisation(data, { id: 'KVK:87654321', name: 'Voorbeeld', codes: ['AB12'], roles: ['writer'] });
  await submit(data, { input, payload: { bytes: Buffer.from('[]') } }, () => new Date(START_US / 1_000));
  expect(db.prepare('SELECT organisation, token_end FROM inbox ORDER BY seq').all()).toEqual([
    { organisation: null, token_end: null }, { organisation: 'KVK:12345678', token_end: '0a1b2c3d' }, { organisation: 'KVK:87654321', token_end: null },
  ]);
});

describe('received', () => {
  test('strictly increases with seq, whatever the clock does', () => {
    const someSteps = fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(fc.property(someSteps, (steps) => {
      const { db } = state();
      let us = START_US;
      for (const step of steps) insertAt(db, us += step);
      const received = stamps(db);
      expect(received).toHaveLength(steps.length);
      received.slice(1).forEach((stamp, index) => expect(stamp).toBeGreaterThan(received[index] ?? Infinity));
    }), { numRuns: 20 });
  });

  test('a stamp more than 24 hours beyond the last is refused with a way out, and nothing is stored', () => {
    const { db, register } = state();
    insertAt(db, START_US);
    expect(() => insertAt(db, START_US + 24 * HOUR_US + 1)).toThrow('ev doctor --accept-clock');
    expect(stamps(db)).toHaveLength(1);
    insertAt(db, START_US + 24 * HOUR_US);
    acceptClock(register, START_US + 400 * 24 * HOUR_US as Received);
    insertAt(db, START_US + 400 * 24 * HOUR_US + 1);
    expect(stamps(db)).toHaveLength(3);
  });

  test('a service that ran through an idle weekend saw the clock go; one that saw it leap did not', () => {
    const { db, register } = state();
    insertAt(db, START_US);
    for (let hour = 1; hour <= 60; hour += 1) noteClock(register, START_US + hour * HOUR_US as Received);
    insertAt(db, START_US + 61 * HOUR_US);
    noteClock(register, START_US + 200 * HOUR_US as Received);
    expect(() => insertAt(db, START_US + 200 * HOUR_US)).toThrow('24 hours');
  });
});

describe('the state files', () => {
  test('a second migration does no harm; a file of a newer program is refused', () => {
    const { data, db, register } = state();
    insertAt(db, START_US);
    openState(data).close();
    expect(db.prepare('SELECT n, name FROM migration').all()).toEqual(readdirSync(SQL).sort().map((name, index) => ({ n: index + 1, name })));
    expect(register.prepare('SELECT n, name FROM migration').get()).toEqual({ n: 1, name: '001_register.sql' });
    register.prepare(`INSERT INTO migration VALUES (99, '099_from_the_future.sql')`).run();
    for (const open of [openState, openInbox]) expect(() => open(data)).toThrow('newer version');
  });

  test('rows of the inbox are neither changed nor removed', () => {
    const { db, register } = state();
    insertAt(db, START_US);
    expect(() => db.exec("UPDATE inbox SET holder = 'CD34'")).toThrow('never changed');
    expect(() => db.exec('DELETE FROM inbox')).toThrow('never removed');
    expect(() => insertAt(register, START_US)).toThrow('cannot be written');
  });

  test('a submission is stored and its outcome read while a batch is decided, also from a file that is opened then', () => {
    const { data, db, register } = state();
    const { uuid } = entry();
    transaction(register, () => {
      register.exec('UPDATE clock SET last = last');
      const late = openInbox(data);
      insertEntries(late, [{ ...entry(), uuid }], () => START_US as Received);
      late.close();
      insertAt(db, START_US);
      expect(outcomeOf(db, uuid)).toMatchObject({ state: 'pending' });
    });
    expect(stamps(db)).toEqual([START_US, START_US + 1]);
  });

  test('a file of the program that kept both in one is refused, and left as it is', () => {
    const data = temporaryFolder();
    const old = join(data, 'state.db');
    writeFileSync(old, 'x');
    for (const open of [openState, openInbox, openExistingState]) expect(() => open(data)).toThrow(/kept inbox and register in one file.*`ev upgrade`/s);
    expect(readFileSync(old, 'utf8')).toBe('x');
  });

  test('an inbox that lacks what the register decided is refused: its numbers would be given twice', () => {
    const { data, db, register } = state();
    insertAt(db, START_US);
    register.exec(`BEGIN; INSERT INTO decision (n, seq, batch, status, roots) VALUES (1, 2, 1, 200, '[]'); INSERT INTO batch VALUES (1, 1, ${START_US}, 2, 1); COMMIT`);
    for (const open of [openState, openInbox]) expect(() => open(data)).toThrow('lacks submissions that the register decided');
    insertAt(db, START_US);
    openState(data).close();
    register.exec('UPDATE batch SET received = received - 1');
    for (const open of [openState, openInbox]) expect(() => open(data), 'the inbox of another folder').toThrow('lacks submissions that the register decided');
  });

  test('commits are synced: WAL with synchronous FULL', () => {
    const { db } = state();
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  test('a folder without a register is said to be that', () => {
    expect(() => openExistingState(join(temporaryFolder(), 'nothing'))).toThrow('there is no register in this folder');
  });

  test('a group of entries is stored whole or not at all', () => {
    const { db } = state();
    const twice = entry();
    expect(() => insertEntries(db, [entry(), twice, twice], () => START_US as Received)).toThrow('UNIQUE');
    expect(stamps(db)).toEqual([]);
    expect(() => transaction(db, () => { insertAt(db, START_US); })).toThrow();
    expect(outcomeOf(db, twice.uuid)).toBeUndefined();
  });

  test('one conductor a folder; the lock is free again after release', () => {
    const data = temporaryFolder();
    const lock = takeLock(data);
    expect(() => takeLock(data)).toThrow('another process is already working on this register');
    lock.release();
    takeLock(data).release();
  });

  test('a lock file that was removed while in use stops its holder, so that two never work at once', () => {
    const data = temporaryFolder();
    const first = takeLock(data);
    first.requireHeld();
    rmSync(foldersOf(data).lock);
    expect(() => first.requireHeld()).toThrow('was removed while it was in use');
    const second = takeLock(data);
    second.requireHeld();
    expect(() => first.requireHeld()).toThrow(foldersOf(data).lock);
    for (const lock of [first, second]) lock.release();
  });

  test.each([
    ['conductor.lock', takeLock, 'the lock file holds something else'],
    ['register.db', openState, 'the file is not what its name says'],
    ['inbox.db', openState, 'the file is not what its name says'],
    ['register.db', openInbox, 'the file is not what its name says'],
  ] as const)('garbage in %s is a Fault that names the file and says what to do', (name, open, message) => {
    const data = temporaryFolder();
    writeFileSync(join(data, name), 'x'.repeat(5_000));
    expect(() => open(data)).toThrow(Fault);
    expect(() => open(data)).toThrow(message);
    expect(() => open(data)).toThrow(join(data, name));
  });
});

describe('payloads', () => {
  test('what is larger than a row may hold becomes a file, from bytes and from a path alike', async () => {
    const { data, db } = state();
    const large = Buffer.alloc(LIMITS.inlinePayloadBytesMax + 1, 'a');
    const source = join(temporaryFolder(), 'levering.json');
    writeFileSync(source, large);
    const { input } = entry();
    for (const payload of [{ bytes: large }, { path: source }]) {
      const receipt = await submit(data, { input, payload }, () => new Date(START_US / 1000));
      expect(receipt).toMatchObject({ bytes: large.length, sha256: sha256Of(large) });
      expect(await isIntact({ path: payloadPath(data, receipt.uuid), sha256: receipt.sha256 })).toBe(true);
    }
    const small = await submit(data, { input, payload: { bytes: large.subarray(1) } }, () => new Date(START_US / 1000));
    const seq = pendingOf(db, 'AB12', { after: 0, limit: 10 }).find(({ uuid }) => uuid === small.uuid)?.seq ?? 0;
    expect(inlinePayload(db, seq)).toHaveLength(LIMITS.inlinePayloadBytesMax);
    expect(readdirSync(foldersOf(data).payloads)).toHaveLength(2);
  });

  test('a file that is not there, or is a folder, is a Fault that names it', async () => {
    const data = temporaryFolder();
    const { input } = entry();
    for (const path of [join(data, 'nergens.json'), data]) {
      await expect(submit(data, { input, payload: { path } }, () => new Date())).rejects.toThrow(path);
    }
  });

  test('a payload that cannot be written at all is a Fault, whichever step fails, and nothing stays', () => {
    const { data } = state();
    const { payloads } = foldersOf(data);
    const refused = (uuid: string): unknown => {
      try {
        return writePayload(data, uuid, Buffer.from('x'));
      } catch (error) {
        return error;
      }
    };
    mkdirSync(payloadPath(data, 'taken'), { recursive: true });
    expect(refused('taken')).toBeInstanceOf(Fault);
    expect(refused('no-such-folder/u')).toMatchObject({ detail: { step: 'Inbox:Accept', path: payloadPath(data, 'no-such-folder/u') } });
    expect(readdirSync(payloads)).toEqual(['taken']);
  });

  test('any change to a payload file is seen', async () => {
    const { data } = state();
    const bytes = Buffer.from('[1,2,3]');
    const uuid = randomUUID();
    writePayload(data, uuid, bytes);
    const path = payloadPath(data, uuid);
    expect(await isIntact({ path, sha256: sha256Of(bytes) })).toBe(true);
    for (const other of ['[1,2,4]', '', '[1,2,3] ']) {
      writeFileSync(path, other);
      expect(await isIntact({ path, sha256: sha256Of(bytes) })).toBe(false);
    }
    expect(await isIntact({ path: `${path}-gone`, sha256: sha256Of(bytes) })).toBe(false);
  });

  test('files without a row go after a day from a sound folder, others never, nor those older than the inbox', async () => {
    const { data, db, register } = state();
    mkdirSync(foldersOf(data).payloads, { recursive: true });
    const kept = entry();
    insertEntries(db, [kept], () => START_US as Received);
    const source = join(temporaryFolder(), 'x');
    writeFileSync(source, 'x');
    const names = [kept.uuid, 'orphan', 'orphan.tmp', 'young', 'before-the-inbox'];
    for (const name of names) {
      await copyPayload(data, name, source);
      const at = new Date(START_US / 1000 + (name === 'before-the-inbox' ? -1_000 : 1_000));
      if (name !== 'young') utimesSync(payloadPath(data, name), at, at);
    }
    const lost = new Fault('a database is lost', { step: 'Test:Lose' });
    expect(() => sweepPayloads(data, register, { now: new Date(), sound: Sound.lookedAtBy(() => lost) })).toThrow(lost);
    expect(readdirSync(foldersOf(data).payloads).sort()).toEqual(names.sort());
    sweepPayloads(data, register, { now: new Date(), sound: SOUND });
    expect(readdirSync(foldersOf(data).payloads).sort()).toEqual([kept.uuid, 'young', 'before-the-inbox'].sort());
  });
});

const EMPTY_REPORT: Report = {
  source: '', model: null, crs: '', objects: [], findings: [], changes: [],
  counts: { objects: 0, accepted: 0, refused: 0, unchanged: 0, errors: 0, warnings: 0, rules: [], types: [] },
};

describe('prepared submissions', () => {
  test.each(['ndjson', 'json.tmp'])('a disk that is full at its %s: told once, and nothing stays', async (ending) => {
    const { data } = state();
    const { prepared: folder } = foldersOf(data);
    symlinkSync('/dev/full', join(folder, `u.${ending}`));
    const writer = new PreparedWriter(data, 'u');
    await expect(async () => {
      writer.add(asText({ ...prepared(building('b')), body: ' '.repeat(2_000_000) }));
      await writer.finish(EMPTY_REPORT);
    }).rejects.toThrow(/ENOSPC/);
    writer.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['ndjson', (path: string) => truncateSync(path, statSync(path).size / 2)],
    ['ndjson', (path: string) => truncateSync(path, 0)],
    ['ndjson', (path: string) => rmSync(path)],
    ['json', (path: string) => truncateSync(path, 9)],
  ] as const)('a changed %s is found before a root is read', async (ending, spoil) => {
    const { data } = state();
    const writer = new PreparedWriter(data, 'u');
    for (const id of ['a', 'b']) writer.add(asText({ ...prepared(building(id)), body: ' '.repeat(700_000) }));
    await writer.finish(EMPTY_REPORT);
    spoil(join(foldersOf(data).prepared, `u.${ending}`));
    expect(() => readPrepared(data, 'u')).toThrow(DamagedPrepared);
  });

  test('few roots lie with the report, and a change to them is found', async () => {
    const { data } = state();
    const writer = new PreparedWriter(data, 'u', { isStored: false });
    for (const id of ['a', 'b']) writer.add(asText(prepared(building(id))));
    const suggestions = new Map([['/a/href', ['#b']]]);
    writer.suggest(suggestions);
    const written = await writer.finish(EMPTY_REPORT);
    expect([written, readPrepared(data, 'u')].map((each) => each.suggestions)).toEqual([suggestions, suggestions]);
    expect(readdirSync(foldersOf(data).prepared)).toEqual(['u.json']);
    for (const each of [written, readPrepared(data, 'u')]) expect([...each.roots()]).toEqual(['a', 'b'].map((id) => prepared(building(id))));
    const path = join(foldersOf(data).prepared, 'u.json');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('populatie', 'Populatie'));
    expect(() => readPrepared(data, 'u')).toThrow(DamagedPrepared);
  });

  test.each([true, false])('the folder is made again when somebody removed it (stored: %s), but not its data folder', async (isStored) => {
    const { data } = state();
    rmSync(foldersOf(data).prepared, { recursive: true });
    const writer = new PreparedWriter(data, 'u', { isStored });
    writer.add(asText(prepared(building('a'))));
    await writer.finish(EMPTY_REPORT);
    expect([...readPrepared(data, 'u').roots()]).toEqual([prepared(building('a'))]);
    const gone = join(data, 'gone');
    expect(() => new PreparedWriter(gone, 'u', { isStored })).toThrow(/ENOENT/);
    expect(existsSync(gone)).toBe(false);
  });

  test('a start removes counts of what is no longer pending', () => {
    const { data } = state();
    for (const uuid of ['pending', 'done']) expect(new PreparedWriter(data, uuid)).toBeDefined();
    const lost = new Fault('a database is lost', { step: 'Test:Lose' });
    expect(emptyPrepared(data, () => false, Sound.lookedAtBy(() => lost))).toEqual(new Set(['pending', 'done']));
    expect(emptyPrepared(data, (uuid) => uuid === 'pending', SOUND)).toEqual(new Set());
    expect(readdirSync(foldersOf(data).prepared)).toEqual(['pending.tries']);
  });

  test('come back as they went in, however long the lines are, as often as asked', async () => {
    const { data } = state();
    const roots = [1, 700_000, 2_500_000, 3, 1_048_576].map((length, index) =>
      ({ ...prepared(building(`b${index}`)), body: 'é'.repeat(length) }));
    const writer = new PreparedWriter(data, 'u');
    expect(triesOf(data, 'u')).toBe(1);
    for (const root of roots) writer.add(asText(root));
    await writer.finish(EMPTY_REPORT);
    expect(triesOf(data, 'u')).toBe(0);
    const read = readPrepared(data, 'u');
    const sizes = (list: Iterable<{ id: string; body: string }>): unknown[] => [...list].map(({ id, body }) => [id, body.length]);
    for (let time = 0; time < 2; time += 1) expect(sizes(read.roots())).toEqual(sizes(roots));
  });

  test('a preparation that never ended is counted over processes', () => {
    const { data } = state();
    for (let time = 1; time <= 3; time += 1) {
      expect(new PreparedWriter(data, 'u')).toBeDefined();
      expect(triesOf(data, 'u')).toBe(time);
    }
  });
});
