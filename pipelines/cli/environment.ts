/** Commands for the machine: `ev setup` and `ev doctor`. */
import { inFolder } from './options.ts';
import { run, type Common, type World } from './world.ts';

export function setupCommand(args: Common, { cacheFolder }: World): Common {
  return args.command('setup', "provide DuckDB's spatial extension, once", (inner) => inner, (asked) =>
    run(asked, async (terminal) => (await import('../commands/setup.ts')).setup({ cacheFolder }, terminal)));
}

export function doctorCommand(args: Common, { cacheFolder, clock }: World): Common {
  return args.command('doctor', 'say what of the environment is ready and what is not', (inner) => inFolder(inner)
    .option('accept-clock', { type: 'boolean', default: false, describe: 'take the clock for right, however far it went ahead' }), (asked) =>
    run(asked, async (terminal) => (await import('../commands/doctor.ts')).doctor({
      data: asked.data, cacheFolder, nodeVersion: process.versions.node, acceptClock: asked.acceptClock ? clock : null, now: clock(),
    }, terminal)));
}
