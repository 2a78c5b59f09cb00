/**
 * Input: what the publisher is given of a root, and of its rows. The types on the arrow reproject → publish.
 * Pure data, a function of the register at (prefix, moment); the publisher never asks back.
 */
import type { FlatGeometry } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { EntityType, RootType } from '../../schemas/names.ts';
import type { Moment, Period, Received } from '../../schemas/time.ts';
import type { Audience } from '../format/layout.ts';
import type { Configuration } from '../format/manifest.ts';
import type { RowOrder } from '../format/order.ts';
import type { ProjectedCoordinates } from '../format/orientation.ts';

/** One geometry in every published CRS: the same vertices in the same order, 2 numbers a vertex, unrounded. */
export interface ProjectedGeometry {
  readonly shape: FlatGeometry;
  readonly coordinates: ProjectedCoordinates;
  /** Made from a distance, or from the lines of pipelines: the document has none. */
  readonly isDerived?: boolean;
}

/** One recorded version of a root, holding in `valid`. */
export interface VersionState {
  readonly valid: Period;
  /** The whole 4.0.0 document as delivered; its geometry members are not read. */
  readonly document: JsonObject;
  /** By object id; an object without an entry has no geometry. */
  readonly geometries: ReadonlyMap<string, ProjectedGeometry>;
  /** By object id: `tijdstipRegistratie` as served. */
  readonly registered: Readonly<Record<string, string>>;
  /** Objects outside this root that its links name: their type and root never change. */
  readonly targets: Readonly<Record<string, { readonly type: EntityType; readonly root: string }>>;
}

/** All recorded versions of one root at one prefix that this audience may see, by start of validity. */
export interface RootState {
  readonly id: string;
  readonly type: RootType;
  readonly versions: readonly VersionState[];
}

/** A root that changed, or whose *now* changed, between two editions. Null: not there. */
export interface RootChange {
  readonly before: RootState | null;
  readonly after: RootState | null;
  /** When that came to be: recorded, or begun or ended. */
  readonly at: Moment;
  /** The audience may not see it any more: nothing that is told of the change counts it. */
  readonly isHidden?: boolean;
}

/** A recorded version of a root, of those that this audience may see. */
export interface RecordedVersion {
  readonly id: string;
  readonly type: RootType;
  readonly valid: Period;
  /** `until` null: it is recorded now. */
  readonly recorded: { readonly from: Received; readonly until: Received | null };
  /** Dotted names of the fields in which it differs from its predecessor (format/predecessor.ts); null: it has none. */
  readonly changed: readonly string[] | null;
}

/** What tells a recorded version of a root from all others of it. */
export interface VersionName {
  readonly id: string;
  readonly recordedFrom: Received;
  readonly validFrom: Moment;
}

/** A version that the parent does not list yet, that it lists as recorded but that has ended, or that it must list no more. */
export type VersionChange = (
  | { readonly kind: 'open'; readonly version: RecordedVersion }
  | { readonly kind: 'end'; readonly version: VersionName; readonly until: Received }
  | { readonly kind: 'remove'; readonly version: VersionName }
) & {
  /** When that came to be. */
  readonly at: Moment;
};

export interface PublishRequest {
  readonly audience: Audience;
  readonly configuration: Configuration;
  /** Moment at which *now* is taken. */
  readonly moment: Moment;
  /** Goes on from nothing although there is a parent: for one whose packs are damaged. */
  readonly anew?: boolean;
  /** The last moment at which the parent was found to say the same; its own when absent. */
  readonly parentMoment?: Moment;
  /**
   * The rows that differ from those of the parent edition at the moment given; null: there is none. Read once, in any
   * order, so that they may be derived wherever there is room (derive.ts).
   */
  readonly rows: (parent: Moment | null) => Iterable<RowChange>;
  /** The recorded versions that differ from those that the parent edition lists. Read once, in any order. */
  readonly versions: () => Iterable<VersionChange>;
  /** Told the number of the edition when it is whole but no head names it yet. */
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

/** A row that the parent has no more, or not yet. */
export interface RowChange {
  readonly isRemoval: boolean;
  readonly row: DerivedRow;
  /** When that came to be. */
  readonly at: Moment;
  /** Of a root that the audience may not see any more. */
  readonly isHidden: boolean;
}
