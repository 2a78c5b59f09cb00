/** Pages of one object: its map and its fields, as a feature or as a whole document. Bytes are in RD. */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { nestsObjects } from '../../schemas/model/model.ts';
import { isRootType, kindOf, type SubResource } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import { withQuery, type Addresses } from '../response/object-links.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import type { Service } from '../service.ts';
import { html } from '../../schemas/html.ts';
import { map } from './map.ts';
import { page } from './page.ts';
import { SUB_TITLES, SUBS } from './nested-object-pages.ts';
import { asGeometry, fields, geometriesIn, scalar } from './value.ts';

interface ObjectPage {
  readonly collection: string;
  readonly id: string;
  readonly addresses: Addresses;
}

export function featurePage(bytes: Buffer, { collection, id, addresses: { passedOn } }: ObjectPage, { baseUrl }: Service): Buffer {
  const feature = parsed(bytes);
  const properties = feature['properties'];
  const geometry = asGeometry(feature['geometry']);
  const links = (Array.isArray(feature['links']) ? feature['links'] : []).map((link) => withMoment(link, passedOn));
  return page({ baseUrl, title: id, trail: trailOf(collection, baseUrl, passedOn), passedOn }, html`
${map(geometry === undefined ? [] : [{ geometry, label: id }])}
<h2>Gegevens <span lang="en">Properties</span></h2>
${isObject(properties) ? fields(properties) : ''}
${typeLink(properties, baseUrl)}
<h2>Links</h2>${fields({ links })}
${documentLink(properties, { id, collection, baseUrl, passedOn })}`);
}

export function documentPage(
  slices: readonly Buffer[], { collection, id, addresses }: ObjectPage, { baseUrl }: Service,
): Buffer {
  const { url, carried, passedOn } = addresses;
  const { _links: _, ...own } = parsed(Buffer.concat([...slices]));
  return page({ baseUrl, title: id, trail: trailOf(collection, baseUrl, passedOn), passedOn }, html`
<p>${textOf(collection).title.nl}: het hele document, met alles wat erin hoort. <span lang="en">The whole document, with
 everything nested in it.</span></p>
${map(geometriesIn(own))}
<h2>Gegevens <span lang="en">Fields</span></h2>
${fields(own)}
${typeLink(own, baseUrl)}
<p><a href="${url}/versies">Alle versies</a>, wat er wanneer veranderde <span lang="en">(all versions)</span></p>
${nestsObjects(scalar(own['entityType'])) ? html`<ul>${SUBS.map((sub) => partsLink(sub, `${url}/${sub}${carried}`))}</ul>` : ''}`);
}

function partsLink(sub: SubResource, href: string) {
  const { nl, en } = SUB_TITLES[sub];
  return html`<li><a href="${href}">${nl}</a> <span lang="en">(${en})</span></li>`;
}

/** Adds the passed-on parameters to a link of a feature, which the edition stores without a query. */
function withMoment(link: Json, { text }: PassedOn): Json {
  const href = isObject(link) ? link['href'] : undefined;
  return typeof href === 'string' && !href.includes('?') ? { ...link as JsonObject, href: withQuery(href, text) } : link;
}

/** Returns a link to the description of the fields of the object's type. */
function typeLink(object: Json | undefined, baseUrl: string) {
  const type = isObject(object) ? object['entityType'] : undefined;
  if (typeof type !== 'string' || kindOf(type) === undefined) return '';
  return html`<p><a href="${baseUrl}/schemas/${type}">Wat de velden van ${type} betekenen</a>
 <span lang="en">(what the fields of ${type} mean)</span></p>`;
}

/** Returns a link to the document of a root. */
function documentLink(properties: Json | undefined, { id, collection, baseUrl, passedOn }: {
  id: string; collection: string; baseUrl: string; passedOn: PassedOn;
}) {
  const type = isObject(properties) ? properties['entityType'] : undefined;
  if (typeof type !== 'string' || !isRootType(type)) return '';
  return html`<p><a href="${withQuery(`${baseUrl}/${collection}/${encodeURIComponent(id)}`, passedOn.text)}">Het hele document</a>
 <span lang="en">(the whole document)</span></p>`;
}

function parsed(bytes: Buffer): { readonly [key: string]: Json } {
  const value = JSON.parse(bytes.toString()) as Json;
  return isObject(value) ? value : {};
}

function trailOf(collection: string, baseUrl: string, { text }: PassedOn): readonly (readonly [string, string])[] {
  const to = (path: string): string => withQuery(`${baseUrl}/collections${path}`, text);
  return [['Collecties', to('')], [textOf(collection).title.nl, to(`/${collection}/items`)]];
}
