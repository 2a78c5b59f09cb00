/** The check pool: results are those of this thread; small requests go first, and all in turn by holder; a block that cannot be checked harms no other. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Cap, checkBlock } from '../../../pipelines/prepare/check/index.ts';
import type { BlockOptions } from '../../../pipelines/prepare/check/index.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/index.ts';
import { BlockBuilder } from '../../../pipelines/prepare/read/index.ts';
import type { Block } from '../../../pipelines/prepare/read/index.ts';
import { provideSpatial } from '../../../pipelines/prepare/spatial-extension.ts';
import { CheckPool, type Work } from '../../../pipelines/workers/check-pool.ts';
import { FairQueue } from '../../../pipelines/workers/fair-queue.ts';
import { CRSS } from '../../../schemas/crs.ts';
import { building, NOW } from '../prepare/deliveries.ts';
import { CACHE_FOLDER, spatialForTests } from '../prepare/spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

const OPTIONS: BlockOptions = { crs: CRSS['28992'], model: null, now: NOW, prepares: true, cap: new Cap().state };
const options = (): BlockOptions => OPTIONS;
const DELIVERY: Work = { kind: 'delivery', holder: 'AB12' };
const requestOf = (holder: string): Work => ({ kind: 'request', holder });

function blockOf(count: number, more: Parameters<typeof building>[1] = {}): Block {
  const builder = new BlockBuilder();
  for (let index = 0; index < count; index++) {
    const bytes = Buffer.from(JSON.stringify(building(index, index % 3 === 0 ? more : {})));
    builder.add({ kind: 'root', pointer: `/${index}`, line: index + 1, column: 1, bytes });
  }
  return builder.take();
}

function spatialPath(): Promise<string> {
  return provideSpatial({ cacheFolder: CACHE_FOLDER, log: () => {} });
}

function open(threads: number, path = spatialPath): CheckPool {
  const pool = new CheckPool({ threads, spatialPath: path });
  onTestFinished(() => pool.close());
  return pool;
}

test('a block is checked as it is here, whichever thread does it', async () => {
  const blocks = [blockOf(30), blockOf(20, { populatie: -1 }), blockOf(10, BOW)];
  const checker = open(2).checker(DELIVERY);
  const here = await Promise.all(blocks.map((block) => checkBlock(block, OPTIONS, spatial)));
  const there = await Promise.all(blocks.map((block) => checker.check(block, options)));
  expect(there).toEqual(JSON.parse(JSON.stringify(here)));
});

test('a request waits for the block at work and for no other', async () => {
  const pool = open(1);
  const order: string[] = [];
  const note = (name: string) => (): void => { order.push(name); };
  const deliveries = Array.from({ length: 5 }, (_, index) =>
    pool.checker(DELIVERY).check(blockOf(400), options).then(note(`delivery ${index}`)));
  const request = pool.checker(requestOf('AB12')).check(blockOf(1), options).then(note('request'));
  await Promise.all([...deliveries, request]);
  // The thread that it is checked in may be a second one, beside which the first goes on.
  expect(order.indexOf('request')).toBeLessThanOrEqual(2);
});

const BOW = { geometrie: { type: 'Polygon', coordinates: [[[155000, 463000], [155010, 463010], [155010, 463000], [155000, 463010], [155000, 463000]]] } };

test('a small request is answered while blocks of a large one take all threads that they may', async () => {
  const gate = Promise.withResolvers<void>();
  const pool = open(1, () => gate.promise.then(spatialPath));
  const order: string[] = [];
  const note = (name: string) => (): void => { order.push(name); };
  // Geometries in doubt wait for the extension.
  const large = Array.from({ length: 3 }, () => pool.checker(requestOf('AB12')).check(blockOf(300, BOW), options).then(note('large')));
  await pool.checker(requestOf('CD34')).check(blockOf(1), options).then(note('small'));
  expect(order).toEqual(['small']);
  gate.resolve();
  await Promise.all(large);
});

test('small requests of one holder are checked in turn with those of another', async () => {
  const pool = open(1);
  const order: string[] = [];
  const ask = (holder: string): Promise<unknown> => pool.checker(requestOf(holder)).check(blockOf(1), options).then(() => order.push(holder));
  await Promise.all([...Array.from({ length: 15 }, () => ask('AB12')), ask('CD34')]);
  expect(order.indexOf('CD34')).toBeLessThanOrEqual(2);
});

test('a fair queue gives each holder its turn, and keeps the order of one', () => {
  const queue = new FairQueue<string>();
  for (const [holder, things] of [['a', ['a1', 'a2', 'a3']], ['b', ['b1']], ['c', ['c1', 'c2']]] as const) for (const thing of things) queue.push(holder, thing);
  expect(Array.from({ length: 7 }, () => queue.take())).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
  expect(queue.isEmpty).toBe(true);
});

test('a block that cannot be checked is rejected by itself, and the next is checked', async () => {
  const checker = open(1).checker(DELIVERY);
  const poison = { ...blockOf(1), records: null } as unknown as Block;
  await expect(checker.check(poison, options)).rejects.toThrow();
  expect((await checker.check(blockOf(2), options)).records).toHaveLength(2);
});
