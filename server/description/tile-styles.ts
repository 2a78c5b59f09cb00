/**
 * Tile styles: how maps draw the vector tiles of a collection, in the colours of the legend (schemas/legend.ts): a style of MapLibre with
 * its source, a flat style of OpenLayers, and one of QGIS. A geometry that the register made is dashed. Counts are
 * circles, with their number in the first two.
 * Not here: the map page, which has features (web/client/map-style.ts), and its rule for objects that are too small to see.
 */
import { COUNTS_LAYER } from '../../publisher/tiles/layers.ts';
import type { MatrixSet } from '../../publisher/tiles/matrix-sets.ts';
import type { Language } from '../../schemas/finding.ts';
import { symbolOf, type LegendSymbol } from '../../schemas/legend.ts';
import { qgisTileStyle, type DrawnKind, type TileLayerStyle } from '../../schemas/qgis-style.ts';
import { textOf } from './collections.ts';
import { templateOf, type Described } from './tilesets.ts';

const PAPER = '#ffffff';
const COUNT_COLOUR = '#1f3a52';
const [POINT_RADIUS, LINE_WIDTH, FILL_OPACITY] = [5.5, 2.5, 0.18];
const DASHES = [8, 6] as const;
const DERIVED = 'geometrieAfgeleid';
/** Radius of a circle by its count. */
const COUNT_RADII = [[1, 9], [10, 13], [100, 17], [1_000, 21], [10_000, 25]] as const;

/** One entry of a legend: the colour of objects with this value of the field, or of all others. */
interface LegendEntry {
  readonly text: string;
  readonly colour: string;
  readonly field?: string;
  readonly value?: string;
}

/** Returns the legend of a collection in words. */
export function legendOf(collection: string, language: Language): readonly LegendEntry[] {
  const { colour, variants } = symbolOf(collection);
  const others = { text: textOf(collection).title[language], colour };
  if (variants === undefined) return [others];
  return [...Object.entries(variants.colours).map(([value, own]) => ({ text: value, colour: own, field: variants.field, value })), others];
}

