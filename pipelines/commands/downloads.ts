/** `ev downloads make`: makes the files of the active edition that readers download as a whole. */
import { DOWNLOAD_FORMS, type DownloadForm } from '../../schemas/download-forms.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { makeActiveDownloads, tooLargeLine } from '../editions/downloads.ts';
import { provideSpatial } from '../prepare/spatial-extension.ts';
import { openExistingState } from '../state/database/database.ts';
import { downloadForms } from './option-values.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

interface MakeArguments {
  readonly data: string;
  readonly cacheFolder: string;
  readonly forms?: readonly DownloadForm[] | undefined;
}

export async function makeCommand({ data, cacheFolder, forms }: MakeArguments, terminal: Terminal): Promise<ExitCode> {
  openExistingState(data).close();
  const made = await makeActiveDownloads({
    data, forms, spatialPath: () => provideSpatial({ cacheFolder, log: terminal.note }),
    onFile: ({ name, count, bytes }) => terminal.note(`${name}: ${count} features, ${bytes} bytes`),
  });
  if (made === null) {
    terminal.print('No edition yet; `ev batch` or `ev serve` publishes the first.');
    terminal.printJson({ edition: null, files: [], tooLarge: [] });
    return EXIT.fine;
  }
  const { list: { edition, moment, files }, tooLarge } = made;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of tooLarge) terminal.print(tooLargeLine(file));
  terminal.print(`Edition ${edition}, content of ${inAmsterdam(new Date(moment))}: ${files.length} files, ${bytes} bytes${made.made > 0 ? '' : '; all of them were there'}.`);
  terminal.printJson({ edition, moment: new Date(moment).toISOString(), isNew: made.made > 0, files, tooLarge });
  return EXIT.fine;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('make', 'make them for the active edition; those of other editions stay as long as their edition', (make) => settingsFor(make, 'downloads make')
    .option('forms', { type: 'string', describe: `forms to make, with commas between (default: all, ${DOWNLOAD_FORMS.join(',')})`, coerce: downloadForms('--forms') }), (argv) =>
    runSet(argv, world, (terminal, { data }) => makeCommand({ data, cacheFolder: world.cacheFolder, forms: argv.forms }, terminal)))
  .demandCommand(1, 'Name what to do: make.'));
