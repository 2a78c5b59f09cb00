/**
 * Scheduled mode: lets other processes know that the conductor of a data folder works in mode scheduled, and which file plans its batches.
 *
 * Invariant: the word of a process ends with it. It is a row in a lock file, and counts only while somebody holds that lock.
 * Not here: when the next batch is planned (pipelines/schedule/next-batch.ts).
 */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../../schemas/fault.ts';
import { foldersOf } from '../database/database.ts';
import { explained } from '../database/sqlite-fault.ts';
import { locked, READABLE } from './lock.ts';

export interface ScheduledMode {
  /** Path of the file that plans batches; null: no file does. */
  readonly pipelines: string | null;
}

/** Whoever looks holds the lock for less than a millisecond. */
const LOOK_MS_MAX = 250;
const TAKE_MS_MAX = 10_000;

/** Says that the conductor of the folder, which is this process, works in mode scheduled; until what it returns is called. */
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

/** The record of a running conductor of mode scheduled; undefined when none runs on the folder. */
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

/** Undefined while its first holder has not written it yet. */
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
