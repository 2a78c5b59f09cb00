/** Commands for what source holders handed in: `ev submissions`. */
import { LIMITS } from '../../schemas/limits.ts';
import { SUBMISSION_STATES } from '../../schemas/submission.ts';
import { settingsFor } from './options.ts';
import { reported, reportProblem } from './report-option.ts';
import { holderCode, refusalReason, whole } from './values.ts';
import { runSet, type Common, type World } from './world.ts';

const LISTED = 100;
const UUID = { type: 'string', demandOption: true, describe: 'its uuid, as its receipt and `ev submissions list` have it' } as const;

export function submissionCommands(args: Common, world: World): Common {
  const { clock } = world;
  return args.command('submissions', 'what was handed in, and what you decide of those that are parked or set aside', (inner) => inner
    .command('list', 'list what waits for you: parked because it would end too many objects, or set aside because processing failed', (list) => settingsFor(list, 'submissions list')
      .option('state', { choices: [...SUBMISSION_STATES, 'all'] as const, describe: 'list these instead' })
      .option('holder', { type: 'string', describe: 'only those of this bronhoudercode', coerce: holderCode })
      .option('limit', {
        requiresArg: true, default: LISTED, describe: 'the newest so many, at most', coerce: whole('--limit', 1, LIMITS.listedSubmissionsMax),
      }), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/submissions.ts')).listCommand({
        data, state: asked.state ?? null, holder: asked.holder ?? null, limit: asked.limit,
      }, terminal)))
    .command('show <uuid>', 'print one with its report', (show) => reported(settingsFor(show, 'submissions show'))
      .positional('uuid', UUID)
      .check(({ report }) => reportProblem(report, [])), (asked) =>
      runSet(asked, world, async (terminal, { data, lang }) => (await import('../commands/submissions.ts')).showCommand({
        data, uuid: asked.uuid, reports: asked.report, lang,
      }, terminal)))
    .command('release <uuid>', 'let a parked one have its effect, or try one again that was set aside', (release) => settingsFor(release, 'submissions release')
      .positional('uuid', UUID), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/submissions.ts')).releaseCommand({ data, uuid: asked.uuid, clock }, terminal)))
    .command('refuse <uuid>', 'end one that is parked or set aside: it never has an effect', (refuse) => settingsFor(refuse, 'submissions refuse')
      .positional('uuid', UUID)
      .option('reason', { type: 'string', demandOption: true, nargs: 1, describe: 'why, in words that its holder reads', coerce: refusalReason }), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/submissions.ts')).refuseCommand({
        data, uuid: asked.uuid, reason: asked.reason, clock,
      }, terminal)))
    .demandCommand(1, 'Name what to do: list, show, release or refuse.'));
}
