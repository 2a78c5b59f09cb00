/**
 * Page of the provenance of one root. The source holder reads its account: where the object stands, why it is not on the map, and the
 * submissions behind it. Everybody else reads the holder and the periods of each version.
 * Not here: who reads which (handlers/herkomst.ts).
 */
import type { AccountVersion, Attempt, NamedObject, ObjectState, OwnAccount } from '../../schemas/account.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { isRootType, ROOTS } from '../../schemas/names.ts';
import type { SeenSubmission } from '../../schemas/provenance.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import type { OwnHerkomst, PublicHerkomst, PublicVersion } from '../description/herkomst.ts';
import { typeWords } from '../description/type-words.ts';
import { validityText } from './date-text.ts';
import { dataUrl, page, textUrl, type PageRequest } from './page.ts';
import { findingsTable } from './submission-page.ts';

/** `hasMore`: the source holder gets more at this address. */
export function herkomstPage(
  herkomst: PublicHerkomst | OwnHerkomst, { context, path, hasMore }: { context: PageRequest; path: string; hasMore: boolean },
): Buffer {
  const { id, entityType, bronhoudercode, versions, numberOfVersions } = herkomst;
  const words = WORDS[context.language];
  const url = dataUrl(context, `/${path}/${encodeURIComponent(id)}`);
  const isKnown = entityType !== null;
  const type = isKnown ? html` · ${typeWords(entityType)[context.language]}` : '';
  const left = numberOfVersions - versions.length;
  return page({ ...context, title: words.title(id), trail: isKnown ? [[id, url]] : [] }, html`
${'state' in herkomst ? standingHtml(herkomst, context) : html`<p class="lead">${words.about}</p>`}
<p>${words.id}: <code>${id}</code>${type} · ${words.holder} ${bronhoudercode}</p>
${hasMore ? html`<p class="soft">${words.more} <code>Authorization: Bearer</code>.</p>` : ''}
${'state' in herkomst ? attemptsHtml(herkomst, context) : ''}
${versions.length === 0 ? '' : html`<h2>${words.versions}</h2>${left === 0 ? '' : html`<p>${words.older(left)}</p>`}
<ol class="timeline">${versions.map((version) => versionHtml(version, context))}</ol>
<p><a href="${textUrl(context, `/${path}/${encodeURIComponent(id)}/versies`)}">${words.changes}</a></p>`}
${'state' in herkomst ? accountHtml(herkomst, context) : ''}`);
}

const WORDS = {
  nl: {
    title: (id: string) => `Herkomst van ${id}`, id: 'Kenmerk', holder: 'bronhouder', versions: 'Versies', changes: 'Wat er per versie veranderde',
    about: 'Van welke bronhouder iedere versie van dit object is, en wanneer het register haar kreeg.',
    more: 'De bronhouder van het object ziet hier meer: vraag dit adres met de kop',
    older: (count: number) => `Hier staan de nieuwste versies; ${count} oudere staan er niet bij.`,
    onMap: 'Het staat op de kaart.', waits: 'Wacht nog', refused: 'Laatst geweigerd', why: 'reden', rule: 'regel',
    valid: 'Geldig vanaf', until: 'tot', recorded: 'Geregistreerd op', by: 'Door', ended: 'Beëindigd op', secret: 'Niet openbaar', from: 'van',
    edition: 'Eerst te zien in editie', noEdition: 'In geen openbare editie.', unknown: 'niet vastgelegd', submission: 'Indiening',
    organisation: 'Organisatie', token: 'Token eindigt op', source: 'Bestand', path: 'Adres', rules: 'Regels',
    findings: 'Bevindingen', none: 'Geen bevindingen bij de versie die nu telt.', parts: 'Onderdelen', links: 'Verwijst hiernaar',
  },
  en: {
    title: (id: string) => `Provenance of ${id}`, id: 'Identifier', holder: 'source holder', versions: 'Versions', changes: 'What changed in each version',
    about: 'The source holder of each version of this object, and when the register got it.',
    more: 'The source holder of the object sees more here: request this address with the header',
    older: (count: number) => `These are the newest versions; ${count} older ones are left out.`,
    onMap: 'It is on the map.', waits: 'Still waiting', refused: 'Refused last', why: 'reason', rule: 'rule',
    valid: 'Valid from', until: 'until', recorded: 'Registered on', by: 'By', ended: 'Ended on', secret: 'Not public', from: 'of',
    edition: 'First in edition', noEdition: 'In no public edition.', unknown: 'not recorded', submission: 'Submission',
    organisation: 'Organisation', token: 'Token ends in', source: 'File', path: 'Address', rules: 'Rules',
    findings: 'Findings', none: 'No findings about the version that counts now.', parts: 'Parts', links: 'Linked from',
  },
} as const;

const STATES: Readonly<Record<ObjectState, Text>> = {
  current: { nl: 'Dit object geldt nu.', en: 'This object is valid now.' },
  future: { nl: 'Dit object geldt nog niet.', en: 'This object is not valid yet.' },
  ended: { nl: 'Dit object geldt niet meer.', en: 'This object is no longer valid.' },
  withdrawn: { nl: 'Dit object is uit het register verwijderd.', en: 'This object was removed from the register.' },
  secret: { nl: 'Dit object is niet openbaar.', en: 'This object is not public.' },
  waiting: { nl: 'Dit object wacht nog op verwerking.', en: 'This object still waits to be processed.' },
  refused: { nl: 'Dit object staat niet in het register: de indiening werd geweigerd.', en: 'This object is not in the register: the submission was refused.' },
  unknown: { nl: 'Dit object is onbekend.', en: 'This object is unknown.' },
};

