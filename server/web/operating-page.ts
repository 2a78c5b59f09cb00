/**
 * Page for operators: the public facts about the service. It shows the program, the publications, the requests that need a token, the
 * limits, and the names of the operator's own documentation.
 *
 * Where the service takes deliveries, an operator signs in here and sees its state (overview-page.ts), with buttons for what waits for a
 * decision. That part needs its script (client/operate.ts); the page itself is equal for everybody.
 */
import type { Activated, ListedHeads } from '../../publisher/read/types.ts';
import { API_VERSION } from '../../schemas/interface-versions.ts';
import { MODEL_VERSION } from '../../schemas/derived/published-schema.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { html, linkTo, type Content, type Html } from '../../schemas/html.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { LIMIT_GROUPS, LIMIT_NAMES, LIMIT_WORDS, limitOf, unitOf, type LimitGroup, type LimitName } from '../../schemas/limit-words.ts';
import type { RateLimits } from '../../schemas/rate-limits.ts';
import { RIGHTS, type Right } from '../../schemas/roles.ts';
import { PROGRAM_VERSION } from '../description/program.ts';
import type { Service } from '../service.ts';
import type { OperatePageData } from './client/operate-texts.ts';
import { momentText } from './date-text.ts';
import { numberText } from './number-text.ts';
import { dataUrl, page, textUrl, type PageRequest } from './page.ts';
import { termsHtml } from './terms.ts';

/** The publications of the service. */
export interface Publications {
  /** Undefined: nothing was published yet. */
  readonly active: Activated | undefined;
  /** The newest publications; `numberMatched` counts all. */
  readonly listed: ListedHeads;
  /** Number of the last edition whose quality was measured; undefined: none was. */
  readonly measured: number | undefined;
}

export function operatingPage(
  context: PageRequest, publications: Publications, { desk, terms, rateLimits }: Pick<Service, 'desk' | 'terms' | 'rateLimits'>,
): Buffer {
  const { language } = context;
  const say = (text: Text): string => text[language];
  return page({ ...context, title: say({ nl: 'Beheren', en: 'Operate' }), isPageOnly: true, ...(desk === null ? {} : { scripts: ['operate.ts'] }) }, html`
<p class="lead">${say({
    nl: 'Wat iedereen over deze dienst mag weten. Hoe het er nu met de dienst voor staat, ziet alleen de beheerder.',
    en: 'What everybody may know about this service. Its present state is shown to its operator only.',
  })}</p>
${desk === null ? '' : signInPart(context)}
${servicePart(context, publications, desk !== null)}
${rightsPart(language, desk !== null)}
${limitsPart(language, { desk, rateLimits })}
${operatorPart(language)}
<p><a href="${textUrl(context, '/edities')}">${say({ nl: 'Edities', en: 'Editions' })}</a> ·
<a href="${dataUrl(context, '/conformance')}">${say({ nl: 'Conformiteit', en: 'Conformance' })}</a> ·
<a href="${dataUrl(context, '/documentatie')}">${say({ nl: 'Documentatie van de API', en: 'Documentation of the API' })}</a> ·
<a href="${textUrl(context, '/fouten')}">${say({ nl: 'Foutmeldingen en regels', en: 'Errors and rules' })}</a></p>
${termsHtml(terms, language)}`);
}

/**
 * The place in which the script shows the state of the service, once an operator has signed in. No input has a name, so that no browser
 * ever puts a token in an address.
 */
function signInPart({ baseUrl, language }: PageRequest): Html {
  const say = (text: Text): string => text[language];
  const data: OperatePageData = { base: new URL(baseUrl).pathname, language };
  return html`<noscript><p class="amber">${say({
    nl: 'Beheren vanaf deze bladzijde werkt alleen met script. Zonder script gebruikt u ev op de machine zelf.',
    en: 'Operating from this page needs script. Without script, use ev on the machine itself.',
  })}</p></noscript>
<div id="operate-app" hidden data-operate="${JSON.stringify(data)}">
<section aria-labelledby="operate-sign-title"><h2 id="operate-sign-title" tabindex="-1">${say({ nl: 'Aanmelden als beheerder', en: 'Sign in as operator' })}</h2>
<form id="operate-sign" class="filter"><p><label><span>${say({ nl: 'Token', en: 'Token' })}</span>
<input id="operate-token" type="password" autocomplete="off" spellcheck="false" required></label></p>
<p><button>${say({ nl: 'Meld aan', en: 'Sign in' })}</button></p>
<p class="soft">${say({
    nl: 'Nodig is een token van een organisatie met de rol operator. Het blijft in het geheugen van dit tabblad en wordt nergens bewaard.',
    en: 'This needs a token of an organisation with the role operator. It stays in the memory of this tab and is stored nowhere.',
  })}</p></form>
<p id="operate-status" role="status"></p><p id="operate-buttons" hidden></p></section>
<section id="operate-work" hidden aria-labelledby="operate-work-title">
<h2 id="operate-work-title" tabindex="-1">${say({ nl: 'Hoe het er nu voor staat', en: 'The present state' })}</h2>
<div id="operate-shown"></div></section>
<section id="operate-report" hidden aria-labelledby="operate-report-title"><h2 id="operate-report-title" tabindex="-1"></h2><div id="operate-report-shown"></div></section></div>`;
}

