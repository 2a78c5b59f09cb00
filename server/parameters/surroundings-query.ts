/**
 * Surroundings query: parameters of `/omgeving`: a place, the collections to look in, and the steps of a chain from what is found there.
 * A place in RD is a point with a radius, or an area; a geometry in a published CRS is WKT or GeoJSON (surroundings-geometry.ts).
 * A radius is in the plane of RD: a point in another CRS is transformed, and any other geometry in another CRS has no radius.
 *
 * An empty value counts as absent and `collecties` may be repeated, because forms send them so. The place becomes a filter in CQL2 text.
 * Checks and evaluation are those of a filter of items, and links to the complete lists have the same filter.
 */
import type { Filter, QueryGeometry, SpatialRelation } from '../../publisher/read/series-query.ts';
import { boundsText } from '../../schemas/box-text.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { CRSS, isInBox, type ToRd } from '../../schemas/crs.ts';
import { unreachable } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import type { Profile } from '../../schemas/profile.ts';
import { offeredCrs, PLAIN_OFFER, readCrs, type RequestedCrs } from './crs.ts';
import { readFilter } from './filter.ts';
import { PASSED_ON, passedOnOf, type PassedOn } from './passed-on.ts';
import { geometryFilterText, isGeometryText, readGeometry } from './surroundings-geometry.ts';
import { FORM_PARAMETER, formatQuery, parseParameters, wrongValue, type ParameterFault, type Query } from './query.ts';

export const RADIUS_DEFAULT = 500;
export const SURROUNDINGS_PARAMETERS = ['plaats', 'straal', 'collecties', ...PASSED_ON] as const;
/** Parameters of `/omgeving` beside those of a place. */
export const QUESTION_PARAMETERS = ['plaatsCrs', 'dan', 'daarna', 'relatie', 'toon'] as const;
/** Relation of an object of the last step to what it is compared with: it touches or overlaps that, or lies wholly within it. */
export const RELATIONS = { raakt: 'intersects', binnen: 'within' } as const satisfies Readonly<Record<string, SpatialRelation>>;
export type RelationName = keyof typeof RELATIONS;
const RD = CRSS['28992'];

/** The searched place; in RD, except a geometry. */
export type Place =
  | {
    readonly kind: 'point'; readonly point: readonly [number, number]; readonly radius: number;
    /** The point as given in another CRS, and its text in the request; null: it is given in RD. */
    readonly given: { readonly position: readonly [number, number]; readonly crs: RequestedCrs; readonly text: string } | null;
  }
  /** Corners of an area, x and y in turns; the last is joined to the first. */
  | { readonly kind: 'area'; readonly corners: readonly number[] }
  /** `text`: as the request has it. `radius`: metres around it, in RD; null: none. */
  | {
    readonly kind: 'geometry'; readonly geometry: QueryGeometry; readonly crs: RequestedCrs;
    readonly radius: number | null; readonly text: string;
  };

export interface SurroundingsQuery {
  /** Undefined: no place is given yet. */
  readonly place: Place | undefined;
  readonly collections: readonly string[];
  /** Whether the request names the collections. */
  readonly isSelective: boolean;
  readonly passedOn: PassedOn;
  /** Whether a day of validity is given. */
  readonly showsEnd: boolean;
  /** The collections of each further step of a chain. */
  readonly steps: readonly (readonly string[])[];
  readonly relation: RelationName;
  /** Whether objects are counted and not listed. */
  readonly countsOnly: boolean;
}

export interface ReadSurroundings {
  readonly query: SurroundingsQuery;
  /** Values of all parameters. */
  readonly given: Readonly<Partial<Record<string, string>>>;
  readonly faults: readonly ParameterFault[];
}

/**
 * Reads the parameters of a page; `others`: parameters that it takes beside those of the surroundings. `toRd`: transforms the point of a
 * radius; without it such a point must be in RD.
 */
