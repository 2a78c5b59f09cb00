/**
 * Explain: turns a mistake of the validator into a text that a source holder understands, one file per kind of mistake.
 *
 * The pointer names an existing location: a missing field is reported at the object that lacks it, an unknown property at the property
 * itself. The descriptions of allowed values are in describe.ts.
 */
import type { ErrorObject } from 'ajv/dist/types/index.js';
import { isObject, own } from '../../json.ts';
import type { Json } from '../../json.ts';
import { DATE_PATTERN, MOMENT_PATTERN } from '../json-schema.ts';
import { MANY_UNKNOWN } from '../many-unknown.ts';
import { nodeAt } from '../walk.ts';
import type { LocatedNode, ModelNode } from '../walk.ts';
import { explainEmpty, explainNone } from './empty.ts';
import { entityTypeError } from './entity-type.ts';
import { tokensOf } from './schema-error.ts';
import type { LocatedMistake, SchemaError, SchemaRule } from './schema-error.ts';
import { explainMissing } from './missing.ts';
import { explainChoice, explainDuplicate, explainGeometry } from './structure.ts';
import { explainManyUnknown, explainUnknown } from './unknown.ts';
import { explainCode, explainType, explainValue } from './value.ts';

export function explain(types: readonly string[], document: Json, error: ErrorObject): SchemaError {
  const { keyword, instancePath, params } = error;
  const tokens = tokensOf(instancePath);
  const field = tokens.findLast((token) => !/^\d+$/.test(token)) ?? '';
  const at = nodeAt(types, document, tokens);
  const parent = (): Json | undefined => (tokens.length < 2 ? undefined : nodeAt(types, document, tokens.slice(0, -2)).data);
  const mistake: LocatedMistake = { pointer: instancePath, tokens, field, at, params, parent };
  const rule = ruleOf(error);
  const around = (): LocatedNode => nodeAt(types, document, tokens.slice(0, -1));
  return explainEmpty(mistake, rule, () => around().schema) ?? explainNone(mistake, rule, () => around().node)
    ?? (EXPLANATIONS[keyword] ?? explainType)(mistake, document);
}

/** Returns the rule that the explanation of an error names. */
export function ruleOf({ keyword, params }: ErrorObject): SchemaRule {
  const { pattern, tagValue } = params as { readonly pattern?: string; readonly tagValue?: Json };
  if (keyword === 'pattern' && (pattern === MOMENT_PATTERN || pattern === DATE_PATTERN)) return 'schema.datum';
  return keyword === 'discriminator' ? ruleOfType(tagValue) : RULES[keyword] ?? 'schema.type';
}

const RULES: Readonly<Record<string, SchemaRule>> = {
  required: 'schema.required', additionalProperties: 'schema.onbekend-veld', [MANY_UNKNOWN]: 'schema.onbekend-veld', const: 'schema.entityType',
  enum: 'schema.waardelijst', minimum: 'schema.bereik', maximum: 'schema.bereik',
  minLength: 'schema.lengte', maxLength: 'schema.lengte', minItems: 'schema.aantal', maxItems: 'schema.aantal',
  pattern: 'schema.patroon', uniqueItems: 'schema.uniek',
  minProperties: 'schema.keuze', maxProperties: 'schema.keuze', geometrie: 'schema.geometrie',
};

function ruleOfType(claimed: Json | undefined): SchemaRule {
  return claimed === undefined ? 'schema.required' : 'schema.entityType';
}

const EXPLANATIONS: Readonly<Record<string, (mistake: LocatedMistake, document: Json) => SchemaError>> = {
  required: explainMissing,
  additionalProperties: explainUnknown,
  [MANY_UNKNOWN]: explainManyUnknown,
  type: explainType,
  const: ({ pointer, at }) =>
    entityTypeError(pointer.slice(0, -'/entityType'.length), at.data, { allowed: constantOf(at.node) }),
  discriminator: ({ pointer, at }, document) => entityTypeError(
    pointer, isObject(at.data) ? own(at.data, 'entityType') : undefined,
    { allowed: at.node?.kind === 'entity' ? at.node.types : [], document, ...(isObject(at.data) ? { data: at.data } : {}) },
  ),
  enum: explainCode,
  minimum: (mistake) => explainValue(mistake, 'schema.bereik'),
  maximum: (mistake) => explainValue(mistake, 'schema.bereik'),
  minLength: (mistake) => explainValue(mistake, 'schema.lengte'),
  maxLength: (mistake) => explainValue(mistake, 'schema.lengte'),
  minItems: (mistake) => explainValue(mistake, 'schema.aantal'),
  maxItems: (mistake) => explainValue(mistake, 'schema.aantal'),
  pattern: (mistake) => explainValue(mistake, isTime(mistake.at.node) ? 'schema.datum' : 'schema.patroon'),
  uniqueItems: explainDuplicate,
  minProperties: explainChoice,
  maxProperties: explainChoice,
  geometrie: explainGeometry,
};

function constantOf(node: ModelNode | undefined): readonly string[] {
  return node?.kind === 'constant' ? [node.constant] : [];
}

function isTime(node: ModelNode | undefined): boolean {
  return node?.kind === 'moment' || node?.kind === 'date';
}
