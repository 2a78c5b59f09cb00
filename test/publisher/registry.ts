/**
 * A small register for tests of the publisher: roots with nested objects and geometry of every kind, states at each prefix, random
 * changes. Coordinates of the other CRSs are simple maps of RD; the publisher cannot tell.
 */
import type { Configuration } from '../../publisher/format/manifest.ts';
import { rowsOf } from '../../publisher/write/derive.ts';
import type { ProjectedGeometry, PublishRequest, RootChange, RootState, VersionChange, VersionState } from '../../publisher/write/input.ts';
import { perCrs, type PublishedCrs } from '../../schemas/crs.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { EntityType, RootType } from '../../schemas/names.ts';
import { formatMoment, inUtc, type Moment, type Received } from '../../schemas/time.ts';

export const CONFIGURATION: Configuration = {
  baseUrl: 'http://127.0.0.1:8080/v1', grids: 'grids', model: 'model', codeLists: 'lists',
};

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 0, 1);

export function day(number: number): Moment {
  return (START + number * DAY) as Moment;
}

/** One moment in the forms in which it may be delivered, by the last character of an id of a random history. */
function beginOf(id: string): string {
  return id.startsWith('id-') ? BEGINS[id.charCodeAt(id.length - 1) % BEGINS.length]! : BEGINS[0]!;
}

const BEGINS = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00', '2026-01-01T00:00:00.0Z', '2026-01-01T01:00:00+01:00'];

/** A linear stand-in for the transformations: metres of RD to the numbers of a CRS, in its axis order. */
export function project(x: number, y: number, crs: PublishedCrs): readonly [number, number] {
  const [lon, lat] = [5.387 + (x - 155_000) / 68_000, 52.155 + (y - 463_000) / 111_000];
  return { 28992: [x, y], CRS84: [lon, lat], 4258: [lat, lon], 3857: [lon * 111_319.49, lat * 131_000.5] }[crs] as [number, number];
}

export function projected(geometry: Geometry): ProjectedGeometry {
  const { shape, numbers: rd } = flatten(geometry)!;
  const inCrs = (crs: PublishedCrs): Float64Array => {
    const numbers = new Float64Array(rd.length);
    for (let at = 0; at < numbers.length; at += 2) numbers.set(project(rd[at]!, rd[at + 1]!, crs), at);
    return numbers;
  };
  const itrf2014 = inCrs('4258').map((degrees, axis) => degrees + (axis % 2 === 0 ? 6e-6 : 1e-5));
  return { shape, coordinates: { ...perCrs(inCrs), 9000: itrf2014 } };
}

export interface VersionInput {
  readonly from: number;
  /** Day; null: without end. */
  readonly until: number | null;
  readonly document: JsonObject;
  /** By object id. */
  readonly geometries: Readonly<Record<string, Geometry>>;
  /** Ids of the objects whose geometry the register made. */
  readonly derived?: readonly string[];
  readonly targets?: VersionState['targets'];
}

export function state(type: RootType, id: string, versions: readonly VersionInput[]): RootState {
  return {
    id, type,
    versions: versions.map(({ from, until, document, geometries, derived = [], targets }) => ({
      valid: { from: day(from), until: until === null ? null : day(until) },
      document,
      geometries: new Map(Object.entries(geometries).map(([object, geometry]) => [
        object, { ...projected(geometry), ...withHeights(id, object, geometry), ...derived.includes(object) && { isDerived: true } },
      ])),
      registered: Object.fromEntries(idsIn(document).map((object) => [object, formatMoment(day(0))])),
      targets: targets ?? {},
    })),
  };
}