function servicePart(context: PageRequest, publications: Publications, takesDeliveries: boolean): Html {
  const say = (text: Text): string => text[context.language];
  const row = (name: Text, value: Content): Html => html`<dt>${say(name)}</dt><dd>${value}</dd>`;
  return html`<h2>${say({ nl: 'Deze dienst', en: 'This service' })}</h2><dl>
${row({ nl: 'Programma', en: 'Program' }, `ev-register ${PROGRAM_VERSION}`)}
${row({ nl: 'Versie van de API', en: 'Version of the API' }, API_VERSION)}
${row({ nl: 'Informatiemodel', en: 'Information model' }, MODEL_VERSION)}
${row({ nl: 'Adres', en: 'Address' }, html`<code>${context.baseUrl}</code>`)}
${row({ nl: 'Aanleveren', en: 'Deliveries' }, say(takesDeliveries
    ? { nl: 'met een token van de beheerder', en: 'with a token from the operator' } : { nl: 'deze dienst is alleen om te lezen', en: 'this service is for reading only' }))}
${row({ nl: 'Editie in gebruik', en: 'Edition in force' }, activeText(context, publications))}
${row({ nl: 'Bewaarde publicaties', en: 'Publications kept' }, keptText(publications, context.language))}
${row({ nl: 'Kwaliteit', en: 'Quality' }, measuredText(context, publications))}</dl>`;
}

function activeText(context: PageRequest, { active }: Publications): Content {
  const { language } = context;
  if (active === undefined) return { nl: 'er is nog niets gepubliceerd', en: 'nothing has been published yet' }[language];
  const { activated, edition: { number } } = active;
  const [name, since] = { nl: [`editie ${number}`, 'sinds'], en: [`edition ${number}`, 'since'] }[language];
  const link = linkTo(textUrl(context, `/edities/${number}`), name);
  return html`${link}, ${since} <time datetime="${activated.toISOString()}">${momentText(activated, language)}</time>`;
}

function measuredText(context: PageRequest, { measured }: Publications): Content {
  const { language } = context;
  if (measured === undefined) return { nl: 'nog niet gemeten', en: 'not measured yet' }[language];
  return linkTo(textUrl(context, '/kwaliteit'), { nl: `gemeten in editie ${measured}`, en: `measured in edition ${measured}` }[language]);
}

/** Counts the publications that can still be read. Of a long list only the newest are counted, and the text says so. */
function keptText({ listed: { heads, numberMatched } }: Publications, language: Language): string {
  const kept = heads.filter((head) => !head.isDamaged && head.content !== null && head.content !== 'damaged').length;
  const [shown, all, counted] = [numberText(kept, language), numberText(numberMatched, language), numberText(heads.length, language)];
  return heads.length < numberMatched
    ? { nl: `${shown} van de nieuwste ${counted}; er waren er ${all}`, en: `${shown} of the newest ${counted}; there were ${all}` }[language]
    : { nl: `${shown} van ${all}`, en: `${shown} of ${all}` }[language];
}

const READ_ONLY_RIGHTS: readonly Right[] = ['read'];

