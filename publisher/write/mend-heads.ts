/**
 * Mend heads: heads whose time of activation lies in the future get the present time. Readers find no such head for any `beschikbaarOp`,
 * and each later head must follow it, so all of them answer for no moment until that future comes.
 *
 * Invariants:
 *  - For each moment before the mending the same head answers as before: only the times of heads of the future change, to later ones
 *    than any moment that has been.
 *  - Times rise strictly from head to head after each file that is replaced. A crash leaves the folder in order, and mending once more
 *    goes on where it stopped.
 * Only for the process that holds the conductor's lock: a server keeps heads in memory.
 */
import { encodeHead, type Head, type Since } from '../format/head.ts';
import { fileOf, type AudienceFolder } from '../format/layout.ts';
import { headsUpTo, numbersOf, readHead, wholeHead } from '../read/heads.ts';
import { replaceFile } from '../durable-file.ts';
import type { Moment } from '../../schemas/time.ts';

/** Numbers of the heads that were activated after a moment, ascending. A damaged one does not say when it was. */
export function headsAfter(of: AudienceFolder, moment: Moment): readonly number[] {
  return numbersOf(of, 'heads').slice(headsUpTo(of, moment).length).filter((number) => wholeHead(of, number) !== undefined);
}

/** Gives the heads that were activated after `limit` the time `now` and the milliseconds after it, durably; returns their numbers. */
export function mendHeads(of: AudienceFolder, { now, limit }: { readonly now: Date; readonly limit: Moment }): readonly number[] {
  const future = headsAfter(of, limit);
  let last = timeBefore(of, future[0] ?? 0);
  for (const number of future) {
    last = Math.max(now.getTime(), last + 1);
    const head = { ...readHead(of, number), activated: new Date(last).toISOString() };
    replaceFile(fileOf(of, 'heads', number), encodeHead({ ...head, since: sinceOf(head, of, limit) }));
  }
  return future;
}

/** When the last head before this one was activated; 0: there is none. */
function timeBefore(of: AudienceFolder, number: number): number {
  const before = numbersOf(of, 'heads').findLast((one) => one < number);
  return before === undefined ? 0 : Date.parse(readHead(of, before).activated);
}

/** Since when each series has its content: the mended time of the head that first had it, or of the first kept after that one. */
function sinceOf(head: Head, of: AudienceFolder, limit: Moment): Head['since'] {
  const numbers = numbersOf(of, 'heads');
  const mended = ([number, activated]: Since): Since => {
    if (Date.parse(activated) <= limit) return [number, activated];
    const first = numbers.find((one) => one >= number) ?? head.number;
    return [number, first === head.number ? head.activated : readHead(of, first).activated];
  };
  return Object.fromEntries(Object.entries(head.since).map(([name, { now, other }]) => [name, { now: mended(now), other: mended(other) }]));
}
