/**
 * Converts SQLite errors with an external cause (disk, rights, damage) to Faults with a hint.
 * Not here: broken constraints and wrong SQL, which are caused by a submission or by a defect of this program.
 */
import { Fault } from '../../../schemas/fault.ts';
import type { NotAccepting } from '../../../schemas/not-accepting.ts';

/** By primary result code (sqlite.org/rescode.html). */
const KINDS: Readonly<Record<number, { readonly message: string; readonly forClients: NotAccepting; readonly hint: string }>> = {
  3: { message: 'the file may not be opened', forClients: 'readOnly', hint: 'Check owner and rights of the data folder.' },
  5: { message: 'another process keeps the file locked', forClients: 'inUse', hint: 'Wait for it, or end it; then try again.' },
  8: { message: 'the file cannot be written', forClients: 'readOnly', hint: 'Check owner and rights of the data folder, and that it is not mounted read-only.' },
  10: { message: 'the disk gives errors', forClients: 'disk', hint: 'Check the disk; what was acknowledged before is safe as far as the disk is.' },
  11: { message: 'the file is damaged', forClients: 'damaged', hint: 'Keep it, and restore the data folder from a copy; `ev doctor` checks it.' },
  13: { message: 'the disk is full', forClients: 'full', hint: 'Make room; work goes on by itself.' },
  14: { message: 'the file cannot be opened', forClients: 'readOnly', hint: 'Check that the data folder is there, its owner and rights.' },
  26: { message: 'the file is not what its name says', forClients: 'damaged', hint: 'Keep it, and restore the data folder from a copy.' },
};

/** Returns the Fault for a SQLite error with an external cause; any other error unchanged. */
export function explained(error: unknown, { step, path }: { readonly step: string; readonly path: string }): unknown {
  const kind = KINDS[((error as { errcode?: number }).errcode ?? 0) & 0xff];
  return kind === undefined ? error : new Fault(kind.message, {
    step, path, actual: (error as Error).message, hint: kind.hint, forClients: kind.forClients, cause: error,
  });
}
