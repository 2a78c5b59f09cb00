/**
 * Geometry causes: names the one slip behind the structural mistakes of a geometry: a misspelled type, missing or extra brackets, numbers
 * as text, a decimal comma.
 *
 * Only for geometries with mistakes. Without a visible cause the mistake itself is reported.
 * Not here: the check for mistakes (geometry-structure.ts).
 */
import { geometryInText } from '../cql2/wkt.ts';
import type { Text, FindingText } from '../finding.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import type { GeometryAlias, GeometryType } from '../geometry.ts';
import { isObject, own } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { shown } from '../shown-values.ts';
import { JSON_IN_TEXT } from './describe.ts';
import { UNQUOTE } from './suggest-list.ts';
import { geometryMistakes, isPosition, LEVELS } from './geometry-structure.ts';
import type { GeometryCause, GeometryMistake } from './geometry-structure.ts';
import { DECIMAL_POINT, suggestPosition } from './suggest.ts';
import { nearest } from './nearest.ts';

/** Notation of coordinates at each depth, starting with the numbers of a position. */
const FORMS = ['x, y', '[x, y]', '[[x, y], …]', '[[[x, y], …]]', '[[[[x, y], …]]]'] as const;
const TYPES = Object.keys(LEVELS) as readonly GeometryType[];

/** Adds causes to the mistakes of `value`, and merges those with the same cause. */
export function causesOf(value: Json, alias: GeometryAlias, mistakes: readonly GeometryMistake[]): readonly GeometryMistake[] {
  const allowed: readonly GeometryType[] = GEOMETRY_ALIASES[alias];
  const [first] = mistakes;
  if (first === undefined) return mistakes;
  if (!isObject(value)) return [{ ...first, cause: () => noObject(value, allowed) }];
  const coordinates = own(value, 'coordinates');
  if (first.wrongType) return typeCauses(value, alias, first);
  if (coordinates === undefined) return [{ ...first, cause: () => noCoordinates(value, own(value, 'type') as GeometryType) }];
  return coordinateCauses(coordinates, { type: own(value, 'type') as GeometryType, allowed }, mistakes);
}

/** Notation of a geometry of the type. */
function notationOf(type: GeometryType): string {
  return `{"type": "${type}", "coordinates": ${FORMS[depthOfType(type)]}}`;
}

function depthOfType(type: GeometryType): number {
  return LEVELS[type].length + 1;
}

function inQuotes(): GeometryCause {
  return {
    message: { nl: 'Hier staat de geometrie als tekst, tussen aanhalingstekens.', en: 'This geometry is a text in quotes.' },
    mend: UNQUOTE,
  };
}

const SRID = /^\s*SRID=\d+;/i;
const WKT = /^\s*(?:SRID=\d+;\s*)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\b/i;
const WKT_CHARS_MAX = 1_000;

function noObject(value: Json, allowed: readonly GeometryType[]): GeometryCause {
  const form = notationOf(allowed[0]!);
  const mend = { nl: `Schrijf de geometrie als ${form}.`, en: `Write the geometry as ${form}.` };
  if (typeof value === 'string' && JSON_IN_TEXT.test(value)) return inQuotes();
  if (typeof value === 'string' && WKT.test(value)) return inWellKnownText(value, mend);
  return value === null
    ? { message: { nl: 'De geometrie is leeg (null), maar is hier nodig.', en: 'The geometry is empty (null), but is needed here.' }, mend }
    : { message: { nl: 'Hier staat geen geometrie.', en: 'This is no geometry.' }, mend };
}

/** The cause Well-Known Text. A short text is written out as GeoJSON, so that it can be copied. */
function inWellKnownText(text: string, mend: Text): GeometryCause {
  const geometry = text.length <= WKT_CHARS_MAX ? geometryInText(text.replace(SRID, '')) : undefined;
  return {
    message: { nl: 'Deze geometrie is als WKT geschreven; hier hoort GeoJSON.', en: 'This geometry is written as WKT; GeoJSON belongs here.' }, mend,
    ...(geometry === undefined ? {} : { suggestions: [JSON.stringify({ type: geometry.type, coordinates: geometry.coordinates })] }),
  };
}

