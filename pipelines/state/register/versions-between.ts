/**
 * Versions between: the recorded versions that two editions list differently (`/{resources}/{id}/versies`).
 *
 * Invariants:
 *  - A pure function of (register, parent, next): neither the moment nor the wall clock plays a part.
 *  - No version of a hidden root is listed (hidden-objects.ts), nor a version with a hidden document.
 *  - Versions are compared without the objects that are hidden in their root. When these change, versions that differ are listed anew.
 *  - A version that the same decision opened and closed was never recorded.
 *  - Versions are compared without their personal data when one of them, or their root, is sensitive. When a root becomes sensitive, or
 *    is so no more, its versions are listed anew.
 * Not here: the tree in which an edition stores versions (publisher/write/version-tree.ts).
 */
import type { StatementSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { predecessorOf } from '../../../publisher/format/predecessor.ts';
import type { DeliveredDocument } from '../../../publisher/difference/difference.ts';
import { changedFields } from '../../../publisher/write/changed-fields.ts';
import type { RecordedVersion, VersionChange } from '../../../publisher/write/input.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { publicForm } from '../redact/public-form.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import { affectedRoots, changeOfTargets, isCurrent, isSensitive, isSensitiveAtLast } from './hidden.ts';
import { hasSecret, hidesRoot, isSensitiveMark } from './hidden-mark.ts';
import { HiddenObjects, hides, isSamePart, NOTHING, type HiddenPart } from './hidden-objects.ts';
import type { RootNumber } from './register.ts';
import { rootGroups } from './root-groups.ts';
import type { Between } from './snapshot.ts';
import { shadowedIn } from './shadowed-objects.ts';
import type { Whole } from './unredacted.ts';

interface VersionRow {
  readonly doc: number;
  readonly val_from: Moment;
  readonly val_to: Moment | null;
  readonly rec_from: Received;
  readonly rec_to: Received | null;
  readonly decision: number;
  readonly closed_by: number | null;
  readonly hidden: string | null;
  readonly holder: string;
  /** 1: the root is sensitive in its last state, which counts for this edition. */
  readonly isSensitiveLater: 0 | 1;
  /** 1: it links to other roots, and some document is secret. */
  readonly hasLinks: 0 | 1;
  /** 1: what is hidden in the last state of the root counts for this edition, whatever its versions have. */
  readonly isHiddenLater: 0 | 1;
}

/** Returns the SQL columns of a version. Only versions of a root that was handed over may differ in their holder, so only those are parsed. */
function columns({ hidesLater, hasSecrets }: { readonly hidesLater: boolean; readonly hasSecrets: boolean }): string {
  const isSensitiveLater = hidesLater ? isSensitiveAtLast('v.root') : '0';
  return `v.doc, val_from, val_to, rec_from, rec_to, decision, closed_by, d.hidden, ${isSensitiveLater} AS isSensitiveLater,
    ${hasSecrets ? "d.links <> '[]'" : 0} AS hasLinks, ${hidesLater && hasSecrets ? 1 : 0} AS isHiddenLater,
    iif(EXISTS (SELECT 1 FROM handover WHERE root = r.n), d.body ->> '$.bronhoudercode', r.holder) AS holder`;
}

/** Yields the versions that an edition of `next` lists differently from its parent; all versions when there is no parent. */
export function* versionsBetween(db: Reader, { parent, next, hidesLater = false, whole }: Between): Generator<VersionChange> {
  const reader = new RecordedReader(db, { from: parent?.decision ?? 0, to: next.decision, hidesLater, whole });
  for (const { root, rows } of parent === null ? reader.all() : reader.changed()) yield* reader.changesOf(root, rows);
}

type Root = Pick<RecordedVersion, 'id' | 'type'> & { readonly root: RootNumber };
type RootRow = VersionRow & Root;

/** A root with its versions up to the later point, as far as they are needed. */
interface Recorded {
  readonly root: Root;
  readonly rows: readonly VersionRow[];
}

/** One of the two points, and what is hidden there. */
interface Point {
  readonly at: number;
  readonly hidden: HiddenObjects;
}

interface RecordedBetween {
  readonly from: number;
  readonly to: number;
  readonly hidesLater: boolean;
  readonly whole: Whole | undefined;
}

class RecordedReader {
  readonly #from: Point;
  readonly #to: Point;
  readonly #whole: Whole | undefined;
  readonly #columns: string;
  readonly #db: Reader;
  readonly #document: StatementSync;
  readonly #flipped: StatementSync;

  constructor(db: Reader, { from, to, hidesLater, whole }: RecordedBetween) {
    this.#from = { at: from, hidden: new HiddenObjects(db, from, { hidesLater }) };
    this.#to = { at: to, hidden: new HiddenObjects(db, to, { hidesLater }) };
    this.#whole = whole;
    this.#columns = columns({ hidesLater, hasSecrets: this.#to.hidden.hasSecrets });
    this.#db = db;
    this.#document = db.prepare('SELECT n AS doc, crs, own_until, hash, hidden, objects, links, boundaries, body, sum FROM doc WHERE n = ?');
    this.#flipped = changeOfTargets(db);
  }

  /** Yields every root, or only the own one, in one pass. */
  * all(): Generator<Recorded> {
    const own = this.#whole?.own;
    const all = this.#db.prepare(`SELECT v.root, r.id, r.type, ${this.#columns}
      FROM version v CROSS JOIN root r ON r.n = v.root CROSS JOIN doc d ON d.n = v.doc
      WHERE decision <= ?1${own === undefined ? '' : ' AND v.root = ?2'} ORDER BY v.root`).iterate(this.#to.at, ...own === undefined ? [] : [own.root]);
    let rows: RootRow[] = [];
    for (const row of all as unknown as Iterable<RootRow>) {
      if (rows.length > 0 && rows[0]!.root !== row.root) {
        yield { root: rootOf(rows[0]!), rows };
        rows = [];
      }
      rows.push(row);
    }
    if (rows.length > 0) yield { root: rootOf(rows[0]!), rows };
  }

  /** Yields the roots that decisions in between changed, and those in which other objects may be hidden since. */
  * changed(): Generator<Recorded> {
    const [from, to] = [this.#from.at, this.#to.at];
    const question = `SELECT root AS n FROM version WHERE decision > ?1 AND decision <= ?2
      UNION SELECT root FROM version WHERE closed_by > ?1 AND closed_by <= ?2${affectedRoots(this.#db)}`;
    const ofRoots = `SELECT v.root, r.id, r.type, ${this.#columns} FROM json_each(?1) j CROSS JOIN version v ON v.root = j.value
      CROSS JOIN root r ON r.n = v.root CROSS JOIN doc d ON d.n = v.doc WHERE decision <= ?2`;
    const recent = this.#db.prepare(`${ofRoots} AND (closed_by IS NULL OR closed_by > ?3)`);
    const all = this.#db.prepare(ofRoots);
    for (const roots of rootGroups(this.#db, { question, values: [from, to] })) {
      const found = Map.groupBy(recent.all(roots, to, from) as unknown as RootRow[], ({ root }) => root);
      const lacking = [...found].filter(([, rows]) => !this.#isEnough(rows)).map(([root]) => root);
      const whole = Map.groupBy(all.all(JSON.stringify(lacking), to) as unknown as RootRow[], ({ root }) => root);
      for (const [root, rows] of found) yield { root: rootOf(rows[0]!), rows: whole.get(root) ?? rows };
    }
  }

  /** Whether the recent versions suffice: versions that ended earlier are listed, or not, as before, and none precedes a new one. */
  #isEnough(recent: readonly RootRow[]): boolean {
    const { root } = recent[0]!;
    return recent.some((row) => isCurrent(row, this.#from.at))
      && this.#withholds(recent, this.#from.at) === this.#withholds(recent, this.#to.at)
      && this.#partOf(root, recent, this.#from) === NOTHING && this.#partOf(root, recent, this.#to) === NOTHING;
  }

  /** Returns what is hidden of a root at a point. Most roots have neither secrets nor links. */
  #partOf(root: RootNumber, rows: readonly VersionRow[], { hidden }: Point): HiddenPart {
    if (this.#whole?.own !== undefined) return NOTHING;
    if (!rows.some((row) => row.hasLinks === 1 || hasSecret(row.hidden) || row.isHiddenLater === 1)) return NOTHING;
    return this.#whole === undefined ? hidden.withGone(root) : shadowedIn(this.#db, hidden, { root });
  }

  * changesOf(root: Root, rows: readonly VersionRow[]): Generator<VersionChange> {
    const { id, type } = root;
    const at = this.#changedAt(root, rows);
    const [earlier, later] = [this.#listed(root, rows, this.#from), this.#listed(root, rows, this.#to)];
    const before = new Map(earlier.versions.map((version) => [version.row, version]));
    const staying = new Set(later.versions.map(({ row }) => row));
    const mayDiffer = earlier.isSensitive !== later.isSensitive || !isSamePart(earlier.part, later.part) || later.part.ids.size > 0
      || rows.some(({ hasLinks }) => hasLinks === 1);
    for (const [row, version] of before) if (!staying.has(row)) yield { kind: 'remove', version: { id, ...version }, at };
    for (const version of later.versions) {
      const { row, recordedFrom: from, recordedUntil } = version;
      const until = recordedUntil === Infinity ? null : recordedUntil as Received;
      const known = before.get(row);
      const changed = known === undefined || mayDiffer ? this.#changed(version, later) : null;
      const isListedAnew = known !== undefined && mayDiffer && !isDeepStrictEqual(changed, this.#changed(known, earlier));
      if (isListedAnew) yield { kind: 'remove', version: { id, ...known }, at };
      if (isListedAnew || known === undefined) {
        const valid = { from: row.val_from, until: row.val_to };
        yield { kind: 'open', version: { id, type, valid, recorded: { from, until }, holder: row.holder, changed }, at };
      } else if (until !== null && isCurrent(row, this.#from.at)) {
        yield { kind: 'end', version: { id, ...version }, until, at };
      }
    }
  }

  /** Whether the personal data of a root are withheld at this point. */
  #withholds(rows: readonly VersionRow[], at: number): boolean {
    return this.#whole === undefined && (rows.some(({ isSensitiveLater }) => isSensitiveLater === 1) || isSensitive(rows, at));
  }

  /** Returns the versions that an edition at this point lists, in order of recording. */
  #listed({ root }: Root, rows: readonly VersionRow[], point: Point): ListedAt {
    const { at, hidden } = point;
    const part = this.#partOf(root, rows, point);
    const [isPublic, isSensitiveRoot] = [this.#whole === undefined, this.#withholds(rows, at)];
    const candidates = part.isWhole ? [] : rows.filter(({ decision, closed_by, hidden: mark }) =>
      decision <= at && closed_by !== decision && !(isPublic && hidesRoot(mark)));
    const versions = candidates.flatMap((row): Listed[] => {
      const mayHide = isPublic && (part.ids.size > 0 || hasSecret(row.hidden) || row.hasLinks === 1);
      const own = mayHide ? hidden.ofDocument(root, row.doc) : NOTHING;
      return own.isWhole ? [] : [{ row, part: own, ...periodsOf(row, at) }];
    });
    versions.sort(({ row: left }, { row: right }) => left.rec_from - right.rec_from || left.val_from - right.val_from);
    return { versions, part, isSensitive: isSensitiveRoot };
  }

  #changed(version: Listed, { versions, isSensitive: isSensitiveRoot }: ListedAt): readonly string[] | null {
    const earlier = predecessorOf(version, versions);
    if (earlier === undefined) return null;
    const isMarked = isSensitiveMark(earlier.row.hidden) || isSensitiveMark(version.row.hidden);
    const withheld = this.#whole === undefined && (isSensitiveRoot || isMarked);
    return changedFields(this.#delivered(earlier, withheld), this.#delivered(version, withheld));
  }

  #changedAt({ root }: Root, rows: readonly VersionRow[]): Moment {
    const [from, to] = [this.#from.at, this.#to.at];
    const isNew = (decision: number | null): boolean => decision !== null && decision > from && decision <= to;
    const times = rows.flatMap((row) => [isNew(row.decision) ? row.rec_from : 0, isNew(row.closed_by) ? row.rec_to! : 0]);
    const last = Math.max(...times);
    if (last > 0) return momentOf(last as Received);
    // Only the root's links hide or show something.
    const { recorded } = this.#flipped.get(root, from, to) as { readonly recorded: Received | null };
    return momentOf(recorded ?? 0 as Received);
  }

  #delivered({ row: { doc }, part }: Listed, isSensitiveRoot: boolean): DeliveredDocument {
    const row = this.#document.get(doc) as unknown as DocColumns & { readonly doc: number; readonly sum: string };
    if (docSum(row) !== row.sum) throw damagedDocument(row, this.#db.location() ?? '');
    const isHidden = part.ids.size === 0 ? undefined : (id: string): boolean => hides(part, id);
    return { document: publicForm(JSON.parse(row.body) as JsonObject, { isSensitive: isSensitiveRoot, isHidden }), crs: row.crs };
  }
}

function rootOf({ root, id, type }: Root): Root {
  return { root, id, type };
}

interface Periods {
  readonly recordedFrom: Received;
  /** Infinity while the version is current at this point. */
  readonly recordedUntil: number;
  readonly validFrom: Moment;
}

/** A version that an edition lists, and what is hidden of its document. */
interface Listed extends Periods {
  readonly row: VersionRow;
  readonly part: HiddenPart;
}

/** The versions of a root that an edition lists. */
interface ListedAt {
  readonly versions: readonly Listed[];
  /** The hidden objects of the root. */
  readonly part: HiddenPart;
  readonly isSensitive: boolean;
}

function periodsOf(row: VersionRow, at: number): Periods {
  return { recordedFrom: row.rec_from, recordedUntil: isCurrent(row, at) ? Infinity : row.rec_to!, validFrom: row.val_from };
}
