/**
 * Example document: a minimal valid delivery of a root, in CRS84, with the required and expected fields. Made from the model, for readers
 * of the interface. Not here: deliveries in the style of holders (data/examples).
 */
import { codeList } from '../codelists.ts';
import { unreachable } from '../fault.ts';
import { GEOMETRY_ALIASES, type GeometryType } from '../geometry.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Field, Value } from '../model/conventions.ts';
import { fieldsOf } from '../model/model.ts';
import { objectsOf } from '../model/objects.ts';
import type { EntityType, Kind, RootType } from '../names.ts';

/** Returns an example document. `name`: prefix of the ids of its objects. */
export function exampleDocument(type: RootType, name = 'voorbeeld'): JsonObject {
  return new Example(NESTED[type] ?? [], name).object(type, '');
}

/** Returns an example of a nested object. `within`: id of its parent; `root`: type of its root. */
export function exampleObject(type: EntityType, within: string, root: RootType = 'LocatieActiviteit'): JsonObject {
  return new Example(NESTED[root] ?? []).object(type, within);
}

/** Returns the type of a kind in the example of a root; undefined when the root nests none. */
export function exampleTypeIn(root: RootType, kind: Kind): EntityType | undefined {
  return objectsOf(exampleDocument(root)).find((object) => object.kind === kind)?.type as EntityType | undefined;
}

/** Types of the activity, reference and contour in the example of a root. Other roots have the first allowed type. */
const NESTED: Readonly<Partial<Record<RootType, readonly EntityType[]>>> = {
  LocatieActiviteit: ['TankenLPG', 'Vulpunt', 'PRContour'], LocatieBasisnet: ['Basisnet', 'WaterVervoer', 'PRContour'],
  Wegen: ['WegenNietBasisnet', 'WegVervoer', 'PRContour'], BuisleidingStelsel: ['Buisleiding', 'BuisleidingReferentie', 'PRContour'],
};

const [WEST, SOUTH, EAST, NORTH] = [5.3873, 52.1551, 5.3883, 52.1557];
const RING = [[WEST, SOUTH], [EAST, SOUTH], [EAST, NORTH], [WEST, NORTH], [WEST, SOUTH]];
const COORDINATES: Readonly<Record<GeometryType, Json>> = {
  Point: [WEST, SOUTH], LineString: [[WEST, SOUTH], [EAST, NORTH]], Polygon: [RING],
  MultiPoint: [[WEST, SOUTH]], MultiLineString: [[[WEST, SOUTH], [EAST, NORTH]]], MultiPolygon: [[RING]],
};

class Example {
  #objects = 0;
  readonly #nested: readonly string[];
  readonly #name: string;

  constructor(nested: readonly string[], name = 'voorbeeld') {
    this.#nested = nested;
    this.#name = name;
  }

  /** Makes an object. `within`: id of its parent. */
  object(type: string, within: string): JsonObject {
    this.#objects += 1;
    const local = `AB12.${this.#name}-${this.#objects}`;
    const id = `NL.IMEV.${local}`;
    const filled = fieldsOf(type).filter(isShown).map((field) => [field.name, this.#value(field, id, within)] as const);
    return { ...Object.fromEntries(filled), id, identificatie: { namespace: 'NL.IMEV', lokaalID: local } };
  }

  #value(value: Value, id: string, within: string): Json {
    switch (value.kind) {
      case 'constant': return value.constant;
      case 'text': return value.example ?? (value.format === 'uri' ? 'https://voorbeeld.nl/1' : 'voorbeeld');
      case 'number': case 'integer': return value.min ?? 1;
      case 'boolean': return value.default ?? true;
      case 'null': return null;
      case 'moment': return '2026-03-01T09:00:00Z';
      case 'date': return '2026-03-01';
      case 'link': return { href: `#${within}` };
      case 'links': return [{ href: `#${within}` }];
      case 'codelist': return codeList(value.codelist).values[0] ?? 'voorbeeld';
      case 'geometry': return geometryOf(GEOMETRY_ALIASES[value.alias][0]);
      case 'object': return this.#shape(value.shape.form === 'choice' ? value.shape.fields.slice(-1) : value.shape.fields, id, within);
      case 'array': return [this.#value(value.items, id, within)];
      case 'nested': return [this.object(value.types.find((type) => this.#nested.includes(type)) ?? value.types[0]!, id)];
      default: return unreachable(value);
    }
  }

  #shape(fields: readonly Field[], id: string, within: string): Json {
    const [only] = fields;
    const wanted = fields.length === 1 ? [only!] : fields.filter(isShown);
    return Object.fromEntries(wanted.map((field) => [field.name, this.#value(field, id, within)]));
  }
}

function isShown({ required, expected }: Field): boolean {
  return required || expected;
}

function geometryOf(type: GeometryType): Json {
  return { type, coordinates: COORDINATES[type] };
}
