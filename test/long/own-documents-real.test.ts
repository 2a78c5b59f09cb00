/** Own documents over HTTP with nothing replaced: delivered again they are unchanged, and no other holder, reader or moment is in them. */
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS, type CrsCode } from '../../schemas/crs.ts';
import type { Report } from '../../schemas/finding.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { openRandom } from '../generate/random.ts';
import { writeRegister } from '../generate/register-file.ts';
import { settledOutcome } from '../pipelines/state/patience.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { started, TOKEN, type Client, type Reply } from '../server/harness.ts';
import { opened as openedDesk } from './real-desk.ts';

const PATH = '/v1/indieningen/eigen-gegevens';

interface Served {
  readonly server: Client;
  readonly deliver: (documents: readonly JsonObject[] | string, crs: CrsCode, token?: string) => Promise<Report>;
  readonly own: (query?: string, token?: string) => Promise<Reply>;
}

async function opened(): Promise<Served> {
  const { desk, editions } = await openedDesk();
  const server = await started({ editions, desk, clock: () => new Date() });
  onTestFinished(() => server.close());
  return {
    server,
    async deliver(documents, crs, token = TOKEN) {
      const body = typeof documents === 'string' ? documents : JSON.stringify(documents);
      const answer = await server.ask('/v1/indieningen', {
        method: 'POST', body, headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/x-ndjson', 'content-crs': `<${CRSS[crs].uri}>` },
      });
      expect([201, 202], answer.text.slice(0, 500)).toContain(answer.status);
      return (await settledOutcome(desk, new URL(answer.headers.location ?? '').pathname.split('/').at(-1) ?? '')).report!;
    },
    own: (query = '', token = TOKEN) => server.ask(PATH + query, { headers: { authorization: `Bearer ${token}` } }),
  };
}

async function generated(objects: number, seed: number): Promise<readonly JsonObject[]> {
  const path = join(temporaryFolder(), 'register.ndjson');
  await writeRegister(path, { objects, seed });
  return readFileSync(path, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as JsonObject);
}

const CHANGES: readonly [JsonObject, ...JsonObject[]] = [
  {}, { beginGeldigheid: '2026-06-01T00:00:00Z', bronobjectID: 'later' }, { bronobjectID: 'anders' }, { privacyGevoelig: true },
  { eindGeldigheid: '2026-10-01T00:00:00Z' },
];

/** Returns the objects with the code of the other test token, and ids of their own. */
function ofOther(documents: readonly JsonObject[]): readonly JsonObject[] {
  return JSON.parse(JSON.stringify(documents).replaceAll('AB12', 'CD34')) as readonly JsonObject[];
}

test.each([21, 22])('delivered again, in each CRS and form, all own documents are unchanged: seed %i', async (seed) => {
  const { deliver, own } = await opened();
  const random = openRandom(seed, 1);
  const documents = await generated(80, seed);
  await deliver(documents, '28992');
  await deliver(documents.map((document) => ({ ...document, ...random.pick(CHANGES) })), '28992');
  await deliver(ofOther(documents).map((document) => ({ ...document, informatieGeheim: true })), '28992', 'ander-token');
  for (const crs of ['28992', 'CRS84'] as const) {
    for (const form of ['json', 'ndjson']) {
      const reply = await own(`?f=${form}&crs=${CRSS[crs].uri}`);
      expect([reply.status, reply.headers['content-crs']]).toEqual([200, `<${CRSS[crs].uri}>`]);
      expect(reply.text).not.toContain('CD34');
      const { counts, objects } = await deliver(reply.text, crs);
      expect(objects.filter(({ verdict }) => verdict !== 'unchanged')).toEqual([]);
      expect(counts).toMatchObject({ unchanged: counts.objects, errors: 0 });
      expect(counts.objects).toBeGreaterThan(documents.length);
    }
  }
  expect((await own('?f=ndjson', 'ander-token')).text.split('\n').filter((line) => line.includes('"informatieGeheim":true')).length).toBe(documents.length);
});

test('a moment of before has what was recorded and valid then; before the register began there is nothing', async () => {
  const { deliver, own } = await opened();
  const [document] = (await generated(30, 3)).filter(({ entityType }) => entityType === 'KwetsbaarGebouw');
  await deliver([{ ...document!, beginGeldigheid: '2025-01-01T00:00:00Z' }], '28992');
  const before = new Date().toISOString();
  await deliver([{ ...document!, beginGeldigheid: '2026-03-01T00:00:00Z', bronobjectID: 'nieuw' }], '28992');
  const sources = async (query: string): Promise<readonly unknown[]> => (
    (JSON.parse((await own(query)).text) as readonly JsonObject[]).map(({ bronobjectID }) => bronobjectID)
  );
  const old = document!['bronobjectID'];
  expect(await sources('')).toEqual([old, 'nieuw']);
  expect(await sources('?geldigOp=2026-02-01')).toEqual([old]);
  expect(await sources(`?geldigOp=${before.slice(0, 10)}`)).toEqual(['nieuw']);
  expect(await sources(`?beschikbaarOp=${before}`)).toEqual([old]);
  expect(await sources('?beschikbaarOp=2020-01-01T00:00:00Z')).toEqual([]);
  expect(await sources('?geldigOp=2024-12-31')).toEqual([]);
  expect(await sources('?type=Wegen')).toEqual([]);
});

test('a slow reader gets the documents of the moment it asked, and delays no writer and no other reader', async () => {
  const { server, deliver, own } = await opened();
  const documents = await generated(60, 5);
  // Texts make the response longer than the buffers of the connection.
  const long = documents.map((document) => ({ ...document, bronobjectID: 'x'.repeat(40_000) }));
  for (let n = 0; n < 4; n += 1) await deliver(long.map((document) => ({ ...document, beginGeldigheid: `202${n}-01-01T00:00:00Z` })), '28992');
  const whole = (await own('?f=ndjson')).text;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: server.port, host: '127.0.0.1', path: `${PATH}?f=ndjson`, headers: { authorization: `Bearer ${TOKEN}` }, agent: false }, resolve).on('error', reject);
  });
  const { counts } = await deliver(documents.map((document) => ({ ...document, beginGeldigheid: '2025-01-01T00:00:00Z' })), '28992');
  expect(counts.accepted).toBe(documents.length);
  expect((await own('?f=ndjson', 'ander-token')).text).toBe('');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString() === whole).toBe(true);
  expect((await own('?f=ndjson')).text.split('\n').length).toBe(whole.split('\n').length + documents.length);
});
