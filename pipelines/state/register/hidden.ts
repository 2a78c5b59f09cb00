/**
 * Hidden: what changes for the public when an object becomes secret or its location sensitive, although earlier editions may have shown it.
 *
 * Invariants:
 *  - An object that is hidden now (hidden-objects.ts), or personal data that are withheld now, are so in every answer about the past.
 *  - The last recorded state of a root counts; for a withdrawn root, the state before the withdrawal.
 */
import type { StatementSync } from 'node:sqlite';
import type { Audience } from '../../../publisher/format/layout.ts';
import type { RootType } from '../../../schemas/names.ts';
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { HAS_SECRET, HIDES, hidesRoot, IS_SENSITIVE, isSensitiveMark } from './hidden-mark.ts';
import { HiddenObjects, hides, LAST } from './hidden-objects.ts';
import { firstWith } from './namesakes.ts';

/**
 * Returns a SQL condition: the root with this number is sensitive in its last state. `root`: any expression of the outer query. The
 * expression is evaluated in a subquery without tables, so that its names never clash with those of the condition.
 */
export function isSensitiveAtLast(root: string): string {
  const closed = 'coalesce(closed_by, 9007199254740991)';
  return `EXISTS (SELECT 1 FROM (SELECT ${root} AS root) asked CROSS JOIN version v ON v.root = asked.root
    CROSS JOIN doc d ON d.n = v.doc WHERE ${IS_SENSITIVE}
    AND ${closed} = (SELECT max(${closed}) FROM version WHERE root = asked.root))`;
}

/**
 * SQL: the roots with secrets, links or the ids of others that decisions after ?1, up to ?2, changed, and the roots that lead to them by
 * links or have the ids of these.
 */
const AFFECTED = `WITH RECURSIVE affected(root) AS (
    SELECT v.root FROM version v CROSS JOIN doc d ON d.n = v.doc
      WHERE v.decision > ?1 AND v.decision <= ?2 AND (${HAS_SECRET} OR d.links <> '[]')
    UNION SELECT v.root FROM version v CROSS JOIN doc d ON d.n = v.doc
      WHERE v.closed_by > ?1 AND v.closed_by <= ?2 AND (${HAS_SECRET} OR d.links <> '[]')
    UNION SELECT v.root FROM version v CROSS JOIN object o ON o.root = v.root CROSS JOIN object p ON p.id = o.id AND p.root <> o.root
      WHERE (v.decision > ?1 AND v.decision <= ?2) OR (v.closed_by > ?1 AND v.closed_by <= ?2)
    UNION SELECT l.from_root FROM affected a CROSS JOIN object o ON o.root = a.root CROSS JOIN link l ON l.to_id = o.id
    UNION SELECT p.root FROM affected a CROSS JOIN object o ON o.root = a.root CROSS JOIN object p ON p.id = o.id AND p.root <> o.root)
  SELECT root FROM affected`;

/** Returns SQL that adds the roots in which other objects may be hidden after ?2 than after ?1; empty while nothing is secret. */
export function affectedRoots(db: Reader): string {
  return new HiddenObjects(db, LAST).hasSecrets ? ` UNION SELECT root FROM (${AFFECTED})` : '';
}

