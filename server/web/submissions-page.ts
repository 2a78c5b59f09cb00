/**
 * Page of a list of submissions: who the token stands for, and the submissions with their states and counts. Browsers send no token with a
 * link, so people read it inside the page for deliveries (delivery-page.ts), whose script takes over the parts with an id.
 */
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Html } from '../../schemas/html.ts';
import { kindOf } from '../../schemas/order-words.ts';
import { hasRole, ROLE_TEXTS, type Principal } from '../../schemas/roles.ts';
import { isOrder, type ListedSubmission, type SubmissionState } from '../../schemas/submission.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { momentText } from './date-text.ts';
import { numberText } from './number-text.ts';
import { page, textUrl, type PageRequest } from './page.ts';

interface SubmissionsPageOptions {
  readonly context: PageRequest;
  readonly principal: Principal;
  /** URL of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

export function submissionsPage(submissions: readonly ListedSubmission[], { context, principal, next }: SubmissionsPageOptions): Buffer {
  const { language } = context;
  const say = (text: Text): string => text[language];
  const title: Text = hasRole(principal, 'operator') ? { nl: 'Indieningen van alle bronhouders', en: 'Submissions of all source holders' } : { nl: 'Uw indieningen', en: 'Your submissions' };
  return page({ ...context, title: say(title) }, html`<div id="toegang">${accessOf(principal, language)}</div>
<div id="indieningen">${submissions.length === 0 ? html`<p>${say({ nl: 'Er is nog niets ingediend.', en: 'Nothing has been submitted yet.' })}</p>` : html`
<div class="scroll"><table><thead><tr>${HEADS.map((head) => html`<th scope="col">${say(head)}</th>`)}</tr></thead>
<tbody>${submissions.map((one) => rowOf(one, context))}</tbody></table></div>`}
${next === undefined ? '' : html`<p class="paging"><a rel="next" href="${next}">${say({ nl: 'Oudere indieningen', en: 'Older submissions' })}</a></p>`}</div>`);
}

const HEADS: readonly Text[] = [
  { nl: 'Ontvangen', en: 'Received' }, { nl: 'Bronhouder', en: 'Source holder' }, { nl: 'Wat', en: 'What' }, { nl: 'Toestand', en: 'State' },
  { nl: 'Aanvaard', en: 'Accepted' }, { nl: 'Geweigerd', en: 'Refused' }, { nl: 'Ongewijzigd', en: 'Unchanged' },
  { nl: 'Fouten', en: 'Errors' },
];

/** Returns what a token stands for. Codes and roles are in lists, so that a script can read them. */
function accessOf({ organisation, tokenEnd, holders, roles }: Principal, language: Language): Html {
  const say = (text: Text): string => text[language];
  return html`<dl><dt>${say({ nl: 'Organisatie', en: 'Organisation' })}</dt><dd>${organisation}</dd>
<dt>${say({ nl: 'Token dat eindigt op', en: 'Token that ends with' })}</dt><dd><code>${tokenEnd}</code></dd>
<dt>${say({ nl: 'Bronhoudercodes', en: 'Bronhoudercodes' })}</dt><dd>${holders.length === 0 ? say({ nl: 'geen', en: 'none' })
  : html`<ul>${holders.map((code) => html`<li data-code="${code}">${code}</li>`)}</ul>`}</dd>
<dt>${say({ nl: 'Rollen', en: 'Roles' })}</dt><dd><ul>${roles.map((role) => html`<li data-role="${role}"><code>${role}</code>: ${say(ROLE_TEXTS[role])}</li>`)}</ul></dd></dl>`;
}

/** The states of a submission in a few words. */
export const STATE_WORDS: Readonly<Record<SubmissionState, Text>> = {
  pending: { nl: 'wordt verwerkt', en: 'being processed' },
  parked: { nl: 'wacht op de beheerder', en: 'waits for the operator' },
  settled: { nl: 'verwerkt', en: 'processed' },
  aside: { nl: 'verwerking mislukt', en: 'processing failed' },
  retried: { nl: 'mislukt, opnieuw geprobeerd', en: 'failed, tried again' },
  refused: { nl: 'geweigerd door de beheerder', en: 'refused by the operator' },
};

function rowOf({ uuid, received, holder, method, target, state, counts }: ListedSubmission, context: PageRequest): Html {
  const { language } = context;
  const figures = (['accepted', 'refused', 'unchanged', 'errors'] as const).map((name) => (
    html`<td class="number">${counts === undefined ? '' : numberText(counts[name], language)}</td>`
  ));
  const what = method === 'LEVERING' ? kindOf(undefined)[language] : isOrder(method) ? kindOf(method)[language] : method;
  return html`<tr data-uuid="${uuid}"><td><a href="${textUrl(context, `${SUBMISSIONS}/${uuid}`)}"><time datetime="${received}">${momentText(new Date(received), language)}</time></a></td>
<td>${holder}</td><td class="place">${what}${target === SUBMISSIONS ? '' : html` <code>${target}</code>`}</td><td>${STATE_WORDS[state][language]}</td>${figures}</tr>`;
}