/** Heights for some objects of a random history, by their ids: of all objects in a root, of some, of none. */
function withHeights(root: string, object: string, geometry: Geometry): Pick<ProjectedGeometry, 'heights'> {
  const number = Number(/^id-(\d+)$/.exec(root)?.[1] ?? 0);
  if (number % 4 === 0 || number % 4 === 1 && object !== root) return {};
  const { numbers } = flatten(geometry)!;
  const nap = Float64Array.from({ length: numbers.length / 2 }, (_, at) => at === 0 || at === numbers.length / 2 - 1 ? number : -at / 8);
  return { heights: { nap, ellipsoidal: nap.map((height) => height + 43.5), itrf2014: nap.map((height) => height + 43.52) } };
}

export function idsIn(document: JsonObject): string[] {
  const nested = ['voertUit', 'heeft', 'resulteertIn'].flatMap((field) => {
    const value = document[field];
    return Array.isArray(value) ? (value as JsonObject[]).flatMap(idsIn) : [];
  });
  return [document['id'] as string, ...nested];
}

export function square(x: number, y: number, size: number): Geometry {
  return { type: 'Polygon', coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]] };
}

export function building(id: string, { x, y, size, name }: { x: number; y: number; size: number; name: string }): VersionInput {
  const geometry = square(x, y, size);
  return {
    from: 0, until: null, geometries: { [id]: geometry },
    document: { ...base('KwetsbaarGebouw', id), geometrie: geometry, bronhouder: name, populatie: 12 },
  };
}

export function base(entityType: EntityType, id: string): JsonObject {
  return { entityType, id, identificatie: { namespace: 'NL.IMEV', lokaalID: id }, bronhoudercode: 'AB12', beginGeldigheid: beginOf(id) };
}

/** A change of a root at the moment of the edition. */
export type Changed = Omit<RootChange, 'at'>;

export function request(
  changes: readonly Changed[], { moment, parentMoment, epoch }: { moment: number; parentMoment?: number; epoch?: number | undefined },
): PublishRequest {
  return {
    audience: 'public', configuration: { ...CONFIGURATION, ...epoch === undefined ? {} : { epoch } }, moment: moment as Moment,
    ...(parentMoment === undefined ? {} : { parentMoment: parentMoment as Moment }),
    rows: rowsAt(changes, moment, CONFIGURATION.baseUrl, epoch), versions: () => [],
  };
}

export function rowsAt(changes: readonly Changed[], at: number, baseUrl: string, epoch?: number): PublishRequest['rows'] {
  const moment = at as Moment;
  return rowsOf(changes.map((change) => ({ ...change, at: moment })), { moment, baseUrl, epoch });
}

export function createAll(roots: Iterable<RootState>): Changed[] {
  return [...roots].map((after) => ({ before: null, after }));
}

/** The versions of roots that were recorded first at a moment. */
export function openedAt(roots: Iterable<RootState>, at: number): VersionChange[] {
  return [...roots].flatMap(({ id, type, versions }) => versions.map(({ valid }): VersionChange => ({
    kind: 'open', at: at as Moment, version: { id, type, valid, recorded: { from: at * 1000 as Received, until: null }, holder: 'AB12', changed: null },
  })));
}

/**
 * Returns the recorded changes: the versions of a root end, and its new ones begin. `recorded` has, by id, the moment of the current ones.
 */
export function recordedBy(changes: readonly Changed[], at: number, recorded: Map<string, number>): VersionChange[] {
  return changes.flatMap(({ before, after }) => {
    const from = before === null ? undefined : recorded.get(before.id);
    const ended = from === undefined ? [] : before!.versions.map(({ valid }): VersionChange => ({
      kind: 'end', at: at as Moment, until: at * 1000 as Received,
      version: { id: before!.id, recordedFrom: from * 1000 as Received, validFrom: valid.from },
    }));
    if (before !== null) recorded.delete(before.id);
    if (after !== null) recorded.set(after.id, at);
    return [...ended, ...after === null ? [] : openedAt([after], at)];
  });
}

/** Own or nested, with its own begin and end of validity. */
export interface Nested {
  readonly id: string;
  readonly begin?: number;
  readonly end?: number;
}

