/**
 * Differences: compares the *now* of series in two editions of one audience, feature by feature.
 *
 * Invariants:
 * - A series, or a page of a series, whose content is equal in both editions is not read. Of other pages only the sort keys and the
 *   states of rows are read; bytes of rows only where a state does not decide.
 * - Differences come in the order of the series and, in a series, of the sort key and the id: of the row after, else of the row before.
 *   So a position names a difference, whatever else the query selects, and a walk continues behind it.
 * - Memory is bounded by one page of each edition.
 * - A difference matches a query when its row before or its row after does.
 * Not here: the fields that differ (publisher/difference/), which editions are compared (editions-reader.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import { editionCrssFor, type EditionCrs } from '../../schemas/crs.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { compareIds } from '../format/order.ts';
import { PARTS } from '../format/page-directory.ts';
import { stateOf } from '../format/row-columns.ts';
import type { SeriesRoot } from '../format/series-root.ts';
import { allTexts, textAt } from '../format/text-columns.ts';
import { pageAt, rowParts, type Packs, type PageOfSeries } from './bytes/index.ts';
import type { EditionReader } from './edition-reader.ts';
import { pageMatcher, type PageMatcher } from './rows/index.ts';
import type { Steps } from './steps.ts';
import type {
  ChangeKind, DifferenceCounts, DifferencePage, DifferencePosition, DifferenceQuery, FeatureDifference, FeatureDifferences,
} from './types.ts';

/** A row of the *now* of a series. */
interface ComparedRow extends PageOfSeries {
  readonly row: number;
  readonly key: number;
  readonly id: string;
}

/** A difference whose bytes are not read yet. */
interface RowDifference {
  readonly kind: ChangeKind;
  readonly position: DifferencePosition;
  readonly before: ComparedRow | null;
  readonly after: ComparedRow | null;
}

/** Two editions; null: the empty state before the first edition. */
export interface ComparedEditions {
  readonly before: EditionReader | null;
  readonly after: EditionReader | null;
  readonly packs: Packs;
}

/** Counts all differences. */
export function* countDifferences(editions: ComparedEditions, query: DifferenceQuery): Steps<DifferenceCounts> {
  const counts = new Map(query.series.map(({ name }) => [name, { added: 0, changed: 0, ended: 0 }]));
  yield* walkDifferences(editions, query, {
    from: null,
    * visit({ kind, position: { series } }) {
      counts.get(series)![kind] += 1;
      yield;
      return true;
    },
  });
  return counts;
}

/** Returns the differences after the position `from`, with their bytes. */
export function* pageOfDifferences(
  editions: ComparedEditions, query: DifferenceQuery, { crss, from, limit }: DifferencePage,
): Steps<FeatureDifferences> {
  const differences: FeatureDifference[] = [];
  let bytes = 0;
  let hasMore = false;
  yield* walkDifferences(editions, query, {
    from,
    * visit(found) {
      hasMore = differences.length === limit || bytes > LIMITS.readyBytesMax;
      if (hasMore) return false;
      const shown = yield* bytesOf(found, crss, editions);
      for (const one of [...shown.before ?? [], ...shown.after ?? []]) bytes += one.length;
      differences.push({ kind: found.kind, position: found.position, ...shown });
      return true;
    },
  });
  return { differences, hasMore };
}

/** Calls `visit` with each difference after the position `from`, in order, until it returns false. */
function* walkDifferences(
  editions: ComparedEditions, query: DifferenceQuery,
  { from, visit }: { from: DifferencePosition | null; visit: (difference: RowDifference) => Steps<boolean> },
): Steps<void> {
  const first = from === null ? 0 : query.series.findIndex(({ name }) => name === from.series);
  for (const [index, { name, filter }] of query.series.entries()) {
    if (index < first || editions.before === editions.after) continue;
    const compared = new ComparedSeries(name, editions, { at: null, during: null, box: query.box, filter, words: query.words, order: [] });
    if (!(yield* compared.walk(index === first ? from : null, visit))) return;
  }
}

/** Returns the bytes of the feature before and after. The former has the links of the edition of the latter. */
function* bytesOf({ before, after }: RowDifference, crss: readonly EditionCrs[], editions: ComparedEditions): Steps<{
  before: readonly Buffer[] | null; after: readonly Buffer[] | null;
}> {
  const read = function* (row: ComparedRow | null): Steps<readonly Buffer[] | null> {
    if (row === null) return null;
    const all: Buffer[] = [];
    for (const crs of crss) all.push(yield* featureBytes(row, crs, editions.packs));
    return all;
  };
  const old = yield* read(before);
  return { before: old?.map((bytes) => withBaseUrl(bytes, editions)) ?? null, after: yield* read(after) };
}

