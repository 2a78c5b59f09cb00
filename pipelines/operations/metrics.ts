/**
 * Metrics of a running service, in the text format of Prometheus (0.0.4), in seconds and bytes. Counting a request costs one look-up in a
 * map.
 *
 * Invariants:
 *  - Figures that outlive the process (submissions, runs, backups) are read from disk at each scrape, by another thread, so that they are
 *    right after a restart.
 *  - A figure that cannot be read is NaN or absent, never an earlier value, and `ev_source_readable` of its source is 0.
 * Not here: the HTTP paths (operations-listener.ts), the figures of pipelines (schedule/pipeline-figures.ts).
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Editions } from '../../publisher/read/types.ts';
import { SUBMISSION_STATES } from '../../schemas/submission.ts';
import { API_VERSION } from '../../schemas/interface-versions.ts';
import type { ConductorEvent } from '../conductor/conductor.ts';
import type { DeskHandle } from '../desk.ts';

import { freeBytes } from '../../publisher/free-bytes.ts';

const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
const BATCH_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3_600];
/** Events that alerts use (alerts.yml). They are 0 from the start, because Prometheus sees no increase in a series that begins at 1. */
const ALERTED = [
  'Conductor:Fail', 'Conductor:Crash', 'Edition:Damage', 'Clock:Doubt', 'Upkeep:Fail', 'Id:Share',
] as const satisfies readonly ConductorEvent['kind'][];

/** A finished request (server/connection/pending-requests.ts). */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
  /** Whether it has the header Forwarded and comes from no trusted proxy. */
  readonly hasUntrustedForwarded: boolean;
}

/** State of one pipeline in pipelines.json. */
export interface PipelineFigures {
  readonly name: string;
  /** Whether its last run failed, or was cut off and is not being repeated. */
  readonly isFailed: boolean;
  /** Time since its first missed time; 0 when there is none. */
  readonly missedSeconds: number;
  /** Time since its current run began; 0 when none runs. */
  readonly runningSeconds: number;
  /** Number of its times that passed during its newest run. */
  readonly passed: number;
}

/** Figures of pipelines and backups, or the errors of reading them. */
export interface ScheduleFigures {
  readonly pipelines: readonly PipelineFigures[] | Error;
  /** Moment of the register in the newest sound backup; null: there is none. */
  readonly lastBackup: Date | null | Error;
  /** Why pipelines.json cannot be used, so that its last valid content counts; null: it can. */
  readonly fileFault: Error | null;
}

/** Responses that wait for slow clients (server/connection/unsent-bytes.ts). */
export interface UnsentFigures {
  readonly bytes: number;
  /** Number of connections closed, and of responses refused, since the start. */
  readonly closed: number;
  readonly refused: number;
}

export interface MetricsParts {
  readonly data: string;
  readonly editions: Pick<Editions, 'current' | 'openPacks'>;
  readonly desk: Pick<DeskHandle, 'figures' | 'conductorRestarts'>;
  readonly schedule: () => Promise<ScheduleFigures>;
  readonly clock: () => Date;
  /** Whether submissions are accepted and take effect. */
  readonly isWritable: () => Promise<boolean>;
  /** Number of log lines that could not be written. */
  readonly droppedLines: () => number;
  /** The end of the certificate in use; null: the service speaks HTTP. */
  readonly certificateEnds: () => Date | null;
}

