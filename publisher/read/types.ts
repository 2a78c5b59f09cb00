/**
 * Reading interface of editions. The server uses these types only, never the bytes behind them.
 * Coordinates and boxes are in the axis order of the CRS named beside them.
 */
import type { EditionCrs, PlaneCrs } from '../../schemas/crs.ts';
import type { Box } from '../../schemas/geometry.ts';
import type { RootType } from '../../schemas/names.ts';
import type { Downloads } from './downloads.ts';
import type { Filter, QueryBox, SeriesQuery } from './series-query.ts';
import type { HolderQuality, QualityTotals } from '../../schemas/quality.ts';
import type { Moment, Period, Received } from '../../schemas/time.ts';

/** Adjacent features of one block within a range. Values computed from their bytes can be cached for other ranges. */
export interface BlockPart {
  /** SHA-256 of the block. */
  readonly hash: Buffer;
  /** Start of the features in the block. */
  readonly from: number;
  /** Whether these are all features of the block. */
  readonly isWhole: boolean;
  /** Their byte range in the slices, from the start of the first feature to the end of the last. */
  readonly start: number;
  readonly end: number;
}

/** Number of selected rows, and of returned rows. */
export interface Counts {
  readonly numberReturned: number;
  /** Exact number of features or documents that the query selects. */
  readonly numberMatched: number;
  /** Position of the next page, or null when nothing follows. */
  readonly next: number | null;
}

/** Features as ready bytes. */
export interface FeatureBytes {
  /** Features separated by commas when concatenated, without brackets; empty when there are none. */
  readonly slices: readonly Buffer[];
  /** Sum of the slices' lengths. */
  readonly bytes: number;
  /** In order, without single features; absent when the range is not made of blocks. */
  readonly blocks?: readonly BlockPart[];
  /** Frees the memory of the slices, once nothing uses them any more. Without that call, the garbage collector frees it. */
  readonly release?: () => void;
}

export type FeatureRange = FeatureBytes & Counts;

/** Pieces that are read on demand. A caller that stops early must call `return`. */
export type Chunks<Taken> = AsyncGenerator<Taken, void>;

/** A range too long to be returned at once. Its chunks, joined by commas, are its bytes. */
export interface LongBytes<Taken> {
  readonly bytes: number;
  readonly chunks: () => Chunks<Taken>;
}

export type LongFeatures = LongBytes<FeatureBytes> & Counts;

/** Whole documents as ready bytes. */
export interface DocumentBytes {
  /** Documents separated by commas when concatenated, without brackets. */
  readonly slices: readonly Buffer[];
  /** Sum of the slices' lengths. */
  readonly bytes: number;
  /** Per document: its end in the concatenation; the next begins behind a comma. */
  readonly ends: readonly number[];
}

export type DocumentRange = DocumentBytes & Counts;
export type LongDocuments = LongBytes<DocumentBytes> & Counts;

/** Numbers [from, to) of columns or rows. */
export type CellSpan = readonly [from: number, to: number];

/** A grid of square cells. Column 0 begins at the origin and counts to the east, row 0 to the north. */
export interface CellGrid {
  readonly crs: PlaneCrs;
  /** Side of a cell, in units of the CRS. */
  readonly size: number;
  readonly origin: readonly [x: number, y: number];
  /** The only cells that count; absent: all. Features without geometry count without a window only. */
  readonly window?: { readonly columns: CellSpan; readonly rows: CellSpan };
  /** Whether features outside the window count in its nearest cell. */
  readonly isMovedIn?: true;
}

/** The south-west corner of a cell, and the number of features in it. */
export type Cell = readonly [x: number, y: number, count: number];

export interface CellCounts {
  /** Cells with features, from south to north and from west to east. */
  readonly cells: readonly Cell[];
  readonly withoutGeometry: number;
  readonly numberMatched: number;
}

/** Whether all rows of a collection, whenever they are valid, can be given in CRSs with heights. */
export interface SeriesHeights {
  /** There are geometries, and all of them have heights. */
  readonly features: boolean;
  /** Every document of the series has geometries, and all of them have heights. */
  readonly documents: boolean;
}

