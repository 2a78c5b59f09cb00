/**
 * Scheduled mode: announces to other processes that the conductor of a data folder works in mode scheduled, and which file plans batches.
 *
 * Invariant: the announcement ends with its process. It is a row in a lock file, and counts only while the lock is held.
 * Not here: the time of the next batch (pipelines/schedule/next-batch.ts).
 */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../../schemas/fault.ts';
import { foldersOf } from '../database/database.ts';
import { explained } from '../database/sqlite-fault.ts';
import { locked, READABLE } from './lock.ts';

export interface ScheduledMode {
  /** Path of the file that plans batches; null when there is none. */
  readonly pipelines: string | null;
}

/** A reader holds the lock for less than a millisecond. */
const LOOK_MS_MAX = 250;
const TAKE_MS_MAX = 10_000;

/** Announces that this process conducts the folder in mode scheduled, until the returned function is called. */
export function holdScheduledMode(data: string, { pipelines }: ScheduledMode): () => void {
  const { mode: path } = foldersOf(data);
  const held = locked(path, TAKE_MS_MAX, READABLE);
  if (held === null) {
    throw new Fault('another process holds the lock of mode scheduled', {
      step: 'Mode:Lock', path, hint: 'Find the process that has this file open (`fuser FILE`), end it, and start again.',
    });
  }
  try {
    held.exec('CREATE TABLE IF NOT EXISTS plan (pipelines TEXT) STRICT; DELETE FROM plan');
    held.prepare('INSERT INTO plan (pipelines) VALUES (?)').run(pipelines);
    held.exec(`COMMIT; ${READABLE}`);
  } catch (error) {
    held.close();
    throw explained(error, { step: 'Mode:Lock', path });
  }
  return () => held.close();
}

/** Returns the announcement of a running conductor in mode scheduled; undefined when there is none. */
export function scheduledMode(data: string): ScheduledMode | undefined {
  const { mode: path } = foldersOf(data);
  if (!existsSync(path)) return undefined;
  const free = locked(path, LOOK_MS_MAX, READABLE);
  if (free !== null) {
    free.close();
    return undefined;
  }
  return planIn(path);
}

/** Reads the announcement; undefined while its first writer has not finished. */
function planIn(path: string): ScheduledMode | undefined {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: TAKE_MS_MAX });
    if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'plan'`).get() === undefined) return undefined;
    return db.prepare('SELECT pipelines FROM plan').get() as unknown as ScheduledMode | undefined;
  } catch (error) {
    throw explained(error, { step: 'Mode:Read', path });
  } finally {
    db?.close();
  }
}
