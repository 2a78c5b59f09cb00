/** Commands for what source holders handed in: `ev submissions`. */
import { inFolder } from './options.ts';
import { run, type Common, type World } from './world.ts';

export function submissionCommands(args: Common, { clock }: World): Common {
  return args.command('submissions', 'what is parked because it would end too many objects', (inner) => inner
    .command('list', 'list what is parked', (list) => inFolder(list), (asked) =>
      run(asked, async (terminal) => (await import('../commands/submissions.ts')).listCommand(asked, terminal)))
    .command('release <uuid>', 'let a parked submission have its effect', (release) => inFolder(release)
      .positional('uuid', { type: 'string', demandOption: true, describe: 'its number in `ev submissions list`' }), (asked) =>
      run(asked, async (terminal) => (await import('../commands/submissions.ts')).releaseCommand({ data: asked.data, uuid: asked.uuid, clock }, terminal)))
    .demandCommand(1, 'Name what to do: list or release.'));
}
