/** Unknown: a field that its object does not have: a misnamed field, a field of another object, or neither. */
import { escapeToken, isObject, own } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Text } from '../../finding.ts';
import { describeDifference } from '../../lookalike.ts';
import type { Field } from '../../model/conventions.ts';
import { fieldsByName } from '../../model/model.ts';
import { kindOf, OBJECT_TYPES } from '../../names.ts';
import { oneLine } from '../../shown-values.ts';
import { firstNames, NAMES_MAX, show } from '../describe.ts';
import { fieldWith, fittingFields } from '../fitting-field.ts';
import type { FittingField } from '../fitting-field.ts';
import { flattenedIn } from '../flattened-name.ts';
import { nearestField } from '../misnamed.ts';
import type { Misplaced } from '../misplaced.ts';
import { nameInText } from './schema-error.ts';
import type { LocatedMistake, SchemaError } from './schema-error.ts';

export function explainUnknown(mistake: LocatedMistake): SchemaError {
  const { pointer, at, params } = mistake;
  const name = String(params['additionalProperty']);
  const where = nameInText(mistake);
  const { meant: field, misplaced } = params as { readonly meant?: string; readonly misplaced?: Misplaced };
  const flattened = flattenedIn(name, at.schema?.fields ?? new Map());
  if (flattened !== undefined) return flattenedField({ name, path: flattened, pointer, where });
  if (field !== undefined) return misnamedField({ name, field, pointer, where, data: at.data });
  if (misplaced !== undefined) return misplacedField({ name, pointer, where, misplaced });
  const known = [...at.schema?.fields.keys() ?? []];
  const present = isObject(at.data) ? at.data : {};
  const near = nearestField(name, known.filter((field) => !Object.hasOwn(present, field)));
  const [best] = near;
  const value = own(present, name) ?? null;
  const fields = at.schema?.fields ?? new Map<string, Field>();
  const fitting = best === undefined ? fittingFields(value, fields, present) : [];
  const suggestions = best === undefined ? fitting.map(({ field: fits }) => fits) : near;
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.onbekend-veld', field: name, suggestions, found: show(name),
    ...(known.length <= NAMES_MAX ? { expected: known.join(' | ') } : {}),
    message: {
      nl: `Het veld ${show(name)} bestaat niet in ${where}.`,
      en: `The field ${show(name)} does not exist in ${where}.`,
    },
    mend: repeatedType(name, present) ?? ofOtherType(name, where) ?? movedTo(fitting) ?? repeatedValue(fieldWith(value, fields, present))
      ?? (best === undefined ? removal(name, { known, present, where }) : describeDifference(name, best) ?? {
        nl: `Bedoelde u "${best}"? Pas de naam aan, of haal het veld weg.`,
        en: `Did you mean "${best}"? Correct the name, or remove the field.`,
      }),
  };
}

/** Explains the unknown fields of an object beyond those that are reported one by one. */
export function explainManyUnknown(mistake: LocatedMistake): SchemaError {
  const { pointer, field, params } = mistake;
  const [more, where] = [String(params['more']), nameInText(mistake)];
  return {
    pointer, rule: 'schema.onbekend-veld', field, found: more,
    message: {
      nl: `${where} heeft hier nog ${more} velden die niet bestaan. Die staan niet elk in dit rapport.`,
      en: `${where} has ${more} more fields here that do not exist. They are not each in this report.`,
    },
    mend: {
      nl: 'Haal alle velden weg die niet in het model staan. Zo veel onbekende velden wijzen op een ander soort bestand, of op een lijst die als velden is geschreven.',
      en: 'Remove all fields that the model does not have. So many unknown fields point at another kind of file, or at a list that was written as fields.',
    },
  };
}

interface Unknown {
  readonly known: readonly string[];
  readonly present: JsonObject;
  readonly where: string;
}

/** The fix for a field that has to go, with the fields that are possible. */
function removal(name: string, { known, present, where }: Unknown): Text {
  const same = known.find((field) => Object.hasOwn(present, field) && field.toLowerCase() === name.toLowerCase());
  const possible = same !== undefined
    ? { nl: `"${same}" staat er ook.`, en: `"${same}" is there as well.` } : known.length <= NAMES_MAX
    ? { nl: `Wel mogelijk: ${firstNames(known)}.`, en: `Possible are: ${firstNames(known)}.` }
    : {
      nl: `Alle ${known.length} velden van ${where} staan op de pagina /schemas/${where} van het register, en in MODEL.md.`,
      en: `All ${known.length} fields of ${where} are on the page /schemas/${where} of the register, and in MODEL.md.`,
    };
  return { nl: `Haal dit veld weg. ${possible.nl}`, en: `Remove this field. ${possible.en}` };
}

/** The fix for a value that belongs in another field; undefined when none fits. */
function movedTo(fitting: readonly FittingField[]): Text | undefined {
  if (fitting.length === 0) return undefined;
  const forms = fitting.map(({ field, json }) => (json === undefined ? `"${field}"` : `"${field}" (${oneLine(json)})`));
  return {
    nl: `Hoort deze waarde in ${forms.join(' of ')}? Zet haar daar. Haal anders dit veld weg.`,
    en: `If this value belongs in ${forms.join(' or ')}, put it there. Otherwise remove this field.`,
  };
}

