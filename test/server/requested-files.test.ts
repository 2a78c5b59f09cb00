/** Files on request: the features of any question in one file, made one after the other, for some time, within limits. Forms: test/long/requested-files.test.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { withdraw } from '../../publisher/write/withdraw.ts';
import { CRSS } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { SOUND } from '../always-sound.ts';
import { buildingRoot, createAll } from '../publisher/registry.ts';
import { BASE } from './fake-editions.ts';
import { HeldMaker } from './held-file-maker.ts';
import { NOW, started, type Client, type Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const COLLECTION = 'kwetsbare-gebouwen';
const ASK = `/v1/collections/${COLLECTION}/_bestand`;

let register: RealServer;
let maker: HeldMaker;
let server: Client;
let now = NOW;
const faults: Error[] = [];

beforeAll(async () => {
  const roots = Array.from({ length: 30 }, (_, at) => buildingRoot(`gebouw-${at}`, { x: 100_000 + at * 1_000, y: 400_000, name: `naam ${at}` }));
  register = await realServer({ changes: createAll([...roots, buildingRoot('kanarie', { x: 99_000, y: 400_000, name: 'geheim' })]), on: 10 });
});
beforeEach(async () => {
  if (server !== undefined) await server.close();
  [maker, now] = [new HeldMaker(), NOW];
  faults.length = 0;
  server = await started({ editions: register.editions, fileMaker: maker, clock: () => now, onFault: (error) => { faults.push(error); } });
});
afterAll(async () => {
  await server.close();
  await register.close();
});

const json = { 'content-type': 'application/json' };
const ask = (query = '', body = '{}'): Promise<Reply> => server.ask(`${ASK}${query}`, { method: 'POST', headers: json, body });
const pathOf = (href: unknown): string => new URL(String(href)).pathname;

/** Returns the finished job of a request. */
async function finished(query = '', body = '{}'): Promise<Readonly<Record<string, unknown>>> {
  const reply = await ask(query, body);
  expect([query, reply.status]).toEqual([query, reply.json()['finished'] === undefined ? 202 : 200]);
  return await ended(pathOf(reply.headers['location'] ?? (reply.json()['links'] as { href: string }[])[0]!.href));
}

async function ended(path: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const { status, text } = await server.ask(path);
    expect([status, text]).toEqual([200, expect.stringContaining('"status"')]);
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (body['finished'] !== undefined) return body;
    await turn();
  }
}

const linkOf = (body: Readonly<Record<string, unknown>>) => (body['links'] as readonly Record<string, unknown>[]).find(({ rel }) => rel === 'enclosure')!;

