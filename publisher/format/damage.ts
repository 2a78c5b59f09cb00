/**
 * Damage: a file of an edition is missing, or differs from what was written. Other faults (a newer format, no permission) have classes of
 * their own: only damage makes a reader fall back to an older edition. Damaged files are never repaired in place.
 */
import { Fault, isOutOfFiles, type FaultDetail } from '../../schemas/fault.ts';

const HINT = '`ev editions verify` tells all damage; `ev doctor --mend` makes heads again, `ev editions rebuild --at MOMENT` an older edition. The next start goes on from the newest edition that opens; with the '
  + 'folder `editions` moved aside, it publishes the newest anew from the register: what was available before then answers 410, until '
  + '`ev editions rebuild --at MOMENT` makes it again.';

const OUT_OF_FILES = 'Too many files and connections are open: raise the limit (LimitNOFILE of the unit, `ulimit -n`).';

export class Damage extends Fault {
  constructor(message: string, detail: Omit<FaultDetail, 'hint'>) {
    super(message, { ...detail, hint: HINT });
  }
}

/** Returns the Fault for a file that could not be opened or read: Damage when the file is missing, else a fault of the system. */
export function unreadable(path: string, cause: unknown): Fault {
  const detail = { step: 'Edition:Open', path, cause };
  if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
    return new Damage('a file of the edition is not there', detail);
  }
  return new Fault('a file of the edition cannot be read', {
    ...detail, actual: (cause as Error).message, hint: isOutOfFiles(cause) ? OUT_OF_FILES : 'Check the disk and the rights of the folder.',
  });
}
