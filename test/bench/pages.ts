/** Pages far into a list, by offset and by cursor, of a plain list and of one that is selected anew, as multiples of the first page. */
import { ITEMS } from './asked-edition.ts';
import { measure, type Served } from './load.ts';
import type { Row } from './table.ts';

const ROUNDS = 3;
const PAGES = 64;

interface Pages {
  readonly what: string;
  readonly requests: number;
  /** Paths of the `n`-th round. */
  readonly first: (round: number) => readonly string[];
  readonly far: (round: number) => readonly string[];
}

export async function pageRows(served: Served, objects: number): Promise<readonly Row[]> {
  process.stderr.write('pages at 90 %\n');
  const offsets = Array.from({ length: PAGES }, (_, n) => Math.floor(objects * 0.9 + n * objects / 10_000));
  const cursors = await Promise.all(offsets.map((offset) => nextOf(`${served.base}${ITEMS}?offset=${offset - 10}`)));
  // Other pages than the first are never the same one: they are compared with pages that begin near the first.
  const near = Array.from({ length: PAGES }, (_, n) => `${ITEMS}?offset=${Math.floor(n * objects / 10_000)}`);
  const selecting = (at: number) => (round: number): readonly string[] => Array.from({ length: PAGES }, (_, n) => (
    `${ITEMS}?offset=${Math.floor(objects * at / 2)}&filter=${encodeURIComponent(`populatie > ${999 + (at + round * PAGES + n) / 10_000}`)}`));
  const list: readonly Pages[] = [
    { what: 'page at 90 % by offset', requests: 2_000, first: () => near, far: () => offsets.map((offset) => `${ITEMS}?offset=${offset}`) },
    { what: 'page at 90 % by cursor', requests: 2_000, first: () => near, far: () => cursors },
    { what: 'page at 90 % of a filter never asked before', requests: PAGES, first: selecting(0), far: selecting(0.9) },
  ];
  const rows: Row[] = [];
  for (const pages of list) rows.push(await rowOf(served, pages));
  return rows;
}

async function rowOf(served: Served, { what, requests, first, far }: Pages): Promise<Row> {
  const ask = async (paths: readonly string[]): Promise<number> => (await measure(served, paths, { requests, status: 200 })).cpuMicroseconds;
  const costs: { readonly first: number; readonly far: number }[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) costs.push({ first: await ask(first(round)), far: await ask(far(round)) });
  const middle = costs.slice(1).sort((one, other) => one.far / one.first - other.far / other.first)[ROUNDS >> 1]!;
  return {
    what, ours: `${Math.round(middle.far)} µs CPU`,
    beside: `first page: ${Math.round(middle.first)} µs`, ratio: `${(middle.far / middle.first).toFixed(2)}× the cost`,
    bar: { value: middle.far / middle.first, atMost: 1.2, unit: '×' },
  };
}

/** Path of the next page. */
async function nextOf(url: string): Promise<string> {
  const { links } = await (await fetch(url)).json() as { links: { rel: string; href: string }[] };
  const { pathname, search } = new URL(links.find(({ rel }) => rel === 'next')!.href);
  return pathname + search;
}
