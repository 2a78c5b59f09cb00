/**
 * List parameters: reads all parameters of a page of features or resources into one SeriesQuery.
 *
 * - `canonical`: the request as understood, in fixed order.
 * - `carried`: the part of it that links to other pages repeat.
 * - `identity`: everything that selects, sorts and shows, without limit; a cursor is bound to it.
 * These texts are percent-encoded or moments (passed-on.ts), so they need no escape in JSON, HTML or a header. Parameters of a body are in
 * `identity` only, because an address does not repeat them.
 */
import type { Filter, SeriesQuery } from '../../publisher/read/series-query.ts';
import { publishedFieldsOf, type Form } from '../../schemas/derived/published-fields.ts';
import { queryablesOf, sortablesOf } from '../../schemas/derived/queryables.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Profile } from '../../schemas/profile.ts';
import { dayOf, type Moment } from '../../schemas/time.ts';
import { shortHash } from '../response/etags.ts';
import { Memo } from '../request/memo.ts';
import { PROFILE_PARAMETER, readProfile } from '../request/profile.ts';
import { readBbox } from './bbox.ts';
import { readCel } from './cel.ts';
import { readCrs, type RequestedCrs } from './crs.ts';
import { readCursor, writeCursor, type Cursor } from './cursor.ts';
import { readDatetime } from './datetime.ts';
import { readFieldFilters } from './field-filters.ts';
import { readFields, type RequestedFields } from './fields.ts';
import { ofKind } from './geometrie-soort.ts';
import { readFilter, readFilterLang } from './filter.ts';
import { readOffset, readPagina, readSize, type SizeName } from './paging.ts';
import { NOTHING_PASSED, PASSED_ON, passedOnOf, withInstant, type PassedOn } from './passed-on.ts';
import {
  FORM_PARAMETER, formatQuery, joinQueries, mutuallyExclusive, parseParameters, rawParameters, type ParameterFault, type Query,
} from './query.ts';
import { readSorteer } from './sorteer.ts';
import { readZoek } from './zoek.ts';

/** The parameters of a kind of list beside the queryable fields, and the kind of its items. */
export interface ListKind {
  /** Name in the key of the cache. */
  readonly name: string;
  readonly form: Form;
  readonly size: SizeName;
  readonly names: readonly string[];
  /** Whether queryable fields are parameters too. */
  readonly byField: boolean;
}

const BOTH_TAKE = ['bbox', 'bbox-crs', 'crs', 'filter-crs', 'geldigOp', 'beschikbaarOp', 'zoek', 'sorteer', 'sortby', 'fields', 'properties', 'pagina', 'geometrieSoort', 'lang'];

/** Parameters of features. `inWerkingOp` is refused everywhere (query.ts). */
export const FEATURES: ListKind = {
  name: 'features', form: 'feature', size: 'limit',
  names: ['limit', ...BOTH_TAKE, 'datetime', 'filter', 'filter-lang', 'skipGeometry', 'profile', 'offset', 'cursor'], byField: true,
};

/** Parameters of resources. */
export const RESOURCES: ListKind = {
  name: 'resources', form: 'document', size: 'paginaGrootte', names: ['paginaGrootte', ...BOTH_TAKE], byField: true,
};

/** Parameters of counts in cells (server/handlers/counts.ts). Fields are in `filter` only. */
export const CELLS: ListKind = {
  name: 'cells', form: 'feature', size: 'limit', byField: false,
  names: ['cel', 'bbox', 'bbox-crs', 'filter', 'filter-lang', 'filter-crs', 'datetime', 'geldigOp', 'beschikbaarOp', 'zoek', 'geometrieSoort', 'lang'],
};

/** Parameters of vector tiles (server/handlers/tiles.ts). */
export const TILES: ListKind = {
  name: 'tiles', form: 'feature', size: 'limit', byField: false,
  names: ['filter', 'filter-lang', 'filter-crs', 'datetime', 'geldigOp', 'beschikbaarOp', 'zoek', 'geometrieSoort', 'lang'],
};

/** Parameters of a requested file (server/handlers/requested-files.ts), which has all features of a question with all their fields. */
export const FILE: ListKind = {
  name: 'file', form: 'feature', size: 'limit', byField: true,
  names: FEATURES.names.filter((name) => !['limit', 'offset', 'pagina', 'cursor', 'fields', 'properties', 'skipGeometry', 'profile', 'lang'].includes(name)),
};

