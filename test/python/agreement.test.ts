/**
 * The published schema under an independent validator, Python's `jsonschema`: the same verdict as ours on every case, every example and
 * thousands of mutations; and whatever is delivered, nothing is accepted that it refuses.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../pipelines/prepare/geometry/spatial.ts';
import { SCHEMA_NAMES, schemaNamed } from '../../schemas/derived/all-schemas.ts';
import { validate, validatorOf } from '../../schemas/check/compile.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import type { GeometryAlias } from '../../schemas/geometry.ts';
import { geometryMistakes } from '../../schemas/check/geometry-structure.ts';
import { isObject, own } from '../../schemas/json.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { isMadeIn, madeFieldsOf } from '../../schemas/model/feature-fields.ts';
import { fieldsOf, MODEL } from '../../schemas/model/model.ts';
import { WHOLE_MODEL } from '../../schemas/derived/published-schema.ts';
import { deliver } from '../pipelines/prepare/deliveries.ts';
import { spatialForTests } from '../pipelines/prepare/spatial-for-tests.ts';
import { CASES } from '../schemas/schema-cases.ts';
import { GEOMETRIES, holding, minimal } from '../schemas/minimal.ts';
import { BASE_URI } from '../schemas/published-verdict.ts';
import { PROJECT } from '../shared-data.ts';
import { startJudge } from './judge.ts';
import { MUTATION, mutated } from './mutations.ts';

const judge = startJudge();
let spatial: Spatial;
beforeAll(async () => {
  spatial = await spatialForTests();
  for (const name of SCHEMA_NAMES) await judge.learn(name, schemaNamed(name, BASE_URI) ?? {});
});
afterAll(() => {
  judge.stop();
  spatial.close();
});

const says = async (name: string, data: Json): Promise<boolean> => await judge.accepts(name, JSON.stringify(data));

const ROOTS_OF_EXAMPLES = Object.keys(JSON.parse(readFileSync(join(PROJECT, 'data/examples/holders.json'), 'utf8')) as JsonObject)
  .filter((file) => file.endsWith('.json')).map((file) => JSON.parse(readFileSync(join(PROJECT, 'data/examples', file), 'utf8')) as Json)
  .flatMap((delivery) => (Array.isArray(delivery) ? delivery as readonly Json[] : [delivery]));
const FULL = [...MODEL.keys()].filter((type) => type !== 'WegAs').map((type) => holding(type, minimal(type, true)).document);

// The schema of a type has the definitions of the whole one: test/schemas/published-schema.test.ts.
test.each([WHOLE_MODEL, 'KwetsbaarGebouw', 'report'])('%s is a schema by the meta-schema of draft 2020-12', async (name) => {
  expect(await judge.check(name)).toBe(true);
});

test.each(CASES)('$description ($type) valid: $valid', async ({ type, data, valid }) => {
  const object = { ...minimal(type), ...data };
  expect(await says(type, object)).toBe(valid);
  expect(await says(WHOLE_MODEL, holding(type, object).document)).toBe(valid);
});

test.each([...MODEL.keys()])('%s: each field absent, of another type, void, at and beyond its bounds', async (type) => {
  const full = minimal(type, true);
  const wrong: readonly Json[] = [null, true, 'x', -1e9, 1e9, 0.5, [], {}, { waarde: null, geenWaardeReden: 'waardeOnbekend' }];
  const variants = fieldsOf(type).flatMap((field) => {
    const { [field.name]: _, ...without } = full;
    const ends = 'min' in field && field.kind !== 'text' ? [field.min, field.max, (field.min ?? 0) - 0.01, (field.max ?? 0) + 1] : [];
    const values = [...wrong, ...ends.filter((end) => end !== undefined)];
    return [without, ...values.map((value) => ({ ...full, [field.name]: value }))];
  });
  const objects = [full, minimal(type), { ...full, kleur: 'rood' }, ...variants];
  for (const object of objects) {
    const { root, document } = holding(type, object);
    const ours = validatorOf(root)(document).length === 0;
    if (type !== 'WegAs') expect(await says(type, object), JSON.stringify(object)).toBe(ours);
    else expect(ours).toBe(false);
  }
});

test('the examples, right and wrong', async () => {
  expect(ROOTS_OF_EXAMPLES.length).toBeGreaterThan(20);
  for (const root of ROOTS_OF_EXAMPLES) expect(await says(WHOLE_MODEL, root)).toBe(validate(root).length === 0);
});

/** A document without the fields that the register makes for features: ours takes them and does not use them, the published schema has none. */
function withoutMade(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutMade);
  if (!isObject(value)) return value;
  const type = own(value, 'entityType');
  const kept = Object.entries(value).filter(([name]) => typeof type !== 'string' || !isMadeIn(value, type, name));
  return Object.fromEntries(kept.map(([name, held]) => [name, withoutMade(held)]));
}

