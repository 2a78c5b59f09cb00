/** Pages of a submission and of a rehearsal: its state, its objects, what it changes or would change, and every finding with its fix. */
import { comparisonSection } from '../../publisher/difference/comparison-section.ts';
import { effectsSection } from '../../publisher/difference/effects-section.ts';
import type { ChangedShape } from '../../schemas/effects.ts';
import type { CheckedBy, Finding, FindingPosition, Language, Report, Text } from '../../schemas/finding.ts';
import { endingOf } from '../../schemas/report-ending.ts';
import { verdictFigures } from '../../schemas/report-figures.ts';
import { capital, pageTextsOf } from '../../schemas/page-texts.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { isRefused, stateText, type SubmissionBody } from '../description/submission.ts';
import { SEVERITY_WORDS } from '../../schemas/rule-table.ts';
import { html, linkTo, type Content, type Html } from '../../schemas/html.ts';
import { momentText } from './date-text.ts';
import { findingId, findingsMap } from './findings-map.ts';
import { page, textUrl, type PageRequest } from './page.ts';

const KIND: Text = { nl: 'Soort', en: 'Kind' };

/** The data for the maps on the page of a report. */
export interface ReportMaps {
  readonly shapes: readonly ChangedShape[];
  readonly positions: readonly FindingPosition[];
}

export function submissionPage(submission: SubmissionBody, maps: ReportMaps, context: PageRequest): Buffer {
  const { uuid, roots, report } = submission;
  const say = (text: Text): string => text[context.language];
  const links = roots.map(({ id, href }) => html`<li>${href === undefined ? id : linkTo(href, id)}</li>`);
  return page({ ...context, title: say({ nl: `Indiening ${uuid}`, en: `Submission ${uuid}` }) }, html`${report === null ? '' : endingPart(report, say)}
<p class="lead" id="toestand" data-state="${submission.state}" data-changed="${roots.length}">${say(stateText(submission))}</p>
${factsOf(submission, context, say)}
${links.length === 0 ? '' : html`<h2>${say({ nl: 'Objecten', en: 'Objects' })}</h2><ul>${links}</ul>`}
${report === null ? '' : reportParts(report, maps, context.language)}`);
}

interface RehearsalPageOptions {
  readonly context: PageRequest;
  /** The rehearsed submission is a delivery or an undo. */
  readonly of: RehearsedKind;
}

export type RehearsedKind = 'delivery' | 'undo';

/** The page of a rehearsal: the report that a delivery or an undo would get. */
export function rehearsalPage(report: Report, maps: ReportMaps, { context, of }: RehearsalPageOptions): Buffer {
  const say = (text: Text): string => text[context.language];
  const { counts, checkedBy } = report;
  const verdict = foreseenVerdict(report);
  const rows = [...figures(counts), ...checkedBy === undefined ? [] : [checkedRow(checkedBy)]];
  return page({ ...context, title: say(REHEARSED[of].title) }, html`${endingPart(report, say)}
<p class="lead" id="oordeel" data-verdict="${verdict}"><strong>${say(FORESEEN[verdict])}</strong> ${say(REHEARSED[of].nothingStored)}</p>
<dl>${rows.map(([name, value]) => html`<dt>${say(name)}</dt><dd>${say(value)}</dd>`)}</dl>
${reportParts(report, maps, context.language)}`);
}

/** Which part of a delivery would be accepted, in a sentence. */
const FORESEEN = {
  all: { nl: 'Niets zou worden geweigerd.', en: 'Nothing would be refused.' },
  partly: { nl: 'Een deel zou worden geweigerd: verbeter de fouten hieronder. De rest zou worden aanvaard.', en: 'A part would be refused: fix the errors below. The rest would be accepted.' },
  none: { nl: 'Niets zou worden aanvaard: verbeter de fouten hieronder.', en: 'Nothing would be accepted: fix the errors below.' },
} as const satisfies Readonly<Record<string, Text>>;

