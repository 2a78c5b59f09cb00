/**
 * Explain: the mistakes that the validator found, in words that a source holder understands.
 *
 * The pointer names a place that exists: a missing field is reported at the object that lacks it, an unknown
 * property at the property itself. Words for what a field may hold are in describe.ts.
 */
import type { ErrorObject } from 'ajv/dist/types/index.js';
import { allowedValues, codeList } from '../codelists.ts';
import { whereItBelongs } from './belongs.ts';
import { describe, fewest, firstNames, howToWrite, isUnder, NAMES_MAX, notation, show, WHY_NONE } from './describe.ts';
import type { Text } from '../finding.ts';
import type { Field, Value } from '../model/conventions.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import type { GeometryAlias } from '../geometry.ts';
import type { GeometryMistake } from './geometry-structure.ts';
import { DATE_PATTERN, MOMENT_PATTERN } from './json-schema.ts';
import { likelyTypes } from './likely.ts';
import { INTERNE_VERWIJZING } from '../model/links.ts';
import { MODEL, SHAPES } from '../model/model.ts';
import { escapeToken, isObject, own, unescapeToken } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { kindOf } from '../names.ts';
import { meant, positionMeant } from './meant.ts';
import type { Meant } from './meaning.ts';
import { misnamedIn } from './misnamed.ts';
import { misplacedIn } from './misplaced.ts';
import type { Misplaced } from './misplaced.ts';
import { nearest } from './nearest.ts';
import { reasonMeant, sayWhyNone, voidOf } from './no-value.ts';
import { bilingual } from '../shown.ts';
import { follow } from './walk.ts';
import type { Found, Governing, Place } from './walk.ts';

export type SchemaRule =
  | 'schema.required' | 'schema.onbekend-veld' | 'schema.type' | 'schema.waardelijst' | 'schema.bereik'
  | 'schema.patroon' | 'schema.lengte' | 'schema.aantal' | 'schema.uniek' | 'schema.keuze' | 'schema.entityType'
  | 'schema.datum' | 'schema.geometrie';

export interface SchemaError {
  /** JSON Pointer (RFC 6901) into the document; always of a place that is there. */
  readonly pointer: string;
  readonly rule: SchemaRule;
  /** Name of the field that is wrong, missing or unknown; empty for the document itself. */
  readonly field: string;
  readonly message: Text;
  readonly mend: Text;
  readonly found?: string;
  readonly expected?: string;
  /** Nearest allowed words, best first. */
  readonly suggestions?: readonly string[];
}

/** One mistake, named at once and put into words when asked: of most mistakes in a large delivery nobody reads more than the count. */
export interface Mistake {
  readonly rule: SchemaRule;
  /** JSON Pointer of the value that is wrong, or that is missing. */
  readonly at: string;
  /** Of a field that belongs to another object: JSON Pointer of where it belongs. */
  readonly to?: string;
  readonly say: () => SchemaError;
}

