/**
 * Derived tables: checks that documents are as recorded, that `object`, `link`, `boundary`, `id_form` and `match_key` follow from them, and
 * that `root.holder` follows from `handover`.
 *
 * Invariants: only reads, in short transactions of some thousands of rows. Memory is bounded, a batch never waits, and all rows of one
 * comparison are of one moment.
 * Not here: adding rows (derived-rows.ts), repairing the tables (rebuild-derived.ts).
 */
import { isNfc } from '../../../schemas/normal-form.ts';
import { momentOf, type Moment, type Received } from '../../../schemas/time.ts';
import { matchKeysOfBody } from '../../prepare/match-keys.ts';
import type { Reader } from '../database/database.ts';
import { docSum, type DocColumns } from './doc-sum.ts';
import type { ObjectRecord, RootNumber } from './register.ts';

const ROWS_PER_STEP = 2_000;

/** One step of a comparison: progress, and the differences that the step found. */
export interface CompareStep {
  readonly done: number;
  readonly total: number;
  /** Descriptions of the differences. */
  readonly differences: readonly string[];
}

/** Compares every document with its checksum. */
export function* compareDocuments(db: Reader): Generator<CompareStep> {
  const select = db.prepare(`SELECT n, crs, own_until, hash, hidden, objects, links, boundaries, body, sum FROM doc
    WHERE n > ? ORDER BY n LIMIT 0 + ?`);
  yield* turns(db, 'doc', (after) => {
    const rows = select.all(after, ROWS_PER_STEP) as unknown as (DocColumns & { readonly n: number; readonly sum: string })[];
    const wrong = rows.filter((row) => docSum(row) !== row.sum);
    return { last: rows.at(-1)?.n, differences: wrong.map(({ n }) => `document ${n} is not what was recorded`) };
  });
}

/** Compares the derived rows with the documents, root by root. */
export function* compareDerived(db: Reader): Generator<CompareStep> {
  const look = differingRoots(db);
  yield* turns(db, 'root', (after) => {
    const { last, differing } = look(after, ROWS_PER_STEP);
    return { last, differences: differing.flatMap(({ differences }) => differences) };
  });
}

/** The derived rows of one root. */
export interface DerivedRows {
  /** Ids of the objects. `gone`: 1 when the object is in no current version. */
  readonly objects: ReadonlyMap<string, { readonly gone: 0 | 1 }>;
  readonly links: ReadonlySet<string>;
  readonly boundaries: ReadonlySet<Moment>;
  readonly matchKeys: readonly MatchRow[];
}

/** A row of `match_key` without its root. */
export interface MatchRow {
  readonly doc: number;
  readonly key: number;
  readonly object: number;
}

/** A root whose derived rows do not follow from its documents. */
export interface DifferingRoot {
  readonly n: RootNumber;
  /** The rows as they should be. */
  readonly rows: DerivedRows;
  /** Descriptions of the differences. */
  readonly differences: readonly string[];
}

/** The result of comparing some roots. */
export interface ComparedRoots {
  readonly count: number;
  /** Number of the last root; undefined when there are no more. */
  readonly last: RootNumber | undefined;
  readonly differing: readonly DifferingRoot[];
}

/** Returns a function that compares at most `rootsMax` roots after a number, in the transaction of its caller. */
export function differingRoots(db: Reader): (after: number, rootsMax: number) => ComparedRoots {
  const roots = db.prepare('SELECT n, id FROM root WHERE n > ? ORDER BY n LIMIT 0 + ?');
  const documents = db.prepare(`SELECT root, closed_by IS NULL AS isCurrent, rec_from, rec_to, objects, links, boundaries
    FROM version JOIN doc ON doc.n = version.doc WHERE root > ? AND root <= ?`);
  const objects = db.prepare(`SELECT root, iif(gone, id || '${GONE}', id) AS text FROM object WHERE root > ? AND root <= ?`);
  const links = db.prepare('SELECT from_root AS root, to_id AS text FROM link WHERE from_root > ? AND from_root <= ?');
  const forms = db.prepare('SELECT root, f.id AS text FROM id_form f JOIN object o ON o.id = f.id WHERE root > ? AND root <= ? AND f.nfc <> f.id');
  const boundaries = db.prepare('SELECT root, CAST(at AS TEXT) AS text FROM boundary WHERE root > ? AND root <= ?');
  const holders = db.prepare(`SELECT root, to_holder AS text FROM handover h JOIN root r ON r.n = root
    WHERE root > ? AND root <= ? AND decision = (SELECT max(decision) FROM handover WHERE root = h.root) AND to_holder <> holder`);
  const matchKeys = db.prepare(`SELECT root, doc || ' ' || key || ' ' || object AS text FROM match_key WHERE root > ? AND root <= ?`);
  return (after, rootsMax) => {
    const found = roots.all(after, rootsMax) as unknown as { n: RootNumber; id: string }[];
    const last = found.at(-1)?.n;
    if (last === undefined) return { count: 0, last, differing: [] };
    const expected = Map.groupBy(documents.all(after, last) as unknown as DocumentRow[], ({ root }) => root);
    const actual = {
      object: textsByRoot(objects.all(after, last)),
      link: textsByRoot(links.all(after, last)),
      boundary: textsByRoot(boundaries.all(after, last)),
      match_key: textsByRoot(matchKeys.all(after, last)),
      id_form: textsByRoot(forms.all(after, last)),
    };
    const handed = textsByRoot(holders.all(after, last));
    const matching = matchRowsByRoot(db, after, last);
    const differing = found.flatMap(({ n, id }): readonly DifferingRoot[] => {
      const rows = { ...followingFrom(expected.get(n) ?? []), matchKeys: matching.get(n) ?? [] };
      const its = {
        object: actual.object.get(n), link: actual.link.get(n), boundary: actual.boundary.get(n), id_form: actual.id_form.get(n),
        match_key: actual.match_key.get(n),
      };
      const writers = [...handed.get(n) ?? []].map((holder) => `root does not have ${holder} as holder of ${id}, to whom it was handed over`);
      const differences = [...differencesOf(id, textsOf(rows), its), ...writers];
      return differences.length === 0 ? [] : [{ n, rows, differences }];
    });
    return { count: found.length, last, differing };
  };
}

