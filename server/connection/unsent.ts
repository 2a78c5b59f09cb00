/**
 * Unsent: memory that answers hold until their sockets have taken it, and what is done when it is too much.
 *
 * Counted are long answers, each by its chunk (long-answer.ts), and answers that a socket did not take at once, by the memory that
 * their slices keep: a small slice keeps the whole piece of the cache that it lies in, and several answers may keep the same one.
 * Invariant: an answer that is taken at once costs no entry here.
 */
import type { ServerResponse } from 'node:http';
import { LIMITS } from '../../schemas/limits.ts';

/** A reader that has not taken a whole chunk, or the whole of an answer that was made at once, for so long is closed when others need the room. */
const STALLED_MS = 5_000;

/** What is measured. */
export interface UnsentFigures {
  readonly bytes: number;
  /** Connections closed because their readers took nothing while others needed the room. */
  readonly closed: number;
  /** Answers refused for want of room. */
  readonly refused: number;
}

interface Held {
  bytes: number;
  memory: readonly ArrayBufferLike[];
  /** Since when a chunk or a body waits for the socket to take all of it; null: nothing waits. */
  waitingSinceMs: number | null;
}

export class Unsent {
  readonly #onChange: (figures: UnsentFigures) => void;
  readonly #bytesMax: number;
  readonly #now: () => number;
  /** Those that waited longest come first. */
  readonly #held = new Map<ServerResponse, Held>();
  /** Number of answers that keep a piece of memory. */
  readonly #memory = new Map<ArrayBufferLike, number>();
  #bytes = 0;
  #closed = 0;
  #refused = 0;

  /** `now`: milliseconds of a clock that never leaps. */
  constructor(onChange: (figures: UnsentFigures) => void, bytesMax: number = LIMITS.unsentBytesMax, now = (): number => performance.now()) {
    this.#onChange = onChange;
    this.#bytesMax = bytesMax;
    this.#now = now;
  }

  /** Whether an answer of so many bytes may be made. Closes stalled connections when that gives room. An answer that is alone always may. */
  hasRoom(bytes: number): boolean {
    if (this.#fits(bytes)) return true;
    const stalledMs = this.#now() - STALLED_MS;
    for (const [response, { waitingSinceMs }] of this.#held) {
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

  /** Counts bytes that are being made for an answer. */
  reserve(response: ServerResponse, bytes: number): void {
    this.#put(response, { bytes, memory: [], waitingSinceMs: null });
  }

  /** Counts the memory of a body that its socket has not taken. */
  hold(response: ServerResponse, body: readonly Buffer[]): void {
    const memory = [...new Set(body.map(({ buffer }) => buffer))];
    this.#put(response, { bytes: 0, memory, waitingSinceMs: this.#now() });
  }

  /** A chunk of a reserved answer waits for its socket. */
  begin(response: ServerResponse, bytes: number): void {
    const held = this.#held.get(response);
    if (held === undefined) return;
    const more = Math.max(0, bytes - held.bytes);
    this.#held.delete(response);
    this.#held.set(response, held);
    held.waitingSinceMs = this.#now();
    if (more === 0) return;
    held.bytes += more;
    this.#bytes += more;
    this.#changed();
  }

  /** The socket has taken the chunk. */
  progress(response: ServerResponse): void {
    const held = this.#held.get(response);
    if (held !== undefined) held.waitingSinceMs = null;
  }

  #put(response: ServerResponse, held: Held): void {
    // The reader left while the answer was made: nothing waits for it, and its `close` came already.
    if (response.destroyed) return;
    if (this.#held.has(response)) this.#release(response);
    else response.once('close', () => { this.#release(response); });
    this.#held.set(response, held);
    this.#bytes += held.bytes;
    for (const memory of held.memory) {
      const count = this.#memory.get(memory) ?? 0;
      this.#memory.set(memory, count + 1);
      if (count === 0) this.#bytes += memory.byteLength;
    }
    this.#changed();
  }

  #release(response: ServerResponse): void {
    const held = this.#held.get(response);
    if (held === undefined) return;
    this.#held.delete(response);
    this.#bytes -= held.bytes;
    for (const memory of held.memory) {
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
