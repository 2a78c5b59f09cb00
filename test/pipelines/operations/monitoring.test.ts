/** The listener for those who run the service, asked as Prometheus and a load balancer ask it. */
import { expect, onTestFinished, test } from 'vitest';
import type { Moment } from '../../../schemas/time.ts';
import type { DeskFigures } from '../../../pipelines/desk.ts';
import type { ScheduleFigures } from '../../../pipelines/operations/metrics.ts';
import { startMonitoring } from '../../../pipelines/operations/monitoring.ts';
import { aRegister } from '../../server/harness.ts';
import { temporaryFolder } from '../state/register-bench.ts';

const NOW = new Date('2026-11-20T10:01:00.500Z');

const HOUR_MS = 3_600_000;
const figures: DeskFigures = {
  states: { pending: 2, parked: 1, settled: 7, aside: 3, retried: 0, refused: 4 }, undecided: 3,
  dueSince: (NOW.getTime() - 5_000) as Moment, firstReceived: (NOW.getTime() - HOUR_MS) as Moment,
};
const schedule: ScheduleFigures = {
  pipelines: [
    { name: 'nightly', isFailed: true, missedSeconds: 0, runningSeconds: 90, passed: 2 },
    { name: 'verify', isFailed: false, missedSeconds: 7_200, runningSeconds: 0, passed: 0 },
  ],
  lastBackup: new Date(NOW.getTime() - 26 * HOUR_MS), fileFault: null,
};
const broken = new Error('the disk is gone');

function answerWith(found: DeskFigures | Error): Promise<DeskFigures> {
  return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
}

async function watched(isConducting = true, read: () => { readonly figures: DeskFigures | Error; readonly schedule: ScheduleFigures } = () => ({ figures, schedule })) {
  const desk = { isConducting, requireAccepting: () => Promise.resolve(), conductorRestarts: 1, figures: () => answerWith(read().figures) };
  const service = await startMonitoring({
    data: temporaryFolder(), port: 0, editions: aRegister(), desk, schedule: () => Promise.resolve(read().schedule), accessFault: () => null, scheduleFault: () => null, clock: () => NOW, droppedLines: () => 2, certificateEnds: () => new Date('2027-01-01T00:00:00Z'), onFault: (error) => { throw error; },
  });
  onTestFinished(() => service.close());
  service.health.onListening();
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  return { service, ask };
}

test('/livez answers; /readyz is 503 with its reasons when the service is not ready; what is not there is 404', async () => {
  expect((await (await watched()).ask('/livez')).status).toBe(200);
  const { ask, service } = await watched();
  service.health.stop();
  const { status, type, text } = await ask('/readyz');
  expect([status, type, JSON.parse(text)]).toMatchObject([503, 'application/json', { ready: false, reasons: [expect.stringContaining('stopped')] }]);
  expect((await ask('/v1')).status).toBe(404);
});

test('a service that cannot write is ready for readers; /readyz and /metrics report that it cannot write', async () => {
  const { ask } = await watched(false);
  const { status, text } = await ask('/readyz');
  expect([status, JSON.parse(text)]).toMatchObject([200, { ready: true, writable: false, reasons: [expect.stringContaining('conductor')] }]);
  expect((await ask('/metrics')).text).toContain('\nev_writable 0\n');
});

