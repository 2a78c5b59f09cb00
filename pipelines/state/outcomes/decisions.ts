/**
 * Decisions: what was decided, in order, with the number of roots that each made, changed, ended, left unchanged and refused.
 * Pages begin behind a decision number, so that later decisions never move a page.
 * Not here: undecided submissions (listed.ts), the effect on one object (explain/account.ts).
 */
import type { RootType } from '../../../schemas/names.ts';
import type { SubmissionProvenance } from '../../../schemas/provenance.ts';
import { formatReceived, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';

export interface ListedDecision extends Pick<SubmissionProvenance, 'decision' | 'uuid' | 'received' | 'holder' | 'organisation' | 'tokenEnd' | 'method'> {
  readonly target: string;
  /** Roots that the decision recorded for the first time, and earlier roots of which it recorded a version or that it handed over. */
  readonly new: number;
  readonly changed: number;
  /** Roots that ended; null when the report does not have the number, as for the next two. */
  readonly ended: number | null;
  readonly unchanged: number | null;
  readonly refused: number | null;
}

export interface DecisionQuery {
  readonly holder: string | null;
  /** Only decisions that recorded or ended a version of a root of this type, or handed one over. */
  readonly type: RootType | null;
  /** Only submissions received from this moment on, and before `until`. */
  readonly since: Moment | null;
  readonly until: Moment | null;
  /** Only submissions with a token that ends so. */
  readonly token: string | null;
  /** The number of the decision behind which the page begins. */
  readonly after: number;
  readonly limit: number;
}

/** Returns settled decisions, oldest first. */
export function listDecisions(db: Reader, { holder, type, since, until, token, after, limit }: DecisionQuery): readonly ListedDecision[] {
  const ofType = `EXISTS (SELECT 1 FROM version v JOIN root r ON r.n = v.root WHERE v.decision = d.n AND r.type = :type)
    OR EXISTS (SELECT 1 FROM version v JOIN root r ON r.n = v.root WHERE v.closed_by = d.n AND r.type = :type)
    OR EXISTS (SELECT 1 FROM handover h JOIN root r ON r.n = h.root WHERE h.decision = d.n AND r.type = :type)`;
  const opened = 'SELECT DISTINCT root FROM version WHERE decision = d.n';
  const touched = `${opened} UNION SELECT root FROM handover WHERE decision = d.n`;
  const earlier = 'SELECT 1 FROM version e WHERE e.root = o.root AND e.decision < d.n';
  const conditions: readonly (readonly [sql: string, name: string, value: string | number | null])[] = [
    ['i.holder = :holder', 'holder', holder], [`(${ofType})`, 'type', type], ['i.received >= :since', 'since', since && since * 1_000],
    ['i.received < :until', 'until', until && until * 1_000], ["i.token_end LIKE '%' || :token", 'token', token],
  ];
  const given = conditions.filter(([, , value]) => value !== null);
  const rows = db.prepare(`SELECT d.n AS decision, uuid, i.received, holder, organisation, token_end AS tokenEnd, method, target,
    (SELECT count(*) FROM (${opened}) o WHERE NOT EXISTS (${earlier})) AS new,
    (SELECT count(*) FROM (${touched}) o WHERE EXISTS (${earlier})) AS changed,
    ended, unchanged, refused
    FROM decision d LEFT JOIN counts ON counts.decision = d.n JOIN batch b ON b.n = d.batch JOIN inbox i ON i.seq = d.seq
    WHERE d.n > :after AND b.settled = 1 ${given.map(([sql]) => `AND ${sql}`).join(' ')} ORDER BY d.n LIMIT 0 + :limit`)
    .all({ after, limit, ...Object.fromEntries(given.map(([, name, value]) => [name, value])) });
  return (rows as unknown as (Omit<ListedDecision, 'received'> & { readonly received: Received })[])
    .map((row) => ({ ...row, received: formatReceived(row.received) }));
}