/** One series (*now* of a collection) of one edition. Reading never parses or prints JSON. */
export interface Series {
  readonly name: string;
  readonly count: number;
  /** Content hash of the series, hex: equal hashes mean equal responses to equal queries. */
  readonly hash: string;
  /** Content hash of all its rows, whenever they are valid. */
  readonly allHash: string;
  readonly heights: SeriesHeights;
  /** Features from `position` (0 is the first) in publication order. Stops early at LIMITS.pageBytesMax, never before one feature. */
  page(query: { crs: EditionCrs; position: number; limit: number }): FeatureRange;
  /**
   * The features whose published geometry in `boxCrs` intersects the closed box, then those without geometry; `position` counts among
   * these. A CRS84 box whose min lon exceeds its max lon crosses the antimeridian.
   */
  box(query: { crs: EditionCrs; box: Box; boxCrs: PlaneCrs; position: number; limit: number }): FeatureRange;
  /** The features that any query selects, in its order. Long work lets other requests run in between. */
  answer(query: SeriesQuery): FeatureRange | Promise<FeatureRange>;
  /** The same; more than `readyBytesMax` bytes are returned in chunks. */
  answer(query: SeriesQuery, readyBytesMax: number): FeatureRange | LongFeatures | Promise<FeatureRange | LongFeatures>;
  /** The features that a query selects, counted in the cells of a grid; its order, position and limit have no effect. */
  cells(query: SeriesQuery, grid: CellGrid): Promise<CellCounts>;
  /** For a series of roots: the same rows as whole documents, as `Edition.document` returns them. Stops early as `page` does. */
  documents(query: SeriesQuery): DocumentRange | Promise<DocumentRange>;
  documents(query: SeriesQuery, readyBytesMax: number): DocumentRange | LongDocuments | Promise<DocumentRange | LongDocuments>;
}

/** Begins of a version and of those beside it, among the versions of its object in validity time. */
export interface VersionOrder {
  readonly begin: Moment;
  /** Null: it is the first. */
  readonly previous: Moment | null;
  /** Null: it is the last. */
  readonly next: Moment | null;
  readonly last: Moment;
}

export interface FoundFeature {
  /** The feature's bytes, a complete GeoJSON Feature. */
  readonly bytes: Buffer;
  /** Offset of the end of its list of links, before the bracket. The list is not empty. */
  readonly linksEnd: number;
  /** Hash of its own state, and of its shown end when that differs from the delivered one; hex, equal in all CRSs. */
  readonly hash: string;
  /** Whether it lies in *now* of its series, and so changes only when *now* does. */
  readonly isNow: boolean;
  readonly order: VersionOrder;
  /** As in FeatureBytes. */
  readonly release?: () => void;
}

export interface FoundDocument {
  readonly type: RootType;
  /** The whole document with `_links`; slices in order. */
  readonly slices: readonly Buffer[];
  /** Hash of the whole document's state, hex, equal in all CRSs. */
  readonly hash: string;
  /** Whether it lies in *now* of the series of its root. */
  readonly isNow: boolean;
  readonly order: VersionOrder;
  /** As in FeatureBytes. */
  readonly release?: () => void;
}

/** A recorded version of a root. */
export interface ListedVersion {
  readonly type: RootType;
  readonly valid: Period;
  /** `until` null: it is recorded now. */
  readonly recorded: { readonly from: Received; readonly until: Received | null };
  /** The bronhoudercode in its document. */
  readonly holder: string;
  /** Index in the list of the version that it is compared with; null: none. */
  readonly comparedWith: number | null;
  /** Dotted names of the fields that differ from that version. */
  readonly changed: readonly string[];
  /** Whether this version is the document of the edition when no moment of validity is given. */
  readonly isPresent: boolean;
}

/** A stored edition that shows a version. */
export interface Showing {
  readonly activated: Date;
  /** Whether that version is its document when no moment of validity is given. */
  readonly isPresent: boolean;
}

/** One immutable edition. */
export interface Edition {
  readonly number: number;
  readonly contentId: string;
  readonly moment: Moment;
  /** Hash of the configuration it was published with, hex. */
  readonly configurationHash: string;
  readonly baseUrl: string;
  /** Epoch of its coordinates in ITRF2014, as a decimal year; null: it has none. */
  readonly epoch: number | null;
  /** Numbers of the packs with its bytes. */
  readonly packNumbers: readonly number[];
  /** Every series in schemas/names.ts by name, empty or not; each is the *now* of its collection. */
  readonly series: ReadonlyMap<string, Series>;
  /** The area and period of the rows of a series, *now* and *other* together, to the last decimal. Cached while the series stays the same. */
  extent(series: string): Promise<SeriesExtent>;
  /**
   * `at`: the version valid at that moment, as a feature with the end of that version (shown-ends.ts). Null: the version valid now, else
   * the most recent one, with the delivered end.
   */
  feature(series: string, id: string, crs: EditionCrs, at?: Moment | null): FoundFeature | undefined;
  document(id: string, crs: EditionCrs, at?: Moment | null): FoundDocument | undefined;
  /** Starts of validity of the versions of an object in a series, in order; `feature` and `document` select among these. */
  begins(series: string, id: string): readonly Moment[];
  /** Start of validity of the version that is valid at a moment; undefined: none is. */
  beginAt(series: string, id: string, at: Moment): Moment | undefined;
  /** All recorded versions of a root, ended ones too, as they were recorded; empty when the id is unknown. */
  versions(id: string): readonly ListedVersion[];
}

