/**
 * Versions between: the recorded versions that two editions list differently (`/{resources}/{id}/versies`).
 *
 * Invariants:
 *  - A pure function of (register, parent, next): neither the moment nor the wall clock plays a part.
 *  - A version with a hidden document is never listed. A root is hidden while any current version is hidden, or, once withdrawn, any
 *    version that the withdrawal ended; no version of a hidden root is listed.
 *  - A version that the same decision opened and closed was never recorded.
 *  - Versions are compared without their personal data when one of them, or their root, is sensitive. When a root becomes sensitive, or
 *    is so no more, its versions are listed anew.
 * Not here: the tree in which an edition stores versions (publisher/write/version-tree.ts).
 */
import type { StatementSync } from 'node:sqlite';
import { predecessorOf } from '../../../publisher/format/predecessor.ts';
import type { DeliveredDocument } from '../../../publisher/difference/difference.ts';
import { changedFields } from '../../../publisher/write/changed-fields.ts';
import type { RecordedVersion, VersionChange } from '../../../publisher/write/input.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { withoutPersonalData } from '../redact/personal-data.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import { isCurrent, isHidden, isHiddenAtLast, isSensitive, isSensitiveAtLast } from './hidden.ts';
import type { RootNumber } from './register.ts';
import { rootGroups } from './root-groups.ts';
import type { Between } from './snapshot.ts';
import type { Whole } from './whole.ts';

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
}

/** Returns the SQL columns of a version. Only versions of a root that was handed over may differ in their holder, so only those are parsed. */
function columns(hidesLater: boolean): string {
  const isSensitiveLater = hidesLater ? isSensitiveAtLast('v.root') : '0';
  return `v.doc, val_from, val_to, rec_from, rec_to, decision, closed_by, d.hidden, ${isSensitiveLater} AS isSensitiveLater,
    iif(EXISTS (SELECT 1 FROM handover WHERE root = r.n), d.body ->> '$.bronhoudercode', r.holder) AS holder`;
}

/** Yields the versions that an edition of `next` lists differently from its parent; all versions when there is no parent. */
export function* versionsBetween(db: Reader, { parent, next, hidesLater = false, whole }: Between): Generator<VersionChange> {
  const reader = new RecordedReader(db, { from: parent?.decision ?? 0, to: next.decision, whole });
  for (const { root, rows } of parent === null ? reader.all(hidesLater) : reader.changed(hidesLater)) yield* reader.changesOf(root, rows);
}

type Root = Pick<RecordedVersion, 'id' | 'type'>;
type RootRow = VersionRow & Root & { readonly root: RootNumber };

/** A root with its versions up to the later point, as far as they are needed. */
interface Recorded {
  readonly root: Root;
  readonly rows: readonly VersionRow[];
}

class RecordedReader {
  readonly #from: number;
  readonly #to: number;
  readonly #db: Reader;
  readonly #whole: Whole | undefined;
  readonly #document: StatementSync;

  constructor(db: Reader, { from, to, whole }: { readonly from: number; readonly to: number; readonly whole: Whole | undefined }) {
    this.#from = from;
    this.#to = to;
    this.#whole = whole;
    this.#db = db;
    this.#document = db.prepare('SELECT n AS doc, crs, own_until, hash, hidden, objects, links, boundaries, body, sum FROM doc WHERE n = ?');
  }

