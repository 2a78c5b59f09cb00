/**
 * Bad input: the CPU time of the worst of some requests that are refused, each asked for itself, of a server of its own that has answered
 * ordinary requests and no questions: nothing is cleared away of what others asked, and no request is its first.
 */
import { join } from 'node:path';
import { ITEMS, type AskedEdition } from './asked-edition.ts';
import { cpuMicroseconds, measure, startServer, stopServer, type Served } from './load.ts';
import type { Row } from './table.ts';

const TRIES = 20;
const ORDINARY = 500;

/** Values that differ a little, so that no request is remembered. */
const BAD: Readonly<Record<string, (n: number) => string>> = {
  'a filter nested 1,000 deep': (n) => `filter=${'('.repeat(1_000)}id='${n}'${')'.repeat(1_000)}`,
  'a filter nested 1,000 deep in JSON': (n) => `filter-lang=cql2-json&filter=${'['.repeat(1_000)}${n}${']'.repeat(1_000)}`,
  'zoek of * × 10,000': (n) => `zoek=${'*'.repeat(10_000 + n)}`,
  'a forged cursor': (n) => `cursor=1-${n}-${(0x12345678 + n).toString(16)}`,
  'a forged cursor of 10,000 characters': (n) => `cursor=${'z'.repeat(10_000 + n)}`,
  'a bbox with 400 digits': (n) => `bbox=${'1'.repeat(400)},51,5,5${n}`,
};

export async function badInputRows({ folder }: AskedEdition): Promise<readonly Row[]> {
  process.stderr.write('bad input\n');
  const served = await startServer(join(import.meta.dirname, 'our-server.ts'), [folder]);
  try {
    await measure(served, Array.from({ length: ORDINARY }, (_, n) => `${ITEMS}?offset=${n}`), { requests: ORDINARY, status: 200 });
    const rows: Row[] = [];
    for (const [name, queryAt] of Object.entries(BAD)) rows.push(await worstOf(served, name, queryAt));
    return rows;
  } finally {
    await stopServer(served);
  }
}

async function worstOf(served: Served, name: string, queryAt: (n: number) => string): Promise<Row> {
  let worst = 0;
  const statuses = new Set<number>();
  for (let n = 0; n < TRIES; n += 1) {
    const before = await cpuMicroseconds(served);
    const response = await fetch(`${served.base}${ITEMS}?${queryAt(n)}`);
    await response.arrayBuffer();
    worst = Math.max(worst, await cpuMicroseconds(served) - before);
    statuses.add(response.status);
  }
  return {
    what: `refused with ${[...statuses].join(', ')}: ${name}`, ours: `${(worst / 1000).toFixed(1)} ms CPU, the worst of ${TRIES}`,
    beside: '', ratio: '', bar: { value: worst / 1000, atMost: 10, unit: ' ms' },
  };
}