/** Query parameters of the global query, beside its body. */
export const SEARCH: ListKind = {
  name: 'search', form: 'feature', size: 'paginaGrootte', names: ['paginaGrootte', 'pagina', 'geldigOp', 'beschikbaarOp', 'lang'], byField: false,
};

export interface ListQuery {
  readonly question: SeriesQuery;
  /** Moment of the edition; null: the current edition. */
  readonly beschikbaarOp: Moment | null;
  readonly cursor: Cursor | undefined;
  readonly crs: RequestedCrs;
  /** The CRSs of its box and filter, which the edition must offer too. */
  readonly otherCrss: readonly RequestedCrs[];
  readonly fields: RequestedFields | undefined;
  /** Size of the cells of counts, in metres. */
  readonly cellSize: number;
  /** The requested profiles, as written. */
  readonly profiles: string | undefined;
  readonly identity: string;
  readonly canonical: string;
  readonly carried: string;
  /** Parameters that the objects of the list and the pages above the list accept too. */
  readonly passedOn: PassedOn;
  /** The same for the web page, whose links have an instant of `datetime` too. */
  readonly ofPage: PassedOn;
  /** Whether the query comes from a body. */
  readonly isPosted: boolean;
  /** Hash of the query, for tags. */
  readonly hash: string;
}

export interface ReadList {
  readonly query: ListQuery;
  readonly faults: readonly ParameterFault[];
}

export interface ListContext {
  readonly kind: ListKind;
  /** Path of the series, as in SERIES. */
  readonly collection: string;
  readonly profile: Profile;
  readonly now: Date;
}

const lists = new Memo<ReadList>();

/**
 * Reads the query of a list, through a cache. The query is invalid when there are faults. The cache key has the day, because days count
 * from midnight.
 */
export function readListQuery(query: Query, context: ListContext): ReadList {
  if (query.body !== undefined) return parseListQuery(query, context);
  const { kind, collection, profile, now } = context;
  const byHeader = query.acceptCrs === undefined ? '' : `<${query.acceptCrs}>`;
  const key = `${kind.name} ${profile} ${collection} ${dayOf(now)} ${byHeader} ${query.text}`;
  return lists.get(key, () => parseListQuery(query, context), ({ faults }) => faults.length === 0);
}

