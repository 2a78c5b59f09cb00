/**
 * Hidden: roots that the public may no longer see, or no longer with their personal data, although earlier editions may have shown them.
 *
 * `doc.hidden` has the field of a document that keeps data from the public: `informatieGeheim` hides its root, `privacyGevoelig` makes
 * the root sensitive, so that its personal data are withheld (../redact/personal-data.ts).
 * Invariants:
 *  - A root that is hidden or sensitive now is so in every answer about the past.
 *  - The last recorded state of a root counts; for a withdrawn root, the state before the withdrawal.
 */
import type { Audience } from '../../../publisher/format/layout.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';

type Mark = NonNullable<PreparedRoot['hidden']>;

/** SQL condition: the document `d` hides its root. */
export const HIDES = "d.hidden = 'informatieGeheim'";

/**
 * Returns a SQL condition: the root with this number is hidden in its last state. `root`: any expression of the outer query. The
 * expression is evaluated in a subquery without tables, so that its names never clash with those of the condition.
 */
export function isHiddenAtLast(root: string): string {
  return isMarkedAtLast('informatieGeheim', root);
}

/** Returns a SQL condition: the root with this number is sensitive in its last state. `root`: as for `isHiddenAtLast`. */
export function isSensitiveAtLast(root: string): string {
  return isMarkedAtLast('privacyGevoelig', root);
}

function isMarkedAtLast(mark: Mark, root: string): string {
  const closed = 'coalesce(closed_by, 9007199254740991)';
  return `EXISTS (SELECT 1 FROM (SELECT ${root} AS root) asked CROSS JOIN version v ON v.root = asked.root
    CROSS JOIN doc d ON d.n = v.doc WHERE d.hidden = '${mark}'
    AND ${closed} = (SELECT max(${closed}) FROM version WHERE root = asked.root))`;
}

/** Whether a root is hidden in its last state. */
export function isRootHidden(db: Reader, root: number): boolean {
  return (statement(db, `SELECT ${isHiddenAtLast('?1')} AS isHidden`).get(root) as { isHidden: 0 | 1 }).isHidden === 1;
}

/** The columns of a version that determine when its root is hidden. */
export interface HidingVersion {
  readonly decision: number;
  readonly closed_by: number | null;
  readonly hidden: string | null;
}

/** Whether a version is current after a decision. */
export function isCurrent({ decision, closed_by }: Omit<HidingVersion, 'hidden'>, at: number): boolean {
  return decision <= at && (closed_by === null || closed_by > at);
}

/** Whether a root, with all these versions, is hidden after a decision: a current version is, or a version that its withdrawal ended. */
export function isHidden(versions: readonly HidingVersion[], at: number): boolean {
  return isMarked('informatieGeheim', versions, at);
}

/** Whether a root, with all these versions, is sensitive after a decision. */
export function isSensitive(versions: readonly HidingVersion[], at: number): boolean {
  return isMarked('privacyGevoelig', versions, at);
}

function isMarked(mark: Mark, versions: readonly HidingVersion[], at: number): boolean {
  const current = versions.filter((version) => isCurrent(version, at));
  if (current.length > 0) return current.some(({ hidden }) => hidden === mark);
  const closings = versions.map(({ closed_by }) => closed_by ?? Infinity).filter((decision) => decision <= at);
  const last = Math.max(...closings);
  return versions.some(({ closed_by, hidden }) => closed_by === last && hidden === mark);
}

/** A hidden root that was public once. */
export interface OncePublicRoot {
  readonly id: string;
  /** The first decision that recorded it. */
  readonly first: number;
  /** Whether an edition of this decision that shows the id shows this root. Else it shows a root of another holder. */
  readonly isShownAfter: (decision: number) => boolean;
}

/** Returns the hidden roots among those that later decisions changed, as far as they were public once. */
export function hiddenSince(db: Reader, decision: number): readonly OncePublicRoot[] {
  const roots = statement(db, `SELECT r.n, r.id, EXISTS (SELECT 1 FROM root WHERE id = r.id AND n <> r.n) AS isShared
    FROM (SELECT DISTINCT root FROM version INDEXED BY version_decision
      WHERE decision > ? AND doc IN (SELECT n FROM doc d WHERE ${HIDES})) h
    JOIN root r ON r.n = h.root WHERE ${isHiddenAtLast('r.n')}`).all(decision) as unknown as { n: number; id: string; isShared: 0 | 1 }[];
  const versions = statement(db, 'SELECT decision, closed_by, hidden FROM version v JOIN doc d ON d.n = v.doc WHERE root = ?');
  return roots.flatMap(({ n, id, isShared }): readonly OncePublicRoot[] => {
    const all = versions.all(n) as unknown as HidingVersion[];
    const changes = all.flatMap(({ decision: opened, closed_by }) => [opened, closed_by ?? opened]);
    if (changes.every((change) => isHidden(all, change))) return [];
    const first = Math.min(...changes);
    return [{ id, first, isShownAfter: (at) => isShared === 0 || (at >= first && !isHidden(all, at)) }];
  });
}

