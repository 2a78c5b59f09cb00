/**
 * Rebuild edition: what was active at some moment, when it has been dropped since, is made once more from the register: the prefix and
 * moment that the edition stands for, without what is hidden now (design 9). Not here: its bytes (publisher/write/rebuild.ts).
 */
import type { Audience, AudienceFolder } from '../../publisher/format/layout.ts';
import { encodeHead, type Head } from '../../publisher/format/head.ts';
import type { Configuration } from '../../publisher/format/manifest.ts';
import { hasHead, hasManifest, headsUpTo, readEarlier, readHead } from '../../publisher/read/heads.ts';
import { damagesInTurns } from '../../publisher/read/verify.ts';
import type { EditionStore } from '../../publisher/store.ts';
import { rowsOf } from '../../publisher/write/derive.ts';
import { rebuildEdition } from '../../publisher/write/rebuild.ts';
import { Fault, UsageFault } from '../../schemas/fault.ts';
import { inAmsterdam, type Moment } from '../../schemas/time.ts';
import { believed } from '../state/clock.ts';
import type { State } from '../state/database.ts';
import { isLessSince } from '../state/hidden.ts';
import { pointOf } from '../state/published.ts';
import { recordedHeadAfter, recordedHeadAt } from '../state/recorded-heads.ts';
import { versionsBetween } from '../state/recorded.ts';
import { changesBetween, countRoots, type Between, type Project } from '../state/snapshot.ts';
import { MANY_ROOTS, rowsOfThreads } from './derive-threads.ts';

export interface RebuildParts {
  readonly data: string;
  readonly db: State;
  readonly store: EditionStore;
  readonly audience: Audience;
  readonly configuration: Configuration;
  readonly project: Project;
  /** Threads that derive rows when there are many. */
  readonly threads: number;
  readonly clock: () => Date;
}

export interface Rebuilt {
  readonly edition: number;
  readonly head: number;
  readonly contentId: string;
  /**
   * `kept`: it was there, whole; `same`: it says what it said; `less`: all but what is hidden now; `remade`: an older program made it, and it says
   * the same in the form of this one.
   */
  readonly outcome: 'kept' | 'same' | 'less' | 'remade';
}

/** Throws a Fault when there was no edition at that moment, or when it cannot be what it was. */
export function rebuildAt(moment: Moment, parts: RebuildParts): Rebuilt {
  const { db, store, audience, configuration, clock } = parts;
  const of = { folder: store.folder, audience };
  const head = headAt(moment, of, db);
  const { edition, number, contentId } = head;
  if (hasManifest(of, edition) && isWhole(of, head)) return { edition, head: number, contentId, outcome: 'kept' };
  const point = pointOf(db, { audience, edition });
  if (point === undefined) throw new Fault(`the register does not know edition ${edition}`, { step: 'Edition:Rebuild' });
  const between = { parent: null, next: point, hidesLater: true };
  // First what says when it ended: without that it would answer for later moments too.
  const next = recordedHeadAfter(db, head);
  for (const one of next === undefined ? [] : [next]) restore(one, of, store);
  const rebuilt = rebuildEdition(
    { audience, configuration, moment: point.moment, rows: rowsAt(between, parts), versions: () => versionsBetween(db, between) }, store,
    { head, isLess: isLessSince(db, point.decision), now: believed(db, clock()) },
  );
  restore(head, of, store);
  const outcome = head.madeIn !== undefined ? 'remade' : rebuilt === contentId ? 'same' : 'less';
  return { edition, head: number, contentId: rebuilt, outcome };
}

/** Reads all of an edition that is there: one that is damaged is made again. */
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

function rowsAt(between: Between, { data, db, project, configuration: { baseUrl }, threads }: RebuildParts) {
  if (countRoots(db) >= MANY_ROOTS) return () => rowsOfThreads({ data, between, baseUrl }, threads);
  return rowsOf(changesBetween(db, between, project), { moment: between.next.moment, baseUrl });
}