function repeatedValue(field: string | undefined): Text | undefined {
  return field === undefined ? undefined
    : { nl: `Haal dit veld weg: dezelfde waarde staat al in "${field}".`, en: `Remove this field: "${field}" has the same value already.` };
}

/** The fix for a field, such as `type`, that repeats the `entityType`. */
function repeatedType(name: string, present: JsonObject): Text | undefined {
  return own(present, name) !== own(present, 'entityType') ? undefined
    : { nl: 'Haal dit veld weg: "entityType" zegt het al.', en: 'Remove this field: "entityType" says so already.' };
}

/** Most types that are named as having a field; more say little about the object. */
const OTHER_TYPES_MAX = 3;

/** The fix for a field that few other types of the same kind have: the object may be one of those. */
function ofOtherType(name: string, where: string): Text | undefined {
  const types = OBJECT_TYPES.filter((type) => kindOf(type) === kindOf(where) && fieldsByName(type)?.has(name) === true);
  if (types.length === 0 || types.length > OTHER_TYPES_MAX) return undefined;
  return {
    nl: `Dit is een veld van ${types.join(' en ')}. Is het object dat, verbeter dan "entityType"; haal anders dit veld weg.`,
    en: `This is a field of ${types.join(' and ')}. If the object is one, correct "entityType"; otherwise remove this field.`,
  };
}

interface Flattened {
  readonly name: string;
  /** Names of fields, from the object inwards. */
  readonly path: readonly string[];
  readonly pointer: string;
  readonly where: string;
}

/** Explains a name that joins the names of a field and of a field inside it. */
function flattenedField({ name, path, pointer, where }: Flattened): SchemaError {
  const [inside, ...around] = [...path].reverse();
  const form = [...path].reverse().reduce((value, field) => `{"${field}": ${value}}`, '…');
  const holders = around.map((field) => `"${field}"`);
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.onbekend-veld', field: name, found: show(name), expected: form,
    message: {
      nl: `${show(name)} is geen veld van ${where}: bedoeld is "${inside}" in ${holders.join(' in ')}.`,
      en: `${show(name)} is no field of ${where}: "${inside}" in ${holders.join(' in ')} is meant.`,
    },
    mend: {
      nl: `Maak van "${path[0]}" een object en zet de waarde daarin: ${form}.`,
      en: `Make "${path[0]}" an object and put the value in it: ${form}.`,
    },
  };
}

interface MisnamedField {
  readonly name: string;
  readonly field: string;
  readonly pointer: string;
  readonly where: string;
  /** The object that contains the field. */
  readonly data: Json | undefined;
}

/** Explains a name that is used for a required field. */
function misnamedField({ name, field, pointer, where, data }: MisnamedField): SchemaError {
  const of = where === '' ? { nl: '', en: '' } : { nl: ` van ${where}`, en: ` of ${where}` };
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.onbekend-veld', field: name, suggestions: [field],
    found: show(name), expected: field,
    message: {
      nl: `${show(name)} is geen veld${of.nl}; bedoeld is "${field}" (verplicht).`,
      en: `${show(name)} is no field${of.en}; "${field}" (required) is meant.`,
    },
    mend: asHref(field, isObject(data) ? own(data, name) : undefined)
      ?? { nl: `Noem het veld "${field}".`, en: `Name the field "${field}".` },
  };
}

/** The fix for an id that is given for the `href` of a link. */
function asHref(field: string, id: Json | undefined): Text | undefined {
  if (field !== 'href' || typeof id !== 'string' || id.startsWith('#')) return undefined;
  const link = `{"href": ${show(`#${id}`)}}`;
  return {
    nl: `Noem het veld "href" en zet # voor de waarde: ${link}.`, en: `Name the field "href" and put # before the value: ${link}.`,
  };
}

/** Explains a field that belongs to an ancestor or a nested object. */
function misplacedField(
  { name, pointer, where, misplaced: { to, missing, owner, ownerId, isThere } }:
  { readonly name: string; readonly pointer: string; readonly where: string; readonly misplaced: Misplaced },
): SchemaError {
  const path = to.slice(1);
  const inRoot = path.includes('/') ? { nl: path, en: path } : { nl: `${path} in het buitenste object`, en: `${path} in the outermost object` };
  const whose = ownerId === undefined ? show(owner) : `${owner} ${show(ownerId)}`;
  const state = isThere ? { nl: 'daar staat het ook', en: 'it is there too' }
    : missing === undefined ? { nl: 'daar mag het staan', en: 'it is allowed there' } : { nl: 'daar ontbreekt het', en: 'it is missing there' };
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.onbekend-veld', field: name, found: show(name), expected: path,
    message: {
      nl: `${show(name)} is geen veld van ${where} maar van ${whose}, en ${state.nl}.`,
      en: `${show(name)} is no field of ${where} but of ${whose}, and ${state.en}.`,
    },
    mend: isThere
      ? {
        nl: `Haal het hier weg; wat alleen hier staat, hoort in ${path} van hetzelfde object.`,
        en: `Remove it here; content that is only here belongs in ${path} of the same object.`,
      }
      : {
        nl: `Verplaats het veld met zijn waarde van ${pointer === '' ? 'het buitenste object' : pointer.slice(1)} naar ${inRoot.nl}.`,
        en: `Move the field with its value from ${pointer === '' ? 'the outermost object' : pointer.slice(1)} to ${inRoot.en}.`,
      },
  };
}
