/**
 * Benchmark: the whole road, from a delivered file to the active edition with every CRS and index, beside ogr2ogr, which makes GeoPackages
 * of the same objects in the same CRSs.
 *
 * Ours are two processes, `ev submit` and `ev batch`, on a new data folder each round; their wall and CPU are those of both together, and
 * the answer with the report is written too. As a program: `node road.ts [OBJECTS]`.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CRSS } from '../../schemas/crs.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { writeCollections } from './collections.ts';
import { assertOgr2ogr, makeGeoPackages } from './ogr2ogr.ts';
import { writeRegister } from '../generate/register-file.ts';
import { medianRounds } from './rounds.ts';
import { CLI, inWords, run, type Run } from './run.ts';
import { givenNumber, printRows, type Row } from './table.ts';

/** Source holder of the generated objects. */
const HOLDER = 'AB12';

interface RoadRun extends Run {
  readonly stages: Stages;
}

/** Seconds of wall of each stage of `ev batch`; none when it does not say. */
type Stages = Readonly<Record<string, number>>;

/** Needs about 11 kB an object in the folder for temporary files. Throws a Fault when there is no ogr2ogr. */
export async function roadRows(objects: number): Promise<readonly Row[]> {
  assertOgr2ogr();
  process.stderr.write(`the road of ${objects} objects\n`);
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  try {
    const register = join(folder, 'register.ndjson');
    await writeRegister(register, { objects, seed: 1 });
    const collections = await writeCollections(register, folder);
    const { ours, ogr2ogr } = await medianRounds({
      ours: () => travel(register, join(folder, 'ours')),
      ogr2ogr: () => makeGeoPackages(collections, folder),
    });
    const whole: Row = {
      what: `from a delivered file to the active edition, ${objects} objects`, ours: inWords(ours),
      beside: `ogr2ogr, GeoPackages: ${ogr2ogr.seconds.toFixed(1)} s, CPU ${ogr2ogr.cpuSeconds.toFixed(1)} s`,
      ratio: `${(ogr2ogr.seconds / ours.seconds).toFixed(2)}×`, bar: { value: ogr2ogr.seconds / ours.seconds, atLeast: 0.8, unit: '×' },
    };
    return [whole, ...stageRows(ours.stages)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function stageRows(stages: Stages): readonly Row[] {
  const told = Object.entries(stages).map(([stage, seconds]) => `${stage} ${seconds.toFixed(1)} s`);
  return told.length === 0 ? [] : [{ what: 'of that, stage by stage', ours: told.join(', '), beside: '', ratio: '' }];
}

/** Submits the register to a data folder in a new folder, publishes it, and removes all of it again. */
async function travel(register: string, folder: string): Promise<RoadRun> {
  await mkdir(folder);
  const data = ['--data', join(folder, 'data')];
  const answer = join(folder, 'answer.json');
  const submitted = await run(
    [CLI, 'submit', register, '--crs', CRSS['28992'].uri, '--holder', HOLDER, ...data, '--create'], join(folder, 'receipt.txt'));
  const published = await run([CLI, 'batch', ...data, '--json'], answer);
  const stages = stagesOf(JSON.parse(await readFile(answer, 'utf8')) as Answer);
  await rm(folder, { recursive: true });
  return {
    seconds: submitted.seconds + published.seconds, cpuSeconds: submitted.cpuSeconds + published.cpuSeconds,
    peakBytes: Math.max(submitted.peakBytes, published.peakBytes), stages,
  };
}

/** JSON output of `ev batch`. */
interface Answer {
  readonly outcomes: readonly Outcome[];
  readonly stages?: Stages;
}

/** Throws when not every root of the delivery was published. */
function stagesOf({ outcomes, stages = {} }: Answer): Stages {
  const [{ state, report } = { state: 'pending', report: null }] = outcomes;
  if (state === 'settled' && report !== null && report.counts.accepted === report.counts.objects) return stages;
  throw new Error(`the register was not published whole: ${state}, ${JSON.stringify(report?.counts)}`);
}

if (import.meta.main) await printRows(() => roadRows(givenNumber(100_000)));
