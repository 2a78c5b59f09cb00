/**
 * Backup: copies a data folder while other processes write to it. A backup is whole or absent.
 *
 * Invariants:
 *  - The files of a backup fit together by the order of copying. Heads and manifests come first, then the register, which knows every
 *    head; then the inbox, which has every decided submission; then the payloads and packs that these name. Later editions of the register
 *    are published again after a restore, with the same contentIds.
 *  - No edition is dropped meanwhile; dropping is tried again a minute later. No other work waits.
 *  - A backup is read back before it gets its name. Until then no earlier backup is removed.
 *  - A backup that could not start after a restore is refused: inbox, register and newest head must belong together.
 *  - A backup with less of the register than an earlier one is kept, but removes none (rotation.ts).
 *  - A backup is sound, and recorded so in the data folder, when no file is damaged and it has as much as each earlier one.
 *  - No file is a link: a backup outlives the disk of the data folder.
 * Not here: names in the folder of backups (layout.ts), which backups are kept (rotation.ts), restoring (restore.ts).
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Damage } from '../../publisher/format/damage.ts';
import type { Head } from '../../publisher/format/head.ts';
import { fileOf, TEMPORARY_PREFIX, type AudienceFolder } from '../../publisher/format/layout.ts';
import { standingOf } from '../../publisher/read/heads.ts';
import { verifyIn } from '../../publisher/read/verify.ts';
import type { Sound } from '../../publisher/sound.ts';
import { Fault, faultOfSystem } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { copyDatabase, copyDatabaseFile } from '../state/database/copy-database.ts';
import { foldersOf, openExistingState, type State } from '../state/database/database.ts';
import { pinEditions } from '../state/folder/lock.ts';
import { filePayloads, payloadPath } from '../state/inbox/payload.ts';
import { forgetAfter } from '../state/register/edition-points.ts';
import { requireKnown, soundFolderAt } from '../state/folder/sound-folder.ts';
import { noteSoundBackup } from '../state/runs/sound-backups.ts';
import { filesUpTo, packsNamedIn, takeNewest } from './edition-files.ts';
import { removeOld, removePartial, richerThan, type RegisterCounts } from './rotation.ts';
import { lockForMaking, momentOfName, nameOf, namesIn, sharedFile } from './layout.ts';
import { UnfinishedBackup } from './unfinished-backup.ts';
import { ownershipOf, setOwnership } from '../../publisher/ownership.ts';
import { backupFolderFor } from './backup-folder.ts';
import { listed, type ListedBackup } from './stored-backups.ts';

const AUDIENCE = 'public';

/** Progress; `done` and `total` count pages of a database, or files. */
export interface BackupProgress {
  readonly stage: 'heads' | 'databases' | 'payloads' | 'packs' | 'verify';
  readonly done: number;
  readonly total: number;
}

