/**
 * Own root: the root that a holder asks for by the id of any object in it, when its holder may see more of it than the public.
 *
 * Invariants:
 *  - A root of another holder gives the same result as an unknown id, and takes as long.
 *  - Only settled decisions count, as for readers of editions.
 * Not here: the edition that is made of it (workers/own-edition.ts), whether the public edition has the object.
 */
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { HAS_SECRET } from './hidden-mark.ts';
import { hiddenNow, NOTHING } from './hidden-objects.ts';
import { settledDecision } from './own-documents.ts';
import { Register, type RootNumber } from './register.ts';

export interface RequestedRoot {
  /** The id of any object in the root, in any Unicode normal form. */
  readonly id: string;
  /** The bronhoudercodes of the reader. */
  readonly holders: readonly string[];
  /** The recorded time of the request; null: now. */
  readonly at: Moment | null;
  readonly now: Moment;
}

export interface FoundRoot {
  readonly root: RootNumber;
  /** The last decision that counts; 0 when the root was not recorded yet. */
  readonly decision: number;
  /** When a version was last recorded or ended, up to that decision. */
  readonly changed: Received;
  /** When what is valid at the moment of the request became so: at `changed`, or when a validity began or ended since. */
  readonly since: Moment;
  /** Whether the public may not see all of the root: a version, a part of it, or an object of the same holder that it links to. */
  readonly isRedacted: boolean;
}

/** Returns the root that has the object, when it is one of these holders'; undefined otherwise. */
export function ownRoot(db: Reader, { id, holders, at, now }: RequestedRoot): FoundRoot | undefined {
  const found = new Register(db, holders).ownRootAround(id);
  if (found === undefined) return undefined;
  const decision = decisionAt(db, found.n, at);
  const changed = changedUpTo(db, found.n, decision);
  const boundary = lastBoundaryOf(db, found.n, at ?? now);
  const since = Math.max(momentOf(changed), boundary) as Moment;
  return { root: found.n, decision, changed, since, isRedacted: isRedacted(db, found.n, holders) };
}

/** Returns the last settled decision; with a moment, the last one up to then that changed the root. */
function decisionAt(db: Reader, root: RootNumber, at: Moment | null): number {
  const settled = settledDecision(db);
  if (at === null) return settled;
  const { decision } = statement(db, `SELECT coalesce(max(max(decision, coalesce(iif(rec_to <= ?2, closed_by, 0), 0))), 0) AS decision
    FROM version WHERE root = ?1 AND rec_from <= ?2`).get(root, at * 1000 + 999) as { decision: number };
  return Math.min(decision, settled);
}

function changedUpTo(db: Reader, root: RootNumber, decision: number): Received {
  return statement(db, `SELECT coalesce(max(max(rec_from, coalesce(iif(closed_by <= ?2, rec_to, 0), 0))), 0) AS changed
    FROM version WHERE root = ?1 AND decision <= ?2`).get(root, decision)!['changed'] as Received;
}

function lastBoundaryOf(db: Reader, root: RootNumber, moment: Moment): number {
  return statement(db, 'SELECT coalesce(max(at), 0) AS at FROM boundary WHERE root = ? AND at <= ?').get(root, moment)!['at'] as number;
}

function isRedacted(db: Reader, root: RootNumber, holders: readonly string[]): boolean {
  return hiddenNow(db, root) !== NOTHING || statement(db, `SELECT EXISTS (
      SELECT 1 FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = ?1 AND d.hidden IS NOT NULL)
    OR EXISTS (SELECT 1 FROM link l JOIN object o ON o.id = l.to_id JOIN root r ON r.n = o.root JOIN version v ON v.root = r.n
      JOIN doc d ON d.n = v.doc WHERE l.from_root = ?1 AND r.holder IN (SELECT value FROM json_each(?2)) AND ${HAS_SECRET}) AS isRedacted`)
    .get(root, JSON.stringify(holders))!['isRedacted'] === 1;
}
