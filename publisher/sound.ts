/**
 * Sound: the proof that a whole data folder is intact. Everything that deletes files requires this proof first.
 *
 * A sweep deletes a file because another part of the folder does not need it: no manifest names a pack, or the inbox names no payload.
 * While any part is lost, that conclusion may be wrong, and the sweep could remove the last copy.
 * Invariants:
 * - One file makes the proof (pipelines/state/folder/sound-folder.ts); `test/tidy.test.ts` checks this.
 * - The folder is examined when the proof is used, not when it is passed on: a file may vanish under a running server.
 *
 * Not here: the rules for an intact folder.
 */
import type { Fault } from '../schemas/fault.ts';

export class Sound {
  readonly #look: () => Fault | null;

  private constructor(look: () => Fault | null) {
    this.#look = look;
  }

  /** `look` returns why the folder is not intact, or null. */
  static lookedAtBy(look: () => Fault | null): Sound {
    return new Sound(look);
  }

  /** No proof: for a folder from which nothing is deleted file by file. */
  static none(why: Fault): Sound {
    return new Sound(() => why);
  }

  /** Returns why deleting is forbidden now, or null. */
  fault(): Fault | null {
    return this.#look();
  }

  /** Throws the Fault that forbids deleting now. */
  require(): void {
    const fault = this.#look();
    if (fault !== null) throw fault;
  }
}
