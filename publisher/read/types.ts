/**
 * What an edition can be asked. The server knows these types only, never the bytes behind them.
 * Coordinates and boxes are in the axis order of the CRS named beside them.
 */
import type { PublishedCrs } from '../../schemas/crs.ts';
import type { Box } from '../../schemas/geometry.ts';
import type { RootType } from '../../schemas/names.ts';
import type { Question } from './question.ts';
import type { Moment, Period, Received } from '../../schemas/time.ts';

/** Features of a range that stand side by side in one block: what is made of their bytes can be kept for other ranges. */
export interface BlockPart {
  /** SHA-256 of the block. */
  readonly hash: Buffer;
  /** Where they begin in the block. */
  readonly from: number;
  /** Whether these are all features of the block. */
  readonly isWhole: boolean;
  /** Their bytes among those of the range, from the start of the first feature to the end of the last. */
  readonly start: number;
  readonly end: number;
}

/** How many a question selects, and how many of these are given. */
export interface Counts {
  readonly numberReturned: number;
  /** Exact number of features or documents that the query selects. */
  readonly numberMatched: number;
  /** Position to go on at, or null when nothing follows. */
  readonly next: number | null;
}

/** Features as ready bytes. */
export interface FeatureBytes {
  /** Features separated by commas when concatenated, without brackets; empty when there are none. */
  readonly slices: readonly Buffer[];
  /** Sum of the slices' lengths. */
  readonly bytes: number;
  /** In order, single features left out; absent when the range is not made of blocks. */
  readonly blocks?: readonly BlockPart[];
}

export type FeatureRange = FeatureBytes & Counts;

/** Pieces that are read when they are asked for. Whoever stops early must call `return`. */
export type Chunks<Taken> = AsyncGenerator<Taken, void>;

/** A range that is too long to be had at once. Joined by commas its chunks are its bytes. */
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
  /** Of each document the end in the concatenation; the next begins behind a comma. */
  readonly ends: readonly number[];
}

export type DocumentRange = DocumentBytes & Counts;
export type LongDocuments = LongBytes<DocumentBytes> & Counts;

/** One series (*now* of a collection) of one edition. Reading never parses or prints JSON. */
export interface Series {
  readonly name: string;
  readonly count: number;
  /** Content hash of the series, hex: equal means equal answers to equal questions. */
  readonly hash: string;
  /** The same of all its rows, whenever they are valid. */
  readonly allHash: string;
  /**
   * Features from `position` (0 is the first) in publication order. Stops early at LIMITS.pageBytesMax, never
   * before one feature.
   */
  page(query: { crs: PublishedCrs; position: number; limit: number }): FeatureRange;
  /**
   * The features whose published geometry in `boxCrs` intersects the closed box, then those without geometry; `position` counts among these. In
   * CRS84 a box whose min lon exceeds its max lon crosses the antimeridian.
   */
  box(query: { crs: PublishedCrs; box: Box; boxCrs: PublishedCrs; position: number; limit: number }): FeatureRange;
  /** The features that any question selects, in its order. Long work leaves others their turn. */
  answer(question: Question): FeatureRange | Promise<FeatureRange>;
  /** The same; what has more than `readyBytesMax` bytes in chunks. */
  answer(question: Question, readyBytesMax: number): FeatureRange | LongFeatures | Promise<FeatureRange | LongFeatures>;
  /** Of a series of roots: the same rows, as the whole documents of `Edition.document`. Stops early as `page` does. */
  documents(question: Question): DocumentRange | Promise<DocumentRange>;
  documents(question: Question, readyBytesMax: number): DocumentRange | LongDocuments | Promise<DocumentRange | LongDocuments>;
}

export interface FoundFeature {
  /** The feature's bytes, a complete GeoJSON Feature. */
  readonly bytes: Buffer;
  /** Where in the bytes the list of its links ends: before its bracket. It is not empty. */
  readonly linksEnd: number;
  /** Hash of its own state, and of its end where the bytes show another one than was delivered; hex, equal in all CRSs. */
  readonly hash: string;
  /** Whether it lies in *now* of its series, and so changes only when that does. */
  readonly isNow: boolean;
}

export interface FoundDocument {
  readonly type: RootType;
  /** The whole document with `_links`; slices in order. */
  readonly slices: readonly Buffer[];
  /** Hash of the whole document's state, hex, equal in all CRSs. */
  readonly hash: string;
  /** Whether it lies in *now* of the series of its root. */
  readonly isNow: boolean;
}

/** A version of a root, as it was recorded. */
export interface ListedVersion {
  readonly type: RootType;
  readonly valid: Period;
  /** `until` null: it is recorded still. */
  readonly recorded: { readonly from: Received; readonly until: Received | null };
  /** Place in the list of the version that it is compared with; null: there is none. */
  readonly comparedWith: number | null;
  /** Dotted names of the fields in which it differs from that. */
  readonly changed: readonly string[];
  /** Whether the document of the edition is this version when no moment of validity is asked for. */
  readonly isPresent: boolean;
}

