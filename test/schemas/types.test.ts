/** Every concrete type: the smallest and fullest documents pass; violations of conventions 1 to 4 fail at their location. */
import { describe, expect, test } from 'vitest';
import { validate, validatorOf } from '../../schemas/check/compile.ts';
import type { SchemaError } from '../../schemas/check/compile.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { jsonSchema } from '../../schemas/check/json-schema.ts';
import { CHOICES, fieldsOf, MODEL, SHAPES } from '../../schemas/model/model.ts';
import { ACTIVITY_TYPES, CONTOURS, REFERENCES, ROOTS } from '../../schemas/names.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { holding, minimal } from './minimal.ts';

const PLACED = [...MODEL.keys()].filter((type) => type !== 'WegAs');

test('59 activity, 22 reference, 8 contour and 6 root types have a model; no two definitions share a name', () => {
  const listed = [ACTIVITY_TYPES, ...[REFERENCES, CONTOURS, ROOTS].map((types) => Object.keys(types))];
  expect(listed.map(({ length }) => length)).toEqual([59, 22, 8, 6]);
  expect(new Set(MODEL.keys())).toEqual(new Set(listed.flat()));
  const names = [...MODEL.keys(), ...CHOICES.keys(), ...SHAPES.keys(), ...CODE_LISTS.keys(), ...Object.keys(GEOMETRY_ALIASES)];
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(Object.keys(jsonSchema().$defs))).toEqual(new Set(names));
});

describe.each(PLACED)('%s', (type) => {
  const { root, document, pointer } = holding(type);
  const check = validatorOf(root);
  const errorsWith = (object: JsonObject): readonly SchemaError[] => check(holding(type, object).document);

  test('IM-conv-1: the required fields suffice, and all fields together pass', () => {
    expect(check(document)).toEqual([]);
    expect(errorsWith(minimal(type, true))).toEqual([]);
  });

  test('IM-conv-1: each missing required field is reported at its object', () => {
    for (const { name } of fieldsOf(type).filter(({ required }) => required)) {
      const { [name]: _, ...without } = minimal(type);
      const errors = errorsWith(without);
      expect(errors.map(({ pointer: place, rule, field }) => [place, rule, field]), name)
        .toEqual([[pointer, 'schema.required', name]]);
    }
  });

  test('IM-conv-3: an unknown property is refused at its location, entityType is constant', () => {
    expect(brief(errorsWith({ ...minimal(type), 'on/bekend': 1 })))
      .toEqual([[`${pointer}/on~1bekend`, 'schema.onbekend-veld']]);
    const wrong = holding(type, { ...minimal(type), entityType: 'Bestaatniet' });
    expect(brief(check(wrong.document))).toEqual([[`${pointer}/entityType`, 'schema.entityType']]);
  });

  test('IM-conv-1: a value of another JSON type is refused at its field', () => {
    for (const field of fieldsOf(type)) {
      const wrong = field.kind === 'boolean' ? 'true' : true;
      const errors = errorsWith({ ...minimal(type), [field.name]: wrong });
      expect(errors.map(({ pointer: place }) => place), field.name).toEqual([`${pointer}/${field.name}`]);
    }
  });

  test('bounds: both ends pass, beyond them fails', () => {
    for (const field of fieldsOf(type)) {
      if (field.kind !== 'number' && field.kind !== 'integer') continue;
      const step = field.kind === 'integer' ? 1 : 0.01;
      for (const [end, beyond] of [[field.min, -step], [field.max, step]] as const) {
        if (end === undefined) continue;
        expect(errorsWith({ ...minimal(type), [field.name]: end }), field.name).toEqual([]);
        const errors = errorsWith({ ...minimal(type), [field.name]: end + beyond });
        expect(brief(errors)).toEqual([[`${pointer}/${field.name}`, 'schema.bereik']]);
      }
    }
  });

  test('IM-conv-4: a void is an object with the reason, in voidable fields only', () => {
    for (const field of fieldsOf(type)) {
      const reason = { waarde: null, geenWaardeReden: 'waardeOnbekend' };
      const errors = errorsWith({ ...minimal(type), [field.name]: reason });
      if (field.voidable === true) expect(errors, field.name).toEqual([]);
      else expect(errors.length, field.name).toBeGreaterThan(0);
    }
  });
});

test('WegAs has a model but is not allowed in heeft', () => {
  const { root, document } = holding('WegAs');
  const [error, ...more] = validatorOf(root)(document);
  expect(more).toEqual([]);
  expect(error).toMatchObject({ pointer: '/voertUit/0/heeft/0/entityType', rule: 'schema.entityType' });
  expect(error?.message.en).toContain('does not belong here');
});

test('a document that is no object, or no root type, gets one mistake', () => {
  for (const nothing of [null, 5, 'tekst', [], [{}]]) expect(brief(validate(nothing))).toEqual([['', 'schema.type']]);
  expect(brief(validate({}))).toEqual([['', 'schema.required']]);
  expect(brief(validate({ entityType: 'toString' }))).toEqual([['/entityType', 'schema.entityType']]);
  expect(validate({ entityType: 'KwetsbareGebouw' })[0]?.suggestions?.[0]).toBe('KwetsbaarGebouw');
  expect(validate(minimal('Tankzuil'))[0]?.message.nl).toContain('hoort niet op deze plaats');
});

function brief(errors: readonly SchemaError[]): readonly (readonly [string, string])[] {
  return errors.map(({ pointer, rule }) => [pointer, rule] as const);
}
