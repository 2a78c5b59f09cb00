import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { jsonSchema } from '../../schemas/check/json-schema.ts';
import { ROOTS } from '../../schemas/names.ts';

test('the schema of our validators compiles in the strict mode of ajv', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, discriminator: true, validateFormats: false, code: { optimize: false } });
  ajv.addSchema({ $id: 'model', ...jsonSchema() });
  for (const type of Object.keys(ROOTS)) expect(ajv.compile({ $ref: `model#/$defs/${type}` })({})).toBe(false);
});
