/** Design 13: the listener for those who run the service, asked as Prometheus and a load balancer ask it. */
import { expect, onTestFinished, test } from 'vitest';
import type { Moment } from '../../../schemas/time.ts';
import { watchService } from '../../../pipelines/operations/watched.ts';
import { aRegister } from '../../server/harness.ts';
import { temporaryFolder } from '../state/register-bench.ts';

const NOW = new Date('2026-11-20T10:01:00.500Z');

async function watched(isConducting = true) {
  const desk = { isConducting, requireHeld: () => Promise.resolve(), depth: () => Promise.resolve({ pending: 3, dueSince: (NOW.getTime() - 5_000) as Moment }) };
  const service = await watchService({
    data: temporaryFolder(), port: 0, editions: aRegister(), desk, clock: () => NOW, droppedLines: () => 2, onFault: (error) => { throw error; },
  });
  onTestFinished(() => service.close());
  service.health.listening();
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  return { service, ask };
}

test('/livez answers; /readyz is 503 with its reasons when the service is not ready; what is not there is 404', async () => {
  expect((await (await watched()).ask('/livez')).status).toBe(200);
  const { ask } = await watched(false);
  const { status, type, text } = await ask('/readyz');
  expect([status, type, JSON.parse(text)]).toMatchObject([503, 'application/json', { ready: false, reasons: [expect.stringContaining('conductor')] }]);
  expect((await ask('/v1')).status).toBe(404);
});

test('/metrics tells requests, stages, inbox, edition, event loop and memory', async () => {
  const { service, ask } = await watched();
  for (const status of [200, 200, 404]) service.answered({ method: 'GET', route: '/v1/collections', status, seconds: 0.02 });
  service.answered({ method: 'GET', route: null, status: 404, seconds: 0.001 });
  service.hear({ kind: 'Batch:Decide', batch: 1, submissions: 2, uuids: [], seconds: { decide: 0.5 } });
  service.hear({ kind: 'Edition:Publish', head: 4, batch: 1, edition: 3, objects: 9, ms: 1_500, seconds: { cut: 0.2, write: 0.1 } });
  const { status, type, text } = await ask('/metrics');
  expect([status, type]).toEqual([200, expect.stringContaining('text/plain')]);
  const lines = text.split('\n');
  expect(lines).toEqual(expect.arrayContaining([
    'ev_requests_total{method="GET",route="/v1/collections",status="200"} 2',
    'ev_requests_total{method="GET",route="none",status="404"} 1',
    'ev_request_seconds_bucket{le="0.05",route="/v1/collections"} 3',
    'ev_stage_seconds_sum{stage="decide"} 0.5',
    'ev_publication_seconds_sum 1.5',
    'ev_events_total{kind="Batch:Decide"} 1',
    'ev_edition 3', 'ev_inbox_pending 3', 'ev_inbox_oldest_seconds 5', 'ev_open_packs 0', 'ev_log_lines_dropped_total 2',
  ]));
  for (const name of ['ev_edition_age_seconds', 'ev_disk_free_bytes', 'nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes']) {
    expect(lines.some((line) => line.startsWith(`${name} `)), name).toBe(true);
  }
});