function noCoordinates(value: JsonObject, type: GeometryType): GeometryCause {
  const [name] = nearest('coordinates', Object.keys(value).filter((key) => key !== 'type'));
  const mend = name === undefined
    ? { nl: `Schrijf de geometrie als ${notationOf(type)}.`, en: `Write the geometry as ${notationOf(type)}.` }
    : { nl: `Noem ${JSON.stringify(shown(name))} "coordinates".`, en: `Call ${JSON.stringify(shown(name))} "coordinates".` };
  return { message: { nl: 'Deze geometrie heeft geen "coordinates".', en: 'This geometry has no "coordinates".' }, mend };
}

/** The cause of a wrong geometry type, followed by the mistakes in the coordinates by the intended type. */
function typeCauses(value: JsonObject, alias: GeometryAlias, mistake: GeometryMistake): readonly GeometryMistake[] {
  const allowed: readonly GeometryType[] = GEOMETRY_ALIASES[alias];
  const [claimed, coordinates] = [own(value, 'type'), own(value, 'coordinates')];
  const isType = (TYPES as readonly Json[]).includes(claimed ?? null);
  const byName = typeof claimed === 'string' && !isType ? nearest(claimed, allowed)[0] as GeometryType | undefined : undefined;
  const meant = byName ?? allowed.find((type) => depthOfType(type) === depthOf(coordinates));
  const inside = meant === undefined || coordinates === undefined || isType
    ? [] : causesOf({ type: meant, coordinates }, alias, geometryMistakes({ type: meant, coordinates }, alias));
  return [{ ...mistake, cause: () => wrongType(value, { claimed, meant, allowed }) }, ...inside];
}

interface Claim {
  readonly claimed: Json | undefined;
  readonly meant: GeometryType | undefined;
  readonly allowed: readonly GeometryType[];
}

function wrongType(value: JsonObject, { claimed, meant, allowed }: Claim): GeometryCause {
  const suggestions = meant === undefined ? [] : [meant];
  if (claimed === undefined) return noType(meant, allowed);
  const message = {
    nl: `Het type van deze geometrie is ${quotedType(claimed)}; dit veld neemt ${allowed.join(' of ')}.`,
    en: `The type of this geometry is ${quotedType(claimed)}; this field takes ${allowed.join(' or ')}.`,
  };
  if (claimed === 'Feature') {
    return { message, mend: { nl: 'Geef alleen wat in "geometry" van de Feature staat.', en: 'Give only the content of "geometry" of the Feature.' } };
  }
  if (own(value, 'geometries') !== undefined) {
    return { message, mend: {
      nl: `Geef alleen wat in "geometries" staat: een ${allowed.join(' of ')}.`, en: `Give only the content of "geometries": a ${allowed.join(' or ')}.`,
    } };
  }
  const single = typeof claimed === 'string' ? allowed.find((type) => `Multi${type}` === claimed) : undefined;
  if (single !== undefined) return { message, mend: singleFix(own(value, 'coordinates'), single) };
  if (claimed === 'LineString' && meant === undefined && allowed.includes('Polygon')) return { message, mend: OUTLINE };
  if (meant === undefined) return { message, mend: { nl: `Geef ${allowed.join(' of ')}.`, en: `Give ${allowed.join(' or ')}.` } };
  const isNamed = typeof claimed === 'string' && nearest(claimed, [meant]).length > 0;
  return { message, suggestions, mend: isNamed
    ? { nl: `Maak het type "${meant}", precies zo geschreven.`, en: `Make the type "${meant}", written exactly so.` }
    : { nl: `De coordinates zijn geschreven als een ${meant}: is het dat, maak dan het type "${meant}".`, en: `The coordinates are written as a ${meant}: if it is one, make the type "${meant}".` } };
}

const OUTLINE: Text = {
  nl: 'Is deze lijn de omtrek, maak dan het type "Polygon" en zet nog één paar haken om "coordinates"; het laatste punt is gelijk aan het eerste.',
  en: 'If this line is the outline, make the type "Polygon" and put one more pair of brackets around "coordinates"; the last position equals the first.',
};

function noType(meant: GeometryType | undefined, allowed: readonly GeometryType[]): GeometryCause {
  const form = notationOf(meant ?? allowed[0]!);
  return {
    message: { nl: 'Deze geometrie heeft geen "type".', en: 'This geometry has no "type".' },
    mend: meant === undefined
      ? { nl: `Schrijf de geometrie als ${form}.`, en: `Write the geometry as ${form}.` }
      : { nl: `Voeg "type": "${meant}" toe.`, en: `Add "type": "${meant}".` },
  };
}

