/** Components: building blocks of the other files: references, and shapes of JSON. */

export type ApiObject = Readonly<Record<string, unknown>>;

export function ref(kind: 'parameters' | 'headers' | 'responses' | 'schemas', name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}

export const string = { type: 'string' };
export const uri = { type: 'string', format: 'uri' };

export const object = (required: readonly string[], properties: ApiObject) => ({
  type: 'object', ...(required.length === 0 ? {} : { required }), properties,
});
