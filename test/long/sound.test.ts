/** Nothing is deleted from a data folder that lost a part of itself: every deletion beside every loss. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOf, withdrawnName, type AudienceFolder } from '../../publisher/format/layout.ts';
import { numbersOf } from '../../publisher/read/heads.ts';
import type { Sound } from '../../publisher/sound.ts';
import { openStore } from '../../publisher/store.ts';
import { Collector } from '../../publisher/write/collect.ts';
import type { Retention } from '../../publisher/write/retention.ts';
import { purge, withdraw } from '../../publisher/write/withdraw.ts';
import { Fault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { makeBackup } from '../../pipelines/backup/backup.ts';
import { collect } from '../../pipelines/schedule/collect.ts';
import { HolderFolder } from '../../pipelines/schedule/watch-folder.ts';
import { foldersOf, openState, type State } from '../../pipelines/state/database/database.ts';
import { DRIFT_LIMIT } from '../../pipelines/state/decide/drift.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { payloadPath, sweepPayloads } from '../../pipelines/state/inbox/payload.ts';
import { emptyPrepared } from '../../pipelines/state/inbox/prepared.ts';
import { dropOldRuns, openRuns } from '../../pipelines/state/runs/runs.ts';
import { soundFolder, soundFolderAt } from '../../pipelines/state/folder/sound-folder.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { openConductor, type OpenConductor } from '../../pipelines/conductor/wiring.ts';
import { building, payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';

const folder = mkdtempSync(join(tmpdir(), 'ev-sound-'));
/** A folder with something for every deletion; its register as it was one edition before; another folder of as many editions. */
const [BASE, EARLIER, OTHER] = ['base', 'earlier', 'other'].map((name) => join(folder, name)) as [string, string, string];
const LATER = new Date('2026-02-01T09:00:00Z');
const INPUT = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;
const TAKEN = '11111111-2222-4333-8444-555555555555';

const BACKUPS = join(folder, 'backups');
/** Moments at which the backups were made. */
const BACKED_UP = new Date('2026-01-31T09:00:00Z');

