/** SIGTERM under load (fault test D11): what was acknowledged is there at the next start, and the process ends in time. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { startDemo } from '../demo-process.ts';
import { PROJECT } from '../shared-data.ts';
import { tally } from './tally.ts';

const [WRITERS, READERS] = [8, 8];
const STOP_SECONDS_MAX = 10;
const SCHOOL = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject;

test('D11: SIGTERM under load loses nothing that was acknowledged', async () => {
  const first = await startDemo({ args: ['--examples-only'] });
  onTestFinished(() => rmSync(first.data, { recursive: true }));
  const list = `${first.base}/kwetsbare-gebouwen`;
  const [acknowledged, wrong] = [new Set<string>(), [] as string[]];
  const server = { isOpen: true };
  /** Repeats until the server no longer takes connections. */
  const untilClosed = async (ask: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; server.isOpen; n += 1) await ask(n).catch(() => { server.isOpen = false; });
  };
  const write = (writer: number) => untilClosed(async (n) => {
    const id = `s${writer}-${n}`;
    const { status } = await fetch(list, {
      method: 'POST', body: JSON.stringify({ ...SCHOOL, id }),
      headers: { 'authorization': `Bearer ${first.token}`, 'content-type': 'application/json', 'content-crs': '<http://www.opengis.net/def/crs/EPSG/0/28992>' },
    });
    if (status === 201) acknowledged.add(id);
    else if (![202, 503].includes(status)) wrong.push(`POST ${status}`);
  });
  const read = () => untilClosed(async () => {
    const { status } = await fetch(list);
    if (![200, 503].includes(status)) wrong.push(`GET ${status}`);
  });
  const load = Promise.all([...Array.from({ length: WRITERS }, (_, n) => write(n)), ...Array.from({ length: READERS }, read)]);
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(WRITERS * 3);
  const stoppedMs = performance.now();
  await first.stop({ keepData: true });
  const seconds = (performance.now() - stoppedMs) / 1000;
  await load;
  console.info(`stopped in ${seconds.toFixed(1)} s with ${acknowledged.size} acknowledged`);
  expect(wrong).toEqual([]);
  expect(seconds).toBeLessThan(STOP_SECONDS_MAX);

  const again = await startDemo({ data: first.data, args: ['--examples-only'] });
  onTestFinished(() => again.stop({ keepData: true }));
  const there = await Promise.all([...acknowledged].map(async (id) => [id, (await fetch(`${again.base}/kwetsbare-gebouwen/${id}`)).status]));
  expect(there.filter(([, status]) => status !== 200)).toEqual([]);
  tally({ faults: 1, acknowledged: acknowledged.size, lost: 0 });
});
