/** `ev downloads make`: makes the files of the active edition that readers download as a whole. */
import { inAmsterdam } from '../../schemas/time.ts';
import { makeActiveDownloads } from '../editions/downloads.ts';
import { openExistingState } from '../state/database/database.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

export function makeCommand({ data }: { readonly data: string }, terminal: Terminal): ExitCode {
  openExistingState(data).close();
  const made = makeActiveDownloads(data, ({ name, count, bytes }) => terminal.note(`${name}: ${count} features, ${bytes} bytes`));
  if (made === null) {
    terminal.print('No edition yet; `ev batch` or `ev serve` publishes the first.');
    terminal.printJson({ edition: null, files: [] });
    return EXIT.fine;
  }
  const { list: { edition, moment, files }, isNew } = made;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  terminal.print(`Edition ${edition}, content of ${inAmsterdam(new Date(moment))}: ${files.length} files, ${bytes} bytes${isNew ? '' : '; all of them were there'}.`);
  terminal.printJson({ edition, moment: new Date(moment).toISOString(), isNew, files });
  return EXIT.fine;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('make', 'make them for the active edition; those of other editions stay as long as their edition', (make) => settingsFor(make, 'downloads make'), (argv) =>
    runSet(argv, world, (terminal, { data }) => makeCommand({ data }, terminal)))
  .demandCommand(1, 'Name what to do: make.'));