/** An edition that is kept and shows a version. */
export interface Showing {
  readonly activated: Date;
  /** Whether its document is that version when no moment of validity is asked for. */
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
  /** Of the packs that it lies in. */
  readonly packNumbers: readonly number[];
  /** *Now* of every series in schemas/names.ts, listed, empty or not. */
  readonly series: ReadonlyMap<string, Series>;
  /** Where and when the rows of a series lie, *now* and *other* together, to the last decimal. Kept while the series stays the same. */
  extent(series: string): Promise<SeriesExtent>;
  /**
   * `at`: the version valid at that moment, the feature with the end of that version (shown-ends.ts); null: the one valid now, else the
   * most recent known, with the end that was delivered.
   */
  feature(series: string, id: string, crs: PublishedCrs, at?: Moment | null): FoundFeature | undefined;
  document(id: string, crs: PublishedCrs, at?: Moment | null): FoundDocument | undefined;
  /** From when on the earliest known version of an object is valid. */
  firstBegin(id: string): Moment | undefined;
  /** All recorded versions of a root, those that ended too, as they were recorded; none when nothing is known of the id. */
  versions(id: string): readonly ListedVersion[];
}

export interface SeriesExtent {
  /** In CRS84; null when nothing in it has geometry. */
  readonly box: Box | null;
  /** First begin and last end, milliseconds; Infinity: some have no end; null when there are no rows. */
  readonly period: { readonly from: number; readonly until: number } | null;
}

/** The head that first had some content, and when it was activated. */
export interface Since {
  readonly head: number;
  readonly activated: Date;
}

/** The head as activated, and its edition. */
export interface Activated {
  readonly edition: Edition;
  readonly head: number;
  readonly activated: Date;
  /** Whether it is what was activated then. One that was made again since shows other bytes, and no date says since when. */
  readonly isAsPublished: boolean;
  /** Since when the *now*, and the *other*, of a series have their present content; every series has an entry. */
  readonly since: (series: string) => { readonly now: Since; readonly other: Since };
}

/**
 * `nothing`: there was no edition yet. `gone`: it is kept no more; `head`: by which it was active, 0 when that is not known;
 * `nearest`: moments at which editions that are kept were activated.
 */
export type ActiveAt = Activated | 'nothing' | {
  readonly gone: true;
  /** A damaged head may have been the active one then; absent: the edition is not kept any more. */
  readonly isDamaged?: true;
  readonly head: number;
  readonly nearest: readonly Date[];
};

/** A head that is damaged: nothing but its number is known. */
export interface DamagedHead {
  readonly head: number;
  readonly isDamaged: true;
}

/** What is told of a head: of its edition too, while that is kept. */
export interface ListedHead {
  readonly head: number;
  readonly isDamaged: false;
  readonly edition: number;
  readonly activated: Date;
  /** When the next head was activated; null: it is the active one; unknown: the next is damaged. */
  readonly until: Date | null | 'unknown';
  readonly moment: Moment;
  /** Whether it names an older edition than there was. */
  readonly isRollback: boolean;
  /** Null: the edition is not kept; damaged: its manifest is. */
  readonly content: 'damaged' | {
    /** The edition that it was made from; null: from nothing. */
    readonly parent: number | null;
    /** Objects added, changed and ended against the parent, by series; null: not known. */
    readonly changed: Readonly<Record<string, readonly [added: number, changed: number, ended: number]>> | null;
    /** Objects valid now, by series. */
    readonly counts: ReadonlyMap<string, number>;
  } | null;
}

export interface ListedHeads {
  readonly heads: readonly (ListedHead | DamagedHead)[];
  /** Heads in all. */
  readonly numberMatched: number;
}

/** The editions of one audience in one store. */
export interface Editions {
  /** The active edition; undefined before the first publication. Cheap: no file access. */
  current(): Activated | undefined;
  /** Whether a newer head is there that is damaged, so that the active edition is not the newest. */
  readonly isBehind: boolean;
  /**
   * `work`, which only reads; it is ended and done again when what it needs has been read. At once when all of that is kept. What
   * is read outside of it keeps the thread.
   */
  whenRead<Result>(work: () => Result): Result | Promise<Awaited<Result>>;
  /** Packs that are open for reading now. */
  readonly openPacks: number;
  /** Looks for a newer head now and opens it. */
  refresh(): void;
  /** The first head from this one on whose edition is kept: what it holds since an earlier head was so then. */
  firstFrom(head: number): Activated | undefined;
  /** Of each of some versions of an id the first edition that is kept and shows it; null: none. */
  showing(id: string, versions: readonly Pick<ListedVersion, 'valid' | 'recorded'>[]): readonly (Showing | null)[];
  /** What was active at a moment: the last head activated at or before it. */
  at(moment: Moment): ActiveAt;
  /** What there is to tell of heads from `position` on; 0 is the newest. Long work leaves others their turn. */
  list(query: { position: number; limit: number }): Promise<ListedHeads>;
  close(): void;
}
