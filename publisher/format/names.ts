/**
 * Names: what an edition of this program holds, by the names that stand in it. A later edition may hold more.
 * Not here: names of columns inside a segment (publisher/FORMAT.md), of series (schemas/names.ts).
 */
import { PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { SERIES } from '../../schemas/names.ts';
import { PARTS } from './page.ts';

export interface EditionNames {
  readonly crss: readonly string[];
  /** Parts that a page may have, but for those of fields. */
  readonly parts: readonly string[];
  /** Fields that have parts, single ones and lists, of all series together. */
  readonly fields: readonly string[];
  /** Relations of the links that rows have (write/links.ts). */
  readonly links: readonly string[];
  /** What the manifest names beside series. */
  readonly indexes: readonly string[];
  /** Where words come from that the part `words` has. */
  readonly searched: readonly string[];
}

export const EDITION_NAMES: EditionNames = {
  crss: PUBLISHED_CRSS,
  parts: [
    PARTS.order, PARTS.periods, PARTS.spans, PARTS.delivered,
    ...[PARTS.boxes, PARTS.rows, PARTS.documents, PARTS.runs].flatMap((of) => PUBLISHED_CRSS.map((crs) => of[crs])), PARTS.words,
  ],
  fields: [...new Set(SERIES.flatMap((series) => queryablesOf(series).map(({ name }) => name)))].sort(),
  links: ['self', 'canonical', 'up'],
  indexes: ['ids', 'versions'],
  searched: ['texts', 'ids', 'codes', 'labels'],
};