/** Returns a statement: when the roots to which ?1 leads by links, and those with ids of these, last changed, after ?2 and up to ?3. */
export function changeOfTargets(db: Reader): StatementSync {
  return db.prepare(`WITH RECURSIVE reached(root) AS (SELECT ?1
      UNION SELECT o.root FROM reached r CROSS JOIN link l ON l.from_root = r.root CROSS JOIN object o ON o.id = l.to_id
      UNION SELECT p.root FROM reached r CROSS JOIN object o ON o.root = r.root CROSS JOIN object p ON p.id = o.id AND p.root <> o.root)
    SELECT max(CASE WHEN v.closed_by > ?2 AND v.closed_by <= ?3 THEN v.rec_to
        WHEN v.decision > ?2 AND v.decision <= ?3 THEN v.rec_from END) AS recorded
    FROM reached r CROSS JOIN version v ON v.root = r.root CROSS JOIN doc d ON d.n = v.doc
     WHERE ${HAS_SECRET} OR d.links <> '[]'
       OR EXISTS (SELECT 1 FROM object o CROSS JOIN object p ON p.id = o.id AND p.root <> o.root WHERE o.root = r.root)`);
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

/** Whether a root, with all these versions, is sensitive after a decision: a current version is, or a version that its withdrawal ended. */
export function isSensitive(versions: readonly HidingVersion[], at: number): boolean {
  return isMarked(isSensitiveMark, versions, at);
}

function isMarked(has: (mark: string | null) => boolean, versions: readonly HidingVersion[], at: number): boolean {
  const current = versions.filter((version) => isCurrent(version, at));
  if (current.length > 0) return current.some(({ hidden }) => has(hidden));
  const closings = versions.map(({ closed_by }) => closed_by ?? Infinity).filter((decision) => decision <= at);
  const last = Math.max(...closings);
  return versions.some(({ closed_by, hidden }) => closed_by === last && has(hidden));
}

/** A root in which something is hidden. */
export interface HiddenIn {
  readonly root: string;
  readonly type: RootType;
  /** The hidden objects; only the root, when it is hidden itself. */
  readonly ids: readonly string[];
  /** The first decision that recorded the root. */
  readonly first: number;
  /** Returns which of `ids` the edition after this decision shows, if it shows the root. */
  readonly shownAfter: (decision: number) => readonly string[];
}

/** Returns the roots in which later decisions may have hidden something that was public, as far as that is hidden now. */
export function hiddenSince(db: Reader, decision: number): readonly HiddenIn[] {
  const hidden = new HiddenObjects(db, LAST);
  if (!hidden.hasSecrets) return [];
  const roots = statement(db, `SELECT n, id, type, (SELECT min(decision) FROM version WHERE root = n) AS first FROM root WHERE n IN (${AFFECTED})`)
    .all(decision, LAST) as unknown as { n: number; id: string; type: RootType; first: number }[];
  return roots.flatMap(({ n, id, type, first }): readonly HiddenIn[] => {
    const { isWhole } = hidden.of(n);
    const ids = oncePublic(db, n, isWhole ? [id] : hiddenIdsOf(db, n, hidden));
    return ids.length === 0 ? [] : [{ root: id, type, ids, first, shownAfter: shownAfter(db, { root: n, ids, first }) }];
  });
}

/** Returns those of these ids of a root whose object was not hidden after some decision that changed the root. */
function oncePublic(db: Reader, root: number, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return ids;
  const changes = statement(db, `SELECT decision AS at FROM version WHERE root = ?1
    UNION SELECT closed_by FROM version WHERE root = ?1 AND closed_by IS NOT NULL`).all(root) as unknown as { at: number }[];
  const open = new Set<string>();
  for (const { at } of changes) {
    if (open.size === ids.length) break;
    const part = new HiddenObjects(db, at, { hasSecrets: true }).withGone(root);
    for (const id of ids) if (!hides(part, id) && firstWith(db, root, { id, decision: at }) !== null) open.add(id);
  }
  return ids.filter((id) => open.has(id));
}

/** An id that occurs in another root too names an object of this root only while this object was public. */
function shownAfter(
  db: Reader, { root, ids, first }: { readonly root: number; readonly ids: readonly string[]; readonly first: number },
): HiddenIn['shownAfter'] {
  const others = statement(db, 'SELECT 1 FROM object WHERE id = ? AND root <> ?');
  const shared = new Set(ids.filter((id) => others.get(id, root) !== undefined));
  if (shared.size === 0) return () => ids;
  return (decision) => {
    const part = new HiddenObjects(db, decision).withGone(root);
    return ids.filter((id) => !shared.has(id) || (decision >= first && !hides(part, id)));
  };
}

/** Returns the ids of the hidden objects of a root, those that left it included. */
function hiddenIdsOf(db: Reader, root: number, hidden: HiddenObjects): readonly string[] {
  const part = hidden.withGone(root);
  if (part.ids.size === 0) return [];
  const objects = statement(db, 'SELECT id FROM object WHERE root = ?').all(root) as unknown as { id: string }[];
  return objects.map(({ id }) => id).filter((id) => hides(part, id));
}

/** A sensitive root that the public saw with its personal data, and the decisions after which it did. */
export interface ExposedRoot {
  readonly id: string;
  readonly isExposedAfter: (decision: number) => boolean;
}

/** Returns the sensitive roots among those that later decisions changed, as far as the public once saw their personal data. */
export function exposedSince(db: Reader, decision: number): readonly ExposedRoot[] {
  const roots = statement(db, `SELECT r.n, r.id FROM (SELECT DISTINCT root FROM version INDEXED BY version_decision
      WHERE decision > ? AND doc IN (SELECT n FROM doc d WHERE ${IS_SENSITIVE})) h JOIN root r ON r.n = h.root
    WHERE ${isSensitiveAtLast('r.n')} AND EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc
      WHERE v.root = r.n AND NOT coalesce(${IS_SENSITIVE}, FALSE))`)
    .all(decision) as unknown as { n: number; id: string }[];
  const versions = statement(db, 'SELECT decision, closed_by, hidden FROM version v JOIN doc d ON d.n = v.doc WHERE root = ?');
  return roots.map(({ n, id }) => {
    const all = versions.all(n) as unknown as HidingVersion[];
    const isExposedAfter = (at: number): boolean =>
      all.some((version) => version.decision <= at) && !isMarked(hidesRoot, all, at) && !isSensitive(all, at);
    return { id, isExposedAfter };
  });
}

/** Whether an object that was public after this decision is hidden now, or a root that was public with its personal data is sensitive now. */
export function isLessSince(db: Reader, decision: number): boolean {
  return hasHidden(db, decision) || hasBecomeSensitive(db, decision);
}

/** Whether an object in any version up to this decision is hidden now and was not then. */
function hasHidden(db: Reader, decision: number): boolean {
  const [then, now] = [new HiddenObjects(db, decision), new HiddenObjects(db, LAST)];
  if (!now.hasSecrets) return false;
  const objects = db.prepare(`SELECT DISTINCT o.value ->> 0 AS id FROM version v CROSS JOIN doc d ON d.n = v.doc, json_each(d.objects) o
    WHERE v.root = ? AND v.decision <= ?`);
  const roots = db.prepare(AFFECTED).all(0, LAST) as unknown as { root: number }[];
  return roots.some(({ root }) => {
    const [was, is] = [then.withGone(root), now.withGone(root)];
    if (!is.isWhole && is.ids.size === 0) return false;
    return (objects.all(root, decision) as unknown as { id: string }[]).some(({ id }) => hides(is, id) && !hides(was, id));
  });
}

/** Whether a root is sensitive in its last state and had no sensitive current version after the decision. */
function hasBecomeSensitive(db: Reader, decision: number): boolean {
  const isCurrent = 'decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1)';
  return statement(db, `SELECT 1 FROM (SELECT DISTINCT root FROM version WHERE doc IN (SELECT n FROM doc d WHERE ${IS_SENSITIVE})) h
    WHERE ${isSensitiveAtLast('h.root')} AND EXISTS (SELECT 1 FROM version WHERE root = h.root AND decision <= ?1)
      AND NOT EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = h.root AND ${isCurrent} AND ${IS_SENSITIVE})`)
    .get(decision) !== undefined;
}

/** Whether a root is sensitive after a decision. Programs before edition format 4 left such roots out of editions. */
export function hasSensitive(db: Reader, decision: number): boolean {
  return statement(db, `SELECT 1 FROM version v JOIN doc d ON d.n = v.doc
    WHERE ${IS_SENSITIVE} AND decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1) LIMIT 1`).get(decision) !== undefined;
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
  const hidden = new HiddenObjects(db, LAST);
  const versions = db.prepare(`SELECT v.root, rec_from FROM version v JOIN doc d ON d.n = v.doc
    WHERE decision <= ? AND coalesce(NOT ${HIDES}, TRUE) ORDER BY rec_from`).iterate(decision);
  for (const { root, rec_from: first } of versions as unknown as Iterable<{ root: number; rec_from: Received }>) {
    if (!hidden.of(root).isWhole) return momentOf(first);
  }
  return null;
}
