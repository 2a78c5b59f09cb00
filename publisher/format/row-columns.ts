/**
 * Row columns: the contents of the parts of a page (page-parts.ts), column by column: decoded from a stored page, or spliced from rows of a
 * parent page and new rows.
 */
import { editionCrssFor, PLANE_OF_HEIGHT, type EditionCrss } from '../../schemas/crs.ts';
import { Splice, type SpliceRange } from './splice.ts';
import type { Texts } from './segment.ts';

export const STATE_BYTES = 16;

/** Runs of vertices of one row's geometry; one number per CRS with two axes, CRS after CRS. */
export interface RunTable {
  readonly path: Uint32Array;
  readonly part: Uint32Array;
  /** 4 per run. */
  readonly boxes: Float32Array;
  /** Start and end in the geometry's bytes, 2 per run. */
  readonly bytes: Uint32Array;
}

/** The values of one row in these columns. Lists have one entry per CRS, in the order of EditionCrss. */
export interface RowFacts {
  readonly key: number;
  readonly id: string;
  readonly begin: number;
  /** Infinity: without end. */
  readonly until: number;
  /** Begin of the next row of the same object; Infinity: none. */
  readonly next: number;
  readonly flags: number;
  /** Byte offsets in the row: inside of `properties` [start, end), and of the geometry. */
  readonly propertiesStart: number;
  readonly propertiesEnd: number;
  readonly geometryStart: number;
  /** Differences of its document (delivered.ts). */
  readonly delivered: string;
  /** Hash of the row's bytes in all CRSs and of `delivered`; and the hash of its document's bytes, if any. */
  readonly state: Uint8Array;
  readonly documentState: Uint8Array | null;
  /** Bytes in the CRSs with two axes, then in those with heights. A row without heights has the same bytes in a CRS and in its plane. */
  readonly lengths: ArrayLike<number>;
  /** 0: the row has no document of its own. */
  readonly documentLengths: ArrayLike<number>;
  /** Whether its geometry has heights, and whether all geometries of its document have. */
  readonly hasHeights: boolean;
  readonly documentHasHeights: boolean;
  /** 4 per CRS with two axes; NaN without geometry. */
  readonly boxes: Float32Array;
  readonly runs: RunTable | null;
}

/** Which rows and documents of a page have heights: 1 for each that has. Null: none. */
export interface HeightColumns {
  readonly rows: Uint8Array | null;
  readonly documents: Uint8Array | null;
}

/** Runs of vertices of all rows in one CRS. */
export interface RunColumns {
  /** Per row: the end of its runs. */
  readonly ends: Uint32Array;
  readonly path: Uint32Array;
  readonly part: Uint32Array;
  readonly boxes: Float32Array;
  readonly bytes: Uint32Array;
}

/** RowFacts of all rows, column by column; lists have one entry per CRS of the page. */
export interface RowColumns {
  readonly keys: Uint32Array;
  readonly ids: Texts;
  readonly begins: Float64Array;
  readonly untils: Float64Array;
  /** Null: no row has a next row. */
  readonly nexts: Float64Array | null;
  readonly flags: Uint8Array;
  readonly propertiesStarts: Uint32Array;
  readonly propertiesEnds: Uint32Array;
  readonly geometryStarts: Uint32Array;
  /** Null: no document differs from its row. */
  readonly delivered: Texts | null;
  /** STATE_BYTES per row. */
  readonly states: Uint8Array;
  /** Null: no row has a document. */
  readonly documentStates: Uint8Array | null;
  /** The CRSs with heights follow those with two axes where a row has heights; of documents, where a document has. */
  readonly lengths: readonly Uint32Array[];
  readonly documentLengths: readonly Uint32Array[];
  readonly heights: HeightColumns;
  /** Per CRS with two axes. */
  readonly boxes: readonly Float32Array[];
  /** Null: no row has runs. */
  readonly runs: readonly RunColumns[] | null;
}

/** A new row between rows of the parent. */
export interface NewRowFacts {
  readonly facts: RowFacts;
}

