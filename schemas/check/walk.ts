/**
 * Walk: the node of the model that applies to each location of a document.
 *
 * A node is a value of the model, or an object of one of several types, selected by its `entityType`.
 * Never throws, whatever the document is. Names are looked up in maps, never on prototypes.
 */
import type { Field, Value } from '../model/conventions.ts';
import { isObject, own } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { INTERNE_VERWIJZING } from '../model/internal-links.ts';
import { fieldsByName, SHAPES } from '../model/model.ts';
import { VOID } from '../model/values.ts';
import { likelyFields, likelyTypes } from './likely-types.ts';

/** A root or nested object of one of the types. */
export interface ObjectNode {
  readonly kind: 'entity';
  readonly types: readonly string[];
}
export type ModelNode = Value | ObjectNode;

/** The type or value type of an object, with its fields. */
export interface ObjectSchema {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** False when the object may have other properties too. */
  readonly closed: boolean;
}

/** Returns the schema of an object at a node; undefined when the node allows no object. */
export function objectSchemaAt(node: ModelNode, data: JsonObject): ObjectSchema | undefined {
  const name = node.kind === 'entity' ? entityName(node.types, data) : valueTypeName(node, data);
  if (name === undefined && node.kind === 'entity') return likelySchema(node.types, data);
  const fields = name === undefined ? undefined : fieldsByName(name);
  if (name === undefined || fields === undefined) return undefined;
  return { name, fields, closed: SHAPES.get(name)?.form !== 'open' };
}

/** Returns the node of each item of an array. */
export function itemNode(node: ModelNode): ModelNode | undefined {
  if (node.kind === 'array') return node.items;
  if (node.kind === 'nested') return { kind: 'entity', types: node.types };
  return node.kind === 'links' ? { kind: 'link' } : undefined;
}

export interface LocatedNode {
  readonly node: ModelNode | undefined;
  readonly data: Json | undefined;
  /** The schema of `data` if it is an object. */
  readonly schema: ObjectSchema | undefined;
}

/** Follows reference tokens (RFC 6901, unescaped) from a root into its document. `types`: the allowed types of the root. */
export function nodeAt(types: readonly string[], document: Json, tokens: readonly string[]): LocatedNode {
  let node: ModelNode | undefined = { kind: 'entity', types };
  let data: Json | undefined = document;
  for (const token of tokens) {
    if (Array.isArray(data)) {
      node = node && itemNode(node);
      data = data[Number(token)] as Json | undefined;
    } else {
      node = isObject(data) && node ? objectSchemaAt(node, data)?.fields.get(token) : undefined;
      data = isObject(data) ? own(data, token) : undefined;
    }
  }
  const inside = isObject(data) && node ? objectSchemaAt(node, data) : undefined;
  return { node, data, schema: inside };
}

/** The value type of an object at a node. */
function valueTypeName(node: Value, data: JsonObject): string | undefined {
  if (node.voidable === true && isMeantAsVoid(data)) return VOID.name;
  if (node.kind === 'link') return INTERNE_VERWIJZING.name;
  return node.kind === 'object' ? node.shape.name : undefined;
}

/** The type of an object: its own `entityType` if allowed, else the only one allowed. */
function entityName(types: readonly string[], data: JsonObject): string | undefined {
  const claimed = own(data, 'entityType');
  if (typeof claimed === 'string' && types.includes(claimed)) return claimed;
  return types.length === 1 ? types[0] : undefined;
}

/** The schema of an object whose `entityType` is not allowed; nameless when several types are likely. */
function likelySchema(types: readonly string[], data: JsonObject): ObjectSchema {
  const [name = '', ...others] = likelyTypes(types, data);
  if (others.length === 0) return { name, fields: fieldsByName(name)!, closed: true };
  const fields = [...likelyFields([name, ...others], data)].map(([known, { field }]) => [known, field] as const);
  return { name: '', fields: new Map(fields), closed: true };
}

function isMeantAsVoid(data: JsonObject): boolean {
  return Object.hasOwn(data, 'geenWaardeReden') || Object.hasOwn(data, 'waarde');
}
