/** Commands for what runs by itself: `ev schedule` and `ev runs`. */
import { RETENTION } from '../../publisher/write/retention.ts';
import type { ScheduleArguments } from '../commands/schedule.ts';
import type { Settings } from '../configuration/settings.ts';
import { pipelinesPath } from '../schedule/pipelines-path.ts';
import { driftLimit } from '../state/decide/drift.ts';
import { RUN_STATES } from '../state/runs/run-states.ts';
import { settingsFor } from './options.ts';
import { whole } from './values.ts';
import { runSet, type Common, type World } from './world.ts';

const LISTED = 20;

export function scheduleCommands(args: Common, world: World): Common {
  return runsCommands(scheduleCommand(args, world), world);
}

function scheduleCommand(args: Common, world: World): Common {
  return args.command('schedule', 'run the pipelines of pipelines.json when their time comes', (inner) => settingsFor(inner, 'schedule')
    .command('check', 'say what is wrong with pipelines.json, and when each pipeline comes next', (check) => check, (asked) =>
      runSet(asked, world, async (terminal, settings) => (await import('../commands/schedule.ts')).checkCommand({
        data: settings.data, path: pipelinesPath(settings), now: world.clock(),
      }, terminal)))
    .command('run <name>', 'run one pipeline now', (one) => one
      .positional('name', { type: 'string', demandOption: true, describe: 'its name in pipelines.json' }), (asked) =>
      runSet(asked, world, async (terminal, settings) => (await import('../commands/schedule.ts')).runCommand({
        ...scheduleOf(settings, world), name: asked.name,
      }, terminal))),
  (asked) => runSet(asked, world, async (terminal, settings) =>
    (await import('../commands/schedule.ts')).scheduleCommand(scheduleOf(settings, world), terminal)));
}

function runsCommands(args: Common, world: World): Common {
  return args.command('runs', 'what ran by schedule, and how it went', (inner) => inner
    .command('list', 'list runs, newest first', (list) => settingsFor(list, 'runs list')
      .option('pipeline', { type: 'string', describe: 'of this pipeline only' })
      .option('state', { choices: RUN_STATES, describe: 'in this state only' })
      .option('limit', { requiresArg: true, default: LISTED, describe: 'the newest so many, at most', coerce: whole('--limit', 1) }), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/runs.ts')).listCommand({
        data, pipeline: asked.pipeline ?? null, state: asked.state ?? null, limit: asked.limit,
      }, terminal)))
    .command('show <id>', 'show one with its steps, findings and lines', (show) => settingsFor(show, 'runs show')
      .positional('id', { demandOption: true, describe: 'its number in `ev runs list`', coerce: whole('ID', 1) }), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/runs.ts')).showCommand({ data, id: asked.id }, terminal)))
    .demandCommand(1, 'Name what to do: list or show.'));
}

function scheduleOf(settings: Settings, { cacheFolder, clock }: World): ScheduleArguments {
  const { data, drift, keepDays, logLevel } = settings;
  const retention = { allDays: keepDays ?? RETENTION.allDays };
  return { data, path: pipelinesPath(settings), drift: driftLimit(drift), retention, logLevel, cacheFolder, clock };
}
