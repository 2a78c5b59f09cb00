/**
 * Health: whether this process can serve readers, whether it accepts writes, and the reasons why not. It listens to the events of the
 * conductor.
 *
 * Invariant: a fault that concerns only writing does not change `ready`, because readers would lose a service that responds.
 * Not here: the HTTP paths (operations-listener.ts).
 */
import type { Activated } from '../../publisher/read/types.ts';
import { crashed } from '../conductor/conductor-lines.ts';
import type { ConductorEvent } from '../conductor/conductor.ts';
import { freeBytes } from '../../publisher/free-bytes.ts';

/** With less free room a batch may fail, and submissions are refused. */
const FREE_BYTES_READY_MIN = 256 * 1024 ** 2;
/** Time for one more attempt of a failed conductor. Without another failure by then, it recovered. */
const TRY_MS = 10_000;

export interface HealthParts {
  readonly data: string;
  readonly current: () => Activated | undefined;
  readonly isConducting: () => boolean;
  /** Rejects with the error that keeps requests from being accepted. */
  readonly requireAccepting: () => Promise<void>;
  /** The Fault of the files of organisations and tokens, or null. */
  readonly accessFault: () => Error | null;
  /** Why the schedule does not run though it should, or null. */
  readonly scheduleFault: () => Error | null;
  readonly clock: () => Date;
  /** Free bytes on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface Readiness {
  /** Whether the service responds to readers. */
  readonly ready: boolean;
  /** Whether submissions are accepted and take effect. */
  readonly writable: boolean;
  /** Reasons, one sentence each. */
  readonly reasons: readonly string[];
  readonly edition: number | null;
  readonly diskFreeBytes: number;
}

export class Health {
  readonly #parts: HealthParts;
  #damage: string | null = null;
  #unread: string | null = null;
  #failure: { readonly message: string; readonly untilMs: number } | null = null;
  /** Work of the conductor when it crashed; null once that work is done or set aside. */
  #crash: string | null = null;
  #isListening = false;
  #isStopping = false;

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  onEvent(event: ConductorEvent): void {
    if (event.kind === 'Edition:Damage') this.#damage = event.message;
    else if (event.kind === 'Conductor:Crash') this.#crash = crashed(event);
    else if (event.kind === 'Conductor:Recover') this.#crash = null;
    else if (event.kind === 'Conductor:Fail') {
      this.#failure = { message: event.message, untilMs: this.#parts.clock().getTime() + event.retryMs + TRY_MS };
    }
  }

  /** Called when a head that the conductor made or verified can be read. */
  onHead(): void {
    this.#damage = null;
    this.#failure = null;
  }

  /** Called after each look for the newest head, with the error of reading it or null. */
  onLook(error: Error | null): void {
    this.#unread = error?.message ?? null;
  }

  /** Called once the port for readers takes connections. */
  onListening(): void {
    this.#isListening = true;
  }

  stop(): void {
    this.#isStopping = true;
  }

  async readiness(): Promise<Readiness> {
    const { data, current, isConducting, requireAccepting, accessFault, scheduleFault, clock, freeBytes: free = freeBytes } = this.#parts;
    const diskFreeBytes = await free(data);
    const edition = current()?.edition.number ?? null;
    const unheld = this.#isStopping ? null : await requireAccepting().then(() => null, (error: Error) => error.message);
    const failure = this.#failure !== null && clock().getTime() < this.#failure.untilMs ? this.#failure.message : null;
    const reading = present([
      this.#isStopping ? 'the service is being stopped' : null,
      this.#isListening ? null : 'the service does not listen yet',
      edition === null ? 'no edition can be read: nothing was published yet' : null,
      // A delivery may crash the conductor repeatedly; the service is not ready until that ends.
      this.#crash === null ? null : `what is handed in waits: the conductor ended while it was ${this.#crash}`,
      this.#damage === null ? null : `the newest edition is damaged and is being made anew: ${this.#damage}`,
      this.#unread === null ? null : `the newest head cannot be read: ${this.#unread}`,
    ]);
    const access = accessFault();
    const schedule = scheduleFault();
    const writing = present([
      isConducting() ? null : 'the conductor does not live; it is started again by itself',
      unheld === null ? null : `nothing can be accepted: ${unheld}`,
      failure === null || failure === unheld ? null : `the conductor fails: ${failure}`,
      access === null ? null : `no token is accepted: ${access.message}`,
      schedule === null ? null : `the schedule does not run: ${schedule.message}`,
      diskFreeBytes >= FREE_BYTES_READY_MIN ? null : `the disk is full: ${diskFreeBytes} bytes free, ${FREE_BYTES_READY_MIN} needed`,
    ]);
    return {
      ready: reading.length === 0, writable: reading.length + writing.length === 0,
      reasons: [...reading, ...writing], edition, diskFreeBytes,
    };
  }
}

function present(reasons: readonly (string | null)[]): readonly string[] {
  return reasons.filter((reason) => reason !== null);
}
