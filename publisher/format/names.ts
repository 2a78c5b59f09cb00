/**
 * Names: the contents of editions made by this program, by name. Editions of later programs may have more.
 * Not here: names of columns inside a segment (publisher/FORMAT.md), of series (schemas/names.ts).
 */
import { editionCrssFor } from '../../schemas/crs.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { SERIES } from '../../schemas/names.ts';
import { PARTS } from './page-directory.ts';

export interface EditionNames {
  readonly crss: readonly string[];
  /** Parts that a page may have, except those of fields. */
  readonly parts: readonly string[];
  /** Fields with parts in pages, single values and lists, of all series together. */
  readonly fields: readonly string[];
  /** Relations of the links in rows (write/published-links.ts). */
  readonly links: readonly string[];
  /** Indexes that the manifest names beside the series. */
  readonly indexes: readonly string[];
  /** Fields whose words are in the part `words`. */
  readonly searched: readonly string[];
}

/**
 * The names in editions with this epoch. Parts with heights are left out: they lie only where geometries have heights, and an edition
 * without heights is the same as before there were any.
 */
export function editionNames(epoch: number | null): EditionNames {
  const { planes } = editionCrssFor(epoch);
  const perCrs = [PARTS.boxes, PARTS.rows, PARTS.documents, PARTS.runs].flatMap((of) => planes.map((crs) => of[crs]));
  return { crss: planes, parts: [PARTS.order, PARTS.periods, PARTS.spans, PARTS.delivered, ...perCrs, PARTS.words], ...SAME };
}

const SAME: Omit<EditionNames, 'crss' | 'parts'> = {
  fields: [...new Set(SERIES.flatMap((series) => queryablesOf(series).map(({ name }) => name)))].sort(),
  links: ['self', 'canonical', 'up'],
  indexes: ['ids', 'versions'],
  searched: ['texts', 'ids', 'codes', 'labels'],
};
