/**
 * Page of one operation: a form with its parameters, the request that the form makes as address and code, its body and responses.
 * Works without script: the form leads to the page itself.
 *
 * Not here: the overview (documentation-pages.ts).
 */
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { bodyText, formField, requestOf, valueIn, valueText, type CallValues } from '../documentation/call.ts';
import { CODE_OF, CODE_TOOLS, type CodeTool, type ExampleRequest } from '../documentation/client-code.ts';
import type { ApiContent, ApiDocument, ApiParameter, ApiResponse, Operation } from '../documentation/operations.ts';
import { FORM_PARAMETER } from '../parameters/query.ts';
import { problemType } from '../response/problem.ts';
import { page, textUrl, type PageRequest } from './page.ts';
import { SchemaTables } from './schema-tables.ts';

interface OperationView {
  readonly operation: Operation;
  readonly document: ApiDocument;
  /** Values that the reader gave. */
  readonly values: CallValues;
}

type View = OperationView & PageRequest;

/** Parts of the frame that all pages of the documentation share. */
export const DOCUMENTATION_FRAME = { scripts: ['copy.ts'], isPageOnly: true } as const;

const CALL_ID = 'aanroep';
const JSON_FORM = 'json';

/** Returns the address of the page of an operation. */
export function operationUrl(context: PageRequest, id: string): string {
  return textUrl(context, `/documentatie/${id}`);
}

export function operationPage(shown: OperationView, context: PageRequest): Buffer {
  const { operation, document } = shown;
  const view = { ...shown, ...context };
  const say = (text: Text): string => text[context.language];
  const schemas = new SchemaTables(document, context.language);
  // The tables come last, because the parts before them decide which schemas are shown.
  const parts = [form(view, schemas), call(view), body(view, schemas), responses(view, schemas)];
  const tables = schemas.tables();
  const trail = [[say(DOCUMENTATION), textUrl(context, '/documentatie')]] as const;
  return page({ ...context, ...DOCUMENTATION_FRAME, title: operation.summary, trail }, html`
<p><code>${operation.method} ${operation.path}</code></p>
${operation.description === undefined ? '' : html`<p>${operation.description}</p>`}
${operation.credential === undefined ? '' : html`<p>${say(NEEDED[operation.credential])}</p>`}
${parts}
${tables.length === 0 ? '' : html`<h2>${say(SCHEMAS)}</h2>${tables}`}`);
}

/** Returns the form. It has every parameter; those of the fields of a collection and the headers are folded. */
function form(view: View, schemas: SchemaTables): Html {
  const { operation: { id, parameters }, language, baseUrl, passedOn: { lang } } = view;
  const say = (text: Text): string => text[language];
  if (parameters.length === 0) return html``;
  const fields = (shown: readonly ApiParameter[]): Content => shown.map((one) => field(one, view, schemas));
  const folded = (title: Text, shown: readonly ApiParameter[]): Content => {
    const open = shown.some(({ name }) => view.values[name] !== undefined) ? html` open` : '';
    return shown.length === 0 ? '' : html`<details${open}><summary>${say(title)} (${shown.length})</summary>${fields(shown)}</details>`;
  };
  const isShown = ({ in: kind, isField }: ApiParameter): boolean => kind !== 'header' && !isField;
  return html`<h2 id="proberen">${say(TRY)}</h2>
<form class="call" method="get" action="${new URL(baseUrl).pathname}/documentatie/${id}#${CALL_ID}">
${lang === undefined ? '' : html`<input type="hidden" name="lang" value="${lang}">`}
${fields(parameters.filter(isShown))}
${folded(FIELDS, parameters.filter(({ isField }) => isField))}
${folded(HEADERS, parameters.filter((one) => one.in === 'header'))}
<p><button>${say(MAKE)}</button></p></form>`;
}

