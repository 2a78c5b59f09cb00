/**
 * Flattened name: a name that joins the names of a field and of a field inside it, because a table has no nested objects:
 * `identificatie.lokaalID`, `adres_postcode`, `kvkNummerAanvrager.geenWaardeReden`.
 */
import type { Field } from '../model/conventions.ts';
import { INTERNE_VERWIJZING } from '../model/internal-links.ts';
import { fieldsByName } from '../model/model.ts';
import { VOID } from '../model/values.ts';

type Fields = ReadonlyMap<string, Field | null>;

const BETWEEN = /[._/:]+/;
const IN_GEOMETRY: readonly string[] = ['type', 'coordinates'];

/** Returns the names, at least two, from the object inwards; undefined when the name joins no fields. */
export function flattenedIn(name: string, fields: Fields): readonly string[] | undefined {
  const parts = name.split(BETWEEN);
  return parts.length > 1 ? pathOf(parts, fields) : undefined;
}

function pathOf([first = '', ...rest]: readonly string[], fields: Fields): readonly string[] | undefined {
  const name = [...fields.keys()].find((known) => known.toLowerCase() === first.toLowerCase());
  if (name === undefined || rest.length === 0) return name === undefined ? undefined : [name];
  const field = fields.get(name);
  for (const inside of field ? memberFieldsOf(field) : []) {
    const path = pathOf(rest, inside);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}

/** The fields that a value of a field may have: those of its kind, and those of a void. */
function* memberFieldsOf(field: Field): Iterable<Fields> {
  if (field.kind === 'geometry') yield new Map(IN_GEOMETRY.map((name) => [name, null]));
  if (field.kind === 'link') yield fieldsByName(INTERNE_VERWIJZING.name)!;
  if (field.kind === 'object') yield fieldsByName(field.shape.name)!;
  if (field.voidable === true) yield fieldsByName(VOID.name)!;
}
