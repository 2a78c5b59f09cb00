/**
 * Counts: `/collections/{collectionId}/tellingen`, the number of features of a collection in each cell of a grid in RD, for maps of a wide
 * area. Parameters select features as those of items do.
 *
 * Each feature counts once, in the cell that has the centre of its box. Features without geometry have a count of their own, so all counts
 * add up to `numberMatched`. Equal content and equal query give equal bytes, so the tag is strong.
 * Not here: the counting (publisher/read/rows/cells.ts), the sizes (parameters/cel.ts).
 */
import type { CellCounts } from '../../publisher/read/types.ts';
import { CRSS } from '../../schemas/crs.ts';
import { isCollection } from '../description/collections.ts';
import { listingOf, type Listing } from '../edition/listing.ts';
import { CELLS } from '../parameters/list-query.ts';
import { RD_GRID, tooManyCells } from '../parameters/cel.ts';
import { parameterProblem } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, COUNT_FORMS } from '../request/negotiate.ts';
import { withValidators, validatorsOf } from '../response/conditional.ts';
import { listTag } from '../response/etags.ts';
import { withQuery } from '../response/object-links.ts';
import { contentHeaders, jsonBytes, okResponse } from '../response/response.ts';
import { ABSENT } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';

const HEADERS = [...contentHeaders(MEDIA_TYPES.json), 'Content-Crs', `<${CRSS['28992'].uri}>`];

/** GET /collections/{collectionId}/tellingen */
export function counts(request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const collection = request.params['collectionId'] ?? '';
  if (!isCollection(collection)) return ABSENT;
  const path = `/collections/${collection}/tellingen`;
  const form = formOf(request, COUNT_FORMS, service.baseUrl + path);
  if (typeof form === 'object') return form;
  const listing = listingOf(request, service, { collection, kind: CELLS, path });
  if ('problem' in listing) return listing;
  const { query, facts, series } = listing;
  const fault = tooManyCells(query.cellSize, query.question.box);
  if (fault !== undefined) return parameterProblem([fault], request.query, listing.url);
  const tag = listTag({ series: facts.tag, question: query.hash, form, service: service.tag });
  return withValidators(request, validatorsOf(tag, facts.modified, service.clock()), async () => (
    okResponse(HEADERS, jsonBytes(bodyOf(await series.cells(query.question, { ...RD_GRID, size: query.cellSize }), listing)))
  ));
}

function bodyOf({ cells, withoutGeometry, numberMatched }: CellCounts, { collection, query, url, facts }: Listing) {
  return {
    collectie: collection, crs: CRSS['28992'].uri, cel: query.cellSize, timeStamp: facts.timeStamp, numberMatched,
    zonderGeometrie: withoutGeometry, cellen: cells,
    links: [
      { href: withQuery(url, query.canonical), rel: 'self', type: MEDIA_TYPES.json },
      { href: withQuery(url.slice(0, url.lastIndexOf('/')), query.passedOn.text), rel: 'collection', type: MEDIA_TYPES.json },
    ],
  };
}
