/**
 * Map style: how the map draws objects, in the colours of the legend (schemas/legend.ts). A geometry that the register made is dashed. An
 * object that is too small to see is drawn as a point.
 */
import type Feature from 'ol/Feature.js';
import type { FeatureLike } from 'ol/Feature.js';
import type Style from 'ol/style/Style.js';
import type { KindSymbol } from './map-page-data.ts';
import { ol } from './map-ol.ts';
import { shortCount, type Language } from './map-texts.ts';

/** Smallest drawn size of an area or a line, in pixels. */
const SEEN_PIXELS_MIN = 8;
const FILL_OPACITY = '2e';
const PAPER = '#ffffff';

/** Returns the colour of an object with these properties. */
export function colourOf({ colour, variants }: KindSymbol, valueOf: (field: string) => unknown): string {
  return variants?.colours[String(valueOf(variants.field))] ?? colour;
}

/** Returns the style function of a kind. Styles are made once for each colour. */
export function styleOf(symbol: KindSymbol): (feature: FeatureLike, resolution: number) => Style {
  const made = new Map<string, Style>();
  return (feature, resolution) => {
    const colour = colourOf(symbol, (field) => feature.get(field) as unknown);
    const isPoint = isSmall(feature, resolution);
    const isDerived = feature.get('geometrieAfgeleid') === true;
    const key = `${colour} ${isPoint} ${isDerived}`;
    const style = made.get(key) ?? (isPoint ? pointStyle(colour) : lineStyle(colour, { isFilled: symbol.isFilled, isDerived }));
    made.set(key, style);
    return style;
  };
}

function isSmall(feature: FeatureLike, resolution: number): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = feature.getGeometry()?.getExtent() ?? [];
  return (east - west + north - south) / resolution < SEEN_PIXELS_MIN;
}

function fill(color: string) {
  return new ol.style.Fill({ color });
}

function circle(radius: number, colour: string) {
  return new ol.style.Circle({ radius, fill: fill(colour), stroke: new ol.style.Stroke({ color: PAPER, width: 1.5 }) });
}

function pointStyle(colour: string): Style {
  return new ol.style.Style({ image: circle(5.5, colour), geometry: centreOf });
}

function centreOf(feature: FeatureLike) {
  const extent = (feature as Feature).getGeometry()?.getExtent();
  return extent === undefined ? undefined : new ol.geom.Point(ol.extent.getCenter(extent));
}

function lineStyle(colour: string, { isFilled, isDerived }: { readonly isFilled: boolean; readonly isDerived: boolean }): Style {
  const stroke = new ol.style.Stroke({ color: colour, width: 2.5, ...isDerived ? { lineDash: [8, 6], lineCap: 'butt' as const } : {} });
  return new ol.style.Style({ stroke, image: circle(5.5, colour), ...isFilled ? { fill: fill(colour + FILL_OPACITY) } : {} });
}

const LEAST_RADIUS = 9;
const MOST_RADIUS = 24;

/** Returns the style of cells with a count: a circle with its number. */
export function cellStyle(language: Language): (feature: FeatureLike) => Style {
  return (feature) => {
    const count = feature.get('count') as number;
    const radius = Math.min(MOST_RADIUS, LEAST_RADIUS + Math.log10(count) * 4);
    return new ol.style.Style({
      image: circle(radius, '#1f3a52'),
      text: new ol.style.Text({ text: shortCount(count, language), font: '600 11px system-ui, sans-serif', fill: fill(PAPER) }),
    });
  };
}

/** Style of the searched place, of a drawn area and of a measured line. */
export function placeStyle(): Style {
  const colour = '#16232e';
  return new ol.style.Style({
    stroke: new ol.style.Stroke({ color: colour, width: 2, lineDash: [2, 4] }), fill: fill('#16232e14'),
    image: new ol.style.Circle({ radius: 6, stroke: new ol.style.Stroke({ color: colour, width: 3 }), fill: fill(PAPER) }),
  });
}

/** Returns the style of objects that a question found: a broad border of a colour that no kind has. */
export function foundStyle(): (feature: FeatureLike, resolution: number) => Style {
  const stroke = new ol.style.Stroke({ color: FOUND, width: 9 });
  const image = new ol.style.Circle({ radius: 10, fill: fill(FOUND) });
  const [shape, point] = [new ol.style.Style({ stroke, image }), new ol.style.Style({ image, geometry: centreOf })];
  return (feature, resolution) => (isSmall(feature, resolution) ? point : shape);
}

const FOUND = '#ffd43b';

/** Style of the outline of the country and the provinces. */
export function outlineStyle(isDark: boolean): Style {
  return new ol.style.Style({
    fill: fill(isDark ? '#1f2d38' : '#fbfaf6'), stroke: new ol.style.Stroke({ color: isDark ? '#51616e' : '#8fa0ad', width: 1 }),
  });
}

/** Province names are shown on maps of the country only. */
const PROVINCES_RESOLUTION_MIN = 150;

/** Returns the style of names of provinces and cities. */
export function nameStyle(isDark: boolean): (feature: FeatureLike, resolution: number) => Style | undefined {
  const [ink, halo] = isDark ? ['#c3ced6', '#10181f'] : ['#51616e', '#fbfaf6'];
  return (feature, resolution) => {
    const isProvince = feature.get('isProvince') === true;
    if (isProvince && resolution < PROVINCES_RESOLUTION_MIN) return undefined;
    const text = feature.get('name') as string;
    return new ol.style.Style({
      text: new ol.style.Text({
        text, font: isProvince ? 'italic 600 13px system-ui, sans-serif' : '12px system-ui, sans-serif', fill: fill(ink),
        stroke: new ol.style.Stroke({ color: halo, width: 3 }),
      }),
    });
  };
}
