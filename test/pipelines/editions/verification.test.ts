/** Reading editions in the background, while they are repacked, their old packs are removed, or who reads is told to stop. */
import { writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { Verification } from '../../../pipelines/editions/verification.ts';
import { verifyEditions, verifyUnlessAborted } from '../../../pipelines/editions/verify-editions.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { unlessEditionsPinned } from '../../../pipelines/state/folder/lock.ts';
import { fileOf } from '../../../publisher/format/layout.ts';
import { openStore } from '../../../publisher/store.ts';
import { Collector } from '../../../publisher/write/collect.ts';
import { publish } from '../../../publisher/write/publish.ts';
import { repack } from '../../../publisher/write/repack.ts';
import { SOUND } from '../../always-sound.ts';
import { buildingRoot, createAll, DAY, day, location, pipeline, request, state } from '../../publisher/registry.ts';
import { temporaryFolder } from '../state/register-bench.ts';

test('packs that are gone because the edition was repacked meanwhile are no damage', () => {
  const store = openStore(temporaryFolder(), SOUND);
  const roots = [
    buildingRoot('a', { x: 100_000, y: 400_000, name: 'a' }),
    state('LocatieActiviteit', 'loc', [location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } })]),
    state('BuisleidingStelsel', 'buis', [pipeline('buis', { x: 1_000, y: 400_000, vertices: 9 })]),
  ];
  for (const root of roots) publish(request(createAll([root]), { moment: day(10) }), store, new Date(0));
  let nowMs = DAY;
  const verification = new Verification(store, 'public', () => new Date(nowMs));
  nowMs += DAY;
  // One step a turn.
  let calls = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ((calls += 1) % 3 === 0 ? 1_000 : 0));
  try {
    expect(verification.turn()).toBeNull();
    repack(store, { audience: 'public', editions: [3], from: 1 });
    expect(new Collector(store, 'public').collect(new Date(30 * DAY), { allDays: 0 })).toMatchObject({ packs: 3 });
    for (let turn = 0; turn < 50; turn += 1) expect(verification.turn()?.message).toBeUndefined();
  } finally {
    clock.mockRestore();
  }
});

test('all editions are read in turns as they are read at once; who is told to stop reads no further, and editions may be dropped again', async () => {
  const data = temporaryFolder();
  const store = openStore(foldersOf(data).editions, SOUND);
  const roots = [buildingRoot('a', { x: 100_000, y: 400_000, name: 'a' }), buildingRoot('b', { x: 1, y: 300_000, name: 'b' })];
  for (const root of roots) publish(request(createAll([root]), { moment: day(10) }), store, new Date(0));
  const of = { folder: store.folder, audience: 'public' } as const;
  writeFileSync(fileOf(of, 'manifests', 1), '{}');
  const stop = new AbortController();
  const verified = await verifyUnlessAborted(data, stop.signal);
  expect(verified).toEqual(verifyEditions(data, { edition: 'all' }));
  expect(verified).toMatchObject({ editions: 2, heads: 2, packs: 2, damages: [expect.any(Error)] });
  stop.abort();
  expect(await verifyUnlessAborted(data, stop.signal)).toBeNull();
  expect(unlessEditionsPinned(data, () => {})).toBe(true);
});
