/**
 * Way: one of the fifty ways in which a generated object can be broken, and what must be said of it.
 *
 * A way changes members of one object; where no JSON value can say it (a comma too many, half a character), it puts MARK in a member and
 * rewrites the text around it.
 * Invariant: ways are pure, and never take away nested objects: those may be broken too.
 * Not here: which object is broken in which way (break.ts).
 */
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { isObject, own } from '../../../schemas/json.ts';
import { geometryPathOf } from '../../../schemas/model/model.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';

export interface Way {
  readonly name: string;
  /** What sees it first: JSON.parse, the published schema, or neither of them. */
  readonly visible: 'json' | 'schema' | 'beyond';
  /** The finding that must be there, at or below the broken object: this rule. */
  readonly rule: string;
  /** A warning does not refuse the root. */
  readonly severity: 'error' | 'warning';
  /** The finding names the root instead: the text as a whole cannot be read. */
  readonly atRoot?: true;
  /** The members to replace, undefined for those to leave out; undefined when this object cannot be broken so. */
  readonly change: (object: ModelObject, around: Around) => Changes | undefined;
  /** The line of the root, from the text before and after MARK, quotes excluded. */
  readonly write?: (before: string, after: string) => string | Buffer;
}

export interface Around {
  /** `id` of an earlier root in which nothing is broken. */
  readonly earlier: string | undefined;
}

export type Changes = Readonly<Record<string, Json | undefined>>;

/** Stands in nothing that is generated. */
export const MARK = '§';

/** A way that is seen when the value is made of the text. */
export function atReading(name: string, rule: string, how: Pick<Way, 'visible' | 'change'> & Partial<Way>): Way {
  return { name, rule, severity: 'error', ...how };
}

/** A way that the published schema sees. */
export function bySchema(name: string, rule: string, change: Way['change']): Way {
  return { name, visible: 'schema', rule, severity: 'error', change };
}

/** Replaces the geometry of an object that has one; undefined from `make`: not of this one. */
export function ofGeometry(make: (geometry: JsonObject) => Json | undefined): Way['change'] {
  return ({ data, type }) => {
    const [field, inner] = geometryPathOf(type) ?? [];
    const holder = field === undefined ? undefined : own(data, field);
    const geometry = inner === undefined || !isObject(holder) ? holder : own(holder, inner);
    const made = isObject(geometry) ? make(geometry) : undefined;
    if (field === undefined || made === undefined) return undefined;
    return { [field]: inner === undefined ? made : { [inner]: made } };
  };
}

export type Position = readonly number[];

/** Replaces the rings of an object whose geometry is one Polygon of one ring. */
export function ofRing(make: (ring: readonly Position[]) => readonly (readonly Position[])[]): Way['change'] {
  return ofGeometry((geometry) => {
    const rings = own(geometry, 'coordinates') as readonly (readonly Position[])[];
    const [ring] = rings;
    if (own(geometry, 'type') !== 'Polygon' || rings.length !== 1 || ring === undefined) return undefined;
    return { type: 'Polygon', coordinates: make(ring) };
  });
}

/** The geometry with other positions; `index` counts from 0 over the whole of it. */
export function withPositions(geometry: JsonObject, make: (position: Position, index: number) => Position): JsonObject {
  let index = 0;
  const visit = (value: Json): Json => {
    const list = value as readonly Json[];
    return typeof list[0] === 'number' ? make(list as Position, index++) : list.map(visit);
  };
  return { ...geometry, coordinates: visit(own(geometry, 'coordinates') ?? []) };
}
