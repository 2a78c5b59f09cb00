/** Web page of resources. It parses the documents, because this is no hot path. */
import type { DocumentBytes } from '../../publisher/read/types.ts';
import { html } from '../../schemas/html.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { chunksIn } from '../../publisher/read/chunks-of-range.ts';
import { readDocuments, resourcePages, type Listing } from '../edition/listing.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { listPage, pagingOf, ROWS_MAX, type ListedObject } from './list-page.ts';
import { dataUrl, type PageRequest } from './page.ts';
import { geometriesIn, text } from './value.ts';

export async function resourcesPage(listing: Listing, context: PageRequest, now: Date): Promise<Buffer> {
  const { query, collection } = listing;
  const { limit } = query.question;
  const inRd: Listing = { ...listing, query: { ...query, question: { ...query.question, crs: '28992' } } };
  const range = await readDocuments(inRd, Math.min(limit, ROWS_MAX));
  const documents: JsonObject[] = [];
  for await (const { slices } of chunksIn<DocumentBytes>(range)) {
    documents.push(...(JSON.parse(`[${Buffer.concat(slices).toString()}]`) as Json[]).filter(isObject));
  }
  const { language } = context;
  const isCut = range.numberReturned > 0 && range.numberReturned < Math.min(limit, range.numberMatched - query.question.position);
  return listPage(listing, {
    context, objects: documents.map(listed), counts: range, trail: [], size: 'paginaGrootte', mediaType: MEDIA_TYPES.json, now,
    hint: html`<p>${HINT[language].whole} <a href="${dataUrl(context, `/collections/${collection}/items`)}">${HINT[language].features}</a></p>`,
    paging: [
      pagingOf(resourcePages(listing, range), language),
      isCut ? html`<span>${HINT[language].cut}</span>` : '',
    ],
  });
}

const HINT = {
  nl: {
    whole: 'Hele documenten, met alles wat erin hoort. Zoeken op afstand, en van een getal tot een getal, kan bij',
    features: 'dezelfde objecten als lijst van kaartobjecten', cut: 'Deze bladzijde laat er niet meer zien.',
  },
  en: {
    whole: 'Whole documents, with everything nested in them. To search by distance or between two numbers, use',
    features: 'the same objects as a list of features', cut: 'This page shows no more.',
  },
} as const;

function listed(document: JsonObject): ListedObject {
  return { id: text(document['id']) ?? '', properties: document, geometries: geometriesIn(document).map(({ geometry }) => geometry) };
}
