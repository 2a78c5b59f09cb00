/**
 * Drift: how many of its holder's roots a submission ends, and whether that is too much to let pass unseen: a file that is half empty,
 * or of another year, ends what nobody meant to end (design 5.8).
 *
 * A root ends when it is withdrawn, or when it is given an end of validity, or an earlier one. What ended before does not count.
 * Not here: what becomes of a submission that is parked (park.ts).
 */
import { LIMITS } from '../../schemas/limits.ts';
import { momentOf } from '../../schemas/time.ts';
import type { State } from './database.ts';
import type { Numbered } from './outcomes.ts';
import { statement } from './statement.ts';

export interface DriftLimit {
  /** Of the roots of a holder, 0 to 1. */
  readonly shareMax: number;
  /** Fewer are never too many. */
  readonly rootsMin: number;
}

export const DRIFT_LIMIT: DriftLimit = { shareMax: LIMITS.driftShareMax, rootsMin: LIMITS.driftRootsMin };

/** The usual limit with another share. */
export function driftLimit(shareMax: number): DriftLimit {
  return { ...DRIFT_LIMIT, shareMax };
}

export interface Drift {
  readonly ended: number;
  /** Roots of the holder that stood before. */
  readonly standing: number;
}

const NEVER = '9e18';

/** What the decision that is being made in this transaction ends, when that is too much; else null. */
export function driftOf(db: State, { decision, holder, received }: Numbered, { shareMax, rootsMin }: DriftLimit): Drift | null {
  const at = momentOf(received);
  const { ended } = statement(db, `SELECT count(*) AS ended FROM (
    SELECT max(CASE WHEN decision < ?1 THEN coalesce(val_to, ${NEVER}) END) AS before,
      max(CASE WHEN closed_by IS NULL THEN coalesce(val_to, ${NEVER}) END) AS after
    FROM version WHERE root IN (SELECT root FROM version WHERE closed_by = ?1) AND (closed_by IS NULL OR closed_by = ?1) GROUP BY root
  ) WHERE before > ?2 AND (after IS NULL OR after < before)`).get(decision, at) as { ended: number };
  if (ended < rootsMin) return null;
  const { standing } = statement(db, `SELECT count(*) AS standing FROM root r WHERE holder = ?1 AND EXISTS (SELECT 1 FROM version v
    WHERE v.root = r.n AND v.decision < ?2 AND (closed_by IS NULL OR closed_by = ?2) AND coalesce(val_to, ${NEVER}) > ?3)`)
    .get(holder, decision, at) as { standing: number };
  return ended > shareMax * standing ? { ended, standing } : null;
}
