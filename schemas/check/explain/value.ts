/** Value: a value that its field does not allow. */
import { allowedValues, codeList, hasUsualShape } from '../../codelists.ts';
import type { Text } from '../../finding.ts';
import type { Json } from '../../json.ts';
import { inLatin, describeDifference } from '../../lookalike.ts';
import { describe, lowerBoundOf, notationHint, isBelowBounds, notation, show } from '../describe.ts';
import type { Suggestion } from '../suggestion.ts';
import { suggest } from '../suggest.ts';
import { nearest } from '../nearest.ts';
import { suggestVoidReason, voidOf } from '../void-reasons.ts';
import { codesWith, informalCodes } from '../informal-codes.ts';
import { isEmptyList } from './empty.ts';
import type { LocatedMistake, SchemaError, SchemaRule } from './schema-error.ts';

export function explainType(mistake: LocatedMistake): SchemaError {
  const { pointer, field, at } = mistake;
  if (at.node?.kind === 'entity') return objectExpected(pointer, field, at.data);
  return explainValue(mistake, 'schema.type');
}

function objectExpected(pointer: string, field: string, data: Json | undefined): SchemaError {
  return {
    pointer, rule: 'schema.type', field, found: show(data), expected: '{"entityType": …}',
    message: {
      nl: `Hier hoort een JSON-object te staan, niet ${show(data)}.`,
      en: `A JSON object belongs here, not ${show(data)}.`,
    },
    mend: {
      nl: 'Lever elk object als {"entityType": …, "id": …, …}.',
      en: 'Deliver each object as {"entityType": …, "id": …, …}.',
    },
  };
}

/** Explains a value that its field does not allow: the found value and the expected one. */
export function explainValue({ pointer, field, at }: LocatedMistake, rule: SchemaRule): SchemaError {
  const value = at.node?.kind === 'entity' ? undefined : at.node;
  const found = show(at.data);
  const wanted = value === undefined ? { nl: 'een andere waarde', en: 'another value' } : describe(value);
  const how = value !== undefined && rule === 'schema.type' ? notationHint(value, at.data) : { nl: '', en: '' };
  const isOfGovernment = isGovernmentCode(field, at.data);
  const better = value === undefined || isOfGovernment ? undefined : suggest(value, at.data);
  const reason = value?.kind === 'null' ? suggestVoidReason(at.data) : undefined;
  const mend = reason !== undefined
    ? { nl: `Schrijf in plaats van dit hele object ${voidOf(reason)}.`, en: `Write ${voidOf(reason)} in place of this whole object.` }
    : isOfGovernment
    ? {
      nl: `${found} is een code voor "bronhoudercodeOverheid". Geef hier ${wanted.nl}.`,
      en: `${found} is a code for "bronhoudercodeOverheid". Give here ${wanted.en}.`,
    }
    : better === undefined
    ? { nl: `Geef ${wanted.nl}.${how.nl}`, en: `Give ${wanted.en}.${how.en}` }
    : withQuestion(better, { nl: `Geef ${wanted.nl}.`, en: `Give ${wanted.en}.` });
  return {
    pointer, rule, field, found,
    ...(value === undefined ? {} : { expected: notation(value) }), ...suggestionsOf(better),
    message: rule === 'schema.aantal' && value !== undefined && isEmptyList(at.data)
      ? emptyList(field, lowerBoundOf(value) ?? 1)
      : messageOf(rule, { field, found, under: value !== undefined && isBelowBounds(value, at.data) }),
    mend,
  };
}

/** Whether the code of a holder is one of the list for governments. In capitals it would be the code of another holder. */
function isGovernmentCode(field: string, data: Json | undefined): boolean {
  return field === 'bronhoudercode' && typeof data === 'string' && hasUsualShape('TooiWaardelijst', data);
}

/** Puts the question with the suggested value before the fix, and the way to write it after the fix. */
function withQuestion({ json, hint: how, alternative: or }: Suggestion, mend: Text): Text {
  const [nl, en] = or === undefined ? [json, json] : [`${json} of ${or}`, `${json} or ${or}`];
  return { nl: `Bedoelde u ${nl}? ${mend.nl} ${how.nl}`, en: `Did you mean ${en}? ${mend.en} ${how.en}` };
}

