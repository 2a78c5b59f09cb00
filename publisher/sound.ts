/**
 * Sound: the proof that a whole data folder is sound, which everything that deletes asks for first.
 *
 * A sweep decides by one part of the folder that another is needed no more: a manifest names no pack, the inbox names no payload. While any
 * part is lost, that decision may be wrong, and what it removes may be all that is left.
 * Invariants:
 *  - One place makes the proof (pipelines/state/folder/sound.ts); `test/tidy.test.ts` keeps it so.
 *  - The folder is looked at when the proof is asked, not when it is handed over: a file may vanish under a running server.
 * Not here: what a sound folder is.
 */
import type { Fault } from '../schemas/fault.ts';

export class Sound {
  readonly #look: () => Fault | null;

  private constructor(look: () => Fault | null) {
    this.#look = look;
  }

  /** `look` returns why the folder is not sound, or null. */
  static lookedAtBy(look: () => Fault | null): Sound {
    return new Sound(look);
  }

  /** Returns why nothing may be deleted now, or null. */
  fault(): Fault | null {
    return this.#look();
  }

  /** Throws the Fault that keeps everything from being deleted now. */
  require(): void {
    const fault = this.#look();
    if (fault !== null) throw fault;
  }
}