/** Where a mistake is, with what governs that place. */
interface Located {
  readonly pointer: string;
  readonly tokens: readonly string[];
  /** Name of the innermost field that holds the place. */
  readonly field: string;
  readonly at: Found;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Names the mistakes behind ajv's errors about a document, a root of one of these types; one per place and cause. */
export function mistakesOf(
  types: readonly string[], document: Json, errors: readonly ErrorObject[],
): readonly Mistake[] {
  const placesOf = (wanted: string): ReadonlySet<string> =>
    new Set(errors.filter(({ keyword }) => keyword === wanted).map(({ instancePath }) => instancePath));
  const wrongType = placesOf('type');
  const unknown = placesOf('additionalProperties');
  const named = unknown.size === 0 ? withMisnamed(types, document, errors) : withMisplaced(types, document, errors);
  return named.filter(({ keyword, instancePath }) =>
    keyword !== 'if' && (keyword === 'type' || !wrongType.has(instancePath))
    && (keyword !== 'maxProperties' || !unknown.has(instancePath)))
    .map((error) => ({
      rule: ruleOf(error), at: placeOf(error), say: () => explain(types, document, error), ...placedAt(error),
    }));
}

function placedAt({ params }: ErrorObject): Pick<Mistake, 'to'> {
  const { misplaced } = params as { readonly misplaced?: Misplaced };
  return misplaced === undefined ? {} : { to: misplaced.to };
}

/**
 * The errors with one for each unknown field that belongs to another object or is misnamed. What another object lacks comes
 * before a name that is nearly right, and that before what another object may have.
 */
function withMisplaced(types: readonly string[], document: Json, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const find = misplacedIn(types, document);
  const taken = new Set<string>();
  const placed = (error: ErrorObject, isWanted: (found: Misplaced) => boolean): ErrorObject => {
    const { keyword, instancePath, params } = error;
    if (keyword !== 'additionalProperties' || params['meant'] !== undefined || params['misplaced'] !== undefined) return error;
    const misplaced = find(instancePath, params['additionalProperty'] as string);
    if (misplaced === undefined || !isWanted(misplaced) || taken.has(misplaced.to)) return error;
    taken.add(misplaced.to);
    if (misplaced.missing !== undefined) taken.add(misplaced.missing);
    return { ...error, params: { ...params, misplaced } };
  };
  const lacking = errors.map((error) => placed(error, ({ missing }) => missing !== undefined));
  const rest = lacking.filter((error) => missingIn(error) === undefined || !taken.has(placeOf(error)));
  return withMisnamed(types, document, rest).map((error) => placed(error, () => true));
}

/** Where the error is: a member that is missing or unknown by its own name, of equal items the one that is told of. */
function placeOf({ keyword, instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, i: item } = params as Readonly<Record<string, string | number | undefined>>;
  const name = missingProperty ?? additionalProperty ?? item ?? (keyword === 'discriminator' ? 'entityType' : undefined);
  return name === undefined ? instancePath : `${instancePath}/${escapeToken(String(name))}`;
}

/** The errors with one for each misnamed field, instead of one that it is unknown and one that another is missing. */
function withMisnamed(types: readonly string[], document: Json, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  /** By place: the names that stand there for absent fields. */
  const misnamed = new Map<string, ReadonlyMap<string, string>>();
  const nameOf = (place: string, field: string): string | undefined => {
    if (!misnamed.has(place)) {
      const { data, governing } = follow(types, document, tokensOf(place));
      misnamed.set(place, isObject(data) && governing !== undefined ? misnamedIn(data, governing.fields) : new Map());
    }
    return [...misnamed.get(place)!].find(([, meant]) => meant === field)?.[0];
  };
  const said = new Set<string>();
  const placed = new Set(errors.filter(({ params }: ErrorObject) => params['misplaced'] !== undefined).map(placeOf));
  const merged = errors.map((error) => {
    const { instancePath, schemaPath } = error;
    const field = missingIn(error);
    const name = field === undefined ? undefined : nameOf(instancePath, field);
    if (name === undefined || placed.has(`${instancePath}/${escapeToken(name)}`)) return error;
    said.add(`${instancePath} ${name}`);
    return { keyword: 'additionalProperties', instancePath, schemaPath, params: { additionalProperty: name, meant: field } };
  });
  return said.size === 0 ? errors : merged.filter(({ instancePath, params }: ErrorObject) =>
    params['meant'] !== undefined || !said.has(`${instancePath} ${params['additionalProperty']}`));
}

/** The field that is missing by an error, if that is what it says. */
function missingIn({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'discriminator') return params['tagValue'] === undefined ? 'entityType' : undefined;
  return keyword === 'required' ? params['missingProperty'] as string : undefined;
}

function tokensOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapeToken);
}

