/** The check pool: results are those of this thread; a request goes before deliveries; a block that cannot be checked harms no other. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Cap, checkBlock } from '../../../pipelines/prepare/check/index.ts';
import type { BlockOptions } from '../../../pipelines/prepare/check/index.ts';
import { BlockBuilder } from '../../../pipelines/prepare/read/index.ts';
import type { Block } from '../../../pipelines/prepare/read/index.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/index.ts';
import { provideSpatial } from '../../../pipelines/setup.ts';
import { CheckPool } from '../../../pipelines/workers/check-pool.ts';
import { CRSS } from '../../../schemas/crs.ts';
import { building, NOW } from '../prepare/deliveries.ts';
import { CACHE_FOLDER, spatialForTests } from '../prepare/spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

const OPTIONS: BlockOptions = { crs: CRSS['28992'], model: null, now: NOW, prepares: true, cap: new Cap().state };
const options = (): BlockOptions => OPTIONS;

function blockOf(count: number, more: Parameters<typeof building>[1] = {}): Block {
  const builder = new BlockBuilder();
  for (let index = 0; index < count; index++) {
    const bytes = Buffer.from(JSON.stringify(building(index, index % 3 === 0 ? more : {})));
    builder.add({ kind: 'root', pointer: `/${index}`, line: index + 1, column: 1, bytes });
  }
  return builder.take();
}

function open(threads: number): CheckPool {
  const pool = new CheckPool({ threads, spatialPath: () => provideSpatial({ cacheFolder: CACHE_FOLDER, log: () => {} }) });
  onTestFinished(() => pool.close());
  return pool;
}

test('a block is checked as it is here, whichever thread does it', async () => {
  const bow = { geometrie: { type: 'Polygon', coordinates: [[[155000, 463000], [155010, 463010], [155010, 463000], [155000, 463010], [155000, 463000]]] } };
  const blocks = [blockOf(30), blockOf(20, { populatie: -1 }), blockOf(10, bow)];
  const checker = open(2).checker('delivery');
  const here = await Promise.all(blocks.map((block) => checkBlock(block, OPTIONS, spatial)));
  const there = await Promise.all(blocks.map((block) => checker.check(block, options)));
  expect(there).toEqual(JSON.parse(JSON.stringify(here)));
});

test('a request waits for the block at work and for no other', async () => {
  const pool = open(1);
  const order: string[] = [];
  const note = (name: string) => (): void => { order.push(name); };
  const deliveries = Array.from({ length: 5 }, (_, index) =>
    pool.checker('delivery').check(blockOf(50), options).then(note(`delivery ${index}`)));
  const request = pool.checker('request').check(blockOf(1), options).then(note('request'));
  await Promise.all([...deliveries, request]);
  expect(order.indexOf('request')).toBe(1);
});

test('a block that cannot be checked is rejected by itself, and the next is checked', async () => {
  const checker = open(1).checker('delivery');
  const poison = { ...blockOf(1), records: null } as unknown as Block;
  await expect(checker.check(poison, options)).rejects.toThrow();
  expect((await checker.check(blockOf(2), options)).records).toHaveLength(2);
});