function quotedType(claimed: Json): string {
  return typeof claimed === 'string' ? JSON.stringify(shown(claimed)) : shown(claimed);
}

/** The fix for a multi-part geometry where a single one is expected. */
function singleFix(parts: Json | undefined, single: GeometryType): Text {
  const count = Array.isArray(parts) ? parts.length : 0;
  return count <= 1
    ? {
      nl: `Er is maar één deel: maak het type "${single}" en haal het buitenste paar haken van "coordinates" weg.`,
      en: `There is only one part: make the type "${single}" and remove the outermost pair of brackets of "coordinates".`,
    }
    : {
      nl: `Dit zijn ${count} delen: voeg ze samen tot één ${single}, of lever elk deel als een object met een eigen id.`,
      en: `These are ${count} parts: merge them into one ${single}, or deliver each as an object with an id of its own.`,
    };
}

interface Typed {
  readonly type: GeometryType;
  readonly allowed: readonly GeometryType[];
}

/** Finds the causes of mistakes in coordinates. Wrong brackets come first, because they hide the numbers. */
function coordinateCauses(coordinates: Json, typed: Typed, mistakes: readonly GeometryMistake[]): readonly GeometryMistake[] {
  const wanted = depthOfType(typed.type);
  const causes = new Map<string, GeometryMistake>();
  if (typeof coordinates === 'string' && JSON_IN_TEXT.test(coordinates)) return [{ ...mistakes[0]!, cause: inQuotes }];
  for (const mistake of mistakes) {
    const cause = bracketCause(coordinates, typed, mistake) ?? notationCause(coordinates, wanted, mistake)
      ?? tooFewCause(coordinates, typed, mistake) ?? mistake;
    const key = cause.key ?? cause.path.join('/');
    if (!causes.has(key)) causes.set(key, cause);
  }
  return [...causes.values()];
}

/** The value at a path that begins with `coordinates`. */
function valueAt(coordinates: Json, path: GeometryMistake['path']): Json {
  return path.slice(1).reduce<Json>((value, token) => (value as readonly Json[])[Number(token)] ?? null, coordinates);
}

/** Most levels of brackets that are counted. */
const DEPTH_MAX = 6;

/** Number of brackets around the numbers; undefined without numbers, or with unequal brackets. */
function depthOf(value: Json | undefined, most = DEPTH_MAX): number | undefined {
  if (isPosition(value ?? null) || suggestPosition(value) !== undefined) return 1;
  if (!Array.isArray(value) || value.length === 0 || most === 1) return undefined;
  const list: readonly Json[] = value;
  const [one, other] = [list[0], list.at(-1)];
  if (typeof one === 'number' && typeof other === 'number') return 1;
  const depth = depthOf(one, most - 1);
  return depth === undefined || depthOf(other, most - 1) !== depth ? undefined : depth + 1;
}

/** The cause of wrong brackets, at the outermost location around the mistake with another number of brackets than expected. */
function bracketCause(coordinates: Json, typed: Typed, { path, ...mistake }: GeometryMistake): GeometryMistake | undefined {
  for (let level = 0; level < path.length; level++) {
    const value = valueAt(coordinates, path.slice(0, level + 1));
    const [depth, wanted] = [depthOf(value), depthOfType(typed.type) - level];
    if (depth === undefined || depth === wanted) continue;
    const cause = () => {
      if (depth < wanted && isUnbracketed(innermost(value))) return flatNumbers(value, FORMS[wanted]!);
      return level === 0 ? wrongBrackets(value, depth, typed) : wrongBracketsInside(value, depth, wanted);
    };
    // In a hole without its own brackets each position is at the level of a ring.
    return { ...mistake, path: path.slice(0, level + 1), key: `brackets in ${path.slice(0, level).join('/')}`, cause };
  }
  return undefined;
}

