/**
 * Current geometry: keeps the current geometry of an object when a request or delivery sends its published form. So the delivered geometry
 * and its CRS stay, whatever else changes.
 *
 * A document has one CRS. When the sent document has another CRS than the current one, and a new geometry, all its geometries are taken as
 * sent.
 * Not here: comparing positions (as-published.ts).
 */
import { isAsPublished } from './as-published.ts';
import type { CrsCode } from '../../schemas/crs.ts';
import { isObject, own, type Json, type JsonObject } from '../../schemas/json.ts';
import { geometryOf, objectsOf, textOf } from '../../schemas/model/objects.ts';
import { nfc } from '../../schemas/normal-form.ts';

/** A geometry of a document or a Feature, with the id and type of its object. */
interface OwnGeometry {
  readonly id: string | undefined;
  readonly type: string;
  readonly geometry: Json;
}

/** The fields of an object: the properties of a Feature, else the object itself. */
export function ownFieldsIn(value: JsonObject): JsonObject {
  const properties = own(value, 'properties');
  return value['type'] === 'Feature' && isObject(properties) ? properties : value;
}

/** The geometries of all objects in a document or a Feature. */
function geometriesIn(value: JsonObject): readonly OwnGeometry[] {
  const fields = ownFieldsIn(value);
  const found = objectsOf(fields).map((object) => ({ id: object.id, type: object.type, geometry: geometryOf(object)?.value }));
  const beside = { id: textOf(fields, 'id') ?? textOf(value, 'id'), type: textOf(fields, 'entityType') ?? '', geometry: value['geometry'] };
  return [...found, ...(fields === value ? [] : [beside])]
    .flatMap(({ geometry, ...object }) => (isObject(geometry) ? [{ ...object, geometry }] : []));
}

/** A document in which current geometries replace their published forms, and its CRS. */
export interface WithCurrentGeometries {
  readonly value: JsonObject;
  readonly crs: CrsCode;
  /** JSON texts of the current geometries in the document. */
  readonly currentGeometries: ReadonlySet<string>;
}

/** The CRS of the sent geometries, and that of the current document. */
interface Crss {
  readonly sent: CrsCode;
  readonly current: CrsCode;
}

/**
 * The resulting document, in which current geometries replace their published forms. With a new geometry in another CRS everything stays
 * as sent. Undefined when that would leave the document with geometries in two CRSs.
 */
export function withCurrentGeometries(made: JsonObject, document: JsonObject, crss: Crss): WithCurrentGeometries | undefined {
  const found = currentOnes(made, document, crss);
  const old = new Set(valuesOf(document));
  const value = withValues(made, found) as JsonObject;
  const crs = crsOf(valuesOf(value), old, crss);
  if (crs !== undefined) return { value, crs, currentGeometries: crs === crss.current ? geometryTexts(document) : NONE };
  const asSent = crsOf(valuesOf(made), old, crss);
  return asSent && { value: made, crs: asSent, currentGeometries: new Set([...found.keys()].map((geometry) => JSON.stringify(geometry))) };
}

const NONE: ReadonlySet<string> = new Set();

/** Whether the document has a current geometry in its published form, and not as it was delivered. */
export function isAnyAsPublished(made: JsonObject, document: JsonObject, crss: Crss): boolean {
  const isDelivered = (sent: Json, current: Json): boolean =>
    crss.sent === crss.current && JSON.stringify(sent) === JSON.stringify(current);
  return [...currentOnes(made, document, crss)].some(([sent, current]) => !isDelivered(sent, current));
}

/** The CRS of a document with these geometries, of which `old` has the unchanged ones. Undefined when they have two CRSs. */
function crsOf(geometries: readonly Json[], old: ReadonlySet<Json>, { sent, current }: Crss): CrsCode | undefined {
  const brings = geometries.some((geometry) => !old.has(geometry));
  if (sent === current || !brings) return current;
  return geometries.some((geometry) => old.has(geometry)) ? undefined : sent;
}

function valuesOf(value: JsonObject): readonly Json[] {
  return geometriesIn(value).map(({ geometry }) => geometry);
}

/** Maps each sent geometry that equals the current one of its object to that current one. */
function currentOnes(made: JsonObject, document: JsonObject, { sent, current }: Crss): ReadonlyMap<Json, Json> {
  const byObject = new Map(geometriesIn(document).map(({ id, type, geometry }) => [`${type} ${nfc(id ?? '')}`, geometry]));
  const found = new Map<Json, Json>();
  for (const { id, type, geometry } of geometriesIn(made)) {
    const other = id === undefined ? undefined : byObject.get(`${type} ${nfc(id)}`);
    if (other === undefined || other === geometry) continue;
    const isSame = sent === current && JSON.stringify(geometry) === JSON.stringify(other);
    if (isSame || isAsPublished({ geometry, crs: sent }, { geometry: other, crs: current })) found.set(geometry, other);
  }
  return found;
}

/** The JSON texts of all geometries of a document. */
export function geometryTexts(document: JsonObject): ReadonlySet<string> {
  return new Set(geometriesIn(document).map(({ geometry }) => JSON.stringify(geometry)));
}

/** Replaces values by identity. A part without replacements is returned unchanged, not copied. */
export function withValues(value: Json, others: ReadonlyMap<Json, Json>): Json {
  const other = others.get(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => withValues(item, others));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withValues(member, others)] as const);
  return members.every(([name, member]) => member === value[name]) ? value : Object.fromEntries(members);
}