function explain(types: readonly string[], document: Json, error: ErrorObject): SchemaError {
  const { keyword, instancePath, params } = error;
  const tokens = tokensOf(instancePath);
  const field = tokens.findLast((token) => !/^\d+$/.test(token)) ?? '';
  const at = follow(types, document, tokens);
  const mistake: Located = { pointer: instancePath, tokens, field, at, params };
  const rule = ruleOf(error);
  const around = (): Found => follow(types, document, tokens.slice(0, -1));
  return explainEmpty(mistake, rule, () => around().governing) ?? explainNone(mistake, rule, () => around().place)
    ?? (EXPLANATIONS[keyword] ?? explainType)(mistake);
}

/** False for an item of a list, which is no field. */
function isOptional(value: Value | Field): boolean {
  return 'required' in value && !value.required;
}

/** A field that may be absent, and has null, an empty text or an empty list: undefined for any other. */
function explainEmpty(
  { pointer, field, at: { place, data } }: Located, rule: SchemaRule, around: () => Governing | undefined,
): SchemaError | undefined {
  const isEmpty = data === null || (typeof data === 'string' && data.trim() === '') || isEmptyList(data);
  if (!isEmpty || place === undefined || place.kind === 'entity' || !isOptional(place)) return undefined;
  const found = show(data);
  const otherwise = place.voidable === true
    ? { nl: `zeg waarom er geen waarde is: ${WHY_NONE.nl}`, en: `say why there is no value: ${WHY_NONE.en}` }
    : { nl: `geef ${describe(place).nl}`, en: `give ${describe(place).en}` };
  const others = alternativesTo(field, around());
  return {
    pointer, rule, field, found, expected: notation(place),
    message: {
      nl: `Het veld "${field}" is er wel, maar is leeg: ${found}.`,
      en: `The field "${field}" is there, but it is empty: ${found}.`,
    },
    mend: others === ''
      ? { nl: `Laat "${field}" weg, of ${otherwise.nl}.`, en: `Leave "${field}" out, or ${otherwise.en}.` }
      : { nl: `Geef ${describe(place).nl}, of geef in plaats van "${field}" ${others}.`, en: `Give ${describe(place).en}, or instead of "${field}" give ${others}.` },
  };
}

/** A voidable field, or an item of a list in one, with a text that says that there is no value; `around`: what governs the list. */
function explainNone(
  { pointer, tokens, field, at: { place, data } }: Located, rule: SchemaRule, around: () => Place | undefined,
): SchemaError | undefined {
  const inList = tokens.at(-1) !== field;
  const value = inList ? around() : place;
  const phone = isPhone(field, data);
  const reason = phone ? 'waardeOnbekend' : reasonMeant(data);
  if (reason === undefined || value === undefined || value.kind === 'entity' || value.voidable !== true) return undefined;
  const found = show(data);
  const mend = sayWhyNone(field, reason, { inList });
  const wanted = describe(value);
  return {
    pointer, rule, field, found, expected: notation(value), ...(phone ? {} : { suggestions: [voidOf(reason)] }),
    message: phone
      ? { nl: `${found} in "${field}" lijkt een telefoonnummer.`, en: `${found} in "${field}" looks like a telephone number.` }
      : { nl: `De tekst ${found} in "${field}" zegt dat er geen waarde is.`, en: `The text ${found} in "${field}" says that there is no value.` },
    mend: phone ? { nl: `Geef ${wanted.nl}.`, en: `Give ${wanted.en}.` } : mend,
  };
}

const KVK_FIELD = /^kvkNummer/;
const PHONE = /^(?:(?:\+|00)31[ -]?|0)[1-9](?:[ -]?\d){8}$/;

function isPhone(field: string, data: Json | undefined): boolean {
  return KVK_FIELD.test(field) && typeof data === 'string' && PHONE.test(data.trim());
}

/** The other fields of an object that must have exactly one, by name; empty for any other object. */
function alternativesTo(field: string, around: Governing | undefined): string {
  if (around === undefined || SHAPES.get(around.name)?.form !== 'choice') return '';
  return [...around.fields.keys()].filter((name) => name !== field).map((name) => `"${name}"`).join(' | ');
}

