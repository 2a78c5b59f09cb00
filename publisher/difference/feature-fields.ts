/** Feature fields: the fields in which two features of an edition differ. Not here: which features differ (publisher/read/differences.ts). */
import { flatten } from '../../schemas/check/flatten.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { differences, type Difference } from './difference.ts';

/** A feature before and after, each in one CRS or more with RD last; null: it is absent. */
export interface ComparedFeatures {
  readonly before: readonly Buffer[] | null;
  readonly after: readonly Buffer[] | null;
}

/** Returns the fields that differ, compared in RD; none when one of the features is absent. */
export function fieldsIn({ before, after }: ComparedFeatures): readonly Difference[] {
  const [old, now] = [before?.at(-1), after?.at(-1)];
  if (old === undefined || now === undefined) return [];
  return differences({ document: shownIn(old), crs: RD }, { document: shownIn(now), crs: RD }, flatten);
}

const RD = '28992';

/** Returns the fields of a feature that have a value, and its geometry as `geometrie`. */
export function shownIn(bytes: Buffer): JsonObject {
  const { properties, geometry } = JSON.parse(bytes.toString()) as { properties: JsonObject; geometry: Json };
  return Object.fromEntries([...Object.entries(properties), ['geometrie', geometry] as const].filter(([, value]) => value !== null));
}

/** Returns the value of a dotted field; null without one. */
export function valueAt(object: JsonObject, name: string): Json {
  let value: Json | undefined = object;
  for (const part of name.split('.')) value = typeof value === 'object' && value !== null ? (value as JsonObject)[part] : undefined;
  return value ?? null;
}
