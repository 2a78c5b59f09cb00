/**
 * Held files: the files and folders that an acknowledgement rests on, known by device and inode. A file that was removed or replaced while
 * it is open still takes writes, and all of them are lost with the process.
 */
import { statSync } from 'node:fs';
import { Fault } from '../../schemas/fault.ts';

const HINT = 'Nothing more is accepted, decided or deleted. End every `ev` on this folder, put back what was moved or restore the folder from a '
  + 'backup (`ev restore`), and start again; what was handed in since may have to be handed in again.';

export class HeldFiles {
  readonly #identities = new Map<string, string>();

  constructor(paths: readonly string[]) {
    this.add(paths);
  }

  /** Throws a Fault when a file is not there. */
  add(paths: readonly string[]): void {
    for (const path of paths) this.#identities.set(path, identityOf(path) ?? lost(path, 'no such file'));
  }

  /** Throws a Fault when a path leads to another file than it did, or to none. One `stat` for each path. */
  requireSame(): void {
    for (const [path, identity] of this.#identities) {
      const found = identityOf(path);
      if (found !== identity) lost(path, found === undefined ? 'no such file' : 'another file');
    }
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

function lost(path: string, actual: string): never {
  throw new Fault('the file was removed or replaced while it was in use', {
    step: 'State:Hold', path, expected: 'the file that was opened', actual, hint: HINT,
  });
}
