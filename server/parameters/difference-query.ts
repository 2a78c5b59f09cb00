/**
 * Difference query: the parameters of `/verschillen`: two ends, each a moment of availability or the number of an edition, and the filters
 * of items. A difference counts when the feature before or the feature after matches.
 * Not here: the editions at these ends (edition/compared.ts), the comparison (publisher/read/differences.ts).
 */
import type { ComparedEnd } from '../../publisher/read/compared-state.ts';
import type { DifferencePosition, DifferenceQuery } from '../../publisher/read/types.ts';
import type { Filter } from '../../publisher/read/series-query.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import type { Profile } from '../../schemas/profile.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { shortHash } from '../response/etags.ts';
import { readBbox } from './bbox.ts';
import { readCrs, type RequestedCrs } from './crs.ts';
import { INVALID_CURSOR } from './cursor.ts';
import { readFieldFilters } from './field-filters.ts';
import { readFilter, readFilterLang } from './filter.ts';
import { ofKind, readGeometrieSoort } from './geometrie-soort.ts';
import { readHolderCode } from './holder-code.ts';
import { readLang } from './lang.ts';
import { readBeschikbaarOp } from './moments.ts';
import { readSize } from './paging.ts';
import { FORM_PARAMETER, parseParameters, rawParameters, wrongValue, type ParameterFault, type Query } from './query.ts';
import { readCollections } from './surroundings-query.ts';
import { readZoek } from './zoek.ts';

/** The parameters that select differences. */
export const FILTERS = [
  'collecties', 'bronhoudercode', 'bbox', 'bbox-crs', 'filter', 'filter-lang', 'filter-crs', 'geometrieSoort', 'zoek',
] as const;
/** The parameters of `/publicaties`: `na` is the number of the last publication that the client knows. */
export const PUBLICATION_PARAMETERS = ['na', ...FILTERS] as const;
export const DIFFERENCE_PARAMETERS = ['van', 'tot', ...FILTERS, 'crs', 'limit', 'cursor', 'lang'] as const;

export interface DifferenceRequest {
  readonly van: ComparedEnd;
  /** Null: the active edition. */
  readonly tot: ComparedEnd | null;
  readonly query: DifferenceQuery;
  readonly crs: RequestedCrs;
  /** The CRSs of its box and filter, which the editions must offer too. */
  readonly otherCrss: readonly RequestedCrs[];
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly lang: Language | undefined;
  /** The filters and the CRS as the request wrote them. A cursor is bound to them. */
  readonly identity: string;
  /** The filters of the request, in the order of the interface. */
  readonly filters: readonly (readonly [name: string, value: string])[];
  /** The parameters that links to other pages repeat, beside the two ends. */
  readonly carried: string;
}

/** The filters of a request. */
export interface DifferenceFilters {
  readonly query: DifferenceQuery;
  /** The CRSs of box and filter, which the editions must offer. */
  readonly crss: readonly RequestedCrs[];
}

type GivenFilters = Partial<Readonly<Record<(typeof FILTERS)[number], string>>>;

/** The request is invalid when there are faults. */
export function readDifferenceFilters(
  given: GivenFilters, { profile, faults }: { readonly profile: Profile; readonly faults: ParameterFault[] },
): DifferenceFilters {
  const names = readCollections(given.collecties, faults);
  const boxCrs = readCrs(given['bbox-crs'], 'bbox-crs', { profile, faults });
  const box = readBbox(given.bbox, boxCrs.crs, faults);
  const [only] = names;
  const shared = ofKind(readGeometrieSoort(given.geometrieSoort, faults));
  const filterCrs = readCrs(given['filter-crs'], 'filter-crs', { profile, faults });
  const filterOf = readFilters(given, { crs: filterCrs, faults });
  readHolderCode('bronhoudercode', given.bronhoudercode, faults);
  const series = names.flatMap((name) => {
    const fields = queryablesOf(name).filter((field) => field.name === 'bronhoudercode');
    const own = given.bronhoudercode === undefined ? [] : readFieldFilters(given, fields, name === only ? faults : []);
    const filter = filterOf(name);
    return given.bronhoudercode !== undefined && fields.length === 0 ? [] : [{ name, filter: allOf([...own, ...filter, ...shared]) }];
  });
  return {
    query: { series, box: box === undefined ? null : { crs: boxCrs.plane, box }, words: readZoek(given.zoek, faults) },
    crss: [boxCrs, filterCrs],
  };
}

/** Returns the filters of a request as it wrote them. */
export function filterText(query: Query): string {
  return rawParameters(query, FILTERS);
}

/** `newest`: number of the newest edition. The request is invalid when there are faults. */
export function readDifferenceQuery(query: Query, { profile, now, newest, faults }: {
  readonly profile: Profile; readonly now: Date; readonly newest: number; readonly faults: ParameterFault[];
}): DifferenceRequest {
  const given = parseParameters(query, [...DIFFERENCE_PARAMETERS, FORM_PARAMETER], faults);
  const van = readEnd('van', given.van, { now, newest, faults });
  if (given.van === undefined) faults.push(withoutVan(newest, now));
  const { query: selection, crss } = readDifferenceFilters(given, { profile, faults });
  return {
    van: van ?? { number: 0 }, tot: given.tot === undefined ? null : readEnd('tot', given.tot, { now, newest, faults }) ?? null,
    query: selection, crs: readCrs(given.crs, 'crs', { profile, faults }), otherCrss: crss, limit: readSize(given.limit, 'limit', faults),
    cursor: given.cursor, lang: readLang(given.lang, faults),
    filters: FILTERS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const])),
    identity: `${rawParameters(query, [...FILTERS, 'crs'])} ${query.acceptCrs ?? ''}`,
    carried: rawParameters(query, [...FILTERS, 'crs', 'limit', 'lang', FORM_PARAMETER]),
  };
}

