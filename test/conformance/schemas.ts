/** OGC API Features Part 5: schemas of features, their roles, queryables and sortables as schemas. */
import { strict as assert } from 'node:assert';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { conformanceClass, declares, linkOf, type AbstractTest, type ConformanceClass } from './abstract-test.ts';
import { SCHEMA, type Feature, type Json, type Site } from './site.ts';

type Checks = Readonly<Record<string, AbstractTest['check']>>;

const REL = 'http://www.opengis.net/def/rel/ogc/1.0';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const JSON_SCHEMA_KEYWORDS = new Set([
  '$schema', '$id', '$ref', '$defs', '$anchor', '$comment', 'type', 'title', 'description', 'properties', 'required', 'additionalProperties',
  'items', 'prefixItems', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
  'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'oneOf', 'anyOf', 'allOf', 'not', 'if', 'then',
  'else', 'default', 'examples', 'readOnly', 'writeOnly', 'deprecated', 'contains', 'patternProperties', 'propertyNames', 'contentMediaType',
  'contentEncoding', 'dependentRequired', 'unevaluatedProperties',
]);
const INTERVAL_ROLES = ['primary-interval-start', 'primary-interval-end'];

const SCHEMAS_TESTS: Checks = {
  'basic-schema-inspection': async (site) => {
    const ajv = new Ajv2020({ strict: false });
    await eachSchema(site, async (schema, id) => {
      assert.deepEqual([schema['$schema'], schema['type']], [DIALECT, 'object'], id);
      assert.match(String(schema['$id']), /^https?:\/\/[^?]+$/, `$id of the schema of ${id}`);
      assert.deepEqual(await site.json(String(schema['$id']), SCHEMA), schema, `the schema of ${id} is another at its $id`);
      assert.ok(ajv.validateSchema(schema) === true, `the schema of ${id}: ${ajv.errorsText()}`);
      for (const [name, property] of propertiesOf(schema)) {
        const isGeometry = property['type'] === undefined && property['$ref'] === undefined && String(property['format']).startsWith('geometry-');
        assert.ok(property['type'] !== undefined || isGeometry, `${name} of ${id} has neither a type nor a format of geometry`);
      }
      expectKeywords(schema, id);
    });
  },
  role: async (site) => await eachKeyword(site, 'x-ogc-role', (value) => typeof value === 'string'),
  'role-id': async (site) => await eachSchema(site, (schema, id) => {
    const selected = withRole(schema, ['id']);
    assert.equal(selected.length, 1, `properties of ${id} with the role id`);
    assert.ok(['string', 'integer'].includes(String(selected[0]?.[1]['type'])), `the id of ${id} is no text or integer`);
  }),
  'property-seq': async (site) => await eachKeyword(site, 'x-ogc-propertySeq', Number.isInteger),
  unit: async (site) => await eachKeyword(site, 'x-ogc-unit', (value, { type }) => typeof value === 'string' && (type === 'number' || type === 'integer')),
  definition: async (site) => await eachKeyword(site, 'x-ogc-definition', (value) => typeof value === 'string' && URL.canParse(value)),
  nullvalues: async (site) => await eachKeyword(site, 'x-ogc-nullValues', (value) => (
    Array.isArray(value) && (value.every((one) => typeof one === 'string') || value.every((one) => typeof one === 'number'))
  )),
};

const ROLES_TESTS: Checks = {
  'role-primary-geometry': async (site) => await eachSchema(site, (schema, id) => {
    const selected = withRole(schema, ['primary-geometry']);
    const spatial = propertiesOf(schema).filter(([, { type, format }]) => type === undefined && String(format).startsWith('geometry-'));
    assert.ok(selected.length === 1 || (selected.length === 0 && spatial.length === 1), `the geometry of ${id}`);
    for (const [name] of selected) assert.ok(spatial.some(([other]) => other === name), `${name} of ${id} is no geometry`);
  }),
  'role-primary-temporal': async (site) => await eachSchema(site, (schema, id) => {
    const selected = withRole(schema, ['primary-instant', 'primary-interval', ...INTERVAL_ROLES]);
    const roles = selected.map(([, property]) => String(property['x-ogc-role']));
    assert.equal(new Set(roles).size, roles.length, `a role of time stands twice in ${id}`);
    assert.ok(roles.length <= 1 || roles.every((role) => INTERVAL_ROLES.includes(role)), `roles of time of ${id}: ${roles.join(', ')}`);
    for (const [name, { type, format }] of selected) {
      assert.ok(type === 'string' && ['date', 'date-time', 'interval-iso8601'].includes(String(format)), `${name} of ${id} is no time`);
    }
  }),
  'role-type': async (site) => await eachSchema(site, (schema, id) => {
    const selected = withRole(schema, ['type']);
    assert.ok(selected.length <= 1 && selected.every(([, { type }]) => type === 'string'), `the role type of ${id}`);
  }),
};

