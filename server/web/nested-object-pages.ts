/** Page of the objects of one kind that are nested in a root. Not here: one of them (object-page.ts). */
import type { Text } from '../../schemas/finding.ts';
import { SUB_RESOURCES, type SubResource } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import type { Addresses } from '../response/object-links.ts';
import type { NestedObject } from '../response/nested-objects.ts';
import { html } from '../../schemas/html.ts';
import { page, type PageRequest, type Trail } from './page.ts';
import { typeText } from './value.ts';

interface NestedAddress {
  readonly path: string;
  readonly sub: SubResource;
  readonly rootId: string;
  readonly addresses: Addresses;
  readonly context: PageRequest;
}

export const SUB_TITLES: Readonly<Record<SubResource, Text>> = {
  'ev-activiteiten': { nl: 'Activiteiten', en: 'Activities' },
  referenties: { nl: 'Referenties', en: 'References' },
  contouren: { nl: 'Contouren', en: 'Contours' },
};

export const SUBS = Object.keys(SUB_RESOURCES) as readonly SubResource[];

export function nestedObjectsPage(parts: readonly NestedObject[], path: NestedAddress): Buffer {
  const { context, addresses: { url, carried } } = path;
  const title = SUB_TITLES[path.sub][context.language];
  const rows = parts.map(({ id, entityType }) => (
    html`<tr><td><a href="${url}/${encodeURIComponent(id)}${carried}">${id}</a></td><td>${typeText(entityType, context.language)}</td></tr>`
  ));
  return page({ ...context, title, trail: trailOf(path) }, html`
<p>${title} in ${path.rootId}: ${parts.length}.</p>
${rows.length === 0 ? '' : html`<div class="scroll"><table><thead><tr><th scope="col">${ID[context.language]}</th><th scope="col">${TYPE[context.language]}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`}`);
}

const ID: Text = { nl: 'Kenmerk', en: 'Identifier' };
const TYPE: Text = { nl: 'Soort', en: 'Type' };

function trailOf({ path, rootId, context: { baseUrl, language }, addresses: { carried } }: NestedAddress): Trail {
  const list = `${baseUrl}/${path}`;
  return [[textOf(path).title[language], `${list}${carried}`], [rootId, `${list}/${encodeURIComponent(rootId)}${carried}`]];
}
