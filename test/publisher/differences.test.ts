/** Differences between two editions: which rows are read, which features count, and editions of other configurations. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { PackFiles } from '../../publisher/read/bytes/pack-files.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { numbersOf } from '../../publisher/read/heads.ts';
import type { Edition, Editions, DifferenceQuery } from '../../publisher/read/types.ts';
import { openStore } from '../../publisher/store.ts';
import { publish } from '../../publisher/write/publish.ts';
import type { Box } from '../../schemas/geometry.ts';
import { SOUND } from '../always-sound.ts';
import { differencesBetween } from './difference-walk.ts';
import { withFolder } from './histories.ts';
import { building, buildingRoot, CONFIGURATION, createAll, day, request, rowsAt, state, type Changed } from './registry.ts';

const BUILDINGS: DifferenceQuery = { series: [{ name: 'kwetsbare-gebouwen', filter: null }], box: null, words: [] };

/** Publishes each list of changes as an edition, and returns the editions. */
function published(lists: readonly (readonly Changed[])[], baseUrls: readonly string[] = []): { editions: Editions; all: readonly Edition[] } {
  const folder = withFolderUntilEnd();
  const store = openStore(folder, SOUND);
  for (const [at, changes] of lists.entries()) {
    const moment = day(10 + at);
    const baseUrl = baseUrls[at] ?? CONFIGURATION.baseUrl;
    const wanted = { ...request(changes, { moment }), configuration: { ...CONFIGURATION, baseUrl }, rows: rowsAt(changes, moment, baseUrl) };
    publish(wanted, store, new Date(moment));
  }
  const editions = openEditions(folder, 'public');
  onTestFinished(() => { editions.close(); });
  return { editions, all: numbersOf({ folder, audience: 'public' }, 'heads').map((head) => editions.firstFrom(head)!.edition) };
}

function withFolderUntilEnd(): string {
  let made = '';
  let end = (): void => {};
  void withFolder((folder) => {
    made = folder;
    return new Promise<void>((resolve) => { end = resolve; });
  });
  onTestFinished(() => { end(); });
  return made;
}

const house = (number: number, name = 'een') => (
  buildingRoot(`huis-${number}`, { x: 20_000 + (number % 400) * 500, y: 310_000 + Math.floor(number / 400) * 5_000, name })
);

test('work grows with what changed: one changed building of 2,800 takes as many reads as one of 700', async () => {
  const few = await readsFor(700);
  const many = await readsFor(2_800);
  expect(many.reads).toBeLessThanOrEqual(few.reads + 2);
  // Sort keys and states of two pages, and one block of each.
  expect(many.bytes).toBeLessThan(1_024 * 200);
});

/** Returns what is read, beside the roots, to find one changed building among `count`. */
async function readsFor(count: number): Promise<{ readonly reads: number; readonly bytes: number }> {
  const { editions, all: [before, after] } = published([
    createAll(Array.from({ length: count }, (_, number) => house(number))), [{ before: house(77), after: house(77, 'twee') }],
  ]);
  const spies = [vi.spyOn(PackFiles.prototype, 'read'), vi.spyOn(PackFiles.prototype, 'readLater')];
  try {
    const pair = { before: before!, after: after! };
    expect((await editions.countDifferences(pair, BUILDINGS)).get('kwetsbare-gebouwen')).toEqual({ added: 0, changed: 1, ended: 0 });
    expect(await differencesBetween(editions, pair, BUILDINGS, 10)).toHaveLength(1);
    const calls = spies.flatMap(({ mock }) => mock.calls);
    return { reads: calls.length, bytes: calls.reduce((sum, [, , target]) => sum + target.length, 0) };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test('a difference counts when the feature before or the feature after matches', async () => {
  const at = (x: number, name: string) => buildingRoot('a', { x, y: 400_000, name });
  const { editions, all: [before, after] } = published([
    createAll([at(100_000, 'oud'), house(1)]), [{ before: at(100_000, 'oud'), after: at(150_000, 'nieuw') }],
  ]);
  const around = (x: number): Box => [x - 100, 399_900, x + 100, 400_100];
  const kinds = async (query: Partial<DifferenceQuery>): Promise<readonly string[]> => (
    (await differencesBetween(editions, { before: before!, after: after! }, { ...BUILDINGS, ...query }, 10)).map(({ kind }) => kind)
  );
  const named = (value: string): DifferenceQuery['series'] => [
    { name: 'kwetsbare-gebouwen', filter: { kind: 'compare', field: 'bronhouder', relation: '=', value } },
  ];
  expect(await kinds({ box: { crs: '28992', box: around(100_000) } })).toEqual(['changed']);
  expect(await kinds({ box: { crs: '28992', box: around(150_000) } })).toEqual(['changed']);
  expect(await kinds({ box: { crs: '28992', box: around(200_000) } })).toEqual([]);
  expect(await kinds({ series: named('oud') })).toEqual(['changed']);
  expect(await kinds({ series: named('nieuw') })).toEqual(['changed']);
  expect(await kinds({ series: named('anders') })).toEqual([]);
});

test('a moment that is written in another form changes the document and not the feature', async () => {
  const own = building('a', { x: 100_000, y: 400_000, size: 10, name: 'een' });
  const written = (beginGeldigheid: string) => state('KwetsbaarGebouw', 'a', [{ ...own, document: { ...own.document, beginGeldigheid } }]);
  const [one, other] = [written('2026-01-01T00:00:00Z'), written('2026-01-01T01:00:00+01:00')];
  const { editions, all: [before, after] } = published([createAll([one]), [{ before: one, after: other }]]);
  expect(before!.contentId).not.toBe(after!.contentId);
  expect(await differencesBetween(editions, { before: before!, after: after! }, BUILDINGS, 10)).toEqual([]);
});

test('another base URL is no difference, and what did change has the links of the later edition', async () => {
  const roots = [house(1), house(2)];
  const { editions, all: [before, after] } = published(
    [createAll(roots), createAll([house(1), house(2, 'twee')])], [CONFIGURATION.baseUrl, 'https://elders.example/v1'],
  );
  const found = await differencesBetween(editions, { before: before!, after: after! }, BUILDINGS, 10);
  expect(found.map(({ kind, position: { id } }) => [kind, id])).toEqual([['changed', 'huis-2']]);
  expect(found[0]!.before![0]!.toString()).toContain('"https://elders.example/v1/');
  expect(found[0]!.before![0]!.toString()).not.toContain(CONFIGURATION.baseUrl);
});
