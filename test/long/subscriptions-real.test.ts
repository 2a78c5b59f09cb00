/** Subscribers of a real service, which is killed while a receiver has not answered: each publication arrives, in order. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { freePort } from '../demo-process.ts';
import { ev, EXAMPLE, RD, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const school = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject;

/** Hands in the school with this many people. */
async function submit(data: string, populatie: number): Promise<void> {
  const path = join(temporaryFolder(), 'school.json');
  writeFileSync(path, JSON.stringify({ ...school, populatie }));
  expect(await ev(['submit', path, '--holder', 'AB12', '--crs', RD, '--data', data, '--create'])).toMatchObject({ code: 0 });
}

test('a subscriber gets each publication at least once and in order, over kill -9 of the service', async () => {
  const calls: { readonly id: string }[] = [];
  let status: number | null = 204;
  let secret = '';
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => { body += chunk.toString(); }).on('end', () => {
      new Webhook(secret).verify(body, request.headers as Record<string, string>);
      calls.push(JSON.parse(body) as { readonly id: string });
      if (status !== null) response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => { receiver.closeAllConnections(); receiver.close(); });
  const data = temporaryFolder();
  await submit(data, 1);
  expect(await ev(['batch', '--data', data])).toMatchObject({ code: 0 });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const added = await ev(['subscriptions', 'add', url, '--data', data, '--filters', 'collecties=kwetsbare-gebouwen']);
  expect(added).toMatchObject({ code: 0 });
  secret = added.out.trim();
  const port = await freePort();
  const serve = async () => {
    const child = start(['serve', '--data', data, '--port', String(port)]);
    onTestFinished(() => { child.kill('SIGKILL'); });
    await said(child, 'Serving');
    return child;
  };
  const idsAfter = async (count: number) => {
    await expect.poll(() => calls.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
    return calls.map(({ id }) => Number(id));
  };
  const first = await serve();
  await submit(data, 2);
  const [n] = await idsAfter(1) as [number];
  status = null;
  await submit(data, 3);
  expect(await idsAfter(2)).toEqual([n, n + 1]);
  first.kill('SIGKILL');
  await once(first, 'exit');
  status = 204;
  const second = await serve();
  expect(await idsAfter(3)).toEqual([n, n + 1, n + 1]);
  await submit(data, 4);
  expect(await idsAfter(4)).toEqual([n, n + 1, n + 1, n + 2]);
  second.kill('SIGTERM');
  expect(await once(second, 'exit')).toEqual([0, null]);
  expect(JSON.parse((await ev(['subscriptions', 'list', '--data', data, '--json'])).out)).toMatchObject({ subscriptions: [{ url, last: n + 2, failure: null }] });
}, 240_000);
