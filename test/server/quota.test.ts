/** Quota: the requests of one client in 60 seconds and in a month. The limits are small here, and each test has clients of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MONTH_COUNTS_FILE, monthStore } from '../../pipelines/state/access/month-counts.ts';
import type { ApiKeys } from '../../schemas/credentials.ts';
import { rateLimitsOf } from '../../schemas/rate-limits.ts';
import { Quota, type CountedRequest, type QuotaFrame } from '../../server/request/quota.ts';
import { fakeDesk } from './fake-desk.ts';
import { aRegister, started, TOKEN, type Ask, type Client, type Reply } from './harness.ts';

const ITEMS = '/v1/collections/kwetsbare-gebouwen/items';
const PROXY = ['127.0.0.1'];
const apiKeys: ApiKeys = ({ key }) => (key.startsWith('sleutel-') ? { keyEnd: key.slice(-8), refusal: key.endsWith('verlopen') ? 'expired' : null } : undefined);

const servers: Client[] = [];
let server: Client;
let addresses = 0;

async function limited(options: Partial<Parameters<typeof started>[0]>): Promise<Client> {
  const made = await started({ editions: aRegister(), desk: fakeDesk({}), apiKeys, trustedProxies: PROXY, ...options });
  servers.push(made);
  return made;
}

beforeAll(async () => { server = await limited({ rateLimits: { perFrame: 3, perMonth: null } }); });
afterAll(async () => { await Promise.all(servers.map((one) => one.close())); });

/** Returns a function that sends requests from one new address, unless they name another. */
function client(): Ask {
  addresses += 1;
  const own = from(`198.51.100.${addresses}`);
  return (path, options = {}) => server.ask(path, { ...options, headers: { ...own, ...options.headers } });
}

const from = (address: string): Readonly<Record<string, string>> => ({ forwarded: `for="${address}"` });
const figuresOf = ({ headers }: Reply) => ['limit', 'remaining', 'reset'].map((name) => (headers[`x-rate-limit-${name}`] === undefined ? null : Number(headers[`x-rate-limit-${name}`])));

describe('IR-limit-1', () => {
  test('each response has the limit, what is left of it and the seconds until its frame ends', async () => {
    const ask = client();
    for (const left of [2, 1, 0]) {
      const [limit, remaining, reset] = figuresOf(await ask('/v1'));
      expect([limit, remaining]).toEqual([3, left]);
      expect(reset).toBeGreaterThan(0);
      expect(reset).toBeLessThanOrEqual(60);
    }
  });

  test('IR-status-429: the request after the last one is 429 as a problem in both languages, with Retry-After', async () => {
    const ask = client();
    for (let sent = 0; sent < 3; sent += 1) await ask('/v1');
    const refused = await ask(ITEMS);
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'application/problem+json']);
    expect(refused.json()).toMatchObject({ status: 429, type: expect.stringMatching(/\/fouten\/ev\/TeVeelAanvragen$/), detail: expect.stringMatching(/3 aanvragen .* \/ .* 3 requests/) });
    expect(refused.headers['retry-after']).toBe(refused.headers['x-rate-limit-reset']);
    expect(figuresOf(refused).slice(0, 2)).toEqual([3, 0]);
    expect((await ask('/v1', { headers: { accept: 'text/html' } })).text).toContain('Te veel aanvragen');
  });

  test('a frame ends after 60 seconds, also for a client that goes on asking', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const quota = quotaWith({ perFrame: 2, perMonth: null });
      const take = () => quota.take(requestFrom({ address: '192.0.2.1' }));
      expect([await take(), await take(), await take()].map((frame) => frame?.isExceeded)).toEqual([false, false, true]);
      vi.advanceTimersByTime(59_000);
      expect(await take()).toMatchObject({ isExceeded: true, resetSeconds: 1 });
      vi.advanceTimersByTime(1_001);
      expect(await take()).toMatchObject({ isExceeded: false, remaining: 1, resetSeconds: 60 });
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['GET', '/v1', 200], ['HEAD', '/v1', 200], ['GET', '/v1/nergens', 404], ['PUT', '/v1/collections', 405], ['GET', '/elders', 404], ['GET', `${ITEMS}?limit=x`, 400],
    ['DELETE', '/v1/locatie-activiteiten/x', 403],
  ])('%s %s counts', async (method, path, status) => {
    const ask = client();
    const reply = await ask(path, { method });
    expect([reply.status, ...figuresOf(reply).slice(0, 2)]).toEqual([status, 3, 2]);
    expect(figuresOf(await ask('/v1'))[1]).toBe(1);
  });

  test('304 counts and has the headers; OPTIONS does not count, and is answered when nothing is left', async () => {
    const ask = client();
    const { etag = '' } = (await ask(ITEMS)).headers;
    const unchanged = await ask(ITEMS, { headers: { 'if-none-match': etag } });
    expect([unchanged.status, ...figuresOf(unchanged).slice(0, 2)]).toEqual([304, 3, 1]);
    const preflight = await ask(ITEMS, { method: 'OPTIONS' });
    expect([preflight.status, ...figuresOf(preflight)]).toEqual([204, null, null, null]);
    for (let sent = 0; sent < 2; sent += 1) await ask('/v1');
    expect([(await ask('/v1')).status, (await ask(ITEMS, { method: 'OPTIONS' })).status]).toEqual([429, 204]);
  });

  test('without limits no response has the headers', async () => {
    const { ask } = await limited({ rateLimits: { perFrame: null, perMonth: null } });
    expect(figuresOf(await ask('/v1'))).toEqual([null, null, null]);
  });

  test('OPEN-rate-limit: the default is 3,000 in 60 s, and none in the profiles demo and ogc; 0 is no limit', () => {
    const unset = { rateLimit: null, monthLimit: null };
    expect(rateLimitsOf(unset, 'default')).toEqual({ perFrame: 3_000, perMonth: null });
    for (const profile of ['demo', 'ogc'] as const) {
      expect(rateLimitsOf(unset, profile)).toEqual({ perFrame: null, perMonth: null });
      expect(rateLimitsOf({ rateLimit: 5, monthLimit: 9 }, profile)).toEqual({ perFrame: 5, perMonth: 9 });
    }
    expect(rateLimitsOf({ rateLimit: 0, monthLimit: 0 }, 'default')).toEqual({ perFrame: null, perMonth: null });
  });
});

