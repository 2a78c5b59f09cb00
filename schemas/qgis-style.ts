/** QGIS style: the symbols of a collection in the colours of the legend (legend.ts), as QML: of its features, and of layers of vector tiles. */
import { unreachable } from './fault.ts';
import type { GeometryKind } from './geometry.ts';
import { html, type Html } from './html.ts';
import { symbolOf, type LegendSymbol } from './legend.ts';

export type DrawnKind = Exclude<GeometryKind, 'geen'>;

/** Layer types of QGIS, with the class of a symbol, of its layer, and of the option with its colour. */
const KINDS = {
  punt: { number: 0, symbol: 'marker', layer: 'SimpleMarker' },
  lijn: { number: 1, symbol: 'line', layer: 'SimpleLine' },
  vlak: { number: 2, symbol: 'fill', layer: 'SimpleFill' },
} as const satisfies Record<DrawnKind, object>;

/** A symbol of one colour; `isDashed`: its lines are, as those of a geometry that the register made. */
export interface DrawnSymbol extends Pick<LegendSymbol, 'colour' | 'isFilled'> {
  readonly isDashed?: boolean;
}

/** Opacity of a fill, of 255. */
const FILL_ALPHA = 64;

/** Returns the style of the features of a collection that have this kind of geometry. Columns have the names of schemas/derived/columns.ts. */
export function qgisFeatureStyle(collection: string, kind: DrawnKind): string {
  const symbol = symbolOf(collection);
  const renderer = symbol.variants === undefined ? single(symbol, kind) : categorised(symbol, symbol.variants, kind);
  return fileOf(html`${renderer}<layerGeometryType>${KINDS[kind].number}</layerGeometryType>`);
}

/** How QGIS draws the features of one layer of a vector tile that meet a condition. */
export interface TileLayerStyle {
  readonly name: string;
  /** Name of the layer in the tile. */
  readonly layer: string;
  readonly kind: DrawnKind;
  /** The condition, in the expressions of QGIS; empty: all features. */
  readonly expression: string;
  readonly symbol: DrawnSymbol;
}

/** Returns the style of a set of vector tiles; later layers are drawn over earlier ones. */
export function qgisTileStyle(layers: readonly TileLayerStyle[]): string {
  return fileOf(html`<renderer type="basic"><styles>${layers.map(({ name, layer, kind, expression, symbol }) => {
    const what = html`name="${name}" layer="${layer}" geometry="${KINDS[kind].number}" expression="${expression}"`;
    return html`<style ${what} min-zoom="-1" max-zoom="-1" enabled="1"><symbols>${symbolText('0', symbol, kind)}</symbols></style>`;
  })}</styles></renderer>`);
}

function fileOf(content: Html): string {
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n${html`<qgis version="3.22" styleCategories="Symbology">${content}</qgis>`.text}`;
}

function single({ colour, isFilled }: LegendSymbol, kind: DrawnKind): Html {
  return html`<renderer-v2 type="singleSymbol"><symbols>${symbolText('0', { colour, isFilled }, kind)}</symbols></renderer-v2>`;
}

function categorised({ colour, isFilled }: LegendSymbol, { field, colours }: NonNullable<LegendSymbol['variants']>, kind: DrawnKind): Html {
  const values = [...Object.entries(colours), ['', colour] as const];
  return html`<renderer-v2 type="categorizedSymbol" attr="${field}"><categories>${
    values.map(([value], at) => html`<category symbol="${at}" value="${value}" label="${value}" render="true"/>`)
  }</categories><symbols>${values.map(([, own], at) => symbolText(String(at), { colour: own, isFilled }, kind))}</symbols></renderer-v2>`;
}

function symbolText(name: string, drawn: DrawnSymbol, kind: DrawnKind): Html {
  const { symbol, layer } = KINDS[kind];
  return html`<symbol type="${symbol}" name="${name}"><layer class="${layer}" enabled="1"><Option type="Map">${
    Object.entries(optionsOf(drawn, kind)).map(([option, value]) => html`<Option name="${option}" type="QString" value="${value}"/>`)
  }</Option></layer></symbol>`;
}

function optionsOf({ colour: text, isFilled, isDashed = false }: DrawnSymbol, kind: DrawnKind): Readonly<Record<string, string>> {
  const [colour, line] = [rgb(text), isDashed ? 'dash' : 'solid'];
  switch (kind) {
    case 'punt': return { color: `${colour},255`, outline_color: '255,255,255,255', size: '2.5' };
    case 'lijn': return { line_color: `${colour},255`, line_width: '0.6', line_style: line };
    case 'vlak': return { color: `${colour},${FILL_ALPHA}`, style: isFilled ? 'solid' : 'no', outline_color: `${colour},255`, outline_width: '0.5', outline_style: line };
    default: return unreachable(kind);
  }
}

/** Returns `#c92a2a` as `201,42,42`. */
function rgb(colour: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(',');
}
