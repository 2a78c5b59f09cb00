/**
 * `ev backup` beside a server that four writers write to: each backup that is whole holds what was acknowledged before it began, whatever
 * was killed in between; and a folder restored from the last one answers byte for byte as the first.
 */
import { readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listBackups } from '../../pipelines/backup/stored-backups.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { freePort } from '../demo-process.ts';
import { ev, EXAMPLE, RD, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const BASE_URL = 'https://voorbeeld.nl/v1';
const SCHOOL = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject;
const ORGANISATION = 'KVK:12345678';

/** The address of a server on a folder. */
async function served(data: string): Promise<string> {
  const port = await freePort();
  const child = start(['serve', '--data', data, '--port', String(port), '--base-url', BASE_URL]);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await said(child, 'Serving');
  return `http://127.0.0.1:${port}/v1`;
}

async function tokenIn(data: string): Promise<string> {
  await ev(['holders', 'add', ORGANISATION, '--name', 'Test', '--holder', 'AB12', '--data', data]);
  const { out } = await ev(['tokens', 'add', '--organisation', ORGANISATION, '--json', '--data', data]);
  return (JSON.parse(out) as { token: string }).token;
}

interface Written { readonly id: string; readonly atMs: number }

/** Writes new objects until told to stop; those that were acknowledged, and when. */
function writers(base: string, token: string) {
  const written: Written[] = [];
  const stopped = new AbortController();
  const running = [1, 2, 3, 4].map(async (writer) => {
    for (let n = 1; !stopped.signal.aborted; n += 1) {
      const id = `w${writer}-${n}`;
      const answer = await fetch(`${base}/kwetsbare-gebouwen`, {
        method: 'POST', body: JSON.stringify({ ...SCHOOL, id, identificatie: { namespace: 'NL.TEST', lokaalID: id } }),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'content-crs': `<${RD}>` },
      });
      expect([answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([201, '']);
      await answer.arrayBuffer().catch(() => undefined);
      written.push({ id, atMs: Date.now() });
    }
  });
  return {
    written,
    async stop(): Promise<void> {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

async function answerOf(base: string, path: string): Promise<readonly unknown[]> {
  const answer = await fetch(`${base}${path}`);
  const { date: _, 'x-rate-limit-remaining': __, 'x-rate-limit-reset': ___, ...headers } = Object.fromEntries(answer.headers);
  // An error has a number of its own.
  return [path, answer.status, headers, answer.status < 400 ? Buffer.from(await answer.arrayBuffer()).toString('base64') : ''];
}

test('four writers, backups that are killed and backups that are not; each whole one is complete, the last one answers the same', async () => {
  const data = temporaryFolder();
  const folder = join(temporaryFolder(), 'backups');
  const token = await tokenIn(data);
  const base = await served(data);
  const writing = writers(base, token);
  const begun: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const child = start(['backup', folder, '--data', data, '--keep', '9']);
    const ended = once(child, 'exit');
    await sleep(300 + round * 130);
    child.kill('SIGKILL');
    await ended;
    begun.push(Date.now());
    const made = await ev(['backup', folder, '--data', data, '--keep', '9', '--json']);
    expect([made.code, made.err.includes('failed')]).toEqual([0, false]);
  }
  await expect.poll(() => writing.written.length, { timeout: 300_000, interval: 500 }).toBeGreaterThan(50);
  await writing.stop();

  const backups = listBackups(folder).backups;
  // The process may have ended before the kill.
  expect(backups.length).toBeGreaterThanOrEqual(4);
  for (const [n, { name, damages }] of backups.slice(-4).entries()) {
    expect(damages).toEqual([]);
    const copy = join(temporaryFolder(), 'restored');
    expect((await ev(['restore', folder, '--backup', name, '--data', copy])).code).toBe(0);
    expect((await ev(['batch', '--data', copy, '--base-url', BASE_URL])).code).toBe(0);
    expect((await ev(['editions', 'verify', '--data', copy])).code).toBe(0);
    const there = await served(copy);
    const list = await (await fetch(`${there}/kwetsbare-gebouwen?paginaGrootte=1000`)).json() as { kwetsbareGebouwen: { id: string }[] };
    const ids = new Set(list.kwetsbareGebouwen.map(({ id }) => id));
    const before = writing.written.filter(({ atMs }) => atMs < begun[n]!);
    expect(before.filter(({ id }) => !ids.has(id))).toEqual([]);
    rmSync(copy, { recursive: true, force: true });
  }

  expect((await ev(['backup', folder, '--data', data])).code).toBe(0);
  const copy = join(temporaryFolder(), 'restored');
  expect((await ev(['restore', folder, '--data', copy])).code).toBe(0);
  const other = await served(copy);
  const { edities } = await (await fetch(`${base}/edities`, { headers: { accept: 'application/json' } })).json() as { edities: { activated?: string }[] };
  expect(edities.length).toBeGreaterThan(5);
  const moments = [begun[1]!, begun[3]!].map((ms) => new Date(ms).toISOString());
  const paths = [
    '/collections', '/edities', '/kwetsbare-gebouwen', '/kwetsbare-gebouwen?sorteer=-id', '/collections/kwetsbare-gebouwen/items?limit=100',
    `/collections/kwetsbare-gebouwen/items?crs=${encodeURIComponent(RD)}`, '/kwetsbare-gebouwen/w1-1', '/kwetsbare-gebouwen/w1-1/versies', '/kwetsbare-gebouwen/none',
    ...moments.flatMap((moment) => [`/kwetsbare-gebouwen?beschikbaarOp=${moment}`, `/kwetsbare-gebouwen/w2-2?beschikbaarOp=${moment}`]),
  ];
  for (const path of paths) expect(await answerOf(other, path)).toEqual(await answerOf(base, path));
  expect((await answerOf(base, '/kwetsbare-gebouwen/w1-1'))[1]).toBe(200);
});
