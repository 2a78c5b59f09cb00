/** Commands for the machine and its operator: `ev setup`, `ev config` and `ev doctor`. */
import { pipelinesPath } from '../schedule/pipelines-path.ts';
import { settingsFor } from './options.ts';
import { run, runSet, type Common, type World } from './world.ts';

export function setupCommand(args: Common, { cacheFolder }: World): Common {
  return args.command('setup', "provide DuckDB's spatial extension, once", (inner) => inner, (asked) =>
    run(asked, async (terminal) => (await import('../commands/setup.ts')).setup({ cacheFolder }, terminal)));
}

export function doctorCommand(args: Common, world: World): Common {
  const { cacheFolder, clock } = world;
  return args.command('doctor', 'say what of machine, register and editions is sound, what is not, and what to do', (inner) => settingsFor(inner, 'doctor')
    .option('accept-clock', { type: 'boolean', default: false, describe: 'take the clock for right, however far it went ahead' })
    .option('mend', {
      type: 'boolean', default: false,
      describe: 'make again what follows from the register where it is damaged or lost (heads, folders, a lock, indexes, derived tables), without a server on the folder',
    })
    .option('mend-clock', {
      type: 'boolean', default: false, describe: 'give stamps of the future the present time, without a server on the folder',
    }), (asked) =>
    runSet(asked, world, async (terminal, settings) => (await import('../commands/doctor.ts')).doctor({
      data: settings.data, pipelines: pipelinesPath(settings), cacheFolder, clock,
      nodeVersion: process.versions.node, acceptClock: asked.acceptClock, mend: asked.mend, mendClock: asked.mendClock,
    }, terminal)));
}

export function configCommand(args: Common, world: World): Common {
  return args.command('config', 'say which settings hold, and where each comes from', (inner) => settingsFor(inner, 'config'), (asked) =>
    runSet(asked, world, async (terminal, settings, places) => (await import('../commands/config.ts')).configCommand({ settings, places }, terminal)));
}
