/** Verschil: describes one difference between two editions, in the terms of the interface. */
import { fieldsIn, shownIn, valueAt } from '../../publisher/difference/feature-fields.ts';
import type { ComparedState } from '../../publisher/read/compared-state.ts';
import type { GeometryChange, Size } from '../../schemas/geometry-change.ts';
import type { ChangeKind, DifferenceCounts, FeatureDifference } from '../../publisher/read/types.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';

/** The differences of one page, with everything that its forms show. */
export interface ShownDifferences {
  readonly before: ComparedState;
  readonly after: ComparedState;
  readonly remark: Text | undefined;
  /** Names and values of the filters. */
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly counts: DifferenceCounts;
  readonly differences: readonly FeatureDifference[];
  readonly self: string;
  readonly next: string | undefined;
}

export const KINDS = { added: 'toegevoegd', changed: 'gewijzigd', ended: 'beeindigd' } as const satisfies Record<ChangeKind, string>;

/** A field that differs. Values are null where the field has none. */
export interface Veld {
  readonly veld: string;
  readonly voor: Json;
  readonly na: Json;
  /** Change of a geometry, measured in RD. */
  readonly geometrie?: Readonly<Record<string, Json>>;
}

export interface Verschil {
  readonly collectie: string;
  readonly id: string;
  readonly soort: (typeof KINDS)[ChangeKind];
  /** The feature that was added or ended. */
  readonly voor?: JsonObject;
  readonly na?: JsonObject;
  readonly velden?: readonly Veld[];
}

/** Describes a difference whose features are in the requested CRS first and in RD last. */
export function verschilOf({ kind, position: { series: collectie, id }, before, after }: FeatureDifference): Verschil {
  const shared = { collectie, id, soort: KINDS[kind] };
  const [old, now] = [before?.[0], after?.[0]].map((bytes) => (bytes === undefined ? undefined : shownIn(bytes)));
  if (old === undefined || now === undefined) {
    return { ...shared, ...(old === undefined ? {} : { voor: old }), ...(now === undefined ? {} : { na: now }) };
  }
  const velden = fieldsIn({ before, after }).map(({ name, change }): Veld => ({
    veld: name, voor: valueAt(old, name), na: valueAt(now, name), ...(change.kind === 'geometry' ? { geometrie: geometryOf(change.geometry) } : {}),
  }));
  return { ...shared, velden };
}

const GEOMETRY_KINDS = {
  new: 'nieuw', removed: 'vervallen', same: 'gelijk', moved: 'verplaatst', grown: 'groter', shrunk: 'kleiner', reshaped: 'andereVorm',
} as const satisfies Record<GeometryChange['kind'], string>;

function geometryOf(change: GeometryChange): Readonly<Record<string, Json>> {
  const size = ({ unit, value }: Size): Json => ({ eenheid: unit === 'points' ? 'punten' : unit, waarde: value });
  return {
    soort: GEOMETRY_KINDS[change.kind], ...('metres' in change ? { meters: change.metres } : {}),
    ...('before' in change ? { voor: size(change.before) } : {}), ...('after' in change ? { na: size(change.after) } : {}),
  };
}

/** Returns the number of differences, in all and by collection and kind; collections without any are left out. */
export function countsOf(counts: DifferenceCounts) {
  const some = [...counts].filter(([, { added, changed, ended }]) => added + changed + ended > 0);
  return {
    aantal: some.reduce((sum, [, { added, changed, ended }]) => sum + added + changed + ended, 0),
    aantallen: Object.fromEntries(some.map(([name, { added, changed, ended }]) => (
      [name, { toegevoegd: added, gewijzigd: changed, beeindigd: ended }]
    ))),
  };
}
