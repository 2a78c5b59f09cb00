/** Deliveries over HTTP with nothing replaced: server, desk, the one validator, register, publisher. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { Report } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { started, TOKEN, type AskOptions, type Client, type Reply } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import type { DeskHandle } from '../../pipelines/desk.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { opened as openedDesk } from './real-desk.ts';
import { settledOutcome } from '../pipelines/state/patience.ts';

const RD = { 'content-crs': `<${CRSS['28992'].uri}>` };
const example = (name: string): Buffer => readFileSync(join(PROJECT, 'data/examples', name));

interface Served {
  readonly server: Client;
  readonly data: string;
  readonly desk: DeskHandle;
  /** Hands in a delivery and waits for its report at the address that the answer names. */
  readonly deliver: (body: Buffer, options?: AskOptions & { readonly query?: string }) => Promise<{ answer: Reply; report: Report }>;
}

async function opened(): Promise<Served> {
  const data = temporaryFolder();
  const { desk, editions } = await openedDesk(onTestFinished, data);
  const server = await started({ editions, desk, clock: () => new Date() });
  onTestFinished(() => server.close());
  const authorization = `Bearer ${TOKEN}`;
  return {
    server, data, desk,
    deliver: async (body, { query = '', headers } = {}) => {
      const answer = await server.ask(`/v1/indieningen${query}`, { method: 'POST', body, headers: { authorization, 'content-type': 'application/json', ...headers } });
      expect([201, 202], answer.text.slice(0, 500)).toContain(answer.status);
      const path = new URL(answer.headers.location ?? '').pathname;
      await settledOutcome(desk, path.split('/').at(-1) ?? '');
      const told = await server.ask(path, { headers: { authorization } });
      return { answer, report: told.json()['report'] as Report };
    },
  };
}

test('the same file gives what ev submit gives of it: valid objects are served, the others are explained', async () => {
  const { server, deliver } = await opened();
  const { report } = await deliver(example('fout-gebouwen-den-bosch.json'), { headers: RD });
  expect(report.counts).toMatchObject({ accepted: 2, refused: 8 });
  const totals = await Promise.all(['gebouwen', 'locaties'].map(async (name) => (await server.ask(`/v1/kwetsbare-${name}`)).headers['x-total-count']));
  expect(totals).toEqual(['1', '1']);

  const strict = await deliver(example('fout-gebouwen-den-bosch.json'), { headers: RD, query: '?strikt=true' });
  expect(strict.report.counts).toMatchObject({ accepted: 0 });

  const packed = await deliver(gzipSync(example('school-zwolle.json')), { headers: { ...RD, 'content-encoding': 'gzip' } });
  expect(packed.report.counts).toMatchObject({ objects: 1, accepted: 1, errors: 0 });
  const again = await deliver(gzipSync(example('school-zwolle.json')), { headers: { ...RD, 'content-type': 'application/gzip' } });
  expect(again.report.objects).toMatchObject([{ verdict: 'unchanged' }]);
  const unnamed = await deliver(example('school-zwolle.json'));
  expect(unnamed.report.findings.map(({ rule }) => rule)).toContain('geometrie.ander-stelsel');
});

test('a rehearsal foresees the chapter of the delivery, also during a publication, and stores nothing', async () => {
  const { server, deliver, data, desk } = await opened();
  const rehearse = (body: Buffer, query = ''): Promise<Reply> => server.ask(`/v1/indieningen?proef=true${query}`, {
    method: 'POST', body, headers: { ...RD, authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  });
  await deliver(example('school-zwolle.json'), { headers: RD });
  const file = example('fout-gebouwen-den-bosch.json');
  const [foreseen, busy] = await Promise.all([rehearse(file, '&volledig=KwetsbaarGebouw'), rehearse(file)]);
  expect([foreseen.status, busy.status, busy.headers['retry-after']]).toEqual([200, 503, '10']);
  expect((await rehearse(file, '&f=html&lang=nl')).text).toMatch(/Wat zou veranderen[^]*2 nieuw[^]*Bevindingen/);
  expect((await rehearse(file, '&f=csv')).text).toContain(',Verandert,effect.new,');
  expect((await rehearse(file, '&f=geojson')).json()).toMatchObject({ type: 'FeatureCollection', report: { effects: { counts: { new: 2 } } } });
  expect(readdirSync(foldersOf(data).payloads)).toEqual([]);
  expect((await desk.figures()).undecided).toBe(0);
  const { report } = await deliver(file, { headers: RD, query: '?volledig=KwetsbaarGebouw' });
  expect(report.counts.accepted).toBe(2);
  expect(foreseen.json()['effects']).toEqual(report.effects);
  expect(foreseen.json()['counts']).toEqual(report.counts);

  // A payload above the size of one in memory goes through a file.
  const large = Buffer.concat([file, Buffer.alloc(LIMITS.inlinePayloadBytesMax, ' ')]);
  const [delivered, during] = await Promise.all([deliver(example('school-zwolle.json'), { headers: RD }), rehearse(large)]);
  expect([delivered.answer.status, during.status]).toEqual([201, 200]);
  expect(during.json()['counts']).toMatchObject({ unchanged: 2, refused: 8 });
  expect(readdirSync(foldersOf(data).payloads)).toEqual([]);
});

test('with more than 100,000 findings: figures are exact, the report has its room, and can be asked for', async () => {
  const { deliver } = await opened();
  const lines = '{"entityType":"KwetsbaarGebouw"}\n'.repeat(100_000);
  const { report } = await deliver(gzipSync(lines), { headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' } });
  expect(report.counts).toMatchObject({ objects: 100_000, refused: 100_000, accepted: 0 });
  expect(report.counts.errors).toBeGreaterThan(100_000);
  expect(report.findings.length).toBeLessThanOrEqual(LIMITS.findingsMax + report.counts.rules.length + 1);
  expect(report.findings.map(({ rule }) => rule)).toContain('rapport.ingekort');
  expect(report.objects.every(({ firstError }) => firstError !== undefined)).toBe(true);
});
