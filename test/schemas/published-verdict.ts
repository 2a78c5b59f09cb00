/** The published schema in a validator without our keywords. In strict mode it refuses a schema with a non-standard keyword. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../../schemas/json.ts';
import { publishedSchema } from '../../schemas/derived/published-schema.ts';

export const BASE_URI = 'https://voorbeeld.nl/v1/schemas';

const plain = new Ajv2020({
  strictSchema: true, strictTypes: false, validateFormats: false, messages: false, code: { optimize: false },
});
plain.addSchema(publishedSchema(BASE_URI), 'all');

/** The verdict on a value of a type, value type or geometry alias; without a name, on a root document. */
export function publishedVerdict(name: string | null, data: Json): boolean {
  return plain.getSchema(name === null ? 'all' : `all#/$defs/${name}`)?.(data) === true;
}