/**
 * Returns the reader of the CQL2 filter for a collection. A filter is for the fields of every collection that is compared; the first
 * collection that does not understand the filter gives the fault.
 */
function readFilters(
  given: Readonly<Partial<Record<'filter' | 'filter-lang', string>>>,
  { crs, faults }: { readonly crs: RequestedCrs; readonly faults: ParameterFault[] },
): (collection: string) => readonly Filter[] {
  const language = readFilterLang(given['filter-lang'], given.filter, faults);
  let isRefused = false;
  return (collection) => {
    if (isRefused) return [];
    const own: ParameterFault[] = [];
    const fields = queryablesOf(collection);
    const filter = readFilter(given.filter, { language, fields, crs, charsMax: LIMITS.filterCharsMax, faults: own });
    isRefused = own.length > 0;
    faults.push(...own.map((fault) => ({ ...fault, reason: reasonFor(collection, fault.reason) })));
    return filter === null ? [] : [filter];
  };
}

function reasonFor(collection: string, { nl, en }: Text): Text {
  return {
    nl: `Voor collectie ${collection}: ${nl} Met collecties kiest u de collecties waarvoor het filter geldt.`,
    en: `For collection ${collection}: ${en} With collecties you choose the collections that the filter is for.`,
  };
}

function readEnd(name: 'van' | 'tot', text: string | undefined, { now, newest, faults }: {
  readonly now: Date; readonly newest: number; readonly faults: ParameterFault[];
}): ComparedEnd | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text)) {
    const number = Number(text);
    if (number <= newest) return { number };
    faults.push(wrongEnd(name, text, newest, now));
    return undefined;
  }
  const own: ParameterFault[] = [];
  const moment = readBeschikbaarOp(text, now, own);
  faults.push(...own.map((fault) => ({ ...wrongEnd(name, text, newest, now), problem: fault.problem })));
  return moment === null ? undefined : { moment };
}

function wrongEnd(name: string, text: string, newest: number, now: Date): ParameterFault {
  const latest = formatMoment(now.getTime() as Moment);
  return wrongValue(name, text, {
    expected: {
      nl: `een editienummer van 0 (voor de eerste editie) tot en met ${newest}, of een tijdstip als ${latest}, niet na nu`,
      en: `an edition number from 0 (before the first edition) to ${newest}, or a moment such as ${latest}, not after now`,
    },
    allowed: [`0..${newest}`, 'YYYY-MM-DDThh:mm:ss.s[Z|±hh:mm]'], correct: String(Math.max(0, newest - 1)),
  });
}

function withoutVan(newest: number, now: Date): ParameterFault {
  const { allowed, correct } = wrongEnd('van', '', newest, now);
  return {
    problem: 'OngeldigeParameter', name: 'van', allowed: allowed!, correct, isMissing: true,
    reason: {
      nl: `van ontbreekt: geef een editienummer van 0 (voor de eerste editie) tot en met ${newest}, of een tijdstip van beschikbaarheid.`,
      en: `van is missing: give an edition number from 0 (before the first edition) to ${newest}, or a moment of availability.`,
    },
  };
}

function allOf(filters: readonly Filter[]): Filter | null {
  return filters.length > 1 ? { kind: 'and', of: filters } : filters[0] ?? null;
}

/** Syntax of a cursor of differences. */
export const DIFFERENCE_CURSOR_FORM = /^([A-Za-z0-9_-]{1,2000})\.([0-9a-f]{8})$/;

/** `question`: the two ends and everything that selects. */
export function writeDifferenceCursor({ series, key, id }: DifferencePosition, question: string): string {
  const place = Buffer.from(JSON.stringify([series, key, id])).toString('base64url');
  return `${place}.${shortHash(`${place}|${question}`)}`;
}

/** Returns the position behind which the walk continues; null: from the start. */
export function readDifferenceCursor(text: string | undefined, question: string, faults: ParameterFault[]): DifferencePosition | null {
  if (text === undefined) return null;
  const [, place = '', checksum] = DIFFERENCE_CURSOR_FORM.exec(text) ?? [];
  const position = checksum === shortHash(`${place}|${question}`) ? positionOf(Buffer.from(place, 'base64url').toString()) : undefined;
  if (position !== undefined) return position;
  faults.push(INVALID_CURSOR);
  return null;
}

/** Returns the position in a cursor; undefined for any other text. The checksum is no secret, so the text may be anybody's. */
function positionOf(text: string): DifferencePosition | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const [series, key, id]: readonly unknown[] = Array.isArray(value) ? value : [];
  const isPosition = typeof series === 'string' && COLLECTIONS.includes(series) && typeof key === 'number' && typeof id === 'string';
  return isPosition && Number.isFinite(key) ? { series, key, id } : undefined;
}
