/** Pages of objects nested in a root: a list of one kind, and one object with its map. Bytes are in RD. */
import { isObject, type Json } from '../../schemas/json.ts';
import { SUB_RESOURCES, type SubResource } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import type { Addresses } from '../response/object-links.ts';
import type { NestedObject } from '../response/nested-objects.ts';
import type { Service } from '../service.ts';
import { html } from '../../schemas/html.ts';
import { map } from './map.ts';
import { page } from './page.ts';
import { fields, geometriesIn } from './value.ts';

interface NestedAddress {
  readonly path: string;
  readonly sub: SubResource;
  readonly rootId: string;
  readonly addresses: Addresses;
}

export const SUB_TITLES: Readonly<Record<SubResource, { readonly nl: string; readonly en: string }>> = {
  'ev-activiteiten': { nl: 'Activiteiten', en: 'activities' },
  referenties: { nl: 'Referenties', en: 'references' },
  contouren: { nl: 'Contouren', en: 'contours' },
};

export const SUBS = Object.keys(SUB_RESOURCES) as readonly SubResource[];

export function nestedObjectsPage(
  parts: readonly NestedObject[], path: NestedAddress, { baseUrl }: Service,
): Buffer {
  const { url, carried, passedOn } = path.addresses;
  const { nl, en } = SUB_TITLES[path.sub];
  const rows = parts.map(({ id, entityType }) => (
    html`<tr><td><a href="${url}/${encodeURIComponent(id)}${carried}">${id}</a></td><td>${entityType}</td></tr>`
  ));
  return page({ baseUrl, title: nl, trail: trailOf(path, baseUrl), passedOn }, html`
<p>${nl} in ${path.rootId}: ${parts.length}. <span lang="en">${en} in it</span></p>
${rows.length === 0 ? '' : html`<div class="scroll"><table><thead><tr><th scope="col">id</th><th scope="col">entityType</th></tr></thead>
<tbody>${rows}</tbody></table></div>`}`);
}

export function nestedObjectPage(bytes: Buffer, { id, ...address }: NestedAddress & { readonly id: string }, { baseUrl }: Service): Buffer {
  const value = JSON.parse(bytes.toString()) as Json;
  const { path, rootId, sub, addresses: { carried, passedOn } } = address;
  const own = `${baseUrl}/${path}/${encodeURIComponent(rootId)}/${sub}${carried}`;
  return page({ baseUrl, title: id, trail: [...trailOf(address, baseUrl), [SUB_TITLES[sub].nl, own]], passedOn }, html`
${map(geometriesIn(value))}
<h2>Gegevens <span lang="en">Fields</span></h2>
${isObject(value) ? fields(value) : ''}`);
}

function trailOf({ path, rootId, addresses: { carried } }: NestedAddress, baseUrl: string): readonly (readonly [string, string])[] {
  const list = `${baseUrl}/${path}`;
  return [[textOf(path).title.nl, `${list}${carried}`], [rootId, `${list}/${encodeURIComponent(rootId)}${carried}`]];
}