function foreseenVerdict(report: Report): keyof typeof FORESEEN {
  if (isRefused(report)) return 'none';
  return report.counts.errors > 0 ? 'partly' : 'all';
}

const REHEARSED: Readonly<Record<RehearsedKind, { readonly title: Text; readonly nothingStored: Text }>> = {
  delivery: {
    title: { nl: 'Proef van een levering', en: 'Dry run of a delivery' },
    nothingStored: {
      nl: 'Dit is het rapport dat deze levering nu zou krijgen. Er is niets bewaard en niets veranderd.',
      en: 'This is the report that this delivery would get now. Nothing was stored and nothing was changed.',
    },
  },
  undo: {
    title: { nl: 'Proef van een herroeping', en: 'Dry run of an undo' },
    nothingStored: {
      nl: 'Dit is het rapport dat deze herroeping nu zou krijgen. Er is niets herroepen en niets veranderd.',
      en: 'This is the report that this undo would get now. Nothing was undone and nothing was changed.',
    },
  },
};

function checkedRow({ program, version, ruleSet }: CheckedBy): readonly [name: Text, value: Text] {
  const value = `${program} ${version}, ${ruleSet}`;
  return [{ nl: 'Programma en regels', en: 'Program and rules' }, { nl: value, en: value }];
}

/** Returns what a report says, below its figures. */
function reportParts(report: Report, { shapes, positions }: ReportMaps, language: Language): Content {
  const texts = pageTextsOf(language);
  const say = (text: Text): string => text[language];
  return [
    effectsSection(report, shapes, texts), typesOf(report, say), comparisonSection(report, texts), findingsOf(report, positions, language),
  ];
}

type Say = (text: Text) => string;

function factsOf(
  { received, sha256, checkedBy, correction, status, report, waitsFor, nextBatch, retriedAs }: SubmissionBody,
  context: PageRequest, say: Say,
): Html {
  const row = (name: Text, value: Content): Html => html`<dt>${say(name)}</dt><dd>${value}</dd>`;
  const moment = (text: string): Html => html`<time datetime="${text}">${momentText(new Date(text), context.language)}</time>`;
  const other = (uuid: string): Html => html`<a href="${textUrl(context, `${SUBMISSIONS}/${uuid}`)}">${uuid}</a>`;
  return html`<dl>${[
    row({ nl: 'Ontvangen', en: 'Received' }, moment(received)),
    ...(report === null ? [] : figures(report.counts).map(([name, value]) => row(name, say(value)))),
    row({ nl: 'Status', en: 'Status' }, status),
    ...(checkedBy === undefined ? [] : [checkedRow(checkedBy)].map(([name, value]) => row(name, say(value)))),
    row({ nl: 'SHA-256', en: 'SHA-256' }, html`<code>${sha256}</code>`),
    ...(correction === undefined ? [] : [
      row({ nl: 'Correctie', en: 'Correction' }, say({ nl: 'elk object vervangt zijn nieuwste versie', en: 'each object replaces its newest version' })),
    ]),
    ...(waitsFor === undefined ? [] : [row({ nl: 'Wacht op', en: 'Waits for' }, other(waitsFor))]),
    ...(nextBatch === undefined ? [] : [row({ nl: 'Volgende ronde', en: 'Next batch' }, nextBatch === null ? say({ nl: 'niet gepland', en: 'not planned' }) : moment(nextBatch))]),
    ...(retriedAs === undefined ? [] : [row({ nl: 'Opnieuw als', en: 'Again as' }, other(retriedAs))]),
  ]}</dl>`;
}