export function readSurroundingsQuery(
  urlQuery: Query, now: Date,
  { others = [], profile = 'default', toRd = null }: {
    readonly others?: readonly string[]; readonly profile?: Profile; readonly toRd?: ToRd | null;
  } = {},
): ReadSurroundings {
  const faults: ParameterFault[] = [];
  const query = asSentByForm(urlQuery);
  const given: ReadSurroundings['given'] = parseParameters<string>(query, [...SURROUNDINGS_PARAMETERS, ...others, FORM_PARAMETER], faults);
  const passedOn = passedOnOf(given, { query, now, faults });
  const radius = readRadius(given['straal'], faults);
  const charsMax = query.body === undefined ? LIMITS.filterCharsMax : LIMITS.searchBodyBytesMax;
  const text = given['plaats'];
  const place = others.includes('plaatsCrs') && text !== undefined && isGeometryText(text)
    ? readGeometryPlace(text, { given, profile, toRd, radius, charsMax, faults }) : readPlace(text, radius ?? RADIUS_DEFAULT, faults);
  if (place?.kind === 'area' && given['straal'] !== undefined) faults.push(NO_RADIUS_OF_AREA);
  const question = readQuestion(given, place, faults);
  return {
    query: {
      place, collections: readCollections(given['collecties'], faults), isSelective: given['collecties'] !== undefined, passedOn,
      showsEnd: given['geldigOp'] !== undefined, ...question,
    },
    given, faults,
  };
}

type Given = ReadSurroundings['given'];

function readGeometryPlace(text: string, { given, profile, toRd, radius, charsMax, faults }: {
  readonly given: Given; readonly profile: Profile; readonly toRd: ToRd | null; readonly radius: number | undefined;
  readonly charsMax: number; readonly faults: ParameterFault[];
}): Place | undefined {
  const named = given['plaatsCrs'];
  const crs = named === undefined ? IN_RD : searchedCrs(named, profile, faults);
  const geometry = readGeometry(text, { crs, charsMax, faults });
  if (geometry === undefined) return undefined;
  if (radius === undefined || crs.plane === '28992') return { kind: 'geometry', geometry, crs, radius: radius ?? null, text };
  const { shape: { type }, numbers: [first = 0, second = 0] } = geometry;
  if (type === 'Point' && toRd !== null) return transformedPoint([first, second], { crs, toRd, radius, text, faults });
  faults.push(RADIUS_IN_RD);
  return undefined;
}

/** Returns a point in RD; undefined after a fault, when it lies outside the area of RD. */
function transformedPoint(position: readonly [number, number], { crs, toRd, radius, text, faults }: {
  readonly crs: RequestedCrs; readonly toRd: ToRd; readonly radius: number; readonly text: string; readonly faults: ParameterFault[];
}): Place | undefined {
  const point = toRd(position, crs.plane);
  if (isInBox(RD.area, ...point)) return { kind: 'point', point, radius, given: { position, crs, text } };
  faults.push({
    problem: 'OngeldigeParameter', name: 'plaats', correct: null, allowed: [boundsText(RD.area, RD)],
    reason: {
      nl: `${position.join(' ')} (${crs.crs.name}) is x ${point[0]}, y ${point[1]} in RD, en daar geldt RD niet: een straal kan alleen in Nederland.`,
      en: `${position.join(' ')} (${crs.crs.name}) is x ${point[0]}, y ${point[1]} in RD, where RD does not hold: a radius is for the Netherlands only.`,
    },
  });
  return undefined;
}

/** Returns the CRS of the place, which every edition has. */
function searchedCrs(named: string, profile: Profile, faults: ParameterFault[]): RequestedCrs {
  const wanted = readCrs(named, 'plaatsCrs', { profile, faults });
  const offered = offeredCrs(wanted, { profile, offer: PLAIN_OFFER });
  if (!('reason' in offered)) return offered;
  faults.push(offered);
  return wanted;
}

const IN_RD: RequestedCrs = { crs: RD, bytes: '28992', plane: '28992', uri: RD.uri, name: null };

const RADIUS_IN_RD: ParameterFault = {
  problem: 'OngeldigeParameter', name: 'straal', correct: null,
  reason: {
    nl: 'Een straal is in meters in het vlak van RD: geef de plaats in RD, of een punt, of laat de straal weg.',
    en: 'A radius is in metres in the plane of RD: give the place in RD, or a point, or leave the radius out.',
  },
};

