/**
 * Benchmark: validation of a generated register, whole and with a tenth of its objects broken, beside JSON.parse and ajv.
 *
 * Both are processes of their own, one after the other, timed from start to end: `ev validate --json`, report written and all, and
 * reference.ts, which stops at the first mistake of a root and only counts. Their verdicts are compared.
 * As a program: `node validation.ts [OBJECTS]`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrokenAt } from '../generate/generate.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Report } from '../../schemas/finding.ts';
import { readKey, writeRegister } from '../generate/register-file.ts';
import { medianRounds } from './rounds.ts';
import { CLI, inWords, run } from './run.ts';
import { givenNumber, printRows, type Row } from './table.ts';
import { compareVerdicts } from './verdicts.ts';

const REFERENCE = join(import.meta.dirname, 'reference.ts');
const SHARES = [{ broken: 0, name: 'none' }, { broken: 0.1, name: 'a tenth' }];

/** Generates the registers in a temporary folder and validates each in both ways; minutes for a million objects. */
export async function validationRows(objects: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { broken, name } of SHARES) {
    process.stderr.write(`validating ${objects} objects, ${name} broken\n`);
    const { ours, reference } = await measureValidation(objects, broken);
    rows.push({
      what: `validation of ${objects} objects, ${name} broken`, ours: inWords(ours),
      beside: `JSON.parse + ajv: ${inWords(reference)}`, ratio: `${(reference.seconds / ours.seconds).toFixed(2)}×`,
    });
  }
  return rows;
}

async function measureValidation(objects: number, broken: number) {
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  const [register, key, report, times, verdicts] = ['register.ndjson', 'key.ndjson', 'report.json', 'times.json', 'verdicts']
    .map((name) => join(folder, name)) as [string, string, string, string, string];
  try {
    await writeRegister(register, { objects, seed: 1, broken, key });
    const measured = await medianRounds({
      ours: () => run([CLI, 'validate', register, '--crs', CRSS['28992'].uri, '--json'], report),
      reference: () => run([REFERENCE, register, verdicts], times),
    });
    await assertVerdicts({ report, verdicts, key: readKey(key) });
    return measured;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Throws when we accept what the reference refuses or the key says is broken, or refuse what nobody broke. */
async function assertVerdicts(
  { report, verdicts, key }: { report: string; verdicts: string; key: readonly BrokenAt[] },
): Promise<void> {
  const { objects } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const ours = objects.map(({ verdict }) => verdict === 'accepted');
  const theirs = [...await readFile(verdicts)].map((verdict) => verdict === 1);
  const { missed, invented, overlooked } = compareVerdicts(ours, theirs, key);
  const wrong = [...missed, ...invented, ...overlooked];
  if (wrong.length > 0) throw new Error(`wrong verdicts on lines ${wrong.slice(0, 20).join(', ')}`);
}

if (import.meta.main) await printRows(() => validationRows(givenNumber(100_000)));
