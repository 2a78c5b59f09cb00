/**
 * Wiring: a conductor on a data folder with its real parts: lock, state files, grids, publisher.
 * Used by the conductor's thread and by a batch in the foreground.
 */
import { randomUUID } from 'node:crypto';
import type { EarlierEditions } from '../../publisher/format/earlier.ts';
import type { Audience } from '../../publisher/format/layout.ts';
import { configurationHash, type Configuration } from '../../publisher/format/manifest.ts';
import { numbersOf, readHead, standingOf } from '../../publisher/read/heads.ts';
import type { Sound } from '../../publisher/sound.ts';
import { openStore, type EditionStore } from '../../publisher/store.ts';
import { rowsOf } from '../../publisher/write/derive.ts';
import { activateBuilt, build } from '../../publisher/write/publish.ts';
import { setAsideDamagedHeads } from '../../publisher/write/recover.ts';
import type { Retention } from '../../publisher/write/retention.ts';
import { faultOfSystem } from '../../schemas/fault.ts';
import type { Mode } from '../../schemas/mode.ts';
import type { Moment } from '../../schemas/time.ts';
import { gridsOfThread, type Grids } from '../coordinates/grids.ts';
import { reproject } from '../coordinates/reproject.ts';
import { noteEarlier } from '../editions/earlier-editions.ts';
import { configurationOf } from '../configuration/edition-configuration.ts';
import { rebuildAt, type Rebuilt } from '../editions/rebuild-edition.ts';
import { remakeKept, type RemadeKept, type RemakeKeptParts } from '../editions/remake-kept.ts';
import { Upkeep } from '../editions/upkeep.ts';
import { Verification } from '../editions/verification.ts';
import { foldersOf, requireHeld, type State } from '../state/database/database.ts';
import { DRIFT_LIMIT, type DriftLimit } from '../state/decide/drift.ts';
import { trustedTimeForHead } from '../state/folder/clock.ts';
import { takeLock, unlessEditionsPinned, type Lock } from '../state/folder/lock.ts';
import { requirePublished, soundFolder } from '../state/folder/sound-folder.ts';
import { openForConductor } from '../state/folder/start.ts';
import { Crashes } from '../state/inbox/crashes.ts';
import { sweepPayloads } from '../state/inbox/payload.ts';
import { notePoint, pointOf } from '../state/register/edition-points.ts';
import { versionsBetween } from '../state/register/versions-between.ts';
import { restoreNewestHead, restoreOlderHeads } from '../state/register/restore-heads.ts';
import { countBetween, type Project } from '../state/register/snapshot.ts';
import { MANY_ROOTS, rowsOfThreads } from '../workers/derive-threads.ts';
import { Conductor, type ConductorParts, type Publisher } from './conductor.ts';

const AUDIENCE: Audience = 'public';

export interface OpenConductor {
  readonly conductor: Conductor;
  /** Rebuilds the edition that was active at a moment, when it was dropped. */
  rebuildAt(moment: Moment): Rebuilt;
  /** Remakes existing editions that have another configuration. */
  remakeKept(onEdition: RemakeKeptParts['onEdition']): RemadeKept;
  /** Soundness check that every removal needs. */
  readonly sound: Sound;
  /** Closes the state files and frees the lock. */
  close(): void;
}

export type ConductorWiring = Pick<ConductorParts, 'data' | 'prepare' | 'clock' | 'onEvent' | 'onHead' | 'onSettled'> & {
  readonly baseUrl: string;
  /** Epoch of coordinates in ITRF2014, as a decimal year; without one there are none. */
  readonly epoch?: number | undefined;
  /** Number of threads that derive rows when there are many. */
  readonly threads: number;
  /** Limit on the objects that one submission may end; the usual limit when absent. */
  readonly drift?: DriftLimit | undefined;
  /** When pending submissions are decided; at once when absent. */
  readonly mode?: Mode;
  /** Whether an edition of the folder was read in this process: then no part of the folder is created again. */
  readonly isAgain?: boolean;
  /** Whether there are editions for the full audience; none when absent. */
  readonly fullAudience?: boolean;
  /** Which editions are kept; all when absent. */
  readonly retention?: Retention | undefined;
  /** Identifies the process for the next conductor of the folder; different for each conductor when absent. */
  readonly life?: string | undefined;
};

