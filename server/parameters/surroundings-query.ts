/**
 * Surroundings query: parameters of `/omgeving`: a place in RD, which is a point with a radius or an area, and the collections
 * to look in.
 *
 * An empty value counts as absent and `collecties` may be repeated, because forms send them so. The place becomes a filter in CQL2 text.
 * Checks and evaluation are those of a filter of items, and links to the complete lists have the same filter.
 */
import type { Filter } from '../../publisher/read/series-query.ts';
import { boundsText } from '../../schemas/box-text.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { CRSS, isInBox } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { readFilter } from './filter.ts';
import { PASSED_ON, passedOnOf, type PassedOn } from './passed-on.ts';
import { FORM_PARAMETER, formatQuery, parseParameters, wrongValue, type ParameterFault, type Query } from './query.ts';

export const RADIUS_DEFAULT = 500;
export const SURROUNDINGS_PARAMETERS = ['plaats', 'straal', 'collecties', ...PASSED_ON] as const;
const RD = CRSS['28992'];

/** The searched place, in RD. */
export type Place =
  | { readonly kind: 'point'; readonly point: readonly [number, number]; readonly radius: number }
  /** Corners of an area, x and y in turns; the last is joined to the first. */
  | { readonly kind: 'area'; readonly corners: readonly number[] };

export interface SurroundingsQuery {
  /** Undefined: no place is given yet. */
  readonly place: Place | undefined;
  readonly collections: readonly string[];
  /** Whether the request names the collections. */
  readonly isSelective: boolean;
  readonly passedOn: PassedOn;
  /** Whether a day of validity is given. */
  readonly showsEnd: boolean;
}

interface ReadSurroundings {
  readonly query: SurroundingsQuery;
  /** Values of all parameters. */
  readonly given: Readonly<Partial<Record<string, string>>>;
  readonly faults: readonly ParameterFault[];
}

/** Reads the parameters of a page; `others`: parameters that it takes beside those of the surroundings. */
export function readSurroundingsQuery(urlQuery: Query, now: Date, others: readonly string[] = []): ReadSurroundings {
  const faults: ParameterFault[] = [];
  const query = asSentByForm(urlQuery);
  const given: ReadSurroundings['given'] = parseParameters<string>(query, [...SURROUNDINGS_PARAMETERS, ...others, FORM_PARAMETER], faults);
  const passedOn = passedOnOf(given, { query, now, faults });
  const radius = readRadius(given['straal'], faults);
  const place = readPlace(given['plaats'], radius ?? RADIUS_DEFAULT, faults);
  if (place?.kind === 'area' && given['straal'] !== undefined) faults.push(NO_RADIUS_OF_AREA);
  return {
    query: {
      place, collections: readCollections(given['collecties'], faults), isSelective: given['collecties'] !== undefined, passedOn,
      showsEnd: given['geldigOp'] !== undefined,
    },
    given, faults,
  };
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
export function filterText(place: Place): string {
  if (place.kind === 'point') return `S_DWITHIN(geometry,POINT(${place.point.join(' ')}),${place.radius})`;
  const positions = Array.from({ length: place.corners.length / 2 }, (_, at) => `${place.corners[at * 2]} ${place.corners[at * 2 + 1]}`);
  return `S_INTERSECTS(geometry,POLYGON((${[...positions, positions[0]].join(',')})))`;
}

/** Returns the filter of a place. Its fault names the parameter `plaats`. */
export function filterOf(place: Place, faults: ParameterFault[]): Filter | null {
  const own: ParameterFault[] = [];
  const filter = readFilter(filterText(place), {
    language: 'cql2-text', fields: [], crs: { crs: RD, bytes: '28992', plane: '28992', uri: RD.uri, name: null }, charsMax: LIMITS.filterCharsMax, faults: own,
  });
  faults.push(...own.map(({ problem, reason }): ParameterFault => ({ problem, reason, name: 'plaats', correct: null })));
  return filter;
}

/** Returns the place as parameters. */
export function placePairs(place: Place): readonly (readonly [string, string])[] {
  return place.kind === 'point'
    ? [['plaats', place.point.join(',')], ['straal', String(place.radius)]] : [['plaats', place.corners.join(',')]];
}

/** Returns the address of the complete list of a collection at a place, without the base URL. */
export function listPath(collection: string, place: Place, passed: readonly (readonly [string, string])[] = []): string {
  return `/collections/${collection}/items?${formatQuery([['filter', filterText(place)], ['filter-crs', RD.uri], ...passed])}`;
}

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
  if (isPoint(numbers)) return { kind: 'point', point: numbers, radius };
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
export function readCollections(text: string | undefined, faults: ParameterFault[]): readonly string[] {
  if (text === undefined) return COLLECTIONS;
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.filter((name) => !COLLECTIONS.includes(name));
  if (unknown.length === 0) return COLLECTIONS.filter((name) => names.includes(name));
  const corrected = names.flatMap((name) => (COLLECTIONS.includes(name) ? [name] : nearest(name, COLLECTIONS, 1)));
  faults.push(wrongValue('collecties', unknown[0]!, {
    expected: { nl: 'namen van collecties met komma’s ertussen', en: 'names of collections with commas between them' },
    allowed: COLLECTIONS, correct: corrected.length === 0 ? null : corrected.join(','),
  }));
  return COLLECTIONS;
}
