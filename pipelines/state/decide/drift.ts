/**
 * Drift: counts how many objects of its holder a submission ends, and whether the operator must release it. A half-empty file, or the file
 * of another year, would end objects by mistake.
 *
 * A root ends when it is withdrawn, or when it gets an end of validity or an earlier one. Roots that ended before do not count.
 * A nested object ends when a delivered root leaves it out (notes/part-notes.ts). Roots and nested objects have separate limits: a few
 * roots with thousands of nested objects must not hide that all other roots end.
 * Not here: parking a submission (park.ts), finding nested objects that a root leaves out (notes/part-notes.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';
import { isRequest } from '../../../schemas/submission.ts';
import { momentOf } from '../../../schemas/time.ts';
import type { Ended } from '../../prepare/delivery/index.ts';
import type { State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import type { RootNumber } from '../register/register.ts';

export interface DriftLimit {
  /** Share of the objects of a holder, 0 to 1. */
  readonly shareMax: number;
  /** Fewer ended objects than this are never too many. */
  readonly rootsMin: number;
}

export const DRIFT_LIMIT: DriftLimit = { shareMax: LIMITS.driftShareMax, rootsMin: LIMITS.driftRootsMin };

/** The usual limit with another share. */
export function driftLimit(shareMax: number): DriftLimit {
  return { ...DRIFT_LIMIT, shareMax };
}

export interface Drift {
  readonly ended: number;
  /** Number of the holder's objects before the submission that had not ended. */
  readonly standing: number;
  /** Whether these are nested objects, not roots. */
  readonly nested: boolean;
}

type Deciding = Pick<Numbered, 'decision' | 'holder' | 'received' | 'method'>;

const NEVER = '9e18';

/** Returns the roots that the decision of this transaction ends, in the order of their creation. */
export function endedRoots(db: State, { decision, received }: Deciding): readonly RootNumber[] {
  const rows = statement(db, `SELECT root FROM (
    SELECT root, max(CASE WHEN decision < ?1 THEN coalesce(val_to, ${NEVER}) END) AS before,
      max(CASE WHEN closed_by IS NULL THEN coalesce(val_to, ${NEVER}) END) AS after
    FROM version WHERE root IN (SELECT root FROM version WHERE closed_by = ?1) AND (closed_by IS NULL OR closed_by = ?1) GROUP BY root
  ) WHERE before > ?2 AND (after IS NULL OR after < before) ORDER BY root`).all(decision, momentOf(received));
  return rows.map(({ root }) => root as RootNumber);
}

/** Returns the drift of the decision of this transaction when it ends too many objects; else null. */
export function driftOf(
  db: State, deciding: Deciding, { ended, limit }: { readonly ended: Ended; readonly limit: DriftLimit },
): Drift | null {
  const isTooMuch = (drift: Drift): boolean => drift.ended > limit.shareMax * drift.standing;
  if (ended.roots >= limit.rootsMin) {
    const roots = { ended: ended.roots, standing: standingRoots(db, deciding), nested: false };
    if (isTooMuch(roots)) return roots;
  }
  // A request writes one root, and its sender sees all nested objects.
  if (isRequest(deciding.method) || ended.parts < limit.rootsMin) return null;
  const parts = { ended: ended.parts, standing: standingParts(db, deciding), nested: true };
  return isTooMuch(parts) ? parts : null;
}

/** SQL condition: a version was current before this decision and had not ended. */
const STOOD = `decision < ?2 AND (closed_by IS NULL OR closed_by = ?2) AND coalesce(val_to, ${NEVER}) > ?3`;

function standingRoots(db: State, { decision, holder, received }: Deciding): number {
  const { standing } = statement(db, `SELECT count(*) AS standing FROM root r WHERE holder = ?1 AND EXISTS (SELECT 1 FROM version v
    WHERE v.root = r.n AND ${STOOD})`).get(holder, decision, momentOf(received)) as { standing: number };
  return standing;
}

/** Counts the nested objects in the newest versions of roots that had not ended. */
function standingParts(db: State, { decision, holder, received }: Deciding): number {
  const { standing } = statement(db, `SELECT coalesce(sum(json_array_length(objects) - 1), 0) AS standing FROM (
    SELECT doc, max(val_from) FROM root r JOIN version v ON v.root = r.n WHERE holder = ?1 AND ${STOOD} GROUP BY r.n
  ) JOIN doc ON doc.n = doc`).get(holder, decision, momentOf(received)) as { standing: number };
  return standing;
}
