/**
 * Growth: what a random item and random boxes cost with all objects, as a multiple of what they cost with a tenth of them; and the memory
 * that the server has of its own after that load (PSS, so Linux only).
 */
import { join } from 'node:path';
import { buildingAt, ITEMS, placeOf, RD, type AskedEdition } from './asked-edition.ts';
import { measure, pssMegabytes, startServer, stopServer, type Served } from './load.ts';
import type { Row } from './table.ts';

const ROUNDS = 3;
const REQUESTS = 10_000;
/** Number of different boxes and items that are requested. */
const PLACES = 10_000;

const LOADS: Readonly<Record<string, (n: number) => string>> = {
  'random item': (n) => `${ITEMS}/${encodeURIComponent(buildingAt(n)['id'] as string)}`,
  'random box of 100 m': (n) => boxAround(n, 50),
  'random box of 2 km': (n) => boxAround(n, 1_000),
};

function boxAround(n: number, reach: number): string {
  const [x, y] = placeOf(n);
  return `${ITEMS}?bbox=${x - reach},${y - reach},${x + reach},${y + reach}&bbox-crs=${RD}`;
}

export async function growthRows(large: AskedEdition, small: AskedEdition): Promise<readonly Row[]> {
  process.stderr.write('growth\n');
  const servers = { large: await served(large), small: await served(small) };
  try {
    const rows: Row[] = [];
    for (const [name, pathAt] of Object.entries(LOADS)) {
      const paths = { large: pathsOf(pathAt, large), small: pathsOf(pathAt, small) };
      const costs: { readonly large: number; readonly small: number }[] = [];
      // The first round warms up.
      for (let round = 0; round <= ROUNDS; round += 1) {
        costs.push({ large: await cost(servers.large, paths.large), small: await cost(servers.small, paths.small) });
      }
      const middle = costs.slice(1).sort((one, other) => one.large / one.small - other.large / other.small)[ROUNDS >> 1]!;
      rows.push({
        what: `${name} of ${large.objects}`, ours: `${Math.round(middle.large)} µs CPU`,
        beside: `of ${small.objects}: ${Math.round(middle.small)} µs`, ratio: `${(middle.large / middle.small).toFixed(2)}× the cost`,
        bar: { value: middle.large / middle.small, atMost: 3, unit: '×' },
      });
    }
    const afterwards = await pssMegabytes(servers.large);
    return [...rows, {
      what: `memory (PSS) of the server after that load of ${large.objects}`, ours: `${afterwards} MB`,
      beside: `of ${small.objects}: ${await pssMegabytes(servers.small)} MB`, ratio: '', bar: { value: afterwards, atMost: 400, unit: ' MB' },
    }];
  } finally {
    await stopServer(servers.large);
    await stopServer(servers.small);
  }
}

function served({ folder }: AskedEdition): Promise<Served> {
  return startServer(join(import.meta.dirname, 'our-server.ts'), [folder]);
}

/** Spread over all objects in a fixed order without a pattern. */
function pathsOf(pathAt: (n: number) => string, { objects }: AskedEdition): readonly string[] {
  return Array.from({ length: Math.min(PLACES, objects) }, (_, n) => pathAt(n * 15_485_863 % objects));
}

async function cost(server: Served, paths: readonly string[]): Promise<number> {
  return (await measure(server, paths, { requests: REQUESTS, status: 200 })).cpuMicroseconds;
}
