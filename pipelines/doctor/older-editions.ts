/** Older editions: whether every byte of the editions before the newest is as it was written, as far as there is time to read them. */
import { existsSync } from 'node:fs';
import { newestHeadNumber, numbersOf, wholeHead } from '../../publisher/read/heads.ts';
import { damagesByEdition } from '../../publisher/read/verify.ts';
import { holdEditions } from '../state/folder/lock.ts';
import { note, together, type DoctorContext, type Looked } from './check.ts';
import { mendOf, ofPublic } from './editions.ts';

/** Seconds after which the rest is left to `ev editions verify`. */
const READ_S_MAX = 60;

/** Reads the newest of them first. No edition is dropped meanwhile: a dropped one would look like damage. */
export function olderEditions(context: DoctorContext): Looked {
  const of = ofPublic(context);
  const head = existsSync(of.folder) ? newestHeadNumber(of, 0) : 0;
  if (head === 0) return { detail: 'none yet', remarks: [] };
  const newest = wholeHead(of, head)?.newest ?? Infinity;
  const older = numbersOf(of, 'manifests').filter((number) => number < newest).reverse();
  const damaged: number[] = [];
  const messages: string[] = [];
  let read = 0;
  const release = holdEditions(context.data);
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
