/**
 * Own documents: the recorded documents of one holder, hidden ones included, in a fixed order.
 *
 * Invariants:
 *  - A reader can stop after any document and go on later from its cursor. The result is the same, whatever is recorded meanwhile,
 *    because it depends only on decisions up to `decision`.
 *  - One document is in memory at a time.
 *  - A damaged document is never yielded.
 * Not here: who may read them, the CRS of the result (coordinates/document-in-crs.ts).
 */
import type { CrsCode } from '../../../schemas/crs.ts';
import { ROOT_TYPES, type RootType } from '../../../schemas/names.ts';
import type { DocumentCursor, OwnSelection } from '../../../schemas/own-documents.ts';
import type { Moment } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import type { RootNumber } from './register.ts';

export interface OwnDocuments extends OwnSelection {
  /** The last decision that counts. */
  readonly decision: number;
  /** Called with the id of a damaged document, which is skipped. Without it, a damaged document throws a Fault. */
  readonly onDamaged?: (id: string) => void;
}

export interface OwnDocument {
  readonly cursor: DocumentCursor;
  readonly id: string;
  readonly crs: CrsCode;
  readonly body: string;
  readonly isHidden: boolean;
}

/** The number of documents in one CRS, and of those the hidden ones. */
export interface CrsCount {
  readonly crs: CrsCode;
  readonly documents: number;
  readonly hidden: number;
}

/** SQL: the condition on a version. A closing after the last decision does not count. */
const SELECTED = `v.decision <= :decision AND v.rec_from <= :recordedAt
  AND (v.rec_to IS NULL OR v.rec_to > :recordedAt OR v.closed_by > :decision)
  AND v.val_from <= :validAt AND (v.val_to IS NULL OR v.val_to > :validAfter)`;

const ROOTS_PER_QUERY = 64;

/** Returns the last decision whose batch is settled: what readers of editions see. */
export function settledDecision(db: Reader): number {
  return (statement(db, 'SELECT coalesce(max(decision), 0) AS decision FROM batch WHERE settled = 1').get() as { decision: number }).decision;
}

/** Returns the last decision. */
export function newestDecision(db: Reader): number {
  return (statement(db, 'SELECT coalesce(max(n), 0) AS decision FROM decision').get() as { decision: number }).decision;
}

/** Whether any root has this bronhoudercode. */
export function hasRoots(db: Reader, holder: string): boolean {
  return statement(db, 'SELECT 1 FROM root WHERE holder = ? LIMIT 1').get(holder) !== undefined;
}

/** Returns the bronhoudercodes of all roots. */
export function rootHolders(db: Reader): readonly string[] {
  return db.prepare('SELECT DISTINCT holder FROM root ORDER BY holder').all().map(({ holder }) => holder as string);
}

/** Counts the documents by CRS, the most frequent first. */
export function countOwnDocuments(db: Reader, selection: OwnDocuments): readonly CrsCount[] {
  const { holder } = selection;
  const values = { holder, types: JSON.stringify(typesOf(selection)), ...momentsOf(selection) };
  return db.prepare(`SELECT d.crs, count(*) AS documents, count(d.hidden) AS hidden
    FROM root r CROSS JOIN version v ON v.root = r.n CROSS JOIN doc d ON d.n = v.doc
    WHERE r.holder = :holder AND r.type IN (SELECT value FROM json_each(:types)) AND ${SELECTED}
    GROUP BY d.crs ORDER BY documents DESC, d.crs`).all(values) as unknown as CrsCount[];
}

/** Yields the documents after `cursor`, or all of them. */
export function* ownDocuments(db: Reader, selection: OwnDocuments, cursor: DocumentCursor | null = null): Generator<OwnDocument> {
  const types = typesOf(selection);
  for (const type of cursor === null ? types : types.slice(types.indexOf(cursor.type))) {
    const isBegun = type === cursor?.type;
    if (isBegun) yield* versionsOf(db, selection, { type, roots: [cursor.root], after: cursor.from });
    for (let last = isBegun ? cursor.root : 0; ;) {
      const roots = statement(db, 'SELECT n FROM root WHERE holder = ? AND type = ? AND n > ? ORDER BY n LIMIT 0 + ?')
        .all(selection.holder, type, last, ROOTS_PER_QUERY).map(({ n }) => n as RootNumber);
      yield* versionsOf(db, selection, { type, roots, after: null });
      if (roots.length < ROOTS_PER_QUERY) break;
      last = roots.at(-1)!;
    }
  }
}

interface VersionRow {
  readonly root: RootNumber;
  readonly id: string;
  readonly doc: number;
  readonly from: Moment;
}

/** Roots of one type, and the begin after which their versions are read; null: all versions. */
interface RootVersions {
  readonly type: RootType;
  readonly roots: readonly RootNumber[];
  readonly after: Moment | null;
}

/** Yields the documents of these roots. They are read one by one, because each may be large. */
function* versionsOf(
  db: Reader, selection: OwnDocuments, { type, roots, after }: RootVersions,
): Generator<OwnDocument> {
  const versions = statement(db, `SELECT v.root, r.id, v.doc, v.val_from AS "from"
    FROM json_each(:roots) j CROSS JOIN version v ON v.root = j.value CROSS JOIN root r ON r.n = v.root
    WHERE ${SELECTED} AND v.val_from > :after ORDER BY v.root, v.val_from`)
    .all({ roots: JSON.stringify(roots), after: after ?? Number.MIN_SAFE_INTEGER, ...momentsOf(selection) }) as unknown as VersionRow[];
  for (const { root, id, doc, from } of versions) {
    const row = statement(db, 'SELECT n AS doc, crs, own_until, hash, hidden, objects, links, boundaries, body, sum FROM doc WHERE n = ?')
      .get(doc) as unknown as DocColumns & { readonly doc: number; readonly crs: CrsCode; readonly sum: string };
    if (docSum(row) !== row.sum) {
      if (selection.onDamaged === undefined) throw damagedDocument(row, db.location() ?? '');
      selection.onDamaged(id);
      continue;
    }
    yield { cursor: { type, root, from }, id, crs: row.crs, body: row.body, isHidden: row.hidden !== null };
  }
}

/** The moments of the condition. A recorded time has microseconds: all of the millisecond count. */
function momentsOf({ at, knownAt, decision }: OwnDocuments): Readonly<Record<'decision' | 'recordedAt' | 'validAt' | 'validAfter', number>> {
  return {
    decision, recordedAt: knownAt === null ? Number.MAX_SAFE_INTEGER : knownAt * 1000 + 999,
    validAt: at ?? Number.MAX_SAFE_INTEGER, validAfter: at ?? Number.MIN_SAFE_INTEGER,
  };
}

function typesOf({ types }: OwnDocuments): readonly RootType[] {
  return types.length === 0 ? ROOT_TYPES : ROOT_TYPES.filter((type) => types.includes(type));
}
