/** Deliveries over HTTP with nothing replaced: server, desk, the one validator, register, publisher. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { Report } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { started, TOKEN, type AskOptions, type Client, type Reply } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import { opened as openedDesk } from './real-desk.ts';
import { settledOutcome } from '../pipelines/state/patience.ts';

const RD = { 'content-crs': `<${CRSS['28992'].uri}>` };
const example = (name: string): Buffer => readFileSync(join(PROJECT, 'data/examples', name));

interface Served {
  readonly server: Client;
  /** Hands in a delivery and waits for its report at the address that the answer names. */
  readonly deliver: (body: Buffer, options?: AskOptions & { readonly query?: string }) => Promise<{ answer: Reply; report: Report }>;
}

async function opened(): Promise<Served> {
  const { desk, editions } = await openedDesk();
  const server = await started({ editions, desk, clock: () => new Date() });
  onTestFinished(() => server.close());
  const authorization = `Bearer ${TOKEN}`;
  return {
    server,
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
