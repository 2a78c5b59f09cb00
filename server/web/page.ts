/**
 * Page: frame and style sheet of every page for people.
 *
 * Plain Dutch with English, without scripts or external resources. The Content-Security-Policy allows exactly this style sheet, by its
 * hash. Pages work on paper, on a phone, in dark mode and with a screen reader.
 */
import { createHash } from 'node:crypto';
import { contentHeaders } from '../response/response.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { NOTHING_PASSED, type PassedOn } from '../parameters/passed-on.ts';
import { GEOMETRY_STYLE } from './map.ts';
import { html, Html, type Content } from '../../schemas/html.ts';
import { MAP_STYLE } from '../../schemas/map.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#16232e;--soft:#51616e;--paper:#fff;--tint:#eef4f8;--line:#c9d6df;--link:#01529b;
--mark:#c2410c;--fill:#ea580c}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#a8b6c2;--paper:#10181f;--tint:#1a2731;--line:#344552;
--link:#7cc0ff;--mark:#fb923c;--fill:#f97316}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
header.top{background:var(--tint);border-bottom:1px solid var(--line)}
header.top>div,main,footer{max-width:72rem;margin:0 auto;padding:.8rem 1.2rem}
header.top strong{margin-right:1.5rem}
nav{display:inline}nav a{display:inline-block;margin-right:1rem}
main{overflow-wrap:anywhere}td,th{overflow-wrap:normal}
h1{font-size:1.7rem;line-height:1.2;margin:.8rem 0 .3rem}h2{font-size:1.15rem;margin:1.6rem 0 .4rem}
a{color:var(--link)}a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
[lang=en]{color:var(--soft)}p.lead{margin:.2rem 0}p.amber{border-left:.5rem solid #b45f00;padding:.4rem .8rem;background:var(--tint)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.94rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--line)}
td.number,th.number{text-align:right}
td.place{overflow-wrap:anywhere;min-width:9rem}
dl{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;margin:.2rem 0;font-size:.94rem}dl dl{font-size:inherit}
dt,dd{margin:0;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
dt{color:var(--soft)}dd dl{border-left:3px solid var(--line);padding-left:.7rem}
dt:has(+dd dl),dd:has(dl){grid-column:1/-1}dt:has(+dd dl){border:0;padding-bottom:0}dd:has(dl){padding-right:0}
code,pre{font:.9em ui-monospace,monospace}pre{background:var(--tint);padding:.7rem;overflow-x:auto}
${MAP_STYLE}${GEOMETRY_STYLE}
.paging a{display:inline-block;margin-right:1rem;padding:.3rem .8rem;border:1px solid var(--line);border-radius:.3rem}
footer{color:var(--soft);font-size:.88rem;border-top:1px solid var(--line);margin-top:2rem}
@media (max-width:36rem){dl{grid-template-columns:minmax(0,1fr)}dt{border:0;padding-bottom:0}}
@media print{nav,.paging{display:none}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const HTML_HEADERS = contentHeaders(
  MEDIA_TYPES.html,
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
);

interface PageOptions {
  readonly baseUrl: string;
  readonly title: string;
  /** Breadcrumbs above the title: label and absolute URL. */
  readonly trail?: readonly (readonly [string, string])[];
  /** Moment and kind of geometry of the page, which are shown above the content and are passed on in the links of the frame. */
  readonly passedOn?: PassedOn;
}

/** Returns a page around `content`. */
export function page({ baseUrl, title, trail = [], passedOn = NOTHING_PASSED }: PageOptions, content: Content): Buffer {
  const to = (path: string): string => withQuery(`${baseUrl}${path}`, passedOn.text);
  const crumbs = trail.map(([label, href]) => html` › <a href="${href}">${label}</a>`);
  const whole = html`<!doctype html>
<html lang="nl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Register externe veiligheid</title><style>${new Html(STYLE)}</style></head>
<body><header class="top"><div><strong>Register externe veiligheid</strong>
<nav aria-label="Hoofdmenu"><a href="${to('')}">Start</a><a href="${to('/collections')}">Collecties</a><a
 href="${to('/openapi.json')}">OpenAPI</a><a href="${to('/conformance')}">Conformiteit</a></nav></div></header>
<main>${trail.length === 0 ? '' : html`<nav aria-label="Kruimelpad"><a href="${to('')}">Start</a>${crumbs}</nav>`}
<h1>${title}</h1>
${passedOn.says === undefined ? '' : html`<p class="amber"><strong>${passedOn.says.nl}</strong> <span lang="en">${passedOn.says.en}</span>
 <a href="${baseUrl}">${passedOn.kind === undefined ? 'Naar de toestand van nu' : 'Naar alle objecten van nu'}</a>
 <span lang="en">${passedOn.kind === undefined ? 'to the present state' : 'to all present features'}</span></p>`}
${content}</main>
<footer>Deze pagina is ook te lezen door programma’s: vraag met de kop <code>Accept: application/json</code> of met <code>f=json</code>.
<span lang="en">Programs read this page with the header <code>Accept: application/json</code> or with <code>f=json</code>.</span></footer>
</body></html>
`;
  return Buffer.from(whole.text);
}

/** Returns a Dutch text with its English below. */
export function bilingual({ nl, en }: { readonly nl: string; readonly en: string }): Html {
  return html`<p class="lead">${nl}</p><p class="lead" lang="en">${en}</p>`;
}
