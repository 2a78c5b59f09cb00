/**
 * Journal: the stage of an upgrade, in `upgrade/upgrade.json` of the data folder, so that an interrupted upgrade goes on. Work from
 * another state of the folder, or of another program, is dropped.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '../../publisher/durable-file.ts';
import { foldersOf, UPGRADE_JOURNAL } from '../state/database/database.ts';

/** databases: being copied · editions: databases are complete, editions are being made · switch: all is complete, and replaces the old files. */
export type Stage = 'databases' | 'editions' | 'switch';

export interface Journal {
  readonly stage: Stage;
  /** Format, model, grids and code lists of the upgrading program. */
  readonly program: string;
  /** Fingerprint of the old folder. */
  readonly source: string;
  /** Format of the old editions; null: there are none. */
  readonly from: number | null;
  /** Name of the folder, in the data folder, that gets the old files at the switch. */
  readonly aside: string;
}

/** Reads the journal; undefined when no upgrade was begun. */
export function readJournal(data: string): Journal | undefined {
  const path = join(foldersOf(data).upgrade, UPGRADE_JOURNAL);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) as Journal : undefined;
}

/** Writes the journal durably. */
export function writeJournal(data: string, journal: Journal): void {
  const { upgrade } = foldersOf(data);
  mkdirSync(upgrade, { recursive: true });
  syncFolder(data);
  replaceFile(join(upgrade, UPGRADE_JOURNAL), Buffer.from(JSON.stringify(journal)));
}

/**
 * Removes the files of an upgrade. The journal is removed after the other files are gone durably, so that after a crash the folder is
 * still known as an upgrade.
 */
export function dropUpgrade(data: string): void {
  const { upgrade } = foldersOf(data);
  if (!existsSync(upgrade)) return;
  for (const name of readdirSync(upgrade)) if (name !== UPGRADE_JOURNAL) rmSync(join(upgrade, name), { recursive: true, force: true });
  syncFolder(upgrade);
  rmSync(join(upgrade, UPGRADE_JOURNAL), { force: true });
  syncFolder(upgrade);
  rmdirSync(upgrade);
}
