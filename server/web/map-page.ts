/**
 * Page of the map: the controls, the legend that also chooses the kinds, and the form that works without script. The scripts are in
 * web/client/map.ts and its modules. Without script the map and its controls stay hidden.
 */
import { CRSS } from '../../schemas/crs.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { symbolOf, type LegendSymbol } from '../../schemas/legend.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS, CONTOURS, ROOTS } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import { CELL_SIZES, WHOLE_CELL_SIZES } from '../parameters/cel.ts';
import type { SurroundingsQuery } from '../parameters/surroundings-query.ts';
import type { Service } from '../service.ts';
import { assetPath } from './assets.ts';
import type { MapPageData } from './client/map-page-data.ts';
import { momentText } from './date-text.ts';
import { page, type PageRequest } from './page.ts';
import { placeForm } from './surroundings-page.ts';

interface MapPageOptions {
  readonly context: PageRequest;
  readonly service: Service;
  readonly today: string;
}

const CONTOUR_PATHS: readonly string[] = Object.values(CONTOURS).map(({ path }) => path);
const ROOT_PATHS: readonly string[] = Object.values(ROOTS).map(({ path }) => path);
/** Groups of kinds, in the order of the legend. */
const GROUPS: readonly { readonly title: Text; readonly collections: readonly string[]; readonly isOpen: boolean }[] = [
  { title: { nl: 'Contouren en aandachtsgebieden', en: 'Contours and attention areas' }, collections: CONTOUR_PATHS, isOpen: true },
  { title: { nl: 'Locaties en kwetsbare objecten', en: 'Locations and vulnerable objects' }, collections: ROOT_PATHS, isOpen: true },
  {
    title: { nl: 'Activiteiten en onderdelen', en: 'Activities and parts' }, isOpen: false,
    collections: COLLECTIONS.filter((collection) => !CONTOUR_PATHS.includes(collection) && !ROOT_PATHS.includes(collection)),
  },
];
const USUAL: readonly string[] = [...CONTOUR_PATHS, ...ROOT_PATHS];

export function mapPage(query: SurroundingsQuery, options: MapPageOptions): Buffer {
  const { context } = options;
  const { baseUrl, language } = context;
  const words = (text: Text): string => text[language];
  // The moment is a control of this page and changes without a request, so the frame does not name it.
  const frame = { ...context, passedOn: { ...context.passedOn, says: undefined } };
  return page({ ...frame, title: words({ nl: 'Kaart', en: 'Map' }), isPageOnly: true }, html`
<link rel="stylesheet" href="${assetPath('ol.css', baseUrl)}"><link rel="stylesheet" href="${assetPath('map.css', baseUrl)}">
${withoutScript(context)}
<div id="map-app" hidden data-map="${JSON.stringify(pageData(options))}">
<div class="map-main"><div class="map-frame"><div id="map" class="map-canvas" tabindex="0" role="application" aria-label="${words({
    nl: 'Kaart. Pijltjes schuiven, plus en min zoomen, Enter zoekt rond het kruis in het midden.',
    en: 'Map. Arrows move, plus and minus zoom, Enter searches around the cross in the middle.',
  })}"></div></div>
<p id="map-status" role="status"></p>
${tools(context)}
<section id="map-answer" aria-live="polite" aria-label="${words(TITLE_HERE)}"></section></div>
<div class="map-side"><div>${GROUPS.map((group) => legendGroup(group, language))}
<p><svg class="swatch" viewBox="0 0 28 16" aria-hidden="true">
<path d="M2 8H26" stroke="#5c6770" stroke-width="2.5" stroke-dasharray="6 4"/></svg>
${words({ nl: 'gestreept: door het register afgeleid van een afstand', en: 'dashed: derived by the register from a distance' })}</p></div>
<div${only(context)}>${conditionControls(options)}</div></div>
<div class="map-below"><h2>${words({ nl: 'In beeld', en: 'In view' })}</h2>
<div class="scroll"><table><thead><tr>${LIST_HEADS.map((head) => html`<th scope="col">${words(head)}</th>`)}</tr></thead>
<tbody id="map-list"></tbody></table></div>
<h2>${words({ nl: 'Delen en downloaden', en: 'Share and download' })}</h2>
<p><label>${words({ nl: 'Adres van dit beeld', en: 'Address of this view' })} <input id="map-address" readonly></label></p>
<div${only(context)}><p>${words({ nl: 'Als GeoJSON in RD, hoogstens 10.000 objecten per bestand:', en: 'As GeoJSON in RD, at most 10,000 objects per file:' })}</p>
<ul id="map-downloads"></ul></div></div>
</div>
${context.isSite ? '' : html`<h2>${words({ nl: 'Wat ligt er rond een punt?', en: 'What lies around a point?' })}</h2>
${placeForm({ query }, context)}`}
<script src="${assetPath('ol.js', baseUrl)}" defer></script><script src="${assetPath('proj4.js', baseUrl)}" defer></script>
<script src="${assetPath('map.ts', baseUrl)}" type="module"></script>`);
}