/** Opens a conductor. Throws a Fault, with nothing made, when another one works on this folder, or grids or state files are not sound. */
export function openConductor(wiring: ConductorWiring, grids: Grids = gridsOfThread()): OpenConductor {
  const { data, isAgain = false } = wiring;
  // Opened before the lock is taken: the lock's file would make a new folder look like one in use.
  const db = openForConductor(data, { isAgain });
  let lock: Lock | null = null;
  try {
    const held = lock = takeLock(data);
    const configuration = configurationOf(wiring.baseUrl, grids.sha256, wiring.epoch);
    const of = { folder: foldersOf(data).editions, audience: AUDIENCE };
    const newest = restoreNewestHead(db, of);
    for (const { message } of setAsideDamagedHeads(of)) {
      wiring.onEvent({ kind: 'Edition:Damage', message });
    }
    requirePublished(data, db);
    const restored = [...newest === null ? [] : [newest], ...restoreOlderHeads(db, of).made];
    if (restored.length > 0) {
      wiring.onEvent({ kind: 'Edition:Damage', message: `heads were damaged or gone, and are put back as the register recorded them: ${restored.join(', ')}` });
    }
    const sound = soundFolder(data, db);
    const store = openStore(of.folder, sound);
    tellOfEarlier(noteEarlier(db, store, AUDIENCE), wiring);
    const project: Project = (document, crs) => reproject(document, crs, { grids, epoch: wiring.epoch });
    const crashes = new Crashes(data, wiring.life ?? randomUUID());
    const ofAudience = (audience: Audience): Pick<ConductorParts, 'publisher' | 'upkeep'> => ({
      publisher: publisherOf(audience, { ...wiring, db, configuration, store }),
      upkeep: new Upkeep({
        ...wiring, db, store, audience, retention: wiring.retention ?? { allDays: Infinity },
        collectable: (work) => unlessEditionsPinned(data, work),
        sweepPayloads: (now) => sweepPayloads(data, db, { now, sound }),
      }),
    });
    if (wiring.fullAudience === true) mendFull(db, store, wiring);
    const conductor = new Conductor({
      ...wiring, db, configuration, sound, crashes,
      requireHeld() {
        held.requireHeld();
        requireHeld(db);
      },
      ...ofAudience('public'),
      full: wiring.fullAudience === true ? ofAudience('full') : undefined,
      drift: wiring.drift ?? DRIFT_LIMIT,
      mode: wiring.mode ?? 'direct',
      project,
    });
    return {
      conductor, sound,
      rebuildAt: (moment) => rebuildAt(moment, { ...wiring, db, store, audience: AUDIENCE, configuration, project }),
      remakeKept: (onEdition) => remakeKept({ ...wiring, db, store, audience: AUDIENCE, configuration, project, onEdition }),
      close() {
        crashes.close();
        db.close();
        held.release();
      },
    };
  } catch (error) {
    db.close();
    lock?.release();
    throw error;
  }
}

/** Reports missing earlier editions. Until they are rebuilt, questions about that time get 410. */
function tellOfEarlier(earlier: EarlierEditions | null, { onEvent }: Pick<ConductorWiring, 'onEvent'>): void {
  if (earlier === null) return;
  const message = `the editions since ${earlier.first} that were published before are not in the folder: what was available then answers 410. `
    + '`ev editions rebuild --at MOMENT` makes one of them again from the register.';
  onEvent({ kind: 'Edition:Damage', message });
}

/**
 * Puts heads of the full audience back as the register recorded them, as far as their editions are there. The next publication makes an
 * edition that is missing.
 */
function mendFull(db: State, store: EditionStore, { onEvent }: Pick<ConductorWiring, 'onEvent'>): void {
  const of = { folder: store.folder, audience: 'full' } as const;
  restoreNewestHead(db, of);
  for (const { message } of setAsideDamagedHeads(of)) onEvent({ kind: 'Edition:Damage', message });
  restoreOlderHeads(db, of);
  noteEarlier(db, store, 'full');
}

function publisherOf(
  audience: Audience, { data, db, configuration, store, threads, clock }: Pick<ConductorWiring, 'data' | 'threads' | 'clock'>
    & { db: State; configuration: Configuration; store: EditionStore },
): Publisher {
  const editions = store.folder;
  const verification = new Verification(store, audience, clock);
  const hash = configurationHash(configuration);
  return {
    audience,
    newest() {
      const head = store.newestHead(audience);
      if (head === undefined) return undefined;
      const { newest, edition, configurationHash: its } = standingOf({ folder: editions, audience }, head);
      const point = pointOf(db, { audience, edition: newest });
      const sameConfiguration = its === hash && point !== undefined;
      const rolledBackTo = edition === newest ? null : edition;
      return { head: head.number, rolledBackTo, ...point ?? { decision: 0, moment: 0 as Moment }, sameConfiguration };
    },
    verify: () => verification.turn(),
    headsAfter(number) {
      const newest = store.newestHead(audience)?.number ?? 0;
      const of = { folder: editions, audience };
      return newest <= number ? [] : numbersOf(of, 'heads').filter((one) => one > number).map((one) => readHead(of, one));
    },
    async build({ between, changes, ...request }) {
      const { moment } = request;
      const { baseUrl, epoch } = configuration;
      const { parent } = between;
      const onWritten = (edition: number, shown: Moment): void => notePoint(db, { audience, edition, shown }, between.next);
      const isLong = countBetween(db, between) >= MANY_ROOTS;
      const rows = isLong
        ? () => rowsOfThreads({ data, between, baseUrl, epoch }, threads)
        : rowsOf(changes, { moment, baseUrl, epoch });
      const versions = () => versionsBetween(db, between);
      const ofParent = parent === null ? {} : { parentMoment: parent.moment };
      const built = onDisk(editions, () => build({ ...request, ...ofParent, rows, versions, onWritten }, store, clock()));
      return () => onDisk(editions, () => activateBuilt(built, store, trustedTimeForHead(db, clock(), newestTime(store, audience))));
    },
  };
}

/** Returns when the newest head was activated; undefined before the first. */
function newestTime(store: EditionStore, audience: Audience): Date | undefined {
  const head = store.newestHead(audience);
  return head && new Date(head.activated);
}

/** Runs `write`. A disk error becomes a Fault; any other error is thrown unchanged. */
function onDisk<Result>(editions: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw faultOfSystem(error, 'the edition cannot be written', {
      step: 'Edition:Publish', path: editions, hint: 'Check the disk; the newest edition stays and it is tried again.',
    });
  }
}
