/** Commands for editions: `ev batch`, which publishes one, and `ev editions`. */
import { driftLimit } from '../state/decide/drift.ts';
import { settingsFor } from './options.ts';
import { momentOf, whole } from './values.ts';
import { runSet, type Common, type World } from './world.ts';

export function editionCommands(args: Common, world: World): Common {
  const { cacheFolder, clock } = world;
  return args
    .command('batch', 'decide what is pending and publish an edition', (inner) => settingsFor(inner, 'batch'), (asked) =>
      runSet(asked, world, async (terminal, { data, baseUrl, lang, drift, keepDays }) => (await import('../commands/batch.ts')).batch({
        data, baseUrl, lang, drift: driftLimit(drift), retention: keepDays === null ? undefined : { allDays: keepDays }, cacheFolder, clock,
      }, terminal)))
    .command('upgrade', 'bring a data folder of an older version to this one, the past included', (inner) => settingsFor(inner, 'upgrade'), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/upgrade.ts')).upgradeCommand({ data, clock }, terminal)))
    .command('editions', 'the editions that are kept', (inner) => inner
      .command('list', 'list them; * is the active one', (list) => settingsFor(list, 'editions list'), (asked) =>
        runSet(asked, world, async (terminal, { data }) => (await import('../commands/editions.ts')).listCommand({ data }, terminal)))
      .command('verify [edition]', 'read every byte and compare it with its hash', (verify) => settingsFor(verify, 'editions verify')
        .positional('edition', { describe: 'one edition; all without it', coerce: whole('EDITION', 1) }), (asked) =>
        runSet(asked, world, async (terminal, { data }) => (await import('../commands/editions.ts')).verifyCommand({
          data, edition: asked.edition ?? 'all',
        }, terminal)))
      .command('activate <edition>', 'make a kept edition the active one', (activate) => settingsFor(activate, 'editions activate')
        .positional('edition', { demandOption: true, describe: 'its number in `ev editions list`', coerce: whole('EDITION', 1) }), (asked) =>
        runSet(asked, world, async (terminal, { data }) => (await import('../commands/editions.ts')).activateCommand({
          data, edition: asked.edition, now: clock(),
        }, terminal)))
      .command('rebuild', 'make the newest edition, one that was dropped, or all that are kept, anew from the register', (rebuild) => settingsFor(rebuild, 'editions rebuild')
        .option('all', {
          type: 'boolean', conflicts: 'at',
          describe: 'every kept edition that was made with another base URL, model, grids or code lists, with those of today',
        })
        .option('at', { type: 'string', describe: 'the edition that was active at this moment: 2026-11-01T12:00:00Z', coerce: momentOf }), (asked) =>
        runSet(asked, world, async (terminal, { data, baseUrl }) => (await import('../commands/editions.ts')).rebuildCommand({
          data, baseUrl, cacheFolder, clock, which: asked.all === true ? 'kept' : asked.at ?? 'newest',
        }, terminal)))
      .demandCommand(1, 'Name what to do: list, verify, activate or rebuild.'));
}
