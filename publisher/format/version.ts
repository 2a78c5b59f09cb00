/**
 * Version and magic words of the edition format (publisher/FORMAT.md). A reader refuses what is newer than itself.
 * Not here: what the bytes after a header mean.
 */
import { endianness } from 'node:os';
import { Fault } from '../../schemas/fault.ts';

/** The minor version in package.json is the same number. */
export const FORMAT_VERSION = 4;
export const PACK_MAGIC = 'EVPK';
export const SEGMENT_MAGIC = 'EVSG';

// Columns are read as typed arrays in place, so the machine must store numbers as the format does.
if (endianness() !== 'LE') {
  throw new Fault('this machine stores numbers with the highest byte first', {
    step: 'Edition:Open', expected: 'a little-endian processor', actual: endianness(),
  });
}

/** An edition of an older format: the register makes it anew. */
export class OldFormat extends Fault {}

/** Throws a Fault when `found` is not the version of this program: OldFormat when it is older. */
export function requireReadable(found: unknown, path: string): void {
  if (found === FORMAT_VERSION) return;
  const format = `format ${JSON.stringify(found)}`;
  const message = `edition ${format} cannot be read by this program, which reads ${FORMAT_VERSION}`;
  const detail = { step: 'Edition:Open', path, expected: `format ${FORMAT_VERSION}`, actual: format } as const;
  if (typeof found === 'number' && Number.isInteger(found) && found >= 1 && found < FORMAT_VERSION) {
    throw new OldFormat(message, { ...detail, hint: 'Run `ev editions rebuild`: it makes the newest edition anew from the register.' });
  }
  throw new Fault(message, { ...detail, hint: 'Use the version of the program that wrote it, or a later one.' });
}
