/** `ev backup`: makes a backup of a data folder while other processes write to it; lists and verifies the backups of a folder. */
import type { Fault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { makeBackup, type BackupProgress } from '../backup/backup.ts';
import { poorerNotice } from '../backup/rotation.ts';
import { listBackups, verifyBackup, type FileProgress } from '../backup/stored-backups.ts';
import { settingsFor } from './options.ts';
import { EXIT, stages, type ExitCode, type Terminal } from './terminal.ts';
import { whole } from './option-values.ts';
import { run, runSet, type Define } from './world.ts';

export interface BackupArguments {
  readonly data: string;
  readonly folder: string;
  readonly keep: number;
  readonly clock: () => Date;
}

/** Exits 1 when the backup is made, but has damaged files, or less of the register than an earlier backup. */
export async function backupCommand(argv: BackupArguments, terminal: Terminal): Promise<ExitCode> {
  const progress = stages(terminal, TITLES);
  const made = await makeBackup({ ...argv, onProgress: (at) => progress.to(at) }).finally(() => progress.done());
  const { path, moment, decision, files, bytes, copied, removed, damages, richer } = made;
  terminal.print(`${path}: the register at ${inAmsterdam(new Date(moment))}, ${decision} decisions; ${counted(files, bytes)}, of which ${counted(copied.files, copied.bytes)} were copied and read back; the editions are verified.`);
  if (removed.length > 0) terminal.print(`Removed older backups: ${removed.join(', ')}.`);
  for (const damage of damages) terminal.print(`Damaged in the data folder already, and so in the backup: ${damage}`);
  if (damages.length > 0) terminal.print('No older backup is removed until this is mended.');
  if (richer !== null) terminal.print(poorerNotice(made, richer));
  terminal.printJson(made);
  return damages.length === 0 && richer === null ? EXIT.fine : EXIT.errors;
}

/** Lists the backups of a folder, oldest first, and prints which are damaged. */
export function listCommand({ folder }: { folder: string }, terminal: Terminal): ExitCode {
  const { backups, faults } = listBackups(folder);
  for (const { name, decision, files, bytes, damages } of backups) {
    terminal.print(`${name}  ${decision} decisions  ${counted(files, bytes)}${damages.length === 0 ? '' : `  ${damages.length} damaged already when it was made`}`);
  }
  for (const { message } of faults) terminal.print(message);
  terminal.printJson({ backups, faults: faults.map(inJson) });
  return faults.length === 0 ? EXIT.fine : EXIT.errors;
}

/** Reads everything of one backup and compares it with its inventory. */
export async function verifyCommand({ folder, name }: { folder: string; name: string | null }, terminal: Terminal): Promise<ExitCode> {
  const progress = stages(terminal, TITLES);
  const onProgress = (at: FileProgress): void => progress.to({ stage: 'verify', ...at });
  const verified = await verifyBackup({ folder, name, onProgress }).finally(() => progress.done());
  const { faults, ...facts } = verified;
  for (const { message } of faults) terminal.print(message);
  terminal.print(`${facts.name}: ${facts.files} files read: ${faults.length === 0 ? 'all sound' : `${faults.length} damaged`}`);
  terminal.printJson({ ...facts, faults: faults.map(inJson) });
  return faults.length === 0 ? EXIT.fine : EXIT.errors;
}

function inJson({ message, detail }: Fault): unknown {
  return { message, ...detail, cause: undefined };
}

const TITLES: Readonly<Record<BackupProgress['stage'], string>> = {
  heads: 'copying heads and manifests', databases: 'copying databases', payloads: 'copying payloads', packs: 'copying packs', verify: 'verifying',
};

export function counted(files: number, bytes: number): string {
  return `${files} files, ${(bytes / 1e6).toFixed(1)} MB`;
}

export const FOLDER = { type: 'string', demandOption: true, describe: 'of backups' } as const;

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('$0 <folder>', 'make a backup', (make) => settingsFor(make, 'backup')
    .positional('folder', { ...FOLDER, describe: 'of backups: an empty one, or one that has some' })
    .option('keep', { requiresArg: true, default: LIMITS.backupsStored, describe: 'how many backups stay, this one counted', coerce: whole('--keep', 1) }), (argv) =>
    runSet(argv, world, (terminal, { data }) => backupCommand({
      data, folder: argv.folder, keep: argv.keep, clock: world.clock,
    }, terminal)))
  .command('list <folder>', 'list the backups of a folder', (list) => list.positional('folder', FOLDER), (argv) =>
    run(argv, (terminal) => listCommand(argv, terminal)))
  .command('verify <folder> [name]', 'read a backup whole and compare it with what was written', (verify) => verify
    .positional('folder', FOLDER)
    .positional('name', { type: 'string', describe: 'as `ev backup list` shows it (default: the newest)' }), (argv) =>
    run(argv, (terminal) => verifyCommand({ folder: argv.folder, name: argv.name ?? null }, terminal))));
