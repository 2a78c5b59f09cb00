/** A full disk, and room again (fault test D8): writes are refused with 503, reads go on, nothing needs a new start. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { PROJECT } from '../shared-data.ts';
import { fill } from './disk-full.ts';
import { mountMemory } from './mount.ts';
import { serving } from './serving.ts';
import { tally } from './tally.ts';

const DISK_BYTES = 48 * 1024 * 1024;
const SCHOOL = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject;
const LIST = '/v1/kwetsbare-gebouwen';

test('D8: a full disk refuses writes and serves reads; with room again work goes on by itself', async () => {
  const disk = mountMemory(DISK_BYTES);
  onTestFinished(() => disk.remove());
  const data = join(disk.path, 'data');
  const served = await serving(data, { isReal: true });
  onTestFinished(() => served.close());
  const { app } = served;
  const post = (id: string, bytes = 0) => app.inject({
    method: 'POST', url: LIST, headers: { authorization: 'Bearer t', 'content-type': 'application/json', 'content-crs': `<${CRSS['28992'].uri}>` },
    payload: Buffer.concat([Buffer.from(JSON.stringify({ ...SCHOOL, id })), Buffer.alloc(bytes, ' ')]),
  });
  const countOf = async (): Promise<string | undefined> => (await app.inject(LIST)).headers['x-total-count']?.toString();

  expect((await post('b1')).statusCode).toBe(201);
  const filler = fill(disk.path);
  const refused = await Promise.all([post('b2'), post('b3', 1_500_000)]);
  for (const { statusCode, headers } of refused) {
    expect([statusCode, headers['content-type']]).toEqual([503, 'application/problem+json']);
    expect(headers['retry-after']).toBeDefined();
  }
  expect(await countOf()).toBe('1');
  rmSync(filler);
  await expect.poll(async () => (await post('b4')).statusCode, { timeout: 60_000 }).toBe(201);
  expect(await countOf()).toBe('2');
  tally({ faults: 2, acknowledged: 2 });
});
