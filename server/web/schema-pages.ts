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
import type { Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { capital } from '../../schemas/page-texts.ts';
import { fullTypeWords } from '../description/type-words.ts';
import { page, textUrl, type PageRequest } from './page.ts';
import { fieldName } from './value.ts';

const GROUPS: readonly (readonly [title: Text, types: readonly string[]])[] = [
  [{ nl: 'Hoofdobjecten', en: 'Roots' }, Object.keys(ROOTS)],
  [{ nl: 'Activiteiten', en: 'Activities' }, ACTIVITY_TYPES],
  [{ nl: 'Referenties', en: 'References' }, Object.keys(REFERENCES)],
  [{ nl: 'Contouren', en: 'Contours' }, Object.keys(CONTOURS)],
];

const TITLE: Text = { nl: 'Schema’s', en: 'Schemas' };

export function schemasPage(context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const link = (name: string): Html => html`<a href="${textUrl(context, `/schemas/${name}`)}">${name}</a>`;
  const typeLink = (type: string): Html => (
    html`<a href="${textUrl(context, `/schemas/${type}`)}">${capital(say(fullTypeWords(type)))}</a> <code>${type}</code>`
  );
  return page({ ...context, title: say(TITLE) }, html`
<p class="lead">${say({
    nl: 'Welke velden elk type object heeft, en wat erin mag staan. Programma’s krijgen JSON Schema 2020-12.',
    en: 'Which fields each type of object has, and what they may hold. Programs get JSON Schema 2020-12.',
  })}</p>
<p>${link(WHOLE_MODEL)}: ${say({ nl: 'elk hoofdobject met alles erin', en: 'any root with everything in it' })}</p>
<p>${link(REPORT)}: ${say({ nl: 'het verslag van een levering', en: 'the report of a delivery' })}</p>
${GROUPS.map(([title, types]) => html`<h2>${say(title)}</h2>
<ul>${types.map((type) => html`<li>${typeLink(type)}</li>`)}</ul>`)}`);
}

/** Returns the page of a type, of any root document, or of a report. */
export function schemaPage(name: string, context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const trail = [[say(TITLE), textUrl(context, '/schemas')]] as const;
  if (name === WHOLE_MODEL) {
    return page({ ...context, title: say({ nl: 'Hoofdobjecten', en: 'Roots' }), trail }, html`
<p class="lead">${say({ nl: 'Een document is een van deze objecten.', en: 'A document is one of these objects.' })}</p>
<ul>${Object.keys(ROOTS).map((type) => html`<li><a href="${textUrl(context, `/schemas/${type}`)}">${type}</a></li>`)}</ul>`);
  }
  if (name === REPORT) {
    return page({ ...context, title: say({ nl: 'Verslag van een levering', en: 'Report of a delivery' }), trail }, html`<p class="lead">${say({
      nl: 'Dit schema is voor programma’s die verslagen lezen; vraag het op met de kop Accept: application/schema+json.',
      en: 'This schema is for programs that read reports; request it with the header Accept: application/schema+json.',
    })}</p>`);
  }
  const fields = fieldsOf(name);
  const shapes = shapesIn(fields);
  return page({ ...context, title: name, trail }, html`
<h2>${say({ nl: 'Velden', en: 'Fields' })}</h2>
${table(fields, context)}
${shapes.map((shape) => html`<h2 id="${shape.name}">${shape.name}</h2>${
  shape.form === 'choice' ? html`<p>${say({ nl: 'Precies één van deze velden.', en: 'Exactly one of these fields.' })}</p>` : ''
}${table(shape.fields, context)}`)}`);
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

function table(fields: readonly Field[], context: PageRequest): Html {
  const say = (text: Text): string => text[context.language];
  const rows = fields.map((field) => html`<tr><td>${fieldName(field.name, context.language)}</td>
<td>${field.required ? say({ nl: 'ja', en: 'yes' }) : ''}</td><td>${say(describe(field))}${pointerOf(field, context)}</td></tr>`);
  return html`<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Veld', en: 'Field' })}</th>
<th scope="col">${say({ nl: 'Verplicht', en: 'Required' })}</th>
<th scope="col">${say({ nl: 'Wat erin staat', en: 'Content' })}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Returns a link to the code list, value type or nested types of a field. */
function pointerOf(value: Value, context: PageRequest): Content {
  const list = codeListOf(value);
  if (list !== undefined) return html` (<a href="${textUrl(context, `/waardelijsten/${list}`)}">${list}</a>)`;
  if (value.kind === 'array') return pointerOf(value.items, context);
  if (value.kind === 'object') return html` (<a href="#${value.shape.name}">${value.shape.name}</a>)`;
  if (value.kind !== 'nested') return '';
  const label: Text = { nl: `een van ${value.types.length} types`, en: `one of ${value.types.length} types` };
  return html` (<a href="${textUrl(context, '/schemas')}">${label[context.language]}</a>)`;
}
