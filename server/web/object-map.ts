/**
 * Object map: the map of one object with everything around it, sentences about the limits of the map, and the lists of the features
 * around the object.
 */
import { CRSS } from '../../schemas/crs.ts';
import { html, type Html } from '../../schemas/html.ts';
import { capital } from '../../schemas/page-texts.ts';
import { textOf } from '../description/collections.ts';
import { typeWords } from '../description/type-words.ts';
import { formatQuery, joinQueries } from '../parameters/query.ts';
import { withQuery } from '../response/object-links.ts';
import { map, type Drawn } from './map.ts';
import type { ObjectView } from './object-view.ts';
import type { Neighbour, Neighbourhood } from './neighbours.ts';
import type { PageRequest } from './page.ts';

const WORDS = {
  nl: {
    title: 'Kaart', none: 'Dit object heeft geen ligging in het register. Daarom is er geen kaart, en weet het register niet wat eromheen ligt.',
    derived: 'De ligging is door het register gemaakt (gestreept): geleverd is een afstand, of de ligging van onderdelen.',
    around: 'Wat eromheen ligt', within: (west: string, east: string) => `Geteld in een rechthoek van ${west} bij ${east} meter om het object, het object zelf meegeteld, in dezelfde editie en op hetzelfde moment.`,
    cut: (drawn: number, all: number) => `De kaart toont ${drawn} van deze ${all} objecten; de lijsten tonen alles.`,
    nothing: 'Binnen dit gebied staat verder niets in deze editie. Dat betekent niet dat het er veilig is.', own: 'Dit object heeft dikke lijnen, de omgeving dunne. De kleuren zijn die van de kaart.',
  },
  en: {
    title: 'Map', none: 'This object has no geometry in the register. So there is no map, and the register cannot say what lies around it.',
    derived: 'The register made the geometry (dashed): a distance was delivered, or the geometry of parts.',
    around: 'Surroundings', within: (west: string, east: string) => `Counted in a box of ${west} by ${east} metres around the object, with the object itself, in the same edition and at the same moment.`,
    cut: (drawn: number, all: number) => `The map shows ${drawn} of these ${all} objects; the lists show all.`,
    nothing: 'Nothing else in this edition lies in this area. That does not mean that it is safe there.', own: 'This object has thick lines, its surroundings thin ones. The colours are those of the map.',
  },
} as const;

export function objectMap({ drawn, neighbourhood, context, addresses: { passedOn } }: ObjectView): Html {
  const { baseUrl, language } = context;
  const words = WORDS[language];
  if (drawn.length === 0) return html`<h2>${words.title}</h2><p>${words.none}</p>`;
  const link = (look: NonNullable<Drawn['look']>) => ({ collection, id, entityType, geometry, symbol, isDerived }: Neighbour): Drawn => ({
    geometry, look, symbol, isDerived, label: `${capital(typeWords(entityType)[language])} ${id}`,
    href: withQuery(`${baseUrl}/collections/${collection}/items/${encodeURIComponent(id)}`, passedOn.ofFeatures),
  });
  const around = neighbourhood?.neighbours.map(link('around')) ?? [];
  return html`<h2>${words.title}</h2>
${map([...around, ...drawn.map(link('own'))], language, neighbourhood?.box)}
<p>${around.length === 0 ? '' : words.own}${drawn.some(({ isDerived }) => isDerived) ? html` ${words.derived}` : ''}</p>
${neighbourhood === undefined ? '' : aroundHtml(neighbourhood, context)}`;
}

/** The number of features around the object, with their lists. */
function aroundHtml({ box: [west, south, east, north], counts, neighbours, own, isCut }: Neighbourhood, context: PageRequest): Html {
  const { language, passedOn } = context;
  const words = WORDS[language];
  const filter = formatQuery([['filter', `S_INTERSECTS(geometry, BBOX(${west}, ${south}, ${east}, ${north}))`], ['filter-crs', CRSS['28992'].uri]]);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const rows = [...counts].map(([collection, count]) => html`<li><a href="${
    withQuery(`${context.baseUrl}/collections/${collection}/items`, joinQueries(filter, passedOn.ofFeatures))
  }">${textOf(collection).title[language]}</a>: ${count}</li>`);
  return html`<h3>${words.around}</h3>
<p>${words.within(String(east - west), String(north - south))}${isCut ? ` ${words.cut(neighbours.length + own.length, all)}` : ''}</p>
${neighbours.length === 0 && !isCut ? html`<p>${words.nothing}</p>` : ''}<ul>${rows}</ul>`;
}
