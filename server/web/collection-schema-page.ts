/**
 * Page of a collection schema: the fields of its features, or the fields for filters or sorting. Made from the schema, so that page and
 * schema agree.
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { textOf } from '../description/collections.ts';
import { withQuery } from '../response/object-links.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import { html, linkTo, type Html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

const TITLES = {
  schema: { nl: 'Velden', says: { nl: 'De velden van de objecten in deze collectie.', en: 'The fields of the features of this collection.' } },
  'schema/feature': { nl: 'GeoJSON', says: { nl: 'Een object van deze collectie als GeoJSON.', en: 'A feature of this collection as GeoJSON.' } },
  queryables: {
    nl: 'Bevraagbare velden',
    says: { nl: 'De velden waarop gezocht kan worden.', en: 'The fields by which features are found.' },
  },
  sortables: { nl: 'Sorteervelden', says: { nl: 'De velden waarop gesorteerd kan worden.', en: 'The fields by which features are sorted.' } },
} as const;

const FIELDS_OF_NOW = {
  nl: 'De velden zijn die van nu. Een veld dat toen niet bestond, is leeg.', en: 'The fields are those of now. A field that did not exist then is empty.',
};

/** Returns the page of a schema. `name`: the last part of its path. */
export function collectionSchemaPage(schema: JsonObject, { collection, name, baseUrl, passedOn }: {
  collection: string; name: string; baseUrl: string; passedOn: PassedOn;
}): Buffer {
  const { nl, says } = TITLES[name as keyof typeof TITLES];
  const to = (path: string): string => withQuery(`${baseUrl}/collections${path}`, passedOn.text);
  const trail = [['Collecties', to('')], [textOf(collection).title.nl, to(`/${collection}`)]] as const;
  return page({ baseUrl, title: nl, trail, passedOn }, html`
${bilingual(says)}
${passedOn.says === undefined ? '' : bilingual(FIELDS_OF_NOW)}
${table(schema)}
${Object.entries(propertiesOf(schema)).map(([title, inner]) => (isObject(inner['properties'] as Json)
    ? html`<h2 id="${title}">${title}</h2>${table(inner)}` : ''))}`);
}

function table(schema: JsonObject): Html {
  const definitions = isObject(schema['$defs']) ? schema['$defs'] as Record<string, JsonObject> : {};
  const required = Array.isArray(schema['required']) ? schema['required'] as readonly string[] : [];
  const rows = Object.entries(propertiesOf(schema)).map(([name, own]) => {
    const property = definitions[name] ?? own;
    return html`<tr><td><code>${name}</code></td><td>${required.includes(name) ? 'ja' : ''}</td>
<td>${kindOf(property)}</td><td>${property['description'] as string | undefined}${listOf(property)}</td></tr>`;
  });
  return html`<div class="scroll"><table><thead><tr><th scope="col">Veld <span lang="en">field</span></th>
<th scope="col">Altijd <span lang="en">always</span></th><th scope="col">Soort <span lang="en">kind</span></th>
<th scope="col">Wat erin staat <span lang="en">holds</span></th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function propertiesOf({ properties }: JsonObject): Readonly<Record<string, JsonObject>> {
  return isObject(properties) ? properties as Record<string, JsonObject> : {};
}

function kindOf({ type, format }: JsonObject): string {
  const types = Array.isArray(type) ? type : [type];
  return [...types, format].filter((word) => typeof word === 'string').join(', ');
}

function listOf({ 'x-ogc-codelistUri': uri }: JsonObject): Html | string {
  return typeof uri === 'string' ? html` ${linkTo(uri, uri.slice(uri.lastIndexOf('/') + 1))}` : '';
}
