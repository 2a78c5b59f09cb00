/**
 * Verification: reads the whole of the active edition now and then, in turns while there is nothing else to do, and compares it with
 * its hashes: what a disk lost since it was written is found before somebody asks for it.
 * Not here: what an edition adds, which is read back before it becomes active (publisher/write/gate.ts).
 */
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { manifestFile } from '../../publisher/read/heads.ts';
import { damagesInTurns } from '../../publisher/read/verify.ts';
import type { EditionStore } from '../../publisher/store.ts';
import type { Fault } from '../../schemas/fault.ts';

const FIRST_MS = 60_000;
const EVERY_MS = 24 * 3_600_000;
/** Longer than this nothing waits for a turn. */
const TURN_MS = 20;

interface Reading {
  readonly edition: number;
  /** Its manifest: when another takes its place, packs of this one may be gone by right. */
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

  /** Reads on for a turn, if it is time; what is wrong with the active edition, when that has just been found. */
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

  /** Of an edition that is active no more, or was repacked, files may be gone by right: what is there now is read instead. */
  #end({ edition, file }: Reading, damages: readonly Fault[]): Fault | null {
    this.#reading = null;
    const isActive = this.#store.newestHead(this.#of.audience)?.edition === edition && manifestFile(this.#of, edition) === file;
    if (isActive || damages.length === 0) this.#dueMs = this.#clock().getTime() + EVERY_MS;
    return isActive ? damages[0] ?? null : null;
  }
}
