/** Definition: operations of a site's OpenAPI document, with references resolved. */
import { strict as assert } from 'node:assert';
import { linkOf } from './abstract-test.ts';
import type { Json, Site } from './site.ts';

export const OPENAPI = 'application/vnd.oai.openapi+json';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Json;
  readonly example?: unknown;
}

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Json>>;
  readonly security: readonly Json[];
}

const documents = new WeakMap<Site, Promise<Json>>();

export function documentOf(site: Site): Promise<Json> {
  const known = documents.get(site) ?? readDocument(site);
  documents.set(site, known);
  return known;
}

async function readDocument(site: Site): Promise<Json> {
  const { href, type } = linkOf(await site.links(), 'service-desc', 'the landing page');
  return await site.json(href, type);
}

export function resolved(document: Json, node: Json): Json {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string') return node;
  const target = pointer.slice(2).split('/').reduce<unknown>((at, key) => (at as Json | undefined)?.[key.replaceAll('~1', '/')], document);
  assert.ok(target !== undefined, `${pointer} leads nowhere`);
  return target as Json;
}

export function operationsOf(document: Json): readonly Operation[] {
  return Object.entries(document['paths'] as Readonly<Record<string, Json>>).flatMap(([path, item]) => (
    Object.entries(item).filter(([method]) => method !== 'parameters').map(([method, value]) => {
      const operation = value as Json;
      const parameters = [...(item['parameters'] ?? []) as readonly Json[], ...(operation['parameters'] ?? []) as readonly Json[]];
      const responses = Object.entries(operation['responses'] as Readonly<Record<string, Json>>);
      return {
        path, method, operationId: String(operation['operationId']),
        parameters: parameters.map((parameter) => resolved(document, parameter) as unknown as Parameter),
        responses: Object.fromEntries(responses.map(([status, response]) => [status, resolved(document, response)])),
        security: (operation['security'] ?? document['security'] ?? []) as readonly Json[],
      };
    })
  ));
}

/** Returns the operation for an address below the base. A path without variables wins over one with variables. */
export function operationFor(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  const fitting = operations.filter((operation) => operation.method === method.toLowerCase() && patternOf(operation.path).test(path));
  return fitting.toSorted((a, b) => variables(a) - variables(b))[0];
}

function variables({ path }: Operation): number {
  return path.split('{').length;
}

function patternOf(path: string): RegExp {
  const trimmed = path === '/' ? '' : path;
  return new RegExp(`^${trimmed.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}/?$`);
}

/** Returns the parameter of this name for the features of a collection. */
export async function itemsParameter(site: Site, collection: string, name: string): Promise<Parameter> {
  const operation = operationFor(operationsOf(await documentOf(site)), 'GET', `/collections/${collection}/items`);
  const parameter = operation?.parameters.find((one) => one.name === name && one.in === 'query');
  assert.ok(parameter !== undefined, `${name} is not defined for the features of ${collection}`);
  return parameter;
}
