/**
 * Input: the data that the publisher gets of a root and its rows. These types connect reprojection with publishing. Pure data, a function
 * of the register at (prefix, moment); the publisher never reads the register.
 */
import type { FlatGeometry } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { EntityType, RootType } from '../../schemas/names.ts';
import type { Moment, Period, Received } from '../../schemas/time.ts';
import type { Audience } from '../format/layout.ts';
import type { Configuration } from '../format/manifest.ts';
import type { RowOrder } from '../format/order.ts';
import type { ProjectedCoordinates, ProjectedHeights } from '../format/orientation.ts';

/** One geometry in every CRS with two axes: the same vertices in the same order, 2 numbers a vertex, unrounded. */
export interface ProjectedGeometry {
  readonly shape: FlatGeometry;
  readonly coordinates: ProjectedCoordinates;
  /** One a vertex, unrounded; absent: it was delivered without heights. */
  readonly heights?: ProjectedHeights;
  /** Made from a distance, or from the lines of pipelines: the document has no geometry. */
  readonly isDerived?: boolean;
}

/** One recorded version of a root, valid in `valid`. */
export interface VersionState {
  readonly valid: Period;
  /** The whole 4.0.0 document as delivered; its geometry members are not read. */
  readonly document: JsonObject;
  /** By object id; an object without an entry has no geometry. */
  readonly geometries: ReadonlyMap<string, ProjectedGeometry>;
  /** By object id: `tijdstipRegistratie` as served. */
  readonly registered: Readonly<Record<string, string>>;
  /** Objects outside this root that its links name. Their type and root never change. */
  readonly targets: Readonly<Record<string, { readonly type: EntityType; readonly root: string }>>;
}

/** All recorded versions of one root at one prefix that this audience may see, by start of validity. */
export interface RootState {
  readonly id: string;
  readonly type: RootType;
  readonly versions: readonly VersionState[];
}

/** A root that changed, or whose *now* changed, between two editions. Null: the root does not exist. */
export interface RootChange {
  readonly before: RootState | null;
  readonly after: RootState | null;
  /** Moment of the change: recorded, or begun or ended. */
  readonly at: Moment;
  /** Ids of objects that the audience may not see any more: no published count includes their changes. */
  readonly hidden?: ReadonlySet<string>;
}

/** A recorded version of a root that this audience may see. */
export interface RecordedVersion {
  readonly id: string;
  readonly type: RootType;
  readonly valid: Period;
  /** `until` null: it is recorded now. */
  readonly recorded: { readonly from: Received; readonly until: Received | null };
  /** The bronhoudercode in its document. */
  readonly holder: string;
  /** Dotted names of the fields that differ from its predecessor (format/predecessor.ts); null: it has no predecessor. */
  readonly changed: readonly string[] | null;
}

/** The key of a recorded version within its root. */
export interface VersionName {
  readonly id: string;
  readonly recordedFrom: Received;
  readonly validFrom: Moment;
}

/** A version that the parent does not list yet, or lists as recorded although it has ended, or must not list any more. */
export type VersionChange = (
  | { readonly kind: 'open'; readonly version: RecordedVersion }
  | { readonly kind: 'end'; readonly version: VersionName; readonly until: Received }
  | { readonly kind: 'remove'; readonly version: VersionName }
) & {
  /** Moment of the change. */
  readonly at: Moment;
};

export interface PublishRequest {
  readonly audience: Audience;
  readonly configuration: Configuration;
  /** Moment at which *now* is taken. */
  readonly moment: Moment;
  /** Starts from nothing although a parent exists, because the parent's packs are damaged. */
  readonly anew?: boolean;
  /** The last moment at which the parent was found equal; the parent's own moment when absent. */
  readonly parentMoment?: Moment;
  /**
   * The rows that differ from those of the parent edition at the given moment; null: no parent. Read once, in any order, so that any
   * process may derive them (derive.ts).
   */
  readonly rows: (parent: Moment | null) => Iterable<RowChange>;
  /** The recorded versions that differ from those in the parent edition. Read once, in any order. */
  readonly versions: () => Iterable<VersionChange>;
  /** Gets the number of the edition once it is complete and before a head names it. */
  readonly onWritten?: (edition: number, shown: Moment) => void;
}

/** One row of one object in one period. */
export interface DerivedRow {
  readonly order: RowOrder;
  /** Twice the index of its series; plus one: in *other*. */
  readonly target: number;
  /** Row record (row.ts). */
  readonly record: Buffer;
}

/** A row that the edition removes from the parent, or adds. */
export interface RowChange {
  readonly isRemoval: boolean;
  readonly row: DerivedRow;
  /** Moment of the change. */
  readonly at: Moment;
  /** The row belongs to an object that the audience may not see any more. */
  readonly isHidden: boolean;
}