function suggestionsOf(better: Suggestion | undefined): Pick<SchemaError, 'suggestions'> {
  return better === undefined ? {} : { suggestions: [better.text, ...(better.alternative === undefined ? [] : [better.alternative])] };
}

function emptyList(field: string, min: number): Text {
  return {
    nl: `De lijst in "${field}" is leeg; er ${min === 1 ? 'hoort' : 'horen'} ten minste ${min} in.`,
    en: `The list in "${field}" is empty; it needs at least ${min === 1 ? 'one' : min}.`,
  };
}

/** The message about a value, as specific as the rule allows. */
function messageOf(
  rule: SchemaRule, { field, found, under }: { readonly field: string; readonly found: string; readonly under: boolean },
): Text {
  switch (rule) {
    case 'schema.type': return {
      nl: `De waarde ${found} is van de verkeerde soort voor het veld "${field}".`,
      en: `The value ${found} is of the wrong kind for the field "${field}".`,
    };
    case 'schema.bereik': return {
      nl: `Het getal ${found} is te ${under ? 'klein' : 'groot'} voor het veld "${field}".`,
      en: `The number ${found} is too ${under ? 'small' : 'large'} for the field "${field}".`,
    };
    case 'schema.patroon': return {
      nl: `De waarde ${found} is niet geschreven zoals het veld "${field}" vraagt.`,
      en: `The value ${found} is not written as the field "${field}" asks.`,
    };
    case 'schema.lengte': return {
      nl: `De tekst ${found} is te ${under ? 'kort' : 'lang'} voor het veld "${field}".`,
      en: `The text ${found} is too ${under ? 'short' : 'long'} for the field "${field}".`,
    };
    case 'schema.aantal': return {
      nl: `De lijst ${found} in "${field}" heeft te ${under ? 'weinig' : 'veel'} onderdelen.`,
      en: `The list ${found} in "${field}" has too ${under ? 'few' : 'many'} items.`,
    };
    case 'schema.datum': return {
      nl: `De waarde ${found} in "${field}" is geen bestaande datum of tijd, of is anders geschreven.`,
      en: `The value ${found} in "${field}" is no existing date or time, or is written differently.`,
    };
    default: return {
      nl: `De waarde ${found} past niet bij het veld "${field}".`,
      en: `The value ${found} does not fit the field "${field}".`,
    };
  }
}

export function explainCode(mistake: LocatedMistake): SchemaError {
  const { pointer, field, at } = mistake;
  if (at.node?.kind !== 'codelist') return explainValue(mistake, 'schema.waardelijst');
  const name = at.node.codelist;
  const values = allowedValues(name) ?? [];
  const found = show(at.data);
  const reason = suggestVoidReason(at.data);
  const isReason = reason !== undefined && values.includes(reason);
  const suggestions = isReason ? [reason] : typeof at.data === 'string' ? suggestCodes(at.data, name, values) : [];
  const formerly = typeof at.data === 'string' && codeList(name).legacy?.values.includes(at.data) === true;
  const [best] = suggestions;
  const list = notation(at.node);
  const difference = best === undefined || typeof at.data !== 'string' ? undefined : describeDifference(at.data, best);
  return {
    pointer, rule: 'schema.waardelijst', field, found, expected: list, suggestions,
    message: {
      nl: `De waarde ${found} staat niet in de waardelijst ${name}${formerly ? ', wel in een oudere versie' : ''}.`,
      en: `The value ${found} is not in the code list ${name}${formerly ? ', but in an older version' : ''}.`,
    },
    mend: best === undefined
      ? { nl: `Kies uit: ${list}.`, en: `Choose from: ${list}.` }
      : difference ?? {
        nl: `Bedoelde u "${best}"? Kies uit: ${list}.`,
        en: `Did you mean "${best}"? Choose from: ${list}.`,
      },
  };
}

/** Suggests codes for a text, best first. */
function suggestCodes(text: string, list: string, values: readonly string[]): readonly string[] {
  const known = informalCodes(list, values, text);
  const near = known.length > 0 ? known : nearest(inLatin(text), values);
  return near.length > 0 ? near : codesWith(values, text);
}