/** The rule that an explanation of the error will name. */
function ruleOf({ keyword, params }: ErrorObject): SchemaRule {
  const { pattern, tagValue } = params as { readonly pattern?: string; readonly tagValue?: Json };
  if (keyword === 'pattern' && (pattern === MOMENT_PATTERN || pattern === DATE_PATTERN)) return 'schema.datum';
  return keyword === 'discriminator' ? ruleOfType(tagValue) : RULES[keyword] ?? 'schema.type';
}

const RULES: Readonly<Record<string, SchemaRule>> = {
  required: 'schema.required', additionalProperties: 'schema.onbekend-veld', const: 'schema.entityType',
  enum: 'schema.waardelijst', minimum: 'schema.bereik', maximum: 'schema.bereik',
  minLength: 'schema.lengte', maxLength: 'schema.lengte', minItems: 'schema.aantal', maxItems: 'schema.aantal',
  pattern: 'schema.patroon', uniqueItems: 'schema.uniek',
  minProperties: 'schema.keuze', maxProperties: 'schema.keuze', geometrie: 'schema.geometrie',
};

function ruleOfType(claimed: Json | undefined): SchemaRule {
  return claimed === undefined ? 'schema.required' : 'schema.entityType';
}

const EXPLANATIONS: Readonly<Record<string, (mistake: Located) => SchemaError>> = {
  required: explainMissing,
  additionalProperties: explainUnknown,
  type: explainType,
  const: ({ pointer, at }) =>
    entityTypeError(pointer.slice(0, -'/entityType'.length), at.data, { allowed: constantOf(at.place) }),
  discriminator: ({ pointer, at }) => entityTypeError(
    pointer, isObject(at.data) ? own(at.data, 'entityType') : undefined,
    { allowed: at.place?.kind === 'entity' ? at.place.types : [], ...(isObject(at.data) ? { data: at.data } : {}) },
  ),
  enum: explainCode,
  minimum: (mistake) => explainValue(mistake, 'schema.bereik'),
  maximum: (mistake) => explainValue(mistake, 'schema.bereik'),
  minLength: (mistake) => explainValue(mistake, 'schema.lengte'),
  maxLength: (mistake) => explainValue(mistake, 'schema.lengte'),
  minItems: (mistake) => explainValue(mistake, 'schema.aantal'),
  maxItems: (mistake) => explainValue(mistake, 'schema.aantal'),
  pattern: (mistake) => explainValue(mistake, isTime(mistake.at.place) ? 'schema.datum' : 'schema.patroon'),
  uniqueItems: explainDuplicate,
  minProperties: explainChoice,
  maxProperties: explainChoice,
  geometrie: explainGeometry,
};

/** What an object is called: its type, or for a value the name of the field that holds it. */
function calledIn({ field, at }: Located): string {
  const name = at.governing?.name ?? '';
  return name === '' || MODEL.has(name) || field === '' ? name : `"${field}"`;
}

function explainMissing(mistake: Located): SchemaError {
  const { pointer, at, params } = mistake;
  const field = String(params['missingProperty']);
  const where = calledIn(mistake);
  const value = at.governing?.fields.get(field);
  const wanted = value === undefined ? { nl: field, en: field } : describe(value);
  const point = value?.kind === 'geometry' ? pointMeant(value.alias, at.data) : undefined;
  return {
    pointer, rule: 'schema.required', field,
    message: {
      nl: `Het verplichte veld "${field}" ontbreekt (${where}).`,
      en: `The required field "${field}" is missing (${where}).`,
    },
    mend: at.governing?.name === INTERNE_VERWIJZING.name ? AS_LINK : point === undefined
      ? { nl: `Voeg "${field}" toe: ${wanted.nl}.`, en: `Add "${field}": ${wanted.en}.` }
      : { nl: `Zet de coördinaten in "${field}": ${point}.`, en: `Put the coordinates in "${field}": ${point}.` },
    ...(point === undefined ? {} : { suggestions: [point] }),
    ...(value === undefined ? {} : { expected: notation(value) }),
  };
}