/**
 * Says what there is without script. The page of a static site says so until its script runs: browsers run none from a folder of files.
 */
function withoutScript({ isSite, language }: PageRequest): Html {
  if (!isSite) {
    return html`<noscript><p class="amber">${{
      nl: 'De kaart zelf werkt alleen met script. Zonder script ziet u met het formulier hieronder wat er rond een punt ligt.',
      en: 'The map itself needs script. Without script the form below shows what lies around a point.',
    }[language]}</p></noscript>`;
  }
  return html`<p class="amber" id="map-waiting">${{
    nl: 'De kaart werkt alleen met script, en op een webserver. Iedere lijst van objecten heeft een kaart die altijd werkt.',
    en: 'The map needs script and a web server. Every list of objects has a map that always works.',
  }[language]}</p>`;
}

const TITLE_HERE: Text = { nl: 'Wat is hier?', en: 'What is here?' };
const LIST_HEADS: readonly Text[] = [
  { nl: 'Soort', en: 'Kind' }, { nl: 'Object', en: 'Object' }, { nl: 'Geldig sinds', en: 'Valid since' }, { nl: 'Bronhouder', en: 'Source holder' },
];

function pageData({ context, service: { editions, basemap }, today }: MapPageOptions): MapPageData {
  const { baseUrl, isSite, language, passedOn: { lang } } = context;
  const now = editions.current();
  const [west, south, east, north] = CRSS['28992'].extent;
  return {
    isSite, base: new URL(baseUrl).pathname, language, today, extent: [west, south, east, north],
    cellSizes: isSite ? WHOLE_CELL_SIZES : CELL_SIZES,
    passed: lang === undefined ? '' : `lang=${lang}`,
    kinds: COLLECTIONS.map((id) => ({ id, title: textOf(id).title[language], symbol: symbolOf(id), isUsual: USUAL.includes(id) })),
    ...(now === undefined ? {} : { edition: { number: now.edition.number, published: momentText(now.activated, language) } }),
    ...(basemap === null ? {} : { basemap }),
    // A script of a static site finds these beside itself.
    country: isSite ? { outline: './outline.js', provinces: './provinces.js' } : { outline: assetPath('outline.ts', baseUrl), provinces: assetPath('provinces.ts', baseUrl) },
  };
}

/** Hides what needs a server. */
function only({ isSite }: PageRequest): Content {
  return isSite ? html` hidden` : '';
}

function tools(context: PageRequest): Html {
  const { language } = context;
  const button = (attributes: Html, text: Text): Html => html`<button type="button" ${attributes}>${text[language]}</button> `;
  return html`<p class="map-tools"><span${only(context)}>${button(html`id="map-here"`, { nl: 'Wat is hier, bij het kruis?', en: 'What is here, at the cross?' })}
<label>${{ nl: 'binnen', en: 'within' }[language]} <input id="map-radius" type="number" min="0" max="${LIMITS.radiusMetresMax}" step="50"> m</label>
${button(html`id="map-own"`, { nl: 'Mijn locatie', en: 'My location' })}</span>
${button(html`data-mode="measure" aria-pressed="false"`, { nl: 'Afstand meten', en: 'Measure a distance' })}
${button(html`data-mode="area" aria-pressed="false"`, { nl: 'Gebied tekenen', en: 'Draw an area' })}
${button(html`id="map-ask-area" hidden`, { nl: 'Wat ligt in dit gebied?', en: 'What lies in this area?' })}
<label id="map-inside-choice" hidden><input id="map-inside" type="checkbox"> ${{
    nl: 'alleen wat er helemaal in ligt', en: 'only what lies wholly in it',
  }[language]}</label>
${button(html`id="map-clear"`, { nl: 'Wissen', en: 'Clear' })}</p>
<p id="map-measure" role="status"></p>`;
}

