/**
 * Benchmark: validation of a generated register, some of its objects broken, beside JSON.parse and ajv.
 *
 * Both are processes of their own, one after the other, timed from start to end: `ev validate --json`, report written
 * and all, and reference.ts, which stops at the first mistake of a root and only counts. Rounds alternate and the best of
 * each counts, for a machine is now fast, now slow. Their verdicts are compared.
 * As a program: `node validation.ts [OBJECTS [BROKEN]]`.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { generate, type BrokenAt } from '../../pipelines/generate/generate.ts';
import type { Report } from '../../schemas/finding.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { ReferenceTimes } from './reference.ts';
import type { Usage } from './usage.ts';
import { compareVerdicts, type Comparison } from './verdicts.ts';

const SEED = 1;
const CLI = join(import.meta.dirname, '../../pipelines/cli.ts');
const REFERENCE = join(import.meta.dirname, 'reference.ts');
const USAGE = join(import.meta.dirname, 'usage.ts');

interface Run extends Usage {
  readonly seconds: number;
}

export interface MeasuredValidation {
  readonly objects: number;
  /** Share of them, from 0 to 1. */
  readonly broken: number;
  readonly bytes: number;
  readonly ours: Run;
  readonly reference: Run & ReferenceTimes;
  /** Seconds of the reference for each of ours. */
  readonly ratio: number;
  /** The same when the reference need not compile its schema nor start. */
  readonly ratioCompiled: number;
  readonly verdicts: Comparison;
}

/** Generates the register in a temporary folder and validates it in both ways; minutes for a million objects. */
export async function measureValidation(objects: number, broken: number, rounds = 3): Promise<MeasuredValidation> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  const [register, report, times, verdicts] = ['register.ndjson', 'report.json', 'times.json', 'verdicts']
    .map((name) => join(folder, name)) as [string, string, string, string];
  try {
    const { bytes, key } = await writeRegister(register, objects, broken);
    const runReference = async (): Promise<Run & ReferenceTimes> => ({
      ...await run([REFERENCE, register, verdicts], times), ...JSON.parse(await readFile(times, 'utf8')) as ReferenceTimes,
    });
    const runOurs = (): Promise<Run> => run([CLI, 'validate', register, '--crs', CRSS['28992'].uri, '--json'], report);
    let [reference, ours] = [await runReference(), await runOurs()];
    for (let round = 1; round < rounds; round++) {
      reference = better(reference, await runReference());
      ours = better(ours, await runOurs());
    }
    const theirVerdicts = [...await readFile(verdicts)].map((verdict) => verdict === 1);
    const { objects: found } = JSON.parse(await readFile(report, 'utf8')) as Report;
    const ourVerdicts = found.map(({ verdict }) => verdict === 'accepted');
    return {
      objects, broken, bytes, ours, reference,
      ratio: reference.seconds / ours.seconds, ratioCompiled: reference.readSeconds / ours.seconds,
      verdicts: compareVerdicts(ourVerdicts, theirVerdicts, key),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function better<Measured extends Run>(one: Measured, other: Measured): Measured {
  return other.seconds < one.seconds ? other : one;
}

async function writeRegister(path: string, objects: number, broken: number): Promise<{ bytes: number; key: readonly BrokenAt[] }> {
  const file = createWriteStream(path);
  const key: BrokenAt[] = [];
  const { bytes } = await generate({
    objects, seed: SEED, broken,
    onBroken: (what) => { key.push(what); },
    write: async (chunk) => { if (!file.write(chunk)) await once(file, 'drain'); },
  });
  file.end();
  await finished(file);
  return { bytes, key };
}

/** Runs a program of ours with standard output to a file. Throws when it could not do its work. */
async function run(args: readonly string[], output: string): Promise<Run> {
  const file = await open(output, 'w');
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', USAGE, ...args], { stdio: ['ignore', file.fd, 'pipe', 'pipe'] });
  const streams = Promise.all([text(child.stderr as Readable), text(child.stdio[3] as Readable)]);
  const [code] = await once(child, 'exit') as [number | null];
  const seconds = (performance.now() - start) / 1000;
  const [errors, usage] = await streams;
  await file.close();
  // 1: `ev validate` found errors, as it should.
  if (code !== 0 && code !== 1) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
  return { seconds, ...JSON.parse(usage) as Usage };
}

if (import.meta.main) {
  const measured = await measureValidation(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 0.1));
  process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`);
}
