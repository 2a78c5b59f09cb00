/**
 * Rebuild edition: makes a dropped edition again from the register, for the decisions and moment that it stands for, without roots that
 * are hidden now. Not here: its bytes (publisher/write/rebuild.ts).
 */
import { encodeHead, type Head } from '../../publisher/format/head.ts';
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { hasHead, hasManifest, headsUpTo, readEarlier, readHead, readManifest, wholeManifest } from '../../publisher/read/heads.ts';
import { damagesInTurns } from '../../publisher/read/verify.ts';
import type { EditionStore } from '../../publisher/store.ts';
import { rebuildEdition, type EditionContent } from '../../publisher/write/rebuild.ts';
import { Fault, UsageFault } from '../../schemas/fault.ts';
import { inAmsterdam, type Moment } from '../../schemas/time.ts';
import type { State } from '../state/database/database.ts';
import { trustedTime } from '../state/folder/clock.ts';
import { isLessSince } from '../state/register/hidden.ts';
import { pointOf } from '../state/register/edition-points.ts';
import { recordedHeadAfter, recordedHeadAt } from '../state/register/recorded-heads.ts';
import { requestBetween, type RequestParts } from './request-between.ts';

export interface RebuildParts extends RequestParts {
  readonly store: EditionStore;
  readonly clock: () => Date;
}

export interface Rebuilt {
  readonly edition: number;
  readonly head: number;
  readonly contentId: string;
  /**
   * `kept`: the edition was there and undamaged; `same`: equal content; `less`: without roots that are hidden now; `remade`: an older program
   * made the edition, and it has the same content in the present format.
   */
  readonly outcome: 'kept' | 'same' | 'less' | 'remade';
}

/** Rebuilds the edition of a moment. Throws a Fault when there was none, or when it cannot be made again. */
export function rebuildAt(moment: Moment, parts: RebuildParts): Rebuilt {
  const { db, store, audience, clock } = parts;
  const of = { folder: store.folder, audience };
  const head = headAt(moment, of, db);
  const { edition, number } = head;
  if (hasManifest(of, edition) && isWhole(of, head)) {
    return { edition, head: number, contentId: readManifest(of, edition).contentId, outcome: 'kept' };
  }
  const point = pointOf(db, { audience, edition });
  if (point === undefined) throw new Fault(`the register does not know edition ${edition}`, { step: 'Edition:Rebuild' });
  const was = saidBy(head, of);
  // The next head is restored first: without it this edition would answer for later moments too.
  const next = recordedHeadAfter(db, head);
  for (const one of next === undefined ? [] : [next]) restore(one, of, store);
  const rebuilt = rebuildEdition(requestBetween({ parent: null, next: point, hidesLater: true }, parts), store, {
    head, was, isLess: isLessSince(db, point.decision), now: trustedTime(db, clock()),
  });
  restore(head, of, store);
  const outcome = was === null ? 'remade' : rebuilt === was.contentId ? 'same' : 'less';
  return { edition, head: number, contentId: rebuilt, outcome };
}

/** Returns configuration and content of an edition. An existing edition may have another configuration than its head names. Null: older format. */
function saidBy(head: Head, of: AudienceFolder): EditionContent | null {
  const { edition, configuration, contentId, madeIn } = head;
  const manifest = hasManifest(of, edition) ? wholeManifest(of, edition) : undefined;
  if (manifest !== undefined) return { configuration: manifest.configurationHash, contentId: manifest.contentId };
  return madeIn === undefined ? { configuration, contentId } : null;
}

/** Whether an existing edition is undamaged. Reads all of it. */
function isWhole(of: AudienceFolder, { edition, manifest }: Head): boolean {
  const turns = damagesInTurns(of, { number: edition, check: manifest });
  for (;;) {
    const { done, value } = turns.next();
    if (done === true) return value.length === 0;
  }
}

function headAt(moment: Moment, of: AudienceFolder, db: State): Head {
  const there = headsUpTo(of, moment).at(-1);
  const present = there === undefined ? undefined : readHead(of, there);
  const dropped = recordedHeadAt(db, of.audience, moment);
  const head = dropped !== undefined && dropped.number > (present?.number ?? 0) ? dropped : present;
  if (head !== undefined) return head;
  const earlier = readEarlier(of);
  if (earlier !== null && moment >= Date.parse(earlier.first)) {
    throw new Fault('there was an edition then, and the register does not know which', {
      step: 'Edition:Rebuild', actual: inAmsterdam(new Date(moment)), hint: 'A backup of that time has it: `ev restore` makes a folder of its own from it.',
    });
  }
  throw new UsageFault('there was no edition yet', { step: 'Edition:Rebuild', actual: inAmsterdam(new Date(moment)), hint: '`ev editions list` and /edities say from when each was available (`beschikbaarVanaf`).' });
}

function restore(head: Head, of: AudienceFolder, store: EditionStore): void {
  if (!hasHead(of, head.number)) store.createHead(of.audience, head.number, encodeHead(head));
}