function legendGroup({ title, collections, isOpen }: (typeof GROUPS)[number], language: Language): Html {
  const words = title[language];
  const boxes = collections.map((id) => html`<label class="map-kind"><input type="checkbox" name="map-kind" value="${id}">
${swatch(symbolOf(id))} ${textOf(id).title[language]} <span class="map-count" data-count="${id}"></span></label>${variants(symbolOf(id))}`);
  return html`<details${isOpen ? html` open` : ''}><summary>${words}</summary><fieldset><legend class="unseen">${words}</legend>
${boxes}</fieldset></details>`;
}

function swatch({ colour, isFilled }: Pick<LegendSymbol, 'colour' | 'isFilled'>): Html {
  const fill = isFilled ? colour : 'none';
  return html`<svg class="swatch" viewBox="0 0 28 16" aria-hidden="true"><rect x="2" y="2" width="24" height="12"
 stroke="${colour}" stroke-width="2.5" fill="${fill}" fill-opacity=".18"/></svg>`;
}

function variants({ variants: own }: LegendSymbol): Content {
  if (own === undefined) return '';
  return html`<ul class="map-variants">${Object.entries(own.colours).map(([value, colour]) => (
    html`<li>${swatch({ colour, isFilled: false })} ${riskText(value)}</li>`
  ))}</ul>`;
}

/** Returns a risk with its power of ten as people write it: PR 10⁻⁶. */
function riskText(value: string): string {
  return value.replace(/^PR10-(\d)$/, (_, digit: string) => `PR 10⁻${SUPERSCRIPTS[Number(digit)]}`);
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const YEARS_BACK = 10;

function conditionControls({ context: { language }, today }: MapPageOptions): Html {
  const words = (text: Text): string => text[language];
  const field = (label: Text, input: Html): Html => html`<p><label>${words(label)} ${input}</label></p>`;
  return html`<fieldset><legend>${words({ nl: 'Moment en filter', en: 'Moment and filter' })}</legend>
${field({ nl: 'Geldig op (leeg: vandaag)', en: 'Valid on (empty: today)' }, html`<input id="map-valid-on" type="date" max="${today}">`)}
${field({ nl: 'Ga terug in maanden', en: 'Go back in months' },
    html`<input id="map-days" type="range" min="-${YEARS_BACK * 12}" max="0" step="1" value="0">`)}
${field({ nl: 'Zoals gepubliceerd in editie', en: 'As published in edition' },
    html`<select id="map-available-at"><option value="">${words({ nl: 'de nieuwste', en: 'the newest' })}</option></select>`)}
${field({ nl: 'Filter (CQL2)', en: 'Filter (CQL2)' }, html`<textarea id="map-filter" rows="2" placeholder="populatie > 100"></textarea>`)}
<details id="map-builder"><summary>${words({ nl: 'Stel een filter samen', en: 'Put a filter together' })}</summary>
${field({ nl: 'Soort', en: 'Kind' }, html`<select id="map-field-kind"></select>`)}
${field({ nl: 'Veld', en: 'Field' }, html`<select id="map-field"></select>`)}
${field({ nl: 'is', en: 'is' }, html`<select id="map-relation">${RELATIONS.map((one) => html`<option>${one}</option>`)}</select>`)}
${field({ nl: 'Waarde', en: 'Value' }, html`<input id="map-value" list="map-values"><datalist id="map-values"></datalist>`)}
<p><button type="button" id="map-add">${words({ nl: 'Voeg toe aan het filter', en: 'Add to the filter' })}</button></p></details>
</fieldset>`;
}

const RELATIONS = ['=', '<>', '<', '<=', '>', '>=', 'LIKE'];
