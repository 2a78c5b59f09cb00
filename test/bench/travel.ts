/** Travel: one delivery from its file to the active edition, by the command line: what `ev submit` and `ev batch` take together. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CRSS } from '../../schemas/crs.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { BASE_URL } from './edition.ts';
import { CLI, run, type Run } from './run.ts';
import { WRITER } from './writers.ts';

export interface RoadRun extends Run {
  readonly stages: Stages;
}

/** Seconds of wall of each stage of `ev batch`; none when it does not say. */
export type Stages = Readonly<Record<string, number>>;

/** Submits a file to the data folder in `folder` and publishes it. Throws when not every root of it was accepted. */
export async function travel(file: string, { folder, isNew }: { readonly folder: string; readonly isNew: boolean }): Promise<RoadRun> {
  const data = ['--data', join(folder, 'data')];
  const answer = join(folder, 'answer.json');
  const submitted = await run(
    [CLI, 'submit', file, '--crs', CRSS['28992'].uri, '--holder', WRITER, ...data, ...(isNew ? ['--create'] : [])], join(folder, 'receipt.txt'));
  const published = await run([CLI, 'batch', ...data, '--base-url', BASE_URL, '--json'], answer);
  return {
    seconds: submitted.seconds + published.seconds, cpuSeconds: submitted.cpuSeconds + published.cpuSeconds,
    peakBytes: Math.max(submitted.peakBytes, published.peakBytes), stages: stagesOf(JSON.parse(await readFile(answer, 'utf8')) as Answer),
  };
}

/** JSON output of `ev batch`. */
interface Answer {
  readonly outcomes: readonly Outcome[];
  readonly stages?: Stages;
}

function stagesOf({ outcomes, stages = {} }: Answer): Stages {
  const [{ state, report } = { state: 'pending', report: null }] = outcomes;
  if (state === 'settled' && report !== null && report.counts.accepted + report.counts.unchanged === report.counts.objects) return stages;
  throw new Error(`the register was not published whole: ${state}, ${JSON.stringify(report?.counts)}`);
}
