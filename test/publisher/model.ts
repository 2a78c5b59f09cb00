/**
 * The naive model: the expected responses of an edition, computed from the states of the roots in the plainest way, without a line in
 * common with publisher/write/.
 */
import type { Series } from '../../publisher/read/types.ts';
import type { RootState, VersionState } from '../../publisher/write/input.ts';
import type { EditionCrs } from '../../schemas/crs.ts';
import type { Geometry, Position } from '../../schemas/geometry.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { publishedFieldsOf } from '../../schemas/derived/published-fields.ts';
import { CONTOURS, ROOTS, REFERENCES, nameOf, seriesOf } from '../../schemas/names.ts';
import { parseMoment } from '../../schemas/time.ts';
import { CONFIGURATION } from './registry.ts';

export interface ModelRow {
  readonly series: string;
  readonly id: string;
  readonly from: number;
  readonly until: number;
  readonly feature: JsonObject;
  /** The same with heights above NAP, where the geometry has heights. */
  readonly withHeights: JsonObject;
  readonly version: VersionState;
}

export function modelRows(roots: Iterable<RootState>): ModelRow[] {
  return [...roots].flatMap((root) => root.versions.flatMap((version) => rowsOf(root, version)));
}

function rowsOf(root: RootState, version: VersionState): ModelRow[] {
  const types = typesIn(version.document);
  const rows: ModelRow[] = [];
  const visit = (object: JsonObject, from: number, until: number, activity: string | null): void => {
    const type = object['entityType'] as string;
    const series = seriesOf(type);
    const id = object['id'] as string;
    const names = [...publishedFieldsOf(series, 'feature').keys()].filter((name) => name !== 'geometrie' && name !== 'eindRegistratie');
    const properties: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
    const around = isActivity(type) ? type : activity;
    for (const [name, value] of Object.entries(object)) {
      if (['geometrie', 'tijdstipRegistratie', 'eindRegistratie'].includes(name)) continue;
      if (name === 'afstandOfGeometrie' && 'geometrie' in (value as JsonObject)) continue;
      const isMoment = name === 'beginGeldigheid' || name === 'eindGeldigheid';
      properties[name] = isMoment ? new Date(parseMoment(value as string)!).toISOString().replace(/\.000Z$/, 'Z') : propertyOf(name, value, types);
    }
    properties['tijdstipRegistratie'] = version.registered[id];
    const { document } = version;
    if (id !== root.id) {
      properties['locatieNaam'] = document['bedrijfsnaam'] ?? document['route'] ?? null;
      properties['locatieActiviteit'] = around;
      properties['locatieBronhoudercodeOverheid'] = document['bronhoudercodeOverheid'] ?? null;
    }
    const shownAt = isActivity(type) && !version.geometries.has(id) ? root.id : id;
    if (type in CONTOURS) properties['afstand'] = (object['afstandOfGeometrie'] as JsonObject)['afstand'] ?? null;
    if ('geometrieAfgeleid' in properties) properties['geometrieAfgeleid'] = version.geometries.get(shownAt)?.isDerived === true;
    const item = `${CONFIGURATION.baseUrl}/collections/${series}/items/${encodeURIComponent(id)}`;
    const whole = `${CONFIGURATION.baseUrl}/${seriesOf(root.type)}/${encodeURIComponent(root.id)}`;
    const feature = {
      type: 'Feature', id, properties,
      links: [
        { href: item, rel: 'self', type: 'application/geo+json' },
        ...id === root.id ? [] : [{ href: `${whole}/${subOf(type)}/${encodeURIComponent(id)}`, rel: 'canonical', type: 'application/json' }],
        { href: whole, rel: id === root.id ? 'canonical' : 'up', type: 'application/json' },
      ],
      geometry: geometryOf(shownAt, version) ?? null,
    } as unknown as JsonObject;
    const withHeights = { ...feature, geometry: geometryOf(shownAt, version, true) ?? null } as unknown as JsonObject;
    if (from < until) rows.push({ series, id, from, until, feature, withHeights, version });
    for (const child of childrenOf(object)) {
      const begin = parseMoment(child['beginGeldigheid'] as string)!;
      const end = child['eindGeldigheid'] === undefined ? Infinity : parseMoment(child['eindGeldigheid'] as string)!;
      visit(child, Math.max(from, begin), Math.min(until, end), around);
    }
  };
  visit(version.document, version.valid.from, version.valid.until ?? Infinity, null);
  return rows;
}

function subOf(type: string): string {
  if (isActivity(type)) return 'ev-activiteiten';
  return type in REFERENCES ? 'referenties' : 'contouren';
}

function isActivity(type: string): boolean {
  return nameOf(type).path === 'ev-activiteiten';
}

