/**
 * Operations: reads the operations of the OpenAPI document for pages, with references resolved and texts in one language.
 *
 * Not here: the document itself (server/openapi), schemas of bodies (server/web/schema-tables.ts).
 */
import type { Language } from '../../schemas/finding.ts';
import type { ExampleRequest } from './client-code.ts';
import { FIELD_COMPONENT, inLanguage, type ApiObject } from '../openapi/index.ts';

/** An operation in the overview. */
export interface OperationHead {
  readonly id: string;
  readonly method: string;
  /** Path below the base URL, with parameters between braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Whether the parameter is a field of the features of a collection. */
  readonly isField: boolean;
  readonly description: string;
  readonly schema: ApiObject;
  readonly example: unknown;
}

/** A body in one media type. */
export interface ApiContent {
  readonly mediaType: string;
  readonly schema: ApiObject;
  readonly example: unknown;
}

export interface ApiResponse {
  readonly status: number;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly contents: readonly ApiContent[];
}

export interface Operation extends OperationHead {
  readonly description: string | undefined;
  /** The credential that the operation needs; undefined when it needs none. */
  readonly credential: ExampleRequest['credential'];
  readonly parameters: readonly ApiParameter[];
  readonly body: { readonly description: string; readonly contents: readonly ApiContent[] } | undefined;
  readonly responses: readonly ApiResponse[];
}

/** A group of operations with its heading. */
export interface OperationGroup {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly OperationHead[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, ApiObject>>>>;

/** The OpenAPI document with its texts by language. */
export class ApiDocument {
  readonly #document: ApiObject;
  /** Method and path of each operation, by its id. */
  readonly #places: ReadonlyMap<string, readonly [method: string, path: string]>;

  constructor(document: ApiObject) {
    this.#document = document;
    this.#places = new Map(Object.entries(this.#paths()).flatMap(([path, item]) => (
      Object.entries(item).map(([method, { operationId }]) => [operationId as string, [method, path]] as const)
    )));
  }

  /** Ids of all operations, in the order of the document. */
  get ids(): readonly string[] {
    return [...this.#places.keys()];
  }

  /** Returns the operations by tag, in the order of the document. */
  groups(language: Language): readonly OperationGroup[] {
    const heads = this.ids.map((id) => headOf(id, this.#places.get(id)!, inLanguage(this.#raw(id)!, language)));
    return (this.#document['tags'] as readonly ApiObject[]).map((tag) => {
      const { name, description } = inLanguage(tag, language) as { name: string; description: string };
      return { tag: name, description, operations: heads.filter((head) => head.tag === name) };
    });
  }

  /** Returns an operation, or undefined when no operation has this id. */
  operation(id: string, language: Language): Operation | undefined {
    const raw = this.#raw(id);
    return raw === undefined ? undefined : this.#operationOf(id, inLanguage(raw, language), language);
  }

  /** Returns what a reference points to, with its texts in a language; anything else as it is. */
  resolved(part: ApiObject, language: Language): ApiObject {
    const pointer = part['$ref'];
    if (typeof pointer !== 'string') return part;
    const found = pointer.slice(2).split('/').reduce((at: unknown, key) => (at as ApiObject)[key], this.#document);
    return inLanguage(found as ApiObject, language);
  }

  #paths(): Paths {
    return this.#document['paths'] as Paths;
  }

  #raw(id: string): ApiObject | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#paths()[place[1]]![place[0]];
  }

  #operationOf(id: string, raw: ApiObject, language: Language): Operation {
    const body = raw['requestBody'] as { readonly description: string; readonly content: ApiObject } | undefined;
    return {
      ...headOf(id, this.#places.get(id)!, raw),
      description: raw['description'] as string | undefined,
      credential: credentialOf(raw['security'] as readonly ApiObject[] | undefined),
      parameters: (raw['parameters'] as readonly ApiObject[]).map((one) => parameterOf(one, this.resolved(one, language))),
      body: body === undefined ? undefined : { description: body.description, contents: this.#contents(body.content, language) },
      responses: Object.entries(raw['responses'] as Record<string, ApiObject>).map(([status, response]) => (
        this.#responseOf(Number(status), this.resolved(response, language), language)
      )),
    };
  }

  #responseOf(status: number, { description, headers = {}, content = {} }: ApiObject, language: Language): ApiResponse {
    return {
      status, description: description as string,
      headers: Object.entries(headers as Record<string, ApiObject>).map(([name, header]) => (
        { name, description: this.resolved(header, language)['description'] as string }
      )),
      contents: this.#contents(content as ApiObject, language),
    };
  }

  #contents(content: ApiObject, language: Language): readonly ApiContent[] {
    return Object.entries(content as Record<string, { schema: ApiObject; example?: unknown }>).map(([mediaType, { schema, example }]) => (
      { mediaType, schema, example: example ?? this.resolved(schema, language)['example'] }
    ));
  }
}

function headOf(id: string, [method, path]: readonly [string, string], { tags, summary }: ApiObject): OperationHead {
  return { id, method: method.toUpperCase(), path, tag: (tags as readonly string[])[0]!, summary: summary as string };
}

function parameterOf({ $ref }: ApiObject, raw: ApiObject): ApiParameter {
  return {
    isField: String($ref).startsWith(`#/components/parameters/${FIELD_COMPONENT}`),
    name: raw['name'] as string, in: raw['in'] as ApiParameter['in'],
    isRequired: raw['required'] === true, isDeprecated: raw['deprecated'] === true,
    description: raw['description'] as string, schema: raw['schema'] as ApiObject, example: raw['example'],
  };
}

/** Returns the credential to show in an example: a key where one is enough, else a token. */
function credentialOf(security: readonly ApiObject[] | undefined): ExampleRequest['credential'] {
  return security === undefined ? undefined : security.some((one) => 'apiKey' in one) ? 'key' : 'token';
}
