/**
 * Input: what the publisher is told of a root. The one type on the arrow reproject → publish.
 * Pure data, a function of the register at (prefix, moment); the publisher never asks back.
 */
import type { FlatGeometry } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { EntityType, RootType } from '../../schemas/names.ts';
import type { Moment, Period } from '../../schemas/time.ts';
import type { Audience } from '../format/layout.ts';
import type { Configuration } from '../format/manifest.ts';
import type { ProjectedCoordinates } from '../format/orientation.ts';

/** One geometry in every published CRS: the same vertices in the same order, 2 numbers a vertex, unrounded. */
export interface ProjectedGeometry {
  readonly shape: FlatGeometry;
  readonly coordinates: ProjectedCoordinates;
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
}

export interface PublishRequest {
  readonly audience: Audience;
  readonly configuration: Configuration;
  /** Number of the register batch and of its last submission: names the prefix. */
  readonly batch: number;
  readonly seq: number;
  /** Moment at which *now* is taken. */
  readonly moment: Moment;
  /** Goes on from nothing although there is a parent: for one whose packs are damaged. */
  readonly anew?: boolean;
  /** Against the parent edition; against nothing when there is no parent. Read once, in any order. */
  readonly changes: Iterable<RootChange>;
}
