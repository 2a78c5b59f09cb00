/** Density map: the country with the number of objects in each cell, in five shades, and their legend. */
import type { Cell } from '../../publisher/read/types.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Html } from '../../schemas/html.ts';
import { pathData, pixelOf, type Frame } from '../../schemas/map.ts';
import { OUTLINE } from '../../schemas/outline.ts';
import { numberText } from './number-text.ts';

/** The country, from its north-west corner in RD. */
const FRAME: Frame = { west: 5_000, north: 625_000, scale: 500 };
const [WIDTH, HEIGHT] = [560, 650];
/** Lowest number of objects of each shade. */
const SHADES = [1, 10, 100, 1_000, 10_000] as const;

export const DENSITY_STYLE = SHADES.map((_, at) => `.density .d${at}{fill:var(--fill);fill-opacity:${[0.25, 0.45, 0.65, 0.85, 1][at]}}`).join('\n');

/** Returns the map; `size`: metres of the side of a cell. */
export function densityMap(cells: readonly Cell[], size: number, language: Language): Html {
  const byShade = Map.groupBy(cells, ([, , count]) => SHADES.findLastIndex((lowest) => count >= lowest));
  const shaded = [...byShade].map(([shade, some]) => html`<path class="d${shade}" d="${some.map((cell) => square(cell, size)).join('')}"/>`);
  const title = titleOf(cells, size)[language];
  return html`<figure class="density">
<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}"><title>${title}</title>
<path class="land" d="${pathData(OUTLINE, FRAME, true)}"/>${shaded}</svg>
<figcaption>${CAPTION(size)[language]}<ul class="legend">${SHADES.map((lowest, shade) => html`<li>
<svg viewBox="0 0 16 16" aria-hidden="true"><rect class="d${shade}" width="16" height="16"/></svg>
${rangeText(lowest, SHADES[shade + 1], language)}</li>`)}</ul></figcaption></figure>`;
}

function square([x, y]: Cell, size: number): string {
  const [left, top] = pixelOf([x, y + size], FRAME);
  const [right, bottom] = pixelOf([x + size, y], FRAME);
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

function titleOf(cells: readonly Cell[], size: number): Text {
  const most = cells.reduce<Cell | undefined>((most, cell) => (most === undefined || cell[2] > most[2] ? cell : most), undefined);
  if (most === undefined) return { nl: 'Kaart van Nederland, zonder objecten', en: 'Map of the Netherlands, without objects' };
  const [x, y, count] = most;
  const middle = `${(x + size / 2) / 1_000}, ${(y + size / 2) / 1_000}`;
  return {
    nl: `Kaart van Nederland: objecten in ${cells.length} vakken van ${size / 1_000} km; de meeste, ${count}, rond RD ${middle} km`,
    en: `Map of the Netherlands: objects in ${cells.length} cells of ${size / 1_000} km; most, ${count}, around RD ${middle} km`,
  };
}

const CAPTION = (size: number): Text => ({
  nl: `Aantal objecten per vak van ${size / 1_000} bij ${size / 1_000} km. Een leeg vak betekent niet dat het daar veilig is.`,
  en: `Number of objects in each cell of ${size / 1_000} by ${size / 1_000} km. An empty cell does not mean that it is safe there.`,
});

function rangeText(lowest: number, next: number | undefined, language: Language): string {
  const from = numberText(lowest, language);
  if (next === undefined) return { nl: `${from} en meer`, en: `${from} and more` }[language];
  return { nl: `${from} tot ${numberText(next, language)}`, en: `${from} up to ${numberText(next, language)}` }[language];
}