describe('OPEN-requested-files: a file', () => {
  test('has the features of the question, in their order and CRS, and says what and until when', async () => {
    for (const [query, body, crs] of [
      ['?f=ndjson', '{}', 'CRS84'], [`?f=ndjson&crs=${encodeURIComponent(CRSS['28992'].uri)}&sorteer=-id`, '{}', '28992'], ['?f=ndjson', '{"filter":"id LIKE \'gebouw-1%\'"}', 'CRS84'],
      ['?f=ndjson&bbox=0,50,5,51', '{}', 'CRS84'], ['?f=ndjson&id=nergens', '{}', 'CRS84'],
    ] as const) {
      const done = await finished(query, body);
      const items = await server.ask(`/v1/collections/${COLLECTION}/_zoek${query.replace('f=ndjson', 'limit=100')}`, { method: 'POST', headers: json, body });
      const features = items.json()['features'] as readonly object[];
      expect(done).toMatchObject({ status: 'successful', progress: 100, vorm: 'ndjson', editie: 1, aantal: features.length, vervalt: new Date(now.getTime() + LIMITS.requestedFileSeconds * 1_000).toISOString() });
      const link = linkOf(done);
      const { status, headers, text, body: bytes } = await server.ask(pathOf(link['href']));
      expect([status, headers['content-type'], headers['content-crs'], bytes.length]).toEqual([200, 'application/x-ndjson', `<${CRSS[crs].uri}>`, link['length']]);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(link['sha256']);
      expect(text.split('\n').slice(0, -1).join(',')).toBe(/"features":\[(.*?)\],"timeStamp"/s.exec(items.text)![1]);
    }
  });

  test('comes in ranges, with a digest and its tag', async () => {
    const path = pathOf(linkOf(await finished('?f=ndjson'))['href']);
    const whole = await server.ask(path);
    const part = await server.ask(path, { headers: { 'range': 'bytes=5-9', 'if-range': String(whole.headers.etag) } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, whole.text.slice(5, 10), `bytes 5-9/${whole.body.length}`]);
    expect((await server.ask(path, { headers: { range: `bytes=${whole.body.length}-` } })).status).toBe(416);
    expect((await server.ask(path, { headers: { 'if-none-match': String(whole.headers.etag) } })).status).toBe(304);
    expect((await server.ask(path, { method: 'HEAD' })).headers['content-length']).toBe(String(whole.body.length));
  });

  test('is shared by equal requests, also while it is made, and not by others', async () => {
    const places = new Set<string>();
    for (const query of ['?f=ndjson', '?f=ndjson&', '?f=csv']) places.add(pathOf((await ask(query)).headers['location'] ?? ((await ask(query)).json()['links'] as { href: string }[])[0]!.href));
    expect(places.size).toBe(2);
    for (const path of places) await ended(path);
    const again = await ask('?f=ndjson');
    expect([again.status, again.headers['location']]).toEqual([200, undefined]);
    expect(maker.made).toHaveLength(2);
  });

  test('is gone after its time, and on the disk too', async () => {
    const done = await finished('?f=ndjson');
    const [job, file] = (done['links'] as { href: string }[]).map(({ href }) => pathOf(href));
    const stored = join(maker.folder, file!.split('/').at(-1)!);
    expect(existsSync(stored)).toBe(true);
    now = new Date(now.getTime() + LIMITS.requestedFileSeconds * 1_000);
    for (const path of [job!, file!]) {
      const { status, text } = await server.ask(path);
      expect([status, text]).toEqual([404, expect.stringContaining('60 minuten')]);
    }
    await finished('?f=csv');
    expect(existsSync(stored)).toBe(false);
  });

  test('of the most files that are stored, the oldest makes room', async () => {
    const names: string[] = [];
    for (let at = 0; at <= LIMITS.requestedFilesStoredMax; at += 1) names.push(pathOf(linkOf(await finished(`?f=ndjson&id=gebouw-${at}`))['href']));
    expect(names.map((path) => existsSync(join(maker.folder, path.split('/').at(-1)!))).indexOf(true)).toBe(1);
    expect((await server.ask(names[0]!)).status).toBe(404);
  });
});

describe('OPEN-requested-files: limits', () => {
  test('a client has two files that are not finished at most, all clients four; then 503 until one is finished', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    maker.gate = promise;
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await ask(`?f=ndjson&id=gebouw-${at}`));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 503]);
    expect([answers[2]!.headers['retry-after'], answers[2]!.json()['type']]).toEqual(['60', `${BASE}/fouten/ev/NietBeschikbaar`]);
    expect(answers[1]!.json()).toMatchObject({ status: 'accepted', progress: 0 });
    const [first] = answers;
    const running = (await server.ask(pathOf(first!.headers['location']))).json();
    expect(running).toMatchObject({ status: 'running' });
    const asOrganisation = (token: string, at: number) => server.ask(`${ASK}?f=ndjson&id=gebouw-${at}`, { method: 'POST', headers: { ...json, authorization: `Bearer ${token}` }, body: '{}' });
    expect([(await asOrganisation('geheim-token-ab12', 4)).status, (await asOrganisation('meer-token', 5)).status, (await asOrganisation('ander-token', 6)).status]).toEqual([202, 202, 503]);
    resolve();
    await ended(pathOf(first!.headers['location']));
    await ended(pathOf(answers[1]!.headers['location']));
    expect((await ask('?f=ndjson&id=gebouw-9')).status).toBe(202);
  });

  test.each(['bytes', 'room', 'time'] as const)('a file that cannot be made for want of %s says so, and another request tries again', async (refusal) => {
    maker.refusal = refusal;
    const failed = await finished('?f=ndjson');
    expect([failed['status'], failed['links']]).toEqual(['failed', [expect.objectContaining({ rel: 'self' })]]);
    expect(failed['message']).toMatch(/\S \/ \S/);
    expect(faults).toEqual([]);
    maker.refusal = null;
    expect(await finished('?f=ndjson')).toMatchObject({ status: 'successful' });
  });

  test('a maker that fails is a failed job without details, and a fault for the operator', async () => {
    maker.refusal = new Error('/srv/geheim/pad');
    const failed = await finished('?f=ndjson');
    expect([failed['status'], JSON.stringify(failed).includes('geheim')]).toEqual(['failed', false]);
    expect(faults.map(({ message }) => message)).toEqual(['/srv/geheim/pad']);
  });
});

