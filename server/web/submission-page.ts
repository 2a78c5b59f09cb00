/** Page of a submission: its state, its objects, and every finding with its fix. */
import type { Report } from '../../schemas/finding.ts';
import { endingOf } from '../../schemas/report-ending.ts';
import type { Service } from '../service.ts';
import { SUBMISSIONS, type SubmissionBody } from '../description/submission.ts';
import { html, linkTo, type Html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

const STATES = {
  pending: { nl: 'Wordt verwerkt.', en: 'Being processed.' },
  planned: { nl: 'Ontvangen: wordt verwerkt in de volgende ronde.', en: 'Received: will be processed in the next batch.' },
  parked: {
    nl: 'Geparkeerd: er is nog niets van verwerkt. De beheerder kan de indiening vrijgeven.',
    en: 'Parked: nothing of it was processed yet. The operator can release it.',
  },
  settled: { nl: 'Verwerkt.', en: 'Processed.' },
  aside: { nl: 'Apart gezet: de verwerking lukte niet.', en: 'Set aside: processing failed.' },
  retried: {
    nl: 'Apart gezet: de verwerking lukte niet. Zij wordt opnieuw geprobeerd als een andere indiening.',
    en: 'Set aside: processing failed. It is tried again as another submission.',
  },
  refused: { nl: 'Geweigerd door de beheerder: er is niets van verwerkt.', en: 'Refused by the operator: nothing of it was processed.' },
  partly: {
    nl: 'Verwerkt, maar niet alles is aanvaard: verbeter de fouten hieronder en lever opnieuw.',
    en: 'Processed, but not all was accepted: fix the errors below and deliver again.',
  },
} as const;

const SEVERITIES = { error: 'Fout', warning: 'Waarschuwing', info: 'Opmerking' } as const;

export function submissionPage(submission: SubmissionBody, { baseUrl }: Service): Buffer {
  const { uuid, received, sha256, checkedBy, correction, status, roots, report, waitsFor, nextBatch, retriedAs } = submission;
  const findings = (report?.findings ?? []).map(({ severity, pointer, line, objectId, message, found, mend }) => html`<tr>
<td>${SEVERITIES[severity]}</td><td class="place">${objectId === undefined ? '' : html`${objectId}<br>`}<code>${pointer}</code>${
  line === undefined ? '' : ` (regel ${line})`}</td>
<td>${message.nl}<br><span lang="en">${message.en}</span>${found === undefined ? '' : html`<br>Gevonden: <code>${found}</code>`}</td>
<td>${mend.nl}<br><span lang="en">${mend.en}</span></td></tr>`);
  const types = (report?.counts.types ?? []).map(({ entityType, nested, accepted, refused, unchanged }) => html`<tr>
<td>${nested ? '+ ' : ''}${entityType ?? 'onbekend'}</td><td class="number">${accepted}</td>
<td class="number">${refused}</td><td class="number">${unchanged}</td></tr>`);
  const links = roots.map(({ id, href }) => html`<li>${href === undefined ? id : linkTo(href, id)}</li>`);
  return page({ baseUrl, title: `Indiening ${uuid}` }, html`${report === null ? '' : endingPart(report)}${bilingual(STATES[shownState(submission)])}
<dl><dt>Ontvangen</dt><dd>${received}</dd>${report === null ? '' : figures(report.counts)}<dt>Status</dt><dd>${status}</dd>${
  checkedBy === undefined ? '' : html`<dt>Programma en regels <span lang="en">Program and rules</span></dt><dd>${checkedBy.program} ${checkedBy.version}, ${checkedBy.ruleSet}</dd>`}
<dt>SHA-256</dt><dd><code>${sha256}</code></dd>${
  correction === undefined ? '' : html`<dt>Correctie <span lang="en">Correction</span></dt><dd>elk object vervangt zijn nieuwste versie <span lang="en">each object replaces its newest version</span></dd>`}${
  waitsFor === undefined ? '' : html`<dt>Wacht op <span lang="en">Waits for</span></dt><dd>${linkTo(`${baseUrl}${SUBMISSIONS}/${waitsFor}`, waitsFor)}</dd>`}${
  nextBatch === undefined ? '' : html`<dt>Volgende ronde <span lang="en">Next batch</span></dt><dd>${nextBatch ?? 'niet gepland'}</dd>`}${
  retriedAs === undefined ? '' : html`<dt>Opnieuw als <span lang="en">Again as</span></dt><dd>${linkTo(`${baseUrl}${SUBMISSIONS}/${retriedAs}`, retriedAs)}</dd>`}</dl>
${links.length === 0 ? '' : html`<h2>Objecten <span lang="en">Objects</span></h2><ul>${links}</ul>`}
${types.length === 0 ? '' : html`<h2>Per soort <span lang="en">By type; + nested</span></h2>
<div class="scroll"><table><thead><tr><th scope="col">Soort</th><th scope="col" class="number">Aanvaard</th>
<th scope="col" class="number">Geweigerd</th><th scope="col" class="number">Ongewijzigd</th></tr></thead><tbody>${types}</tbody></table></div>`}
${findings.length === 0 ? '' : html`<h2>Bevindingen <span lang="en">Findings</span></h2>
<div class="scroll"><table><thead><tr><th scope="col">Soort</th><th scope="col">Plaats</th><th scope="col">Wat</th>
<th scope="col">Herstel</th></tr></thead><tbody>${findings}</tbody></table></div>`}`);
}

function shownState({ state, report, nextBatch }: SubmissionBody): keyof typeof STATES {
  if (state === 'settled' && (report?.counts.errors ?? 0) > 0) return 'partly';
  return nextBatch === undefined ? state : 'planned';
}

/** Returns the warning about objects that end, which comes first on the page. */
function endingPart(report: Report): Html | string {
  const ending = endingOf(report);
  return ending === undefined ? '' : html`<p class="amber"><strong>${ending.nl}</strong><br><span lang="en">${ending.en}</span></p>`;
}

function figures(counts: Report['counts']): Html {
  const { objects, accepted, refused, unchanged, ended, endedParts = 0, revived = 0, onlyPast = 0, errors, warnings } = counts;
  const back = `${revived === 0 ? '' : `, ${revived} weer geldig`}${onlyPast === 0 ? '' : `, ${onlyPast} alleen in het verleden`}`;
  return html`<dt>Objecten</dt><dd>${objects}: ${accepted} aanvaard, ${refused} geweigerd, ${unchanged} ongewijzigd${back}</dd>${
  ended === undefined ? '' : html`
<dt>Beëindigd <span lang="en">Ended</span></dt><dd>${ended} ${ended === 1 ? 'object' : 'objecten'}, ${endedParts} ${endedParts === 1 ? 'onderdeel' : 'onderdelen'}</dd>`}
<dt>Gevonden</dt><dd>${errors} ${errors === 1 ? 'fout' : 'fouten'}, ${warnings} ${warnings === 1 ? 'waarschuwing' : 'waarschuwingen'}</dd>`;
}