/** `parent`: the rows of the parent page; null when none of them stays. */
export function spliceRows(
  splice: Splice<NewRowFacts>, parent: RowColumns | null, { planes, heights: heightCrss }: EditionCrss = editionCrssFor(null),
): RowColumns {
  const size = splice.length;
  const offsets = (of: Uint32Array | undefined, put: (facts: RowFacts) => number): Uint32Array =>
    splice.numbers(new Uint32Array(size), of, ({ facts }) => put(facts));
  const nexts = splice.numbers(new Float64Array(size).fill(Infinity), parent?.nexts ?? undefined, ({ facts }) => facts.next);
  const moments = (of: Float64Array | undefined, put: (facts: RowFacts) => number): Float64Array =>
    splice.numbers(new Float64Array(size), of, ({ facts }) => put(facts));
  const states = (of: Uint8Array | null | undefined, put: (facts: RowFacts) => Uint8Array): Uint8Array =>
    splice.numbers(new Uint8Array(size * STATE_BYTES), of ?? undefined, ({ facts }) => put(facts), STATE_BYTES);
  const heights = spliceHeights(splice, parent?.heights);
  const lengthsOf = (
    of: readonly Uint32Array[] | undefined, hasHeights: boolean, put: (facts: RowFacts) => ArrayLike<number>,
  ): Uint32Array[] => (
    Array.from({ length: planes.length + (hasHeights ? heightCrss.length : 0) }, (_, crs) => (
      offsets(of?.[crs] ?? of?.[planeIndex(crs, planes.length)], (facts) => put(facts)[crs]!)
    ))
  );
  const documentLengths = lengthsOf(parent?.documentLengths, heights.documents !== null, (facts) => facts.documentLengths);
  const known = parent === null ? undefined : parent.delivered ?? noTexts(parent.flags.length);
  const delivered = splice.texts(known, ({ facts }) => Buffer.from(facts.delivered, 'utf8'));
  const hasDocuments = documentLengths[0]!.some((length) => length > 0);
  return {
    keys: offsets(parent?.keys, ({ key }) => key),
    ids: splice.texts(parent?.ids, ({ facts }) => Buffer.from(facts.id, 'utf8')),
    begins: moments(parent?.begins, ({ begin }) => begin),
    untils: moments(parent?.untils, ({ until }) => until),
    nexts: nexts.every((next) => next === Infinity) ? null : nexts,
    flags: splice.numbers(new Uint8Array(size), parent?.flags, ({ facts }) => facts.flags),
    propertiesStarts: offsets(parent?.propertiesStarts, ({ propertiesStart }) => propertiesStart),
    propertiesEnds: offsets(parent?.propertiesEnds, ({ propertiesEnd }) => propertiesEnd),
    geometryStarts: offsets(parent?.geometryStarts, ({ geometryStart }) => geometryStart),
    delivered: delivered.text.length === 0 ? null : delivered,
    states: states(parent?.states, ({ state }) => state),
    documentStates: hasDocuments ? states(parent?.documentStates, ({ documentState }) => documentState ?? NO_STATE) : null,
    lengths: lengthsOf(parent?.lengths, heights.rows !== null, (facts) => facts.lengths),
    documentLengths, heights,
    boxes: planes.map((_, crs) => splice.numbers(
      new Float32Array(size * 4), parent?.boxes[crs], ({ facts }) => facts.boxes.subarray(crs * 4, crs * 4 + 4), 4,
    )),
    runs: spliceRuns(splice, parent?.runs ?? null, planes.length),
  };
}

/** Returns the number of the CRS with two axes whose numbers a CRS has; itself when it has two axes. */
export function planeIndex(crs: number, planes: number): number {
  return crs < planes ? crs : PLANE_OF_HEIGHT[crs - planes]!;
}

function spliceHeights(splice: Splice<NewRowFacts>, parent: HeightColumns | undefined): HeightColumns {
  const column = (of: Uint8Array | null | undefined, put: (facts: RowFacts) => boolean): Uint8Array | null => {
    if ((of ?? null) === null && !splice.fresh.some(({ facts }) => put(facts))) return null;
    const has = splice.numbers(new Uint8Array(splice.length), of ?? undefined, ({ facts }) => Number(put(facts)));
    return has.includes(1) ? has : null;
  };
  return {
    rows: column(parent?.rows, ({ hasHeights }) => hasHeights),
    documents: column(parent?.documents, ({ documentHasHeights }) => documentHasHeights),
  };
}

function noTexts(count: number): Texts {
  return { ends: new Uint8Array(count), text: new Uint8Array(0) };
}

const NO_STATE = new Uint8Array(STATE_BYTES);

/** Returns the state of one row. */
export function stateOf(states: Uint8Array, row: number): Uint8Array {
  return states.subarray(row * STATE_BYTES, (row + 1) * STATE_BYTES);
}

/** One run of a new row. */
interface NewRun {
  readonly table: RunTable;
  readonly at: number;
}

function spliceRuns(
  rows: Splice<NewRowFacts>, parent: readonly RunColumns[] | null, planes: number,
): readonly RunColumns[] | null {
  if (parent === null && rows.fresh.every(({ facts }) => facts.runs === null)) return null;
  const parentEnds = parent?.[0]!.ends;
  const before = (row: number): number => (row === 0 || parentEnds === undefined ? 0 : parentEnds[row - 1]!);
  const runs = new Splice(rows.ranges.map((range): SpliceRange<NewRun> => (range.kind === 'kept'
    ? { kind: 'kept', from: before(range.from), to: before(range.to) }
    : { kind: 'new', entries: range.entries.flatMap(({ facts }) => newRuns(facts.runs)) })));
  if (runs.length === 0) return null;
  const parentCounts = parentEnds?.map((end, row) => end - before(row));
  const ends = rows.numbers(new Uint32Array(rows.length), parentCounts, ({ facts }) => facts.runs?.path.length ?? 0);
  for (let row = 1; row < ends.length; row += 1) ends[row]! += ends[row - 1]!;
  return Array.from({ length: planes }, (_, crs) => {
    const of = parent?.[crs];
    /** Returns the numbers of a run in this CRS, `width` of them. */
    const some = <List extends Float32Array | Uint32Array>(list: List, { table, at }: NewRun, width: number): List => {
      const start = (crs * table.path.length + at) * width;
      return list.subarray(start, start + width) as List;
    };
    return {
      ends,
      path: runs.numbers(new Uint32Array(runs.length), of?.path, ({ table, at }) => table.path[at]!),
      part: runs.numbers(new Uint32Array(runs.length), of?.part, ({ table, at }) => table.part[at]!),
      boxes: runs.numbers(new Float32Array(runs.length * 4), of?.boxes, (run) => some(run.table.boxes, run, 4), 4),
      bytes: runs.numbers(new Uint32Array(runs.length * 2), of?.bytes, (run) => some(run.table.bytes, run, 2), 2),
    };
  });
}

function newRuns(table: RunTable | null): readonly NewRun[] {
  return table === null ? [] : Array.from(table.path, (_, at) => ({ table, at }));
}
