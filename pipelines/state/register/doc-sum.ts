/**
 * Checksum of a row of `doc`. SQLite detects damage to its own structure only, and a document must never be published with a changed byte.
 */
import { sha256Text } from '../../../publisher/format/hash.ts';
import { Fault } from '../../../schemas/fault.ts';

/** The columns of `doc` that the checksum covers, as stored. */
export interface DocColumns {
  readonly crs: string;
  readonly own_until: number | null;
  readonly hash: string;
  readonly hidden: string | null;
  readonly objects: string;
  readonly links: string;
  readonly boundaries: string;
  readonly body: string;
}

export function docSum({ crs, own_until: until, hash, hidden, objects, links, boundaries, body }: DocColumns): string {
  const lengths = `${objects.length} ${links.length} ${boundaries.length}`;
  return sha256Text(`${crs} ${until} ${hash} ${hidden} ${lengths} ${objects}${links}${boundaries}${body}`);
}

export function damagedDocument({ doc, sum }: { readonly doc: number; readonly sum: string }, path: string): Fault {
  return new Fault(`document ${doc} of the register is not what was recorded`, {
    step: 'Register:Read', path, expected: `SHA-256 ${sum}`,
    hint: 'Keep the register and restore the data folder from a copy; what is published stays.',
  });
}
