/**
 * Snapshot: the register at a prefix, as the publisher wants it: which roots differ between two editions, and
 * their state in both.
 *
 * Invariants:
 *  - A pure function of (register, parent, next): the wall clock plays no part.
 *  - A root of which any recorded version is hidden is not there for the public audience, in any period; a link to
 *    it is like a link to an id that nobody knows.
 * Not here: what an edition makes of it (publisher/write).
 */
import type { CrsCode } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { EntityType, RootType } from '../../schemas/names.ts';
import { momentOf, type Moment, type Received } from '../../schemas/time.ts';
import type { ProjectedGeometry, RootChange, RootState, VersionState } from '../../publisher/write/input.ts';
import type { Reader } from './database.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import { isHiddenAtLast } from './hidden.ts';
import { textOf } from './inbox.ts';
import type { ObjectRecord, RootNumber } from './register.ts';

/** What an edition was made from: the decisions up to this one, looked at from this moment. */
export interface EditionPoint {
  readonly decision: number;
  readonly moment: Moment;
}

/** Two points, of which the first may be nothing. */
export interface Between {
  readonly parent: EditionPoint | null;
  readonly next: EditionPoint;
  /** Whether what is hidden at the newest prefix is hidden here too: of an edition that is made once more. */
  readonly hidesLater?: boolean;
}

/** Some of the roots, when several threads look at them: those whose number gives `part` modulo `of`. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

const ALL: Share = { part: 0, of: 1 };

/** Puts every geometry of a document in all published CRSs, by object id. */
export type Project = (document: JsonObject, crs: CrsCode) => ReadonlyMap<string, ProjectedGeometry>;

interface StateRow extends DocColumns {
  readonly n: number;
  readonly doc: number;
  readonly val_from: Moment;
  readonly val_to: Moment | null;
  readonly crs: CrsCode;
  readonly sum: string;
}

/** The part of a version that does not depend on when it is asked for. */
type DocState = Omit<VersionState, 'valid' | 'targets'>;

/**
 * The roots that an edition of `next` may show otherwise than its parent did: touched by decisions in
 * between, or with a validity that begins or ends in between. All roots when there is no parent.
 */
export function* changesBetween(
  db: Reader, { parent, next, hidesLater = false }: Between, project: Project, share: Share = ALL,
): Generator<RootChange> {
  const reader = new StateReader(db, project, hidesLater);
  for (const n of rootsBetween(db, { parent, next }, share)) {
    const documents = new Map<number, DocState>();
    const before = parent === null ? null : reader.state(n, parent.decision, documents);
    const after = reader.state(n, next.decision, documents);
    if (before === null && after === null) continue;
    const isHidden = before !== null && after === null && reader.isHidden(n, next.decision);
    yield { before, after, at: reader.changedAt(n, { parent, next }), isHidden };
  }
}

/** The first moment after `moment` at which *now* may change at the newest prefix. */
export function nextBoundary(db: Reader, moment: Moment): Moment | null {
  const row = db.prepare('SELECT min(at) AS at FROM boundary WHERE at > ?').get(moment) as { at: Moment | null };
  return row.at;
}

/** The last moment up to `moment` at which *now* may have changed at the newest prefix. */
export function lastBoundary(db: Reader, moment: Moment): Moment | null {
  const row = db.prepare('SELECT max(at) AS at FROM boundary WHERE at <= ?').get(moment) as { at: Moment | null };
  return row.at;
}

/** About how many roots changesBetween will look at. */
export function countBetween(db: Reader, { parent, next }: Between): number {
  const sql = 'SELECT count(*) AS count FROM version WHERE decision > ? AND decision <= ?';
  return (db.prepare(sql).get(parent?.decision ?? 0, next.decision) as { count: number }).count;
}

export function countRoots(db: Reader): number {
  return (db.prepare('SELECT count(*) AS count FROM root').get() as { count: number }).count;
}

/** Roots that may have been hidden or shown: what links to them changes with them. */
const HIDDEN_BETWEEN = `SELECT root FROM version v CROSS JOIN doc d ON d.n = v.doc
    WHERE v.decision > ?1 AND v.decision <= ?2 AND d.hidden IS NOT NULL
  UNION SELECT root FROM version v CROSS JOIN doc d ON d.n = v.doc
    WHERE v.closed_by > ?1 AND v.closed_by <= ?2 AND d.hidden IS NOT NULL`;

function rootsBetween(db: Reader, { parent, next }: Between, { part, of }: Share): Iterable<RootNumber> {
  const rows = parent === null
    ? db.prepare('SELECT n FROM root WHERE n % ?2 = ?1 ORDER BY n').iterate(part, of)
    : db.prepare(`SELECT n FROM (SELECT root AS n FROM version WHERE decision > ?1 AND decision <= ?2
        UNION SELECT root FROM version WHERE closed_by > ?1 AND closed_by <= ?2
        UNION SELECT root FROM boundary WHERE at > ?3 AND at <= ?4
        UNION SELECT from_root FROM (${HIDDEN_BETWEEN}) h
          CROSS JOIN object o ON o.root = h.root CROSS JOIN link l ON l.to_id = o.id) WHERE n % ?6 = ?5 ORDER BY n`)
      .iterate(parent.decision, next.decision, parent.moment, next.moment, part, of);
  return numbers(rows as unknown as Iterable<{ n: RootNumber }>);
}