function childrenOf(object: JsonObject): readonly JsonObject[] {
  return ['voertUit', 'heeft', 'resulteertIn'].flatMap((field) => (Array.isArray(object[field]) ? object[field] as JsonObject[] : []));
}

function typesIn(object: JsonObject): Map<string, string> {
  return new Map([[object['id'] as string, object['entityType'] as string], ...childrenOf(object).flatMap((child) => [...typesIn(child)])]);
}

function urlOf(type: string, id: string): string {
  const isRoot = type in ROOTS;
  return `${CONFIGURATION.baseUrl}/${isRoot ? '' : 'collections/'}${seriesOf(type)}/${isRoot ? '' : 'items/'}${encodeURIComponent(id)}`;
}

function propertyOf(name: string, value: unknown, types: ReadonlyMap<string, string>): unknown {
  if (['voertUit', 'heeft', 'resulteertIn'].includes(name) && Array.isArray(value)) {
    return (value as JsonObject[]).map(({ id, entityType }) => ({ href: urlOf(entityType as string, id as string), title: entityType }));
  }
  const link = (one: JsonObject): JsonObject => {
    const id = decodeURIComponent((one['href'] as string).replace(/^(#|.*\/)/, ''));
    const type = types.get(id);
    return type === undefined ? one : { ...one, href: urlOf(type, id) };
  };
  if (name === 'hoortBij') return (value as JsonObject[]).map(link);
  return name === 'locatieEVActiviteit' || name === 'heeft' ? link(value as JsonObject) : value;
}

/** In RD, with heights above NAP where it has any; the tests use coordinates of at most 3 decimals and rings that run as RFC 7946 wants. */
function geometryOf(id: string, version: VersionState, isHigh = false): Geometry | undefined {
  const held = version.geometries.get(id);
  if (held === undefined) return undefined;
  const { shape, coordinates, heights } = held;
  const positions: Position[] = Array.from({ length: coordinates['28992'].length / 2 }, (_, at) => [
    ...coordinates['28992'].slice(at * 2, at * 2 + 2), ...isHigh && heights !== undefined ? [heights.nap[at]!] : [],
  ]);
  const paths = [...shape.pathEnds].map((end, path) => positions.slice(shape.pathEnds[path - 1] ?? 0, end));
  switch (shape.type) {
    case 'Point': return { type: 'Point', coordinates: positions[0]! };
    case 'LineString': case 'MultiPoint': return { type: shape.type, coordinates: positions };
    case 'MultiPolygon': return { type: 'MultiPolygon', coordinates: [...shape.partEnds].map((end, part) => paths.slice(shape.partEnds[part - 1] ?? 0, end)) };
    default: return { type: shape.type, coordinates: paths };
  }
}

/** Whether all geometries of a document have heights, and it has any. */
export function hasHeights({ version }: ModelRow): boolean {
  const inDocument = [...version.geometries.values()].filter(({ isDerived }) => isDerived !== true);
  return inDocument.length > 0 && inDocument.every(({ heights }) => heights !== undefined);
}

/** The whole document, in RD. */
export function modelDocument({ version, id, series }: ModelRow, isHigh = false): JsonObject {
  const types = typesIn(version.document);
  const visit = (object: JsonObject): JsonObject => {
    const own = object['id'] as string;
    const members = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'tijdstipRegistratie' || name === 'eindRegistratie') return [];
      if (name === 'geometrie') return [[name, geometryOf(own, version, isHigh)]];
      if (name === 'afstandOfGeometrie' && 'geometrie' in (value as JsonObject)) return [[name, { geometrie: geometryOf(own, version, isHigh) }]];
      const isNested = ['voertUit', 'heeft', 'resulteertIn'].includes(name) && Array.isArray(value);
      return [[name, isNested ? (value as JsonObject[]).map(visit) : propertyOf(name, value, types)]];
    });
    return { ...Object.fromEntries(members), tijdstipRegistratie: version.registered[own] } as JsonObject;
  };
  return { ...visit(version.document), _links: { self: { href: `${CONFIGURATION.baseUrl}/${series}/${encodeURIComponent(id)}` } } };
}

/** Every feature of a series, page by page of `limit`. */
export function walk(series: Series, crs: EditionCrs, limit: number): JsonObject[] {
  const features: JsonObject[] = [];
  for (let position: number | null = 0; position !== null;) {
    const range = series.page({ crs, position, limit });
    const text = Buffer.concat(range.slices).toString();
    if (Buffer.byteLength(text) !== range.bytes) throw new Error('the sum of the slices is wrong');
    const some = JSON.parse(`[${text}]`) as JsonObject[];
    if (some.length !== range.numberReturned || range.numberMatched !== series.count) throw new Error('a count is wrong');
    if (some.length === 0 && position !== 0) throw new Error('next led to an empty page');
    features.push(...some);
    position = range.next;
  }
  return features;
}