const AS_LINK: Text = {
  nl: 'Schrijf de verwijzing als {"href": "#id"}, met de id van het object waar zij heen gaat.',
  en: 'Write the link as {"href": "#id"}, with the id of the object it leads to.',
};

/** The point that an object gives as x and y, as JSON, where one may stand. */
function pointMeant(alias: GeometryAlias, data: Json | undefined): string | undefined {
  const position = isObject(data) && (GEOMETRY_ALIASES[alias] as readonly string[]).includes('Point') ? positionMeant(data) : undefined;
  return position && `{"type": "Point", "coordinates": ${position.json}}`;
}

function explainUnknown(mistake: Located): SchemaError {
  const { pointer, at, params } = mistake;
  const name = String(params['additionalProperty']);
  const where = calledIn(mistake);
  const { meant: field, misplaced } = params as { readonly meant?: string; readonly misplaced?: Misplaced };
  if (field !== undefined) return misnamedField({ name, field, pointer, where });
  if (misplaced !== undefined) return misplacedField({ name, pointer, where, misplaced });
  const known = [...at.governing?.fields.keys() ?? []];
  const present = isObject(at.data) ? at.data : {};
  const suggestions = nearest(name, known.filter((field) => !Object.hasOwn(present, field)));
  const [best] = suggestions;
  const same = known.find((field) => Object.hasOwn(present, field) && field.toLowerCase() === name.toLowerCase());
  const possible = same !== undefined
    ? { nl: `"${same}" staat er ook.`, en: `"${same}" is there as well.` } : known.length <= NAMES_MAX
    ? { nl: `Wel mogelijk: ${firstNames(known)}.`, en: `Possible are: ${firstNames(known)}.` }
    : {
      nl: `Alle ${known.length} velden van ${where} staan op de pagina /schemas/${where} van het register, en in MODEL.md.`,
      en: `All ${known.length} fields of ${where} stand on the page /schemas/${where} of the register, and in MODEL.md.`,
    };
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.onbekend-veld', field: name, suggestions, found: show(name),
    ...(known.length <= NAMES_MAX ? { expected: known.join(' | ') } : {}),
    message: {
      nl: `Het veld ${show(name)} bestaat niet in ${where}.`,
      en: `The field ${show(name)} does not exist in ${where}.`,
    },
    mend: best === undefined
      ? {
        nl: `Haal dit veld weg. ${possible.nl}`,
        en: `Remove this field. ${possible.en}`,
      }
      : {
        nl: `Bedoelde u "${best}"? Pas de naam aan, of haal het veld weg.`,
        en: `Did you mean "${best}"? Correct the name, or remove the field.`,
      },
  };
}

/** A name that stands for a required field. */
function misnamedField(
  { name, field, pointer, where }: { readonly name: string; readonly field: string; readonly pointer: string; readonly where: string },
): SchemaError {
  const of = where === '' ? { nl: '', en: '' } : { nl: ` van ${where}`, en: ` of ${where}` };
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.onbekend-veld', field: name, suggestions: [field],
    found: show(name), expected: field,
    message: {
      nl: `${show(name)} is geen veld${of.nl}; bedoeld is "${field}" (verplicht).`,
      en: `${show(name)} is no field${of.en}; "${field}" (required) is meant.`,
    },
    mend: { nl: `Noem het veld "${field}".`, en: `Name the field "${field}".` },
  };
}

