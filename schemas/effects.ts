/**
 * Effects: the chapter of a report on a delivery or an order that says what it changes in the register, root by root.
 *
 * Invariants:
 *  - Every accepted root, and every root that ends because a full delivery leaves it out, counts once. With several versions of a root in
 *    a delivery, each version counts.
 *  - A root that only gets another holder, because no version of it is valid from the day on, changes without differences.
 *  - Counts are exact, also when roots or differences are left out.
 *  - The chapter of a dry run equals that of the submission itself when nothing happened between them.
 * Not here: finding the effects (pipelines/state/notes/effects.ts), words (effect-words.ts).
 */
import type { FlatGeometry } from './geometry.ts';
import type { GeometryChange } from './geometry-change.ts';
import type { Json, JsonObject } from './json.ts';

/** In the order of a report. */
export const EFFECTS = ['ended', 'revived', 'reverted', 'onlyPast', 'changed', 'new', 'unchanged'] as const;

/**
 * ended: withdrawn, or with an end of validity or an earlier one · revived: had ended, and is valid again · reverted: has content that an
 * earlier version had · onlyPast: changes the past alone · changed: any other new version · new: not in the register before.
 */
export type Effect = (typeof EFFECTS)[number];

export interface Effects {
  readonly counts: Readonly<Record<Effect, number>>;
  /** The first roots that change, in the order of `EFFECTS`. */
  readonly roots: readonly RootEffect[];
  /** Number of changing roots that are not listed. */
  readonly leftOut: number;
}

export interface EffectObject {
  readonly id: string;
  readonly entityType: string;
}

export interface RootEffect extends EffectObject {
  readonly effect: Exclude<Effect, 'unchanged'>;
  /** Begin of the new version, in UTC; absent for a root that is withdrawn or left out of a full delivery. */
  readonly beginGeldigheid?: string;
  /** Begin of the version that it was compared with, in UTC. */
  readonly comparedWith?: string;
  readonly differences?: readonly FieldDifference[];
  /** Number of differences that are not listed. */
  readonly differencesLeftOut?: number;
  /** URIs of the CRSs of the two documents, when a geometry differs. */
  readonly crs?: { readonly before: string; readonly after: string };
  /** Nested objects that end with this root, or with this version of it. */
  readonly endedParts?: readonly EffectObject[];
  readonly endedPartsLeftOut?: number;
}

export interface AddedPart extends EffectObject {
  /** The whole nested object. */
  readonly object: JsonObject;
}

/** One side of a changed geometry, in RD, with 2 numbers a vertex. */
export interface ChangedShape {
  readonly when: 'before' | 'after';
  readonly shape: FlatGeometry;
  readonly numbers: Float64Array;
}

/** One field that differs. `part`: the nested object with the field; absent for the root itself. */
export type FieldDifference = { readonly field: string; readonly part?: EffectObject } & (
  /** An absent value has no member. */
  | { readonly kind: 'value'; readonly before?: Json; readonly after?: Json }
  | { readonly kind: 'geometry'; readonly change: GeometryChange; readonly before?: Json; readonly after?: Json }
  | { readonly kind: 'parts'; readonly added: readonly AddedPart[]; readonly removed: readonly EffectObject[] }
  /** A list in another order. None when the objects that stayed kept their order and the added ones follow them. */
  | { readonly kind: 'order'; readonly after: readonly string[] }
);
