/**
 * `npm run fuzz`: fuzzes every parser of what comes from outside (targets.ts), each in a thread. `--target NAME` takes one, `--seconds N`
 * is the time for each (600), `--seed N` another walk. A finding is printed with its input, and makes the exit code 1; once mended, its input
 * becomes a seed of its target, which fuzz.test.ts reads each time.
 *
 * Fails on memory too: the thread has a heap of `HEAP_MB_MAX`, and may keep `KEPT_MB_MAX` when all is read.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Fuzzed } from './fuzz.ts';
import { TARGETS } from './targets.ts';
import { CURRENT_BYTES, type WorkerTask } from './watched.ts';

const HEAP_MB_MAX = 512;
const KEPT_MB_MAX = 256;
/** An input that is not done by now never will be. */
const STUCK_SECONDS = 30;

const { values } = parseArgs({ options: { target: { type: 'string', multiple: true }, seconds: { type: 'string' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds ?? 600);
const seed = Number(values.seed ?? 1);

type Ended = Fuzzed & { readonly keptBytes: number };

/** Fuzzes one target, and returns the lines of what is wrong. */
async function fuzzed(name: string): Promise<readonly string[]> {
  const current = new SharedArrayBuffer(8 + CURRENT_BYTES);
  const counter = new Uint32Array(current, 0, 2);
  const task: WorkerTask = { name, seconds, seed, current };
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: task, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX } });
  let last = { inputs: 0, at: performance.now() };
  const { promise: stuck, reject: end } = Promise.withResolvers<never>();
  const watch = setInterval(() => {
    const inputs = Atomics.load(counter, 0);
    // While nothing is read, the thread is still loading its code.
    if (inputs === 0 || inputs !== last.inputs) last = { inputs, at: performance.now() };
    else if (performance.now() - last.at > STUCK_SECONDS * 1_000) end(new Error(`does not end within ${STUCK_SECONDS} s`));
  }, 1_000);
  try {
    const { inputs, corpus, characters, findings, keptBytes } = await Promise.race([stuck, new Promise<Ended>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    })]);
    console.log(`${name}: ${inputs} inputs in ${seconds} s, ${corpus.length} kept for ${characters} characters of code, ${Math.round(keptBytes / 2 ** 20)} MiB in memory, ${findings.length} findings`);
    const kept = keptBytes > KEPT_MB_MAX * 2 ** 20 ? [`${name} keeps ${Math.round(keptBytes / 2 ** 20)} MiB`] : [];
    return [...kept, ...findings.map(({ input, words }) => rowOf(name, Buffer.from(input), words))];
  } catch (error) {
    return [rowOf(name, Buffer.from(Buffer.from(current, 8, counter[1])), String(error))];
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

function rowOf(target: string, input: Buffer, words: string): string {
  return JSON.stringify({ target, latin1: input.toString('latin1'), words });
}

const wrong: string[] = [];
for (const { name } of TARGETS.filter((target) => values.target?.includes(target.name) ?? true)) wrong.push(...await fuzzed(name));
for (const line of wrong) console.log(line);
process.exitCode = wrong.length === 0 ? 0 : 1;