const returnablesTests = (part5: string): Checks => ({
  'get-conformance': declares(`${part5}/returnables-and-receivables`),
  link: async (site) => await eachLinked(site, 'schema'),
  'op-and-response': async (site) => {
    const checks = { ...SCHEMAS_TESTS, ...(await site.conformsTo()).includes(`${part5}/advanced-property-roles`) ? ROLES_TESTS : {} };
    for (const check of Object.values(checks)) await check(site);
  },
  'response-1': async (site) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    for (const { id } of await site.filled()) {
      const schema = await schemaOf(site, id, 'schema');
      const geometry = withRole(schema, ['primary-geometry'])[0]?.[0];
      const identity = withRole(schema, ['id'])[0]?.[0] ?? 'id';
      const { $id: _, ...rest } = schema;
      const validate = ajv.compile(rest);
      for (const feature of await site.all(id)) {
        assert.ok(validate(flat(feature, identity, geometry)), `${feature.id} of ${id} breaks its schema: ${ajv.errorsText(validate.errors)}`);
      }
    }
  },
  // Writing needs a token and leaves data behind, so the service's own tests cover it.
  'response-2': async (site) => {
    for (const { id } of await site.filled()) {
      for (const [name, { readOnly, writeOnly }] of propertiesOf(await schemaOf(site, id, 'schema'))) {
        assert.ok(readOnly !== true || writeOnly !== true, `${name} of ${id} can neither be read nor written`);
      }
    }
  },
});

/** Returns the classes of Part 5 under a URI prefix. Part 5 was approved as Part 3 of OGC API Common; its drafts had another name. */
export function schemaClasses(part5: string): readonly ConformanceClass[] {
  return [
    conformanceClass(`${part5}/schemas`, SCHEMAS_TESTS),
    conformanceClass(`${part5}/advanced-property-roles`, ROLES_TESTS),
    conformanceClass(`${part5}/returnables-and-receivables`, returnablesTests(part5)),
    conformanceClass(`${part5}/queryables`, schemaTests(part5, 'queryables')),
    conformanceClass(`${part5}/sortables`, schemaTests(part5, 'sortables')),
  ];
}

function schemaTests(part5: string, name: string): Checks {
  return {
    'get-conformance': declares(`${part5}/${name}`),
    link: async (site) => await eachLinked(site, name),
    'op-and-response': async (site) => {
      for (const { id } of await site.collections()) {
        const schema = await schemaOf(site, id, name);
        assert.deepEqual([schema['$schema'], schema['type']], [DIALECT, 'object'], `${name} of ${id}`);
        for (const [field, { type, format }] of propertiesOf(schema)) {
          assert.ok(type !== undefined || String(format).startsWith('geometry-'), `${field} of the ${name} of ${id} has no type`);
        }
      }
    },
  };
}

async function eachLinked(site: Site, name: string): Promise<void> {
  for (const { id } of await site.collections()) {
    const { href } = linkOf((await site.collection(id)).links, `${REL}/${name}`, id);
    assert.equal(href, `${site.base}/collections/${id}/${name}`);
  }
}

async function schemaOf(site: Site, id: string, name: string): Promise<Json> {
  const { href } = linkOf((await site.collection(id)).links, `${REL}/${name}`, id);
  return await site.json(href, SCHEMA);
}

async function eachSchema(site: Site, check: (schema: Json, id: string) => Promise<void> | void): Promise<void> {
  for (const { id } of await site.collections()) await check(await schemaOf(site, id, 'schema'), id);
}

async function eachKeyword(site: Site, keyword: string, holds: (value: unknown, property: Json) => boolean): Promise<void> {
  await eachSchema(site, (schema, id) => {
    for (const [name, property] of propertiesOf(schema)) {
      if (keyword in property) assert.ok(holds(property[keyword], property), `${keyword} of ${name} of ${id}`);
    }
  });
}

function propertiesOf(schema: Json): readonly (readonly [string, Json])[] {
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
}

function withRole(schema: Json, roles: readonly string[]): readonly (readonly [string, Json])[] {
  return propertiesOf(schema).filter(([, property]) => roles.includes(String(property['x-ogc-role'])));
}

/**
 * Returns a feature as its schema defines it: properties with a value, id and geometry under the names of their roles. Null means no value
 * in GeoJSON.
 */
function flat({ id, properties, geometry }: Feature, identity: string, geometryName: string | undefined): Json {
  const filled = Object.fromEntries(Object.entries(properties ?? {}).filter(([, value]) => value !== null));
  return { ...filled, [identity]: id, ...geometryName === undefined || geometry === null ? {} : { [geometryName]: geometry } };
}

/** Checks that keywords are those of JSON Schema, or begin with x-. */
function expectKeywords(schema: Json, where: string): void {
  for (const [keyword, value] of Object.entries(schema)) {
    assert.ok(JSON_SCHEMA_KEYWORDS.has(keyword) || keyword.startsWith('x-'), `${keyword} of ${where} is no keyword`);
    if (['properties', '$defs', 'patternProperties'].includes(keyword)) {
      for (const [name, one] of Object.entries(value as Readonly<Record<string, Json>>)) expectKeywords(one, `${where} ${name}`);
    }
    if (keyword === 'items' && typeof value === 'object') expectKeywords(value as Json, where);
  }
}
