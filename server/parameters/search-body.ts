/**
 * Search body: JSON of POST /_search and POST /{resources}/_zoek: `_geo` with one operator, and fields for equality; for _search also
 * `zoek` and `types` (Interface Rules, Endpoint table and Deprecated rules).
 *
 * The resource contains, intersects or lies within the given geometry, in the CRS of Content-Crs. All faults are reported together, each
 * with its field. Not here: the head of the request, the query parameters (list-query.ts).
 */
import type { Filter, SpatialRelation } from '../../publisher/read/series-query.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { FilterFault } from '../../schemas/cql2/expression.ts';
import { parseLocatedJson, type LocatedJson } from '../../schemas/cql2/located-json.ts';
import type { Queryable } from '../../schemas/derived/queryables.ts';
import { GEOMETRY_ALIASES, type GeometryType } from '../../schemas/geometry.ts';
import { escapeToken, type Json } from '../../schemas/json.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { shown } from '../../schemas/shown-values.ts';
import type { Problem } from '../response/problem.ts';
import { filterGeometry } from './filter-geometry.ts';
import type { RequestedCrs } from './crs.ts';
import { kindOf, KIND_TEXTS } from './field-value.ts';
import { readFieldFilters } from './field-filters.ts';
import { wrongValue, type ParameterFault } from './query.ts';
import { readZoek } from './zoek.ts';

export type Members = ReadonlyMap<string, LocatedJson>;

const RELATIONS: readonly SpatialRelation[] = ['contains', 'intersects', 'within'];
const GEOMETRY_TYPES: readonly GeometryType[] = GEOMETRY_ALIASES.PuntLijnVlakMulti;

/** Returns the members of a body; adds a fault when the body is not a JSON object. `around`: see parseLocatedJson. */
export function readBody(bytes: Buffer, faults: ParameterFault[], around = 0): Members {
  try {
    const value = parseLocatedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), around);
    if (value.kind === 'object') return value.members;
    faults.push(fault('', { nl: 'Verwacht een JSON-object.', en: 'Expected a JSON object.' }));
  } catch (error) {
    if (error instanceof FilterFault) faults.push(placed('', error));
    else faults.push(fault('', { nl: 'Verwacht JSON in UTF-8.', en: 'Expected JSON in UTF-8.' }));
  }
  return new Map();
}

/** Adds a fault for each unknown member. */
export function refuseUnknown(members: Members, known: readonly string[], faults: ParameterFault[]): void {
  for (const name of members.keys()) {
    if (known.includes(name)) continue;
    const [suggested] = nearest(name, known, 1);
    const hint = suggested === undefined ? { nl: '', en: '' } : { nl: ` Bedoeld is misschien ${suggested}.`, en: ` Perhaps ${suggested} is meant.` };
    faults.push({ ...fault(shown(name), {
      nl: `Dit veld bestaat hier niet.${hint.nl}`, en: `This field does not exist here.${hint.en}`,
    }), allowed: known });
  }
}

/** Returns the filter of `_geo`; null without it, and after a fault. */
export function readGeo(geo: LocatedJson | undefined, crs: RequestedCrs, faults: ParameterFault[]): Filter | null {
  if (geo === undefined) return null;
  const [first, ...more] = geo.kind === 'object' ? [...geo.members] : [];
  const kind = RELATIONS.find((relation) => relation === first?.[0]);
  if (first === undefined || kind === undefined || more.length > 0) {
    faults.push({ ...fault('_geo', {
      nl: `Verwacht een object met één van ${RELATIONS.join(', ')}, met een GeoJSON-geometrie als waarde.`,
      en: `Expected an object with one of ${RELATIONS.join(', ')}, whose value is a GeoJSON geometry.`,
    }), allowed: RELATIONS });
    return null;
  }
  try {
    return { kind, geometry: filterGeometry(geoJson(first[1]), crs) };
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    faults.push(placed(`_geo.${kind}`, error));
    return null;
  }
}

