/** Older-editions check: verifies every byte of the editions before the newest, within a time limit. */
import { existsSync } from 'node:fs';
import { newestHeadNumber, numbersOf, wholeHead } from '../../publisher/read/heads.ts';
import { damagesByEdition } from '../../publisher/read/verify.ts';
import { pinEditions } from '../state/folder/lock.ts';
import { note, together, type DoctorContext, type CheckFindings } from './check.ts';
import { mendOf, ofPublic } from './edition-checks.ts';

/** Time limit in seconds; `ev editions verify` reads all. */
const READ_S_MAX = 60;

/** Verifies the older editions, newest first. A lock keeps editions from being dropped, which would look like damage. */
export function olderEditions(context: DoctorContext): CheckFindings {
  const of = ofPublic(context);
  const head = existsSync(of.folder) ? newestHeadNumber(of, 0) : 0;
  if (head === 0) return { detail: 'none yet', remarks: [] };
  const newest = wholeHead(of, head)?.newest ?? Infinity;
  const older = numbersOf(of, 'manifests').filter((number) => number < newest).reverse();
  const damaged: number[] = [];
  const messages: string[] = [];
  let read = 0;
  const release = pinEditions(context.data);
  try {
    const untilMs = performance.now() + READ_S_MAX * 1_000;
    for (const turn of damagesByEdition(of, older)) {
      if (turn !== null) {
        read += 1;
        context.progress(read, older.length);
        if (turn.damages.length > 0) damaged.push(turn.edition);
        messages.push(...turn.damages.map(({ message }) => message));
      }
      if (performance.now() > untilMs) break;
    }
  } finally {
    release();
  }
  const unread = older.length - read;
  return {
    detail: unread === 0 ? `${read} editions, every byte verified` : `${read} of ${older.length} editions verified`,
    remarks: [
      ...together(messages, { what: 'damaged', mend: mendOf(damaged, of) }),
      ...(unread === 0 ? [] : [note(`${unread} older editions were not read within ${READ_S_MAX} seconds`, '`ev editions verify` reads them all.')]),
    ],
  };
}
