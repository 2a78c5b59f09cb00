/** OGC API Features Part 3, queryables and their query parameters; samples for the other classes of Part 3. */
import { strict as assert } from 'node:assert';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { declares, linkOf, type AbstractTest } from './abstract-test.ts';
import { GEOJSON, headerLinks, idsOf, itemsPath, SCHEMA, type Feature, type Json, type Site } from './site.ts';

export const QUERYABLES = 'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables';
export const AS_PARAMETERS = 'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables-query-parameters';
export const QUERYABLES_REL = 'http://www.opengis.net/def/rel/ogc/1.0/queryables';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Number of collections in the tests of filters; each costs some hundred requests. */
const SAMPLED_COLLECTIONS = 3;

export interface Queryable {
  readonly name: string;
  readonly type: string | undefined;
  readonly format: string | undefined;
  readonly enum: readonly unknown[] | undefined;
  /** Type of the items of an array. */
  readonly items: string | undefined;
}

export type Scalar = string | number | boolean;

export interface Sample {
  readonly id: string;
  readonly all: readonly Feature[];
  /** One field of each type and format, preferably one with values. */
  readonly fields: readonly Queryable[];
  /** Queryable arrays of texts. */
  readonly lists: readonly Queryable[];
  readonly spatial: string | undefined;
  readonly closed: boolean;
}

export async function queryablesOf(site: Site, id: string): Promise<Json> {
  const { href } = linkOf((await site.collection(id)).links, QUERYABLES_REL, id);
  return await site.json(href, SCHEMA);
}

export function fieldsOf(schema: Json): readonly Queryable[] {
  return Object.entries(schema['properties'] as Readonly<Record<string, Json>>).map(([name, field]) => ({
    name, type: field['type'] as string | undefined, format: field['format'] as string | undefined,
    enum: field['enum'] as readonly unknown[] | undefined, items: (field['items'] as Json | undefined)?.['type'] as string | undefined,
  }));
}

/** Returns the collections and fields for the tests of filters. */
export async function samples(site: Site): Promise<readonly Sample[]> {
  const collections = (await site.filled()).slice(0, SAMPLED_COLLECTIONS);
  return await Promise.all(collections.map(async ({ id }) => {
    const schema = await queryablesOf(site, id);
    const all = await site.all(id);
    const fields = fieldsOf(schema);
    const held = (field: Queryable) => all.filter((feature) => valueOf(feature, field.name) !== undefined).length;
    const byKind = new Map<string, Queryable>();
    for (const field of fields.filter(({ type }) => type !== undefined && type !== 'array')) {
      const kind = `${field.type} ${field.format} ${field.enum === undefined}`;
      const other = byKind.get(kind);
      if (other === undefined || held(field) > held(other)) byKind.set(kind, field);
    }
    const spatial = fields.find(({ type, format = '' }) => type === undefined && format.startsWith('geometry-'))?.name;
    const lists = fields.filter(({ type, items }) => type === 'array' && items === 'string');
    return { id, all, fields: [...byKind.values()], lists, spatial, closed: schema['additionalProperties'] === false };
  }));
}

/** Returns the value of a property, nested with dots; undefined when it is not a scalar. */
export function valueOf(feature: Feature, name: string): Scalar | undefined {
  const properties = feature.properties ?? {};
  const value = name in properties ? properties[name]
    : name.split('.').reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? (at as Json)[part] : undefined), properties);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** Returns the texts of an array, nested with dots; undefined without it. */
export function listOf(feature: Feature, name: string): readonly string[] | undefined {
  const texts = (value: unknown, path: readonly string[]): readonly string[] | undefined => {
    if (Array.isArray(value)) {
      const found = value.flatMap((one) => texts(one, path) ?? []);
      return found.length === 0 && value.length > 0 ? undefined : found;
    }
    if (path.length > 0) return typeof value === 'object' && value !== null ? texts((value as Json)[path[0]!], path.slice(1)) : undefined;
    return typeof value === 'string' ? [value] : undefined;
  };
  return texts(feature.properties, name.split('.'));
}

/** Returns a value that the field cannot have; undefined when any text is valid. */
function invalidValue({ type, format, enum: listed }: Queryable): string | undefined {
  if (type === 'number' || type === 'integer' || type === 'boolean' || format !== undefined || listed !== undefined) return 'no such value';
  return undefined;
}

export const QUERYABLES_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'get-conformance': declares(QUERYABLES),
  'get-queryables-uris': async (site) => {
    for (const { id } of await site.filled()) {
      const answer = await site.ask(itemsPath(id), { method: 'HEAD' });
      const inHeader = linkOf(headerLinks(answer), QUERYABLES_REL, `the header Link of the features of ${id}`);
      assert.equal(inHeader.href, linkOf((await site.collection(id)).links, QUERYABLES_REL, id).href);
    }
  },
  'get-queryables': async (site) => {
    const ajv = new Ajv2020({ strict: false });
    for (const { id, links } of await site.filled()) {
      const schema = await queryablesOf(site, id);
      const { $schema, $id, type } = schema;
      assert.deepEqual({ $schema, $id, type }, { $schema: DIALECT, $id: linkOf(links, QUERYABLES_REL, id).href, type: 'object' });
      const fields = fieldsOf(schema);
      assert.notEqual(fields.length, 0, `${id} has no queryables`);
      for (const { name, type: kind, format } of fields) {
        assert.ok(kind !== undefined || format?.startsWith('geometry-'), `${name} of ${id} has neither type nor a format of geometry`);
      }
      assert.ok(ajv.validateSchema(schema) === true, `the queryables of ${id} are no JSON Schema: ${ajv.errorsText()}`);
    }
  },
};

export const AS_PARAMETERS_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  'get-conformance': declares(AS_PARAMETERS),
  'query-param': async (site) => {
    for (const { id, all, fields } of await samples(site)) {
      for (const field of fields) {
        const value = all.map((feature) => valueOf(feature, field.name)).find((one) => one !== undefined);
        if (value !== undefined) {
          const wanted = all.filter((feature) => valueOf(feature, field.name) === value);
          assert.deepEqual(idsOf(await site.all(id, { [field.name]: String(value) })), idsOf(wanted), `${field.name}=${value} of ${id}`);
        }
        const wrong = invalidValue(field);
        if (wrong === undefined) continue;
        const path = itemsPath(id, { [field.name]: wrong });
        assert.equal((await site.ask(path, { accept: GEOJSON })).status, 400, path);
      }
    }
  },
};