function field(parameter: ApiParameter, view: View, schemas: SchemaTables): Html {
  const { name, isRequired, isDeprecated, description, schema, example } = parameter;
  const say = (text: Text): string => text[view.language];
  const [input, meaning] = [`parameter-${name}`, `meaning-${name}`];
  const value = valueIn(view.values, parameter);
  const notes = [say(PLACES[parameter.in]), ...(isRequired ? [say(REQUIRED)] : []), ...(isDeprecated ? [say(DEPRECATED)] : [])].join(', ');
  return html`<div class="field" id="${name}"><label for="${input}"><code>${name}</code> <small>${notes}</small></label>
${control(parameter, { input, meaning, value })}
<p id="${meaning}">${description}.</p>
<div class="facts">${example === undefined ? '' : html`${say(EXAMPLE)} <code>${valueText(example)}</code>. `}${
  schema['default'] === undefined ? '' : html`${say(DEFAULT)} <code>${valueText(schema['default'])}</code>. `}
${say(KIND)} ${schemas.words(schema)}</div></div>`;
}

/** Number of values above which a list to choose from is a text field. */
const CHOICES_MAX = 60;

function control(parameter: ApiParameter, { input, meaning, value }: Readonly<Record<'input' | 'meaning' | 'value', string>>): Html {
  const { schema, isRequired } = parameter;
  const choices = schema['type'] === 'boolean' ? [true, false] : schema['enum'] as readonly unknown[] | undefined;
  const name = formField(parameter);
  if (choices === undefined || choices.length > CHOICES_MAX) {
    return html`<input id="${input}" name="${name}" value="${value}" aria-describedby="${meaning}" autocomplete="off">`;
  }
  const all = [...(isRequired ? [] : ['']), ...choices.map(String)];
  const known = all.includes(value) ? all : [value, ...all];
  return html`<select id="${input}" name="${name}" aria-describedby="${meaning}">${known.map((one) => (
    html`<option value="${one}"${one === value ? html` selected` : ''}>${one}</option>`))}</select>`;
}

/** Returns the request as an address, a link and code. */
function call({ operation, language, values, baseUrl }: View): Html {
  const say = (text: Text): string => text[language];
  const request = requestOf(operation, values, baseUrl);
  const forms = operation.parameters.find(({ name }) => name === FORM_PARAMETER)?.schema['enum'] as readonly string[] | undefined;
  const takesJson = values[FORM_PARAMETER] === undefined && forms?.includes(JSON_FORM) === true;
  const asJson = takesJson ? requestOf(operation, { ...values, [FORM_PARAMETER]: JSON_FORM }, baseUrl).url : undefined;
  return html`<h2 id="${CALL_ID}">${say(CALL)}</h2>
<p><code id="adres">${request.url}</code></p>
${operation.method !== 'GET' || operation.credential !== undefined ? '' : html`<p><a href="${request.url}" rel="nofollow">${say(OPEN)}</a>${
  asJson === undefined ? '' : html` <a href="${asJson}" rel="nofollow">${say(OPEN_JSON)}</a>`}</p>`}
${codeBlocks(request, language)}`;
}

/** Returns the code of a request in each language. */
function codeBlocks(request: ExampleRequest, language: Language): readonly Html[] {
  return CODE_TOOLS.map((tool) => html`<h3>${CODE_LABELS[tool]}</h3>${codeBlock(`code-${tool}`, { code: CODE_OF[tool](request), name: CODE_LABELS[tool], language })}`);
}

/** Returns code to be copied; `name`: what its button copies, in words that no other button of the page has. */
export function codeBlock(
  id: string, { code, name, language }: { readonly code: string; readonly name: string; readonly language: Language },
): Html {
  return html`<pre class="code" id="${id}" data-copy="${COPY[language]}" data-copies="${name}"><code>${code}</code></pre>`;
}

export const CODE_LABELS: Readonly<Record<CodeTool, string>> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

function body({ operation, language }: View, schemas: SchemaTables): Html {
  if (operation.body === undefined) return html``;
  const say = (text: Text): string => text[language];
  const { description, contents } = operation.body;
  return html`<h2>${say(BODY)}</h2><p>${description}.</p>
${contents.map(({ mediaType, schema, example }) => html`<h3><code>${mediaType}</code></h3><div>${schemas.words(schema)}</div>
${example === undefined || example === '' ? '' : html`<pre class="code"><code>${bodyText(example)}</code></pre>`}`)}`;
}

