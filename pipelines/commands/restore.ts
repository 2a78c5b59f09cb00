/** `ev restore`: makes a data folder from a backup. */
import { resolve } from 'node:path';
import { inAmsterdam } from '../../schemas/time.ts';
import type { Differences } from '../backup/replaced-folder.ts';
import { restore } from '../backup/restore.ts';
import { needsUpgrade } from '../upgrade/upgrade.ts';
import { counted, FOLDER } from './backup.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { run, type Define } from './world.ts';

export interface RestoreArguments {
  readonly folder: string;
  /** Name of the backup; null: the newest. */
  readonly name: string | null;
  readonly data: string;
  /** The data folder that the new one replaces; null: none. */
  readonly replaces: string | null;
  readonly clock: () => Date;
}

/** Exits 1 when the folder is made, but could not be compared in full with the folder that it replaces. */
export async function restoreCommand({ folder, name, data, replaces, clock }: RestoreArguments, terminal: Terminal): Promise<ExitCode> {
  const progress = terminal.progress('restoring', 100);
  const restored = await restore({
    folder, name, data, replaces, clock, onProgress: ({ done, total }) => progress.to(Math.floor((done * 100) / total)),
  }).finally(() => progress.done());
  const next = needsUpgrade(data)
    ? 'An older version of this program made it: run `ev upgrade` on the folder, or go on with that version.'
    : '`ev serve` or `ev batch` goes on from there.';
  const { moment, decision, files, bytes, newer, damages, differences, aside } = restored;
  terminal.print(`${data}: the register at ${inAmsterdam(new Date(moment))}, ${decision} decisions; ${counted(files, bytes)}, each as the backup has it. ${next}`);
  if (newer > 0) terminal.print(`${newer} newer backups are in that folder: what came later is not here, and what became secret later is public again.`);
  for (const damage of damages) terminal.print(`Damaged already when the backup was made: ${damage}`);
  if (aside !== null) terminal.print(`The folder that was there lies in ${aside}.`);
  for (const line of differences === null ? [UNKNOWN] : linesOf(differences)) terminal.print(line);
  terminal.printJson(restored);
  return differences === null || differences.unread.length === 0 ? EXIT.fine : EXIT.errors;
}

const UNKNOWN = 'Tokens, API keys, organisations and settings are those of that moment: what was revoked since then holds again. '
  + '`ev tokens list` and `ev keys list` list them; with --replaces FOLDER what that folder revoked is revoked here too.';

function linesOf({ told: lines, unread }: Differences): readonly string[] {
  if (lines.length === 0 && unread.length === 0) return ['Tokens, API keys, organisations and settings are those of the replaced folder.'];
  return [...lines.map((line) => `Different: ${line}.`), ...unread.map((why) => `Not compared: ${why}`)];
}

export const define: Define = (args, line, { clock }) => args.command(...line, (inner) => inner
  .positional('folder', FOLDER)
  .option('backup', { type: 'string', describe: 'its name in `ev backup list` (default: the newest)' })
  .option('data', {
    type: 'string', demandOption: true, coerce: (path: string) => resolve(path), describe: 'the data folder to make: not there yet, or empty',
  })
  .option('replaces', {
    type: 'string', coerce: (path: string) => resolve(path),
    describe: 'the data folder to replace: tokens and API keys revoked there are revoked here too, other differences are printed; when it is --data it is moved aside',
  }), (argv) =>
  run(argv, (terminal) => restoreCommand({
    folder: argv.folder, name: argv.backup ?? null, data: argv.data, replaces: argv.replaces ?? null, clock,
  }, terminal)));
