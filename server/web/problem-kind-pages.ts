/** Pages of problem kinds and of rules of the checks: all of them, and one. */
import type { Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { LEVEL_WORDS, SEVERITY_WORDS } from '../../schemas/rule-table.ts';
import type { RuleLevel, RuleSeverity } from '../../schemas/rules.ts';
import { capital } from '../../schemas/page-texts.ts';
import { joinQueries } from '../parameters/query.ts';
import { withQuery } from '../response/object-links.ts';
import { page, textUrl, type PageRequest } from './page.ts';

/** A kind of problem. A rule has no status, but a level, a severity, fields, a source and mostly an example finding. */
export interface ShownKind {
  readonly path: string;
  readonly status?: number;
  readonly title: Text;
  readonly level?: RuleLevel;
  readonly severity?: RuleSeverity;
  readonly fields?: readonly string[];
  readonly source?: Text;
  readonly example?: { readonly message: Text; readonly mend: Text };
}

const TITLE: Text = { nl: 'Foutmeldingen en regels', en: 'Errors and rules' };

export function problemKindsPage(kinds: readonly ShownKind[], context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const link = (path: string): Html => html`<a href="${textUrl(context, `/fouten/ev/${path}`)}">${path}</a>`;
  const inForm = (form: 'csv' | 'json'): string => withQuery(`${context.baseUrl}/fouten`, joinQueries(`f=${form}`, context.passedOn.ofTexts));
  const [errors, rules] = [kinds.filter(({ status }) => status !== undefined), kinds.filter(({ status }) => status === undefined)];
  return page({ ...context, title: say(TITLE) }, html`
<p class="lead">${say({
    nl: 'Elke foutmelding van deze dienst heeft een code. De code staat achteraan in het veld type.',
    en: 'Every error of this service has a code. The code is at the end of the field type.',
  })}</p>
<div class="scroll"><table><thead><tr><th scope="col" class="number">Status</th><th scope="col">Code</th>
<th scope="col">${say(MEANING)}</th></tr></thead><tbody>${errors.map(({ path, status, title }) => html`<tr>
<td class="number">${status}</td><td>${link(path)}</td><td>${capital(say(title))}</td></tr>`)}</tbody></table></div>
<h2 id="regels">${say({ nl: 'Regels van de controle', en: 'Rules of the checks' })}</h2>
<p class="lead">${say({
    nl: 'Een geleverd object wordt met deze regels gecontroleerd. De code staat bij een veld in invalid-params, en in het verslag van een levering.',
    en: 'A delivered object is checked by these rules. The code is with a field in invalid-params, and in the report of a delivery.',
  })}</p>
<p>${say({ nl: 'Al deze regels als', en: 'All these rules as' })} <a href="${inForm('csv')}">CSV</a> ${say({ nl: 'of', en: 'or' })} <a href="${inForm('json')}">JSON</a>.</p>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Regel', en: 'Rule' })}</th><th scope="col">${say(SEVERITY)}</th><th scope="col">${say(MEANING)}</th>
<th scope="col">${say(FIELDS)}</th></tr></thead>
<tbody>${rules.map(({ path, title, severity, fields = [] }) => html`<tr><td>${link(path)}</td><td>${severity === undefined ? '' : capital(say(SEVERITY_WORDS[severity]))}</td>
<td>${capital(say(title))}</td><td>${fields.join(', ')}</td></tr>`)}</tbody></table></div>`);
}

const MEANING: Text = { nl: 'Betekenis', en: 'Meaning' };
const SEVERITY: Text = { nl: 'Ernst', en: 'Severity' };
const FIELDS: Text = { nl: 'Velden', en: 'Fields' };

export function problemKindPage(kind: ShownKind, context: PageRequest): Buffer {
  const { path, status, title } = kind;
  const say = (text: Text): string => text[context.language];
  return page({ ...context, title: path, trail: [[say(TITLE), textUrl(context, '/fouten')]] }, html`
<p class="lead">${capital(say(title))}</p>
${status === undefined ? aboutRule(kind, say) : html`<p>${say({
    nl: `HTTP-status ${status}. In een foutmelding zegt detail wat er mis is, en invalid-params waar.`,
    en: `HTTP status ${status}. In an error, detail says what is wrong, and invalid-params where.`,
  })}</p>`}`);
}

function aboutRule({ level, severity, fields = [], source, example }: ShownKind, say: (text: Text) => string): Content {
  return html`<p>${say({
    nl: 'Een regel van de controle. In invalid-params zegt name om welk veld het gaat, en reason wat er mis is en hoe u het herstelt.',
    en: 'A rule of the checks. In invalid-params, name says which field it is about, and reason what is wrong and how to fix it.',
  })}</p>
<dl>${level === undefined ? '' : html`<dt>${say({ nl: 'Controle', en: 'Check' })}</dt><dd>${capital(say(LEVEL_WORDS[level]))}</dd>`}
${severity === undefined ? '' : html`<dt>${say(SEVERITY)}</dt><dd>${capital(say(SEVERITY_WORDS[severity]))}</dd>`}
${fields.length === 0 ? '' : html`<dt>${say(FIELDS)}</dt><dd>${fields.join(', ')}</dd>`}
${source === undefined ? '' : html`<dt>${say({ nl: 'Bron', en: 'Source' })}</dt><dd>${say(source)}</dd>`}
${example === undefined ? '' : html`<dt>${say({ nl: 'Melding, als voorbeeld', en: 'An example of a finding' })}</dt><dd>${say(example.message)}</dd>
<dt>${say({ nl: 'Herstel daarvan', en: 'How to fix it' })}</dt><dd>${say(example.mend)}</dd>`}</dl>`;
}