function typesOf({ counts: { types } }: Report, say: Say): Content {
  if (types.length === 0) return '';
  const rows = types.map(({ entityType, nested, accepted, refused, unchanged }) => html`<tr>
<td>${nested ? '+ ' : ''}${entityType ?? say({ nl: 'onbekend', en: 'unknown' })}</td><td class="number">${accepted}</td>
<td class="number">${refused}</td><td class="number">${unchanged}</td></tr>`);
  return html`<h2>${say({ nl: 'Per soort object; + is een onderdeel', en: 'By type; + is nested' })}</h2>
<div class="scroll"><table><thead><tr><th scope="col">${say(KIND)}</th><th scope="col" class="number">${say({ nl: 'Aanvaard', en: 'Accepted' })}</th>
<th scope="col" class="number">${say({ nl: 'Geweigerd', en: 'Refused' })}</th>
<th scope="col" class="number">${say({ nl: 'Ongewijzigd', en: 'Unchanged' })}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function findingsOf({ findings }: Report, positions: readonly FindingPosition[], language: Language): Content {
  if (findings.length === 0) return '';
  return html`<h2>${{ nl: 'Bevindingen', en: 'Findings' }[language]}</h2>
${findingsMap(findings, positions, language)}${findingsTable(findings, language, findingId)}`;
}

/** Returns findings as a table; nothing when there are none. `idOf`: returns the id of a row; absent: rows have none. */
export function findingsTable(findings: readonly Finding[], language: Language, idOf?: (at: number) => string): Content {
  if (findings.length === 0) return '';
  const say = (text: Text): string => text[language];
  const rows = findings.map(({ rule, severity, pointer, missing, field, line, objectId, message, found, mend }, at) => html`<tr${
  idOf === undefined ? '' : html` id="${idOf(at)}"`}
 data-rule="${rule}" data-pointer="${missing === undefined ? pointer : `${pointer}/${missing}`}"${field === undefined ? '' : html` data-field="${field}"`}${
  line === undefined ? '' : html` data-line="${line}"`}>
<td>${capital(say(SEVERITY_WORDS[severity]))}</td><td class="place">${objectId === undefined ? '' : html`${objectId}<br>`}<code>${pointer}</code>${
  line === undefined ? '' : say({ nl: ` (regel ${line})`, en: ` (line ${line})` })}</td>
<td>${say(message)}${found === undefined ? '' : html`<br>${say({ nl: 'Gevonden', en: 'Found' })}: <code>${found}</code>`}</td>
<td>${say(mend)}</td></tr>`);
  return html`<div class="scroll"><table><thead><tr><th scope="col">${say(KIND)}</th><th scope="col">${say({ nl: 'Plaats', en: 'Location' })}</th>
<th scope="col">${say({ nl: 'Wat', en: 'What' })}</th><th scope="col">${say({ nl: 'Herstel', en: 'How to fix it' })}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** Returns the warning about objects that end, which comes first on the page. */
function endingPart(report: Report, say: Say): Content {
  const ending = endingOf(report);
  return ending === undefined ? '' : html`<p class="amber"><strong>${say(ending)}</strong></p>`;
}

/** Returns the counts of a report in words, each with its name. */
function figures(counts: Report['counts']): readonly (readonly [name: Text, value: Text])[] {
  const { objects, ended, endedParts = 0, errors, warnings } = counts;
  const figure = verdictFigures(counts);
  const one = (count: number, [single, several]: readonly [string, string]): string => `${count} ${count === 1 ? single : several}`;
  return [
    [{ nl: 'Objecten', en: 'Objects' }, { nl: `${objects}: ${figure.nl}`, en: `${objects}: ${figure.en}` }],
    ...(ended === undefined ? [] : [[{ nl: 'Beëindigd', en: 'Ended' }, {
      nl: `${one(ended, ['object', 'objecten'])}, ${one(endedParts, ['onderdeel', 'onderdelen'])}`,
      en: `${one(ended, ['object', 'objects'])}, ${one(endedParts, ['nested object', 'nested objects'])}`,
    }] as const]),
    [{ nl: 'Gevonden', en: 'Found' }, {
      nl: `${one(errors, ['fout', 'fouten'])}, ${one(warnings, ['waarschuwing', 'waarschuwingen'])}`,
      en: `${one(errors, ['error', 'errors'])}, ${one(warnings, ['warning', 'warnings'])}`,
    }],
  ];
}
