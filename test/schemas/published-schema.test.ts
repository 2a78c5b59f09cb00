/** The published schemas as documents: self-contained, in standard keywords, with patterns that all engines read. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { isObject } from '../../schemas/json.ts';
import { MODEL } from '../../schemas/model/model.ts';
import { ROOTS } from '../../schemas/names.ts';
import { PUBLISHED, publishedSchema, publishedSchemaOf, WHOLE_MODEL } from '../../schemas/derived/published-schema.ts';
import { minimal } from './minimal.ts';
import { BASE_URI, publishedVerdict } from './published-verdict.ts';

const WHOLE = publishedSchema(BASE_URI);

/** Applicators, assertions and annotations of draft 2020-12 that the model needs. */
const KEYWORDS = new Set([
  '$schema', '$id', '$ref', '$defs', 'title', 'description', 'default', 'readOnly', 'type', 'const', 'enum', 'format',
  'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'uniqueItems', 'items',
  'minProperties', 'maxProperties', 'properties', 'required', 'additionalProperties', 'allOf', 'anyOf', 'not', 'if', 'else',
]);

test('every concrete type has a schema at its own URL, and so has any root', () => {
  expect(PUBLISHED).toEqual([WHOLE_MODEL, ...MODEL.keys()]);
  expect(WHOLE).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `${BASE_URI}/Document` });
  for (const type of MODEL.keys()) {
    expect(publishedSchemaOf(type, BASE_URI)).toMatchObject({ $id: `${BASE_URI}/${type}`, title: type });
  }
  for (const none of ['', 'Void', 'Document', 'toString']) expect(publishedSchemaOf(none, BASE_URI)).toBeUndefined();
});

test('each type has a self-contained schema: exactly the definitions that it refers to', () => {
  for (const type of MODEL.keys()) {
    const schema = publishedSchemaOf(type, BASE_URI) ?? {};
    const refs = new Set([...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref));
    const held = Object.keys(schema['$defs'] as JsonObject).map((name) => `#/$defs/${name}`);
    expect(new Set(held), type).toEqual(refs);
    const { $schema: _schema, $id: _id, $defs: _defs, description: _description, ...own } = schema;
    expect((WHOLE['$defs'] as JsonObject)[type], type).toEqual(own);
  }
});

describe('the whole schema', () => {
  test('uses standard keywords only', () => {
    for (const schema of subschemas(WHOLE)) {
      for (const keyword of Object.keys(schema)) expect(KEYWORDS.has(keyword), keyword).toBe(true);
    }
  });

  // RE2 (Go, Rust) has no look-ahead; \d, \w, \u and \p differ between engines.
  test('has patterns in the syntax of every engine', () => {
    const patterns = subschemas(WHOLE).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(20);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\(\?[^:]|\\[dDwWsSbBupPk]/);
      expect(pattern.endsWith('$') ? newlineRefusedWith(pattern) : true, pattern).toBe(true);
    }
  });

  test('accepts roots only, no nested objects', () => {
    for (const type of MODEL.keys()) expect(publishedVerdict(null, minimal(type)), type).toBe(type in ROOTS);
    for (const nothing of [null, [], {}, 'LocatieActiviteit', { entityType: null }]) {
      expect(publishedVerdict(null, nothing)).toBe(false);
    }
  });
});

/** Whether a schema that ends its pattern in `$` also refuses a newline, before which `$` matches in some engines. */
function newlineRefusedWith(pattern: string): boolean {
  return subschemas(WHOLE).filter((schema) => schema['pattern'] === pattern)
    .every(({ not }) => isObject(not) && (not['pattern'] as string).split('|').includes('\\n'));
}

/** All schemas inside a schema. The members of `properties` and `$defs` are names, not keywords. */
function subschemas(schema: Json): readonly JsonObject[] {
  if (Array.isArray(schema)) return (schema as readonly Json[]).flatMap(subschemas);
  if (!isObject(schema)) return [];
  const inner = Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'enum' || keyword === 'const' || keyword === 'default') return [];
    return isObject(value) && (keyword === 'properties' || keyword === '$defs')
      ? Object.values(value).flatMap(subschemas) : subschemas(value);
  });
  return [schema, ...inner];
}
