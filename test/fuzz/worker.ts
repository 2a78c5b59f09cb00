/** Worker: fuzzes one target in a thread of its own, with a limited memory, and writes each input where main.ts can see it. */
import { parentPort, workerData } from 'node:worker_threads';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openRandom } from '../generate/random.ts';
import { fuzz, type Fuzzed } from './fuzz.ts';
import { TARGETS } from './targets.ts';
import { CURRENT_BYTES, type WorkerTask } from './watched.ts';

const { name, seconds, seed, current } = workerData as WorkerTask;
const target = TARGETS.find((one) => one.name === name)!;
const [counter, bytes] = [new Uint32Array(current, 0, 2), Buffer.from(current, 8, CURRENT_BYTES)];
const untilMs = performance.now() + seconds * 1_000;

/** Returns the bytes in use after a garbage collection. */
function keptBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const fuzzed = fuzz(target, {
  random: openRandom(seed, TARGETS.indexOf(target)),
  goesOn: () => performance.now() < untilMs,
  onInput: (input) => {
    counter[1] = input.copy(bytes);
    Atomics.add(counter, 0, 1);
  },
});
parentPort!.postMessage({ ...fuzzed, keptBytes: keptBytes() } satisfies Fuzzed & { keptBytes: number }, []);
