/** Listed: what heads and manifests tell of editions, newest head first, without opening one. */
import type { Moment } from '../../schemas/time.ts';
import type { AudienceFolder } from '../format/layout.ts';
import { hasManifest, numbersOf, readHead, readManifest } from './heads.ts';
import type { Steps } from './steps.ts';
import type { ListedHead, ListedHeads } from './types.ts';

/** Reads one head and one manifest a step. */
export function* listedHeads(of: AudienceFolder, { position, limit }: { position: number; limit: number }): Steps<ListedHeads> {
  const numbers = numbersOf(of, 'heads').reverse();
  const heads: ListedHead[] = [];
  let next = position === 0 ? undefined : numbers[position - 1];
  for (const number of numbers.slice(position, position + limit)) {
    heads.push(listedHead(of, number, next));
    next = number;
    yield;
  }
  return { heads, numberMatched: numbers.length };
}

/** `next`: the head after it, if there is one. */
function listedHead(of: AudienceFolder, number: number, next: number | undefined): ListedHead {
  const head = readHead(of, number);
  const { edition } = head;
  return {
    head: number, edition, activated: new Date(head.activated),
    until: next === undefined ? null : new Date(readHead(of, next).activated),
    moment: head.moment as Moment, isRollback: edition < head.newest,
    content: hasManifest(of, edition) ? contentOf(of, edition) : null,
  };
}

function contentOf(of: AudienceFolder, edition: number): ListedHead['content'] {
  const { parent, changed, series } = readManifest(of, edition);
  return { parent, changed, counts: new Map(series.map(({ name, now }) => [name, now.count])) };
}
