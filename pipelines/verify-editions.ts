/** Verification of whole editions while none is dropped. Not here: how (publisher/read/verify.ts), turns beside other work (verification.ts). */
import { verifyEdition, type Progress, type Verified } from '../publisher/read/verify.ts';
import { foldersOf } from './state/database.ts';
import { whileHeld } from './state/lock.ts';

/** Reads everything of one public edition, or of all that are kept, and compares it with its hashes. */
export function verifyEditions(
  data: string, asked: { readonly edition: number | 'all'; readonly onProgress?: (progress: Progress) => void },
): Verified {
  // A running server drops none meanwhile: what it dropped would look like damage.
  return whileHeld(data, () => verifyEdition(foldersOf(data).editions, 'public', asked));
}