function wrongBrackets(value: Json, depth: number, { type, allowed }: Typed): GeometryCause {
  const like = TYPES.filter((other) => depthOfType(other) === depth);
  const missing = depthOfType(type) - depth;
  const others = allowed.filter((other) => like.includes(other));
  const isWhole = missing > 0 || (value as readonly Json[]).length === 1 || others.length === 0;
  const [form, count, pairs] = [FORMS[depthOfType(type)]!, bracketCount(missing), ofPairs(missing)];
  const written = like.length === 0 ? { nl: '', en: '' }
    : { nl: `Zo wordt een ${like.join(' of ')} geschreven; voor`, en: `This is how a ${like.join(' or ')} is written; for` };
  const brackets = missing > 0
    ? { nl: `zet nog ${pairs.nl} haken om het geheel: ${form}`, en: `put ${pairs.en} of brackets more around the whole: ${form}` }
    : { nl: `haal ${pairs.nl} haken weg: ${form}`, en: `remove ${pairs.en} of brackets: ${form}` };
  const retyped = { nl: `maak het type "${others.join('" of "')}"`, en: `make the type "${others.join('" or "')}"` };
  const ways = [...(isWhole ? [brackets] : []), ...(others.length === 0 ? [] : [retyped])];
  return {
    found: preview(value), expected: `${type}: ${form}`,
    message: { nl: `${written.nl || 'Voor'} een ${type} ${count.nl}.`, en: `${written.en || 'For'} a ${type} ${count.en}.` },
    mend: { nl: `${capital(ways.map(({ nl }) => nl).join('; of '))}.`, en: `${capital(ways.map(({ en }) => en).join('; or '))}.` },
    suggestions: others.map((other) => `"type": "${other}"`),
  };
}

function wrongBracketsInside(value: Json, depth: number, wanted: number): GeometryCause {
  const count = bracketCount(wanted - depth);
  return {
    found: preview(value), expected: FORMS[wanted]!,
    message: { nl: `In dit deel van de geometrie ${count.nl}.`, en: `In this part of the geometry ${count.en}.` },
    mend: { nl: `Schrijf dit deel als ${FORMS[wanted]}.`, en: `Write this part as ${FORMS[wanted]}.` },
  };
}

function capital(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** Missing brackets in words; a negative number means extra brackets. */
function bracketCount(missing: number): Text {
  const pairs = ofPairs(missing);
  return missing > 0
    ? { nl: `staat er ${pairs.nl} haken te weinig`, en: `${pairs.en} of brackets is missing` }
    : { nl: `staat er ${pairs.nl} haken te veel`, en: `there is ${pairs.en} of brackets too many` };
}

function ofPairs(count: number): Text {
  const pairs = Math.abs(count);
  return pairs === 1 ? { nl: 'één paar', en: 'one pair' } : { nl: `${pairs} paar`, en: `${pairs} pairs` };
}

/** The first list that contains no list at its start. */
function innermost(value: Json): Json {
  let list = value;
  while (Array.isArray(list) && Array.isArray(list[0])) list = list[0] as Json;
  return list;
}

/** Whether the list has the numbers of several positions in a row. */
function isUnbracketed(value: Json): boolean {
  return Array.isArray(value) && value.length > 3 && value.every((item) => typeof item === 'number');
}

function flatNumbers(value: Json, form: string): GeometryCause {
  return {
    found: preview(value), expected: form,
    message: { nl: 'De getallen staan achter elkaar, zonder haken om elk punt.', en: 'The numbers follow one another, without brackets around each position.' },
    mend: { nl: `Zet elk punt tussen eigen haken: ${form}.`, en: `Put each position in brackets of its own: ${form}.` },
  };
}

/** The beginning of nested lists with all brackets; a position in full. */
function preview(value: Json): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? JSON.stringify(shown(value)) : shown(value);
  const list: readonly Json[] = value;
  if (list.every((item) => typeof item !== 'object' || item === null)) {
    return `[${list.slice(0, 6).map(preview).join(', ')}${list.length > 6 ? ', …' : ''}]`;
  }
  return `[${preview(list[0]!)}${list.length > 1 ? ', …' : ''}]`;
}

/** The cause of positions that are not numbers, reported once, at the first. */
function notationCause(coordinates: Json, wanted: number, { path, ...mistake }: GeometryMistake): GeometryMistake | undefined {
  const value = valueAt(coordinates, path);
  if (path.length !== wanted || suggestPosition(value) === undefined) return undefined;
  return { ...mistake, path, key: 'writing', cause: () => wrongWriting(value, positionsIn(coordinates, wanted)) };
}