function standingHtml({ state, notOnMap }: OwnAccount, { language }: PageRequest): Html {
  return html`<p class="lead">${STATES[state][language]}</p><p>${notOnMap === null ? WORDS[language].onMap : notOnMap[language]}</p>`;
}

function attemptsHtml({ waiting, refused }: OwnAccount, context: PageRequest): Html {
  const words = WORDS[context.language];
  return html`${waiting.length === 0 ? '' : html`<h2>${words.waits}</h2><ul>${waiting.map((one) => attemptHtml(one, context))}</ul>`}
${refused === null ? '' : html`<h2>${words.refused}</h2><ul>${attemptHtml(refused, context)}</ul>${findingsTable(refused.findings, context.language)}`}`;
}

function attemptHtml({ uuid, received, method, reason, error }: Attempt, context: PageRequest): Html {
  const words = WORDS[context.language];
  const why = reason !== null ? `, ${words.why}: ${reason}` : error === null ? '' : `, ${words.rule} ${error.rule}`;
  return html`<li>${submissionLink(uuid, context)}, ${method}, ${moment(received, context.language)}${why}</li>`;
}

function versionHtml(version: PublicVersion | AccountVersion<SeenSubmission>, context: PageRequest): Html {
  const { valid, recorded, bronhoudercode } = version;
  const { language } = context;
  const words = WORDS[language];
  const until = valid.until === null ? '' : html` ${words.until} ${moment(valid.until, language)}`;
  return html`<li><p><strong>${words.valid} ${moment(valid.from, language)}${until}</strong></p>
<p>${words.recorded} ${moment(recorded.from, language)}${recorded.until === null ? '' : html` ${words.until} ${moment(recorded.until, language)}`},
 ${words.holder} ${bronhoudercode}.</p>${'madeBy' in version ? provenanceHtml(version, context) : ''}</li>`;
}

function provenanceHtml({ hidden, madeBy, endedBy, firstEdition }: AccountVersion<SeenSubmission>, context: PageRequest): Html {
  const words = WORDS[context.language];
  const shown = firstEdition === null ? words.noEdition
    : html`${words.edition} <a href="${textUrl(context, `/edities/${firstEdition}`)}">${firstEdition}</a>.`;
  return html`<p>${hidden === null ? '' : `${words.secret} (${hidden}). `}${shown}</p>
<p>${words.by}: ${submissionHtml(madeBy, context)}</p>${endedBy === null ? '' : html`<p>${words.ended}: ${submissionHtml(endedBy, context)}</p>`}`;
}

/** Returns what the reader may know of a submission, as a line of facts. */
function submissionHtml(submission: SeenSubmission, context: PageRequest): Html {
  const { uuid, received, holder, method, organisation, tokenEnd, fileName, path, sha256, ruleSet } = submission;
  const words = WORDS[context.language];
  const start = html`${method} ${words.from} ${holder}, ${moment(received, context.language)}`;
  if (uuid === undefined) return start;
  const facts: readonly (readonly [string, Content])[] = [
    [words.submission, submissionLink(uuid, context)],
    [words.organisation, organisation ?? words.unknown],
    ...fact(words.token, tokenEnd), ...fact(words.source, fileName), ...fact(words.path, path),
    ['SHA-256', html`<code>${sha256}</code>`], [words.rules, ruleSet ?? words.unknown],
  ];
  return html`${start}<span class="facts">${facts.map(([name, value]) => html`; ${name}: ${value}`)}</span>`;
}

function fact(name: string, value: string | null | undefined): readonly (readonly [string, Content])[] {
  return typeof value === 'string' ? [[name, html`<code>${value}</code>`]] : [];
}

function accountHtml({ entityType, findings, foundBy, parts, linkedFrom }: OwnAccount, context: PageRequest): Html {
  const { language } = context;
  const words = WORDS[language];
  const named = ({ id, entityType: type }: NamedObject): Html => html`<code>${id}</code> (${typeWords(type)[language]})`;
  const linked = linkedFrom.map((one) => html`<li>${
    isRootType(one.entityType) ? html`<a href="${dataUrl(context, `/${ROOTS[one.entityType].path}/${encodeURIComponent(one.id)}/herkomst`)}">${one.id}</a>` : one.id
  }, ${words.holder} ${one.bronhoudercode}</li>`);
  return html`${entityType === null || foundBy === null ? '' : html`<h2>${words.findings}</h2>${
    findings.length === 0 ? html`<p>${words.none}</p>` : findingsTable(findings, language)}`}
${parts.length === 0 ? '' : html`<h2>${words.parts}</h2><ul>${parts.map((part) => html`<li>${named(part)}</li>`)}</ul>`}
${linked.length === 0 ? '' : html`<h2>${words.links}</h2><ul>${linked}</ul>`}`;
}

function submissionLink(uuid: string, context: PageRequest): Html {
  return html`<a href="${textUrl(context, `${SUBMISSIONS}/${uuid}`)}">${uuid}</a>`;
}

function moment(text: string, language: Language): Html {
  return html`<time datetime="${text}">${validityText(new Date(text), language)}</time>`;
}