beforeAll(async () => {
  await publish(OTHER, { populations: [1, 2, 3, 4], from: '2026-01-01T10:00:00Z' });
  await publish(BASE, { populations: [1, 2, 3], from: '2026-01-01T09:00:00Z' });
  cpSync(BASE, EARLIER, { recursive: true });
  await publish(BASE, { populations: [4], from: '2026-01-01T09:30:00Z' });
  leaveOrphans();
  await makeBackup({ data: BASE, folder: BACKUPS, clock: () => BACKED_UP });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Publishes one edition per population, a second apart. */
async function publish(data: string, { populations, from }: { readonly populations: readonly number[]; readonly from: string }): Promise<void> {
  for (const [index, populatie] of populations.entries()) {
    const now = new Date(Date.parse(from) + index * 1_000);
    await submit(data, { input: INPUT, payload: { bytes: payloadOf(building('b1', { populatie })) } }, () => now);
    const opened = conduct(data, now);
    await opened.conductor.drain();
    opened.close();
  }
}

function conduct(data: string, now: Date, retention?: Retention): OpenConductor {
  return openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock: () => now, prepare: prepareSmall, retention,
    onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
}

function leaveOrphans(): void {
  const { payloads, prepared, editions } = foldersOf(BASE);
  const of: AudienceFolder = { folder: editions, audience: 'public' };
  const day = new Date('2026-01-02T09:00:00Z');
  for (const path of [join(payloads, 'orphan'), join(payloads, 'orphan.tmp'), payloadPath(BASE, TAKEN), join(prepared, 'gone.json'), fileOf(of, 'packs', 9).replace(/[^/]+$/, '.new-1-1')]) {
    writeFileSync(path, path);
    utimesSync(path, day, day);
  }
  mkdirSync(join(editions, '.spool-x'));
  writeFileSync(join(editions, '.spool-x', 'rows'), 'rows');
  // The secret object was withdrawn, and its bytes still exist.
  renameSync(fileOf(of, 'manifests', 2), withdrawnName(fileOf(of, 'manifests', 2)));
  const runs = openRuns(BASE);
  const insert = runs.prepare("INSERT INTO run (pipeline, origin, started, state) VALUES ('nightly', 'schedule', 0, 'done')");
  runs.exec('BEGIN');
  for (let count = 0; count <= LIMITS.runsPerPipelineMax; count += 1) insert.run();
  runs.exec('COMMIT');
  runs.close();
  addOrganisation(BASE, { id: 'KVK:12345678', name: 'Voorbeeld', codes: ['AB12'], roles: ['writer'] });
  for (const name of ['taken', 'done']) mkdirSync(join(BASE, 'in', 'AB12', name), { recursive: true });
  writeFileSync(join(BASE, 'in', 'AB12', 'taken', `${TAKEN}_a.json`), JSON.stringify([building('a')]));
  writeFileSync(join(BASE, 'in', 'AB12', 'done', 'x.report.html'), 'half');
}

interface Place {
  readonly data: string;
  /** Folder of backups, beside the data folder. */
  readonly backups: string;
}

/** State and soundness proof of this folder, which each deletion needs. */
interface Opened extends Place {
  readonly db: State;
  readonly sound: Sound;
  readonly of: AudienceFolder;
}

const step = ({ data }: Place) => ({
  data, cacheFolder: '', retention: { allDays: 1 }, drift: DRIFT_LIMIT, clock: () => new Date('2026-01-01T20:00:00Z'), sleep: () => Promise.resolve(),
  log: () => {}, signal: new AbortController().signal,
});

const DELETIONS: Readonly<Record<string, (opened: Opened) => unknown>> = {
  'payloads without a submission': ({ data, db, sound }) => sweepPayloads(data, db, { now: LATER, sound }),
  'prepared forms': ({ data, sound }) => emptyPrepared(data, () => false, sound),
  'temporary files of editions': ({ of, sound }) => openStore(of.folder, sound).prepare('public', LATER),
  'editions that are not kept': ({ of, sound }) => new Collector(openStore(of.folder, sound), 'public').collect(LATER, { allDays: 1 }),
  'what is withdrawn': ({ of, sound }) => purge(openStore(of.folder, sound), { audience: 'public', from: 1 }),
  'an edition that shows what is secret': ({ of, sound }) => withdraw(of, [1], sound),
  'runs of a pipeline'({ data }) {
    const runs = openRuns(data);
    try {
      dropOldRuns(runs, 'nightly', soundFolderAt(data));
    } finally {
      runs.close();
    }
  },
  'reports in a watch folder': ({ data }) => {
    const holder = new HolderFolder(join(data, 'in', 'AB12'));
    try {
      holder.clear({ verdict: 'done', path: join('done', 'x') }, soundFolderAt(data));
    } finally {
      holder.close();
    }
  },
  async 'the payload of a file that is handed in again'(place) {
    const runs = openRuns(place.data);
    try {
      await collect({ folder: join(place.data, 'in') }, { ...step(place), runs });
    } finally {
      runs.close();
    }
  },
  'older backups': ({ data, backups }) => makeBackup({ data, folder: backups, keep: 1, clock: () => LATER }),
};

const LOSSES: Readonly<Record<string, (data: string) => void>> = {
  'inbox.db is gone': (data) => removeDatabase(foldersOf(data).inbox),
  'register.db is gone': (data) => removeDatabase(foldersOf(data).register),
  'both are gone': (data) => databasesOf(data).forEach(removeDatabase),
  'inbox.db is empty': (data) => empty(foldersOf(data).inbox),
  'register.db is empty': (data) => empty(foldersOf(data).register),
  'both are new': (data) => {
    databasesOf(data).forEach(removeDatabase);
    const fresh = mkdtempSync(join(folder, 'fresh-'));
    openState(fresh).close();
    copyDatabases(fresh, data, databasesOf);
  },
  'inbox.db is that of another folder': (data) => copyDatabases(OTHER, data, (of) => [foldersOf(of).inbox]),
  'register.db is that of another folder': (data) => copyDatabases(OTHER, data, (of) => [foldersOf(of).register]),
  'both are those of another folder': (data) => copyDatabases(OTHER, data, databasesOf),
  'both are of before the newest edition': (data) => copyDatabases(EARLIER, data, databasesOf),
  'inbox.db is of before the newest edition': (data) => copyDatabases(EARLIER, data, (of) => [foldersOf(of).inbox]),
  'inbox.db is damaged': (data) => writeFileSync(foldersOf(data).inbox, 'x'.repeat(5_000)),
  'register.db is damaged': (data) => writeFileSync(foldersOf(data).register, 'x'.repeat(5_000)),
  'all editions are gone': (data) => rmSync(join(foldersOf(data).editions, 'public', 'heads'), { recursive: true }),
  'the newest head is gone': (data) => rmSync(newest(data, 'heads')),
  'the newest head is damaged': (data) => truncateSync(newest(data, 'heads'), 20),
  'the newest manifest is gone': (data) => rmSync(newest(data, 'manifests')),
  'the newest manifest is damaged': (data) => truncateSync(newest(data, 'manifests'), 20),
};

function databasesOf(data: string): readonly string[] {
  return [foldersOf(data).inbox, foldersOf(data).register];
}

function removeDatabase(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
}

function empty(path: string): void {
  removeDatabase(path);
  writeFileSync(path, '');
}

function copyDatabases(from: string, to: string, of: (data: string) => readonly string[]): void {
  for (const [index, path] of of(to).entries()) {
    removeDatabase(path);
    const source = new DatabaseSync(of(from)[index]!);
    source.exec(`VACUUM INTO '${path}'`);
    source.close();
  }
}

function newest(data: string, kind: 'heads' | 'manifests'): string {
  const of = { folder: foldersOf(data).editions, audience: 'public' } as const;
  return fileOf(of, kind, numbersOf(of, kind).at(-1)!);
}

function copy(): Place {
  const at = mkdtempSync(join(folder, 'copy-'));
  cpSync(BASE, join(at, 'data'), { recursive: true, preserveTimestamps: true });
  cpSync(BACKUPS, join(at, 'backups'), { recursive: true });
  return { data: join(at, 'data'), backups: join(at, 'backups') };
}

const NO_LOSS = /\.lock$|-(?:wal|shm|journal)$/;

/** SHA-256 of every file but databases, which are written to, and the number of runs. */
function holdings({ data, backups }: Place): ReadonlySet<string> {
  const paths = [data, backups].flatMap((at) => readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NO_LOSS.test(entry.name)).map(({ parentPath, name }) => join(parentPath, name)));
  const files = paths.filter((path) => !path.endsWith('.db')).map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);
  return new Set([...files, `runs ${runsIn(foldersOf(data).runs)}`]);
}

