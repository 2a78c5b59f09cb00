/**
 * Page for deliveries: sign in, choose files, rehearse, hand in, and the submissions of before. Everything needs its scripts
 * (client/deliver.ts and its modules); without script the page names the request that delivers.
 *
 * Invariants: no input has a name, so that no browser ever puts a token in an address; the page is equal for everybody.
 */
import { CRSS, DELIVERY_CRSS } from '../../schemas/crs.ts';
import type { Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { REGISTER_FIELDS } from '../../schemas/model/base.ts';
import { MODEL_VERSIONS, ROOTS, ROOT_TYPES } from '../../schemas/names.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { textOf } from '../description/collections.ts';
import { assetPath } from './assets.ts';
import type { DeliverPageData } from './client/deliver-page-data.ts';
import { page, textUrl, type PageRequest } from './page.ts';

type Say = (text: Text) => string;

export function deliveryPage(context: PageRequest): Buffer {
  const { baseUrl, language } = context;
  const say: Say = (text) => text[language];
  const [west, south, east, north] = CRSS['28992'].extent;
  const data: DeliverPageData = {
    base: new URL(baseUrl).pathname, language, bytesMax: LIMITS.deliveryBytesMax, rd: CRSS['28992'].uri, registerFields: REGISTER_FIELDS,
    fieldWords: assetPath('field-words.ts', baseUrl), typeWords: assetPath('type-words.ts', baseUrl),
    map: {
      ol: assetPath('ol.js', baseUrl), extent: [west, south, east, north],
      country: { outline: assetPath('outline.ts', baseUrl), provinces: assetPath('provinces.ts', baseUrl) },
    },
  };
  return page({ ...context, title: say({ nl: 'Aanleveren', en: 'Deliver' }), isPageOnly: true, scripts: ['deliver.ts'] }, html`
<link rel="stylesheet" href="${assetPath('ol.css', baseUrl)}"><link rel="stylesheet" href="${assetPath('map.css', baseUrl)}">
<link rel="stylesheet" href="${assetPath('deliver.css', baseUrl)}">
<p class="lead">${say({
    nl: 'Lever bestanden aan als bronhouder. U ziet eerst op proef wat er mis is en wat er verandert; pas daarna levert u in.',
    en: 'Deliver files as a source holder. First you see in a dry run what is wrong and what changes; only then you hand in.',
  })}</p>
<noscript><p class="amber">${say({
    nl: 'Deze bladzijde werkt alleen met script. Zonder script levert u met een opdracht als deze:',
    en: 'This page needs script. Without script you deliver with a command like this:',
  })}</p></noscript>
<details><summary>${say({ nl: 'Leveren zonder deze bladzijde', en: 'Delivering without this page' })}</summary>
<pre class="code">curl -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' -T levering.json -X POST '${baseUrl}${SUBMISSIONS}?proef=true'</pre>
<p>${say({
    nl: 'Met proef=true krijgt u alleen het rapport. Laat proef weg om in te leveren. Alles over deze aanroep:', en: 'With proef=true you only get the report. Leave out proef to hand in. All about this request:',
  })} <a href="${textUrl(context, '/documentatie/leverAan')}">${say({ nl: 'documentatie', en: 'documentation' })}</a>.</p></details>
<div id="deliver-app" hidden data-deliver="${JSON.stringify(data)}">
${signIn(say)}
<div id="deliver-work" hidden>
${choose(say)}
${oneObject(say)}
<section id="deliver-report" aria-labelledby="deliver-report-title" hidden><h2 id="deliver-report-title" tabindex="-1"></h2>
<div id="deliver-actions"></div><div id="deliver-shown"></div></section>
<section id="deliver-source" aria-labelledby="deliver-source-title" hidden><h2 id="deliver-source-title" tabindex="-1"></h2><div id="deliver-text"></div></section>
<section aria-labelledby="deliver-past-title"><h2 id="deliver-past-title">${say({ nl: 'Eerdere indieningen', en: 'Earlier submissions' })}</h2>
<p><button type="button" id="deliver-refresh">${say({ nl: 'Ververs de lijst', en: 'Refresh the list' })}</button></p><div id="deliver-past"></div></section>
</div></div>`);
}

function signIn(say: Say): Html {
  return html`<section aria-labelledby="deliver-sign-title"><h2 id="deliver-sign-title" tabindex="-1">${say({ nl: 'Aanmelden', en: 'Sign in' })}</h2>
<form id="deliver-sign" class="filter"><p><label><span>${say({ nl: 'Token', en: 'Token' })}</span>
<input id="deliver-token" type="password" autocomplete="off" spellcheck="false" required></label></p>
<p><button>${say({ nl: 'Meld aan', en: 'Sign in' })}</button></p>
<p class="soft">${say({
    nl: 'De beheerder van het register geeft tokens; een sleutel (X-Api-Key) is alleen om te lezen. Uw token blijft in het geheugen van dit tabblad en wordt nergens bewaard: na herladen of '
      + 'sluiten meldt u opnieuw aan, en kiest u uw bestanden opnieuw.',
    en: 'The operator of the register gives tokens; a key (X-Api-Key) is for reading only. Your token stays in the memory of this tab and is stored nowhere: after a reload or '
      + 'close you sign in again, and choose your files again.',
  })}</p></form>
<p id="deliver-sign-status" role="status"></p>
<div id="deliver-who" hidden></div><p><button type="button" id="deliver-sign-out" hidden>${say({ nl: 'Meld af', en: 'Sign out' })}</button></p></section>`;
}

/** The form for one object. Its script fills it with the fields of the published schema of the chosen type. */
function oneObject(say: Say): Html {
  return html`<section id="deliver-form" aria-labelledby="deliver-form-title" hidden>
<h2 id="deliver-form-title">${say({ nl: 'Of vul één object in', en: 'Or fill in one object' })}</h2>
<p>${say({
    nl: 'Voor wie één locatie, tank of gebouw heeft te melden. Het formulier volgt het informatiemodel; ook dit object gaat eerst op proef.',
    en: 'For who has one location, tank or building to report. The form follows the information model; this object too has a dry run first.',
  })}</p>
<p><label>${say({ nl: 'Soort', en: 'Kind' })} <select id="deliver-type">${ROOT_TYPES.map((type) => html`<option value="${type}">${
  say(textOf(ROOTS[type].path).title)}</option>`)}</select></label>
<button type="button" id="deliver-form-start">${say({ nl: 'Begin een leeg formulier', en: 'Begin an empty form' })}</button></p>
<form id="deliver-form-fields" autocomplete="off" novalidate hidden></form></section>`;
}

function choose(say: Say): Html {
  const field = (label: Text, input: Html): Html => html`<label><span>${say(label)}</span> ${input}</label>`;
  const option = (value: string, text: Content): Html => html`<option value="${value}">${text}</option>`;
  const yes = (id: string, label: Text): Html => html`<p><label><input type="checkbox" id="${id}"> ${say(label)}</label></p>`;
  return html`<section id="deliver-choose" aria-labelledby="deliver-choose-title">
<h2 id="deliver-choose-title">${say({ nl: 'Bestanden', en: 'Files' })}</h2>
<div id="deliver-drop"><p><label>${say({ nl: 'Kies bestanden', en: 'Choose files' })} <input type="file" id="deliver-pick" multiple></label>
${say({ nl: 'of sleep ze hierheen.', en: 'or drop them here.' })}</p>
<p class="soft">${say({
    nl: 'JSON, een object per regel (NDJSON) of GeoJSON, ook met gzip ingepakt.', en: 'JSON, one object per line (NDJSON) or GeoJSON, also packed with gzip.',
  })} <a href="#deliver-options">${say({ nl: 'Hoe het bestand wordt gelezen', en: 'How the file is read' })}</a></p></div>
<form class="filter" id="deliver-options" tabindex="-1"><div class="inputs">
${field({ nl: 'Coördinaten in het bestand', en: 'Coordinates in the file' }, html`<select id="deliver-crs">${option('', say({
    nl: 'gewoon: CRS84, en RD voor model 3.0', en: 'usual: CRS84, and RD for model 3.0',
  }))}${DELIVERY_CRSS.map((code) => option(CRSS[code].uri, CRSS[code].name))}</select>`)}
${field({ nl: 'Namens bronhouder', en: 'For source holder' }, html`<select id="deliver-holder"></select>`)}
${field({ nl: 'Informatiemodel', en: 'Information model' }, html`<select id="deliver-model">${option('', say({ nl: 'herkennen', en: 'recognise' }))}${
  MODEL_VERSIONS.map((version) => option(version, version))}</select>`)}</div>
${yes('deliver-strict', { nl: 'Alles of niets: één fout weigert het hele bestand', en: 'All or nothing: one error refuses the whole file' })}
${yes('deliver-correct', { nl: 'Correctie: elk object vervangt zijn nieuwste versie', en: 'Correction: each object replaces its newest version' })}</form>
<ol id="deliver-files"></ol>
<p id="deliver-buttons" hidden><button type="button" id="deliver-rehearse">${say({ nl: 'Proef eerst', en: 'Dry run first' })}</button>
<button type="button" id="deliver-stop" hidden>${say({ nl: 'Stop', en: 'Stop' })}</button></p>
<p><progress id="deliver-progress" max="1" aria-labelledby="deliver-status" hidden></progress> <span id="deliver-status" role="status"></span></p></section>`;
}
