/** `ev restore`: makes a data folder from a backup. */
import { restore } from '../backup/restore.ts';
import { needsUpgrade } from '../upgrade/upgrade.ts';
import { counted } from './backup.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

export interface RestoreArguments {
  readonly folder: string;
  /** Null: the newest. */
  readonly name: string | null;
  readonly data: string;
}

export async function restoreCommand({ folder, name, data }: RestoreArguments, terminal: Terminal): Promise<ExitCode> {
  const progress = terminal.progress('restoring', 100);
  const restored = await restore({
    folder, name, data, onProgress: ({ done, total }) => progress.to(Math.floor((done * 100) / total)),
  }).finally(() => progress.done());
  const next = needsUpgrade(data)
    ? 'An older version of this program made it: run `ev upgrade` on the folder, or go on with that version.'
    : '`ev serve` or `ev batch` goes on from there.';
  const { moment, decision, files, bytes, newer, damages } = restored;
  terminal.say(`${data}: the register at ${moment}, ${decision} decisions; ${counted(files, bytes)}, each as the backup has it. ${next}`);
  if (newer > 0) terminal.say(`${newer} newer backups are in that folder: what came later is not here, and what became secret later is public again.`);
  for (const damage of damages) terminal.say(`Damaged already when the backup was made: ${damage}`);
  terminal.answer(restored);
  return EXIT.fine;
}
