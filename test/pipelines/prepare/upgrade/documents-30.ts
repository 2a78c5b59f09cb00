/**
 * Documents of model 3.0.2 of every type, made from its own JSON Schema.
 * `choose` decides their contents, so that a test can go through all alternatives or draw them by chance.
 */
import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../../../schemas/json.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly maximum?: number;
  readonly maxProperties?: number;
}

export interface Wish {
  /** A number from 0 up to `count`, which decides the presence of a field, the branch of a `oneOf`, or a value. */
  readonly choose: (count: number, what: 'presence' | 'branch' | 'value') => number;
  /** A code to use wherever its list applies. */
  readonly code?: string;
  /** Types to use wherever they are allowed. */
  readonly prefer?: readonly string[];
}

/** A text for each pattern of the schema. */
const TEXTS: Readonly<Record<string, string>> = {
  '^(?!.{0,100}[.]).{1,100}$': 'Gemeente Amersfoort', '.{1,50}': 'T-1', '.{1,2048}': 'https://voorbeeld.nl/besluit',
  '[0-9]{16}': '0307010000000001', '[0-9]{12}': '000012345678', '[0-9]{8}': '12345678', '[0-9]{4}': '1978',
  '[0-9]{2,3}': '123', '[A-Z]{1,4}': 'WAAL', '[A-Z]{1}.{1,7}': 'A12', '[A-Z,0-9]{3,6}': 'AB12',
  '^\\d{4}-\\d{2}-\\d{2}$': '2024-02-29',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d)?(Z|((\\+|-)\\d{2}:\\d{2}))?$': '2024-02-29T12:00:00Z',
  '[A-Z]{3}\\d{2}[A-I,K-Z]{1,2}\\d{5}[G][0]{4}': 'UTH02D02662G0000',
  '[0-9]{2,7}[\\-]{1}[0-9]{2}[\\-]{1}[0-9]{1}': '74-98-6',
};

const LINE = [[155000, 463000], [155100, 463050]];
const RING = [[155000, 463000], [155050, 463000], [155050, 463050], [155000, 463050], [155000, 463000]];
const COORDINATES: Readonly<Record<string, Json>> = {
  Point: LINE[0]!, MultiPoint: LINE, LineString: LINE, MultiLineString: [LINE], Polygon: [RING], MultiPolygon: [[RING]],
};

export class Model302 {
  readonly #schemas: Readonly<Record<string, Schema>>;
  #ids = 0;

  constructor(path: string) {
    this.#schemas = (JSON.parse(readFileSync(path, 'utf8')) as { $defs: Record<string, Schema> }).$defs;
  }

  /** The types that objects can have. */
  get types(): readonly string[] {
    return Object.keys(this.#schemas).filter((name) => this.#fieldsOf(name).entityType?.const === name);
  }

  isA(type: string, parent: string): boolean {
    const parents = [this.#schemas[type], ...this.#schemas[type]?.allOf ?? []].map((schema) => schema?.$ref);
    return type === parent || parents.some((ref) => ref !== undefined && this.isA(nameOf(ref), parent));
  }

  /** All codes of a list. */
  codes(list: string): readonly string[] {
    return this.#schemas[list]?.enum ?? [];
  }

  /** A whole document with an object of this type. */
  documentWith(type: string, wish: Wish): JsonObject {
    const isRoot = this.isA(type, 'LocatieEVActiviteit') || this.isA(type, 'GebouwOfLocatie');
    return this.#object(isRoot ? type : 'LocatieActiviteit', { ...wish, prefer: [...wish.prefer ?? [], type] });
  }

  #fieldsOf(name: string): Readonly<Record<string, Schema>> {
    const schema = this.#schemas[name];
    const parts = [schema ?? {}, ...schema?.allOf ?? []];
    return Object.assign({}, ...parts.flatMap(({ $ref, properties }) =>
      [...($ref?.startsWith('#') ? [this.#fieldsOf(nameOf($ref))] : []), properties ?? {}])) as Record<string, Schema>;
  }

  #requiredOf(name: string): readonly string[] {
    const schema = this.#schemas[name];
    return [schema ?? {}, ...schema?.allOf ?? []].flatMap(({ $ref, required }) =>
      [...($ref?.startsWith('#') ? this.#requiredOf(nameOf($ref)) : []), ...required ?? []]);
  }

  #object(name: string, wish: Wish): JsonObject {
    const { maxProperties } = this.#schemas[name] ?? {};
    const fields = Object.entries(this.#fieldsOf(name));
    const required = this.#requiredOf(name);
    const chosen = maxProperties === 1
      ? [fields[wish.choose(fields.length, 'value')]!]
      : fields.filter(([field]) => required.includes(field) || wish.choose(2, 'presence') === 1);
    return Object.fromEntries(chosen.map(([field, schema]) => [field, this.#value(field, schema, wish)]));
  }

  #value(field: string, schema: Schema, wish: Wish): Json {
    if (field === 'id') return `NL.IMEV.AB12.${++this.#ids}`;
    if (field === 'lokaalID') return `AB12.${++this.#ids}`;
    if (field === 'namespace') return 'NL.IMEV';
    if (field === 'eindGeldigheid' || field === 'eindRegistratie') return '2025-01-01T00:00:00.5+01:00';
    if (schema.const !== undefined) return schema.const;
    if (schema.oneOf !== undefined) return this.#value(field, this.#branch(schema.oneOf, wish), wish);
    if (schema.$ref !== undefined) return this.#referred(field, schema.$ref, wish);
    if (schema.enum?.includes(wish.code ?? '')) return wish.code!;
    if (schema.enum !== undefined) return schema.enum[wish.choose(schema.enum.length, 'value')]!;
    if (schema.type === 'array') return [schema.items === undefined ? 'tekst' : this.#value('', schema.items, wish)];
    if (schema.type === 'boolean') return wish.choose(2, 'value') === 1;
    if (schema.type === 'integer' || schema.type === 'number') return schema.maximum ?? 7;
    return schema.pattern === undefined ? `tekst ${field}` : TEXTS[schema.pattern]!;
  }

  #referred(field: string, ref: string, wish: Wish): Json {
    const name = nameOf(ref);
    if (!ref.startsWith('#')) return { type: name, coordinates: COORDINATES[name]! };
    const schema = this.#schemas[name]!;
    if (name === 'TooiWaardelijst') return 'gm0307';
    const isObject = schema.type === 'object' || schema.allOf !== undefined;
    return isObject ? this.#object(name, wish) : this.#value(field, schema, wish);
  }

  /** The branch that allows a preferred type, else any. */
  #branch(branches: readonly Schema[], wish: Wish): Schema {
    const wanted = branches.find((branch) => [branch, ...branch.items?.oneOf ?? []]
      .some(({ $ref }) => wish.prefer?.includes(nameOf($ref ?? ''))));
    return wanted ?? branches[wish.choose(branches.length, 'branch')]!;
  }
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1).replace(/\.json$/, '');
}