function runsIn(path: string): number {
  const db = new DatabaseSync(path);
  try {
    return (db.prepare('SELECT count(*) AS n FROM run').get() as { n: number }).n;
  } finally {
    db.close();
  }
}

/** Opens the folder as far as it lets itself be opened, and deletes; Faults are what is expected. */
async function attempt(place: Place, deletion: (opened: Opened) => unknown): Promise<unknown> {
  let db: State | null = null;
  try {
    db = openState(place.data);
    const of = { folder: foldersOf(place.data).editions, audience: 'public' } as const;
    return await deletion({ ...place, db, sound: soundFolder(place.data, db), of });
  } catch (error) {
    return error;
  } finally {
    db?.close();
  }
}

const missing = (before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] => [...before].filter((one) => !after.has(one));

test.each(Object.entries(DELETIONS))('a sound folder loses %s: the walks below are not blind', async (_, deletion) => {
  const place = copy();
  const before = holdings(place);
  expect(await attempt(place, deletion)).not.toBeInstanceOf(Error);
  expect(missing(before, holdings(place))).not.toEqual([]);
});

test.each(Object.entries(LOSSES))('no deletion takes anything when %s', async (_, lose) => {
  const place = copy();
  lose(place.data);
  const before = holdings(place);
  for (const [name, deletion] of Object.entries(DELETIONS)) {
    await attempt(place, deletion);
    expect(missing(before, holdings(place)), name).toEqual([]);
  }
});

/** Losses that a start makes good: it publishes again. All others it refuses. */
const MADE_GOOD = Object.keys(LOSSES).filter((name) => /^all editions are|^the newest/.test(name));

/** Losses of heads, which come back byte for byte from the register: the folder is sound, and deletions go on. */
const PUT_BACK = ['all editions are gone', 'the newest head is gone', 'the newest head is damaged'];

test.each(Object.entries(LOSSES))('a start deletes nothing when %s', (name, lose) => {
  const place = copy();
  lose(place.data);
  const before = holdings(place);
  const names = namesIn(place.data);
  if (MADE_GOOD.includes(name)) conduct(place.data, LATER, { allDays: 1 }).close();
  else {
    expect(() => conduct(place.data, LATER, { allDays: 1 })).toThrow(Fault);
    expect(namesIn(place.data), 'a failed start leaves nothing behind').toEqual(names);
  }
  // A damaged file gets another name, and keeps all of its bytes.
  const sums = (held: ReadonlySet<string>) => new Set([...held].map((one) => one.slice(one.lastIndexOf(' '))));
  const isLeftOver = (sum: string): boolean => PUT_BACK.includes(name)
    && [...before].some((one) => one.endsWith(sum) && (one.includes('/prepared/gone.json') || one.includes('/heads/')));
  expect(missing(sums(before), sums(holdings(place))).filter((sum) => !isLeftOver(sum))).toEqual([]);
  if (PUT_BACK.includes(name)) expect(namesIn(place.data)).toEqual(expect.arrayContaining([...names].filter((one) => one !== 'prepared/gone.json')));
});

test('submitting to a folder that lost its databases is refused, with advice', async () => {
  const { data } = copy();
  databasesOf(data).forEach(removeDatabase);
  const handIn = submit(data, { input: INPUT, payload: { bytes: Buffer.alloc(LIMITS.inlinePayloadBytesMax + 1) } }, () => LATER);
  await expect(handIn).rejects.toThrow(/inbox\.db and register\.db beside .*editions\/.*ev restore/s);
  expect(namesIn(data).filter((name) => name.endsWith('.db'))).toEqual(['runs.db']);
});

function namesIn(data: string): readonly string[] {
  return readdirSync(data, { recursive: true }).map(String).filter((name) => !NO_LOSS.test(name)).sort();
}
