/**
 * Health: whether this process can be given requests, and what keeps it from that. It remembers what the conductor told.
 * Not here: who asks (listener.ts).
 */
import { statfs } from 'node:fs/promises';
import type { Activated } from '../../publisher/read/types.ts';
import { crashed } from '../conductor-lines.ts';
import type { ConductorEvent } from '../conductor.ts';

/** Below this a batch may find no room, and what is handed in is refused. */
const FREE_BYTES_READY_MIN = 256 * 1024 ** 2;
/** A conductor that failed says so again when it has tried once more; later than this it has not. */
const TRY_MS = 10_000;

export interface HealthParts {
  readonly data: string;
  readonly current: () => Activated | undefined;
  readonly isConducting: () => boolean;
  /** Rejects when a file that an acknowledgement rests on is not the one at its path. */
  readonly requireHeld: () => Promise<void>;
  readonly clock: () => Date;
  /** Bytes that may still be written where a folder lies. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface Readiness {
  readonly ready: boolean;
  /** What to see to, one sentence each. */
  readonly reasons: readonly string[];
  readonly edition: number | null;
  readonly diskFreeBytes: number;
}

export class Health {
  readonly #parts: HealthParts;
  #damage: string | null = null;
  #unread: string | null = null;
  #failure: { readonly message: string; readonly untilMs: number } | null = null;
  /** What the conductor was doing when it ended, until that is done or set aside. */
  #crash: string | null = null;
  #isListening = false;
  #isStopping = false;

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  hear(event: ConductorEvent): void {
    if (event.kind === 'Edition:Damage') this.#damage = event.message;
    else if (event.kind === 'Conductor:Crash') this.#crash = crashed(event);
    else if (event.kind === 'Conductor:Recover') this.#crash = null;
    else if (event.kind === 'Conductor:Fail') {
      this.#failure = { message: event.message, untilMs: this.#parts.clock().getTime() + event.retryMs + TRY_MS };
    }
  }

  /** A head that the conductor made or found whole can be read. */
  shown(): void {
    this.#damage = null;
    this.#failure = null;
  }

  /** Whether the newest head could be read, each time it was looked for. */
  looked(error: Error | null): void {
    this.#unread = error?.message ?? null;
  }

  /** Called once the port for readers takes connections. */
  listening(): void {
    this.#isListening = true;
  }

  stop(): void {
    this.#isStopping = true;
  }

  async readiness(): Promise<Readiness> {
    const { data, current, isConducting, requireHeld, clock, freeBytes: free = freeBytes } = this.#parts;
    const diskFreeBytes = await free(data);
    const edition = current()?.edition.number ?? null;
    const unheld = this.#isStopping ? null : await requireHeld().then(() => null, (error: Error) => error.message);
    const failure = this.#failure !== null && clock().getTime() < this.#failure.untilMs ? this.#failure.message : null;
    const reasons = [
      this.#isStopping ? 'the service is being stopped' : null,
      this.#isListening ? null : 'the service does not listen yet',
      edition === null ? 'no edition can be read: nothing was published yet' : null,
      isConducting() ? null : 'the conductor does not live; it is started again by itself',
      unheld === null ? null : `nothing can be accepted: ${unheld}`,
      failure === null ? null : `the conductor fails: ${failure}`,
      this.#crash === null ? null : `what is handed in waits: the conductor ended while it was ${this.#crash}`,
      this.#damage === null ? null : `the newest edition is damaged and is being made anew: ${this.#damage}`,
      this.#unread === null ? null : `the newest head cannot be read: ${this.#unread}`,
      diskFreeBytes >= FREE_BYTES_READY_MIN ? null : `the disk is full: ${diskFreeBytes} bytes free, ${FREE_BYTES_READY_MIN} needed`,
    ].filter((reason) => reason !== null);
    return { ready: reasons.length === 0, reasons, edition, diskFreeBytes };
  }
}

/** What a process without privileges may still write where the folder lies. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