function geoJson(value: LocatedJson) {
  const { at } = value;
  const members: Members = value.kind === 'object' ? value.members : new Map();
  const named = members.get('type');
  const type = GEOMETRY_TYPES.find((name) => named?.kind === 'text' && named.value === name);
  const coordinates = members.get('coordinates');
  const others = [...members.keys()].filter((name) => !['type', 'coordinates', 'bbox'].includes(name));
  if (type !== undefined && coordinates !== undefined && others.length === 0) return { type, coordinates: jsonOf(coordinates), at };
  throw new FilterFault(at, {
    nl: `verwacht een GeoJSON-geometrie met type en coordinates en niets anders; type is een van ${GEOMETRY_TYPES.join(', ')}`,
    en: `expected a GeoJSON geometry with type and coordinates and nothing else; type is one of ${GEOMETRY_TYPES.join(', ')}`,
  });
}

export function jsonOf(value: LocatedJson): Json {
  switch (value.kind) {
    case 'object': return Object.fromEntries([...value.members].map(([name, member]) => [name, jsonOf(member)]));
    case 'array': return value.items.map(jsonOf);
    case 'null': return null;
    default: return value.value;
  }
}

/** Returns an equality filter for each field among the members. */
export function readEqualities(members: Members, fields: readonly Queryable[], faults: ParameterFault[]): readonly Filter[] {
  const requestedFields = fields.filter(({ name }) => members.has(name));
  const texts: Record<string, string> = {};
  for (const field of requestedFields) {
    const value = members.get(field.name)!;
    const kind = kindOf(field);
    const expected = kind === 'number' || kind === 'boolean' ? kind : 'text';
    if (value.kind === expected) texts[field.name] = String(value.value);
    else {
      const { label, example } = KIND_TEXTS[kind];
      faults.push(wrongValue(field.name, JSON.stringify(jsonOf(value)), {
        expected: { nl: `${label.nl} in JSON`, en: `${label.en} in JSON` }, allowed: [expected === 'text' ? `"${example}"` : example], correct: null,
      }));
    }
  }
  return readFieldFilters(texts, requestedFields, faults);
}

/** Returns the words of `zoek`, read like the query parameter. */
export function readWords(zoek: LocatedJson | undefined, faults: ParameterFault[]): readonly string[] {
  if (zoek === undefined) return [];
  if (zoek.kind === 'text') return readZoek(zoek.value, faults);
  faults.push(fault('zoek', { nl: 'Verwacht een tekst.', en: 'Expected a text.' }));
  return [];
}

/** Returns the requested types; all of them without `types`. */
export function readTypes(types: LocatedJson | undefined, all: readonly string[], faults: ParameterFault[]): readonly string[] {
  if (types === undefined) return all;
  const names = types.kind === 'array' ? types.items.map((item) => (item.kind === 'text' ? item.value : '')) : [];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined && names.length > 0) return all.filter((name) => names.includes(name));
  const found = unknown === undefined || unknown === '' ? JSON.stringify(jsonOf(types)) : unknown;
  const best = nearest(found, all, 1);
  faults.push(wrongValue('types', found, {
    expected: { nl: 'een lijst met enkelvoudige namen van collecties', en: 'a list of singular names of collections' },
    allowed: best.length > 0 ? [...best, ...all.filter((name) => !best.includes(name))] : all, correct: null,
  }));
  return [];
}

/** Returns one problem for all faults of a body. */
export function bodyProblem(faults: readonly ParameterFault[]): Problem {
  return {
    problem: 'ValidatieFout',
    detail: { nl: `Fouten in het bericht: ${faults.length}.`, en: `errors in the message: ${faults.length}.` },
    params: faults.map(({ problem, name, reason, allowed }) => ({
      type: PROBLEMS[problem].path, name, pointer: pointerTo(name), reason, ...(allowed === undefined ? {} : { allowed }),
    })),
  };
}

/** Returns a JSON Pointer. Dots are part of field names; only `_geo` has members of its own. */
function pointerTo(name: string): string {
  if (name === '') return '';
  const tokens = name.startsWith('_geo.') ? name.split('.') : [name];
  return tokens.map((token) => `/${escapeToken(token)}`).join('');
}

export function fault(name: string, reason: ParameterFault['reason']): ParameterFault {
  return { problem: 'OngeldigeParameter', name, reason, correct: null };
}

function placed(name: string, { at, reason }: FilterFault): ParameterFault {
  return fault(name, { nl: `Teken ${at}: ${reason.nl}.`, en: `Character ${at}: ${reason.en}.` });
}