test('a field that the register makes is taken by ours, and is in no document of the published schema', async () => {
  const contour = { ...minimal('PRContour', true), afstandOfGeometrie: { afstand: 5 } };
  for (const field of madeFieldsOf('PRContour')) {
    const { document } = holding('PRContour', { ...contour, [field.name]: null });
    expect(validate(document)).toEqual([]);
    expect(await says(WHOLE_MODEL, document)).toBe(false);
    expect(await says(WHOLE_MODEL, withoutMade(document))).toBe(true);
  }
});

describe('any mutation', () => {
  const document = fc.constantFrom<Json>(...FULL, ...ROOTS_OF_EXAMPLES);

  test('of a document gets the same verdict', async () => {
    await fc.assert(fc.asyncProperty(document, fc.array(MUTATION, { minLength: 1, maxLength: 2 }), async (held, mutations) => {
      const value = mutated(held, mutations);
      expect(validate(value).length === 0).toBe(await says(WHOLE_MODEL, withoutMade(value)));
    }), { numRuns: 4000 });
  });

  test('of a geometry gets the same verdict under each alias', async () => {
    const geometry = fc.constantFrom<Json>(...Object.values(GEOMETRIES));
    const alias = fc.constantFrom(...Object.keys(GEOMETRY_ALIASES) as GeometryAlias[]);
    await fc.assert(fc.asyncProperty(geometry, alias, fc.array(MUTATION, { maxLength: 2 }), async (held, name, mutations) => {
      const value = mutated(held, mutations);
      expect(geometryMistakes(value, name).length === 0).toBe(await says(`${WHOLE_MODEL}#/$defs/${name}`, value));
    }), { numRuns: 3000 });
  });

  // Deliveries that stay whole, and texts of which one character is lost, added or another.
  test('of a delivery: never a throw, and no root is accepted that the published schema refuses', async () => {
    const some = fc.shuffledSubarray([...ROOTS_OF_EXAMPLES], { minLength: 1 });
    const delivery = fc.tuple(some, fc.infiniteStream(fc.array(MUTATION, { maxLength: 1 }))).map(([roots, stream]) =>
      roots.map((held) => JSON.stringify(mutated(held, stream.next().value ?? []))).join('\n'));
    let accepted = 0;
    const torn = fc.record({ at: fc.nat(), lost: fc.nat(2), added: fc.string({ maxLength: 2, unit: 'binary' }) });
    await fc.assert(fc.asyncProperty(delivery, fc.array(torn, { maxLength: 3 }), async (text, tears) => {
      const written = tears.reduce((held, { at, lost, added }) => {
        const from = at % (held.length + 1);
        return held.slice(0, from) + added + held.slice(from + lost);
      }, text);
      const { roots } = await deliver(spatial, written);
      accepted += roots.length;
      for (const { body } of roots) expect(await judge.accepts(WHOLE_MODEL, body), body).toBe(true);
    }), { numRuns: 150 });
    expect(accepted).toBeGreaterThan(200);
  });
});
