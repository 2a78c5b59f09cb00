/** Listed: the facts of editions in heads and manifests, newest head first, without opening an edition. */
import type { Moment } from '../../schemas/time.ts';
import type { AudienceFolder } from '../format/layout.ts';
import { firstHead, hasManifest, numbersOf, wholeHead, wholeManifest } from './heads.ts';
import type { Steps } from './steps.ts';
import type { DamagedHead, ListedHead, ListedHeads } from './types.ts';

/** Reads one head and one manifest a step. */
export function* listedHeads(of: AudienceFolder, { position, limit }: { position: number; limit: number }): Steps<ListedHeads> {
  const numbers = numbersOf(of, 'heads').reverse();
  const heads: (ListedHead | DamagedHead)[] = [];
  const kept = numbersOf(of, 'manifests');
  let next = position === 0 ? undefined : numbers[position - 1];
  for (const number of numbers.slice(position, position + limit)) {
    heads.push(listedHead(of, number, { next, kept }));
    next = number;
    yield;
  }
  return { heads, numberMatched: numbers.length };
}

/** Reads one head and one manifest a step: of the first `limit` heads after a number, oldest first. */
export function* headsAfter(of: AudienceFolder, after: number, limit: number): Steps<readonly (ListedHead | DamagedHead)[]> {
  const numbers = numbersOf(of, 'heads').filter((number) => number > after);
  const kept = numbersOf(of, 'manifests');
  const heads: (ListedHead | DamagedHead)[] = [];
  for (const [at, number] of numbers.slice(0, limit).entries()) {
    heads.push(listedHead(of, number, { next: numbers[at + 1], kept }));
    yield;
  }
  return heads;
}

/** Returns the head that first named an edition; `damaged` when a damaged head may have been the first. */
export function firstHeadOf(of: AudienceFolder, edition: number): ListedHead | 'damaged' | 'unknown' {
  const numbers = numbersOf(of, 'heads');
  // The newest edition that heads name never decreases.
  const at = firstHead(of, numbers, ({ newest }) => newest < edition);
  const found = numbers.slice(at).find((number) => wholeHead(of, number) !== undefined);
  if (found === undefined) return 'unknown';
  const listed = listedHead(of, found, { next: numbers[numbers.indexOf(found) + 1], kept: numbersOf(of, 'manifests') });
  if (!listed.isDamaged && listed.edition === edition) return listed;
  return found === numbers[at] ? 'unknown' : 'damaged';
}

/** `next`: the head after it, if any; `kept`: the numbers of stored editions. */
function listedHead(
  of: AudienceFolder, number: number, { next, kept }: { readonly next: number | undefined; readonly kept: readonly number[] },
): ListedHead | DamagedHead {
  const head = wholeHead(of, number);
  if (head === undefined) return { head: number, isDamaged: true };
  const { edition } = head;
  const after = next === undefined ? undefined : wholeHead(of, next);
  return {
    head: number, isDamaged: false, edition, activated: new Date(head.activated),
    until: next === undefined ? null : after === undefined ? 'unknown' : new Date(after.activated),
    moment: head.moment as Moment, isRollback: edition < head.newest,
    content: hasManifest(of, edition) ? contentOf(of, edition, kept) : null,
  };
}

function contentOf(of: AudienceFolder, edition: number, kept: readonly number[]): ListedHead['content'] {
  const manifest = wholeManifest(of, edition);
  if (manifest === undefined) return 'damaged';
  const { parent, changed, series } = manifest;
  return {
    parent, changed, counts: new Map(series.map(({ name, now }) => [name, now.count])),
    previous: kept.findLast((one) => one < edition) ?? null,
  };
}