function parseListQuery(query: Query, { kind, collection, profile, now }: ListContext): ReadList {
  const faults: ParameterFault[] = [];
  const fields = kind.byField || kind.names.includes('filter') ? queryablesOf(collection) : [];
  const names = kind.byField ? fields.map(({ name }) => name) : [];
  const given: Given = parseParameters<string>(query, [...kind.names, ...names, FORM_PARAMETER], faults);
  const filtered = fields.filter(({ name }) => given[name] !== undefined);
  const limit = readSize(given[kind.size], kind.size, faults);
  const crs = readCrs(given['crs'], 'crs', { profile, faults });
  const boxCrs = readCrs(given['bbox-crs'], 'bbox-crs', { profile, faults });
  const box = readBbox(given['bbox'], boxCrs.crs, faults);
  const filterCrs = readCrs(given['filter-crs'], 'filter-crs', { profile, faults });
  const language = readFilterLang(given['filter-lang'], given['filter'], faults);
  const charsMax = query.body?.has('filter') === true ? LIMITS.searchBodyBytesMax : LIMITS.filterCharsMax;
  const filter = readFilter(given['filter'], { language, fields, crs: filterCrs, charsMax, faults });
  const datetime = readDatetime(given['datetime'], now, faults);
  const passedOn = passedOnOf(given, { query, now, faults });
  const ofPage = withInstant(passedOn, { datetime: datetime.during === null ? given['datetime'] : undefined, at: datetime.at, now });
  const { beschikbaarOp } = passedOn;
  const cellSize = readCel(given['cel'], faults);
  readProfile(given[PROFILE_PARAMETER], faults);
  const shown = readFields(given, publishedFieldsOf(collection, kind.form), faults);
  const selection: Omit<SeriesQuery, 'position'> = {
    crs: crs.bytes,
    at: passedOn.at ?? datetime.at,
    during: datetime.during,
    box: box === undefined ? null : { crs: boxCrs.plane, box },
    filter: allOf([
      ...ofKind(passedOn.kind), ...readFieldFilters(given, filtered, faults), ...(filter === null ? [] : [filter]),
    ]),
    words: readZoek(given['zoek'], faults),
    order: readSorteer(given['sorteer'], sortablesOf(collection).map(({ name }) => name), faults),
    showsEnd: given['geldigOp'] !== undefined || given['datetime'] !== undefined,
    limit,
  };
  const available: readonly Pair[] = beschikbaarOp === null ? [] : [['beschikbaarOp', new Date(beschikbaarOp).toISOString()]];
  const texts = new Map([
    ...filtered.flatMap(({ name }) => textOf(given, name)),
    ...['cel', 'geometrieSoort', 'zoek', 'sorteer', 'skipGeometry', 'datetime', 'geldigOp', 'filter'].flatMap((name) => textOf(given, name)),
    ...(shown?.text === undefined ? [] : [['fields', shown.text] as const]),
    ...available,
  ]);
  const identity = [
    collection, crs.bytes, box === undefined ? '' : `${boxCrs.plane} ${box.join(',')}`,
    filter === null ? '' : `${filterCrs.plane} ${language}`, selection.at ?? '', formatQuery(texts),
  ].join('|');
  const cursor = readCursor(given['cursor'], identity, faults);
  const position = cursor?.position ?? (given['pagina'] === undefined
    ? readOffset(given['offset'], faults) : (readPagina(given['pagina'], faults) - 1) * limit);
  faults.push(...exclusiveFaults(given));

  const inAddress = (pairs: readonly Pair[]): string => formatQuery(new Map(pairs.filter(([name]) => query.body?.has(name) !== true)));
  const own = inAddress([
    ...(given[kind.size] === undefined ? [] : [[kind.size, String(limit)] as const]),
    ...(given['crs'] === undefined ? [] : [['crs', crs.uri] as const]),
    ...(box === undefined ? [] : [['bbox', box.join(',')] as const, ...(given['bbox-crs'] === undefined ? [] : [['bbox-crs', boxCrs.uri] as const])]),
    ...[...texts].filter(([name]) => !isPassedOn(name)),
    ...(filter === null ? [] : textOf(given, 'filter-lang')),
    ...(filter === null || given['filter-crs'] === undefined ? [] : [['filter-crs', filterCrs.uri] as const]),
  ]);
  const isOwn = passedOn === NOTHING_PASSED && given[FORM_PARAMETER] === undefined && given[PROFILE_PARAMETER] === undefined;
  const carried = isOwn ? own : joinQueries(own, rawParameters(query, [...PASSED_ON, FORM_PARAMETER, PROFILE_PARAMETER]));
  const start = formatQuery(new Map(cursor === undefined
    ? ['offset', 'pagina'].flatMap((name) => textOf(given, name)) : [['cursor', writeCursor(cursor, identity)]]));
  const canonical = joinQueries(carried, start);
  const hash = shortHash(`${identity}|${limit}|${canonical}|${passedOn.text}`);
  return {
    query: {
      question: { ...selection, position }, beschikbaarOp, cursor, crs, otherCrss: [boxCrs, filterCrs], fields: shown,
      cellSize, profiles: given[PROFILE_PARAMETER], identity, canonical, carried, passedOn, ofPage,
      isPosted: query.body !== undefined, hash,
    },
    faults,
  };
}

type Given = Readonly<Partial<Record<string, string>>>;
type Pair = readonly [name: string, value: string];

function textOf(given: Given, name: string): readonly Pair[] {
  const text = given[name];
  return text === undefined ? [] : [[name, text]];
}

function isPassedOn(name: string): boolean {
  return PASSED_ON.some((one) => one === name);
}

function allOf(filters: readonly Filter[]): Filter | null {
  return filters.length > 1 ? { kind: 'and', of: filters } : filters[0] ?? null;
}

/** Parameters that exclude each other. The first of a pair is the one to leave out. */
const EXCLUSIVE = [['offset', 'cursor'], ['pagina', 'cursor'], ['offset', 'pagina'], ['datetime', 'geldigOp']] as const;

function exclusiveFaults(given: Given): readonly ParameterFault[] {
  return EXCLUSIVE.filter(([name, other]) => given[name] !== undefined && given[other] !== undefined)
    .map(([name, other]) => mutuallyExclusive(name, other));
}
