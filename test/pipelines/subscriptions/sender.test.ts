/** The sender, with real editions and real receivers; Standard Webhooks' own library verifies the calls. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Sender, type SenderOptions } from '../../../pipelines/subscriptions/sender.ts';
import { readSent } from '../../../pipelines/subscriptions/sent-file.ts';
import { addSubscription, removeSubscription } from '../../../pipelines/subscriptions/subscriptions-file.ts';
import { publicationSource } from '../../../server/publication-source.ts';
import { buildingRoot, createAll, day } from '../../publisher/registry.ts';
import { realServer, type RealServer } from '../../server/real-server.ts';

const named = (id: string, name: string) => buildingRoot(id, { x: 100_000, y: 400_000, name });
const publicationOf = (id: string, on: number) => ({ changes: createAll([named(id, id)]), on });

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let data = '';
let register: RealServer;
let now: number = day(40);
let said: string[] = [];
const receivers: Server[] = [];

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'ev-subscriptions-'));
  [now, said] = [day(40), []];
  register = await realServer(publicationOf('a', 10), publicationOf('b', 11), publicationOf('c', 12));
});
afterEach(async () => {
  await register.close();
  for (const receiver of receivers.splice(0)) {
    receiver.closeAllConnections();
    receiver.close();
  }
  rmSync(data, { recursive: true });
});

/** Starts a receiver. `statusOf`: its answer to its n-th call; null: it never answers. */
async function receive(statusOf: (n: number) => number | null = () => 204): Promise<{ readonly url: string; readonly calls: Call[] }> {
  const calls: Call[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => { body += chunk; }).on('end', () => {
      calls.push({ headers: request.headers, body });
      const status = statusOf(calls.length);
      if (status !== null) response.writeHead(status, status === 302 ? { location: '/elders' } : {}).end('gelezen');
    });
  });
  receivers.push(receiver.listen(0, '127.0.0.1'));
  await once(receiver, 'listening');
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?sleutel=KANARIE`, calls };
}

function sender(options: Partial<SenderOptions> = {}): Sender {
  return new Sender({
    data, publications: publicationSource({ editions: register.editions, baseUrl: 'https://ev.example/v1', profile: 'default' }),
    clock: () => new Date(now), print: (text) => { said.push(text); }, againMs: [1_000, 10_000], ...options,
  });
}

async function looked(one: Sender, times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    one.look();
    await one.idle();
    // `finally` of the last call comes after `idle`.
    await new Promise(setImmediate);
  }
}

const idsOf = (calls: readonly Call[]) => calls.map(({ headers }) => headers['webhook-id']);

describe('a subscriber', () => {
  test('is called for each publication, in order and once, with a CloudEvent that the library of Standard Webhooks verifies', async () => {
    const { url, calls } = await receive();
    const { secret } = addSubscription(data, { url, filters: '', after: 0 });
    now = Date.now();
    await looked(sender(), 3);
    expect(idsOf(calls)).toEqual(['1', '2', '3']);
    for (const { headers, body } of calls) {
      expect(headers['content-type']).toBe('application/cloudevents+json');
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ specversion: '1.0', id: headers['webhook-id'] });
      expect(() => new Webhook(secret).verify(body.replace('1.0', '1.1'), headers as Record<string, string>)).toThrow();
    }
    register.publish(publicationOf('d', 13));
    register.editions.refresh();
    await looked(sender(), 2);
    expect(idsOf(calls)).toEqual(['1', '2', '3', '4']);
  });

  test('is called for what matches its filters only', async () => {
    const { url, calls } = await receive();
    addSubscription(data, { url, filters: `collecties=kwetsbare-gebouwen&filter=${encodeURIComponent("bronhouder='b'")}`, after: 0 });
    await looked(sender(), 2);
    expect(idsOf(calls)).toEqual(['2']);
    expect(Object.values(readSent(data))).toEqual([{ last: 3, failure: null, isGone: false }]);
  });

  test('that fails is called again, later each time, with the same id, and no publication is left out', async () => {
    const { url, calls } = await receive((n) => (n <= 2 ? 500 : 200));
    addSubscription(data, { url, filters: '', after: 1 });
    const one = sender();
    await looked(one, 3);
    expect(idsOf(calls)).toEqual(['2']);
    now += 1_000;
    await looked(one, 3);
    expect(idsOf(calls)).toEqual(['2', '2']);
    now += 9_999;
    await looked(one);
    expect(calls).toHaveLength(2);
    now += 1;
    await looked(one);
    expect(idsOf(calls)).toEqual(['2', '2', '2', '3']);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('status 500');
  });

  test('that never answers delays no other, and its failure is told without what is secret in its address', async () => {
    const [slow, quick] = [await receive(() => null), await receive()];
    const [{ id }] = [addSubscription(data, { url: slow.url, filters: '', after: 2 }), addSubscription(data, { url: quick.url, filters: '', after: 2 })];
    await looked(sender({ callMs: 100 }));
    expect(idsOf(quick.calls)).toEqual(['3']);
    expect(readSent(data)[id]).toMatchObject({ last: 2, failure: { message: expect.stringContaining('timeout') as unknown } });
    expect(said.join() + readFileSync(join(data, 'subscriptions-sent.json'), 'utf8')).not.toContain('KANARIE');
  });

  test.each([[302, 'status 302'], [400, 'status 400'], [503, 'status 503']])('that answers %i has not taken the call', async (status, words) => {
    const { url } = await receive(() => status);
    const { id } = addSubscription(data, { url, filters: '', after: 2 });
    await looked(sender());
    expect(readSent(data)[id]).toMatchObject({ last: 2, failure: { message: words } });
  });

  test('whose host cannot be reached is told', async () => {
    const { id } = addSubscription(data, { url: 'http://127.0.0.1:9/hook', filters: '', after: 2 });
    await looked(sender());
    expect(readSent(data)[id]!.failure!.message).toMatch(/fetch failed|bad port/);
  });

  test('that says it is gone is not called any more', async () => {
    const { url, calls } = await receive(() => 410);
    const { id } = addSubscription(data, { url, filters: '', after: 1 });
    const one = sender();
    now += 100_000;
    await looked(one, 3);
    await looked(sender(), 2);
    expect([calls.length, readSent(data)[id]!.isGone]).toEqual([1, true]);
  });

  test('that is removed is not called any more, also while the sender runs', async () => {
    const { url, calls } = await receive();
    const { id } = addSubscription(data, { url, filters: '', after: 2 });
    const one = sender();
    await looked(one);
    removeSubscription(data, id);
    register.publish(publicationOf('d', 13));
    register.editions.refresh();
    await looked(one);
    expect(idsOf(calls)).toEqual(['3']);
  });
});

describe('after a restart', () => {
  test('it goes on where it was; without its file each publication since the subscription is sent again', async () => {
    const { url, calls } = await receive();
    addSubscription(data, { url, filters: '', after: 1 });
    await looked(sender(), 2);
    await looked(sender(), 2);
    expect(idsOf(calls)).toEqual(['2', '3']);
    rmSync(join(data, 'subscriptions-sent.json'));
    await looked(sender(), 2);
    expect(idsOf(calls)).toEqual(['2', '3', '2', '3']);
  });

  test('a register that went back, as after a restore, sends its newest publication', async () => {
    const { url, calls } = await receive();
    addSubscription(data, { url, filters: '', after: 9 });
    await looked(sender(), 2);
    expect(idsOf(calls)).toEqual(['3']);
  });

  test('filters that the service does not take any more are a failure of that subscription', async () => {
    const { id } = addSubscription(data, { url: (await receive()).url, filters: 'collecties=vervallen', after: 1 });
    await looked(sender());
    expect(readSent(data)[id]!.failure!.message).toContain('collecties');
  });

  test('a damaged file is told, and nobody is called', () => {
    addSubscription(data, { url: 'https://example.nl', filters: '', after: 1 });
    const one = sender();
    writeFileSync(join(data, 'subscriptions.json'), '{"subscriptions":[{}]}');
    expect(() => { one.look(); }).toThrow('this file cannot be used as it is');
  });
});

test.each(['geen adres', 'ftp://example.nl/hook', 'https://naam:woord@example.nl/hook', 'https://example.nl/hook#deel', ''])('%s is no address to call', (url) => {
  expect(() => addSubscription(data, { url, filters: '', after: 0 })).toThrow('this address cannot be called');
});