/** Reads the steps of a chain, and how its end is shown. */
function readQuestion(
  given: Given, place: Place | undefined, faults: ParameterFault[],
): Pick<SurroundingsQuery, 'steps' | 'relation' | 'countsOnly'> {
  const { dan, daarna, relatie, toon } = given;
  if (daarna !== undefined && dan === undefined) faults.push(NO_STEP_BEFORE);
  const steps = [['dan', dan], ['daarna', daarna]] as const;
  const relation = readOneOf('relatie', relatie, { allowed: Object.keys(RELATIONS) as RelationName[], otherwise: 'raakt' }, faults);
  const hasDistance = place?.kind === 'point' || place?.kind === 'geometry' && place.radius !== null;
  if (relation === 'binnen' && dan === undefined && hasDistance) faults.push(NOTHING_INSIDE);
  return {
    steps: steps.flatMap(([name, text]) => (text === undefined ? [] : [readCollections(text, faults, name)])), relation,
    countsOnly: readOneOf('toon', toon, { allowed: ['objecten', 'aantallen'], otherwise: 'objecten' }, faults) === 'aantallen',
  };
}

const NO_STEP_BEFORE: ParameterFault = {
  problem: 'OngeldigeParameter', name: 'daarna', correct: null,
  reason: { nl: 'Geef eerst met dan de collecties van de stap ervoor.', en: 'First give the collections of the step before it, with dan.' },
};
const NOTHING_INSIDE: ParameterFault = {
  problem: 'OngeldigeParameter', name: 'relatie', correct: 'raakt',
  reason: { nl: 'Binnen een afstand is raakt genoeg: binnen vraagt een gebied zonder straal.', en: 'With a distance use raakt: binnen needs an area without a radius.' },
};

function readOneOf<Name extends string>(name: string, text: string | undefined, { allowed, otherwise }: {
  readonly allowed: readonly Name[]; readonly otherwise: Name;
}, faults: ParameterFault[]): Name {
  const found = allowed.find((one) => one === text);
  if (found !== undefined || text === undefined) return found ?? otherwise;
  const list = allowed.join(', ');
  faults.push(wrongValue(name, text, { expected: { nl: `een van ${list}`, en: `one of ${list}` }, allowed, correct: otherwise }));
  return otherwise;
}

/** Returns the query as a form sends it: without parameters that have no value, and with the chosen collections in one parameter. */
function asSentByForm({ text, ...rest }: Query): Query {
  const parts = text.split('&').filter((part) => !/^[^=]*=$/.test(part));
  const chosen = parts.filter((part) => part.startsWith(CHOSEN));
  const joined = chosen.length < 2 ? chosen : [CHOSEN + chosen.map((part) => part.slice(CHOSEN.length)).join(',')];
  return { ...rest, text: [...parts.filter((part) => !part.startsWith(CHOSEN)), ...joined].join('&') };
}

const CHOSEN = 'collecties=';

/** Returns the place as a filter in CQL2 text; its geometry is in RD. */
export function filterText(place: Exclude<Place, { readonly kind: 'geometry' }>): string {
  if (place.kind === 'point') return `S_DWITHIN(geometry,POINT(${place.point.join(' ')}),${place.radius})`;
  const positions = Array.from({ length: place.corners.length / 2 }, (_, at) => `${place.corners[at * 2]} ${place.corners[at * 2 + 1]}`);
  return `S_INTERSECTS(geometry,POLYGON((${[...positions, positions[0]].join(',')})))`;
}

/** Returns the filter of a place. Its fault names the parameter `plaats`. */
export function filterOf(place: Place, faults: ParameterFault[]): Filter | null {
  if (place.kind === 'geometry') {
    const { geometry, radius } = place;
    return radius === null ? { kind: 'intersects', geometry } : { kind: 'near', geometry, distance: radius };
  }
  const own: ParameterFault[] = [];
  const filter = readFilter(filterText(place), {
    language: 'cql2-text', fields: [], crs: IN_RD, charsMax: LIMITS.filterCharsMax, faults: own,
  });
  faults.push(...own.map(({ problem, reason }): ParameterFault => ({ problem, reason, name: 'plaats', correct: null })));
  return filter;
}

/** Returns the place as parameters. */
export function placePairs(place: Place): readonly (readonly [string, string])[] {
  switch (place.kind) {
    case 'point': {
      const { point, radius, given } = place;
      const at = given === null ? [['plaats', point.join(',')] as const] : [['plaats', given.text] as const, ['plaatsCrs', given.crs.uri] as const];
      return [...at, ['straal', String(radius)]];
    }
    case 'area': return [['plaats', place.corners.join(',')]];
    case 'geometry': {
      const radius = place.radius === null ? [] : [['straal', String(place.radius)] as const];
      return [['plaats', place.text], ...place.crs.plane === '28992' ? [] : [['plaatsCrs', place.crs.uri] as const], ...radius];
    }
    default: return unreachable(place);
  }
}