function nestedBase(entityType: EntityType, { id, begin, end }: Nested): JsonObject {
  return {
    ...base(entityType, id), beginGeldigheid: written(day(begin ?? 0)),
    ...end === undefined ? {} : { eindGeldigheid: written(day(end)) },
  };
}

/** A location with one activity, one reference and two contours: one with geometry, one with a distance. */
export function location(id: string, { x, y, reference, until }: { x: number; y: number; reference: Nested; until?: number }): VersionInput {
  const outline = square(x, y, 100);
  const tank: Geometry = { type: 'Point', coordinates: [x + 50, y + 50.5] };
  const ring = square(x - 10.25, y - 10.25, 120.5);
  const own = (name: string): string => `${id}.${name}`;
  const contours = [
    { ...nestedBase('BrandAandachtsgebied', { id: own('brand') }), hoortBij: [{ href: `#${reference.id}` }], afstandOfGeometrie: { geometrie: ring } },
    { ...nestedBase('PRContour', { id: own('pr') }), hoortBij: [{ href: `#${reference.id}`, title: 'tank' }], afstandOfGeometrie: { afstand: 12.5 } },
  ];
  const tankDocument = {
    ...nestedBase('Vulpunt', reference), geometrie: tank, heeft: { href: own('act') }, resulteertIn: contours,
    eindRegistratie: '2026-01-01T00:00:00Z',
  };
  const activity = {
    ...base('TankenLPG', own('act')), locatieEVActiviteit: { href: `https://elders.example/v1/locatie-activiteiten/${encodeURIComponent(id)}` },
    heeft: [tankDocument],
  };
  return {
    from: 0, until: until ?? null,
    document: { ...base('LocatieActiviteit', id), bedrijfsnaam: 'Tank "BV"', geometrie: outline, voertUit: [activity], tijdstipRegistratie: '2020-01-01T00:00:00Z' },
    geometries: { [id]: outline, [reference.id]: tank, [own('brand')]: ring },
  };
}

/** A system of pipelines, shown where its reference is: a line of many vertices, with a void of contours. */
export function pipeline(id: string, { x, y, vertices }: { x: number; y: number; vertices: number }): VersionInput {
  const line: Extract<Geometry, { type: 'LineString' | 'MultiPoint' }> = {
    type: 'LineString', coordinates: Array.from({ length: vertices }, (_, step) => [x + step * 3, y + ((step * 37) % 11)]),
  };
  const lines: Geometry = { type: 'MultiLineString', coordinates: [line.coordinates] };
  const reference = {
    ...base('BuisleidingReferentie', `${id}.ref`), geometrie: line, heeft: { href: `#${id}.act` },
    resulteertIn: { waarde: null, geenWaardeReden: 'nietVanToepassing' },
  };
  const activity = { ...base('Buisleiding', `${id}.act`), locatieEVActiviteit: { href: `#${id}` }, heeft: [reference] };
  return {
    from: 0, until: null, geometries: { [`${id}.ref`]: line, [id]: lines, [`${id}.act`]: lines }, derived: [id, `${id}.act`],
    document: { ...base('BuisleidingStelsel', id), eigenaar: 'Gas', kvkNummerExploitant: [null], voertUit: [activity] },
  };
}

export function buildingRoot(id: string, { x, y, name }: { x: number; y: number; name: string }): RootState {
  return state('KwetsbaarGebouw', id, [building(id, { x, y, size: 10, name })]);
}

/** A moment in one of the forms in which it may be delivered, by its day: without a zone in winter. */
function written(moment: Moment): string {
  const winter = new Date(moment + 3_600_000).toISOString().slice(0, 19);
  const forms = [formatMoment(moment), inUtc(moment), `${winter}+01:00`, /-(?:01|02|12)-/.test(winter) ? winter : `${winter}.0+01:00`];
  return forms[Math.floor(moment / 86_400_000) % forms.length]!;
}
