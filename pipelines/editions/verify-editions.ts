/** Verification of whole editions, while none is dropped. Not here: the checks (publisher/read/verify.ts), verification while serving (verification.ts). */
import { setImmediate } from 'node:timers/promises';
import { verifiedInTurns, verifyEdition, type Progress, type Verified } from '../../publisher/read/verify.ts';
import { foldersOf } from '../state/database/database.ts';
import { pinEditions, whileEditionsPinned } from '../state/folder/lock.ts';

/** Reads one public edition, or all of them, and compares the bytes with their hashes. */
export function verifyEditions(
  data: string, asked: { readonly edition: number | 'all'; readonly onProgress?: (progress: Progress) => void },
): Verified {
  // A running server must not drop editions meanwhile: a dropped edition would look damaged.
  return whileEditionsPinned(data, () => verifyEdition(foldersOf(data).editions, 'public', asked));
}

/** Verifies all editions in steps, so that a signal can stop it; null when stopped. */
export async function verifyUnlessAborted(data: string, signal: AbortSignal): Promise<Verified | null> {
  const release = pinEditions(data);
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
