/**
 * Metrics: what is measured of a running service, in the text form of Prometheus (0.0.4). Seconds and bytes, as there is usual.
 * What is counted of a request costs a look-up in a map. Not here: who asks (listener.ts).
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Editions } from '../../publisher/read/types.ts';
import type { ConductorEvent } from '../conductor.ts';
import type { DeskHandle } from '../desk.ts';
import { freeBytes } from './health.ts';

const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
const BATCH_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3_600];
/** What alerts look for (alerts.yml): told as 0 from the start, because no increase is seen in what begins with 1. */
const ALERTED = [
  'Conductor:Fail', 'Conductor:Crash', 'Edition:Damage', 'Clock:Doubt', 'Upkeep:Fail', 'Submission:Park', 'Submission:Aside',
] as const satisfies readonly ConductorEvent['kind'][];

/** A request that is over (server/under-way.ts). */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

export interface MetricsParts {
  readonly data: string;
  readonly editions: Pick<Editions, 'current' | 'openPacks'>;
  readonly desk: Pick<DeskHandle, 'depth'>;
  readonly clock: () => Date;
  /** Number of log lines that could not be written. */
  readonly droppedLines: () => number;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    ...this.#named('ev_requests_total', 'Requests by method, route and status'), labelNames: ['method', 'route', 'status'],
  });
  readonly #latency = new Histogram({
    ...this.#named('ev_request_seconds', 'From the head of a request to the end of its answer'), labelNames: ['route'], buckets: REQUEST_SECONDS,
  });
  readonly #publications = new Histogram({ ...this.#named('ev_publication_seconds', 'Publication of an edition'), buckets: BATCH_SECONDS });
  readonly #stages = new Histogram({
    ...this.#named('ev_stage_seconds', 'Each stage of the road of a delivery'), labelNames: ['stage'], buckets: BATCH_SECONDS,
  });
  readonly #events = new Counter({ ...this.#named('ev_events_total', 'What the conductor told, by kind'), labelNames: ['kind'] });
  /** Counts requests that are alike, by method, status and route. */
  readonly #alike = new Map<string, (seconds: number) => void>();

  constructor({ data, editions, desk, clock, droppedLines }: MetricsParts) {
    const now = (): number => clock().getTime() / 1_000;
    this.#gauge('ev_edition', 'Number of the active edition', () => editions.current()?.edition.number ?? 0);
    this.#gauge('ev_edition_age_seconds', 'Since the active edition was activated', () => {
      const active = editions.current();
      return active === undefined ? 0 : now() - active.activated.getTime() / 1_000;
    });
    this.#gauge('ev_open_packs', 'Packs that are open for reading', () => editions.openPacks);
    this.#gauge('ev_disk_free_bytes', 'Free where the register lies', () => freeBytes(data));
    this.#gauge('ev_inbox_pending', 'Submissions that wait to be decided', async () => (await desk.depth()).pending);
    this.#gauge('ev_inbox_oldest_seconds', 'Since the oldest submission that waits was received, in mode scheduled since its batch was due', async () => {
      const { dueSince } = await desk.depth();
      return dueSince === null ? 0 : Math.max(0, now() - dueSince / 1_000);
    });
    const dropped: Counter = new Counter({
      ...this.#named('ev_log_lines_dropped_total', 'Log lines that could not be written'),
      collect: () => {
        dropped.reset();
        dropped.inc(droppedLines());
      },
    });
    for (const kind of ALERTED) this.#events.labels({ kind }).inc(0);
    collectDefaultMetrics({ register: this.#registry });
  }

  answered({ method, route, status, seconds }: AnsweredRequest): void {
    const name = `${method} ${status} ${route}`;
    let count = this.#alike.get(name);
    if (count === undefined) {
      const labels = { method, route: route ?? 'none', status: String(status) };
      const [requests, latency] = [this.#requests.labels(labels), this.#latency.labels({ route: labels.route })];
      count = (taken) => {
        requests.inc();
        latency.observe(taken);
      };
      this.#alike.set(name, count);
    }
    count(seconds);
  }

  hear(event: ConductorEvent): void {
    this.#events.labels({ kind: event.kind }).inc();
    if (event.kind === 'Edition:Publish') this.#publications.observe(event.ms / 1_000);
    if (!('seconds' in event)) return;
    for (const [stage, seconds] of Object.entries(event.seconds)) this.#stages.labels({ stage }).observe(seconds);
  }

  /** The text that Prometheus reads, and its media type. */
  async text(): Promise<{ readonly body: string; readonly type: string }> {
    return { body: await this.#registry.metrics(), type: this.#registry.contentType };
  }

  #gauge(name: string, help: string, value: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({ ...this.#named(name, help), collect: async () => { gauge.set(await value()); } });
  }

  #named(name: string, help: string) {
    return { name, help, registers: [this.#registry] };
  }
}
