/**
 * Surroundings geometry: a place as WKT or GeoJSON, in a published CRS, valid by the rules for delivered geometries (filter-geometry.ts).
 *
 * The text becomes part of a filter in CQL2, so only the shape of a geometry is let through: words and numbers, or a JSON object.
 */
import type { QueryGeometry } from '../../publisher/read/series-query.ts';
import { toGeoJson } from '../../publisher/validity/vertices.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { isObject, type Json } from '../../schemas/json.ts';
import type { RequestedCrs } from './crs.ts';
import { readFilter } from './filter.ts';
import type { ParameterFault } from './query.ts';

const TYPES: readonly string[] = GEOMETRY_ALIASES.PuntLijnVlakMulti;
const WKT = new RegExp(`^\\s*(?:${TYPES.join('|')})\\s*(?:Z\\s*)?\\([-+.\\deE,\\s()]*\\)\\s*$`, 'i');

/** Whether a text is meant as WKT or GeoJSON. */
export function isGeometryText(text: string): boolean {
  return /^\s*[a-z{]/i.test(text);
}

/** Returns the geometry in a text; undefined after a fault, which names the parameter `plaats`. */
export function readGeometry(text: string, { crs, charsMax, faults }: {
  readonly crs: RequestedCrs; readonly charsMax: number; readonly faults: ParameterFault[];
}): QueryGeometry | undefined {
  const own: ParameterFault[] = [];
  const filter = WKT.test(text)
    ? readFilter(`S_INTERSECTS(geometry,${text})`, { language: 'cql2-text', fields: [], crs, charsMax, faults: own })
    : readFilter(callOf(text), { language: 'cql2-json', fields: [], crs, charsMax, faults: own });
  faults.push(...own.map(({ problem, reason: { nl, en } }): ParameterFault => (
    { problem, reason: { nl: ofPlace(nl), en: ofPlace(en) }, name: 'plaats', correct: EXAMPLE }
  )));
  if (filter !== null && 'geometry' in filter) return filter.geometry;
  if (own.length === 0) {
    faults.push({
      problem: 'OngeldigeParameter', name: 'plaats', correct: EXAMPLE, allowed: TYPES,
      reason: {
        nl: 'Verwacht een geometrie als WKT of GeoJSON, van één soort en met niets anders erbij, of getallen in RD.',
        en: 'Expected a geometry as WKT or GeoJSON, of one kind and with nothing else, or numbers in RD.',
      },
    });
  }
  return undefined;
}

/** Returns the reason of a filter about the geometry in it: without a position in the filter, which the request does not have. */
function ofPlace(reason: string): string {
  const text = reason.replace(/^(?:Teken|Character) \d+: /, '').replaceAll('filter-crs', 'plaatsCrs');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const EXAMPLE = 'POINT(155000 463000)';

/** Returns the call of a filter with the GeoJSON in a text; undefined: the text has none. */
function callOf(text: string): string | undefined {
  const geometry = jsonIn(text);
  if (!isObject(geometry) || typeof geometry['type'] !== 'string' || !TYPES.includes(geometry['type'])) return undefined;
  if (Object.keys(geometry).some((name) => !['type', 'coordinates', 'bbox'].includes(name))) return undefined;
  const { type, coordinates = null } = geometry;
  return JSON.stringify({ op: 's_intersects', args: [{ property: 'geometry' }, { type, coordinates }] });
}

function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns a filter in CQL2 JSON: `op` between a feature and a geometry; with metres within that distance. */
export function geometryFilterText(geometry: QueryGeometry, op: 's_intersects' | 's_within', metres: number | null): string {
  const args = [{ property: 'geometry' }, toGeoJson({ ...geometry, mixed: false })];
  return JSON.stringify(metres === null ? { op, args } : { op: 's_dwithin', args: [...args, metres] });
}
