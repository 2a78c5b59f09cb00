/** Schedule check: pipelines.json is in order, its pipelines run, and their last runs succeeded. */
import { existsSync } from 'node:fs';
import { inAmsterdam } from '../../schemas/time.ts';
import { pipelinesMistakes, readPipelines, type Pipeline } from '../schedule/pipelines-file.ts';
import { cronTimes } from '../schedule/cron-times.ts';
import { stepFaults } from '../schedule/step-folders.ts';
import { foldersOf } from '../state/database/database.ts';
import { accountedFor, lastRun, openExistingRuns, type Runs } from '../state/runs/runs.ts';
import { fault, note, together, type DoctorContext, type CheckFindings, type Remark } from './check.ts';

/** A pipeline may be this late, because a time waits while a long run of another pipeline ends. */
const LATE_MS = 3 * 3_600_000;

export function schedule({ data, pipelines: path, clock }: DoctorContext): CheckFindings {
  if (!existsSync(path)) return { detail: `none: ${path} is not there`, remarks: [] };
  const mistakes = pipelinesMistakes(path);
  if (mistakes.length > 0) {
    return { detail: path, remarks: together(mistakes, { what: 'cannot be used as it is', mend: 'Mend it; `ev schedule check` looks again, `ev schema pipelines` says what it may hold.' }) };
  }
  const { pipelines } = readPipelines(path);
  const now = clock();
  const nexts = pipelines.map(({ name, cron }) => {
    const next = cronTimes(cron).next(now);
    return `${name} next at ${next === undefined ? 'no time' : inAmsterdam(next)}`;
  });
  const detail = `${path}: ${nexts.join(', ') || 'no pipelines'}`;
  const shut = stepFaults(pipelines, data).map(({ what, mend }) => fault(what, mend));
  if (!existsSync(foldersOf(data).runs)) return { detail, remarks: pipelines.length === 0 ? [] : [...shut, neverRan('it')] };
  const runs = openExistingRuns(data);
  try {
    return { detail, remarks: [...shut, ...pipelines.flatMap((pipeline) => remarksOf(pipeline, { runs, now }))] };
  } finally {
    runs.close();
  }
}

function remarksOf({ name, cron }: Pipeline, { runs, now }: { readonly runs: Runs; readonly now: Date }): readonly Remark[] {
  const seen = accountedFor(runs, name)?.upTo;
  if (seen === undefined) return [neverRan(name)];
  const run = lastRun(runs, name);
  const due = cronTimes(cron).last(new Date(now.getTime() - LATE_MS), seen);
  return [
    ...(due === undefined || run?.state === 'running' ? [] : [fault(`${name} should have run at ${inAmsterdam(due)}, and nothing did`,
      'Does `ev schedule` or `ev serve --schedule` run? When it starts, what was missed is made up for or skipped, as the file says.')]),
    ...(run?.state !== 'failed' && run?.state !== 'cut-off' ? [] : [fault(`the last run of ${name}, ${run.id}, ${ENDED[run.state]}${run.message === null ? '' : `: ${run.message.replaceAll('\n', '; ')}`}`,
      `\`ev runs show ${run.id}\` says what it did; \`ev schedule run ${name}\` runs it once more.`)]),
  ];
}

const ENDED = { 'failed': 'failed', 'cut-off': 'was cut off' } as const;

function neverRan(what: string): Remark {
  return note(`nobody runs ${what} yet`, 'Start `ev schedule`, or `ev serve` with the setting `schedule`.');
}
