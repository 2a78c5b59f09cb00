/** Pages of CRSs: all of the table, and one with its axes and datum. */
import { axesOf, CRS_DEFINITIONS, datumOf } from '../../schemas/crs-definitions.ts';
import { CRSS, type Crs } from '../../schemas/crs.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Profile } from '../../schemas/profile.ts';
import { whyNotOffered, type CrsOffer } from '../parameters/crs.ts';
import { html } from '../../schemas/html.ts';
import { page, textUrl, type PageRequest } from './page.ts';

const TITLE: Text = { nl: 'Coördinaatstelsels', en: 'Coordinate reference systems' };
const NAME: Text = { nl: 'Naam', en: 'Name' };
const DIRECTIONS = { east: { nl: 'oost', en: 'east' }, north: { nl: 'noord', en: 'north' }, up: { nl: 'omhoog', en: 'up' } } as const;
const UNITS = { degree: { nl: 'graden', en: 'degrees' }, metre: { nl: 'meter', en: 'metres' } } as const;

/** The profile of the service, and the CRSs of its current edition beside those of every edition. */
interface OfferedTo {
  readonly profile: Profile;
  readonly offer: CrsOffer;
}

export function crssPage(context: PageRequest, { profile, offer }: OfferedTo): Buffer {
  const say = (text: Text): string => text[context.language];
  const rows = Object.values(CRSS).map((crs) => html`<tr><td><a href="${textUrl(context, `/crss/${crs.code}`)}">${crs.name}</a></td>
<td><code>${crs.uri}</code></td><td>${crs.axes.join(', ')}</td>
<td>${say(whyNotOffered(crs, profile, offer) === undefined ? { nl: 'ja', en: 'yes' } : { nl: 'nee', en: 'no' })}</td></tr>`);
  return page({ ...context, title: say(TITLE) }, html`
<p class="lead">${say({
    nl: 'U kunt geometrie opvragen in deze coördinaatstelsels (CRS’en): geef de URI mee als crs. Zonder crs krijgt u CRS84.',
    en: 'You can get geometry in these coordinate reference systems (CRSs): give the URI as crs. Without crs you get CRS84.',
  })}</p>
<div class="scroll"><table><thead><tr><th scope="col">${say(NAME)}</th><th scope="col">URI</th>
<th scope="col">${say({ nl: 'Assen', en: 'Axes' })}</th><th scope="col">${say({ nl: 'Beschikbaar', en: 'Available' })}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`);
}

export function crsPage(crs: Crs, context: PageRequest, { profile, offer, note }: OfferedTo & { readonly note: Text }): Buffer {
  const say = (text: Text): string => text[context.language];
  const { name, area, scope } = CRS_DEFINITIONS[crs.code];
  const { name: datum, ellipsoid } = datumOf(crs.code);
  const axes = axesOf(crs.code).map((axis) => html`<tr><td>${axis.abbreviation}</td><td lang="en">${axis.name}</td>
<td>${say(DIRECTIONS[axis.direction])}</td><td>${say(UNITS[axis.unit])}</td></tr>`);
  const reason = whyNotOffered(crs, profile, offer);
  return page({ ...context, title: crs.name, trail: [[say(TITLE), textUrl(context, '/crss')]] }, html`
<p class="lead">${say(reason ?? { nl: 'U kunt geometrie opvragen in dit CRS.', en: 'You can get geometry in this CRS.' })}</p>
<dl><dt>${say({ nl: 'Naam in het register', en: 'Name in its register' })}</dt><dd lang="en">${name}</dd>
<dt>URI</dt><dd><code>${crs.uri}</code></dd>
<dt>${say({ nl: 'Datum', en: 'Datum' })}</dt><dd lang="en">${datum}</dd>
<dt>${say({ nl: 'Ellipsoïde', en: 'Ellipsoid' })}</dt><dd lang="en">${ellipsoid.name}</dd>
<dt>${say({ nl: 'Gebied', en: 'Area' })}</dt><dd lang="en">${area.name}</dd>
<dt>${say({ nl: 'Bedoeld voor', en: 'Scope' })}</dt><dd lang="en">${scope}</dd>
<dt>${say({ nl: 'In dit register', en: 'In this register' })}</dt><dd>${say(note)}</dd></dl>
<h2>${say({ nl: 'Assen, in de volgorde van coördinaten', en: 'Axes, in the order of coordinates' })}</h2>
<div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'As', en: 'Axis' })}</th><th scope="col">${say(NAME)}</th>
<th scope="col">${say({ nl: 'Richting', en: 'Direction' })}</th><th scope="col">${say({ nl: 'Eenheid', en: 'Unit' })}</th></tr></thead>
<tbody>${axes}</tbody></table></div>
<p>${say({ nl: 'Programma’s krijgen hier een GML-document.', en: 'Programs are given a GML document here.' })}</p>`);
}