describe('OPEN-requested-files: a request', () => {
  test.each([
    ['?f=html', 406, 'NietLeverbaar'], ['?f=pmtiles', 406, 'NietLeverbaar'], ['?f=shp', 400, '"f"'], ['?limit=5', 400, 'OnbekendeParameter'], ['?cursor=x', 400, 'OnbekendeParameter'], ['?fields=id', 400, 'OnbekendeParameter'],
    [`?crs=${CRSS['4258'].uri}`, 400, 'CRS84 of RD'], ['?filter=onzin(', 400, '"filter"'], ['?bbox=1,2', 400, '"bbox"'],
  ] as const)('%s is %d and says why', async (query, status, words) => {
    const reply = await ask(query);
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(words)]);
    expect(maker.made).toEqual([]);
  });

  test('to a service that makes no files is refused in words', async () => {
    maker.isAble = false;
    expect([(await ask()).status, (await ask()).text]).toEqual([404, expect.stringContaining('geen bestanden op verzoek')]);
    const readOnly = await started({ editions: register.editions });
    const reply = await readOnly.ask(ASK, { method: 'POST', headers: json, body: '{}' });
    expect([reply.status, reply.text]).toEqual([404, expect.stringContaining('geen bestanden op verzoek')]);
    expect((await readOnly.ask('/v1/bestanden/0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10')).status).toBe(404);
    await readOnly.close();
  });

  test('to an unknown collection, job or file is 404, and another method 405', async () => {
    expect((await server.ask('/v1/collections/niets/_bestand', { method: 'POST', headers: json, body: '{}' })).status).toBe(404);
    expect((await server.ask(ASK)).status).toBe(405);
    const path = pathOf(linkOf(await finished('?f=ndjson'))['href']);
    for (const other of [`${path}x`, path.replace('.ndjson', '.csv'), '/v1/bestanden/x', `${path.slice(0, path.lastIndexOf('/'))}/..%2F..%2Fregister.db`]) {
      expect([other, (await server.ask(other)).status]).toEqual([other, 404]);
    }
    expect((await server.ask(`${path}?limit=1`)).status).toBe(400);
    expect((await server.ask(`${path}?f=csv`)).status).toBe(406);
  });
});

describe('OPEN-requested-files: what is secret', () => {
  test('a file of the full audience is for its readers only', async () => {
    await server.close();
    const reader = { organisation: 'KVK:1', tokenEnd: 'lezer', holders: [], roles: ['reader'] } as const;
    maker = new HeldMaker();
    const again = openEditions(register.folder, 'public');
    server = await started({ editions: register.editions, full: again, fileMaker: maker, credentials: ({ token }) => (token === 'lezer' ? reader : undefined) });
    const authorization = 'Bearer lezer';
    const reply = await server.ask(`${ASK}?f=ndjson`, { method: 'POST', headers: { ...json, authorization }, body: '{}' });
    const path = pathOf(reply.headers['location']);
    await turn();
    expect((await server.ask(path)).status).toBe(404);
    const own = await server.ask(path, { headers: { authorization } });
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const publicJob = await ended(pathOf((await ask('?f=ndjson')).headers['location']));
    expect(publicJob['jobID']).not.toBe(own.json()['jobID']);
    expect(maker.made).toHaveLength(2);
    again.close();
  });

  test('a file is 410 and removed when its edition is withdrawn', async () => {
    const done = await finished('?f=ndjson');
    const [job, file] = (done['links'] as { href: string }[]).map(({ href }) => pathOf(href));
    expect(readFileSync(join(maker.folder, file!.split('/').at(-1)!), 'utf8')).toContain('kanarie');
    withdrawAll();
    for (const path of [job!, file!]) {
      const { status, text } = await server.ask(path);
      expect([status, text.includes('kanarie')]).toEqual([410, false]);
    }
    await finished('?f=csv');
    expect(existsSync(join(maker.folder, file!.split('/').at(-1)!))).toBe(false);
  });
});

/** Publishes an edition without the secret building, and withdraws the one before. */
function withdrawAll(): void {
  register.publish({ changes: createAll([buildingRoot('later', { x: 1_000, y: 400_000, name: 'later' })]), on: 11 });
  withdraw({ folder: register.folder, audience: 'public' }, [1], SOUND);
  register.editions.refresh();
}
