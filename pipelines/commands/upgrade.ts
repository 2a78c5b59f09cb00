/** `ev upgrade`: upgrades a data folder of an older program. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Fault } from '../../schemas/fault.ts';
import { upgrade, type Upgraded, type UpgradeProgress } from '../upgrade/upgrade.ts';
import { settingsFor } from './options.ts';
import { EXIT, stages, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

export interface UpgradeArguments {
  readonly data: string;
  readonly clock: () => Date;
}

export async function upgradeCommand({ data, clock }: UpgradeArguments, terminal: Terminal): Promise<ExitCode> {
  if (!existsSync(data)) throw new Fault('there is no such folder', { step: 'Upgrade:Begin', path: data, hint: 'Check --data.' });
  const progress = stages(terminal, TITLES);
  const upgraded = await upgrade({
    data, clock, threads: availableParallelism(), onProgress: (at) => progress.to(at),
    onRestart: (reason) => terminal.note(`what an earlier run made is made anew: ${reason}`),
  }).finally(() => progress.done());
  terminal.print(upgraded === null ? `${data} is of this version: there is nothing to do.` : linesOf(upgraded));
  terminal.printJson(upgraded ?? { from: null, to: null });
  return EXIT.fine;
}

function linesOf({ from, to, editions, heads, aside }: Upgraded): string {
  return [
    from === null ? 'The register is of this version; there were no editions.'
      : `${editions} editions of format ${from} are made again in format ${to}, from the register, and read back: ${heads} heads with their moments.`,
    `What was there before lies in ${aside}: the older version goes on with it when these files are put back. Remove that folder when you no longer need it.`,
    '`ev doctor` looks at everything once more; `ev serve` goes on.',
  ].join('\n');
}

const TITLES: Readonly<Record<UpgradeProgress['stage'], string>> = {
  databases: 'copying databases', editions: 'making editions again', verify: 'verifying',
};

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'upgrade'), (argv) =>
  runSet(argv, world, (terminal, { data }) => upgradeCommand({ data, clock: world.clock }, terminal)));
