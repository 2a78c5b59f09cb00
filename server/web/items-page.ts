/** Web page of features. It parses the features, because this is no hot path. */
import type { FeatureBytes } from '../../publisher/read/types.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { textOf } from '../description/collections.ts';
import { chunksIn, pageLinks, readRange, type Listing } from '../edition/listing.ts';
import { withQuery } from '../response/object-links.ts';
import type { Service } from '../service.ts';
import { listPage, pageLink, ROWS_MAX, type ListedObject } from './list-page.ts';
import { asGeometry, scalar } from './value.ts';

export async function itemsPage(listing: Listing, { baseUrl }: Service): Promise<Buffer> {
  const { collection, query, url } = listing;
  const inRd: Listing = { ...listing, query: { ...query, question: { ...query.question, crs: '28992' } } };
  const range = await readRange(inRd, Math.min(query.question.limit, ROWS_MAX), LIMITS.chunkBytes);
  const features: JsonObject[] = [];
  for await (const { slices } of chunksIn<FeatureBytes>(range)) {
    features.push(...(JSON.parse(`[${Buffer.concat([...slices]).toString()}]`) as Json[]).filter(isObject));
  }
  const { next } = pageLinks(listing, range);
  const to = (address: string): string => withQuery(address, query.passedOn.text);
  const isFirst = query.question.position === 0;
  return listPage(listing, {
    baseUrl, objects: features.map(listed), counts: range,
    trail: [['Collecties', to(`${baseUrl}/collections`)], [textOf(collection).title.nl, to(url.slice(0, -'/items'.length))]],
    paging: [pageLink(isFirst ? undefined : withQuery(url, query.carried), 'first'), pageLink(next, 'next')],
  });
}

function listed(feature: JsonObject): ListedObject {
  const geometry = asGeometry(feature['geometry']);
  const properties = feature['properties'];
  return {
    id: scalar(feature['id']), properties: isObject(properties) ? properties : {}, geometries: geometry === undefined ? [] : [geometry],
  };
}
