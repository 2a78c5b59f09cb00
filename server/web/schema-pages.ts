/**
 * Pages of types: all of them, and one with its fields, their value types and code lists. Programs get the JSON Schema at the same
 * address.
 */
import { codeListOf } from '../../schemas/derived/code-list-uses.ts';
import type { Field, Shape, Value } from '../../schemas/model/conventions.ts';
import { describe } from '../../schemas/check/describe.ts';
import { fieldsOf } from '../../schemas/model/model.ts';
import { ACTIVITY_TYPES, CONTOURS, REFERENCES, ROOTS } from '../../schemas/names.ts';
import { WHOLE_MODEL } from '../../schemas/derived/published-schema.ts';
import { REPORT } from '../../schemas/derived/report-schema.ts';
import { html, type Html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

const GROUPS: readonly (readonly [nl: string, en: string, types: readonly string[]])[] = [
  ['Hoofdobjecten', 'Roots', Object.keys(ROOTS)],
  ['Activiteiten', 'Activities', ACTIVITY_TYPES],
  ['Referenties', 'References', Object.keys(REFERENCES)],
  ['Contouren', 'Contours', Object.keys(CONTOURS)],
];

export function schemasPage(baseUrl: string): Buffer {
  const link = (name: string) => html`<a href="${baseUrl}/schemas/${name}">${name}</a>`;
  return page({ baseUrl, title: 'Schema’s' }, html`
${bilingual({
    nl: 'Welke velden elk type object heeft, en wat erin mag staan. Programma’s krijgen JSON Schema 2020-12.',
    en: 'Which fields each type of object has, and what they may hold. Programs get JSON Schema 2020-12.',
  })}
<p>${link(WHOLE_MODEL)}: elk hoofdobject met alles erin <span lang="en">(any root with all that is in it)</span></p>
<p>${link(REPORT)}: het verslag van een levering <span lang="en">(the report of a delivery)</span></p>
${GROUPS.map(([nl, en, types]) => html`<h2>${nl} <span lang="en">${en}</span></h2>
<ul>${types.map((type) => html`<li>${link(type)}</li>`)}</ul>`)}`);
}

/** Returns the page of a type, of any root document, or of a report. */
export function schemaPage(name: string, baseUrl: string): Buffer {
  const trail = [['Schema’s', `${baseUrl}/schemas`]] as const;
  if (name === WHOLE_MODEL) {
    return page({ baseUrl, title: 'Hoofdobjecten', trail }, html`
${bilingual({ nl: 'Een document is een van deze objecten.', en: 'A document is one of these objects.' })}
<ul>${Object.keys(ROOTS).map((type) => html`<li><a href="${baseUrl}/schemas/${type}">${type}</a></li>`)}</ul>`);
  }
  if (name === REPORT) {
    return page({ baseUrl, title: 'Verslag van een levering', trail }, bilingual({
      nl: 'Dit schema is voor programma’s die verslagen lezen; vraag het met de kop Accept: application/schema+json.',
      en: 'This schema is for programs that read reports; ask for it with the header Accept: application/schema+json.',
    }));
  }
  const fields = fieldsOf(name);
  const shapes = shapesIn(fields);
  return page({ baseUrl, title: name, trail }, html`
<h2>Velden <span lang="en">Fields</span></h2>
${table(fields, baseUrl)}
${shapes.map((shape) => html`<h2 id="${shape.name}">${shape.name}</h2>${
  shape.form === 'choice' ? html`<p>Precies één van deze velden. <span lang="en">Exactly one of these fields.</span></p>` : ''
}${table(shape.fields, baseUrl)}`)}`);
}

/** Returns the value types in the fields and in one another, each once. */
function shapesIn(fields: readonly Field[]): readonly Shape[] {
  const found = new Map<string, Shape>();
  const visit = (value: Value): void => {
    if (value.kind === 'array') visit(value.items);
    if (value.kind !== 'object' || found.has(value.shape.name)) return;
    found.set(value.shape.name, value.shape);
    value.shape.fields.forEach(visit);
  };
  fields.forEach(visit);
  return [...found.values()];
}

function table(fields: readonly Field[], baseUrl: string): Html {
  const rows = fields.map((field) => {
    const { nl, en } = describe(field);
    return html`<tr><td><code>${field.name}</code></td><td>${field.required ? 'ja' : ''}</td>
<td>${nl}${pointerOf(field, baseUrl)}<br><span lang="en">${en}</span></td></tr>`;
  });
  return html`<div class="scroll"><table><thead><tr><th scope="col">Veld <span lang="en">field</span></th>
<th scope="col">Verplicht <span lang="en">required</span></th>
<th scope="col">Wat erin staat <span lang="en">holds</span></th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Returns a link to the code list, value type or nested types of a field. */
function pointerOf(value: Value, baseUrl: string): Html | string {
  const list = codeListOf(value);
  if (list !== undefined) return html` (<a href="${baseUrl}/waardelijsten/${list}">${list}</a>)`;
  if (value.kind === 'array') return pointerOf(value.items, baseUrl);
  if (value.kind === 'object') return html` (<a href="#${value.shape.name}">${value.shape.name}</a>)`;
  if (value.kind !== 'nested') return '';
  return html` (<a href="${baseUrl}/schemas">een van ${value.types.length} types</a>)`;
}
