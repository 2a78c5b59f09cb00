/** A full disk, and room again (fault test D8): writes are refused with 503, reads go on, nothing needs a new start. */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { freePort } from '../demo-process.ts';
import { ev, said, start } from '../pipelines/ev-process.ts';
import { PROJECT } from '../shared-data.ts';
import { RunbookSection } from '../long/runbook-section.ts';
import { fillForGood } from './disk-full.ts';
import { mountMemory } from './mount.ts';
import { serving } from './serving.ts';
import { tally } from './tally.ts';

const MIB = 1024 * 1024;
const DISK_BYTES = 48 * MIB;
/** Size of a disk with more room than the service needs to be writable. */
const LARGE_DISK_BYTES = 448 * MIB;
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
  const filler = await fillForGood(disk.path);
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

test('the runbook on a full disk: /readyz reports it, what came meanwhile got 503, and with room again the service is writable by itself', async () => {
  const disk = mountMemory(LARGE_DISK_BYTES);
  onTestFinished(() => disk.remove());
  const data = join(disk.path, 'data');
  const section = new RunbookSection('EvDiskLow', data);
  await ev(['holders', 'add', 'KVK:12345678', '--name', 'Gemeente', '--holder', 'AB12', '--data', data]);
  const token = (await ev(['tokens', 'add', '--organisation', 'KVK:12345678', '--data', data])).out.trim();
  const [port, opsPort] = [await freePort(), await freePort()];
  const service = start(['serve', '--data', data, '--port', String(port), '--ops-port', String(opsPort), ...optionsIn(section)]);
  const ended = once(service, 'exit');
  onTestFinished(async () => {
    service.kill('SIGTERM');
    await ended;
  });
  await said(service, 'Serving');
  const isWritable = async (): Promise<unknown> => (await (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).json() as { writable: unknown }).writable;
  const read = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}${LIST}`)).status;
  const post = async (id: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${LIST}`, {
    method: 'POST', body: JSON.stringify({ ...SCHOOL, id }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-crs': `<${CRSS['28992'].uri}>` },
  })).status;

  await expect.poll(isWritable, { timeout: 60_000 }).toBe(true);
  expect([await post('NL.IMEV.AB12.b1'), await read()]).toEqual([201, 200]);
  const filler = await fillForGood(disk.path);
  expect([await isWritable(), await post('NL.IMEV.AB12.b2'), await read()]).toEqual([false, 503, 200]);
  rmSync(filler);
  await expect.poll(isWritable, { timeout: 60_000, interval: 500 }).toBe(true);
  expect([await post('NL.IMEV.AB12.b2'), await read()]).toEqual([201, 200]);
  expect(section.text).toContain('`"writable": true`');
  expect(section.notRun).toEqual([]);
  tally({ faults: 1, acknowledged: 2 });
});

/** The options that a section names, each with a value. */
function optionsIn({ text }: RunbookSection): readonly string[] {
  return [...text.matchAll(/`(--[a-z-]+)`/g)].flatMap(([, option]) => [option!, '30']);
}
