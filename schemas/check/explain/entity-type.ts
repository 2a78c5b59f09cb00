/** Entity type: an object without a type, with an unknown type, or with a type that is not allowed at its position. */
import type { Text } from '../../finding.ts';
import type { Json, JsonObject } from '../../json.ts';
import { inLatin, describeDifference } from '../../lookalike.ts';
import { kindOf } from '../../names.ts';
import { expectedPosition } from '../expected-position.ts';
import { firstNames, NAMES_MAX, show } from '../describe.ts';
import { likelyTypes } from '../likely-types.ts';
import { nearest } from '../nearest.ts';
import type { SchemaError } from './schema-error.ts';

interface Claiming {
  /** The types that are allowed at the position. */
  readonly allowed: readonly string[];
  /** The object itself, and the document that contains it. */
  readonly data?: JsonObject;
  readonly document?: Json;
}

/** Explains an `entityType` that is absent, unknown or not allowed at `pointer`. */
export function entityTypeError(
  pointer: string, claimed: Json | undefined, { allowed, data = {}, document = {} }: Claiming,
): SchemaError {
  const field = 'entityType';
  const expected = firstNames(allowed);
  if (claimed === undefined) {
    if (isLinkOnly(data)) return linkForObject(pointer, data);
    const few = allowed.length <= NAMES_MAX ? { nl: expected, en: expected } : likelyNames(allowed, data);
    return {
      pointer, rule: 'schema.required', field, expected,
      message: {
        nl: 'Het verplichte veld "entityType" ontbreekt.',
        en: 'The required field "entityType" is missing.',
      },
      mend: {
        nl: `Voeg "entityType" toe${pointer === '' ? ' (in een Feature: in properties)' : ''}: ${few.nl}.`,
        en: `Add "entityType"${pointer === '' ? ' (of a Feature: in properties)' : ''}: ${few.en}.`,
      },
    };
  }
  const found = show(claimed);
  const exists = typeof claimed === 'string' && kindOf(claimed) !== undefined;
  const suggestions = typeof claimed === 'string' ? nearest(inLatin(claimed), allowed) : [];
  const hint = suggestions[0] === undefined
    ? { nl: `Hier mag staan: ${expected}.`, en: `Allowed here: ${expected}.` }
    : describeDifference(claimed as string, suggestions[0]) ?? { nl: `Bedoelde u "${suggestions[0]}"?`, en: `Did you mean "${suggestions[0]}"?` };
  const elsewhere = exists ? expectedPosition(claimed, data, document) : undefined;
  return {
    pointer: `${pointer}/entityType`, rule: 'schema.entityType', field, found, expected, suggestions,
    message: exists
      ? {
        nl: `Een object van type ${found} hoort niet op deze plaats.`,
        en: `An object of type ${found} does not belong here.`,
      }
      : { nl: `Het entityType ${found} bestaat niet.`, en: `The entityType ${found} does not exist.` },
    mend: elsewhere ?? hint,
  };
}

function isLinkOnly(data: JsonObject): boolean {
  return Object.hasOwn(data, 'href') && !Object.hasOwn(data, 'id');
}

/** Explains a link in a position where the object itself belongs. Tables refer to each other in this way. */
function linkForObject(pointer: string, data: JsonObject): SchemaError {
  const found = show(data['href']);
  return {
    pointer, rule: 'schema.required', field: 'entityType', found, expected: '{"entityType": …, "id": …}',
    message: {
      nl: `Hier staat alleen een verwijzing, naar ${found}; hier hoort het object zelf.`,
      en: `This is only a link, to ${found}; the object itself belongs here.`,
    },
    mend: { nl: 'Zet het hele object hier, in plaats van de verwijzing.', en: 'Put the whole object here, in place of the link.' },
  };
}

/** Names, out of many types, those that fit the fields of the object best. */
function likelyNames(allowed: readonly string[], data: JsonObject): Text {
  const likely = likelyTypes(allowed, data).slice(0, LIKELY_MAX).join(', ');
  return {
    nl: `zoals ${likely}; alle ${allowed.length} staan op de pagina /schemas van het register, en in MODEL.md`,
    en: `such as ${likely}; all ${allowed.length} are on the page /schemas of the register, and in MODEL.md`,
  };
}

const LIKELY_MAX = 3;