/** Returns a style of MapLibre for a set in Web Mercator. QGIS and the module ol-mapbox-style read it too. */
export function mapLibreStyle(set: MatrixSet, given: Described) {
  const { collection, language } = given;
  const symbol = symbolOf(collection);
  const colour = colourExpression(symbol);
  const layer = (name: string, rest: object): object => ({ id: `${collection}-${name}`, source: collection, 'source-layer': collection, ...rest });
  const line = (name: string, isDerived: boolean, paint: object): object => layer(name, {
    type: 'line', filter: ['all', ['!=', ['geometry-type'], 'Point'], [isDerived ? '==' : '!=', ['get', DERIVED], true]],
    paint: { 'line-color': colour, 'line-width': LINE_WIDTH, ...paint },
  });
  return {
    version: 8, name: textOf(collection).title[language], metadata: { legend: legendOf(collection, language) },
    sources: { [collection]: { type: 'vector', tiles: [templateOf(set, given, '{z}/{y}/{x}')], minzoom: 0, maxzoom: set.lastLevel } },
    layers: [
      ...symbol.isFilled ? [layer('fill', { type: 'fill', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': colour, 'fill-opacity': FILL_OPACITY } })] : [],
      line('line', false, {}),
      line('derived', true, { 'line-dasharray': DASHES.map((pixels) => pixels / LINE_WIDTH) }),
      layer('point', {
        type: 'circle', filter: ['==', ['geometry-type'], 'Point'],
        paint: { 'circle-color': colour, 'circle-radius': POINT_RADIUS, 'circle-stroke-color': PAPER, 'circle-stroke-width': 1.5 },
      }),
      ...countLayers(collection),
    ],
  };
}

function countLayers(collection: string): readonly object[] {
  const counts = { source: collection, 'source-layer': collection + COUNTS_LAYER };
  return [
    { id: `${collection}-count`, type: 'circle', ...counts, paint: { 'circle-color': COUNT_COLOUR, 'circle-radius': radiusExpression() } },
    {
      id: `${collection}-number`, type: 'symbol', ...counts, layout: { 'text-field': ['to-string', ['get', 'aantal']], 'text-size': 11, 'text-allow-overlap': true },
      paint: { 'text-color': PAPER },
    },
  ];
}

/** Returns a flat style of OpenLayers for a layer of vector tiles in any set. */
export function openLayersStyle({ collection }: Described) {
  const symbol = symbolOf(collection);
  const colour = colourExpression(symbol);
  const inLayer = (name: string): readonly unknown[] => ['==', ['get', 'layer'], name];
  const drawn = (isDerived: boolean) => ({
    filter: ['all', inLayer(collection), ['!=', ['geometry-type'], 'Point'], [isDerived ? '==' : '!=', ['get', DERIVED], true]],
    style: {
      'stroke-color': colour, 'stroke-width': LINE_WIDTH, ...isDerived ? { 'stroke-line-dash': DASHES, 'stroke-line-cap': 'butt' } : {},
      ...symbol.isFilled ? { 'fill-color': ['color', ...[0, 1, 2].map((at) => channelExpression(symbol, at)), FILL_OPACITY] } : {},
    },
  });
  return [
    drawn(false), drawn(true),
    {
      filter: ['all', inLayer(collection), ['==', ['geometry-type'], 'Point']],
      style: { 'circle-radius': POINT_RADIUS, 'circle-fill-color': colour, 'circle-stroke-color': PAPER, 'circle-stroke-width': 1.5 },
    },
    {
      filter: inLayer(collection + COUNTS_LAYER),
      style: {
        'circle-radius': radiusExpression(), 'circle-fill-color': COUNT_COLOUR, 'text-value': ['to-string', ['get', 'aantal']],
        'text-font': '600 11px system-ui, sans-serif', 'text-fill-color': PAPER, 'text-overflow': true,
      },
    },
  ];
}

/** Returns a style of QGIS for a layer of vector tiles in Web Mercator, as QML. */
export function qgisStyle({ collection, language }: Described): string {
  const { isFilled, variants } = symbolOf(collection);
  const entries = legendOf(collection, language);
  const named = entries.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const layers = QGIS_KINDS.flatMap((kind) => entries.flatMap(({ text, colour, field, value }) => (
    (kind === 'punt' ? [false] : [false, true]).map((isDashed): TileLayerStyle => ({
      name: text, layer: collection, kind, symbol: { colour, isFilled, isDashed },
      expression: [
        ...variants === undefined ? [] : [field === undefined ? othersOf(variants.field, named) : `"${field}" = '${value}'`],
        ...kind === 'punt' ? [] : [`coalesce("${DERIVED}", false) = ${isDashed}`],
      ].join(' and '),
    }))
  )));
  const symbol = { colour: COUNT_COLOUR, isFilled: true };
  return qgisTileStyle([...layers, { name: 'aantal', layer: collection + COUNTS_LAYER, kind: 'punt', expression: '', symbol }]);
}

/** Returns the condition, in the expressions of QGIS, that a field has none of the values. */
function othersOf(field: string, values: readonly string[]): string {
  return `coalesce("${field}", '') not in ('${values.join("', '")}')`;
}

/** Areas first, so that lines and points are drawn over them. */
const QGIS_KINDS: readonly DrawnKind[] = ['vlak', 'lijn', 'punt'];

function colourExpression({ colour, variants }: LegendSymbol): unknown {
  return variants === undefined ? colour : ['match', ['get', variants.field], ...Object.entries(variants.colours).flat(), colour];
}

/** Returns the red, green or blue part of a colour, 0 to 255. */
function channelExpression({ colour, variants }: LegendSymbol, at: number): unknown {
  const channel = (text: string): number => Number.parseInt(text.slice(1 + at * 2, 3 + at * 2), 16);
  if (variants === undefined) return channel(colour);
  return ['match', ['get', variants.field], ...Object.entries(variants.colours).flatMap(([value, own]) => [value, channel(own)]), channel(colour)];
}

function radiusExpression(): unknown {
  return ['interpolate', ['linear'], ['get', 'aantal'], ...COUNT_RADII.flat()];
}
