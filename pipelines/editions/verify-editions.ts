/** Verification of whole editions while none is dropped. Not here: how (publisher/read/verify.ts), turns beside other work (verification.ts). */
import { setImmediate } from 'node:timers/promises';
import { verifiedInTurns, verifyEdition, type Progress, type Verified } from '../../publisher/read/verify.ts';
import { foldersOf } from '../state/database/database.ts';
import { holdEditions, whileHeld } from '../state/folder/lock.ts';

/** Reads everything of one public edition, or of all that are kept, and compares it with its hashes. */
export function verifyEditions(
  data: string, asked: { readonly edition: number | 'all'; readonly onProgress?: (progress: Progress) => void },
): Verified {
  // A running server drops none meanwhile: what it dropped would look like damage.
  return whileHeld(data, () => verifyEdition(foldersOf(data).editions, 'public', asked));
}

/** The same of all that are kept, so that a signal is heard meanwhile; null when it was given before the end. */
export async function verifyUnlessAborted(data: string, signal: AbortSignal): Promise<Verified | null> {
  const release = holdEditions(data);
  const turns = verifiedInTurns({ folder: foldersOf(data).editions, audience: 'public' });
  try {
    for (;;) {
      const { done, value } = turns.next();
      if (done === true) return value;
      await setImmediate();
      if (signal.aborted) return null;
    }
  } finally {
    turns.return(NOTHING);
    release();
  }
}

const NOTHING: Verified = { editions: 0, heads: 0, packs: 0, damages: [] };
