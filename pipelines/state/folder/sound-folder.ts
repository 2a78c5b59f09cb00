/**
 * Sound folder: the conditions that a data folder meets before anything in it is deleted.
 *
 * In a sound folder, inbox, register and folders are those that were opened. The inbox has every submission that the register decided.
 * The newest edition can be read, was published by this register, and includes every settled decision.
 * A start requires less: it publishes missing editions again, and the folder is sound after that.
 * Not here: lost databases (database/lost.ts), checks of every byte (doctor/, publisher/read/verify.ts).
 */
import type { Audience } from '../../../publisher/format/layout.ts';
import { newestHead, type PublishedState } from '../../../publisher/read/heads.ts';
import { Sound } from '../../../publisher/sound.ts';
import { Fault } from '../../../schemas/fault.ts';
import { foldersOf, hasState, inSnapshot, openState, requireHeld, requireTogether, type Reader } from '../database/database.ts';
import { explained } from '../database/sqlite-fault.ts';
import { lastPublished, newestSettled, pointOf, shownBy } from '../register/edition-points.ts';

const AUDIENCE: Audience = 'public';
/** Number of attempts while a conductor publishes meanwhile. */
const LOOKS_MAX = 3;

/** Returns the soundness check for code with an open connection. */
export function soundFolder(data: string, db: Reader): Sound {
  return Sound.lookedAtBy(() => faultOf(data, () => requireSound(data, db)));
}

/** Returns the soundness check for code without a connection: each check opens one. A new folder is sound. */
export function soundFolderAt(data: string): Sound {
  return Sound.lookedAtBy(() => faultOf(data, () => {
    if (!hasState(data)) return;
    const db = openState(data);
    try {
      requireSound(data, db);
    } finally {
      db.close();
    }
  }));
}

/** Returns a check that always passes, for a folder that is being made: only files of the same work are removed. */
export function soundWhileMade(): Sound {
  return Sound.lookedAtBy(() => null);
}

/** Throws a Fault when the newest edition was not published from this register: a start would replace published content. */
export function requirePublished(data: string, db: Reader): void {
  const standing = newestHead(foldersOf(data).editions, AUDIENCE);
  if (standing !== undefined) requireKnown(data, db, standing);
}

function requireSound(data: string, db: Reader): void {
  requireHeld(db);
  requireTogether(db, foldersOf(data));
  for (let look = 1; ; look += 1) {
    const before = newestHead(foldersOf(data).editions, AUDIENCE);
    const fault = inSnapshot(db, () => faultOf(data, () => requireAllShown(data, db, before)));
    if (fault === null) return;
    // A head that was made meanwhile is not in the snapshot.
    if (look === LOOKS_MAX || newestHead(foldersOf(data).editions, AUDIENCE)?.head === before?.head) throw fault;
  }
}

function requireAllShown(data: string, db: Reader, standing: PublishedState | undefined): void {
  const { editions } = foldersOf(data);
  if (standing === undefined) {
    const last = lastPublished(db, AUDIENCE);
    if (last === undefined) return;
    throw lacking(editions, { expected: `edition ${last.edition}, which the register published`, actual: 'no head' });
  }
  const { decision } = requireKnown(data, db, standing);
  const settled = newestSettled(db);
  if (settled <= decision) return;
  throw lacking(editions, { expected: `an edition with the decisions up to ${settled}`, actual: `edition ${standing.newest} with those up to ${decision}` });
}

/** Returns the point of the newest edition. Throws a Fault when the register did not publish that edition. */
export function requireKnown(data: string, db: Reader, { newest: edition, moment }: PublishedState): { readonly decision: number } {
  const point = pointOf(db, { audience: AUDIENCE, edition });
  const shown = shownBy(db, { audience: AUDIENCE, edition });
  if (point !== undefined && (shown === null ? point.moment >= moment : shown === moment)) return point;
  const { register, editions } = foldersOf(data);
  throw new Fault('the register does not know the newest edition', {
    step: 'State:Sound', path: register, forClients: 'apart', expected: `a register that published edition ${edition}`,
    hint: 'Restore inbox.db and register.db that belong to these editions, with `ev restore` from one backup. To go on from this register without '
      + `them, move ${editions} aside: what was available before answers 410 then, as far as this register knows of it.`,
  });
}

function lacking(path: string, found: { readonly expected: string; readonly actual: string }): Fault {
  return new Fault('the editions lack what the register published', {
    step: 'State:Sound', path, ...found,
    hint: 'Nothing is deleted until they are there: a running server or `ev batch` publishes them again.',
  });
}

/** Returns the Fault that `work` throws, or null. */
function faultOf(data: string, work: () => void): Fault | null {
  try {
    work();
    return null;
  } catch (error) {
    const fault = explained(error, { step: 'State:Sound', path: foldersOf(data).register });
    if (fault instanceof Fault) return fault;
    throw error;
  }
}
