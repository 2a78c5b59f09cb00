/**
 * The schedule as a process of its own on a clock of its own: started with a data folder, the moment at which its clock begins and the one
 * until which it works. Nights pass as fast as their work is done. The clock is kept in a file, so that the next process goes on from
 * where this one was killed. Prints what it took.
 */
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Scheduler } from '../../pipelines/schedule/scheduler.ts';
import { DRIFT_LIMIT } from '../../pipelines/state/drift.ts';

const [data = '', from = '', until = ''] = process.argv.slice(2);
let now = Date.parse(from);
const watched = join(data, 'in');

/** What is still written to changes whenever somebody waits. */
function write(): void {
  for (const holder of readdirSync(watched)) {
    const growing = readdirSync(join(watched, holder)).filter((name) => name.startsWith('growing'));
    for (const name of growing) appendFileSync(join(watched, holder, name), ' ');
  }
}

const scheduler: Scheduler = new Scheduler({
  data, path: join(data, 'pipelines.json'), cacheFolder: join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register'),
  retention: { allDays: 7 }, drift: DRIFT_LIMIT, clock: () => new Date(now), say: (line) => process.stderr.write(`${new Date(now).toISOString()} ${line}\n`),
  sleep: (ms) => {
    now += ms;
    write();
    return Promise.resolve();
  },
  rest: async (ms) => {
    await scheduler.idle();
    now += ms;
    writeFileSync(join(data, 'clock'), new Date(now).toISOString());
    if (now >= Date.parse(until)) scheduler.stop();
  },
});
const startedMs = performance.now();
await scheduler.run();
process.stdout.write(`${JSON.stringify({ ms: performance.now() - startedMs, peakBytes: process.resourceUsage().maxRSS * 1024 })}\n`);
