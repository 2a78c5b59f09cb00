/**
 * Version and magic words of the edition format (publisher/FORMAT.md). A reader refuses a newer version than its own.
 * Not here: the meaning of the bytes after a header.
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

/** An edition of an older format: `ev upgrade` makes it again from the register. */
export class OldFormat extends Fault {}

export const UPGRADE_HINT = 'An older version of this program made this folder. Stop what works on it and run `ev upgrade`: it brings register and editions to this '
  + 'version, the past included. Until then the older version goes on reading it.';

export function isOlder(format: unknown): boolean {
  return typeof format === 'number' && Number.isInteger(format) && format >= 1 && format < FORMAT_VERSION;
}

/** Throws a Fault when `found` is not the version of this program: OldFormat when it is older. */
export function requireReadable(found: unknown, path: string): void {
  if (found === FORMAT_VERSION) return;
  const format = `format ${JSON.stringify(found)}`;
  const message = `edition ${format} cannot be read by this program, which reads ${FORMAT_VERSION}`;
  const detail = { step: 'Edition:Open', path, expected: `format ${FORMAT_VERSION}`, actual: format } as const;
  if (isOlder(found)) throw new OldFormat(message, { ...detail, hint: UPGRADE_HINT });
  throw new Fault(message, { ...detail, hint: 'Use the version of the program that wrote it, or a later one.' });
}
