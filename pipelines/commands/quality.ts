/** `ev quality make`: measures the active public edition, for the pages `/kwaliteit`. */
import { inAmsterdam } from '../../schemas/time.ts';
import { makeActiveQuality } from '../editions/quality.ts';
import { openExistingState } from '../state/database/database.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { provide } from './validate.ts';
import { runSet, type Define } from './world.ts';

export async function makeCommand(
  { data, cacheFolder, clock }: { readonly data: string; readonly cacheFolder: string; readonly clock: () => Date }, terminal: Terminal,
): Promise<ExitCode> {
  openExistingState(data).close();
  const made = await makeActiveQuality(data, {
    clock, spatialPath: () => provide(cacheFolder, terminal), onHolder: ({ holder }) => { terminal.note(`${holder} is measured`); },
  });
  if (made === null) {
    terminal.print('No edition yet; `ev batch` or `ev serve` publishes the first.');
    terminal.printJson({ edition: null, holders: [] });
    return EXIT.fine;
  }
  const { isNew, totals: { edition, moment, holders } } = made;
  for (const { holder, objects, filled, values, withoutGeometry, expired, twins, findings } of holders) {
    const share = values === 0 ? 0 : Math.round(100 * filled / values);
    terminal.print(`${holder}  ${objects} objects, ${share} % of the fields filled, ${withoutGeometry} without geometry, ${expired} expired, ${twins} alike, ${findings} findings`);
  }
  terminal.print(`Edition ${edition}, content of ${inAmsterdam(new Date(moment))}: ${holders.length} holders${isNew ? '' : '; it was measured before'}.`);
  terminal.printJson({ edition, moment: new Date(moment).toISOString(), isNew, holders });
  return EXIT.fine;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('make', 'measure the active edition; what was measured of other editions stays as long as their edition', (make) => settingsFor(make, 'quality make'), (argv) =>
    runSet(argv, world, (terminal, { data }) => makeCommand({ data, cacheFolder: world.cacheFolder, clock: world.clock }, terminal)))
  .demandCommand(1, 'Name what to do: make.'));
