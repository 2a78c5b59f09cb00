/**
 * Page of the overview for the operator: counts of submissions, those that wait for a decision, and the last runs of pipelines. Browsers
 * send no token with a link, so people read it inside the page `/beheren` (operating-page.ts), whose script adds the buttons.
 */
import type { Overview, ShownOrganisation, ShownRun, TokenState } from '../../schemas/operation.ts';
import type { Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { kindOf } from '../../schemas/order-words.ts';
import { isOrder, SUBMISSION_STATES, type ListedSubmission } from '../../schemas/submission.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { momentText } from './date-text.ts';
import { numberText } from './number-text.ts';
import { page, textUrl, type PageRequest } from './page.ts';
import { STATE_WORDS } from './submissions-page.ts';

const GIBIBYTE = 2 ** 30;

export function overviewPage({ states, waiting, runs, organisations, diskFreeBytes }: Overview, context: PageRequest): Buffer {
  const { language } = context;
  const say = (text: Text): string => text[language];
  const count = states.parked + states.aside;
  return page({ ...context, title: say({ nl: 'Overzicht voor de beheerder', en: 'Overview for the operator' }) }, html`<div id="overzicht">
<h3>${say({ nl: 'Wacht op uw besluit', en: 'Waits for your decision' })}</h3>
${count === 0 ? html`<p>${say({ nl: 'Niets is geparkeerd of apart gezet.', en: 'Nothing is parked or set aside.' })}</p>` : ''}
<ul id="wachtend">${waiting.map((one) => html`<li data-uuid="${one.uuid}" data-state="${one.state}">${waitingPart(one, context)}</li>`)}</ul>
${count > waiting.length ? html`<p>${say({
    nl: `Dit zijn de nieuwste ${waiting.length} van ${count}.`, en: `These are the newest ${waiting.length} of ${count}.`,
  })}</p>` : ''}
<h3>${say({ nl: 'Indieningen', en: 'Submissions' })}</h3>
<dl>${SUBMISSION_STATES.map((state) => html`<dt>${say(STATE_WORDS[state])}</dt><dd>${numberText(states[state], language)}</dd>`)}</dl>
<p><a href="${textUrl(context, SUBMISSIONS)}">${say({ nl: 'De nieuwste indieningen', en: 'The newest submissions' })}</a></p>
<h3>${say({ nl: 'Laatste uitvoeringen van het schema', en: 'Last runs of the schedule' })}</h3>
${runs.length === 0 ? html`<p>${say({ nl: 'Er is nog niets volgens een schema uitgevoerd.', en: 'Nothing has run by schedule yet.' })}</p>` : runs.map((run) => runPart(run, context))}
<h3>${say({ nl: 'Organisaties met toegang', en: 'Organisations with access' })}</h3>
${organisations.map((one) => organisationPart(one, context))}
<h3>${say({ nl: 'Schijf', en: 'Disk' })}</h3>
<p>${say({ nl: 'Vrij', en: 'Free' })}: ${numberText(Math.floor(diskFreeBytes / GIBIBYTE * 10) / 10, language)} GiB</p></div>`);
}

function waitingPart(submission: ListedSubmission, context: PageRequest): Html {
  const { uuid, received, holder, method, target, state, counts, parked, aside } = submission;
  const { language } = context;
  const say = (text: Text): string => text[language];
  const what = method === 'LEVERING' ? kindOf(undefined)[language] : isOrder(method) ? kindOf(method)[language] : method;
  return html`<p><strong>${holder}</strong>: ${what}${target === SUBMISSIONS ? '' : html` <code>${target}</code>`},
<a href="${textUrl(context, `${SUBMISSIONS}/${uuid}`)}"><time datetime="${received}">${momentText(new Date(received), language)}</time></a>,
${say(STATE_WORDS[state])}</p>
<p>${parked === undefined ? '' : say({
    nl: `Zou ${parked.ended} van de ${parked.standing} objecten van ${holder} beëindigen. Er wachten ${parked.waiting} latere indieningen van ${holder} op.`,
    en: `Would end ${parked.ended} of the ${parked.standing} objects of ${holder}. ${parked.waiting} later submissions of ${holder} wait for it.`,
  })}${aside === undefined ? '' : html`${say({ nl: 'De verwerking mislukte', en: 'Processing failed' })}: <code>${aside}</code>`}</p>
${counts === undefined ? '' : html`<p>${say({
    nl: `Objecten: ${counts.objects}; fouten: ${counts.errors}; waarschuwingen: ${counts.warnings}.`,
    en: `Objects: ${counts.objects}; errors: ${counts.errors}; warnings: ${counts.warnings}.`,
  })}</p>`}`;
}

const TOKEN_WORDS: Readonly<Record<TokenState, Text>> = {
  'valid': { nl: 'geldig', en: 'valid' }, 'expired': { nl: 'verlopen', en: 'expired' }, 'revoked': { nl: 'ingetrokken', en: 'revoked' },
  'without rights': { nl: 'zonder rechten', en: 'without rights' },
};

function organisationPart({ id, name, codes, roles, tokens }: ShownOrganisation, { language }: PageRequest): Html {
  const say = (text: Text): string => text[language];
  const until: Text = { nl: 'tot', en: 'until' };
  return html`<details data-organisation="${id}"><summary>${name} (<code>${id}</code>): ${[...codes, ...roles].join(', ')}</summary>
${tokens.length === 0 ? html`<p>${say({ nl: 'Zij heeft geen token.', en: 'It has no token.' })}</p>` : html`<ul>${tokens.map(({ tail, expires, state }) => html`
<li>${say({ nl: 'token dat eindigt op', en: 'token that ends with' })} <code>${tail}</code>: ${say(TOKEN_WORDS[state])}, ${say(until)}
<time datetime="${expires}">${momentText(new Date(expires), language)}</time></li>`)}</ul>`}</details>`;
}

const RUN_WORDS: Readonly<Record<ShownRun['state'], Text>> = {
  'running': { nl: 'loopt', en: 'running' }, 'done': { nl: 'gelukt', en: 'done' }, 'failed': { nl: 'mislukt', en: 'failed' },
  'cut-off': { nl: 'afgebroken', en: 'cut off' }, 'skipped': { nl: 'overgeslagen', en: 'skipped' },
};

function runPart({ id, pipeline, state, started, ended, message, steps, lines, linesLeft }: ShownRun, { language }: PageRequest): Html {
  const say = (text: Text): string => text[language];
  const word = (name: ShownRun['state']): string => say(RUN_WORDS[name]);
  const moment = (at: Date): Html => html`<time datetime="${at.toISOString()}">${momentText(at, language)}</time>`;
  const body: Content = html`<p>${steps.map(({ name, state: of }, at) => html`${at === 0 ? '' : ', '}${name}: ${word(of)}`)}</p>
${linesLeft === 0 ? '' : html`<p>${say({ nl: `Eerdere regels die hier niet staan: ${linesLeft}`, en: `Earlier lines that are not shown: ${linesLeft}` })}</p>`}
<ol>${lines.map(({ at, text }) => html`<li>${moment(at)} <code>${text}</code></li>`)}</ol>`;
  return html`<details data-run="${id}" data-state="${state}"><summary>${pipeline}, ${moment(started)}: ${word(state)}${
    ended === null ? '' : ` (${((ended.getTime() - started.getTime()) / 1_000).toFixed(0)} s)`}${message === null ? '' : html`. ${message}`}</summary>${body}</details>`;
}