export interface SeriesExtent {
  /** In CRS84; null when no row has geometry. */
  readonly box: Box | null;
  /** First begin and last end, milliseconds; Infinity: a row has no end; null when there are no rows. */
  readonly period: { readonly from: number; readonly until: number } | null;
}

/** The head that first had this content, and when it was activated. */
export interface Since {
  readonly head: number;
  readonly activated: Date;
}

/** The head as activated, and its edition. */
export interface Activated {
  readonly edition: Edition;
  readonly head: number;
  /** The highest number that an edition has had. */
  readonly newest: number;
  readonly activated: Date;
  /** Whether its bytes are those activated then. An edition made again since has other bytes, whose date is unknown. */
  readonly isAsPublished: boolean;
  /** Since when the *now*, and the *other*, of a series have their present content; every series has an entry. */
  readonly since: (series: string) => { readonly now: Since; readonly other: Since };
}

/**
 * `nothing`: no edition existed yet. `gone`: the edition is not stored any more; `head`: the head by which it was active, 0 when unknown;
 * `nearest`: moments at which stored editions were activated.
 */
export type ActiveAt = Activated | 'nothing' | {
  readonly gone: true;
  /** A damaged head may have been the active one then; absent: the edition is not stored any more. */
  readonly isDamaged?: true;
  readonly head: number;
  readonly nearest: readonly Date[];
};

/** A damaged head: only its number is known. */
export interface DamagedHead {
  readonly head: number;
  readonly isDamaged: true;
}

/** The facts of a head, and of its edition while that is stored. */
export interface ListedHead {
  readonly head: number;
  readonly isDamaged: false;
  readonly edition: number;
  readonly activated: Date;
  /** When the next head was activated; null: it is the active one; unknown: the next is damaged. */
  readonly until: Date | null | 'unknown';
  readonly moment: Moment;
  /** Whether it names an older edition than an earlier head did. */
  readonly isRollback: boolean;
  /** Null: the edition is not stored; damaged: its manifest is damaged. */
  readonly content: 'damaged' | {
    /** Number of the edition that it was made from; null: from nothing. */
    readonly parent: number | null;
    /** Numbers of objects added, changed and ended, compared with the parent, by series; null: unknown. */
    readonly changed: Readonly<Record<string, readonly [added: number, changed: number, ended: number]>> | null;
    /** Objects valid now, by series. */
    readonly counts: ReadonlyMap<string, number>;
    /** Number of the nearest stored edition before; null: none. */
    readonly previous: number | null;
  } | null;
}

/**
 * An edition by its number: as it was first activated. `unknown`: no edition has or had that number. `gone`: it is not stored any more;
 * `nearest`: numbers of stored editions around it.
 */
export type NumberedEdition =
  | { readonly activated: Activated; readonly listed: ListedHead }
  | 'unknown'
  | { readonly gone: true; readonly isDamaged?: true; readonly nearest: readonly number[] };

export interface ListedHeads {
  readonly heads: readonly (ListedHead | DamagedHead)[];
  /** Number of heads. */
  readonly numberMatched: number;
}

/** How a feature differs: it is valid now after and was not before, the reverse, or valid in both with another content. */
export type ChangeKind = 'added' | 'changed' | 'ended';

/** The series to compare, in order, and the features that count. A difference counts when its feature before or after matches. */
export interface DifferenceQuery {
  readonly series: readonly { readonly name: string; readonly filter: Filter | null }[];
  readonly box: QueryBox | null;
  /** As in SeriesQuery. */
  readonly words: readonly string[];
}

/** Names one difference; stable between two editions, whatever the query. */
export interface DifferencePosition {
  readonly series: string;
  readonly key: number;
  readonly id: string;
}

