/** Pages of CRSs: all of the table, and one with its axes and datum. */
import { axesOf, CRS_DEFINITIONS, datumOf } from '../../schemas/crs-definitions.ts';
import { CRSS, type Crs } from '../../schemas/crs.ts';
import { whyNotOffered } from '../parameters/crs.ts';
import type { Service } from '../service.ts';
import { html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

type CrsContext = Pick<Service, 'baseUrl' | 'profile'>;

const TITLE = 'Coördinaatstelsels';
const DIRECTIONS = { east: 'oost', north: 'noord', up: 'omhoog' } as const;
const UNITS = { degree: 'graden', metre: 'meter' } as const;

export function crssPage({ baseUrl, profile }: CrsContext): Buffer {
  const rows = Object.values(CRSS).map((crs) => html`<tr><td><a href="${baseUrl}/crss/${crs.code}">${crs.name}</a></td>
<td><code>${crs.uri}</code></td><td>${crs.axes.join(', ')}</td>
<td>${whyNotOffered(crs, profile) === undefined ? html`ja <span lang="en">yes</span>` : html`nee <span lang="en">no</span>`}</td></tr>`);
  return page({ baseUrl, title: TITLE }, html`
${bilingual({
    nl: 'In deze coördinaatstelsels (CRS’en) is geometrie te vragen: geef de URI mee als crs. Zonder crs is het CRS84.',
    en: 'Geometry can be asked in these coordinate reference systems: give the URI as crs. Without crs it is CRS84.',
  })}
<div class="scroll"><table><thead><tr><th scope="col">Naam <span lang="en">name</span></th><th scope="col">URI</th>
<th scope="col">Assen <span lang="en">axes</span></th><th scope="col">Te vragen <span lang="en">offered</span></th></tr></thead>
<tbody>${rows}</tbody></table></div>`);
}

export function crsPage(crs: Crs, { baseUrl, profile }: CrsContext): Buffer {
  const { name, area, scope, note } = CRS_DEFINITIONS[crs.code];
  const { name: datum, ellipsoid } = datumOf(crs.code);
  const axes = axesOf(crs.code).map((axis) => html`<tr><td>${axis.abbreviation}</td><td lang="en">${axis.name}</td>
<td>${DIRECTIONS[axis.direction]} <span lang="en">${axis.direction}</span></td><td>${UNITS[axis.unit]} <span lang="en">${axis.unit}</span></td></tr>`);
  const reason = whyNotOffered(crs, profile);
  return page({ baseUrl, title: crs.name, trail: [[TITLE, `${baseUrl}/crss`]] }, html`
${bilingual(reason ?? { nl: 'In dit CRS is geometrie te vragen.', en: 'Geometry can be asked in this CRS.' })}
<dl><dt>Naam in het register <span lang="en">name in its register</span></dt><dd lang="en">${name}</dd>
<dt>URI</dt><dd><code>${crs.uri}</code></dd>
<dt>Datum</dt><dd lang="en">${datum}</dd>
<dt>Ellipsoïde <span lang="en">ellipsoid</span></dt><dd lang="en">${ellipsoid.name}</dd>
<dt>Gebied <span lang="en">area</span></dt><dd lang="en">${area.name}</dd>
<dt>Bedoeld voor <span lang="en">scope</span></dt><dd lang="en">${scope}</dd>
<dt>In dit register <span lang="en">here</span></dt><dd>${note.nl} <span lang="en">${note.en}</span></dd></dl>
<h2>Assen, in de volgorde van coördinaten <span lang="en">Axes, in the order of coordinates</span></h2>
<div class="scroll"><table><thead><tr><th scope="col">As <span lang="en">axis</span></th><th scope="col">Naam <span lang="en">name</span></th>
<th scope="col">Richting <span lang="en">direction</span></th><th scope="col">Eenheid <span lang="en">unit</span></th></tr></thead>
<tbody>${axes}</tbody></table></div>
<p>Programma’s krijgen hier een GML-document. <span lang="en">Programs are given a GML document here.</span></p>`);
}
