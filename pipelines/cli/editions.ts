/** Commands for editions: `ev batch`, which publishes one, and `ev editions`. */
import { LIMITS } from '../../schemas/limits.ts';
import { BASE_URL, DRIFT, inFolder, KEEP_DAYS, spoken } from './options.ts';
import { baseUrl, momentOf, share, whole } from './values.ts';
import { run, type Common, type World } from './world.ts';

const OF_NEWEST = `${BASE_URL} (default: that of the newest edition)`;

export function editionCommands(args: Common, { cacheFolder, clock }: World): Common {
  return args
    .command('batch', 'decide what is pending and publish an edition', (inner) => spoken(inFolder(inner))
      .option('keep-days', { type: 'number', coerce: whole('--keep-days', 0), describe: `${KEEP_DAYS} (default: none is dropped)` })
      .option('drift', { type: 'number', default: LIMITS.driftShareMax, coerce: share('--drift'), describe: DRIFT })
      .option('base-url', { type: 'string', describe: OF_NEWEST, coerce: baseUrl }), (asked) =>
      run(asked, async (terminal) => (await import('../commands/batch.ts')).batch({
        data: asked.data, baseUrl: asked.baseUrl ?? null, lang: asked.lang ?? null, cacheFolder, driftShare: asked.drift, clock,
        ...(asked.keepDays === undefined ? {} : { retention: { allDays: asked.keepDays } }),
      }, terminal)))
    .command('editions', 'the editions that are kept', (inner) => inner
      .command('list', 'list them; * is the active one', (list) => inFolder(list), (asked) =>
        run(asked, async (terminal) => (await import('../commands/editions.ts')).listCommand(asked, terminal)))
      .command('verify [edition]', 'read every byte and compare it with its hash', (verify) => inFolder(verify)
        .positional('edition', { type: 'number', describe: 'one edition; all without it' }), (asked) =>
        run(asked, async (terminal) => (await import('../commands/editions.ts')).verifyCommand({ data: asked.data, edition: asked.edition ?? 'all' }, terminal)))
      .command('activate <edition>', 'make a kept edition the active one', (activate) => inFolder(activate)
        .positional('edition', { type: 'number', demandOption: true, describe: 'its number in `ev editions list`' }), (asked) =>
        run(asked, async (terminal) => (await import('../commands/editions.ts')).activateCommand({
          data: asked.data, edition: asked.edition, now: clock(),
        }, terminal)))
      .command('rebuild', 'make the newest edition, or one that was dropped, anew from the register', (rebuild) => inFolder(rebuild)
        .option('at', { type: 'string', describe: 'the edition that was active at this moment: 2026-11-01T12:00:00Z', coerce: momentOf })
        .option('base-url', { type: 'string', describe: OF_NEWEST, coerce: baseUrl }), (asked) =>
        run(asked, async (terminal) => (await import('../commands/editions.ts')).rebuildCommand({
          data: asked.data, baseUrl: asked.baseUrl ?? null, cacheFolder, clock, at: asked.at ?? null,
        }, terminal)))
      .demandCommand(1, 'Name what to do: list, verify, activate or rebuild.'));
}