describe('OPEN-rate-client: a client is', () => {
  const leftAfter = async (...requests: readonly Readonly<Record<string, string>>[]) => {
    const ask = client();
    const left: unknown[] = [];
    for (const headers of requests) left.push(figuresOf(await ask('/v1', { headers }))[1]);
    return left;
  };

  test('its valid API key, whatever its address or token', async () => {
    const key = { 'x-api-key': 'sleutel-drie' };
    expect(await leftAfter({ ...key, ...from('192.0.2.1') }, { ...key, ...from('192.0.2.2') }, { ...key, authorization: `Bearer ${TOKEN}` })).toEqual([2, 1, 0]);
    expect(await leftAfter({ 'x-api-key': 'sleutel-vier' }, { 'x-api-key': 'sleutel-vijf' })).toEqual([2, 2]);
  });

  test('else the organisation of its valid token', async () => {
    expect(await leftAfter(
      { authorization: `Bearer ${TOKEN}`, ...from('192.0.2.1') }, { authorization: `Bearer ${TOKEN}`, ...from('192.0.2.2') },
      { authorization: 'Bearer ander-token', ...from('192.0.2.1') }, from('192.0.2.1'),
    )).toEqual([2, 1, 2, 2]);
  });

  test('else its address: an invalid key or token gives no new quota', async () => {
    const guesses = ['x-api-key', 'authorization'].flatMap((name) => ['a', 'b'].map((guess) => ({ [name]: guess })));
    expect(await leftAfter(...guesses.map((guess) => ({ ...guess, ...from('192.0.2.5') })))).toEqual([2, 1, 0, 0]);
    expect(await leftAfter({ 'x-api-key': 'sleutel-verlopen' }, { 'x-api-key': 'sleutel-verlopen' }, {})).toEqual([2, 1, 0]);
  });

  test('of IPv6 its network of 64 bits', async () => {
    expect(await leftAfter(from('[2001:db8::1]'), from('[2001:db8:0:0:ffff::2]'), from('[2001:db8:0:1::1]'))).toEqual([2, 1, 2]);
  });
});

test('OPEN-untrusted-forwarded: a request whose header Forwarded has no effect is reported as such', async () => {
  const reported = async (trustedProxies: readonly string[], headers: Readonly<Record<string, string>>) => {
    const finished: boolean[] = [];
    const { ask } = await limited({ trustedProxies, onRequestFinished: ({ hasUntrustedForwarded }) => { finished.push(hasUntrustedForwarded); } });
    await ask('/v1', { headers });
    await vi.waitFor(() => { expect(finished).toHaveLength(1); });
    return finished[0];
  };
  expect(await reported(['10.0.0.0/8'], from('192.0.2.1'))).toBe(true);
  expect(await reported(PROXY, from('192.0.2.1'))).toBe(false);
  expect(await reported([], {})).toBe(false);
});

function quotaWith(limits: { perFrame: number | null; perMonth: number | null }, rest: Partial<ConstructorParameters<typeof Quota>[0]> = {}): Quota {
  const quota = new Quota({ limits, isTrustedProxy: () => false, months: null, clock: () => new Date(), onFault: (error) => { throw error; }, ...rest });
  onTestFinished(() => quota.close());
  return quota;
}

function requestFrom({ address, key }: { address: string; key?: string }): CountedRequest {
  const raw = { socket: { remoteAddress: address }, headers: {} };
  return { raw, principal: null, apiKey: key === undefined ? null : { keyEnd: key, refusal: null } };
}