/** The differences behind a position; null: from the first on. */
export interface DifferencePage {
  /** CRSs of the features; at least one. */
  readonly crss: readonly EditionCrs[];
  readonly from: DifferencePosition | null;
  readonly limit: number;
}

export interface FeatureDifference {
  readonly kind: ChangeKind;
  readonly position: DifferencePosition;
  /** The feature in each CRS of the page, a complete GeoJSON Feature; null: it is not valid in that edition. */
  readonly before: readonly Buffer[] | null;
  readonly after: readonly Buffer[] | null;
}

export interface FeatureDifferences {
  readonly differences: readonly FeatureDifference[];
  /** Whether others follow. */
  readonly hasMore: boolean;
}

/** Numbers of differences by kind, by series of the query. */
export type DifferenceCounts = ReadonlyMap<string, Readonly<Record<ChangeKind, number>>>;

/** Two editions of one store; null: the empty state before the first edition. */
export interface EditionPair {
  readonly before: Edition | null;
  readonly after: Edition | null;
}

/** The editions of one audience in one store. */
export interface Editions {
  /** The active edition; undefined before the first publication. Cheap: no file access. */
  current(): Activated | undefined;
  /** Whether a newer head exists that is damaged, so that the active edition is not the newest. */
  readonly isBehind: boolean;
  /**
   * Runs `work`, which only reads. It is ended and run again when missing bytes have been read; it returns at once when all are available.
   * Outside `whenRead`, reading blocks the thread.
   */
  whenRead<Result>(work: () => Result): Result | Promise<Awaited<Result>>;
  /** Number of packs open for reading now. */
  readonly openPacks: number;
  /** Looks for a newer head now and opens it. */
  refresh(): void;
  /** The first head, from this number on, whose edition is stored: it has what did not change since the earlier one. */
  firstFrom(head: number): Activated | undefined;
  /** For each of these versions of an id, the first stored edition that shows it; null: none. */
  showing(id: string, versions: readonly Pick<ListedVersion, 'valid' | 'recorded'>[]): readonly (Showing | null)[];
  /** The edition active at a moment: of the last head activated at or before it. */
  at(moment: Moment): ActiveAt;
  /** The edition with a number, whatever edition is active. */
  numbered(edition: number): NumberedEdition;
  /** The facts of heads from `position` on; 0 is the newest. Long work lets other requests run in between. */
  list(query: { position: number; limit: number }): Promise<ListedHeads>;
  /** The facts of the first `limit` heads after a number, oldest first. Numbers that are missing in between are of heads that are not stored. */
  listAfter(head: number, limit: number): Promise<readonly (ListedHead | DamagedHead)[]>;
  /** Counts the differences between two editions. Long work lets other requests run in between. */
  countDifferences(pair: EditionPair, query: DifferenceQuery): Promise<DifferenceCounts>;
  /** The differences behind `from`, at most `limit` and, after the first, LIMITS.readyBytesMax. Long work lets other requests run in between. */
  differences(pair: EditionPair, query: DifferenceQuery, page: DifferencePage): Promise<FeatureDifferences>;
  /** The files to take as a whole of an edition; null: none were made, or the edition is not stored any more. */
  downloads(edition: Pick<Edition, 'number' | 'contentId'>): Downloads | null;
  /** The same of the last stored edition, up to this number, that has any. */
  downloadsUpTo(edition: number): Downloads | null;
  /** The totals of the last stored editions up to this number whose quality was measured, newest first. */
  qualityUpTo(edition: number, limit: number): readonly QualityTotals[];
  /** What was measured of a holder; null: nothing. */
  qualityOfHolder(totals: QualityTotals, holder: string): HolderQuality | null;
  close(): void;
}

/** An object that a holder asks for by id. */
export interface OwnObject {
  readonly id: string;
  /** The bronhoudercodes of the reader. */
  readonly holders: readonly string[];
  /** The moment at which it must have been recorded; null: now. */
  readonly at: Moment | null;
  /** Whether the public edition has the object. */
  readonly isPublic: boolean;
}

/** A root as its holder may see it. */
export interface OwnView {
  /** The root as if it were all that is published. The reader closes it. */
  readonly editions: Editions;
  /** When a version of the root was last recorded or ended. */
  readonly changed: Received;
}

/** Returns the root of an object for its holder; undefined when the object is not the holder's, or all of its root is public. */
export type OwnViews = (object: OwnObject) => Promise<OwnView | undefined>;
