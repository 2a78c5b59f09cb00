/** The published schema under a validator that knows nothing of ours: no discriminator, no keywords of our own. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../../schemas/json.ts';
import { jsonSchema, refTo } from '../../schemas/json-schema.ts';

const plain = new Ajv2020({ strict: false, validateFormats: false, messages: false, code: { optimize: false } });
plain.addSchema({ $id: 'all', ...jsonSchema({ legacyCodes: false }) });

export function publishedVerdict(entityType: string, data: Json): boolean {
  const key = `all${refTo(entityType)['$ref'] as string}`;
  return plain.getSchema(key)?.(data) === true;
}
