/**
 * geometrieSoort: features whose geometry is of one kind, or that have none; multi types are of the kind of their parts. A GIS draws
 * one kind a layer, so that it loads a collection of several kinds by kind.
 */
import type { Filter } from '../../publisher/read/question.ts';
import { GEOMETRY_KINDS, type GeometryKind } from '../../schemas/geometry.ts';
import { readOneOf } from './one-of.ts';
import type { ParameterFault } from './query.ts';

export const GEOMETRY_KIND_NAMES = Object.keys(GEOMETRY_KINDS) as readonly GeometryKind[];

/** The kind asked for; undefined without the parameter, and after a fault. */
export function readGeometrieSoort(text: string | undefined, faults: ParameterFault[]): GeometryKind | undefined {
  return readOneOf('geometrieSoort', text, { names: GEOMETRY_KIND_NAMES, expected: EXPECTED, faults });
}

/** The filter for features of a kind; none without one. */
export function ofKind(kind: GeometryKind | undefined): readonly Filter[] {
  return kind === undefined ? [] : [{ kind: 'geometryKind', of: kind }];
}

const EXPECTED = {
  nl: 'één soort geometrie: punt, lijn of vlak (ook meervoudig), of geen', en: 'one kind of geometry: punt, lijn or vlak (multi too), or geen for none',
};
