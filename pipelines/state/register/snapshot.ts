/**
 * Snapshot: the register after a prefix of the decisions, as the publisher needs it: the roots that differ between two editions, and their
 * state in both.
 *
 * Invariants:
 *  - A pure function of (register, parent, next): the wall clock plays no part.
 *  - A root with any hidden version at a point does not exist for the public audience, in any period. A link to it is treated as a link to
 *    an unknown id, or leads to the public object with that id.
 *  - A root with any sensitive version at a point has no personal data, in any period.
 *  - For readers who see the whole register (`Between.whole`) nothing is hidden or withheld.
 * Not here: making an edition from it (publisher/write).
 */
import type { ProjectedGeometry, RootChange, RootState, VersionState } from '../../../publisher/write/input.ts';
import type { CrsCode } from '../../../schemas/crs.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { EntityType, RootType } from '../../../schemas/names.ts';
import { formatReceived, momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { withoutPersonalData } from '../redact/personal-data.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import { HIDES, isHiddenAtLast, isSensitiveAtLast } from './hidden.ts';
import type { ObjectRecord, RootNumber } from './register.ts';
import { ALL, rootGroups, type Share } from './root-groups.ts';
import type { Whole } from './whole.ts';

/** The state that an edition was made from: the decisions up to this one, seen at this moment. */
export interface EditionPoint {
  readonly decision: number;
  readonly moment: Moment;
}

/** Two points. `parent` is null for the first edition. */
export interface Between {
  readonly parent: EditionPoint | null;
  readonly next: EditionPoint;
  /** Whether roots that are hidden now are hidden in this edition too. Set when an old edition is rebuilt. */
  readonly hidesLater?: boolean;
  /** The readers who see more than the public; absent: the public. */
  readonly whole?: Whole;
}

/** Transforms every geometry of a document to all published CRSs; returns them by object id. */
export type Project = (document: JsonObject, crs: CrsCode) => ReadonlyMap<string, ProjectedGeometry>;

/** A version of a root that is current at one of the two points, with its document. */
interface StateRow extends DocColumns {
  readonly root: RootNumber;
  readonly id: string;
  readonly type: RootType;
  readonly doc: number;
  readonly val_from: Moment;
  readonly val_to: Moment | null;
  readonly decision: number;
  readonly closed_by: number | null;
  readonly crs: CrsCode;
  readonly sum: string;
}

/** A version as one of the points shows it. `isSensitive`: without its personal data. */
interface ShownRow extends StateRow {
  readonly isSensitive?: true;
}

/** Documents by number: those shown as they are, and those shown without their personal data. */
interface Documents {
  readonly whole: ReadonlyMap<number, DocState>;
  readonly redacted: ReadonlyMap<number, DocState>;
}

/** The part of a version that is the same at both points. */
type DocState = Omit<VersionState, 'valid' | 'targets'>;

/**
 * Yields the roots that an edition of `next` may show differently from its parent: roots that decisions in between changed, and roots with
 * a validity that begins or ends in between. All roots when there is no parent.
 */
export function* changesBetween(
  db: Reader, between: Between, project: Project, share: Share = ALL,
): Generator<RootChange> {
  const reader = new StateReader(db, project, between);
  for (const group of rootsBetween(db, between, share)) yield* reader.changes(group);
}

/** Returns the first moment after `moment` at which a validity begins or ends, after all decisions so far. */
export function nextBoundary(db: Reader, moment: Moment): Moment | null {
  const row = statement(db, 'SELECT min(at) AS at FROM boundary WHERE at > ?').get(moment) as { at: Moment | null };
  return row.at;
}

/** Returns the last moment up to `moment` at which a validity began or ended, after all decisions so far. */
export function lastBoundary(db: Reader, moment: Moment): Moment | null {
  const row = statement(db, 'SELECT max(at) AS at FROM boundary WHERE at <= ?').get(moment) as { at: Moment | null };
  return row.at;
}

/** Estimates the number of roots that changesBetween will read. */
export function countBetween(db: Reader, { parent, next }: Between): number {
  const sql = 'SELECT count(*) AS count FROM version WHERE decision > ? AND decision <= ?';
  return (db.prepare(sql).get(parent?.decision ?? 0, next.decision) as { count: number }).count;
}

export function countRoots(db: Reader): number {
  return (db.prepare('SELECT count(*) AS count FROM root').get() as { count: number }).count;
}

/** SQL: roots that may have been hidden or shown. Roots that link to them change too. */
const HIDDEN_BETWEEN = `SELECT root FROM version v CROSS JOIN doc d ON d.n = v.doc
    WHERE v.decision > ?1 AND v.decision <= ?2 AND ${HIDES}
  UNION SELECT root FROM version v CROSS JOIN doc d ON d.n = v.doc
    WHERE v.closed_by > ?1 AND v.closed_by <= ?2 AND ${HIDES}`;

function rootsBetween(db: Reader, { parent, next, whole }: Between, share: Share): Iterable<string> {
  if (whole?.own !== undefined) return [JSON.stringify([whole.own.root])];
  if (parent === null) return rootGroups(db, { question: 'SELECT n FROM root', values: [] }, share);
  const changed = `SELECT root AS n FROM version WHERE decision > ?1 AND decision <= ?2
    UNION SELECT root FROM version WHERE closed_by > ?1 AND closed_by <= ?2`;
  // A link to an id that a hidden object has too leads to the other one as long as that is public.
  const question = `${changed}
    UNION SELECT l.from_root FROM (${changed}) c CROSS JOIN object o ON o.root = c.n CROSS JOIN object p ON p.id = o.id AND p.root <> o.root
      CROSS JOIN link l ON l.to_id = o.id WHERE EXISTS (SELECT 1 FROM doc d WHERE ${HIDES})
    UNION SELECT root FROM boundary WHERE at > ?3 AND at <= ?4
    UNION SELECT from_root FROM (${HIDDEN_BETWEEN}) h CROSS JOIN object o ON o.root = h.root CROSS JOIN link l ON l.to_id = o.id`;
  return rootGroups(db, { question, values: [parent.decision, next.decision, parent.moment, next.moment] }, share);
}

/** Characters of documents that are read together. Most groups have fewer; one document may have 64 MiB. */
const CHARS_TOGETHER = 1024 * 1024;

class StateReader {
  readonly #between: Between;
  readonly #versions;
  /** Whether a root is hidden or sensitive at the newest prefix; null: that does not matter. */
  readonly #atLast;
  readonly #target;
  /** Third parameter of `#target`. */
  readonly #holders: readonly string[];
  readonly #changed;
  readonly #flipped;
  readonly #project: Project;
  readonly #path: string;
  /** The last time that was put into words: all objects of a delivery have the same. */
  #registered = { since: Number.NaN, text: '' };

  constructor(db: Reader, project: Project, between: Between) {
    const { hidesLater, whole } = between;
    this.#between = between;
    this.#project = project;
    this.#path = db.location() ?? '';
    this.#atLast = hidesLater === true
      ? db.prepare(`SELECT ${isHiddenAtLast('?1')} AS isHidden, ${isSensitiveAtLast('?1')} AS isSensitive`) : null;
    this.#holders = whole?.own === undefined ? [] : [JSON.stringify(whole.own.holders)];
    const isSeen = whole === undefined ? 'FALSE' : whole.own === undefined ? 'TRUE' : 'r.holder IN (SELECT value FROM json_each(?3))';
    this.#target = db.prepare(`SELECT o.type, r.id AS root FROM object o JOIN root r ON r.n = o.root
      WHERE o.id = ?1 AND (${isSeen} OR NOT EXISTS (SELECT 1 FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = o.root
        AND v.decision <= ?2 AND (v.closed_by IS NULL OR v.closed_by > ?2) AND ${HIDES})
        AND NOT (${hidesLater === true || whole?.own !== undefined ? isHiddenAtLast('o.root') : 'FALSE'}))
      ORDER BY CASE WHEN (SELECT count(*) FROM object p WHERE p.id = ?1) = 1 THEN 0 ELSE ${isSeen} + 2 * EXISTS (SELECT 1
        FROM version v JOIN doc d ON d.n = v.doc, json_each(d.objects) e WHERE v.root = o.root
        AND v.decision <= ?2 AND (v.closed_by IS NULL OR v.closed_by > ?2) AND e.value ->> 0 = ?1) END DESC`);
    this.#changed = db.prepare(`SELECT j.value AS root, max(
        coalesce((SELECT max(rec_from) FROM version WHERE root = j.value AND decision > ?2 AND decision <= ?3), 0),
        coalesce((SELECT max(rec_to) FROM version WHERE root = j.value AND closed_by > ?2 AND closed_by <= ?3), 0)) AS recorded,
      coalesce((SELECT max(at) FROM boundary WHERE root = j.value AND at > ?4 AND at <= ?5), 0) AS boundary FROM json_each(?1) j`);
    this.#flipped = db.prepare(`SELECT max(CASE WHEN v.closed_by > ?2 AND v.closed_by <= ?3 THEN v.rec_to
        WHEN v.decision > ?2 AND v.decision <= ?3 THEN v.rec_from END) AS recorded
      FROM link l CROSS JOIN object o ON o.id = l.to_id CROSS JOIN version v ON v.root = o.root
        CROSS JOIN doc d ON d.n = v.doc
      WHERE l.from_root = ?1 AND ${HIDES}`);
    this.#versions = db.prepare(`SELECT v.root, r.id, r.type, v.doc, val_from, val_to, decision, closed_by, crs, own_until, hash, hidden,
        objects, links, boundaries, body, sum
      FROM json_each(?1) j CROSS JOIN version v ON v.root = j.value CROSS JOIN root r ON r.n = v.root CROSS JOIN doc d ON d.n = v.doc
      WHERE decision <= ?2 AND (closed_by IS NULL OR closed_by > ?3)`);
  }

  /** Yields the changes of the roots whose numbers are in a JSON list. */
  * changes(roots: string): Generator<RootChange> {
    const { parent, next } = this.#between;
    const [after, since] = [parent?.decision ?? 0, parent?.moment ?? Number.MIN_SAFE_INTEGER];
    const changed = this.#changed.all(roots, after, next.decision, since, next.moment) as unknown as Changed[];
    const changedOf = new Map(changed.map((one) => [one.root, one]));
    let [rows, chars]: [StateRow[], number] = [[], 0];
    for (const row of this.#versions.iterate(roots, next.decision, (parent ?? next).decision) as unknown as Iterable<StateRow>) {
      if (chars >= CHARS_TOGETHER && row.root !== rows.at(-1)!.root) {
        yield* this.#changesOf(rows, changedOf);
        [rows, chars] = [[], 0];
      }
      rows.push(row);
      chars += row.body.length;
    }
    yield* this.#changesOf(rows, changedOf);
  }

  /** Yields the changes of the roots that have these versions. */
  * #changesOf(versions: readonly StateRow[], changedOf: ReadonlyMap<RootNumber, Changed>): Generator<RootChange> {
    const { parent, next } = this.#between;
    const differing = [...Map.groupBy(versions, ({ root }) => root)].map(([root, unsorted]) => {
      const rows = unsorted.sort((one, other) => one.val_from - other.val_from);
      const isHidden = this.#between.whole === undefined && rows.some((row) => isRecorded(row, next) && row.hidden === 'informatieGeheim');
      return { root, isHidden, before: parent === null ? NONE : this.#shown(rows, parent), after: this.#shown(rows, next) };
    });
    const documents = this.#documents(differing.flatMap(({ before, after }) => [...before, ...after]));
    for (const { root, isHidden, ...shown } of differing) {
      const before = parent === null ? null : this.#state(shown.before, parent, documents);
      const after = this.#state(shown.after, next, documents);
      if (before === null && after === null) continue;
      yield { before, after, at: this.#changedAt(changedOf.get(root)!), isHidden: isHidden && before !== null && after === null };
    }
  }

  /** Returns the versions of one root that are shown at this point. */
  #shown(all: readonly StateRow[], point: EditionPoint): readonly ShownRow[] {
    const rows: readonly ShownRow[] = all.filter((row) => isRecorded(row, point));
    if (this.#between.whole !== undefined) return rows;
    if (rows.length === 0 || rows.some(({ hidden }) => hidden === 'informatieGeheim')) return NONE;
    const atLast = this.#atLast?.get(rows[0]!.root) as { isHidden: 0 | 1; isSensitive: 0 | 1 } | undefined;
    if (atLast?.isHidden === 1) return NONE;
    const isSensitive = atLast?.isSensitive === 1 || rows.some(({ hidden }) => hidden !== null);
    return isSensitive ? rows.map((row) => ({ ...row, isSensitive })) : rows;
  }

  #state(rows: readonly ShownRow[], point: EditionPoint, documents: Documents): RootState | null {
    const [first] = rows;
    if (first === undefined) return null;
    const versions = rows.map((row) => {
      const { whole, redacted } = documents;
      const document = (row.isSensitive === true ? redacted : whole).get(row.doc)!;
      return { valid: { from: row.val_from, until: row.val_to }, ...document, targets: this.#targets(row, point.decision) };
    });
    return { id: first.id, type: first.type, versions };
  }

  /**
   * Returns when the root last changed up to `next`: a version was recorded, a validity began or ended, or the target of a link was hidden
   * or shown.
   */
  #changedAt({ root, recorded, boundary }: Changed): Moment {
    if (recorded > 0 || boundary > 0) return Math.max(momentOf(recorded), boundary) as Moment;
    const { parent, next } = this.#between;
    const flipped = this.#flipped.get(root, parent?.decision ?? 0, next.decision) as { recorded: Received | null };
    return momentOf(flipped.recorded ?? 0 as Received);
  }

  #documents(versions: readonly ShownRow[]): Documents {
    const redacted = versions.filter(({ isSensitive }) => isSensitive === true);
    if (redacted.length === 0) return { whole: this.#read(versions), redacted: new Map() };
    const whole = versions.filter(({ isSensitive }) => isSensitive !== true);
    return { whole: this.#read(whole), redacted: this.#read(redacted, withoutPersonalData) };
  }

  /** Returns documents by number. Each step runs for all documents before the next step, which keeps its code in the processor's caches. */
  #read(versions: readonly StateRow[], redact = (document: JsonObject): JsonObject => document): ReadonlyMap<number, DocState> {
    const rows = [...new Map(versions.map((row) => [row.doc, row])).values()];
    for (const row of rows) if (docSum(row) !== row.sum) throw damagedDocument(row, this.#path);
    const documents = rows.map(({ body }) => redact(JSON.parse(body) as JsonObject));
    const geometries = rows.map(({ crs }, at) => this.#project(documents[at]!, crs));
    return new Map(rows.map((row, at) =>
      [row.doc, { document: documents[at]!, geometries: geometries[at]!, registered: this.#registeredIn(row) }]));
  }

  #registeredIn({ objects }: StateRow): VersionState['registered'] {
    return byId((JSON.parse(objects) as ObjectRecord[]).map(([id, , since]) => [id, this.#textOf(since)]));
  }

  #textOf(since: Received): string {
    if (this.#registered.since !== since) this.#registered = { since, text: formatReceived(since) };
    return this.#registered.text;
  }

  #targets({ links }: StateRow, decision: number): VersionState['targets'] {
    return byId((JSON.parse(links) as string[]).flatMap((id) => {
      const target = this.#target.get(id, decision, ...this.#holders) as { type: EntityType; root: string } | undefined;
      return target === undefined ? [] : [[id, target] as const];
    }));
  }
}

const NONE: readonly StateRow[] = [];

/** When a version of a root was last recorded or closed between the two points, and when a validity last began or ended; 0 when never. */
interface Changed {
  readonly root: RootNumber;
  readonly recorded: Received;
  readonly boundary: Moment;
}

function isRecorded({ decision, closed_by: closedBy }: StateRow, at: EditionPoint): boolean {
  return decision <= at.decision && (closedBy === null || closedBy > at.decision);
}

/** Returns an object without a prototype, because an id may be any text, `constructor` included. */
function byId<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  const values = Object.create(null) as Record<string, T>;
  for (const [id, value] of entries) values[id] = value;
  return values;
}
