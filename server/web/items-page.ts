/** Web page of features. It parses the features, because this is no hot path. */
import type { FeatureBytes } from '../../publisher/read/types.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { textOf } from '../description/collections.ts';
import { chunksIn } from '../../publisher/read/chunks-of-range.ts';
import { pageLinks, readRange, type Listing } from '../edition/listing.ts';
import { FORM_PARAMETER, formatQuery, joinQueries, withoutParameters } from '../parameters/query.ts';
import { alternateForms } from '../features/page-frame.ts';
import { MEDIA_TYPES, type PageForm } from '../request/negotiate.ts';
import { PROFILE_PARAMETER } from '../request/profile.ts';
import { withQuery } from '../response/object-links.ts';
import { listPage, pageLink, ROWS_MAX, type ListedObject, type ListPageOptions } from './list-page.ts';
import { dataUrl, type PageRequest } from './page.ts';
import { asGeometry, text } from './value.ts';

export async function itemsPage(listing: Listing, context: PageRequest, now: Date): Promise<Buffer> {
  const { collection, query, url } = listing;
  const inRd: Listing = { ...listing, query: { ...query, question: { ...query.question, crs: '28992' } } };
  const range = await readRange(inRd, Math.min(query.question.limit, ROWS_MAX), LIMITS.chunkBytes);
  const features: JsonObject[] = [];
  for await (const { slices } of chunksIn<FeatureBytes>(range)) {
    features.push(...(JSON.parse(`[${Buffer.concat([...slices]).toString()}]`) as Json[]).filter(isObject));
  }
  const { next } = pageLinks(listing, range);
  const { language } = context;
  const isFirst = query.question.position === 0;
  return listPage(listing, {
    context, objects: features.map(listed), counts: range, size: 'limit', mediaType: MEDIA_TYPES.geojson, now, forms: formsOf(listing),
    trail: [
      [{ nl: 'Collecties', en: 'Collections' }[language], dataUrl(context, '/collections')],
      [textOf(collection).title[language], dataUrl(context, `/collections/${collection}`)],
    ],
    paging: [pageLink(isFirst ? undefined : withQuery(url, query.carried), 'first', language), pageLink(next, 'next', language)],
  });
}

/** Returns the forms of the whole list for programs, with the query of each, as far as one response goes. */
function formsOf({ query: { carried } }: Listing): NonNullable<ListPageOptions['forms']> {
  const others = withoutParameters({ text: carried }, ['limit', FORM_PARAMETER, PROFILE_PARAMETER]);
  return alternateForms('html').map((form) => (
    [FORM_NAMES[form], joinQueries(formatQuery([['limit', String(LIMITS.featuresMax)], [FORM_PARAMETER, form]]), others)]
  ));
}

const FORM_NAMES: Readonly<Record<PageForm, string>> = { geojson: 'GeoJSON', json: 'JSON', jsonfg: 'JSON-FG', gmlsf0: 'GML', csv: 'CSV' };

function listed(feature: JsonObject): ListedObject {
  const geometry = asGeometry(feature['geometry']);
  const properties = feature['properties'];
  return {
    id: text(feature['id']) ?? '', properties: isObject(properties) ? properties : {}, geometries: geometry === undefined ? [] : [geometry],
  };
}
