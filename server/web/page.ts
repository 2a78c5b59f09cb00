/**
 * Page: frame of every page for people, and the policy of what a page may load.
 *
 * A page is in one language; a link in the frame gives the same address in the other. Pages load only files of this host (assets.ts), and
 * scripts only where a page names one. Pages work without script, on paper, on a phone, in dark mode and with a screen reader.
 */
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Content } from '../../schemas/html.ts';
import { contentHeaders } from '../response/response.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import { assetPath, type AssetName } from './assets.ts';
import { splitAddress } from '../parameters/query.ts';

/** Pages load their style sheet and icon from this host, and nothing else. */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const HTML_HEADERS = contentHeaders(MEDIA_TYPES.html, POLICY);
/** Headers of a page with scripts of this host. */
export const SCRIPTED_HTML_HEADERS = contentHeaders(MEDIA_TYPES.html, `${POLICY}; script-src 'self'; connect-src 'self'`);

/** Headers of the map page; `origin`: the host of its basemap, which alone may give images beside this host. */
export function mapHeaders(origin: string | undefined): readonly string[] {
  if (origin === undefined) return SCRIPTED_HTML_HEADERS;
  return SCRIPTED_HTML_HEADERS.map((text) => text.replace("img-src 'self'", `img-src 'self' ${origin}`));
}

/** The request for a page. Every page is made from one. */
export interface PageRequest {
  readonly baseUrl: string;
  /** Whether the page becomes a file of a static site: it then has no forms, and leads to nothing that needs a server. */
  readonly isSite: boolean;
  /** Whether the service takes deliveries: the menu then leads to the page for them. */
  readonly takesDeliveries: boolean;
  readonly language: Language;
  /** Absolute URL of the page, with its query; undefined: the page has no address, as the response to a POST. */
  readonly address: string | undefined;
  /** Parameters that links of the page repeat. Moment and kind of geometry are shown above the content. */
  readonly passedOn: PassedOn;
}

/** Breadcrumbs: label and absolute URL. */
export type Trail = readonly (readonly [string, string])[];

export interface Frame extends PageRequest {
  readonly title: string;
  readonly trail?: Trail;
  /** Scripts of the page, in order; its headers are then SCRIPTED_HTML_HEADERS. */
  readonly scripts?: readonly AssetName[];
  /** Whether programs cannot read the resource. */
  readonly isPageOnly?: true;
}

/** Returns the URL of a resource with features, with all parameters that the page passes on. */
export function dataUrl({ baseUrl, passedOn }: PageRequest, path: string): string {
  return withQuery(`${baseUrl}${path}`, passedOn.text);
}

/** Returns the URL of a resource about the service, with the language only. */
export function textUrl({ baseUrl, passedOn }: PageRequest, path: string): string {
  return withQuery(`${baseUrl}${path}`, passedOn.ofTexts);
}

/** Returns a page around `content`. */
export function page(frame: Frame, content: Content): Buffer {
  const { baseUrl, language, title, trail = [], passedOn, scripts = [], isPageOnly = false } = frame;
  const say = (text: Text): string => text[language];
  const crumbs = trail.map(([label, href]) => html` › <a href="${href}">${label}</a>`);
  const whole = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${say(REGISTER)}</title>
<link rel="icon" href="${assetPath('favicon.svg', baseUrl)}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath('style.css', baseUrl)}">${scripts.map((name) => html`
<script type="module" src="${assetPath(name, baseUrl)}"></script>`)}</head>
<body><a class="skip" href="#inhoud">${say(SKIP)}</a><header class="top"><div><strong>${say(REGISTER)}</strong>
<nav aria-label="${say(MENU)}">${menuOf(frame)}</nav>${switchOf(frame)}</div></header>
<main id="inhoud" tabindex="-1">${trail.length === 0 ? '' : html`<nav aria-label="${say(CRUMBS)}"><a href="${dataUrl(frame, '')}">${say(START)}</a>${crumbs}</nav>`}
<h1>${title}</h1>
${passedOn.says === undefined ? '' : html`<p class="amber"><strong>${say(passedOn.says)}</strong>
 <a href="${textUrl(frame, '')}">${say(passedOn.kind === undefined ? TO_PRESENT : TO_ALL)}</a></p>`}
${content}</main>
${isPageOnly || frame.isSite ? '' : html`<footer>${say(FOR_PROGRAMS)} <code>Accept: application/json</code> ${say(OR_WITH)} <code>f=json</code>.</footer>`}
</body></html>
`;
  return Buffer.from(whole.text);
}

/** Path of the page on which a source holder delivers. */
export const DELIVERING_PATH = '/aanleveren';

const REGISTER: Text = { nl: 'Register externe veiligheid', en: 'External safety register' };
const SKIP: Text = { nl: 'Naar de inhoud', en: 'Skip to content' };
const START: Text = { nl: 'Start', en: 'Home' };
const MENU: Text = { nl: 'Hoofdmenu', en: 'Main menu' };
const CRUMBS: Text = { nl: 'Kruimelpad', en: 'Breadcrumbs' };
const TO_PRESENT: Text = { nl: 'Naar de toestand van nu', en: 'To the present state' };
const TO_ALL: Text = { nl: 'Naar alle objecten van nu', en: 'To all present features' };
const FOR_PROGRAMS: Text = {
  nl: 'Deze pagina is ook te lezen door programma’s: stuur de kop', en: 'Programs can read this page too: send the header',
};
const OR_WITH: Text = { nl: 'of met', en: 'or with' };

function menuOf(frame: Frame): Content {
  const { language, isSite, takesDeliveries } = frame;
  const always = [
    [dataUrl(frame, ''), START], [dataUrl(frame, '/kaart'), { nl: 'Kaart', en: 'Map' }],
    [dataUrl(frame, '/collections'), { nl: 'Collecties', en: 'Collections' }],
  ];
  const bySearch = [
    [dataUrl(frame, '/omgeving'), { nl: 'Wat is hier?', en: 'What is here?' }], [dataUrl(frame, '/zoeken'), { nl: 'Zoeken', en: 'Search' }],
    [dataUrl(frame, '/documentatie'), { nl: 'Documentatie', en: 'Documentation' }],
  ];
  const delivering = [[textUrl(frame, DELIVERING_PATH), { nl: 'Aanleveren', en: 'Deliver' }]] as const;
  return [...always, ...isSite ? [] : bySearch, ...takesDeliveries ? delivering : []].map(([href, label]) => html`<a href="${href as string}">${(label as Text)[language]}</a>`);
}

const OTHER = { nl: { language: 'en', name: 'English' }, en: { language: 'nl', name: 'Nederlands' } } as const;

/** Returns the link to the same address in the other language. */
function switchOf({ address, language }: Frame): Content {
  if (address === undefined) return '';
  const other = OTHER[language];
  return html` <a class="language" href="${inLanguage(address, other.language)}" lang="${other.language}" hreflang="${other.language}">${other.name}</a>`;
}

function inLanguage(address: string, language: Language): string {
  const { url, query } = splitAddress(address);
  return withQuery(url, [...query.split('&').filter((pair) => pair !== '' && !/^lang(?:=|$)/.test(pair)), `lang=${language}`].join('&'));
}
