/** Commands for copies of a data folder: `ev backup` and `ev restore`. */
import { resolve } from 'node:path';
import { LIMITS } from '../../schemas/limits.ts';
import { settingsFor } from './options.ts';
import { whole } from './values.ts';
import { run, runSet, type Common, type World } from './world.ts';

const FOLDER = { type: 'string', demandOption: true, describe: 'of backups' } as const;

export function backupCommands(args: Common, world: World): Common {
  const { clock } = world;
  return args
    .command('backup', 'copy register and editions to another folder, while they are served', (inner) => inner
      .command('$0 <folder>', 'make a backup', (make) => settingsFor(make, 'backup')
        .positional('folder', { ...FOLDER, describe: 'of backups: an empty one, or one that has some' })
        .option('keep', { requiresArg: true, default: LIMITS.backupsKept, describe: 'how many backups stay, this one counted', coerce: whole('--keep', 1) }), (asked) =>
        runSet(asked, world, async (terminal, { data }) => (await import('../commands/backup.ts')).backupCommand({
          data, folder: asked.folder, keep: asked.keep, clock,
        }, terminal)))
      .command('list <folder>', 'list the backups of a folder', (list) => list.positional('folder', FOLDER), (asked) =>
        run(asked, async (terminal) => (await import('../commands/backup.ts')).listCommand(asked, terminal)))
      .command('verify <folder> [name]', 'read a backup whole and compare it with what was written', (verify) => verify
        .positional('folder', FOLDER)
        .positional('name', { type: 'string', describe: 'as `ev backup list` shows it (default: the newest)' }), (asked) =>
        run(asked, async (terminal) => (await import('../commands/backup.ts')).verifyCommand({ folder: asked.folder, name: asked.name ?? null }, terminal))))
    .command('restore <folder>', 'make a data folder from a backup', (inner) => inner
      .positional('folder', FOLDER)
      .option('backup', { type: 'string', describe: 'its name in `ev backup list` (default: the newest)' })
      .option('data', {
        type: 'string', demandOption: true, coerce: (path: string) => resolve(path), describe: 'the data folder to make: not there yet, or empty',
      })
      .option('replaces', {
        type: 'string', coerce: (path: string) => resolve(path),
        describe: 'the data folder whose place it takes: what was revoked there is revoked here too, other differences are told; when it is --data it is moved aside',
      }), (asked) =>
      run(asked, async (terminal) => (await import('../commands/restore.ts')).restoreCommand({
        folder: asked.folder, name: asked.backup ?? null, data: asked.data, replaces: asked.replaces ?? null, clock,
      }, terminal)));
}