type Table = 'object' | 'link' | 'boundary' | 'id_form' | 'match_key';
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

/** Returns the match rows of some roots. Holds one document in memory at a time. */
function matchRowsByRoot(db: Reader, after: number, last: RootNumber): ReadonlyMap<RootNumber, readonly MatchRow[]> {
  const select = db.prepare(`SELECT v.root, d.n AS doc, d.crs, d.body
    FROM (SELECT DISTINCT root, doc FROM version WHERE root > ? AND root <= ?) v JOIN doc d ON d.n = v.doc`);
  const rows = new Map<RootNumber, MatchRow[]>();
  for (const { root, doc, ...stored } of select.iterate(after, last) as Iterable<unknown> as Iterable<BodyRow>) {
    const first = new Map<number, number>();
    for (const [key, object] of matchKeysOfBody(stored)) if (!first.has(key)) first.set(key, object);
    const own = rows.get(root) ?? [];
    for (const [key, object] of first) own.push({ doc, key, object });
    rows.set(root, own);
  }
  return rows;
}

interface BodyRow extends Pick<DocColumns, 'crs' | 'body'> {
  readonly root: RootNumber;
  readonly doc: number;
}

function followingFrom(documents: readonly DocumentRow[]): Omit<DerivedRows, 'matchKeys'> {
  const current = documents.filter(({ isCurrent }) => isCurrent === 1);
  const idsOf = ({ objects }: DocumentRow): readonly string[] => (JSON.parse(objects) as ObjectRecord[]).map(([id]) => id);
  const present = new Set(current.flatMap(idsOf));
  const recorded = momentOf(Math.max(0, ...documents.map(({ rec_from: from, rec_to: to }) => Math.max(from, to ?? 0))) as Received);
  return {
    objects: new Map(documents.flatMap(idsOf).map((id) => [id, { gone: present.has(id) ? 0 : 1 }])),
    links: new Set(current.flatMap(({ links }) => JSON.parse(links) as string[])),
    boundaries: new Set(current.flatMap(({ boundaries }) => JSON.parse(boundaries) as Moment[]).filter((at) => at > recorded)),
  };
}

/** Returns derived rows as texts for descriptions. */
function textsOf({ objects, links, boundaries, matchKeys }: DerivedRows): Readonly<Record<Table, ReadonlySet<string>>> {
  return {
    object: new Set([...objects].map(([id, { gone }]) => (gone === 1 ? `${id}${GONE}` : id))),
    link: links,
    boundary: new Set([...boundaries].map(String)),
    match_key: new Set(matchKeys.map(({ doc, key, object }) => `${doc} ${key} ${object}`)),
    id_form: new Set([...objects.keys()].filter((id) => !isNfc(id))),
  };
}

function differencesOf(
  root: string, expected: Readonly<Record<Table, ReadonlySet<string>>>, actual: Readonly<Record<Table, ReadonlySet<string> | undefined>>,
): readonly string[] {
  return (['object', 'link', 'boundary', 'id_form', 'match_key'] as const).flatMap((table) => {
    const rows = actual[table] ?? new Set<string>();
    return [
      ...[...expected[table].difference(rows)].map((row) => `${table} lacks ${row} of ${root}`),
      ...[...rows.difference(expected[table])].map((row) => `${table} has ${row} of ${root}, which no document says`),
    ];
  });
}

/** Groups rows `{ root, text }`. */
function textsByRoot(rows: readonly unknown[]): ReadonlyMap<RootNumber, ReadonlySet<string>> {
  const byRoot = Map.groupBy(rows as readonly { root: RootNumber; text: string }[], ({ root }) => root);
  return new Map([...byRoot].map(([root, its]) => [root, new Set(its.map(({ text }) => text))]));
}

/** Goes through a table in order of number. Each call of `look` is one read transaction and returns the last number that it read. */
function* turns(
  db: Reader, table: 'doc' | 'root', look: (after: number) => { readonly last: number | undefined; readonly differences: readonly string[] },
): Generator<CompareStep> {
  const { total } = db.prepare(`SELECT coalesce(max(n), 0) AS total FROM ${table}`).get() as { total: number };
  for (let done = 0; done < total;) {
    const { last = total, differences } = atOneMoment(db, () => look(done));
    done = last;
    yield { done: Math.min(done, total), total, differences };
  }
}

/** Runs `look` in one read transaction. */
export function atOneMoment<Result>(db: Reader, look: () => Result): Result {
  db.exec('BEGIN');
  try {
    return look();
  } finally {
    db.exec('COMMIT');
  }
}
