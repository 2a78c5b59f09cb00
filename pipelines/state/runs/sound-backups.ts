/**
 * Sound backups: the record of verified backups of this data folder, in `runs.db`, whoever made them. Rows are only added.
 * Not here: making a backup (pipelines/backup/backup.ts), checking that it still exists (pipelines/backup/last-sound.ts).
 */
import { openRuns, type Runs } from './runs.ts';

export interface SoundBackup {
  /** Folder of backups. */
  readonly folder: string;
  /** Name of the backup in it. */
  readonly name: string;
  /** Moment of the register in the backup. */
  readonly moment: Date;
}

/** Number of newest backups that are looked for in their folders. */
const READ_MAX = 100;

/** Records a verified backup, durably. */
export function noteSoundBackup(data: string, { folder, name, moment }: SoundBackup): void {
  const db = openRuns(data);
  try {
    db.prepare('INSERT INTO sound_backup (folder, name, moment) VALUES (?, ?, ?)').run(folder, name, moment.getTime());
  } finally {
    db.close();
  }
}

/** Returns the newest backups, newest first. */
export function soundBackups(db: Runs): readonly SoundBackup[] {
  const rows = db.prepare('SELECT folder, name, moment FROM sound_backup ORDER BY n DESC LIMIT 0 + ?').all(READ_MAX) as unknown as
    (Omit<SoundBackup, 'moment'> & { readonly moment: number })[];
  return rows.map(({ folder, name, moment }) => ({ folder, name, moment: new Date(moment) }));
}
