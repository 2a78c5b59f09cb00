/**
 * Deliver schema: reads a published JSON Schema of a type as the fields of a form. Pure.
 *
 * It knows the constructions that the published schemas use; an unknown one throws, so that no field is left out silently. For a list of
 * objects of several types it gives the names of these types; the schema of a type is read when an object of it is added.
 */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject { readonly [name: string]: Json }

export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly form: ValueForm;
}

export type ValueForm = Marks & (
  | { readonly kind: 'constant'; readonly constant: string }
  | { readonly kind: 'text' | 'number' | 'boolean' | 'moment' | 'date' | 'link' }
  | { readonly kind: 'code'; readonly list: string; readonly values: readonly string[] }
  | { readonly kind: 'geometry'; readonly types: readonly string[] }
  | ObjectForm
  | { readonly kind: 'list'; readonly items: ValueForm }
  | { readonly kind: 'types'; readonly types: readonly string[] }
);

interface Marks {
  /** Description of the schema in Dutch and English, with a slash between. */
  readonly description?: string;
  /** The value may be a reason why there is none. */
  readonly isVoidable?: true;
}

export interface ObjectForm extends Marks {
  readonly kind: 'object';
  readonly fields: readonly Field[];
  /** Exactly one of the fields has a value. */
  readonly isChoice: boolean;
}

const VOID = '#/$defs/Void';

export class SchemaReader {
  readonly #schema: JsonObject;
  readonly #definitions: ReadonlyMap<string, JsonObject>;

  constructor(schema: JsonObject) {
    this.#schema = schema;
    this.#definitions = new Map(Object.entries(objectIn(schema, '$defs')) as readonly [string, JsonObject][]);
  }

  /** Returns the form of the type of the schema. */
  root(): ObjectForm {
    return this.#object(this.#schema);
  }

  /** Returns the form of a type that objects may have. */
  ofType(name: string): ObjectForm {
    return this.#object(this.#definition(name));
  }

  /** Returns the reasons for a value that is absent. */
  voidReasons(): ValueForm {
    return this.#object(this.#definition('Void')).fields.find(({ name }) => name === 'geenWaardeReden')!.form;
  }

  #definition(name: string): JsonObject {
    const found = this.#definitions.get(name);
    if (found === undefined) throw new Error(`the schema does not define ${name}`);
    return found;
  }

  #object(schema: JsonObject): ObjectForm {
    const required = listIn(schema, 'required');
    const all = Object.entries(objectIn(schema, 'properties')) as readonly [string, JsonObject][];
    const fields = all.filter(([, own]) => own['readOnly'] !== true)
      .map(([name, own]) => ({ name, isRequired: required.includes(name), form: this.#value(own) }));
    return { kind: 'object', fields, isChoice: schema['maxProperties'] === 1 };
  }

  #value(schema: JsonObject): ValueForm {
    const { $ref, allOf, description, readOnly: _, ...rest } = schema;
    const marks = typeof description === 'string' ? { description } : {};
    if (typeof $ref === 'string') return this.#reference($ref.slice($ref.lastIndexOf('/') + 1));
    const [first, second] = (allOf ?? []) as readonly JsonObject[];
    if (first !== undefined && second !== undefined && objectIn(first, 'else')['$ref'] === VOID) {
      return { ...this.#value(objectIn(second, 'else')), isVoidable: true };
    }
    // The branch for null or for a text is left out: the form offers the fuller value.
    if (schema['if'] !== undefined && schema['else'] !== undefined) return this.#value(objectIn(schema, 'else'));
    return { ...marks, ...this.#plain(rest, '') };
  }

  #reference(name: string): ValueForm {
    if (name === 'Tijdstip') return { kind: 'moment' };
    if (name === 'Datum') return { kind: 'date' };
    if (name === 'InterneVerwijzing') return { kind: 'link' };
    const definition = this.#definition(name);
    const told = objectIn(definition, 'properties');
    const entityTypes = listIn(objectIn(told, 'entityType'), 'enum');
    if (entityTypes.length > 0) return { kind: 'types', types: entityTypes };
    const geometryTypes = listIn(objectIn(told, 'type'), 'enum');
    if (geometryTypes.length > 0) return { kind: 'geometry', types: geometryTypes };
    return this.#plain(definition, name);
  }

  #plain(schema: JsonObject, name: string): ValueForm {
    const values = listIn(schema, 'enum');
    if (typeof schema['const'] === 'string') return { kind: 'constant', constant: schema['const'] };
    if (values.length > 0) return { kind: 'code', list: name, values };
    switch (schema['type']) {
      case 'object': return this.#object(schema);
      case 'array': return { kind: 'list', items: this.#value(objectIn(schema, 'items')) };
      case 'string': return { kind: 'text' };
      case 'number': case 'integer': return { kind: 'number' };
      case 'boolean': return { kind: 'boolean' };
      // The value of a void.
      case 'null': return { kind: 'constant', constant: '' };
      default: throw new Error(`unknown schema ${JSON.stringify(schema).slice(0, 200)}`);
    }
  }
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {};
}

function listIn(object: JsonObject, name: string): readonly string[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value as readonly string[] : [];
}