test('/metrics has requests, stages, inbox, edition, event loop and memory', async () => {
  const { service, ask } = await watched();
  for (const status of [200, 200, 404]) service.answered({ method: 'GET', route: '/v1/collections', status, seconds: 0.02, hasUntrustedForwarded: status === 404 });
  service.answered({ method: 'GET', route: null, status: 404, seconds: 0.001, hasUntrustedForwarded: false });
  service.onEvent({ kind: 'Batch:Decide', batch: 1, submissions: 2, uuids: [], seconds: { decide: 0.5 } });
  service.onEvent({ kind: 'Edition:Publish', head: 4, batch: 1, edition: 3, objects: 9, ms: 1_500, seconds: { cut: 0.2, write: 0.1 } });
  service.unsent({ bytes: 7, closed: 1, refused: 2 });
  const { status, type, text } = await ask('/metrics');
  expect([status, type]).toEqual([200, expect.stringContaining('text/plain')]);
  const lines = text.split('\n');
  expect(lines).toEqual(expect.arrayContaining([
    'ev_requests_total{method="GET",route="/v1/collections",status="200"} 2',
    'ev_requests_total{method="GET",route="none",status="404"} 1',
    'ev_requests_by_version_total{version="1.0.0"} 4',
    'ev_request_seconds_bucket{le="0.05",route="/v1/collections"} 3',
    'ev_stage_seconds_sum{stage="decide"} 0.5',
    'ev_publication_seconds_sum 1.5',
    'ev_events_total{kind="Batch:Decide"} 1',
    'ev_edition 3', 'ev_inbox_pending 3', 'ev_inbox_oldest_seconds 5', 'ev_open_packs 0', 'ev_log_lines_dropped_total 2', 'ev_certificate_end_timestamp_seconds 1798761600',
    'ev_untrusted_forwarded_total 1', 'ev_unsent_bytes 7', 'ev_unsent_closed_total 1', 'ev_unsent_refused_total 2',
  ]));
  for (const name of ['ev_edition_age_seconds', 'ev_disk_free_bytes', 'nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes']) {
    expect(lines.some((line) => line.startsWith(`${name} `)), name).toBe(true);
  }
});

const WHOLE = [
  'ev_submissions{state="pending"} 2', 'ev_submissions{state="parked"} 1', 'ev_submissions{state="settled"} 7', 'ev_submissions{state="aside"} 3',
  'ev_submissions{state="retried"} 0', 'ev_submissions{state="refused"} 4', 'ev_register_age_seconds 3600', 'ev_conductor_restarts_total 1',
  'ev_pipeline_failed{pipeline="nightly"} 1', 'ev_pipeline_failed{pipeline="verify"} 0', 'ev_pipeline_missed_seconds{pipeline="verify"} 7200',
  'ev_pipeline_running_seconds{pipeline="nightly"} 90', 'ev_pipeline_times_passed{pipeline="nightly"} 2', 'ev_backup_age_seconds 93600',
  'ev_source_readable{source="register"} 1', 'ev_source_readable{source="runs"} 1', 'ev_source_readable{source="backups"} 1', 'ev_source_readable{source="pipelines"} 1',
];

test('/metrics has submissions by state, pipelines, the last sound backup and restarts of the conductor', async () => {
  const lines = (await (await watched()).ask('/metrics')).text.split('\n');
  expect(lines).toEqual(expect.arrayContaining(WHOLE));
});

test('a register without a sound backup has one of infinite age', async () => {
  const { ask } = await watched(true, () => ({ figures, schedule: { ...schedule, lastBackup: null } }));
  expect((await ask('/metrics')).text.split('\n')).toContain('ev_backup_age_seconds +Inf');
});

test('figures of a source that cannot be read are NaN or absent, not those of before, and come back with it', async () => {
  let isBroken = false;
  const gone: ScheduleFigures = { pipelines: broken, lastBackup: broken, fileFault: broken };
  const { ask } = await watched(true, () => ({ figures: isBroken ? broken : figures, schedule: isBroken ? gone : schedule }));
  const lines = async () => (await ask('/metrics')).text.split('\n');
  expect(await lines()).toEqual(expect.arrayContaining(WHOLE));
  isBroken = true;
  const without = await lines();
  expect(without).toEqual(expect.arrayContaining([
    'ev_inbox_pending Nan', 'ev_inbox_oldest_seconds Nan', 'ev_register_age_seconds Nan', 'ev_backup_age_seconds Nan',
    ...['register', 'runs', 'backups', 'pipelines'].map((source) => `ev_source_readable{source="${source}"} 0`),
  ]));
  expect(without.filter((line) => /^ev_(?:submissions|pipeline_)/.test(line))).toEqual([]);
  isBroken = false;
  expect(await lines()).toEqual(expect.arrayContaining(WHOLE));
});
