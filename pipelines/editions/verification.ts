/**
 * Verification: reads the whole active edition daily, in short steps while idle, and compares it with its hashes. Damage on disk is found
 * before a client reads it.
 * Not here: new bytes of an edition, which are read back before it becomes active (publisher/write/gate.ts).
 */
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { manifestFile } from '../../publisher/read/heads.ts';
import { damagesInTurns } from '../../publisher/read/verify.ts';
import type { EditionStore } from '../../publisher/store.ts';
import type { Fault } from '../../schemas/fault.ts';

const FIRST_MS = 60_000;
const EVERY_MS = 24 * 3_600_000;
/** Length of a step at most; other work waits for it. */
const TURN_MS = 20;

interface Reading {
  readonly edition: number;
  /** Its manifest file. When another manifest replaces it, packs of this one may be removed. */
  readonly file: string;
  readonly turns: Generator<void, readonly Fault[]>;
}

export class Verification {
  readonly #store: EditionStore;
  readonly #of: AudienceFolder;
  readonly #clock: () => Date;
  #dueMs: number;
  #reading: Reading | null = null;

  constructor(store: EditionStore, audience: AudienceFolder['audience'], clock: () => Date) {
    this.#store = store;
    this.#of = { folder: store.folder, audience };
    this.#clock = clock;
    this.#dueMs = clock().getTime() + FIRST_MS;
  }

  /** Reads on for one step, if it is time. Returns the damage in the active edition when the last step has found it. */
  turn(): Fault | null {
    if (this.#reading === null && this.#clock().getTime() < this.#dueMs) return null;
    this.#reading ??= this.#begin();
    if (this.#reading === null) return null;
    const startedMs = performance.now();
    while (performance.now() - startedMs < TURN_MS) {
      const { done, value: damages } = this.#reading.turns.next();
      if (done === true) return this.#end(this.#reading, damages);
    }
    return null;
  }

  #begin(): Reading | null {
    const head = this.#store.newestHead(this.#of.audience);
    if (head === undefined) return null;
    const { edition, manifest } = head;
    return { edition, file: manifestFile(this.#of, edition), turns: damagesInTurns(this.#of, { number: edition, check: manifest }) };
  }

  /** Ends a reading. The result does not count when the edition is no longer active or was repacked, because its files may be removed. */
  #end({ edition, file }: Reading, damages: readonly Fault[]): Fault | null {
    this.#reading = null;
    const isActive = this.#store.newestHead(this.#of.audience)?.edition === edition && manifestFile(this.#of, edition) === file;
    if (isActive || damages.length === 0) this.#dueMs = this.#clock().getTime() + EVERY_MS;
    return isActive ? damages[0] ?? null : null;
  }
}