function responses({ operation, language, baseUrl }: View, schemas: SchemaTables): Html {
  const say = (text: Text): string => text[language];
  const rows = operation.responses.map((response) => html`<tr><td class="number">${response.status}</td>
<td>${meaning(response, baseUrl)}</td><td>${contents(response.contents, schemas)}</td>
<td>${response.headers.map(({ name, description }) => html`<div><code>${name}</code>: ${description}</div>`)}</td></tr>`);
  const head = [MEANING, CONTENT, RESPONSE_HEADERS].map((text) => html`<th scope="col">${say(text)}</th>`);
  return html`<h2>${say(RESPONSES)}</h2><div class="scroll"><table><thead><tr><th scope="col" class="number">Status</th>${head}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** Returns the meaning of a status; of an error its codes, each with a link to its page. */
function meaning({ status, description }: ApiResponse, baseUrl: string): Content {
  if (status < 400) return description;
  return description.split('; ').map((kind) => {
    const known = Object.values(PROBLEMS).find(({ path }) => kind.startsWith(`ev/${path}: `));
    const shown = known === undefined ? html`${kind}`
      : html`<a href="${problemType(known.path, baseUrl)}">${known.path}</a>${kind.slice(`ev/${known.path}`.length)}`;
    return html`<div>${shown}</div>`;
  });
}

/** Returns the media types of a response, those with one schema together. */
function contents(all: readonly ApiContent[], schemas: SchemaTables): Content {
  const bySchema = Map.groupBy(all, ({ schema }) => JSON.stringify(schema));
  return [...bySchema.values()].map((same) => html`<div>${
    same.map(({ mediaType }, at) => html`${at === 0 ? '' : ', '}<code>${mediaType}</code>`)}: ${schemas.words(same[0]!.schema)}</div>`);
}

export const DOCUMENTATION: Text = { nl: 'Documentatie', en: 'Documentation' };
const NEEDED: Readonly<Record<NonNullable<Operation['credential']>, Text>> = {
  token: {
    nl: 'Hiervoor is een token nodig, in de kop Authorization: Bearer. De code leest het uit de omgevingsvariabele TOKEN.',
    en: 'This needs a token, in the header Authorization: Bearer. The code reads it from the environment variable TOKEN.',
  },
  key: {
    nl: 'Hiervoor is een sleutel nodig, in de kop X-Api-Key, of een token. De code leest de sleutel uit de omgevingsvariabele API_KEY.',
    en: 'This needs an API key, in the header X-Api-Key, or a token. The code reads the key from the environment variable API_KEY.',
  },
};
const PLACES: Readonly<Record<ApiParameter['in'], Text>> = {
  path: { nl: 'in het pad', en: 'in the path' }, query: { nl: 'in het adres', en: 'in the address' }, header: { nl: 'kop', en: 'header' },
};
const TRY: Text = { nl: 'Proberen', en: 'Try' };
const FIELDS: Text = { nl: 'Velden van de objecten', en: 'Fields of the features' };
const HEADERS: Text = { nl: 'Koppen', en: 'Headers' };
const MAKE: Text = { nl: 'Maak de aanroep', en: 'Make the request' };
const REQUIRED: Text = { nl: 'verplicht', en: 'required' };
const DEPRECATED: Text = { nl: 'verouderd', en: 'deprecated' };
const KIND: Text = { nl: 'Soort:', en: 'Kind:' };
const DEFAULT: Text = { nl: 'Zonder waarde:', en: 'Without a value:' };
const EXAMPLE: Text = { nl: 'Voorbeeld:', en: 'Example:' };
const CALL: Text = { nl: 'Deze aanroep', en: 'This request' };
const OPEN: Text = { nl: 'Open dit adres', en: 'Open this address' };
const OPEN_JSON: Text = { nl: 'Open als JSON', en: 'Open as JSON' };
const COPY: Text = { nl: 'Kopieer', en: 'Copy' };
const BODY: Text = { nl: 'Bericht', en: 'Body' };
const RESPONSES: Text = { nl: 'Antwoorden', en: 'Responses' };
const CONTENT: Text = { nl: 'Inhoud', en: 'Content' };
const RESPONSE_HEADERS: Text = { nl: 'Koppen', en: 'Headers' };
const MEANING: Text = { nl: 'Betekenis', en: 'Meaning' };
const SCHEMAS: Text = { nl: 'Schema’s', en: 'Schemas' };