/** A field of another object, around this one or in it. */
function misplacedField(
  { name, pointer, where, misplaced: { to, missing, owner, ownerId, isThere } }:
  { readonly name: string; readonly pointer: string; readonly where: string; readonly misplaced: Misplaced },
): SchemaError {
  const place = to.slice(1);
  const inRoot = place.includes('/') ? { nl: place, en: place } : { nl: `${place} in het buitenste object`, en: `${place} in the outermost object` };
  const whose = ownerId === undefined ? show(owner) : `${owner} ${show(ownerId)}`;
  const state = isThere ? { nl: 'daar staat het ook', en: 'it stands there too' }
    : missing === undefined ? { nl: 'daar mag het staan', en: 'it may stand there' } : { nl: 'daar ontbreekt het', en: 'it is missing there' };
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.onbekend-veld', field: name, found: show(name), expected: place,
    message: {
      nl: `${show(name)} is geen veld van ${where} maar van ${whose}, en ${state.nl}.`,
      en: `${show(name)} is no field of ${where} but of ${whose}, and ${state.en}.`,
    },
    mend: isThere
      ? {
        nl: `Haal het hier weg; wat alleen hier staat, hoort in ${place} van hetzelfde object.`,
        en: `Remove it here; what stands only here belongs in ${place} of the same object.`,
      }
      : {
        nl: `Verplaats het veld met zijn waarde van ${pointer === '' ? 'het buitenste object' : pointer.slice(1)} naar ${inRoot.nl}.`,
        en: `Move the field with its value from ${pointer === '' ? 'the outermost object' : pointer.slice(1)} to ${inRoot.en}.`,
      },
  };
}