class ComparedSeries {
  readonly #name: string;
  readonly #editions: ComparedEditions;
  readonly #matches: PageMatcher | null;

  constructor(name: string, editions: ComparedEditions, selection: Parameters<typeof pageMatcher>[0]) {
    this.#name = name;
    this.#editions = editions;
    this.#matches = pageMatcher(selection);
  }

  /** Returns whether the walk may continue in the next series. */
  * walk(from: DifferencePosition | null, visit: (difference: RowDifference) => Steps<boolean>): Steps<boolean> {
    const { before, after, packs } = this.#editions;
    const [old, now] = [before?.series.get(this.#name), after?.series.get(this.#name)];
    if (old?.hash === now?.hash) return true;
    const [left, right] = [old?.root ?? null, now?.root ?? null];
    const one = new RowWalk(left, { packs, shared: hashesOf(right), from });
    const other = new RowWalk(right, { packs, shared: hashesOf(left), from });
    yield* one.next();
    yield* other.next();
    while (one.row !== null || other.row !== null) {
      const difference = yield* this.#compared(one.row, other.row);
      if (difference !== null && (yield* this.#isSelected(difference)) && !(yield* visit(difference))) return false;
      const order = inOrder(one.row, other.row);
      if (order <= 0) yield* one.next();
      if (order >= 0) yield* other.next();
    }
    return true;
  }

  /** Compares the next rows of both editions; null: the first of them is no difference, or one at another position. */
  * #compared(one: ComparedRow | null, other: ComparedRow | null): Steps<RowDifference | null> {
    const { before, after } = this.#editions;
    const order = inOrder(one, other);
    if (order === 0) return (yield* this.#isSame(one!, other!)) ? null : this.#difference('changed', one, other);
    // A row whose sort key changed is found at its place after the change.
    if (order < 0) return (yield* this.#find(after, one!.id)) === null ? this.#difference('ended', one, null) : null;
    const moved = yield* this.#find(before, other!.id);
    return moved === null ? this.#difference('added', null, other) : this.#difference('changed', moved, other);
  }

  #difference(kind: ChangeKind, before: ComparedRow | null, after: ComparedRow | null): RowDifference {
    const { key, id } = (after ?? before)!;
    return { kind, before, after, position: { series: this.#name, key, id } };
  }

  /** Returns the row of an object in an edition's *now*. */
  * #find(edition: EditionReader | null, id: string): Steps<ComparedRow | null> {
    const { packs } = this.#editions;
    if (edition === null) return null;
    return yield* packs.steps(() => {
      const found = edition.rowNow(this.#name, id);
      return found === undefined ? null : { ...found, id };
    });
  }

  * #isSelected({ before, after }: RowDifference): Steps<boolean> {
    const matches = this.#matches;
    if (matches === null) return true;
    for (const one of [after, before]) if (one !== null && (yield* matches(one, one.row))) return true;
    return false;
  }

  /** Whether both rows show the same feature in every CRS. */
  * #isSame(one: ComparedRow, other: ComparedRow): Steps<boolean> {
    const { before, after, packs } = this.#editions;
    const isSameForm = before!.configurationHash === after!.configurationHash;
    if (isSameForm) {
      const [left, right] = yield* packs.steps(() => [statesOf(one), statesOf(other)] as const);
      if (left.state.equals(right.state)) return true;
      // The state covers the delivered texts of the document too, which no feature shows.
      if (left.delivered === right.delivered) return false;
    }
    for (const crs of crssOf(one, other)) {
      const left = withBaseUrl(yield* featureBytes(one, crs, packs), this.#editions);
      const right = yield* featureBytes(other, crs, packs);
      yield;
      if (!left.equals(right) && (isSameForm || !isSameContent(left, right))) return false;
    }
    return true;
  }
}

/** Walks over the rows of a series in the pages that another series does not share. */
class RowWalk {
  row: ComparedRow | null = null;
  readonly #root: SeriesRoot | null;
  readonly #packs: Packs;
  readonly #shared: ReadonlySet<string>;
  readonly #from: DifferencePosition | null;
  #next: number;
  #page: (PageOfSeries & { readonly keys: Uint32Array; readonly ids: readonly string[] }) | null = null;
  #at = 0;

  constructor(root: SeriesRoot | null, { packs, shared, from }: {
    packs: Packs; shared: ReadonlySet<string>; from: DifferencePosition | null;
  }) {
    this.#root = root;
    this.#packs = packs;
    this.#shared = shared;
    this.#from = from;
    this.#next = root === null || from === null ? 0 : Math.max(0, root.pageOf({ ...from, begin: Infinity }));
  }

  /** Moves to the next row; null: there is none. */
  * next(): Steps<void> {
    for (;;) {
      this.#at += 1;
      while (this.#page === null || this.#at >= this.#page.ids.length) {
        if (!(yield* this.#open())) {
          this.row = null;
          return;
        }
      }
      const { root, index, page, keys, ids } = this.#page;
      const [key, id] = [keys[this.#at]!, ids[this.#at]!];
      if (this.#from !== null && inOrder({ key, id }, this.#from) <= 0) continue;
      this.row = { root, index, page, row: this.#at, key, id };
      return;
    }
  }

  /** Opens the next page that is not shared; false: there is none. */
  * #open(): Steps<boolean> {
    const root = this.#root;
    if (root === null) return false;
    let index = this.#next;
    while (index < root.pages && this.#shared.has(hashOf(root, index))) index += 1;
    this.#next = index + 1;
    if (index >= root.pages) return false;
    const packs = this.#packs;
    this.#page = yield* packs.steps(() => {
      const page = pageAt(packs, root.addresses, index);
      const { keys, ids } = page.order();
      return { root, index, page, keys, ids: allTexts(ids) };
    });
    this.#at = 0;
    yield;
    return true;
  }
}

function hashesOf(root: SeriesRoot | null): ReadonlySet<string> {
  return new Set(root === null ? [] : Array.from({ length: root.pages }, (_, page) => hashOf(root, page)));
}

function hashOf(root: SeriesRoot, page: number): string {
  return Buffer.from(root.contentHash(page)).toString('latin1');
}

type Ordered = Pick<ComparedRow, 'key' | 'id'>;

/** Compares rows by sort key and id; null comes after all. */
function inOrder(one: Ordered | null, other: Ordered | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.key - other.key || compareIds(one.id, other.id);
}

function statesOf({ page, row }: ComparedRow): { readonly state: Buffer; readonly delivered: string } {
  const delivered = page.delivered();
  return {
    state: Buffer.from(stateOf(page.order().states, row)), delivered: delivered === undefined ? '' : textAt(delivered, row),
  };
}

/** Returns the CRSs in which two rows can differ: those with heights where a page has any. All epochs show the same differences. */
function crssOf(...rows: readonly ComparedRow[]): readonly EditionCrs[] {
  const { planes, heights } = editionCrssFor(null);
  return rows.some(({ page: { directory } }) => directory.indexOf(PARTS.heights) !== undefined) ? [...planes, ...heights] : planes;
}

/** Returns a copy of the bytes of a feature, without the comma behind it. */
function* featureBytes({ page, row }: ComparedRow, crs: EditionCrs, packs: Packs): Steps<Buffer> {
  return yield* packs.steps(() => {
    page.want(rowParts(crs));
    packs.complete();
    const rows = page.rows(crs);
    const { result, release } = packs.releasable(() => packs.bytesAt(rows.blocks, page.directory.blockOf(row), page.extent(row, rows)));
    const copy = Buffer.from(result.subarray(0, -1));
    release();
    return copy;
  });
}

/** Returns the bytes of a feature before, with the base URL of the edition after in its links. */
function withBaseUrl(bytes: Buffer, { before, after }: ComparedEditions): Buffer {
  if (before === null || after === null || before.baseUrl === after.baseUrl) return bytes;
  return Buffer.from(bytes.toString('utf8').replaceAll(`"${before.baseUrl}/`, `"${after.baseUrl}/`));
}

/** Whether two features of editions of other configurations say the same: a field without a value may be absent. */
function isSameContent(one: Buffer, other: Buffer): boolean {
  const [left, right] = [JSON.parse(one.toString()) as JsonObject, JSON.parse(other.toString()) as JsonObject];
  return isDeepStrictEqual(filled(left['properties']), filled(right['properties'])) && isDeepStrictEqual(left['geometry'], right['geometry']);
}

function filled(properties: Json | undefined): Json {
  if (properties === undefined || !isObject(properties)) return null;
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}
