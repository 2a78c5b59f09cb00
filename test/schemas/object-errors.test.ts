/**
 * Object errors: they equal those of ajv with the whole schema, one by one, in the same order. About an object of a wrong type ajv reports
 * only the type.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { validatorOf } from '../../schemas/check/compile.ts';
import type { SchemaError } from '../../schemas/check/compile.ts';
import { mistakesOf } from '../../schemas/check/explain/mistakes.ts';
import { jsonSchema } from '../../schemas/check/json-schema.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import type { Json } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../schemas/names.ts';
import { holding, minimal } from './minimal.ts';

const ajv = new Ajv2020({
  strict: false, allErrors: true, discriminator: true, validateFormats: false, code: { optimize: false }, inlineRefs: false,
});
const anything = Object.fromEntries(Object.keys(GEOMETRY_ALIASES).map((alias) => [alias, {}]));
ajv.addSchema({ $id: 'all', $defs: { ...jsonSchema().$defs, ...anything } });

/** Our own implementations report these with other words and locations. */
const OURS = new Set(['schema.geometrie', 'schema.uniek']);

const VALUES: readonly Json[] = [
  null, true, -1, '', 'x', 'BuisleidingStelsel', 'Brandcompartiment', 'b'.repeat(60), '2023-02-29T00:00:00Z', [], [null, 'x'], [{}], {},
  { naam: 'n', meer: 1 }, { waarde: 'x', geenWaardeReden: 'geen idee' }, [{ entityType: 'WegAs' }, { entityType: 1, id: 2 }],
];

// WegAs is allowed nowhere.
test.each(OBJECT_TYPES.filter((type) => type !== 'WegAs').map((type) => [type]))('%s', (type) => {
  const how = fc.constantFrom('remove', 'replace', 'add');
  const edit = fc.record({ object: fc.nat(), member: fc.nat(), how, value: fc.constantFrom(...VALUES) });
  fc.assert(fc.property(fc.boolean(), fc.array(edit, { maxLength: 5 }), (isFull, edits) => {
    const { root, document: right } = holding(type, minimal(type, isFull));
    const document = structuredClone(right) as Record<string, Json>;
    for (const { object, member, how, value } of edits) {
      const objects = objectsOf(document);
      const data = objects[object % objects.length]!.data as Record<string, Json>;
      const names = Object.keys(data);
      const name = how === 'add' ? 'kleur' : names[member % names.length];
      if (name !== undefined && how === 'remove') delete data[name];
      else if (name !== undefined) data[name] = value;
    }
    const whole = ajv.getSchema(`all#/$defs/${root}`)!;
    const errors = whole(document) === true ? [] : whole.errors ?? [];
    const untyped = errors.filter(({ keyword }) => keyword === 'discriminator').map(({ instancePath }) => instancePath);
    const isInUntyped = ({ pointer, field }: SchemaError) => untyped.some((place) =>
      (pointer === place && field !== 'entityType') || (pointer.startsWith(`${place}/`) && pointer !== `${place}/entityType`));
    const others = (said: readonly SchemaError[]) => said.filter((error) => !OURS.has(error.rule) && !isInUntyped(error));
    expect(others(validatorOf(root)(document))).toEqual(others(mistakesOf([root], document, errors).map(({ say }) => say())));
  }), { numRuns: 10 });
});
