/**
 * Difference: the fields in which two versions of a document differ, with their values before and after.
 *
 * Invariants:
 *  - Nested objects are matched by their id, within the list of one parent.
 *  - Two documents without a difference are equal, apart from the CRS and the rounding of their geometries.
 *  - A geometry counts as a whole. Documents in two CRSs are compared in RD, and only there.
 * Not here: the kind of change of a geometry (geometry-change.ts), which fields the public may see (publisher/write/changed-fields.ts),
 * words (schemas/effect-words.ts, server/web/time-line.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Vertices } from '../../schemas/check/flatten.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Field } from '../../schemas/model/conventions.ts';
import { fieldsOf } from '../../schemas/model/model.ts';
import { NESTING_FIELDS } from '../../schemas/names.ts';
import type { GeometryChange } from '../../schemas/geometry-change.ts';
import { geometryChange } from './geometry-change.ts';

export interface DeliveredDocument {
  readonly document: JsonObject;
  /** Code of the CRS of its geometries. */
  readonly crs: string;
}

export interface Difference {
  /** Dotted name of the field from the root, as queries use it: `voertUit.heeft.inhoud`. */
  readonly name: string;
  /** Dotted name of the field in its object. */
  readonly path: string;
  /** The nested object with the field; undefined: the root itself. */
  readonly part: Pick<Part, 'id' | 'entityType'> | undefined;
  readonly field: Field | undefined;
  readonly change:
    | { readonly kind: 'value'; readonly before: Json | undefined; readonly after: Json | undefined }
    | { readonly kind: 'geometry'; readonly before: Json | undefined; readonly after: Json | undefined; readonly geometry: GeometryChange }
    | { readonly kind: 'parts'; readonly added: readonly Part[]; readonly removed: readonly Part[] }
    /** The order of a list, unless it is that of the nested objects that stayed, followed by the added ones. */
    | { readonly kind: 'order'; readonly after: readonly string[] };
}

export interface Part {
  readonly id: string;
  readonly entityType: string;
  /** The whole nested object. */
  readonly object: JsonObject;
}

/** Returns the vertices of a geometry in RD; undefined for a value that is no geometry. */
export type ToRd = (geometry: Json, crs: string) => Vertices | undefined;

/** Returns all differences, in the order of the fields of the new document. */
export function differences(before: DeliveredDocument, after: DeliveredDocument, toRd: ToRd): readonly Difference[] {
  return new Comparison(before.crs, after.crs, toRd).objects(before.document, after.document, {
    part: undefined, name: '', path: '', fields: fieldsOf(typeOf(after.document)),
  });
}

interface Location {
  readonly part: Difference['part'];
  /** Dotted names of the object of the fields, each with a dot at its end; empty at the root, or at the object itself. */
  readonly name: string;
  readonly path: string;
  readonly fields: readonly Field[];
}

type Values = readonly [before: Json | undefined, after: Json | undefined];

class Comparison {
  readonly #crss: readonly [before: string, after: string];
  readonly #toRd: ToRd;

  constructor(before: string, after: string, toRd: ToRd) {
    this.#crss = [before, after];
    this.#toRd = toRd;
  }

  objects(before: JsonObject, after: JsonObject, location: Location): readonly Difference[] {
    return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((name) => (
      this.#field(name, [before[name], after[name]], location)
    ));
  }

  #field(name: string, values: Values, location: Location): readonly Difference[] {
    const [before, after] = values;
    const lists = NESTING_FIELDS.includes(name) ? values.map((value) => partsIn(value)) : [];
    const where = {
      name: location.name + name, path: location.path + name, part: location.part, field: location.fields.find((one) => one.name === name),
    };
    if (lists[0] !== undefined && lists[1] !== undefined) return this.#parts(where, lists[0], lists[1]);
    if (isGeometry(before) || isGeometry(after)) return this.#geometry(where, values);
    if (isObject(before) && isObject(after)) {
      const fields = where.field?.kind === 'object' ? where.field.shape.fields : [];
      return this.objects(before, after, { ...location, name: `${where.name}.`, path: `${where.path}.`, fields });
    }
    return isDeepStrictEqual(before, after) ? [] : [{ ...where, change: { kind: 'value', before, after } }];
  }

  #geometry(where: Omit<Difference, 'change'>, [before, after]: Values): readonly Difference[] {
    const [own, other] = this.#crss;
    if (own === other && isDeepStrictEqual(before, after)) return [];
    const geometry = geometryChange(
      before === undefined ? undefined : this.#toRd(before, own), after === undefined ? undefined : this.#toRd(after, other),
    );
    return [{ ...where, change: { kind: 'geometry', before, after, geometry } }];
  }

  #parts(where: Omit<Difference, 'change'>, before: Parts, after: Parts): readonly Difference[] {
    const [added, removed] = [partsOnlyIn(after, before), partsOnlyIn(before, after)];
    const ids = [...after.keys()];
    const unmoved = [...[...before.keys()].filter((id) => after.has(id)), ...added.map(({ id }) => id)];
    const own: readonly Difference['change'][] = [
      ...(added.length + removed.length > 0 ? [{ kind: 'parts', added, removed } as const] : []),
      ...(isDeepStrictEqual(unmoved, ids) ? [] : [{ kind: 'order', after: ids } as const]),
    ];
    const inside = [...after].flatMap(([id, now]) => {
      const old = before.get(id);
      const entityType = typeOf(now);
      const location = { part: { id, entityType }, name: `${where.name}.`, path: '', fields: fieldsOf(entityType) };
      return old === undefined ? [] : this.objects(old, now, location);
    });
    return [...own.map((change) => ({ ...where, change })), ...inside];
  }
}

type Parts = ReadonlyMap<string, JsonObject>;

function partsOnlyIn(these: Parts, others: Parts): readonly Part[] {
  return [...these].filter(([id]) => !others.has(id)).map(([id, object]) => ({ id, entityType: typeOf(object), object }));
}

/** Returns the nested objects of a list by id; none for an absent value, undefined for a value that is no such list. */
function partsIn(value: Json | undefined): Parts | undefined {
  if (value === undefined) return new Map();
  if (!Array.isArray(value)) return undefined;
  const items = value as readonly Json[];
  return items.every(isPart) ? new Map(items.map((object) => [object.id, object])) : undefined;
}

function isPart(value: Json): value is JsonObject & { readonly id: string } {
  return isObject(value) && typeof value['id'] === 'string' && typeof value['entityType'] === 'string';
}

function isGeometry(value: Json | undefined): boolean {
  return isObject(value) && typeof value['type'] === 'string' && Array.isArray(value['coordinates']);
}

function typeOf({ entityType }: JsonObject): string {
  return typeof entityType === 'string' ? entityType : '';
}
