/**
 * Snapshot: the register after a prefix of the decisions, as the publisher needs it: the roots that differ between two editions, and their
 * state in both.
 *
 * Invariants:
 *  - A pure function of (register, parent, next): the wall clock plays no part.
 *  - An object that is hidden at a point (hidden-objects.ts) does not exist for the public audience, in any period. A link to it is treated
 *    as a link to an unknown id, or leads to the public object with that id.
 *  - A root with any sensitive version at a point has no personal data, in any period.
 *  - For readers who see the whole register (`Between.whole`) nothing is hidden or withheld, except objects whose id another one has
 *    (shadowed-objects.ts).
 * Not here: making an edition from it (publisher/write).
 */
import type { ProjectedGeometry, RootChange, RootState, VersionState } from '../../../publisher/write/input.ts';
import type { CrsCode } from '../../../schemas/crs.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { RootType } from '../../../schemas/names.ts';
import { formatReceived, momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { publicForm } from '../redact/public-form.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import { affectedRoots, changeOfTargets, isSensitiveAtLast } from './hidden.ts';
import { isSensitiveMark } from './hidden-mark.ts';
import { HiddenObjects, hides, NOTHING, type HiddenPart } from './hidden-objects.ts';
import { LinkTargets } from './link-targets.ts';
import type { ObjectRecord, RootNumber } from './register.ts';
import { ALL, rootGroups, type Share } from './root-groups.ts';
import { shadowedIn } from './shadowed-objects.ts';
import type { Whole } from './unredacted.ts';

/** The state that an edition was made from: the decisions up to this one, seen at this moment. */
export interface EditionPoint {
  readonly decision: number;
  readonly moment: Moment;
}

/** The points of the register between which an edition differs from its parent. `parent` is null for the first edition. */
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

/** A version as one of the points shows it: without its personal data when `isSensitive`, and without the objects of `part`. */
interface ShownRow extends StateRow {
  readonly isSensitive: boolean;
  readonly part: HiddenPart;
}

/** The versions of a root that one of the points shows, and what it hides of the root. */
interface Shown {
  readonly rows: readonly ShownRow[];
  readonly part: HiddenPart;
}

/** Documents by the name of their public form. */
type Documents = ReadonlyMap<string | number, DocState>;

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

function rootsBetween(db: Reader, { parent, next, whole }: Between, share: Share): Iterable<string> {
  if (whole?.own !== undefined) return [JSON.stringify([whole.own.root])];
  if (parent === null) return rootGroups(db, { question: 'SELECT n FROM root', values: [] }, share);
  const question = `SELECT root AS n FROM version WHERE decision > ?1 AND decision <= ?2
    UNION SELECT root FROM version WHERE closed_by > ?1 AND closed_by <= ?2
    UNION SELECT root FROM boundary WHERE at > ?3 AND at <= ?4${affectedRoots(db)}`;
  return rootGroups(db, { question, values: [parent.decision, next.decision, parent.moment, next.moment] }, share);
}

/** Characters of documents that are read together. Most groups have fewer; one document may have 64 MiB. */
const CHARS_TOGETHER = 1024 * 1024;

class StateReader {
  readonly #db: Reader;
  readonly #between: Between;
  readonly #versions;
  readonly #hidden: { readonly before: HiddenObjects; readonly after: HiddenObjects };
  /** Whether a root is sensitive at the newest prefix; null: that does not matter. */
  readonly #sensitiveAtLast;
  readonly #targets: LinkTargets;
  readonly #changed;
  readonly #flipped;
  readonly #project: Project;
  readonly #path: string;
  /** The last time that was put into words: all objects of a delivery have the same. */
  #registered = { since: Number.NaN, text: '' };

  constructor(db: Reader, project: Project, between: Between) {
    const { parent, next, whole, hidesLater = whole?.own !== undefined } = between;
    this.#db = db;
    this.#between = between;
    this.#project = project;
    this.#path = db.location() ?? '';
    const after = new HiddenObjects(db, next.decision, { hidesLater });
    this.#hidden = { before: parent === null ? after : new HiddenObjects(db, parent.decision, { hidesLater }), after };
    this.#sensitiveAtLast = hidesLater ? db.prepare(`SELECT ${isSensitiveAtLast('?1')} AS isSensitive`) : null;
    this.#targets = new LinkTargets(db, whole);
    this.#changed = db.prepare(`SELECT j.value AS root, max(
        coalesce((SELECT max(rec_from) FROM version WHERE root = j.value AND decision > ?2 AND decision <= ?3), 0),
        coalesce((SELECT max(rec_to) FROM version WHERE root = j.value AND closed_by > ?2 AND closed_by <= ?3), 0)) AS recorded,
      coalesce((SELECT max(at) FROM boundary WHERE root = j.value AND at > ?4 AND at <= ?5), 0) AS boundary FROM json_each(?1) j`);
    this.#flipped = changeOfTargets(db);
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
      const { before, after } = this.#hidden;
      return { root, before: parent === null ? ABSENT : this.#shown(rows, parent, before), after: this.#shown(rows, next, after) };
    });
    const documents = this.#documents(differing.flatMap(({ before, after }) => [...before.rows, ...after.rows]));
    for (const { root, ...shown } of differing) {
      const before = parent === null ? null : this.#state(shown.before.rows, this.#hidden.before, documents);
      const after = this.#state(shown.after.rows, this.#hidden.after, documents);
      if (before === null && after === null) continue;
      yield { before, after, at: this.#changedAt(changedOf.get(root)!), ...hiddenOf(shown.before.rows, shown.after.part) };
    }
  }

  /** Returns the versions of one root that are shown at this point. */
  #shown(all: readonly StateRow[], point: EditionPoint, hidden: HiddenObjects): Shown {
    const rows = all.filter((row) => isRecorded(row, point));
    if (rows.length === 0) return ABSENT;
    const { root } = rows[0]!;
    const { whole } = this.#between;
    const isPublic = whole === undefined;
    const part = isPublic ? hidden.ofState(root, rows) : this.#shadowed(rows, hidden);
    if (part.isWhole) return { rows: [], part };
    const isSensitive = isPublic
      && (rows.some((row) => isSensitiveMark(row.hidden)) || this.#sensitiveAtLast?.get(root)?.['isSensitive'] === 1);
    return { rows: rows.map((row) => ({ ...row, isSensitive, part })), part };
  }

  /** Returns what readers of the whole register do not see of a root with these current versions. */
  #shadowed(documents: readonly StateRow[], hidden: HiddenObjects): HiddenPart {
    const isOwn = this.#between.whole?.own !== undefined;
    return isOwn ? NOTHING : shadowedIn(this.#db, hidden, { root: documents[0]!.root, documents });
  }

  #state(rows: readonly ShownRow[], hidden: HiddenObjects, documents: Documents): RootState | null {
    const [first] = rows;
    if (first === undefined) return null;
    const versions = rows.map((row) => {
      const document = documents.get(formOf(row))!;
      return { valid: { from: row.val_from, until: row.val_to }, ...document, targets: this.#targetsOf(row, hidden) };
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

  /** Returns documents by form. Each step runs for all documents before the next step, which keeps its code in the processor's caches. */
  #documents(versions: readonly ShownRow[]): Documents {
    const forms = [...new Map(versions.map((row) => [formOf(row), row]))];
    for (const [, row] of forms) if (docSum(row) !== row.sum) throw damagedDocument(row, this.#path);
    const documents = forms.map(([, row]) => redacted(row));
    const geometries = forms.map(([, { crs }], at) => this.#project(documents[at]!, crs));
    return new Map(forms.map(([form, row], at) =>
      [form, { document: documents[at]!, geometries: geometries[at]!, registered: this.#registeredIn(row) }]));
  }

  #registeredIn({ objects, part }: ShownRow): VersionState['registered'] {
    const all = JSON.parse(objects) as ObjectRecord[];
    const shown = part.ids.size === 0 ? all : all.filter(([id]) => !hides(part, id));
    return byId(shown.map(([id, , since]) => [id, this.#textOf(since)]));
  }

  #textOf(since: Received): string {
    if (this.#registered.since !== since) this.#registered = { since, text: formatReceived(since) };
    return this.#registered.text;
  }

  #targetsOf({ root, links }: StateRow, hidden: HiddenObjects): VersionState['targets'] {
    return byId((JSON.parse(links) as string[]).flatMap((id) => {
      const found = this.#targets.find(id, root, hidden);
      return found === undefined ? [] : [[id, { type: found.type, root: found.root }] as const];
    }));
  }
}

const ABSENT: Shown = { rows: [], part: NOTHING };

/** The name of the public form of a document: nearly always its number. */
function formOf({ doc, isSensitive, part: { ids } }: ShownRow): string | number {
  if (ids.size === 0) return isSensitive ? `${doc} privacyGevoelig` : doc;
  return JSON.stringify([doc, isSensitive, ...[...ids].sort()]);
}

function redacted({ body, isSensitive, part }: ShownRow): JsonObject {
  const document = JSON.parse(body) as JsonObject;
  if (part.ids.size === 0 && !isSensitive) return document;
  return publicForm(document, { isSensitive, isHidden: part.ids.size === 0 ? undefined : (id) => hides(part, id) });
}

/** Returns what the audience may not see any more of a root that it saw. */
function hiddenOf(before: readonly ShownRow[], part: HiddenPart): Pick<RootChange, 'hidden'> {
  if (before.length === 0 || (!part.isWhole && part.ids.size === 0)) return {};
  const ids = before.flatMap(({ objects }) => (JSON.parse(objects) as ObjectRecord[]).map(([id]) => id));
  return { hidden: new Set(ids.filter((id) => hides(part, id))) };
}

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
