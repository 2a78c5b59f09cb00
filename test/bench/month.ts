/**
 * Month: nights of twelve holders by schedule in one process, each a day apart on its clock; what a night of the second month takes as a
 * multiple of one of the first. Each pays for what is there, so it should grow with neither the runs that are kept nor the files that lie in done/.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nightsTook, type Took } from '../month/nights.ts';
import { givenNumber, printRows, type Row } from './table.ts';

const SEED = 1;
const FROM = new Date('2026-03-05T11:00:00Z');

export async function monthRows(nights: number): Promise<readonly Row[]> {
  process.stderr.write('month\n');
  const data = await mkdtemp(join(tmpdir(), 'ev-month-'));
  try {
    const [first, second] = await nightsTook(data, { seed: SEED, from: FROM, nights, times: 2 });
    if (first === undefined || second === undefined) throw new Error('two months were asked');
    const row = (what: string, of: (took: Took) => number, unit: string): Row => ({
      what: `${what} by schedule, 12 holders, the second ${nights} nights`, ours: `${of(second).toFixed(1)} ${unit}`,
      beside: `the first ${nights}: ${of(first).toFixed(1)} ${unit}`, ratio: `${(of(second) / of(first)).toFixed(2)}× the cost`,
      bar: { value: of(second) / of(first), atMost: 1.2, unit: '×' },
    });
    return [
      row('a night', ({ ms }) => ms / nights / 1000, 's'), row('CPU of a night', ({ cpuMs }) => cpuMs / nights / 1000, 's'),
      row('peak memory', ({ peakBytes }) => peakBytes / 1024 ** 2, 'MiB'),
    ];
  } finally {
    await rm(data, { recursive: true });
  }
}

if (import.meta.main) await printRows(() => monthRows(givenNumber(30)));
