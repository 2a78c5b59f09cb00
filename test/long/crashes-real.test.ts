/** A delivery for which the memory of a thread of a real service does not suffice while it is decided or published. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../demo-process.ts';
import { writeRegister } from '../generate/register-file.ts';
import { ev, RD, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

/** Megabytes of old space in which each thread starts and small deliveries pass, and objects that do not fit into them. */
const HEAP_MB = 40;
const OBJECTS = 40_000;

/** Limits the heap of the threads alone: with the same limit on its main thread the whole service dies now and then. */
const LIMIT = `--import=data:text/javascript,import v8 from "node:v8"; v8.setFlagsFromString("--max-old-space-size=${HEAP_MB}")`;

test('it is set aside after two crashes, the next holder is served, readiness says why meanwhile, and it can be refused', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'register');
  const [big, small] = [join(folder, 'groot.ndjson'), join(folder, 'klein.ndjson')];
  await writeRegister(big, { objects: OBJECTS, seed: 1 });
  await writeRegister(small, { objects: 5, seed: 2 });
  writeFileSync(small, readFileSync(small, 'utf8').replaceAll('AB12', 'CD34'));
  const submit = async (file: string, holder: string): Promise<string> => {
    const { out } = await ev(['submit', file, '--crs', RD, '--data', data, '--create', '--holder', holder, '--json']);
    return (JSON.parse(out) as { uuid: string }).uuid;
  };
  const [bad, good] = [await submit(big, 'AB12'), await submit(small, 'CD34')];
  const [port, opsPort] = [await freePort(), await freePort()];
  const child = start(['serve', '--data', data, '--port', String(port), '--ops-port', String(opsPort)], [LIMIT]);
  onTestFinished(() => { child.kill('SIGKILL'); });
  await said(child, 'Serving');
  const reasons = new Set<string>();
  const state = async (uuid: string): Promise<string> => {
    const { out } = await ev(['submissions', 'show', uuid, '--data', data, '--json']);
    return (JSON.parse(out) as { state: string }).state;
  };
  for (let looks = 0; looks < 400 && await state(bad) === 'pending'; looks += 1) {
    const { reasons: said } = await (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).json() as { reasons: readonly string[] };
    for (const reason of said) reasons.add(reason);
    await sleep(500);
  }
  expect([await state(bad), await state(good)]).toEqual(['aside', 'settled']);
  expect([...reasons].join('\n')).toContain(`submission ${bad}`);
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status, { timeout: 60_000, interval: 500 }).toBe(200);
  expect((await ev(['submissions', 'refuse', bad, '--reason', 'te groot', '--data', data])).code).toBe(0);
  expect(await state(bad)).toBe('refused');
  child.kill('SIGTERM');
  expect((await ev(['doctor', '--data', data])).out).toMatch(/derived tables: [1-9]\d* roots, as recorded/);
});
