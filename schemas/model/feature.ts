/**
 * Feature: the members of a GeoJSON Feature as those of the object that it is: on input its `properties` are the complete document
 * without its geometry. A GIS writes them in its own way: null where there is no value, moments with three digits behind the
 * second. Where that is plainly the same, it is taken for it.
 */
import type { Json, JsonObject } from '../json.ts';
import { isObject, own } from '../json.ts';
import { parseMoment } from '../time.ts';
import { MOMENT_FIELDS } from './base.ts';
import { fieldsByName, geometryPathOf } from './model.ts';
import { textOf } from './objects.ts';

/** The members of a Feature, without those that are null. */
export interface FeatureMembers {
  readonly type: string;
  /** Whether its entityType is that of its collection, for it has none. */
  readonly isTyped: boolean;
  /** The properties, its moments as the model writes them. */
  readonly given: JsonObject;
  /** Beside the properties. */
  readonly id: Json | undefined;
  /** Among the properties. */
  readonly ownId: Json | undefined;
  /** Null: none. */
  readonly geometry: Json;
  /** The properties with the id, wherever it stands. */
  readonly named: JsonObject;
  /** JSON Pointer, in the Feature, of the first row number of a GIS in it. Row numbers are no part of the object. */
  readonly rowNumber: string | undefined;
}

/** The members of a Feature with these properties. `entityType`: of its collection, for one that has none. */
export function membersOf(feature: JsonObject, properties: JsonObject, entityType?: string): FeatureMembers {
  const valued = withoutNulls(properties);
  const isTyped = entityType !== undefined && own(valued, 'entityType') === undefined;
  const typed = isTyped ? { entityType, ...valued } : valued;
  const type = textOf(typed, 'entityType') ?? '';
  const given = withPlainMoments(typed, type);
  const ownId = own(given, 'id');
  const member = own(feature, 'id') ?? undefined;
  const isRow = isRowId(member, ownId);
  const id = isRow ? undefined : member;
  return {
    type, isTyped, given, id, ownId, geometry: own(feature, 'geometry') ?? null,
    named: ownId === undefined && id !== undefined ? { ...given, id } : given,
    rowNumber: isRow ? '/id' : rowNumberIn(properties),
  };
}

/** Names under which a GIS keeps the number of a row. */
const ROW_NUMBERS: ReadonlySet<string> = new Set(['fid', 'FID', 'ogc_fid', 'OGC_FID', 'objectid', 'OBJECTID', 'gid']);

/**
 * Whether the id of a Feature is the number of a row: a number, for an id of the model is a text, or digits in a text beside the id of
 * the object.
 */
export function isRowId(id: Json | undefined, ownId: Json | undefined): boolean {
  return typeof id === 'number' || typeof id === 'string' && typeof ownId === 'string' && id !== ownId && /^\d+$/.test(id);
}

function isRowNumber(name: string, value: Json): boolean {
  return typeof value === 'number' && ROW_NUMBERS.has(name);
}

function rowNumberIn(properties: JsonObject): string | undefined {
  for (const name in properties) if (isRowNumber(name, properties[name]!)) return `/properties/${name}`;
  return undefined;
}

/**
 * The properties that have a value, without row numbers: a GIS writes all fields of a layer, and null where there is nothing. No field of
 * ours is null itself.
 */
function withoutNulls(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([name, value]) => value !== null && !isRowNumber(name, value)));
}

/** The properties of a type with its moments as the model writes them. */
export function withPlainMoments(properties: JsonObject, entityType: string): JsonObject {
  const fields = fieldsByName(entityType);
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => (
    [name, typeof value === 'string' && fields?.get(name)?.kind === 'moment' ? plainMoment(value) : value]
  )));
}

/** The properties of a Feature with the moments of the current object where these are the same moments in another text. */
export function withHeldMoments(properties: JsonObject, held: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => {
    const before = own(held, name);
    const isSame = MOMENT_FIELDS.has(name) && typeof value === 'string' && typeof before === 'string' && isSameMoment(plainMoment(value), before);
    return [name, isSame ? before : value];
  }));
}

function isSameMoment(text: string, other: string): boolean {
  const moment = parseMoment(text);
  return moment !== undefined && moment === parseMoment(other);
}

const LONG_FRACTION = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d)0+(Z|[+-]\d{2}:\d{2})?$/;

/** The same moment with one digit behind the second, or none: `2026-01-01T00:00:00.000Z` is `2026-01-01T00:00:00Z`. */
export function plainMoment(text: string): string {
  return text.replace(LONG_FRACTION, (_, second: string, tenth: string, zone = '') => second + (tenth === '.0' ? '' : tenth) + zone);
}

/**
 * The properties of a type with this geometry where objects of the type keep it. Beside a geometry a contour keeps no distance, so one
 * that has both is no valid choice any more.
 */
export function withGeometry(properties: JsonObject, geometry: Json, entityType: string): JsonObject {
  const [field = 'geometrie', inside] = geometryPathOf(entityType) ?? [];
  if (inside === undefined) return { ...properties, [field]: geometry };
  const around = own(properties, field);
  return { ...properties, [field]: { ...(isObject(around) ? around : {}), [inside]: geometry } };
}

/** The place in a Feature, as a JSON Pointer, of one in the object of this type that it is. */
export function inFeature(pointer: string, entityType: string): string {
  if (pointer === '') return '';
  const geometry = `/${(geometryPathOf(entityType) ?? ['geometrie']).join('/')}`;
  const isInside = pointer === geometry || pointer.startsWith(`${geometry}/`);
  return isInside ? `/geometry${pointer.slice(geometry.length)}` : `/properties${pointer}`;
}