/** A sensitive root that the public saw with its personal data, and the decisions after which it did. */
export interface ExposedRoot {
  readonly id: string;
  readonly isExposedAfter: (decision: number) => boolean;
}

/** Returns the sensitive roots among those that later decisions changed, as far as the public once saw their personal data. */
export function exposedSince(db: Reader, decision: number): readonly ExposedRoot[] {
  const roots = statement(db, `SELECT r.n, r.id FROM (SELECT DISTINCT root FROM version INDEXED BY version_decision
      WHERE decision > ? AND doc IN (SELECT n FROM doc d WHERE d.hidden = 'privacyGevoelig')) h JOIN root r ON r.n = h.root
    WHERE ${isSensitiveAtLast('r.n')} AND EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = r.n AND d.hidden IS NULL)`)
    .all(decision) as unknown as { n: number; id: string }[];
  const versions = statement(db, 'SELECT decision, closed_by, hidden FROM version v JOIN doc d ON d.n = v.doc WHERE root = ?');
  return roots.map(({ n, id }) => {
    const all = versions.all(n) as unknown as HidingVersion[];
    const isExposedAfter = (at: number): boolean =>
      all.some((version) => version.decision <= at) && !isHidden(all, at) && !isSensitive(all, at);
    return { id, isExposedAfter };
  });
}

/** Whether a root that was public after this decision is hidden now, or a root that was public with its personal data is sensitive now. */
export function isLessSince(db: Reader, decision: number): boolean {
  return hasGained(db, 'informatieGeheim', decision) || hasGained(db, 'privacyGevoelig', decision);
}

/** Whether a root has a mark in its last state that no current version had after the decision. */
function hasGained(db: Reader, mark: Mark, decision: number): boolean {
  const held = 'decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1)';
  return statement(db, `SELECT 1 FROM (SELECT DISTINCT root FROM version WHERE doc IN (SELECT n FROM doc d WHERE d.hidden = '${mark}')) h
    WHERE ${isMarkedAtLast(mark, 'h.root')} AND EXISTS (SELECT 1 FROM version WHERE root = h.root AND decision <= ?1)
      AND NOT EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = h.root AND ${held} AND d.hidden = '${mark}')`)
    .get(decision) !== undefined;
}

/** Whether a root is sensitive after a decision. Programs before edition format 4 left such roots out of editions. */
export function hasSensitive(db: Reader, decision: number): boolean {
  return statement(db, `SELECT 1 FROM version v JOIN doc d ON d.n = v.doc
    WHERE d.hidden = 'privacyGevoelig' AND decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1) LIMIT 1`).get(decision) !== undefined;
}

/** Returns the last decision in the edition before the newest; 0 when there is no such edition. */
export function decisionBefore(db: Reader, audience: Audience): number {
  const row = statement(db, 'SELECT decision FROM published WHERE audience = ? ORDER BY edition DESC LIMIT 1 OFFSET 1').get(audience);
  return (row as { decision: number } | undefined)?.decision ?? 0;
}

/** Returns the editions that include this decision, oldest first. */
export function editionsSince(db: Reader, audience: Audience, decision: number): readonly number[] {
  const rows = statement(db, 'SELECT edition FROM published WHERE audience = ? AND decision >= ? ORDER BY edition').all(audience, decision);
  return (rows as { edition: number }[]).map(({ edition }) => edition);
}

/** Returns when the first public version was recorded, up to this decision; null when there is none. */
export function firstPublic(db: Reader, decision: number): Moment | null {
  const { first } = db.prepare(`SELECT min(rec_from) AS first FROM version v JOIN doc d ON d.n = v.doc
    WHERE decision <= ? AND coalesce(NOT ${HIDES}, TRUE) AND NOT ${isHiddenAtLast('v.root')}`).get(decision) as { first: Received | null };
  return first === null ? null : momentOf(first);
}
