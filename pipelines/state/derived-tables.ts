/**
 * Derived tables: whether documents are what was recorded, and whether `object`, `link` and `boundary` still follow from them
 * (register.ts makes them).
 *
 * Invariants: reads only, some thousands of rows in one short transaction at a time, so that memory is bounded and a batch beside it
 * waits for nothing; what it compares is of one moment.
 */
import { momentOf, type Moment, type Received } from '../../schemas/time.ts';
import type { Reader } from './database.ts';
import { docSum, type DocColumns } from './doc-sum.ts';
import type { ObjectRecord, RootNumber } from './register.ts';

const ROWS_PER_TURN = 2_000;

/** A turn of a comparison: how far it is, and what it found. */
export interface Turn {
  readonly done: number;
  readonly total: number;
  /** What differs, in words. */
  readonly differences: readonly string[];
}

/** Compares every document with its sum. */
export function* compareDocuments(db: Reader): Generator<Turn> {
  const select = db.prepare(`SELECT n, crs, own_until, hash, hidden, objects, links, boundaries, body, sum FROM doc
    WHERE n > ? ORDER BY n LIMIT ?`);
  yield* turns(db, 'doc', (after) => {
    const rows = select.all(after, ROWS_PER_TURN) as unknown as (DocColumns & { readonly n: number; readonly sum: string })[];
    const wrong = rows.filter((row) => docSum(row) !== row.sum);
    return { last: rows.at(-1)?.n, differences: wrong.map(({ n }) => `document ${n} is not what was recorded`) };
  });
}

/** Compares what is derived with what follows from the documents, root by root. */
export function* compareDerived(db: Reader): Generator<Turn> {
  const roots = db.prepare('SELECT n, id FROM root WHERE n > ? ORDER BY n LIMIT ?');
  const documents = db.prepare(`SELECT root, closed_by IS NULL AS isCurrent, rec_from, rec_to, objects, links, boundaries
    FROM version JOIN doc ON doc.n = version.doc WHERE root > ? AND root <= ?`);
  const objects = db.prepare(`SELECT root, iif(gone, id || '${GONE}', id) AS text FROM object WHERE root > ? AND root <= ?`);
  const links = db.prepare('SELECT from_root AS root, to_id AS text FROM link WHERE from_root > ? AND from_root <= ?');
  const boundaries = db.prepare('SELECT root, CAST(at AS TEXT) AS text FROM boundary WHERE root > ? AND root <= ?');
  yield* turns(db, 'root', (after) => {
    const found = roots.all(after, ROWS_PER_TURN) as unknown as { n: RootNumber; id: string }[];
    const last = found.at(-1)?.n;
    if (last === undefined) return { last, differences: [] };
    const expected = Map.groupBy(documents.all(after, last) as unknown as DocumentRow[], ({ root }) => root);
    const actual = {
      object: textsByRoot(objects.all(after, last)),
      link: textsByRoot(links.all(after, last)),
      boundary: textsByRoot(boundaries.all(after, last)),
    };
    return { last, differences: found.flatMap(({ n, id }) => differencesOf(id, followingFrom(expected.get(n) ?? []), {
      object: actual.object.get(n), link: actual.link.get(n), boundary: actual.boundary.get(n),
    })) };
  });
}

type Table = 'object' | 'link' | 'boundary';
const GONE = ' (gone)';

interface DocumentRow {
  readonly root: RootNumber;
  readonly isCurrent: 0 | 1;
  readonly rec_from: Received;
  readonly rec_to: Received | null;
  readonly objects: string;
  readonly links: string;
  readonly boundaries: string;
}

/** The rows that follow from the documents of one root, as texts. */
function followingFrom(documents: readonly DocumentRow[]): Readonly<Record<Table, ReadonlySet<string>>> {
  const current = documents.filter(({ isCurrent }) => isCurrent === 1);
  const idsOf = ({ objects }: DocumentRow): readonly string[] => (JSON.parse(objects) as ObjectRecord[]).map(([id]) => id);
  const present = new Set(current.flatMap(idsOf));
  const recorded = momentOf(Math.max(0, ...documents.map(({ rec_from: from, rec_to: to }) => Math.max(from, to ?? 0))) as Received);
  return {
    object: new Set(documents.flatMap(idsOf).map((id) => (present.has(id) ? id : `${id}${GONE}`))),
    link: new Set(current.flatMap(({ links }) => JSON.parse(links) as string[])),
    boundary: new Set(current.flatMap(({ boundaries }) => JSON.parse(boundaries) as Moment[]).filter((at) => at > recorded).map(String)),
  };
}

function differencesOf(
  root: string, expected: Readonly<Record<Table, ReadonlySet<string>>>, actual: Readonly<Record<Table, ReadonlySet<string> | undefined>>,
): readonly string[] {
  return (['object', 'link', 'boundary'] as const).flatMap((table) => {
    const rows = actual[table] ?? new Set<string>();
    return [
      ...[...expected[table].difference(rows)].map((row) => `${table} lacks ${row} of ${root}`),
      ...[...rows.difference(expected[table])].map((row) => `${table} has ${row} of ${root}, which no document says`),
    ];
  });
}

/** Of rows `{ root, text }`. */
function textsByRoot(rows: readonly unknown[]): ReadonlyMap<RootNumber, ReadonlySet<string>> {
  const byRoot = Map.groupBy(rows as readonly { root: RootNumber; text: string }[], ({ root }) => root);
  return new Map([...byRoot].map(([root, its]) => [root, new Set(its.map(({ text }) => text))]));
}

/** Goes through a table by its numbers; each look is one read transaction, and says the last number that it looked at. */
function* turns(
  db: Reader, table: 'doc' | 'root', look: (after: number) => { readonly last: number | undefined; readonly differences: readonly string[] },
): Generator<Turn> {
  const { total } = db.prepare(`SELECT coalesce(max(n), 0) AS total FROM ${table}`).get() as { total: number };
  for (let done = 0; done < total;) {
    const { last = total, differences } = atOneMoment(db, () => look(done));
    done = last;
    yield { done: Math.min(done, total), total, differences };
  }
}

function atOneMoment<Result>(db: Reader, look: () => Result): Result {
  db.exec('BEGIN');
  try {
    return look();
  } finally {
    db.exec('COMMIT');
  }
}
