/** Entity type: an object that claims no type, an unknown one, or one that does not belong there. */
import type { Text } from '../../finding.ts';
import type { Json, JsonObject } from '../../json.ts';
import { kindOf } from '../../names.ts';
import { whereItBelongs } from '../belongs.ts';
import { firstNames, NAMES_MAX, show } from '../describe.ts';
import { likelyTypes } from '../likely.ts';
import { nearest } from '../nearest.ts';
import type { SchemaError } from './located.ts';

/** The object at `pointer` claims no type, an unknown one, or one that does not belong there. */
export function entityTypeError(
  pointer: string, claimed: Json | undefined, { allowed, data = {} }: { readonly allowed: readonly string[]; readonly data?: JsonObject },
): SchemaError {
  const field = 'entityType';
  const expected = firstNames(allowed);
  if (claimed === undefined) {
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
  const suggestions = typeof claimed === 'string' ? nearest(claimed, allowed) : [];
  const hint = suggestions[0] === undefined
    ? { nl: `Hier mag staan: ${expected}.`, en: `Allowed here: ${expected}.` }
    : { nl: `Bedoelde u "${suggestions[0]}"?`, en: `Did you mean "${suggestions[0]}"?` };
  const elsewhere = exists ? whereItBelongs(claimed, data) : undefined;
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

/** Of many types those that the fields of an object fit best. */
function likelyNames(allowed: readonly string[], data: JsonObject): Text {
  const likely = likelyTypes(allowed, data).slice(0, LIKELY_MAX).join(', ');
  return {
    nl: `zoals ${likely}; alle ${allowed.length} staan op de pagina /schemas van het register, en in MODEL.md`,
    en: `such as ${likely}; all ${allowed.length} stand on the page /schemas of the register, and in MODEL.md`,
  };
}

const LIKELY_MAX = 3;
