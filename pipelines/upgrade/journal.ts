/**
 * Journal: how far an upgrade is, in `upgrade/upgrade.json` of the data folder, so that one that was cut off goes on. What was made from
 * another state of the folder, or by another program, is thrown away.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '../../publisher/durable-file.ts';
import { foldersOf, UPGRADE_JOURNAL } from '../state/database/database.ts';

/** databases: they are made · editions: they are made, the databases are whole · switch: all is whole, and takes the place of the old. */
export type Stage = 'databases' | 'editions' | 'switch';

export interface Journal {
  readonly stage: Stage;
  /** Format, model, grids and code lists of the program that makes it. */
  readonly program: string;
  /** Fingerprint of the old folder that it is made from. */
  readonly source: string;
  /** The format of the editions that it is made from; null: there are none. */
  readonly from: number | null;
  /** Name of the folder, in the data folder, in which the old files lie after the switch. */
  readonly aside: string;
}

/** Undefined when no upgrade was begun. */
export function readJournal(data: string): Journal | undefined {
  const path = join(foldersOf(data).upgrade, UPGRADE_JOURNAL);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) as Journal : undefined;
}

/** Durable when it returns. */
export function writeJournal(data: string, journal: Journal): void {
  const { upgrade } = foldersOf(data);
  mkdirSync(upgrade, { recursive: true });
  syncFolder(data);
  replaceFile(join(upgrade, UPGRADE_JOURNAL), Buffer.from(JSON.stringify(journal)));
}

/**
 * Throws away what an upgrade made. The journal goes last but for the folder, and durably after the rest: until then a crash leaves a
 * folder that says that it is an upgrade.
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
