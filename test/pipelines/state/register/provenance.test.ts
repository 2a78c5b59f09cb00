/** Provenance: each recorded version leads to its submission and to the public edition that showed it first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '../../../../pipelines/backup/backup.ts';
import { restore } from '../../../../pipelines/backup/restore.ts';
import { checkedBy } from '../../../../pipelines/prepare/rule-set.ts';
import { addOrganisation } from '../../../../pipelines/state/access/holders.ts';
import { foldersOf, openExistingInbox, openExistingState, type State } from '../../../../pipelines/state/database/database.ts';
import { insertAgain } from '../../../../pipelines/state/inbox/inbox.ts';
import { submit } from '../../../../pipelines/state/outcomes/submit.ts';
import { provenanceOf, type VersionProvenance } from '../../../../pipelines/state/register/provenance.ts';
import { rebuildDerived } from '../../../../pipelines/state/register/rebuild-derived.ts';
import { Register } from '../../../../pipelines/state/register/register.ts';
import { receivedOf } from '../../../../pipelines/state/folder/clock.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { orderPayload } from '../../../../schemas/orders.ts';
import type { SubmissionInput } from '../../../../schemas/submission.ts';
import { PROJECT } from '../../../shared-data.ts';
import { Upkept } from '../../editions/upkept.ts';
import { olderFolder } from '../../upgrade/older-folders.ts';
import { upgraded } from '../../upgrade/upgraded-folder.ts';
import { building, payloadOf } from '../small-roots.ts';
import { temporaryFolder } from '../register-bench.ts';

const KVK = 'KVK:12345678';

function stateOf(data: string): State {
  const db = openExistingState(data);
  onTestFinished(() => { if (db.isOpen) db.close(); });
  return db;
}

function ofObject(data: string, id: string, upTo?: number): readonly VersionProvenance[] {
  const db = stateOf(data);
  const found = provenanceOf(db, new Register(db, null).root(id)!.n, upTo);
  db.close();
  return found;
}

async function handIn(kept: Upkept, input: Partial<SubmissionInput>, ...documents: readonly JsonObject[]): Promise<string> {
  return await handInPayload(kept, input, input.method === 'DELETE' ? Buffer.alloc(0) : payloadOf(...documents));
}

async function handInPayload(kept: Upkept, input: Partial<SubmissionInput>, bytes: Buffer): Promise<string> {
  kept.nowMs += 1_000;
  const { uuid } = await submit(kept.data, {
    input: { holder: 'AB12', method: 'LEVERING', target: 'gebouwen.json', crs: null, mediaType: '', ifMatch: null, ...input }, payload: { bytes },
  }, () => new Date(kept.nowMs));
  await kept.drain();
  return uuid;
}

/** A register with a building that a file made, a request changed and another withdrew. */
async function threeRoads(): Promise<{ readonly kept: Upkept; readonly uuids: readonly [string, string, string] }> {
  const kept = new Upkept();
  addOrganisation(kept.data, { id: KVK, name: 'Voorbeeld', codes: ['AB12'], roles: ['writer'] });
  const made = await handIn(kept, {}, building('b1'), building('b2'));
  const target = '/kwetsbare-gebouwen/b1';
  const token = { organisation: KVK, tokenEnd: '0a1b2c3d', target };
  const changed = await handIn(kept, { ...token, method: 'PUT' }, building('b1', { populatie: 2 }));
  const withdrawn = await handIn(kept, { ...token, method: 'DELETE' });
  return { kept, uuids: [made, changed, withdrawn] };
}

test('a version has the submission that made it, the one that ended it, and the edition that showed it first', async () => {
  const { kept, uuids } = await threeRoads();
  const [first, second, ...more] = ofObject(kept.data, 'b1');
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    bronhoudercode: 'AB12', hidden: null, firstEdition: 2, endedBy: { uuid: uuids[1], decision: 2 },
    madeBy: {
      uuid: uuids[0], received: '2026-01-01T09:00:01.0Z', holder: 'AB12', organisation: KVK, tokenEnd: null, method: 'LEVERING', path: null,
      fileName: 'gebouwen.json', ruleSet: checkedBy().ruleSet, decision: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  });
  expect(second).toMatchObject({
    firstEdition: 3, endedBy: { uuid: uuids[2], method: 'DELETE', ruleSet: checkedBy().ruleSet },
    madeBy: { uuid: uuids[1], organisation: KVK, tokenEnd: '0a1b2c3d', method: 'PUT', path: '/kwetsbare-gebouwen/b1', fileName: null },
  });
  expect(ofObject(kept.data, 'b1', 2)).toMatchObject([{ endedBy: { uuid: uuids[1] } }, { endedBy: null, recorded: { until: null } }]);
});

