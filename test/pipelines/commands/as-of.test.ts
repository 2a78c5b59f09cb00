/** `ev as-of`: the objects of `/omgeving` with `beschikbaarOp`, for every moment and distance, and what it says of other editions. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOfCommand } from '../../../pipelines/commands/as-of.ts';
import { NO_PROGRESS } from '../../../pipelines/commands/terminal.ts';
import { openStore } from '../../../publisher/store.ts';
import { Collector } from '../../../publisher/write/collect.ts';
import type { Moment } from '../../../schemas/time.ts';
import { SOUND } from '../../always-sound.ts';
import { buildingRoot, createAll, DAY, day } from '../../publisher/registry.ts';
import { realServer, type RealServer } from '../../server/real-server.ts';

const named = (id: string, metres: number) => buildingRoot(id, { x: 100_000 + metres, y: 400_000, name: id });

interface Answer {
  readonly edition: { readonly number: number; readonly since: string } | null;
  readonly objects: readonly { readonly id: string; readonly collection: string; readonly distance: number }[];
  readonly collections: number;
  readonly request: string;
  readonly nearest: readonly string[];
}

let server: RealServer;
let data: string;
beforeAll(async () => {
  server = await realServer({ changes: createAll([named('a', 0), named('b', 500)]), on: 10 });
  server.publish({ changes: createAll([named('c', 40)]), on: 10.2 });
  server.publish({ changes: createAll([named('d', 900)]), on: 10.4 });
  server.publish({ changes: createAll([named('e', 10)]), on: 12 });
  data = mkdtempSync(join(tmpdir(), 'ev-as-of-'));
  symlinkSync(server.folder, join(data, 'editions'));
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true });
});

async function asOf(moment: Moment, within: number, point: readonly [number, number] = [100_005, 400_005]) {
  const lines: string[] = [];
  let answer: unknown;
  const terminal = {
    json: true, colour: false, isWatched: false, note: () => {}, log: () => {}, progress: () => NO_PROGRESS,
    print: (line: string) => { lines.push(line); }, printJson: (value: unknown) => { answer = value; },
  };
  const code = await asOfCommand({ data, moment, point, crs: '28992', within }, terminal);
  return { code, lines, answer: answer as Answer };
}

test.each([9, 10, 10.1, 10.3, 11.9, 12, 30])('the request of day %d gives the same objects over HTTP', async (on) => {
  for (const within of [0, 5, 60, 1000]) {
    const { code, answer, lines } = await asOf(day(on), within);
    const { objecten, editie, aantallen } = (await server.ask(answer.request.slice(answer.request.indexOf('/v1')))).json() as {
      objecten: readonly { id: string; collectie: string; afstand: number }[]; editie?: { nummer: number; beschikbaarVanaf: string };
      aantallen: Readonly<Record<string, number>>;
    };
    const objects = answer.objects.map(({ id, collection, distance }) => ({ id, collectie: collection, afstand: Math.round(distance * 10) / 10 }));
    expect(objects).toEqual(objecten.map(({ id, collectie, afstand }) => ({ id, collectie, afstand })));
    expect([code, answer.edition?.number, answer.edition?.since]).toEqual([0, editie?.nummer, editie?.beschikbaarVanaf]);
    expect(answer.collections).toBe(on < 10 ? 0 : Object.keys(aantallen).length);
    expect(lines[0]).toContain(on < 10 ? 'no edition had been published yet' : `edition ${editie!.nummer} was in force, since 2026-01-`);
  }
});

test('nothing found names collections, edition, day, distance and point', async () => {
  const { lines } = await asOf(day(10.3), 7, [50_000, 400_000]);
  expect(lines[1]).toBe('Looked at 37 collections in edition 2, valid on 2026-01-11, within 7 m of 50000,400000 (RD): nothing.');
});

test('a point outside the area of its CRS is refused', async () => {
  await expect(asOf(day(11), 0, [5.4, 52.2])).rejects.toThrow('outside the area of its CRS');
});

test('an edition that is not kept is named with the nearest kept ones, and no other answers in its place', async () => {
  new Collector(openStore(server.folder, SOUND), 'public').collect(new Date(day(12) + DAY / 2), { allDays: 0 });
  const { code, lines, answer } = await asOf(day(10.3), 1000);
  expect([code, answer]).toEqual([1, expect.objectContaining({ edition: null, gone: true, isDamaged: false, nearest: [new Date(day(10.4)).toISOString()] })]);
  expect(answer.objects).toBeUndefined();
  expect(lines).toEqual([
    expect.stringContaining(`is not kept any more. \`ev editions rebuild --at ${new Date(day(10.3)).toISOString()}\` makes it again`),
    expect.stringContaining('2026-01-11T10:36:00+01:00'),
  ]);
});