describe('many addresses', () => {
  test('OPEN-rate-addresses: take a limited number of counts; keys keep counts of their own', async () => {
    const addressesMax = 500;
    const quota = quotaWith({ perFrame: 3, perMonth: null }, { addressesMax });
    const takeAll = async (network: number, count: number) => {
      const frames: (QuotaFrame | undefined)[] = [];
      for (let at = 0; at < count; at += 1) frames.push(await quota.take(requestFrom({ address: `${network}.0.${at >> 8}.${at & 255}` })));
      return frames.filter((frame) => frame?.remaining !== 2).length;
    };
    expect(await takeAll(10, addressesMax)).toBe(0);
    // Twice as many addresses as counts: at least half of them come second to a count.
    expect(await takeAll(11, addressesMax * 2)).toBeGreaterThanOrEqual(addressesMax);
    expect(await quota.take(requestFrom({ address: '12.0.0.1', key: 'aaaa' }))).toMatchObject({ remaining: 2 });
  });

  test('never get more than the limit, and never less, in any order of requests', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), async (clients, perFrame) => {
      const quota = quotaWith({ perFrame, perMonth: null });
      const seen = new Map<number, number>();
      for (const client of clients) {
        const count = (seen.get(client) ?? 0) + 1;
        seen.set(client, count);
        const frame = await quota.take(requestFrom({ address: `192.0.2.${client}` }));
        expect(frame).toMatchObject({ limit: perFrame, remaining: Math.max(0, perFrame - count), isExceeded: count > perFrame });
      }
    }));
  });
});

describe('OPEN-month-quota', () => {
  // Removed after the quotas of the test are closed: what begins last ends first.
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'ev-month-'));
    onTestFinished(() => { rmSync(made, { recursive: true }); });
    return made;
  };

  test('a key that used its month is 429 until the month ends, while addresses are served', async () => {
    const { ask } = await limited({ rateLimits: { perFrame: 10, perMonth: 2 }, clock: () => new Date('2026-11-30T23:59:00Z') });
    const headers = { 'x-api-key': 'sleutel-een' };
    for (const left of [9, 8]) expect(figuresOf(await ask('/v1', { headers }))[1]).toBe(left);
    const refused = await ask('/v1', { headers });
    expect([refused.status, ...figuresOf(refused), refused.headers['retry-after']]).toEqual([429, 2, 0, 60, '60']);
    for (let sent = 0; sent < 3; sent += 1) expect((await ask('/v1')).status).toBe(200);
  });

  test('a request that the frame refuses does not count in the month', async () => {
    const quota = quotaWith({ perFrame: 1, perMonth: 2 });
    const take = () => quota.take(requestFrom({ address: '192.0.2.1', key: 'aaaa' }));
    expect([(await take())?.isExceeded, (await take())?.limit, (await take())?.limit]).toEqual([false, 1, 1]);
  });

  test('the counts outlive a restart, and begin again in the next month', async () => {
    const months = monthStore(folder());
    let now = new Date('2026-11-15T00:00:00Z');
    const begin = (): Quota => quotaWith({ perFrame: null, perMonth: 3 }, { months, clock: () => now });
    const client = requestFrom({ address: '192.0.2.1', key: 'aaaa' });
    const first = begin();
    for (const remaining of [2, 1]) expect(await first.take(client)).toMatchObject({ remaining });
    await first.close();
    const second = begin();
    expect(await second.take(client)).toMatchObject({ remaining: 0, isExceeded: false });
    expect(await second.take(client)).toMatchObject({ isExceeded: true });
    await second.close();
    now = new Date('2026-12-01T00:00:00Z');
    expect(await begin().take(client)).toMatchObject({ remaining: 2, resetSeconds: 31 * 86_400 });
  });

  test('a crash costs the counts of one frame at most: they are written every 60 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const data = folder();
      const quota = quotaWith({ perFrame: null, perMonth: 9 }, { months: monthStore(data) });
      await quota.take(requestFrom({ address: '192.0.2.1', key: 'aaaa' }));
      vi.advanceTimersByTime(60_000);
      await vi.waitFor(() => { expect(readFileSync(join(data, MONTH_COUNTS_FILE), 'utf8')).toContain('"key aaaa":1'); });
    } finally {
      vi.useRealTimers();
    }
  });

  test('a damaged file is reported, and readers are served', async () => {
    const data = folder();
    writeFileSync(join(data, MONTH_COUNTS_FILE), '{"month":');
    const faults: Error[] = [];
    const quota = quotaWith({ perFrame: null, perMonth: 3 }, { months: monthStore(data), onFault: (error) => { faults.push(error); } });
    expect(await quota.take(requestFrom({ address: '192.0.2.1', key: 'aaaa' }))).toMatchObject({ remaining: 2 });
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('cannot be used')]);
  });

  test('no address is stored', async () => {
    const data = folder();
    const quota = quotaWith({ perFrame: 5, perMonth: 5 }, { months: monthStore(data) });
    await quota.take(requestFrom({ address: '192.0.2.77' }));
    await quota.take(requestFrom({ address: '192.0.2.77', key: 'aaaa' }));
    await quota.close();
    expect(readFileSync(join(data, MONTH_COUNTS_FILE), 'utf8')).not.toContain('192.0.2');
  });
});