/**
 * Returns the address of the complete list of a collection at a place, without the base URL; undefined: the address would be too long.
 */
export function listPath(collection: string, place: Place, { relation, passed = [] }: {
  readonly relation: RelationName; readonly passed?: readonly (readonly [string, string])[];
}): string | undefined {
  const isWithin = relation === 'binnen' && place.kind !== 'point';
  const filter: readonly (readonly [string, string])[] = place.kind === 'geometry' ? [
    ['filter', geometryFilterText(place.geometry, isWithin ? 's_within' : 's_intersects', place.radius)],
    ['filter-lang', 'cql2-json'], ['filter-crs', place.crs.uri],
  ] : [['filter', isWithin ? filterText(place).replace('S_INTERSECTS', 'S_WITHIN') : filterText(place)], ['filter-crs', RD.uri]];
  const path = `/collections/${collection}/items?${formatQuery([...filter, ...passed])}`;
  return path.length > LIST_CHARS_MAX ? undefined : path;
}

/** Longest address of a list, without the base URL, that every client can send. */
const LIST_CHARS_MAX = 4_000;

function readRadius(text: string | undefined, faults: ParameterFault[]): number | undefined {
  if (text === undefined) return undefined;
  const most = LIMITS.radiusMetresMax;
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text);
  faults.push(wrongValue('straal', text, {
    expected: { nl: `een geheel aantal meters van 0 tot en met ${most}`, en: `a whole number of metres from 0 to ${most}` },
    allowed: [`0..${most}`], correct: String(RADIUS_DEFAULT),
  }));
  return undefined;
}

const NO_RADIUS_OF_AREA: ParameterFault = {
  problem: 'OngeldigeParameter', name: 'straal', correct: null,
  reason: { nl: 'Een straal hoort bij een punt, en deze plaats is een gebied.', en: 'A radius belongs to a point; this place is an area.' },
};

function readPlace(text: string | undefined, radius: number, faults: ParameterFault[]): Place | undefined {
  if (text === undefined) return undefined;
  const numbers = numbersIn(text) ?? [];
  const most = LIMITS.areaCornersMax;
  if (isPoint(numbers)) return { kind: 'point', point: numbers, radius, given: null };
  if (numbers.length % 2 === 0 && numbers.length >= 6 && numbers.length <= most * 2) {
    const area: Place = { kind: 'area', corners: numbers };
    return filterOf(area, faults) === null ? undefined : area;
  }
  faults.push(wrongValue('plaats', text, {
    expected: {
      nl: `een punt in RD (x,y in meters) of de 3 tot en met ${most} hoeken van een gebied (x,y,x,y,x,y)`,
      en: `a point in RD (x,y in metres) or the 3 to ${most} corners of an area (x,y,x,y,x,y)`,
    },
    allowed: [boundsText(RD.extent, RD)], correct: '155000,463000',
  }));
  return undefined;
}

function isPoint(numbers: readonly number[]): numbers is readonly [number, number] {
  return numbers.length === 2 && isInBox(RD.extent, numbers[0]!, numbers[1]!);
}

/** Returns numbers with commas between them; undefined when one is no number. */
function numbersIn(text: string): readonly number[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => /^-?\d{1,7}(?:\.\d{1,6})?$/.test(part)) ? parts.map(Number) : undefined;
}

/** Returns the collections in a list with commas, in the order of the model; all without the parameter. */
export function readCollections(text: string | undefined, faults: ParameterFault[], parameter = 'collecties'): readonly string[] {
  if (text === undefined) return COLLECTIONS;
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.filter((name) => !COLLECTIONS.includes(name));
  if (unknown.length === 0) return COLLECTIONS.filter((name) => names.includes(name));
  const corrected = names.flatMap((name) => (COLLECTIONS.includes(name) ? [name] : nearest(name, COLLECTIONS, 1)));
  faults.push(wrongValue(parameter, unknown[0]!, {
    expected: { nl: 'namen van collecties met komma’s ertussen', en: 'names of collections with commas between them' },
    allowed: COLLECTIONS, correct: corrected.length === 0 ? null : corrected.join(','),
  }));
  return COLLECTIONS;
}
