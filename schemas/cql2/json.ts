/**
 * CQL2 JSON: parses a filter such as `{"op": ">", "args": [{"property": "populatie"}, 10]}`. Objects have the members of the standard and
 * no others.
 */
import { unreachable } from '../fault.ts';
import type { GeometryType } from '../geometry.ts';
import { shown } from '../shown-values.ts';
import { FilterFault, type Coordinates, type Expression, type GeometryExpression } from './expression.ts';
import { parseLocatedJson, type LocatedJson } from './located-json.ts';

/** Parses a CQL2 JSON text. Throws FilterFault. */
export function parseCql2Json(text: string): Expression {
  const value = parseLocatedJson(text);
  if (value.kind !== 'object' && value.kind !== 'boolean') throw notAn(value, 'een object met op en args', 'an object with op and args');
  return expressionOf(value);
}

function expressionOf(value: LocatedJson): Expression {
  const { at } = value;
  switch (value.kind) {
    case 'text': return { kind: 'text', value: value.value, pattern: value.value, at };
    case 'number': case 'boolean': return value;
    case 'array': return { kind: 'list', items: value.items.map(expressionOf), at };
    case 'object': return objectOf(value.members, at);
    case 'null': throw notAn(value, 'een waarde; voor leeg is er isNull', 'a value; for none there is isNull');
    default: return unreachable(value);
  }
}

type Members = ReadonlyMap<string, LocatedJson>;

/** Reads an object by the one member that tells its kind. */
function objectOf(members: Members, at: number): Expression {
  if (members.has('op')) return callOf(members, at);
  if (members.has('property')) return { kind: 'property', name: textIn('property', members, at), at };
  if (members.has('date')) return { kind: 'date', text: textIn('date', members, at), at };
  if (members.has('timestamp')) return { kind: 'timestamp', text: textIn('timestamp', members, at), at };
  if (members.has('interval')) return { kind: 'call', name: 'interval', args: listIn('interval', members, at).map(expressionOf), at };
  if (members.has('bbox')) return { kind: 'bbox', numbers: listIn('bbox', members, at).map(numberOf), at };
  if (members.has('coordinates')) return geometryOf(members, at);
  if (members.has('geometries')) return geometriesOf(members, at);
  throw new FilterFault(at, {
    nl: 'een object heeft op en args, of property, date, timestamp, bbox, of type en coordinates',
    en: 'an object has op and args, or property, date, timestamp, bbox, or type and coordinates',
  });
}

function callOf(members: Members, at: number): Expression {
  only(members, ['op', 'args']);
  const { value } = textAt('op', members, at);
  return { kind: 'call', name: value.toLowerCase(), args: listAt('args', members, at).map(expressionOf), at };
}

const GEOMETRY_TYPES: readonly string[] = [
  'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon',
] satisfies readonly GeometryType[];

function geometriesOf(members: Members, at: number): Expression {
  only(members, ['type', 'geometries']);
  const type = textAt('type', members, at);
  if (type.value !== 'GeometryCollection') throw notAn(type, 'GeometryCollection', 'GeometryCollection');
  const [first, ...more] = listAt('geometries', members, at).map((item) => {
    if (item.kind === 'object' && item.members.has('coordinates')) return geometryOf(item.members, item.at);
    throw notAn(item, 'een geometrie met type en coordinates', 'a geometry with type and coordinates');
  });
  if (first === undefined) throw notAn(members.get('geometries')!, 'geometries met minstens één geometrie', 'geometries with at least one geometry');
  return { kind: 'geometries', items: [first, ...more], at };
}

function geometryOf(members: Members, at: number): GeometryExpression {
  only(members, ['type', 'coordinates']);
  const type = textAt('type', members, at);
  if (!GEOMETRY_TYPES.includes(type.value)) throw notAn(type, GEOMETRY_TYPES.join(', '), GEOMETRY_TYPES.join(', '));
  return { kind: 'geometry', type: type.value as GeometryType, coordinates: listAt('coordinates', members, at).map(coordinatesOf) as Coordinates, at };
}

function coordinatesOf(value: LocatedJson): number | Coordinates {
  return value.kind === 'array' ? value.items.map(coordinatesOf) as Coordinates : numberOf(value);
}

function numberOf(value: LocatedJson): number {
  if (value.kind !== 'number') throw notAn(value, 'een getal', 'a number');
  return value.value;
}

function listIn(name: string, members: Members, at: number): readonly LocatedJson[] {
  only(members, [name]);
  return listAt(name, members, at);
}

function listAt(name: string, members: Members, at: number): readonly LocatedJson[] {
  const value = members.get(name);
  if (value?.kind !== 'array') throw notAn(value ?? { kind: 'null', at }, `${name} met een lijst`, `${name} with a list`);
  return value.items;
}

function textIn(name: string, members: Members, at: number): string {
  only(members, [name]);
  return textAt(name, members, at).value;
}

function textAt(name: string, members: Members, at: number): LocatedJson & { readonly kind: 'text' } {
  const value = members.get(name);
  if (value?.kind !== 'text') throw notAn(value ?? { kind: 'null', at }, `${name} met een tekst`, `${name} with a text`);
  return value;
}

function only(members: Members, names: readonly string[]): void {
  for (const [name, value] of members) {
    if (names.includes(name)) continue;
    const wanted = names.join(', ');
    throw new FilterFault(value.at, {
      nl: `‘${shown(name)}’ kan hier niet staan, wel: ${wanted}`, en: `‘${shown(name)}’ is not allowed here; these can: ${wanted}`,
    });
  }
}

const KINDS: Readonly<Record<LocatedJson['kind'], readonly [nl: string, en: string]>> = {
  object: ['een object', 'an object'], array: ['een lijst', 'a list'], text: ['een tekst', 'a text'],
  number: ['een getal', 'a number'], boolean: ['true of false', 'true or false'], null: ['niets', 'nothing'],
};

function notAn(value: LocatedJson, nl: string, en: string): FilterFault {
  const [found, foundEn] = value.kind === 'text' ? [`‘${shown(value.value)}’`, `‘${shown(value.value)}’`] : KINDS[value.kind];
  return new FilterFault(value.at, { nl: `gevonden ${found}, verwacht ${nl}`, en: `found ${foundEn}, expected ${en}` });
}
