/** Empty: a field that is present without a value, or with a text that stands for no value. */
import type { Json } from '../../json.ts';
import type { Field, Value } from '../../model/conventions.ts';
import { KVK_FIELDS } from '../../model/locations.ts';
import { SHAPES } from '../../model/model.ts';
import { withRemark } from '../../shown-values.ts';
import { describe, notation, show, WHY_NONE } from '../describe.ts';
import { isBlank, suggestVoidReason, voidFix, voidOf } from '../void-reasons.ts';
import type { ObjectSchema, ModelNode } from '../walk.ts';
import type { LocatedMistake, SchemaError, SchemaRule } from './schema-error.ts';

/** Whether a field may be absent. False for an item of a list, which is no field. */
function isOptional(value: Value | Field): boolean {
  return 'required' in value && !value.required;
}

/** Explains an optional field that is null, an empty text or an empty list; undefined for any other field. */
export function explainEmpty(
  { pointer, field, at: { node, data } }: LocatedMistake, rule: SchemaRule, around: () => ObjectSchema | undefined,
): SchemaError | undefined {
  const isEmpty = data === null || isBlank(data) || isEmptyList(data);
  if (!isEmpty || node === undefined || node.kind === 'entity' || !isOptional(node)) return undefined;
  const found = show(data);
  const otherwise = node.voidable === true
    ? { nl: `zeg waarom er geen waarde is: ${WHY_NONE.nl}`, en: `say why there is no value: ${WHY_NONE.en}` }
    : { nl: `geef ${describe(node).nl}`, en: `give ${describe(node).en}` };
  const others = alternativesTo(field, around());
  return {
    pointer, rule, field, found, expected: notation(node),
    message: {
      nl: `Het veld "${field}" is er wel, maar is leeg: ${found}.`,
      en: `The field "${field}" is there, but it is empty: ${found}.`,
    },
    mend: others === ''
      ? { nl: `Laat "${field}" weg, of ${otherwise.nl}.`, en: `Leave "${field}" out, or ${otherwise.en}.` }
      : { nl: `Geef ${describe(node).nl}, of geef in plaats van "${field}" ${others}.`, en: `Give ${describe(node).en}, or instead of "${field}" give ${others}.` },
  };
}

/**
 * Explains a text that stands for no value, in a voidable or optional field or in a list of one. `around`: the schema of the list's
 * parent.
 */
export function explainNone(
  { pointer, tokens, field, at: { node, data } }: LocatedMistake, rule: SchemaRule, around: () => ModelNode | undefined,
): SchemaError | undefined {
  const inList = tokens.at(-1) !== field;
  const value = inList ? around() : node;
  const phone = isPhone(field, data);
  const reason = phone ? 'waardeOnbekend' : suggestVoidReason(data);
  if (reason === undefined || value === undefined || value.kind === 'entity' || value.kind === 'codelist') return undefined;
  const isVoidable = value.voidable === true;
  if (!isVoidable && (phone || value.kind === 'null' || !isOptional(value))) return undefined;
  const found = show(data);
  const wanted = describe(value);
  const rest = isVoidable ? voidFix(field, reason, { inList }) : { nl: `Geef ${wanted.nl}.`, en: `Give ${wanted.en}.` };
  const mend = isOptional(value) ? withRemark(rest, { nl: `, of laat "${field}" weg`, en: `, or leave "${field}" out` }) : rest;
  return {
    pointer, rule, field, found, expected: notation(value), ...(phone || !isVoidable ? {} : { suggestions: [voidOf(reason)] }),
    message: phone
      ? { nl: `${found} in "${field}" lijkt een telefoonnummer.`, en: `${found} in "${field}" looks like a telephone number.` }
      : { nl: `De tekst ${found} in "${field}" zegt dat er geen waarde is.`, en: `The text ${found} in "${field}" says that there is no value.` },
    mend: phone ? { nl: `Geef ${wanted.nl}.`, en: `Give ${wanted.en}.` } : mend,
  };
}

const PHONE = /^(?:(?:\+|00)31[ -]?|0)[1-9](?:[ -]?\d){8}$/;

function isPhone(field: string, data: Json | undefined): boolean {
  return KVK_FIELDS.has(field) && typeof data === 'string' && PHONE.test(data.trim());
}

/** Names the other fields of a choice object; empty for any other object. */
function alternativesTo(field: string, around: ObjectSchema | undefined): string {
  if (around === undefined || SHAPES.get(around.name)?.form !== 'choice') return '';
  return [...around.fields.keys()].filter((name) => name !== field).map((name) => `"${name}"`).join(' | ');
}

export function isEmptyList(data: Json | undefined): boolean {
  return Array.isArray(data) && data.length === 0;
}
