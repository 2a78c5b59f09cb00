/**
 * Repair heads: gives heads whose time of activation lies in the future the present time. Readers find no such head for any
 * `beschikbaarOp`. Each later head must follow it, so all of them answer for no moment until that future time comes.
 *
 * Invariants:
 * - For each moment before the repair the same head answers as before. Only the times of heads of the future change, and the new times are
 *   later than any moment that a client could have asked for.
 * - Times rise strictly from head to head after each replaced file. A crash leaves the folder in order, and another repair continues where
 *   the first stopped.
 *
 * Only for the process that holds the conductor's lock: a server caches heads in memory.
 */
import { encodeHead, type Head, type Since } from '../format/head.ts';
import { fileOf, type AudienceFolder } from '../format/layout.ts';
import { headsUpTo, numbersOf, readHead, wholeHead } from '../read/heads.ts';
import { replaceFile } from '../durable-file.ts';
import type { Moment } from '../../schemas/time.ts';

/** Returns the numbers of the heads that were activated after a moment, ascending. A damaged head has no known time and is left out. */
export function headsAfter(of: AudienceFolder, moment: Moment): readonly number[] {
  return numbersOf(of, 'heads').slice(headsUpTo(of, moment).length).filter((number) => wholeHead(of, number) !== undefined);
}

/** Gives the heads that were activated after `limit` the time `now` and the milliseconds after it, durably; returns their numbers. */
export function repairHeads(of: AudienceFolder, { now, limit }: { readonly now: Date; readonly limit: Moment }): readonly number[] {
  const future = headsAfter(of, limit);
  let last = timeBefore(of, future[0] ?? 0);
  for (const number of future) {
    last = Math.max(now.getTime(), last + 1);
    const head = { ...readHead(of, number), activated: new Date(last).toISOString() };
    replaceFile(fileOf(of, 'heads', number), encodeHead({ ...head, since: sinceOf(head, of, limit) }));
  }
  return future;
}

/** Returns when the previous head was activated; 0: there is no previous head. */
function timeBefore(of: AudienceFolder, number: number): number {
  const before = numbersOf(of, 'heads').findLast((one) => one < number);
  return before === undefined ? 0 : Date.parse(readHead(of, before).activated);
}

/** Returns since when each series has its content: the repaired time of the head that first had it, or of the first stored head after it. */
function sinceOf(head: Head, of: AudienceFolder, limit: Moment): Head['since'] {
  const numbers = numbersOf(of, 'heads');
  const mended = ([number, activated]: Since): Since => {
    if (Date.parse(activated) <= limit) return [number, activated];
    const first = numbers.find((one) => one >= number) ?? head.number;
    return [number, first === head.number ? head.activated : readHead(of, first).activated];
  };
  return Object.fromEntries(Object.entries(head.since).map(([name, { now, other }]) => [name, { now: mended(now), other: mended(other) }]));
}
