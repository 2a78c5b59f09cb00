/**
 * Version and magic words of the edition format (publisher/FORMAT.md). A reader refuses what is newer than itself.
 * Not here: what the bytes after a header mean.
 */
import { endianness } from 'node:os';
import { Fault } from '../../schemas/fault.ts';

export const FORMAT_VERSION = 1;
export const PACK_MAGIC = 'EVPK';
export const SEGMENT_MAGIC = 'EVSG';

// Columns are read as typed arrays in place, so the machine must store numbers as the format does.
if (endianness() !== 'LE') {
  throw new Fault('this machine stores numbers with the highest byte first', {
    step: 'Edition:Open', expected: 'a little-endian processor', actual: endianness(),
  });
}

/** Throws a Fault when `found` is newer than this program, or no version at all. */
export function requireReadable(found: unknown, path: string): void {
  if (typeof found === 'number' && Number.isInteger(found) && found >= 1 && found <= FORMAT_VERSION) return;
  const format = `format ${JSON.stringify(found)}`;
  throw new Fault(`edition ${format} cannot be read by this program, which reads up to ${FORMAT_VERSION}`, {
    step: 'Edition:Open', path, expected: `format 1 to ${FORMAT_VERSION}`, actual: format,
    hint: 'Use the version of the program that wrote it, or a later one.',
  });
}