test('a hidden version has no edition, and a version that was hidden at first has the one that showed it', async () => {
  const kept = new Upkept();
  await kept.deliver(building('seen'), building('late', { secret: true }), building('becomes'));
  await kept.deliver(building('late', { from: '2021-01-01T00:00:00Z' }), building('seen', { populatie: 5 }));
  expect(ofObject(kept.data, 'late').map(({ firstEdition }) => firstEdition)).toEqual([null, null, null]);
  await kept.deliver(building('late'), building('becomes', { secret: true }));
  expect(ofObject(kept.data, 'late').map(({ hidden, firstEdition }) => [hidden, firstEdition]))
    .toEqual([['informatieGeheim', null], ['informatieGeheim', null], [null, 4], [null, 4]]);
  expect(ofObject(kept.data, 'becomes').map(({ firstEdition }) => firstEdition)).toEqual([null, null]);
  expect(ofObject(kept.data, 'seen').map(({ firstEdition }) => firstEdition)).toEqual([2, 3]);
});

test('an edition names the holder of each version, also of a root that was handed over', async () => {
  const kept = new Upkept();
  await kept.deliver(building('b1'), building('b2'));
  const order = { method: 'OVERDRACHT', from: 'AB12', to: 'XY789', ids: ['b1'], at: '2025-06-01', reason: 'herindeling' } as const;
  await handInPayload(kept, { method: 'OVERDRACHT', target: 'van AB12 aan XY789' }, orderPayload(order));
  const editions = kept.reader();
  const holdersIn = (id: string): readonly string[] => editions.current()!.edition.versions(id).map(({ holder }) => holder);
  expect([holdersIn('b1'), holdersIn('b2')]).toEqual([['AB12', 'AB12', 'XY789'], ['AB12']]);
  expect(ofObject(kept.data, 'b1').map(({ bronhoudercode }) => bronhoudercode)).toEqual(holdersIn('b1'));
});

test('a backup, a restore and rebuilt derived tables keep it; a retry has it too', async () => {
  const { kept, uuids } = await threeRoads();
  const before = ofObject(kept.data, 'b1');
  const folder = temporaryFolder();
  await makeBackup({ data: kept.data, folder, clock: () => new Date(kept.nowMs) });
  const data = join(temporaryFolder(), 'restored');
  await restore({ folder, name: null, data, clock: () => new Date(kept.nowMs) });
  expect(ofObject(data, 'b1')).toEqual(before);
  const db = stateOf(data);
  for (const turns = rebuildDerived(db); turns.next().done !== true;);
  db.close();
  expect(ofObject(data, 'b1')).toEqual(before);
  const inbox = openExistingInbox(data);
  onTestFinished(() => inbox.close());
  insertAgain(inbox, { seq: 2, uuid: 'again' }, () => receivedOf(new Date(kept.nowMs + 1_000)));
  expect(inbox.prepare('SELECT organisation, token_end FROM inbox WHERE uuid IN (?, ?)').all(uuids[1], 'again'))
    .toEqual([{ organisation: KVK, token_end: '0a1b2c3d' }, { organisation: KVK, token_end: '0a1b2c3d' }]);
});

test('a register of before has what its reports tell, and null for the rest', async () => {
  const { kept } = await threeRoads();
  const before = ofObject(kept.data, 'b1');
  kept.close();
  migrateAgain(kept.data);
  const unknown = { organisation: null, tokenEnd: null };
  expect(ofObject(kept.data, 'b1')).toEqual(before.map((version) => ({
    ...version, madeBy: { ...version.madeBy, ...unknown }, endedBy: version.endedBy && { ...version.endedBy, ...unknown },
  })));
});

test('a folder of an older program says of each version what that program recorded', async () => {
  const data = olderFolder('format-2-one-state-file');
  await upgraded(data);
  const versions = ofObject(data, 'NL.IMEV.AB12.gebouw-9');
  expect(versions.length).toBeGreaterThan(0);
  for (const { madeBy, firstEdition, bronhoudercode } of versions) {
    expect(madeBy).toMatchObject({ organisation: null, tokenEnd: null, ruleSet: null, holder: 'AB12' });
    expect([firstEdition! > 0, bronhoudercode]).toEqual([true, 'AB12']);
  }
});

/** Takes the columns of provenance out of both files, as a program without them left the files, and runs their migrations. */
function migrateAgain(data: string): void {
  const { inbox, register } = foldersOf(data);
  const columns: readonly [path: string, undo: string, migration: string][] = [
    [inbox, 'DROP INDEX inbox_token; ALTER TABLE inbox DROP COLUMN token_end; ALTER TABLE inbox DROP COLUMN organisation', 'inbox/008_provenance.sql'],
    [register, 'DROP INDEX published_decision; ALTER TABLE decision DROP COLUMN rule_set', 'register/010_provenance.sql'],
  ];
  for (const [path, undo, migration] of columns) {
    const db = new DatabaseSync(path);
    db.exec(undo);
    db.exec(readFileSync(join(PROJECT, 'pipelines/state/database/sql', migration), 'utf8'));
    db.close();
  }
}
