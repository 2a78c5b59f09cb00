/**
 * The schedule as a process of its own on a clock of its own: started with a data folder, the moment at which its clock begins and the one
 * until which it works. Nights pass as fast as their work is done. The clock is kept in a file, so that the next process goes on from
 * where this one was killed. With a seed and a number of nights it also does what holders do, and after each so many nights prints what it took.
 */
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { openRandom } from '../generate/random.ts';
import { Scheduler } from '../../pipelines/schedule/scheduler.ts';
import { DRIFT_LIMIT } from '../../pipelines/state/decide/drift.ts';
import { Holders } from './holders.ts';

const DAY_MS = 86_400_000;
const [data = '', from = '', until = '', seed, nights = ''] = process.argv.slice(2);
const watched = join(data, 'in');
const startMs = Date.parse(from);
let now = startMs;

/** Writes to the files that are still growing, at each wait. */
function write(): void {
  for (const holder of readdirSync(watched)) {
    const growing = readdirSync(join(watched, holder)).filter((name) => name.startsWith('growing'));
    for (const name of growing) appendFileSync(join(watched, holder, name), ' ');
  }
}

const holders = seed === undefined ? null : new Holders(data, openRandom(Number(seed), 0));
holders?.settle();
let night = 0;
let last = { ms: performance.now(), cpu: process.cpuUsage() };

/** Each noon of the clock is the evening of the holders. */
function playHolders(): void {
  if (holders === null || now < startMs + night * DAY_MS) return;
  if (night > 0 && night % Number(nights) === 0) tell();
  night += 1;
  holders.evening(night, new Date(now));
}

function tell(): void {
  const { user, system } = process.cpuUsage(last.cpu);
  process.stdout.write(`${JSON.stringify({ ms: performance.now() - last.ms, cpuMs: (user + system) / 1000, peakBytes: process.resourceUsage().maxRSS * 1024 })}\n`);
  last = { ms: performance.now(), cpu: process.cpuUsage() };
}

const scheduler: Scheduler = new Scheduler({
  data, path: join(data, 'pipelines.json'), cacheFolder: join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register'),
  retention: { allDays: 7 }, drift: DRIFT_LIMIT, clock: () => new Date(now), print: (line) => process.stderr.write(`${new Date(now).toISOString()} ${line}\n`),
  sleep: (ms) => {
    now += ms;
    write();
    return Promise.resolve();
  },
  rest: async (ms) => {
    await scheduler.idle();
    playHolders();
    now += ms;
    writeFileSync(join(data, 'clock'), new Date(now).toISOString());
    if (now >= Date.parse(until)) scheduler.stop();
  },
});
await scheduler.run();
