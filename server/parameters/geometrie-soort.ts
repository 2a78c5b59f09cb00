/**
 * geometrieSoort: features with one kind of geometry, or without geometry. Multi types count as the kind of their parts. A GIS draws one
 * kind per layer, so it loads a mixed collection kind by kind.
 */
import type { Filter } from '../../publisher/read/series-query.ts';
import { GEOMETRY_KINDS, type GeometryKind } from '../../schemas/geometry.ts';
import { readOneOf } from './one-of.ts';
import type { ParameterFault } from './query.ts';

export const GEOMETRY_KIND_NAMES = Object.keys(GEOMETRY_KINDS) as readonly GeometryKind[];

/** Returns the requested kind; undefined without the parameter, and after a fault. */
export function readGeometrieSoort(text: string | undefined, faults: ParameterFault[]): GeometryKind | undefined {
  return readOneOf('geometrieSoort', text, { names: GEOMETRY_KIND_NAMES, expected: EXPECTED, faults });
}

/** Returns the filter for a kind; empty without one. */
export function ofKind(kind: GeometryKind | undefined): readonly Filter[] {
  return kind === undefined ? [] : [{ kind: 'geometryKind', of: kind }];
}

const EXPECTED = {
  nl: 'één soort geometrie: punt, lijn of vlak (ook meervoudig), of geen', en: 'one kind of geometry: punt, lijn or vlak (multi too), or geen for none',
};
