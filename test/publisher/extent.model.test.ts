/** Extents: those of all rows of a series, whenever they are valid, to the last decimal. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Edition } from '../../publisher/read/types.ts';
import { SERIES } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { events, publishAt, Register, withFolder } from './histories.ts';
import { modelRows, type ModelRow } from './model.ts';

test('the extent of each series is the least and the most of all its published positions and moments', async () => {
  await fc.assert(fc.asyncProperty(fc.array(events, { minLength: 1, maxLength: 60 }), fc.nat(25), async (list, later) => {
    const register = new Register(list);
    const { roots, day } = register.prefixes.at(-1)!;
    await withFolder(async (folder) => {
      publishAt(folder, register, [{ prefix: Math.ceil(list.length / 2), day: day + later }, { prefix: list.length, day: day + later }]);
      const editions = openEditions(folder, 'public');
      const { edition } = editions.current()!;
      const rows = modelRows(roots.values());
      for (const name of SERIES) {
        expect([name, await edition.extent(name)]).toEqual([name, extentOf(rows.filter(({ series }) => series === name), edition)]);
      }
      editions.close();
    });
  }), { numRuns: 8, endOnFailure: process.env['SHRINK'] === undefined });
});

function extentOf(rows: readonly ModelRow[], edition: Edition): Awaited<ReturnType<Edition['extent']>> {
  const positions = rows.flatMap(({ id, series, from }) => {
    const { geometry } = JSON.parse(edition.feature(series, id, 'CRS84', from as Moment)!.bytes.toString()) as { geometry: { coordinates: unknown[] } | null };
    const numbers = (geometry?.coordinates ?? []).flat(3) as number[];
    return Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[at * 2]!, numbers[at * 2 + 1]!] as const);
  });
  const [firsts, seconds] = [positions.map(([first]) => first), positions.map(([, second]) => second)];
  return {
    box: positions.length === 0 ? null : [Math.min(...firsts), Math.min(...seconds), Math.max(...firsts), Math.max(...seconds)],
    period: rows.length === 0 ? null : { from: Math.min(...rows.map(({ from }) => from)), until: Math.max(...rows.map(({ until }) => until)) },
  };
}
