/** Overview: the submissions that wait for a decision, the newest runs of pipelines and who has access, for the page of the operator. */
import { existsSync } from 'node:fs';
import type { Overview, ShownRun } from '../../../schemas/operation.ts';
import { listOrganisations } from '../access/holders.ts';
import { listTokens } from '../access/tokens.ts';
import { foldersOf, inSnapshot, type Reader } from '../database/database.ts';
import { listRuns, openExistingRuns, wholeRun, type WholeRun } from '../runs/runs.ts';
import { submissionFigures } from './figures.ts';
import { listSubmissions } from './listed.ts';

const WAITING_SHOWN = 100;
const RUNS_SHOWN = 10;
/** Lines of each run: the last ones, because a failure comes last. */
const LINES_SHOWN = 40;

/** Returns the overview without what only the disk shows. */
export function overviewOf(db: Reader, data: string, now: Date): Omit<Overview, 'diskFreeBytes'> {
  const waiting = inSnapshot(db, () => listSubmissions(db, { states: ['parked', 'aside'], limit: WAITING_SHOWN }));
  return { states: submissionFigures(db).states, waiting, runs: runsOf(data), organisations: organisationsOf(data, now) };
}

function organisationsOf(data: string, now: Date): Overview['organisations'] {
  const tokens = listTokens(data, now);
  return listOrganisations(data).map(({ id, name, codes, roles }) => ({
    id, name, codes, roles,
    tokens: tokens.filter(({ organisation }) => organisation === id)
      .map(({ tail, made, expires, state }) => ({ tail, made, expires, state })),
  }));
}

function runsOf(data: string): readonly ShownRun[] {
  if (!existsSync(foldersOf(data).runs)) return [];
  const runs = openExistingRuns(data);
  try {
    return listRuns(runs, { pipeline: null, state: null, limit: RUNS_SHOWN }).flatMap(({ id }) => {
      const run = wholeRun(runs, id);
      return run === undefined ? [] : [shown(run)];
    });
  } finally {
    runs.close();
  }
}

function shown({ id, pipeline, state, started, ended, cause, message, steps, lines, linesLeft }: WholeRun): ShownRun {
  const last = lines.slice(-LINES_SHOWN);
  return {
    id, pipeline, state, started, ended, message: message ?? cause,
    steps: steps.map(({ name, state: of }) => ({ name, state: of })),
    lines: last.map(({ at, text }) => ({ at, text })), linesLeft: linesLeft + lines.length - last.length,
  };
}
