/** Web page of resources. It parses the documents, because this is no hot path. */
import type { DocumentBytes } from '../../publisher/read/types.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { chunksIn, readDocuments, resourcePages, type Listing } from '../edition/listing.ts';
import type { Service } from '../service.ts';
import { html } from '../../schemas/html.ts';
import { listPage, pageLink, ROWS_MAX, type ListedObject } from './list-page.ts';
import { geometriesIn, scalar } from './value.ts';

export async function resourcesPage(listing: Listing, { baseUrl }: Service): Promise<Buffer> {
  const { query } = listing;
  const { limit } = query.question;
  const inRd: Listing = { ...listing, query: { ...query, question: { ...query.question, crs: '28992' } } };
  const range = await readDocuments(inRd, Math.min(limit, ROWS_MAX));
  const documents: JsonObject[] = [];
  for await (const { slices } of chunksIn<DocumentBytes>(range)) {
    documents.push(...(JSON.parse(`[${Buffer.concat(slices).toString()}]`) as Json[]).filter(isObject));
  }
  const { first, prev, next, last, count } = resourcePages(listing, range);
  const isCut = range.numberReturned > 0 && range.numberReturned < Math.min(limit, range.numberMatched - query.question.position);
  return listPage(listing, {
    baseUrl, objects: documents.map(listed), counts: range, trail: [],
    paging: [
      count === 1 ? '' : [pageLink(prev === undefined ? undefined : first, 'first'), pageLink(prev, 'prev'), pageLink(next, 'next')],
      next === undefined ? '' : pageLink(last, 'last'),
      isCut ? html`<span>Deze bladzijde laat er niet meer zien <span lang="en">this page shows no more</span></span>` : '',
    ],
  });
}

function listed(document: JsonObject): ListedObject {
  return { id: scalar(document['id']), properties: document, geometries: geometriesIn(document).map(({ geometry }) => geometry) };
}
