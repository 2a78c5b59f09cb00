/**
 * Quality: what an edition has of one source holder, measured. Numbers are of objects valid at the moment of the edition.
 * Not here: measuring (publisher/write/quality.ts), the findings of rules (pipelines/editions/quality.ts).
 */
import type { Severity } from './finding.ts';
import type { RuleId } from './rules.ts';

/** How far a field is filled. The others of the objects have no value. */
export interface FieldQuality {
  readonly field: string;
  readonly filled: number;
  /** With a reason why there is no value (*geenWaardeReden*). */
  readonly unknown: number;
}

export interface CollectionQuality {
  readonly collection: string;
  readonly objects: number;
  readonly withoutGeometry: number;
  readonly emptyGeometry: number;
  /** With an end (*eindGeldigheid*) before the measurement. */
  readonly expired: number;
  /** The first and the last begin of validity, RFC 3339; null: none has one. */
  readonly oldest: string | null;
  readonly newest: string | null;
  /** Days between the last change in the register and the measurement, of the object in the middle; null: unknown of all. */
  readonly ageDays: number | null;
  readonly fields: readonly FieldQuality[];
}

/** Objects that look like one object. */
export interface Twins {
  readonly collection: string;
  readonly ids: readonly string[];
}

export interface FindingQuality {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly count: number;
}

export interface HolderQuality {
  readonly holder: string;
  readonly collections: readonly CollectionQuality[];
  /** Objects whose ids differ in case or Unicode form only; at most TWINS_MAX groups. */
  readonly idTwins: readonly Twins[];
  /** Objects of one collection with the same geometry; at most TWINS_MAX groups. */
  readonly geometryTwins: readonly Twins[];
  /** Numbers of all groups. */
  readonly twins: { readonly ids: number; readonly geometries: number };
  /** What the rules find in the documents as they are published. */
  readonly findings: readonly FindingQuality[];
}

/** The totals of one holder. */
export interface HolderTotals {
  readonly holder: string;
  readonly objects: number;
  /** Values that are filled, and all values that there could be. */
  readonly filled: number;
  readonly values: number;
  readonly withoutGeometry: number;
  readonly expired: number;
  readonly twins: number;
  readonly findings: number;
}

/** The totals of an edition. */
export interface QualityTotals {
  readonly edition: number;
  readonly contentId: string;
  /** Moment of the edition, milliseconds. */
  readonly moment: number;
  /** Moment of the measurement, milliseconds. */
  readonly measured: number;
  readonly holders: readonly HolderTotals[];
}

export const TWINS_MAX = 100;
/** Ids of one group that are named. */
export const TWIN_IDS_MAX = 10;

export function totalsOf({ holder, collections, twins, findings }: HolderQuality): HolderTotals {
  const sum = (of: (one: CollectionQuality) => number): number => collections.reduce((total, one) => total + of(one), 0);
  return {
    holder, objects: sum(({ objects }) => objects),
    filled: sum(({ fields }) => fields.reduce((total, { filled }) => total + filled, 0)),
    values: sum(({ fields, objects }) => fields.length * objects),
    withoutGeometry: sum(({ withoutGeometry, emptyGeometry }) => withoutGeometry + emptyGeometry),
    expired: sum(({ expired }) => expired), twins: twins.ids + twins.geometries,
    findings: findings.reduce((total, { count }) => total + count, 0),
  };
}