function positionsIn(value: Json, depth: number): readonly Json[] {
  return depth <= 1 ? [value] : Array.isArray(value) ? (value as readonly Json[]).flatMap((item) => positionsIn(item, depth - 1)) : [];
}

function wrongWriting(value: Json, positions: readonly Json[]): GeometryCause {
  const wrong = positions.filter((position) => !isPosition(position)).length;
  const { json } = suggestPosition(value)!;
  const isOne = wrong === 1;
  const who = wrong === positions.length
    ? isOne ? { nl: 'Dit punt', en: 'This position' } : { nl: `Alle ${wrong} punten van deze geometrie`, en: `All ${wrong} positions of this geometry` }
    : { nl: `${wrong} van de ${positions.length} punten van deze geometrie`, en: `${wrong} of the ${positions.length} positions of this geometry` };
  const [are, zijn, have, hebben] = isOne ? ['is', 'is', 'has', 'heeft'] : ['are', 'zijn', 'have', 'hebben'];
  const what = Array.isArray(value) && value.every((item) => typeof item === 'number')
    ? {
      nl: `${hebben} te veel getallen: een decimale komma heeft getallen in tweeën gedeeld`,
      en: `${have} too many numbers: a decimal comma parted numbers in two`,
    }
    : isObject(value)
      ? { nl: `${zijn} als object geschreven, niet als lijst`, en: `${are} written as an object, not as a list` }
      : { nl: `${zijn} als tekst geschreven, niet als getallen`, en: `${are} written as text, not as numbers` };
  const found = preview(value);
  return {
    found, suggestions: [json],
    message: { nl: `${who.nl} ${what.nl}.`, en: `${who.en} ${what.en}.` },
    mend: { nl: `Schrijf ${json} in plaats van ${found}. ${DECIMAL_POINT.nl}`, en: `Write ${json} instead of ${found}. ${DECIMAL_POINT.en}` },
  };
}

/** The cause of a ring or line with too few positions. */
function tooFewCause(coordinates: Json, { type, allowed }: Typed, { path, ...mistake }: GeometryMistake): GeometryMistake | undefined {
  const value = valueAt(coordinates, path);
  if (path.length !== LEVELS[type].length || !Array.isArray(value) || value.length === 0) return undefined;
  const list: readonly Json[] = value;
  const words = type.endsWith('Polygon') ? () => shortRing(list, path.at(-1) === 0) : () => shortLine(list, allowed);
  return { ...mistake, path, cause: () => ({ found: list.map(preview).join(', '), ...words() }) };
}

function shortRing(ring: readonly Json[], isOutside: boolean): FindingText {
  const [first, last] = [preview(ring[0]!), preview(ring.at(-1)!)];
  return {
    message: {
      nl: `Een ring heeft ten minste 4 punten, het laatste gelijk aan het eerste; deze heeft er ${ring.length}.`,
      en: `A ring has at least 4 positions, the last equal to the first; this one has ${ring.length}.`,
    },
    mend: ring.length === 3 && first !== last
      ? { nl: `Herhaal het eerste punt, ${first}, aan het eind.`, en: `Repeat the first position, ${first}, at the end.` }
      : isOutside ? SHORT_OUTSIDE : SHORT_HOLE,
  };
}

const SHORT_OUTSIDE: Text = {
  nl: 'Voeg de punten toe die ontbreken: dit is de buitenrand, zonder die is er geen vlak.',
  en: 'Add the positions that are missing: this is the outside, the shape cannot do without it.',
};
const SHORT_HOLE: Text = {
  nl: 'Voeg de punten toe die ontbreken, of laat dit gat weg.', en: 'Add the positions that are missing, or leave this hole out.',
};

function shortLine(line: readonly Json[], allowed: readonly GeometryType[]): FindingText {
  const point = allowed.includes('Point') ? { nl: ', of maak er een Point van', en: ', or make it a Point' } : { nl: '', en: '' };
  return {
    message: { nl: `Een lijn heeft ten minste 2 punten; deze heeft er ${line.length}.`, en: `A line has at least 2 positions; this one has ${line.length}.` },
    mend: { nl: `Voeg de punten toe die ontbreken${point.nl}.`, en: `Add the positions that are missing${point.en}.` },
  };
}