  /** Yields every root, or only the own one, in one pass; with `hidesLater` without roots that are hidden now. */
  * all(hidesLater: boolean): Generator<Recorded> {
    const own = this.#whole?.own;
    const all = this.#db.prepare(`SELECT v.root, r.id, r.type, ${columns(hidesLater)}
      FROM version v CROSS JOIN root r ON r.n = v.root CROSS JOIN doc d ON d.n = v.doc
      WHERE decision <= ?1 AND NOT ${hidesLater ? isHiddenAtLast('v.root') : 'FALSE'}${own === undefined ? '' : ' AND v.root = ?2'}
      ORDER BY v.root`).iterate(this.#to, ...own === undefined ? [] : [own.root]);
    let rows: RootRow[] = [];
    for (const row of all as unknown as Iterable<RootRow>) {
      if (rows.length > 0 && rows[0]!.id !== row.id) {
        yield { root: rootOf(rows[0]!), rows };
        rows = [];
      }
      rows.push(row);
    }
    if (rows.length > 0) yield { root: rootOf(rows[0]!), rows };
  }

  /** Yields the roots that decisions in between changed; with `hidesLater` without roots that are hidden now. */
  * changed(hidesLater: boolean): Generator<Recorded> {
    const question = `SELECT root AS n FROM version WHERE decision > ?1 AND decision <= ?2
      UNION SELECT root FROM version WHERE closed_by > ?1 AND closed_by <= ?2`;
    const ofRoots = `SELECT v.root, r.id, r.type, ${columns(hidesLater)} FROM json_each(?1) j CROSS JOIN version v ON v.root = j.value
      CROSS JOIN root r ON r.n = v.root CROSS JOIN doc d ON d.n = v.doc
      WHERE decision <= ?2 AND NOT ${hidesLater ? isHiddenAtLast('v.root') : 'FALSE'}`;
    const recent = this.#db.prepare(`${ofRoots} AND (closed_by IS NULL OR closed_by > ?3)`);
    const all = this.#db.prepare(ofRoots);
    for (const roots of rootGroups(this.#db, { question, values: [this.#from, this.#to] })) {
      const found = Map.groupBy(recent.all(roots, this.#to, this.#from) as unknown as RootRow[], ({ root }) => root);
      const lacking = [...found].filter(([, rows]) => !this.#isEnough(rows)).map(([root]) => root);
      const whole = Map.groupBy(all.all(JSON.stringify(lacking), this.#to) as unknown as RootRow[], ({ root }) => root);
      for (const [root, rows] of found) yield { root: rootOf(rows[0]!), rows: whole.get(root) ?? rows };
    }
  }

  /** Whether the recent versions suffice: versions that ended earlier are listed, or not, as before, and none precedes a new one. */
  #isEnough(recent: readonly VersionRow[]): boolean {
    return recent.some((row) => isCurrent(row, this.#from)) && isHidden(recent, this.#from) === isHidden(recent, this.#to)
      && this.#withholds(recent, this.#from) === this.#withholds(recent, this.#to);
  }

  * changesOf({ id, type }: Root, rows: readonly VersionRow[]): Generator<VersionChange> {
    const at = this.#changedAt(rows);
    const before = new Set(this.#listed(rows, this.#from));
    const after = this.#listed(rows, this.#to).map((row) => ({ row, ...periodsOf(row, this.#to) }));
    const staying = new Set(after.map(({ row }) => row));
    const isSensitive = this.#withholds(rows, this.#to);
    const isListedAnew = isSensitive !== this.#withholds(rows, this.#from);
    for (const row of before) if (!staying.has(row)) yield { kind: 'remove', version: { id, ...periodsOf(row, this.#from) }, at };
    for (const version of after) {
      const { row, recordedFrom: from, recordedUntil } = version;
      const until = recordedUntil === Infinity ? null : recordedUntil as Received;
      if (isListedAnew && before.has(row)) yield { kind: 'remove', version: { id, ...periodsOf(row, this.#from) }, at };
      if (isListedAnew || !before.has(row)) {
        const valid = { from: row.val_from, until: row.val_to };
        const changed = this.#changed(version, after, isSensitive);
        yield { kind: 'open', version: { id, type, valid, recorded: { from, until }, holder: row.holder, changed }, at };
      } else if (until !== null && isCurrent(row, this.#from)) {
        yield { kind: 'end', version: { id, ...version }, until, at };
      }
    }
  }

  #changed(version: Listed, all: readonly Listed[], isRootSensitive: boolean): readonly string[] | null {
    const earlier = predecessorOf(version, all);
    if (earlier === undefined) return null;
    const isSensitive = this.#whole === undefined && (isRootSensitive || earlier.row.hidden !== null || version.row.hidden !== null);
    return changedFields(this.#delivered(earlier.row.doc, isSensitive), this.#delivered(version.row.doc, isSensitive));
  }

  /** Whether the personal data of a root are withheld at this point. */
  #withholds(rows: readonly VersionRow[], at: number): boolean {
    return this.#whole === undefined && (rows.some(({ isSensitiveLater }) => isSensitiveLater === 1) || isSensitive(rows, at));
  }

  /** Returns the versions that an edition at this point lists, in order of recording. */
  #listed(rows: readonly VersionRow[], at: number): readonly VersionRow[] {
    const isPublic = this.#whole === undefined;
    if (isPublic && isHidden(rows, at)) return [];
    return rows.filter(({ decision, closed_by, hidden }) => (
      decision <= at && closed_by !== decision && !(isPublic && hidden === 'informatieGeheim')
    )).sort((left, right) => left.rec_from - right.rec_from || left.val_from - right.val_from);
  }

  #changedAt(rows: readonly VersionRow[]): Moment {
    const isNew = (decision: number | null): boolean => decision !== null && decision > this.#from && decision <= this.#to;
    const times = rows.flatMap((row) => [isNew(row.decision) ? row.rec_from : 0, isNew(row.closed_by) ? row.rec_to! : 0]);
    return momentOf(Math.max(...times) as Received);
  }

  #delivered(doc: number, isSensitive: boolean): DeliveredDocument {
    const row = this.#document.get(doc) as unknown as DocColumns & { readonly doc: number; readonly sum: string };
    if (docSum(row) !== row.sum) throw damagedDocument(row, this.#db.location() ?? '');
    const document = JSON.parse(row.body) as JsonObject;
    return { document: isSensitive ? withoutPersonalData(document) : document, crs: row.crs };
  }
}

function rootOf({ id, type }: Root): Root {
  return { id, type };
}

interface Periods {
  readonly recordedFrom: Received;
  /** Infinity while the version is current at this point. */
  readonly recordedUntil: number;
  readonly validFrom: Moment;
}

/** A version that an edition lists. */
interface Listed extends Periods {
  readonly row: VersionRow;
}

function periodsOf(row: VersionRow, at: number): Periods {
  return { recordedFrom: row.rec_from, recordedUntil: isCurrent(row, at) ? Infinity : row.rec_to!, validFrom: row.val_from };
}