function explainType(mistake: Located): SchemaError {
  const { pointer, field, at } = mistake;
  if (at.place?.kind === 'entity') return objectExpected(pointer, field, at.data);
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

/** A value that is not what its field asks for: says what was found and what belongs there. */
function explainValue({ pointer, field, at }: Located, rule: SchemaRule): SchemaError {
  const value = at.place?.kind === 'entity' ? undefined : at.place;
  const found = show(at.data);
  const wanted = value === undefined ? { nl: 'een andere waarde', en: 'another value' } : describe(value);
  const how = value !== undefined && rule === 'schema.type' ? howToWrite(value, at.data) : { nl: '', en: '' };
  const better = value === undefined ? undefined : meant(value, at.data);
  const reason = value?.kind === 'null' ? reasonMeant(at.data) : undefined;
  const mend = reason !== undefined
    ? { nl: `Schrijf in plaats van dit hele object ${voidOf(reason)}.`, en: `Write ${voidOf(reason)} in place of this whole object.` }
    : better === undefined
    ? { nl: `Geef ${wanted.nl}.${how.nl}`, en: `Give ${wanted.en}.${how.en}` }
    : asking(better, { nl: `Geef ${wanted.nl}.`, en: `Give ${wanted.en}.` });
  return {
    pointer, rule, field, found,
    ...(value === undefined ? {} : { expected: notation(value) }), ...suggesting(better),
    message: rule === 'schema.aantal' && value !== undefined && isEmptyList(at.data)
      ? emptyList(field, fewest(value) ?? 1)
      : misfit(rule, { field, found, under: value !== undefined && isUnder(value, at.data) }),
    mend,
  };
}

/** What to do, with the question whether a value was meant before it, and how to write it behind it. */
function asking({ json, how, or }: Meant, mend: Text): Text {
  const [nl, en] = or === undefined ? [json, json] : [`${json} of ${or}`, `${json} or ${or}`];
  return { nl: `Bedoelde u ${nl}? ${mend.nl} ${how.nl}`, en: `Did you mean ${en}? ${mend.en} ${how.en}` };
}

function suggesting(better: Meant | undefined): Pick<SchemaError, 'suggestions'> {
  return better === undefined ? {} : { suggestions: [better.suggestion, ...(better.or === undefined ? [] : [better.or])] };
}

function isEmptyList(data: Json | undefined): boolean {
  return Array.isArray(data) && data.length === 0;
}

function emptyList(field: string, min: number): Text {
  return {
    nl: `De lijst in "${field}" is leeg; er ${min === 1 ? 'hoort' : 'horen'} ten minste ${min} in.`,
    en: `The list in "${field}" is empty; it needs at least ${min === 1 ? 'one' : min}.`,
  };
}

/** What is wrong with a value, as far as the rule tells. */
function misfit(
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

function explainCode(mistake: Located): SchemaError {
  const { pointer, field, at } = mistake;
  if (at.place?.kind !== 'codelist') return explainValue(mistake, 'schema.waardelijst');
  const name = at.place.codelist;
  const values = allowedValues(name, false) ?? [];
  const found = show(at.data);
  const reason = reasonMeant(at.data);
  const suggestions = reason !== undefined && values.includes(reason) ? [reason] : typeof at.data === 'string' ? nearest(at.data, values) : [];
  const formerly = typeof at.data === 'string' && codeList(name).legacy?.values.includes(at.data) === true;
  const [best] = suggestions;
  const list = notation(at.place);
  return {
    pointer, rule: 'schema.waardelijst', field, found, expected: list, suggestions,
    message: {
      nl: `De waarde ${found} staat niet in de waardelijst ${name}${formerly ? ', wel in een oudere versie' : ''}.`,
      en: `The value ${found} is not in the code list ${name}${formerly ? ', but in an older version' : ''}.`,
    },
    mend: best === undefined
      ? { nl: `Kies uit: ${list}.`, en: `Choose from: ${list}.` }
      : {
        nl: `Bedoelde u "${best}"? Kies uit: ${list}.`,
        en: `Did you mean "${best}"? Choose from: ${list}.`,
      },
  };
}

function explainDuplicate({ pointer, field, params }: Located): SchemaError {
  const { i, j } = params as { readonly i: number; readonly j: number };
  return {
    pointer: `${pointer}/${i}`, rule: 'schema.uniek', field,
    message: {
      nl: `Onderdeel ${i + 1} van "${field}" is gelijk aan onderdeel ${j + 1}.`,
      en: `Item ${i + 1} of "${field}" equals item ${j + 1}.`,
    },
    mend: { nl: 'Haal een van beide weg.', en: 'Remove one of them.' },
  };
}

function explainChoice({ pointer, field, at }: Located): SchemaError {
  const names = [...at.governing?.fields.keys() ?? []].map((name) => `"${name}"`);
  return {
    pointer, rule: 'schema.keuze', field, found: show(at.data), expected: names.join(' | '),
    message: {
      nl: `"${field}" moet precies één van deze velden hebben: ${names.join(', ')}.`,
      en: `"${field}" must have exactly one of these fields: ${names.join(', ')}.`,
    },
    mend: {
      nl: `Geef ${names.join(' of ')}, niet meer dan één.`,
      en: `Give ${names.join(' or ')}, no more than one.`,
    },
  };
}

function explainGeometry({ pointer, field, at, params }: Located): SchemaError {
  const { path, expected, cause } = params as unknown as GeometryMistake;
  const found = show(path.reduce<Json | undefined>(
    (data, token) => (data as Record<string | number, Json>)[token], at.data));
  return {
    pointer: [pointer, ...path].join('/'), rule: 'schema.geometrie', field, found,
    expected: at.place?.kind === 'geometry' ? notation(at.place) : bilingual(expected),
    message: {
      nl: `De geometrie in "${field}" is niet compleet of niet goed opgebouwd: hier staat ${found}.`,
      en: `The geometry in "${field}" is incomplete or badly built: found ${found} here.`,
    },
    mend: { nl: `Hier hoort ${expected.nl}.`, en: `Expected here: ${expected.en}.` },
    ...cause?.(),
  };
}

/** The object at `pointer` claims no type, an unknown one, or one that does not belong there. */
function entityTypeError(
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

function constantOf(place: Place | undefined): readonly string[] {
  return place?.kind === 'constant' ? [place.constant] : [];
}

function isTime(place: Place | undefined): boolean {
  return place?.kind === 'moment' || place?.kind === 'date';
}
