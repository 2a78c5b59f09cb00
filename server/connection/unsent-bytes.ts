/**
 * Unsent bytes: memory of responses that their sockets have not taken yet, and its limit.
 *
 * Counted are long responses, by their chunk (long-response.ts), and responses that a socket did not take at once, by the buffers behind
 * their slices. A small slice keeps its whole cached buffer in memory, and several responses may share one buffer.
 * Invariant: a response that is sent at once costs no entry here.
 */
import type { ServerResponse } from 'node:http';
import { LIMITS } from '../../schemas/limits.ts';

/** A client that takes no whole chunk or response for this long is disconnected when other responses need the memory. */
const STALLED_MS = 5_000;

/** Counters for the metrics. */
export interface UnsentFigures {
  readonly bytes: number;
  /** Number of connections closed because their clients stalled while others needed the memory. */
  readonly closed: number;
  /** Number of responses refused for lack of memory. */
  readonly refused: number;
}

interface UnsentResponse {
  bytes: number;
  memory: readonly ArrayBufferLike[];
  /** Time since which a chunk or body waits for the socket; null: nothing waits. */
  waitingSinceMs: number | null;
}

export class UnsentBytes {
  readonly #onChange: (figures: UnsentFigures) => void;
  readonly #bytesMax: number;
  readonly #now: () => number;
  /** The responses, with those that have waited longest for their socket first. */
  readonly #responses = new Map<ServerResponse, UnsentResponse>();
  /** Number of responses that use each buffer. */
  readonly #memory = new Map<ArrayBufferLike, number>();
  #bytes = 0;
  #closed = 0;
  #refused = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(onChange: (figures: UnsentFigures) => void, bytesMax: number = LIMITS.unsentBytesMax, now = (): number => performance.now()) {
    this.#onChange = onChange;
    this.#bytesMax = bytesMax;
    this.#now = now;
  }

  /**
   * Whether a response of this size may be made. Disconnects stalled clients when that frees enough memory. A single response always fits.
   */
  hasRoom(bytes: number): boolean {
    if (this.#fits(bytes)) return true;
    const stalledMs = this.#now() - STALLED_MS;
    for (const [response, { waitingSinceMs }] of this.#responses) {
      if (waitingSinceMs === null || waitingSinceMs > stalledMs) continue;
      response.destroy();
      this.#closed += 1;
      this.#release(response);
      if (this.#fits(bytes)) return true;
    }
    this.#refused += 1;
    this.#changed();
    return false;
  }

  #fits(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#bytesMax;
  }

  /** Counts bytes of a response that is being made. */
  reserve(response: ServerResponse, bytes: number): void {
    this.#put(response, { bytes, memory: [], waitingSinceMs: null });
  }

  /** Counts the buffers of a body that its socket has not taken. */
  hold(response: ServerResponse, body: readonly Buffer[]): void {
    const memory = [...new Set(body.map(({ buffer }) => buffer))];
    this.#put(response, { bytes: 0, memory, waitingSinceMs: this.#now() });
  }

  /** Marks that a chunk of a reserved response waits for its socket. */
  begin(response: ServerResponse, bytes: number): void {
    const entry = this.#responses.get(response);
    if (entry === undefined) return;
    const more = Math.max(0, bytes - entry.bytes);
    this.#responses.delete(response);
    this.#responses.set(response, entry);
    entry.waitingSinceMs = this.#now();
    if (more === 0) return;
    entry.bytes += more;
    this.#bytes += more;
    this.#changed();
  }

  /** Marks that the socket has taken the chunk. */
  progress(response: ServerResponse): void {
    const entry = this.#responses.get(response);
    if (entry !== undefined) entry.waitingSinceMs = null;
  }

  #put(response: ServerResponse, entry: UnsentResponse): void {
    // The client left while the response was made, so `close` has been emitted already.
    if (response.destroyed) return;
    if (this.#responses.has(response)) this.#release(response);
    else response.once('close', () => { this.#release(response); });
    this.#responses.set(response, entry);
    this.#bytes += entry.bytes;
    for (const memory of entry.memory) {
      const count = this.#memory.get(memory) ?? 0;
      this.#memory.set(memory, count + 1);
      if (count === 0) this.#bytes += memory.byteLength;
    }
    this.#changed();
  }

  #release(response: ServerResponse): void {
    const entry = this.#responses.get(response);
    if (entry === undefined) return;
    this.#responses.delete(response);
    this.#bytes -= entry.bytes;
    for (const memory of entry.memory) {
      const count = this.#memory.get(memory)! - 1;
      if (count > 0) this.#memory.set(memory, count);
      else {
        this.#memory.delete(memory);
        this.#bytes -= memory.byteLength;
      }
    }
    this.#changed();
  }

  #changed(): void {
    this.#onChange({ bytes: this.#bytes, closed: this.#closed, refused: this.#refused });
  }
}
