/**
 * Upgrade: upgrades a data folder of an older program. The table of contents of this folder:
 * databases → editions → verify → switch.
 *
 * Invariants:
 *  - Until the switch no old file is changed: databases are copied, editions are made in another folder.
 *  - It may be interrupted anywhere, and goes on when it is run again (journal.ts).
 *  - The past has the same objects, versions, values and instants: each kept edition is made again from the register at its point;
 *    editions and heads keep their numbers, heads their instants.
 *  - The old files stay in a folder of their own: with them the older program can go on.
 * Not here: derived tables of the register (state/register/rebuild-derived.ts), payloads, which are not moved.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodeEarlier } from '../../publisher/format/earlier.ts';
import { configurationHash } from '../../publisher/format/manifest.ts';
import { FORMAT_VERSION } from '../../publisher/format/version.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore } from '../../publisher/store.ts';
import { isOldFormat } from '../../publisher/write/recover.ts';
import { Fault, faultOfSystem } from '../../schemas/fault.ts';
import { configurationOf } from '../configuration/edition-configuration.ts';
import { loadGrids, type Grids } from '../coordinates/grids.ts';
import { reproject } from '../coordinates/reproject.ts';
import { noteEarlier } from '../editions/earlier-editions.ts';
import { foldersOf, openState } from '../state/database/database.ts';
import { hasDatabases } from '../state/database/lost.ts';
import { takeLock } from '../state/folder/lock.ts';
import { soundWhileMade } from '../state/folder/sound-folder.ts';
import { closeDatabases, copyDatabases, fingerprintOf } from './databases.ts';
import { dropUpgrade, readJournal, writeJournal, type Journal } from './journal.ts';
import { firstMovedAside, notePoints, readOlderEditions } from './older-editions.ts';
import { remakeEditions } from './remake-editions.ts';
import { isBegun, switchOver } from './switch.ts';

const AUDIENCE = 'public';

export interface UpgradeProgress {
  readonly stage: 'databases' | 'editions' | 'verify';
  readonly done: number;
  readonly total: number;
}

export interface UpgradeOptions {
  readonly data: string;
  /** Threads that derive rows when there are many. */
  readonly threads: number;
  readonly clock: () => Date;
  readonly onProgress: (progress: UpgradeProgress) => void;
  /** Called with the reason when the work of an earlier run cannot be used. */
  readonly onRestart: (reason: string) => void;
}

export interface Upgraded {
  /** Format of the old editions; null: there were none. */
  readonly from: number | null;
  readonly to: number;
  readonly editions: number;
  readonly heads: number;
  /** Folder of the old files. */
  readonly aside: string;
}

/** Whether an older program made this folder, or its upgrade was interrupted. */
export function needsUpgrade(data: string): boolean {
  const { undivided, editions } = foldersOf(data);
  return readJournal(data) !== undefined || existsSync(undivided) || isOldFormat({ folder: editions, audience: AUDIENCE });
}

/**
 * Upgrades a folder; returns null when that is not needed. Throws a Fault, without changing old files, when a server works on the folder,
 * when its databases are lost, or when it cannot be upgraded.
 */
export async function upgrade(options: UpgradeOptions): Promise<Upgraded | null> {
  const data = resolve(options.data);
  if (!needsUpgrade(data)) {
    hasDatabases(foldersOf(data));
    return null;
  }
  const lock = takeLock(data);
  try {
    return await upgradeLocked({ ...options, data });
  } catch (error) {
    throw faultOfSystem(error, 'the folder cannot be upgraded', {
      step: 'Upgrade:Write', path: foldersOf(data).upgrade,
      hint: 'Make room there, or check disk and rights. What was there is as it was; `ev upgrade` goes on when it is run again.',
    });
  } finally {
    lock.release();
  }
}

async function upgradeLocked(options: UpgradeOptions): Promise<Upgraded> {
  const { data, onProgress } = options;
  const grids = loadGrids();
  let journal = begun(options, grids);
  if (journal.stage === 'databases') {
    await copyDatabases(data, (done, total) => onProgress({ stage: 'databases', done, total }));
    writeJournal(data, journal = { ...journal, stage: 'editions' });
  }
  if (journal.stage === 'editions') {
    makeEditions(options, grids);
    closeDatabases(foldersOf(data).upgrade);
    requireUnchanged(data, journal);
    writeJournal(data, journal = { ...journal, stage: 'switch' });
  }
  const aside = switchOver(data, journal.aside);
  const { heads, kept } = readOlderEditions({ folder: join(aside, 'editions'), audience: AUDIENCE });
  return { from: journal.from, to: FORMAT_VERSION, editions: kept.length, heads: heads.length, aside };
}

/** Returns the journal of an upgrade that goes on, or begins a new one. */
function begun({ data, onRestart }: UpgradeOptions, grids: Grids): Journal {
  const found = readJournal(data);
  // After the first move the fingerprint means nothing; before it the older program may have written to the folder.
  if (found?.stage === 'switch' && isBegun(data, found.aside)) return found;
  const { editions } = foldersOf(data);
  const older = readOlderEditions({ folder: editions, audience: AUDIENCE });
  const journal: Journal = {
    stage: 'databases', program: configurationHash(configurationOf('', grids.sha256)), source: fingerprintOf(data),
    from: older.heads.at(-1)?.format ?? null, aside: freeName(data),
  };
  if (found !== undefined && found.program === journal.program && found.source === journal.source) return found;
  if (found !== undefined) {
    onRestart(found.program === journal.program ? 'the folder was written to since then' : 'another version of this program made it');
    dropUpgrade(data);
  }
  writeJournal(data, journal);
  return journal;
}

function freeName(data: string): string {
  const name = `before-format-${FORMAT_VERSION}`;
  for (let more = 1; ; more += 1) {
    const free = more === 1 ? name : `${name}-${more}`;
    if (!existsSync(join(data, free))) return free;
  }
}

function makeEditions({ data, threads, clock, onProgress }: UpgradeOptions, grids: Grids): void {
  const { upgrade: made, editions } = foldersOf(data);
  const from = { folder: editions, audience: AUDIENCE } as const;
  const target = foldersOf(made).editions;
  mkdirSync(target, { recursive: true });
  const older = readOlderEditions(from);
  const store = openStore(target, soundWhileMade());
  const db = openState(made);
  try {
    notePoints(db, older, AUDIENCE);
    remakeEditions({
      data: made, db, store, older, from, threads, clock,
      configurationFor: (baseUrl) => configurationOf(baseUrl, grids.sha256),
      project: (document, crs) => reproject(document, crs, { grids }),
      onEdition: (done, total) => onProgress({ stage: 'editions', done, total }),
    });
    const first = firstMovedAside(from);
    const earlier = { format: FORMAT_VERSION, audience: AUDIENCE, heads: 0, manifests: 0 } as const;
    if (first !== null) store.putEarlier(AUDIENCE, encodeEarlier({ ...earlier, first }));
    noteEarlier(db, store, AUDIENCE);
  } finally {
    db.close();
  }
  const { damages } = verifyEdition(target, AUDIENCE, {
    edition: 'all', onProgress: ({ done, total }) => onProgress({ stage: 'verify', done, total }),
  });
  if (damages[0] !== undefined) throw damages[0];
}

function requireUnchanged(data: string, { source }: Journal): void {
  if (fingerprintOf(data) === source) return;
  throw new Fault('the folder was written to while it was upgraded', {
    step: 'Upgrade:Switch', path: data, hint: 'Stop every program that writes to it, then run `ev upgrade` again; nothing is lost.',
  });
}