function* numbers(rows: Iterable<{ n: RootNumber }>): Generator<RootNumber> {
  for (const { n } of rows) yield n;
}

class StateReader {
  readonly #versions;
  readonly #root;
  /** Whether a root is hidden at the newest prefix; null: that does not matter. */
  readonly #hidden;
  readonly #target;
  readonly #changed;
  readonly #flipped;
  readonly #project: Project;
  readonly #path: string;

  constructor(db: Reader, project: Project, hidesLater: boolean) {
    this.#project = project;
    this.#path = db.location() ?? '';
    this.#root = db.prepare('SELECT id, type FROM root WHERE n = ?');
    this.#hidden = hidesLater ? db.prepare(`SELECT ${isHiddenAtLast('?1')} AS hidden`) : null;
    this.#target = db.prepare(`SELECT o.type, r.id AS root FROM object o JOIN root r ON r.n = o.root
      WHERE o.id = ?1 AND NOT EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = o.root
        AND v.decision <= ?2 AND (v.closed_by IS NULL OR v.closed_by > ?2) AND d.hidden IS NOT NULL)
        AND NOT (${hidesLater ? isHiddenAtLast('o.root') : 'FALSE'})`);
    this.#changed = db.prepare(`SELECT max(
        coalesce((SELECT max(rec_from) FROM version WHERE root = ?1 AND decision > ?2 AND decision <= ?3), 0),
        coalesce((SELECT max(rec_to) FROM version WHERE root = ?1 AND closed_by > ?2 AND closed_by <= ?3), 0)) AS recorded,
      coalesce((SELECT max(at) FROM boundary WHERE root = ?1 AND at > ?4 AND at <= ?5), 0) AS boundary`);
    this.#flipped = db.prepare(`SELECT max(CASE WHEN v.closed_by > ?2 AND v.closed_by <= ?3 THEN v.rec_to
        WHEN v.decision > ?2 AND v.decision <= ?3 THEN v.rec_from END) AS recorded
      FROM link l CROSS JOIN object o ON o.id = l.to_id CROSS JOIN version v ON v.root = o.root
        CROSS JOIN doc d ON d.n = v.doc
      WHERE l.from_root = ?1 AND d.hidden IS NOT NULL`);
    this.#versions = db.prepare(`SELECT v.n, v.doc, val_from, val_to, crs, own_until, hash, hidden, objects, links,
        boundaries, body, sum FROM version v JOIN doc d ON d.n = v.doc
      WHERE root = ?1 AND decision <= ?2 AND (closed_by IS NULL OR closed_by > ?2) ORDER BY val_from`);
  }

  isHidden(root: RootNumber, decision: number): boolean {
    return (this.#versions.all(root, decision) as unknown as StateRow[]).some(({ hidden }) => hidden !== null);
  }

  state(root: RootNumber, decision: number, documents: Map<number, DocState>): RootState | null {
    const rows = this.#versions.all(root, decision) as unknown as StateRow[];
    if (rows.length === 0 || rows.some(({ hidden }) => hidden !== null)) return null;
    if (this.#hidden !== null && (this.#hidden.get(root) as { hidden: 0 | 1 }).hidden === 1) return null;
    const versions = rows.map((row) => {
      const known = documents.get(row.doc) ?? this.#document(row);
      documents.set(row.doc, known);
      return { valid: { from: row.val_from, until: row.val_to }, ...known, targets: this.#targets(row, decision) };
    });
    return { ...this.#root.get(root) as { id: string; type: RootType }, versions };
  }

  /**
   * When what an edition of `next` may show otherwise came to be: a version recorded, a validity begun or ended, the target of
   * a link hidden or shown.
   */
  changedAt(root: RootNumber, { parent, next }: Between): Moment {
    const [after, since] = [parent?.decision ?? 0, parent?.moment ?? Number.MIN_SAFE_INTEGER];
    const { recorded, boundary } = this.#changed.get(root, after, next.decision, since, next.moment) as
      { recorded: Received; boundary: Moment };
    if (recorded > 0 || boundary > 0) return Math.max(momentOf(recorded), boundary) as Moment;
    const flipped = this.#flipped.get(root, after, next.decision) as { recorded: Received | null };
    return momentOf(flipped.recorded ?? 0 as Received);
  }

  #document(row: StateRow): DocState {
    if (docSum(row) !== row.sum) throw damagedDocument(row, this.#path);
    const document = JSON.parse(row.body) as JsonObject;
    const objects = JSON.parse(row.objects) as ObjectRecord[];
    return {
      document,
      geometries: this.#project(document, row.crs),
      registered: byId(objects.map(([id, , since]) => [id, textOf(since)])),
    };
  }

  #targets({ links }: StateRow, decision: number): VersionState['targets'] {
    return byId((JSON.parse(links) as string[]).flatMap((id) => {
      const target = this.#target.get(id, decision) as { type: EntityType; root: string } | undefined;
      return target === undefined ? [] : [[id, target] as const];
    }));
  }
}

/** Without a prototype: an id may be any text, `constructor` included. */
function byId<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries));
}
