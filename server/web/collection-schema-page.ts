/**
 * Page of a collection schema: the fields of its features, or the fields for filters or sorting. Made from the schema, so that page and
 * schema agree.
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Text } from '../../schemas/finding.ts';
import { textOf } from '../description/collections.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { dataUrl, page, textUrl, type PageRequest } from './page.ts';
import { fieldName } from './value.ts';

const TITLES = {
  schema: {
    title: { nl: 'Velden', en: 'Fields' }, says: { nl: 'De velden van de objecten in deze collectie.', en: 'The fields of the features of this collection.' },
  },
  'schema/feature': {
    title: { nl: 'GeoJSON', en: 'GeoJSON' }, says: { nl: 'Een object van deze collectie als GeoJSON.', en: 'A feature of this collection as GeoJSON.' },
  },
  queryables: {
    title: { nl: 'Bevraagbare velden', en: 'Queryable fields' },
    says: { nl: 'De velden waarop gezocht kan worden.', en: 'The fields by which features are found.' },
  },
  sortables: {
    title: { nl: 'Sorteervelden', en: 'Fields for sorting' },
    says: { nl: 'De velden waarop gesorteerd kan worden.', en: 'The fields by which features are sorted.' },
  },
} as const;

const FIELDS_OF_NOW: Text = {
  nl: 'De velden zijn die van nu. Een veld dat toen niet bestond, is leeg.', en: 'The fields are those of now. A field that did not exist then is empty.',
};

/** Returns the page of a schema whose texts are in the language of the request. `name`: the last part of its path. */
export function collectionSchemaPage(schema: JsonObject, { collection, name, context }: {
  collection: string; name: string; context: PageRequest;
}): Buffer {
  const { title, says } = TITLES[name as keyof typeof TITLES];
  const say = (text: Text): string => text[context.language];
  const trail = [
    [say({ nl: 'Collecties', en: 'Collections' }), dataUrl(context, '/collections')],
    [say(textOf(collection).title), dataUrl(context, `/collections/${collection}`)],
  ] as const;
  return page({ ...context, title: say(title), trail }, html`
<p class="lead">${say(says)}</p>
${context.passedOn.says === undefined ? '' : html`<p class="lead">${say(FIELDS_OF_NOW)}</p>`}
${table(schema, context)}
${Object.entries(propertiesOf(schema)).map(([name, inner]) => (isObject(inner['properties'] as Json)
    ? html`<h2 id="${name}">${name}</h2>${table(inner, context)}` : ''))}`);
}

function table(schema: JsonObject, context: PageRequest): Html {
  const say = (text: Text): string => text[context.language];
  const definitions = isObject(schema['$defs']) ? schema['$defs'] as Record<string, JsonObject> : {};
  const required = Array.isArray(schema['required']) ? schema['required'] as readonly string[] : [];
  const rows = Object.entries(propertiesOf(schema)).map(([name, own]) => {
    const property = definitions[name] ?? own;
    return html`<tr><td>${fieldName(name, context.language)}</td><td>${required.includes(name) ? say({ nl: 'ja', en: 'yes' }) : ''}</td>
<td>${kindOf(property)}</td><td>${property['description'] as string | undefined}${listOf(property, context)}</td></tr>`;
  });
  return html`<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Veld', en: 'Field' })}</th>
<th scope="col">${say({ nl: 'Altijd', en: 'Always' })}</th><th scope="col">${say({ nl: 'Soort', en: 'Kind' })}</th>
<th scope="col">${say({ nl: 'Wat erin staat', en: 'Content' })}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function propertiesOf({ properties }: JsonObject): Readonly<Record<string, JsonObject>> {
  return isObject(properties) ? properties as Record<string, JsonObject> : {};
}

function kindOf({ type, format }: JsonObject): string {
  const types = Array.isArray(type) ? type : [type];
  return [...types, format].filter((word) => typeof word === 'string').join(', ');
}

function listOf({ 'x-ogc-codelistUri': uri }: JsonObject, context: PageRequest): Content {
  if (typeof uri !== 'string') return '';
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return html` <a href="${textUrl(context, `/waardelijsten/${name}`)}">${name}</a>`;
}
