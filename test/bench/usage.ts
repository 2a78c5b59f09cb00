/**
 * Preloaded into a measured program (`node --import`): at its end writes what the whole process used, its threads included, as JSON to
 * file descriptor 3.
 */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

export interface Usage {
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 };
    writeSync(3, JSON.stringify(usage));
  });
}