const NOTHING_UNSENT: UnsentFigures = { bytes: 0, closed: 0, refused: 0 };

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    ...this.#named('ev_requests_total', 'Requests by method, route and status'), labelNames: ['method', 'route', 'status'],
  });
  readonly #byVersion = new Counter({ ...this.#named('ev_requests_by_version_total', 'Requests by version of the interface'), labelNames: ['version'] });
  readonly #untrusted = new Counter(this.#named('ev_untrusted_forwarded_total', 'Requests whose header Forwarded has no effect: they come from no trusted proxy'));
  readonly #latency = new Histogram({
    ...this.#named('ev_request_seconds', 'From the head of a request to the end of its answer'), labelNames: ['route'], buckets: REQUEST_SECONDS,
  });
  readonly #publications = new Histogram({ ...this.#named('ev_publication_seconds', 'Publication of an edition'), buckets: BATCH_SECONDS });
  readonly #stages = new Histogram({
    ...this.#named('ev_stage_seconds', 'Each stage of the road of a delivery'), labelNames: ['stage'], buckets: BATCH_SECONDS,
  });
  readonly #events = new Counter({ ...this.#named('ev_events_total', 'Events of the conductor, by kind'), labelNames: ['kind'] });
  /** Counters of requests, by method, status and route. */
  readonly #alike = new Map<string, (seconds: number) => void>();
  #unsent = NOTHING_UNSENT;

  readonly #submissions = this.#labelled('ev_submissions', 'Submissions by state', 'state');
  readonly #failed = this.#labelled('ev_pipeline_failed', '1 when the last run of the pipeline failed or was cut off', 'pipeline');
  readonly #missed = this.#labelled('ev_pipeline_missed_seconds', 'Since the first time of the pipeline that came and did not run; 0: none', 'pipeline');
  readonly #running = this.#labelled('ev_pipeline_running_seconds', 'Since the run at work began; 0: none is', 'pipeline');
  readonly #passed = this.#labelled('ev_pipeline_times_passed', 'Times of the pipeline that came while its newest run was at work', 'pipeline');
  readonly #readable = this.#labelled('ev_source_readable', '0 when figures cannot be read from a source; they are NaN or absent then', 'source');
  readonly #pending = this.#plain('ev_inbox_pending', 'Submissions that wait to be decided, parked ones too');
  readonly #oldest = this.#plain('ev_inbox_oldest_seconds', 'Since the oldest submission that waits was received, in mode scheduled since its batch was due');
  readonly #age = this.#plain('ev_register_age_seconds', 'Since the first submission was received; 0: none was');
  readonly #backup = this.#plain('ev_backup_age_seconds', 'Age of what the last sound backup holds; +Inf: there is no sound backup');
  readonly #parts: MetricsParts;

  constructor(parts: MetricsParts) {
    const { data, editions, desk, clock, isWritable, droppedLines, certificateEnds } = this.#parts = parts;
    const now = (): number => clock().getTime() / 1_000;
    this.#gauge('ev_edition', 'Number of the active edition', () => editions.current()?.edition.number ?? 0);
    this.#gauge('ev_edition_age_seconds', 'Since the active edition was activated', () => {
      const active = editions.current();
      return active === undefined ? 0 : now() - active.activated.getTime() / 1_000;
    });
    this.#gauge('ev_writable', '1 while what is handed in is accepted and takes effect, else 0: /readyz has the reasons', async () => (
      await isWritable() ? 1 : 0
    ));
    this.#gauge('ev_open_packs', 'Packs that are open for reading', () => editions.openPacks);
    this.#gauge('ev_disk_free_bytes', 'Free where the register lies', () => freeBytes(data));
    this.#counter('ev_log_lines_dropped_total', 'Log lines that could not be written', droppedLines);
    this.#counter('ev_conductor_restarts_total', 'Times that the thread that decides and publishes was started again', () => desk.conductorRestarts);
    this.#gauge('ev_certificate_end_timestamp_seconds', 'Moment at which the certificate of the service ends; +Inf: it has none', () => {
      const ends = certificateEnds();
      return ends === null ? Infinity : ends.getTime() / 1_000;
    });
    this.#gauge('ev_unsent_bytes', 'Memory of answers that wait for their readers', () => this.#unsent.bytes);
    this.#counter('ev_unsent_closed_total', 'Connections of stalled readers that were closed for others', () => this.#unsent.closed);
    this.#counter('ev_unsent_refused_total', 'Long answers refused because others wait for their readers', () => this.#unsent.refused);
    for (const kind of ALERTED) this.#events.labels({ kind }).inc(0);
    collectDefaultMetrics({ register: this.#registry });
  }

  answered({ method, route, status, seconds, hasUntrustedForwarded }: AnsweredRequest): void {
    if (hasUntrustedForwarded) this.#untrusted.inc();
    const name = `${method} ${status} ${route}`;
    let count = this.#alike.get(name);
    if (count === undefined) {
      const labels = { method, route: route ?? 'none', status: String(status) };
      const [requests, latency] = [this.#requests.labels(labels), this.#latency.labels({ route: labels.route })];
      const ofVersion = this.#byVersion.labels({ version: API_VERSION });
      count = (taken) => {
        requests.inc();
        ofVersion.inc();
        latency.observe(taken);
      };
      this.#alike.set(name, count);
    }
    count(seconds);
  }

  onEvent(event: ConductorEvent): void {
    this.#events.labels({ kind: event.kind }).inc();
    if (event.kind === 'Edition:Publish') this.#publications.observe(event.ms / 1_000);
    if (!('seconds' in event)) return;
    for (const [stage, seconds] of Object.entries(event.seconds)) this.#stages.labels({ stage }).observe(seconds);
  }

  unsent(figures: UnsentFigures): void {
    this.#unsent = figures;
  }

  /** Returns the text for Prometheus, and its media type. */
  async text(): Promise<{ readonly body: string; readonly type: string }> {
    await Promise.all([this.#readSubmissions(), this.#readSchedule()]);
    return { body: await this.#registry.metrics(), type: this.#registry.contentType };
  }

  async #readSubmissions(): Promise<void> {
    const { desk, clock } = this.#parts;
    const figures = await desk.figures().catch((error: Error) => error);
    this.#readable.set({ source: 'register' }, figures instanceof Error ? 0 : 1);
    this.#submissions.reset();
    if (figures instanceof Error) {
      for (const gauge of [this.#pending, this.#oldest, this.#age]) gauge.set(NaN);
      return;
    }
    const { states, undecided, dueSince, firstReceived } = figures;
    const since = (momentMs: number | null): number => (momentMs === null ? 0 : Math.max(0, (clock().getTime() - momentMs) / 1_000));
    for (const state of SUBMISSION_STATES) this.#submissions.set({ state }, states[state]);
    this.#pending.set(undecided);
    this.#oldest.set(since(dueSince));
    this.#age.set(since(firstReceived));
  }

  async #readSchedule(): Promise<void> {
    const { schedule, clock } = this.#parts;
    const { pipelines, lastBackup, fileFault } = await schedule();
    const sources = { runs: pipelines, backups: lastBackup, pipelines: fileFault };
    for (const [source, found] of Object.entries(sources)) this.#readable.set({ source }, found instanceof Error ? 0 : 1);
    for (const gauge of [this.#failed, this.#missed, this.#running, this.#passed]) gauge.reset();
    for (const { name: pipeline, isFailed, missedSeconds, runningSeconds, passed } of pipelines instanceof Error ? [] : pipelines) {
      this.#failed.set({ pipeline }, isFailed ? 1 : 0);
      this.#missed.set({ pipeline }, missedSeconds);
      this.#running.set({ pipeline }, runningSeconds);
      this.#passed.set({ pipeline }, passed);
    }
    if (lastBackup instanceof Error) this.#backup.set(NaN);
    else this.#backup.set(lastBackup === null ? Infinity : Math.max(0, (clock().getTime() - lastBackup.getTime()) / 1_000));
  }

  #gauge(name: string, help: string, value: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({ ...this.#named(name, help), collect: async () => { gauge.set(await value()); } });
  }

  #counter(name: string, help: string, value: () => number): void {
    const counter: Counter = new Counter({
      ...this.#named(name, help),
      collect: () => {
        counter.reset();
        counter.inc(value());
      },
    });
  }

  #plain(name: string, help: string): Gauge {
    return new Gauge(this.#named(name, help));
  }

  #labelled<Label extends string>(name: string, help: string, label: Label): Gauge<Label> {
    return new Gauge({ ...this.#named(name, help), labelNames: [label] });
  }

  #named(name: string, help: string) {
    return { name, help, registers: [this.#registry] };
  }
}
