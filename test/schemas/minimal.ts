/** The smallest valid document that holds an object of a given type, built from the model's own fields. */
import { codeList } from '../../schemas/codelists.ts';
import type { Field, Value } from '../../schemas/model/conventions.ts';
import { unreachable } from '../../schemas/fault.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { fieldsOf } from '../../schemas/model/model.ts';
import { kindOf } from '../../schemas/names.ts';
import type { RootType } from '../../schemas/names.ts';

const RING = [[0, 0], [1, 0], [1, 1], [0, 0]];
export const GEOMETRIES: Readonly<Record<string, JsonObject>> = {
  Point: { type: 'Point', coordinates: [1, 2] },
  LineString: { type: 'LineString', coordinates: [[0, 0], [1, 1]] },
  Polygon: { type: 'Polygon', coordinates: [RING] },
  MultiPoint: { type: 'MultiPoint', coordinates: [[1, 2]] },
  MultiLineString: { type: 'MultiLineString', coordinates: [[[0, 0], [1, 1]]] },
  MultiPolygon: { type: 'MultiPolygon', coordinates: [[RING]] },
};

/** Texts for the fields with a pattern. */
const TEXTS: Readonly<Record<string, string>> = {
  id: 'NL.1', bronhoudercode: 'AB12', bronhoudercodeGeenOverheid: 'AB12', bronhouder: 'Gemeente',
  CASnummer: '74-98-6', UNnummer: '1978',
  trajectcode: '12', watervakcode: 'AB', wegvakcode: 'A12', itemLink: 'https://example.org/1',
  kadastraleAanduiding: 'UTH02D02662G0000', kvkNummerExploitant: '12345678', kvkNummerAanvrager: '12345678',
  vestigingsnummerExploitant: '123456789012', vestigingsnummerAanvrager: '123456789012',
};

export interface Holder {
  readonly root: RootType;
  readonly document: JsonObject;
  /** Pointer of the object of the requested type. */
  readonly pointer: string;
}

/** An object of a type with its required fields, or with all fields. */
export function minimal(entityType: string, all = false): JsonObject {
  return Object.fromEntries(fieldsOf(entityType)
    .filter((field) => all || field.required)
    .map((field) => [field.name, sample(field, field.name, all)]));
}

/** A whole document with `object` in a valid position. */
export function holding(entityType: string, object: Json = minimal(entityType)): Holder {
  const location = minimal('LocatieActiviteit');
  const reference = minimal('Bewaarplaats');
  const activity = (references: Json): Json => ({ ...minimal('TankenLPG'), heeft: [references] });
  switch (kindOf(entityType)) {
    case 'activity':
      return { root: 'LocatieActiviteit', pointer: '/voertUit/0', document: { ...location, voertUit: [object] } };
    case 'reference':
      return {
        root: 'LocatieActiviteit', pointer: '/voertUit/0/heeft/0',
        document: { ...location, voertUit: [activity(object)] },
      };
    case 'contour':
      return {
        root: 'LocatieActiviteit', pointer: '/voertUit/0/heeft/0/resulteertIn/0',
        document: { ...location, voertUit: [activity({ ...reference, resulteertIn: [object] })] },
      };
    default:
      return { root: entityType as RootType, pointer: '', document: object as JsonObject };
  }
}

export function sample(value: Value, name: string, all = false): Json {
  switch (value.kind) {
    case 'constant': return value.constant;
    case 'text': return TEXTS[name] ?? (value.pattern?.includes('{16}') === true ? '0363100012345678' : 'tekst');
    case 'number': case 'integer': return value.min ?? 1;
    case 'boolean': return true;
    case 'null': return null;
    case 'moment': return '2026-03-01T09:00:00Z';
    case 'date': return '2026-03-01';
    case 'link': return { href: '#NL.1' };
    case 'links': return [{ href: '#NL.1' }];
    case 'codelist': return codeList(value.codelist).values[0] ?? 'gm1979';
    case 'geometry': return GEOMETRIES[GEOMETRY_ALIASES[value.alias][0]] ?? null;
    case 'object': return sampleShape(value.shape.fields, value.shape.form === 'choice', all);
    case 'array': return [sample(value.items, name, all)];
    case 'nested': return [minimal(value.types.includes('TankenLPG') ? 'TankenLPG' : value.types[0] ?? '', false)];
    default: return unreachable(value);
  }
}

function sampleShape(fields: readonly Field[], choice: boolean, all: boolean): Json {
  const wanted = choice ? fields.slice(-1) : fields.filter(({ required }) => all || required);
  return Object.fromEntries(wanted.map((field) => [field.name, sample(field, field.name, all)]));
}