/** Shows the table of rights as far as the service has requests for them. */
function rightsPart(language: Language, takesDeliveries: boolean): Html {
  const say = (text: Text): string => text[language];
  const rights = takesDeliveries ? Object.keys(RIGHTS) as readonly Right[] : READ_ONLY_RIGHTS;
  const rows = rights.map((right) => {
    const { roles, requests } = RIGHTS[right];
    return html`<tr><td>${say(requests)}</td><td>${roles === null ? say({ nl: 'iedereen, zonder token', en: 'everybody, without a token' })
      : roles.map((role, at) => html`${at === 0 ? '' : ', '}<code>${role}</code>`)}</td></tr>`;
  });
  return html`<h2>${say({ nl: 'Wie wat mag', en: 'Who may do what' })}</h2>
<p>${say({
    nl: 'Objecten die niet openbaar zijn, staan in geen lijst en tellen niet mee in aantallen, ook niet voor wie een token heeft.',
    en: 'Objects that are not public are in no list and are not counted, also for those who have a token.',
  })}</p>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Verzoeken', en: 'Requests' })}</th>
<th scope="col">${say({ nl: 'Rol', en: 'Role' })}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Shows all limits by who meets them; those of writing only where the service takes writes. */
function limitsPart(language: Language, { desk, rateLimits }: Pick<Service, 'desk' | 'rateLimits'>): Html {
  const title: Text = { nl: 'Grenzen', en: 'Limits' };
  const groups = (Object.keys(LIMIT_GROUPS) as readonly LimitGroup[]).filter((group) => group !== 'write' || desk !== null);
  return html`<h2 id="grenzen">${title[language]}</h2>
<p>${rateText(rateLimits)[language]} ${BOX_TEXT[language]}</p>
${groups.map((group) => html`<h3 id="grenzen-${group}">${LIMIT_GROUPS[group][language]}</h3>
<dl>${LIMIT_NAMES.filter((name) => LIMIT_WORDS[name].group === group).map((name) => (
    html`<dt>${LIMIT_WORDS[name].text[language]}</dt><dd>${limitText(name, language)}</dd>`))}</dl>`)}`;
}

const MEBIBYTE = 2 ** 20;

function limitText(name: LimitName, language: Language): string {
  const value = limitOf(name);
  if (LIMIT_WORDS[name].unit === 'bytes' && value >= MEBIBYTE) return `${numberText(value / MEBIBYTE, language)} MiB`;
  return `${numberText(value, language)} ${unitOf(name, language)}`.trimEnd();
}

/** Returns the rate limit of this service, which the operator may have set. */
function rateText({ perFrame, perMonth }: RateLimits): Text {
  const inLanguage = (language: Language): string => {
    const [frame, month] = [perFrame, perMonth].map((limit) => (limit === null ? null : numberText(limit, language)));
    if (language === 'nl') {
      return `${frame === null ? 'Deze dienst telt geen aanvragen per minuut.' : `Deze dienst neemt ${frame} aanvragen van een client in ${LIMITS.frameSeconds} seconden aan.`}${
        month === null ? '' : ` Een sleutel of organisatie mag er ${month} in een maand doen.`}`;
    }
    return `${frame === null ? 'This service does not count requests by the minute.' : `This service takes ${frame} requests of a client in ${LIMITS.frameSeconds} seconds.`}${
      month === null ? '' : ` A key or organisation may send ${month} in a month.`}`;
  };
  return { nl: inLanguage('nl'), en: inLanguage('en') };
}

const BOX_TEXT: Text = {
  nl: 'Een box heeft geen grootste afmeting: de bladzijde begrenst het antwoord.', en: 'A box has no largest size: the page bounds the answer.',
};

/** Names what an operator has beside the public pages, by the paths in the folder of the program. */
function operatorPart(language: Language): Html {
  const lines: readonly (readonly [string, Text])[] = [
    ['pipelines/operations/OPERATING.md', {
      nl: 'Starten, bewaken, toegang geven, een reservekopie maken en terugzetten, vernieuwen.', en: 'Starting, watching, giving access, backing up, restoring, upgrading.',
    }],
    ['pipelines/operations/RUNBOOK.md', { nl: 'Wat u doet bij een alarm.', en: 'What to do about an alert.' }],
    ['pipelines/prepare/DELIVERING.md', { nl: 'Wat een bronhouder moet weten.', en: 'What a source holder must know.' }],
    ['/livez, /readyz, /metrics', {
      nl: 'Op de poort voor beheer (opsPort): of de dienst leest en schrijft, en waarom niet.', en: 'On the port for operations (opsPort): whether the service reads and writes, and why not.',
    }],
    ['ev doctor', { nl: 'Controleert de gegevensmap van het register.', en: 'Checks the data folder of the register.' }],
  ];
  const about: Text = { nl: 'De bestanden staan in de map van het programma.', en: 'The files are in the folder of the program.' };
  return html`<h2>${{ nl: 'Voor de beheerder', en: 'For the operator' }[language]}</h2><p>${about[language]}</p>
<dl>${lines.map(([name, text]) => html`<dt><code>${name}</code></dt><dd>${text[language]}</dd>`)}</dl>`;
}
