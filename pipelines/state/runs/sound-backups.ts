/**
 * Sound backups: which were made of this data folder, in its `runs.db`, whether a pipeline, cron or a person made them. Rows are
 * only added.
 * Not here: making one (pipelines/backup/backup.ts), whether it still lies in its folder (pipelines/backup/last-sound.ts).
 */
import { openRuns, type Runs } from './runs.ts';

export interface SoundBackup {
  /** Folder of backups. */
  readonly folder: string;
  /** Name of the backup in it. */
  readonly name: string;
  /** Moment of the register that it holds. */
  readonly moment: Date;
}

/** So many of the newest are looked for in their folders. */
const READ_MAX = 100;

/** Records a backup that was made and is sound, durably. */
export function noteSoundBackup(data: string, { folder, name, moment }: SoundBackup): void {
  const db = openRuns(data);
  try {
    db.prepare('INSERT INTO sound_backup (folder, name, moment) VALUES (?, ?, ?)').run(folder, name, moment.getTime());
  } finally {
    db.close();
  }
}

/** The newest ones, newest first. */
export function soundBackups(db: Runs): readonly SoundBackup[] {
  const rows = db.prepare('SELECT folder, name, moment FROM sound_backup ORDER BY n DESC LIMIT ?').all(READ_MAX) as unknown as
    (Omit<SoundBackup, 'moment'> & { readonly moment: number })[];
  return rows.map(({ folder, name, moment }) => ({ folder, name, moment: new Date(moment) }));
}
