/**
 * Feature: reads a GeoJSON Feature as an object. On input its `properties` are the complete document without its geometry.
 * A GIS writes null for absent values, and moments with three fraction digits. Such a value is read as the equal value of the model.
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
  /** Whether the Feature has the entityType of its collection, because it has none itself. */
  readonly isTyped: boolean;
  /** The properties, with moments in the notation of the model. */
  readonly given: JsonObject;
  /** The id beside the properties. */
  readonly id: Json | undefined;
  /** The id among the properties. */
  readonly ownId: Json | undefined;
  /** The geometry; null without one. */
  readonly geometry: Json;
  /** The properties with the id, from either position. */
  readonly named: JsonObject;
  /** JSON Pointer, in the Feature, of its first GIS row number. Row numbers are no part of the object. */
  readonly rowNumber: string | undefined;
}

/** Returns the members of a Feature with these properties. `entityType`: that of its collection, for a Feature without one. */
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

/** Names of the fields in which a GIS stores row numbers. */
const ROW_NUMBERS: ReadonlySet<string> = new Set(['fid', 'FID', 'ogc_fid', 'OGC_FID', 'objectid', 'OBJECTID', 'gid']);

/**
 * Whether the id of a Feature is a row number. A number is one, because an id of the model is a text; so are digits in a text beside the
 * id of the object.
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

/** Removes nulls and row numbers. A GIS writes all fields of a layer, with null for absent values. No field of the model is null itself. */
function withoutNulls(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([name, value]) => value !== null && !isRowNumber(name, value)));
}

/** Rewrites the moments in the properties of a type in the notation of the model. */
export function withPlainMoments(properties: JsonObject, entityType: string): JsonObject {
  const fields = fieldsByName(entityType);
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => (
    [name, typeof value === 'string' && fields?.get(name)?.kind === 'moment' ? plainMoment(value) : value]
  )));
}

/** Keeps the text of each moment of the current object when the properties have the same moment in another notation. */
export function withCurrentMoments(properties: JsonObject, current: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => {
    const before = own(current, name);
    const isSame = MOMENT_FIELDS.has(name) && typeof value === 'string' && typeof before === 'string' && isSameMoment(plainMoment(value), before);
    return [name, isSame ? before : value];
  }));
}

function isSameMoment(text: string, other: string): boolean {
  const moment = parseMoment(text);
  return moment !== undefined && moment === parseMoment(other);
}

const LONG_FRACTION = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d)0+(Z|[+-]\d{2}:\d{2})?$/;

/** Shortens the fraction of a moment to one digit, or none: `2026-01-01T00:00:00.000Z` is `2026-01-01T00:00:00Z`. */
export function plainMoment(text: string): string {
  return text.replace(LONG_FRACTION, (_, second: string, tenth: string, zone = '') => second + (tenth === '.0' ? '' : tenth) + zone);
}

/**
 * Puts a geometry in the properties of a type, where its objects store it. A distance beside the geometry of a contour stays, so that the
 * choice is invalid.
 */
export function withGeometry(properties: JsonObject, geometry: Json, entityType: string): JsonObject {
  const [field = 'geometrie', inside] = geometryPathOf(entityType) ?? [];
  if (inside === undefined) return { ...properties, [field]: geometry };
  const around = own(properties, field);
  return { ...properties, [field]: { ...(isObject(around) ? around : {}), [inside]: geometry } };
}

/** Translates a JSON Pointer in the object of a type to one in its Feature. */
export function inFeature(pointer: string, entityType: string): string {
  if (pointer === '') return '';
  const geometry = `/${(geometryPathOf(entityType) ?? ['geometrie']).join('/')}`;
  const isInside = pointer === geometry || pointer.startsWith(`${geometry}/`);
  return isInside ? `/geometry${pointer.slice(geometry.length)}` : `/properties${pointer}`;
}