export interface BackupOptions {
  readonly data: string;
  /** Folder of backups (backup-folder.ts). */
  readonly folder: string;
  /** Number of backups to keep, the new one included: 1 or more. */
  readonly keep?: number;
  readonly clock: () => Date;
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface MadeBackup extends ListedBackup {
  readonly path: string;
  /** Files and bytes that earlier backups did not have. */
  readonly copied: { readonly files: number; readonly bytes: number };
  /** Names of removed backups. None is removed while a file is damaged: an older backup may be needed. */
  readonly removed: readonly string[];
  /** An earlier backup that has more of the register; null: none has. */
  readonly richer: RegisterCounts | null;
}

/**
 * Makes a backup and removes old ones. It reads and syncs on this thread, so do not call it on a server's main thread. Throws a Fault when
 * no backup can be made; earlier backups are unchanged then.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { data, folder, keep = LIMITS.backupsStored, clock, onProgress = () => {} } = options;
  openExistingState(data).close();
  try {
    return await makeIn(backupFolderFor(data, folder), { data: resolve(data), keep, clock, onProgress });
  } catch (error) {
    throw faultOfSystem(error, 'the backup cannot be made', {
      step: 'Backup:Make', path: folder, hint: 'Make room there, or check disk and rights; earlier backups are as they were.',
    });
  }
}

async function makeIn(folder: string, { keep, ...parts }: Required<Omit<BackupOptions, 'folder'>>): Promise<MadeBackup> {
  const sound = soundFolderAt(parts.data);
  const unlock = lockForMaking(folder);
  try {
    removePartial(folder, sound);
    const made = await makeLocked({ ...parts, folder, sound });
    const isKept = made.damages.length > 0 || sound.fault() !== null;
    const richer = richerThan(folder, made);
    if (!isKept && richer === null) note(made, { data: parts.data, folder });
    return { ...made, removed: isKept ? [] : removeAfter(made.path, { folder, keep, sound }), richer };
  } finally {
    unlock();
  }
}

/** Records a sound backup in the data folder, from which a service reads the age of the last one. */
function note({ name, moment, path }: NewBackup, { data, folder }: { readonly data: string; readonly folder: string }): void {
  const { runs, register } = foldersOf(data);
  try {
    const isNew = !existsSync(runs);
    noteSoundBackup(data, { folder, name, moment: new Date(moment) });
    // The service must be able to write to the file, also when root makes the backup.
    if (isNew) setOwnership(runs, ownershipOf(register));
  } catch (cause) {
    throw new Fault('the backup is made and whole, but the data folder could not record it', {
      step: 'Backup:Note', path, actual: cause instanceof Error ? cause.message : String(cause), cause,
      hint: 'The age of the last sound backup does not count it. Mend what is named; the next backup is recorded again.',
    });
  }
}

/** Removes old backups. `path`: the new backup. */
function removeAfter(
  path: string, { folder, ...kept }: { readonly folder: string; readonly keep: number; readonly sound: Sound },
): readonly string[] {
  try {
    return removeOld(folder, kept);
  } catch (cause) {
    throw new Fault('the backup is made and whole, but not all that is old could be removed', {
      step: 'Backup:Keep', path, actual: cause instanceof Error ? cause.message : String(cause), cause,
      hint: 'A backup that is damaged may be moved aside by hand; the next backup tries again.',
    });
  }
}

type MakeOptions = Required<Omit<BackupOptions, 'keep'>> & { readonly sound: Sound };
type NewBackup = Omit<MadeBackup, 'removed' | 'richer'>;

async function makeLocked(parts: MakeOptions): Promise<NewBackup> {
  const release = pinEditions(parts.data);
  try {
    const backup = new UnfinishedBackup(parts.data, parts.folder);
    return await make(backup, parts).catch((error: unknown) => {
      backup.drop();
      throw error;
    });
  } finally {
    release();
  }
}

async function make(backup: UnfinishedBackup, parts: MakeOptions): Promise<NewBackup> {
  const { data, folder, sound } = parts;
  const of = { folder: foldersOf(data).editions, audience: AUDIENCE } as const;
  const unsound = sound.fault();
  if (unsound !== null) backup.damages.push(unsound.message);
  const head = await takeHeads(backup, of, parts);
  const stand = await takeState(backup, head, parts);
  await takePayloads(backup, parts);
  await takePacks(backup, of, parts);
  await takeOtherFiles(backup, data);
  const name = nameAfter(folder, stand.moment);
  const inventory = {
    ...stand, name, moment: stand.moment.toISOString(),
    public: head === null ? null : { head: head.number, edition: head.edition, contentId: head.contentId },
  };
  await backup.finish(inventory);
  const { files, damages, copied } = backup;
  return { ...listed({ ...inventory, files, damages }), copied, path: join(folder, name) };
}

async function takeHeads(backup: UnfinishedBackup, of: AudienceFolder, { onProgress }: MakeOptions): Promise<Head | null> {
  const head = await takeNewest(of, (path) => backup.take(path));
  const paths = head === null ? [] : filesUpTo(of, head);
  // A file that is gone belongs to an edition that was withdrawn meanwhile.
  for (const [done, path] of paths.entries()) {
    onProgress({ stage: 'heads', done, total: paths.length });
    await backup.take(path);
  }
  return head;
}

/** Copies register and inbox at one moment, the register first. */
async function takeState(backup: UnfinishedBackup, head: Head | null, { data, clock, onProgress }: MakeOptions) {
  const { register, inbox } = foldersOf(data);
  const db = openExistingState(data);
  try {
    const moment = clock();
    db.exec('BEGIN');
    if (head !== null) requireStartable(data, db, head);
    const decision = numberOf(db, 'SELECT coalesce(max(n), 0) AS n FROM decision');
    const submission = numberOf(db, 'SELECT coalesce(max(seq), 0) AS n FROM inbox');
    const [first, second] = ['main', 'inbox'].map((source) => numberOf(db, `SELECT page_count AS n FROM pragma_page_count('${source}')`)) as [number, number];
    const report = (done: number): void => onProgress({ stage: 'databases', done, total: first + second });
    report(0);
    await copyDatabase(db, {
      source: 'main', target: backup.targetOf(register), onPages: report,
      change: (copy) => forgetAfter(copy, { audience: AUDIENCE, edition: head?.newest ?? 0, head: head?.number ?? 0 }),
    });
    await copyDatabase(db, { source: 'inbox', target: backup.targetOf(inbox), onPages: (done) => report(first + done) });
    await backup.note(register);
    await backup.note(inbox);
    return { moment, decision, submission };
  } finally {
    db.close();
  }
}

/** Throws a Fault when this head and this register do not belong together. Damage does not throw: a restore uses the head before it. */
function requireStartable(data: string, db: State, head: Head): void {
  try {
    requireKnown(data, db, standingOf({ folder: foldersOf(data).editions, audience: AUDIENCE }, head));
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
  }
}

function numberOf(db: State, sql: string): number {
  return (db.prepare(sql).get() as { n: number }).n;
}

/** Copies the payloads of the submissions in the copy of the inbox. */
async function takePayloads(backup: UnfinishedBackup, { data, onProgress }: MakeOptions): Promise<void> {
  const payloads = filePayloads(backup.targetOf(foldersOf(data).inbox));
  for (const [done, { uuid, ...sum }] of payloads.entries()) {
    onProgress({ stage: 'payloads', done, total: payloads.length });
    const path = payloadPath(data, uuid);
    const found = await backup.shareKnown(path, sum);
    if (found?.sha256 !== sum.sha256) backup.damages.push(`${path}: ${found === null ? 'it is not there' : 'it is not what was received'}`);
  }
}

/** Copies the packs, and then verifies every edition of the copy. */
async function takePacks(backup: UnfinishedBackup, of: AudienceFolder, { folder, onProgress }: MakeOptions): Promise<void> {
  const copy = { folder: backup.targetOf(of.folder), audience: of.audience };
  const packs = packsNamedIn(copy);
  const places = new Map<number, string>();
  for (const [done, number] of packs.entries()) {
    onProgress({ stage: 'packs', done, total: packs.length });
    const sum = await backup.share(fileOf(of, 'packs', number));
    if (sum !== null) places.set(number, sharedFile(folder, sum.sha256));
  }
  const packAt = (number: number): string => places.get(number) ?? fileOf(of, 'packs', number);
  const { damages } = verifyIn({ ...copy, packAt }, {
    edition: 'all', onProgress: ({ done, total }) => onProgress({ stage: 'verify', done, total }),
  });
  for (const { message } of damages) backup.damages.push(message);
}

const STATE_FILES = /^(?:register|inbox)\.db$/;
/** Locks are empty; the files that SQLite keeps beside a database are in its copy. */
const NOT_TAKEN = /\.(?:lock|tmp)$|-(?:wal|shm|journal)$/;

/** Copies the other files in the data folder: access, settings, other databases. */
async function takeOtherFiles(backup: UnfinishedBackup, data: string): Promise<void> {
  for (const entry of readdirSync(data, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || STATE_FILES.test(name) || NOT_TAKEN.test(name) || name.startsWith(TEMPORARY_PREFIX)) continue;
    const path = join(data, name);
    if (!name.endsWith('.db')) await backup.take(path);
    else {
      await copyDatabaseFile(path, { target: backup.targetOf(path) });
      await backup.note(path);
    }
  }
}

/** Returns a name after that of every earlier backup, also when the clock went back. */
function nameAfter(folder: string, moment: Date): string {
  const last = namesIn(folder).at(-1);
  return nameOf(new Date(Math.max(moment.getTime(), last === undefined ? 0 : momentOfName(last).getTime() + 1)));
}
