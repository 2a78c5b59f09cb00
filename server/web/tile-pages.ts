/** Pages of vector tiles: the tilesets of a collection, one tileset, and the tile matrix sets. */
import { MATRIX_SETS, TILE_PIXELS, type MatrixSet } from '../../publisher/tiles/matrix-sets.ts';
import type { Text } from '../../schemas/finding.ts';
import { html, type Html } from '../../schemas/html.ts';
import { textOf } from '../description/collections.ts';
import { CONTENTS, styleLinks, templateOf } from '../description/tilesets.ts';
import { dataUrl, page, textUrl, type PageRequest, type Trail } from './page.ts';

const TILES: Text = { nl: 'Vectortegels', en: 'Vector tiles' };
const SETS: Text = { nl: 'Indelingen in tegels', en: 'Tile matrix sets' };

export function tilesetsPage(collection: string, context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const sets = MATRIX_SETS.map(({ id, title }) => (
    html`<li><a href="${dataUrl(context, `/collections/${collection}/tiles/${id}`)}">${say(title)}</a></li>`
  ));
  return page({ ...context, title: say(TILES), trail: trailTo(collection, context) }, html`
<p class="lead">${say(CONTENTS)}</p>
<ul>${sets}</ul>`);
}

export function tilesetPage(set: MatrixSet, collection: string, context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const { baseUrl, passedOn } = context;
  const trail: Trail = [...trailTo(collection, context), [say(TILES), dataUrl(context, `/collections/${collection}/tiles`)]];
  const template = (place: string): Html => html`<code>${templateOf(set, { baseUrl, collection, passedOn }, place)}</code>`;
  const styles = styleLinks(set, { baseUrl, collection, passedOn, language: context.language }).map(({ href, title }) => html`<li><a href="${href}">${title}</a></li>`);
  return page({ ...context, title: say(set.title), trail }, html`
<p class="lead">${say(CONTENTS)}</p>
<dl><dt>${say({ nl: 'Adres van een tegel', en: 'Address of a tile' })}</dt><dd>${template('{tileMatrix}/{tileRow}/{tileCol}')}</dd>
<dt>${say({ nl: 'Voor MapLibre, OpenLayers en QGIS', en: 'For MapLibre, OpenLayers and QGIS' })}</dt><dd>${template('{z}/{y}/{x}')}</dd>
<dt>${say({ nl: 'Niveaus', en: 'Levels' })}</dt><dd>0–${String(set.lastLevel)}</dd>
<dt>${say({ nl: 'Stijlen', en: 'Styles' })}</dt><dd><ul>${styles}</ul></dd>
<dt>CRS</dt><dd><code>${set.crsUri}</code></dd>
<dt>${say(SETS)}</dt><dd><a href="${textUrl(context, `/tileMatrixSets/${set.id}`)}">${set.id}</a></dd></dl>`);
}

export function matrixSetsPage(context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const rows = MATRIX_SETS.map(({ id, title, crsUri }) => html`<tr><td><a href="${textUrl(context, `/tileMatrixSets/${id}`)}">${id}</a></td>
<td>${say(title)}</td><td><code>${crsUri}</code></td></tr>`);
  return page({ ...context, title: say(SETS) }, html`
<p class="lead">${say({ nl: 'Vectortegels zijn er in deze indelingen.', en: 'Vector tiles come in these sets.' })}</p>
<div class="scroll"><table><thead><tr><th scope="col">id</th><th scope="col">${say({ nl: 'Naam', en: 'Name' })}</th><th scope="col">CRS</th></tr></thead>
<tbody>${rows}</tbody></table></div>`);
}

export function matrixSetPage(set: MatrixSet, context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  return page({ ...context, title: set.id, trail: [[say(SETS), textUrl(context, '/tileMatrixSets')]] }, html`
<p class="lead">${say(set.title)}</p>
<dl><dt>CRS</dt><dd><code>${set.crsUri}</code></dd>
<dt>${say({ nl: 'Noordwesthoek', en: 'North-west corner' })}</dt><dd>${set.origin.join(', ')}</dd>
<dt>${say({ nl: 'Meters per pixel op niveau 0', en: 'Metres per pixel at level 0' })}</dt><dd>${String(set.cellSize)}</dd>
<dt>${say({ nl: 'Pixels van een tegel', en: 'Pixels of a tile' })}</dt><dd>${String(TILE_PIXELS)} × ${String(TILE_PIXELS)}</dd>
<dt>${say({ nl: 'Niveaus', en: 'Levels' })}</dt><dd>0–${String(set.lastLevel)}</dd></dl>`);
}

function trailTo(collection: string, context: PageRequest): Trail {
  const say = (text: Text): string => text[context.language];
  return [
    [say({ nl: 'Collecties', en: 'Collections' }), dataUrl(context, '/collections')],
    [say(textOf(collection).title), dataUrl(context, `/collections/${collection}`)],
  ];
}
