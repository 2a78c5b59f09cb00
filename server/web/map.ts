/**
 * Map: a small drawing of geometries as inline SVG, from their RD coordinates. No script, no tiles, nothing
 * loaded.
 *
 * Shown are a graticule in RD with its labels, a sketch of the country for orientation, and a locator that
 * says where in the country the drawing lies. Vertices that fall on the same half pixel are drawn once.
 */
import { OUTLINE } from '../../schemas/outline.ts';
import { html, Html } from './html.ts';

/** A GeoJSON geometry in RD, as parsed from our own bytes. */
export interface Drawable {
  readonly type: string;
  readonly coordinates: unknown;
}

export interface Drawn {
  readonly geometry: Drawable;
  readonly label: string;
  readonly href?: string;
}

type Point = readonly [number, number];
interface Frame {
  readonly west: number;
  readonly north: number;
  /** Metres a pixel. */
  readonly scale: number;
}

const WIDTH = 900;
const HEIGHT = 460;
const SPAN_METRES_MIN = 300;
const MARGIN = 0.1;
const LINES_ACROSS = 6;
/** What is smaller, width and height together, is drawn as a point: a house on a map of the country. */
const SEEN_PIXELS_MIN = 8;

/** The drawing, or nothing when there is no geometry. */
export function map(drawn: readonly Drawn[]): Html {
  const shapes = drawn.map((entry) => ({ entry, paths: pathsOf(entry.geometry.coordinates) }))
    .filter(({ paths }) => paths.length > 0);
  if (shapes.length === 0) return NOTHING_TO_DRAW;
  const frame = frameOf(shapes.flatMap(({ paths }) => paths.flat()));
  const title = `Kaart van ${shapes.length === 1 ? 'één object' : `${shapes.length} objecten`} in het RD-stelsel`;
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="${title}">
<title>${title}</title><path class="land" d="${pathData([OUTLINE], frame, true)}"/>
${graticule(frame)}${shapes.map(({ entry, paths }) => shape(entry, { paths, frame }))}${locator(frame)}</svg>`;
}

const NOTHING_TO_DRAW = html`<p>Geen geometrie om te tekenen. <span lang="en">No geometry to draw.</span></p>`;

/** All paths of nested coordinate arrays; a lone position is a path of one. */
function pathsOf(coordinates: unknown): readonly (readonly Point[])[] {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return [];
  if (typeof coordinates[0] === 'number') return [[[coordinates[0], Number(coordinates[1])]]];
  const first: unknown = coordinates[0];
  if (Array.isArray(first) && typeof first[0] === 'number') {
    return [coordinates.map((position: readonly number[]): Point => [position[0] ?? 0, position[1] ?? 0])];
  }
  return coordinates.flatMap(pathsOf);
}

function frameOf(points: readonly Point[]): Frame {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  const room = 1 + 2 * MARGIN;
  const scale = Math.max(((east - west) * room) / WIDTH, ((north - south) * room) / HEIGHT, SPAN_METRES_MIN / HEIGHT);
  return { west: (west + east - WIDTH * scale) / 2, north: (north + south + HEIGHT * scale) / 2, scale };
}

function place([x, y]: Point, { west, north, scale }: Frame): Point {
  return [Math.round(((x - west) / scale) * 2) / 2, Math.round(((north - y) / scale) * 2) / 2];
}

function pathData(paths: readonly (readonly Point[])[], frame: Frame, close: boolean): string {
  return paths.map((path) => {
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    let data = '';
    for (const position of path) {
      const [x, y] = place(position, frame);
      if (x === lastX && y === lastY) continue;
      data += `${data === '' ? 'M' : 'L'}${x} ${y}`;
      [lastX, lastY] = [x, y];
    }
    return data + (close ? 'Z' : '');
  }).join('');
}

function shape({ geometry, label, href }: Drawn, { paths, frame }: {
  paths: readonly (readonly Point[])[]; frame: Frame;
}): Html {
  const drawing = html`<title>${label}</title>${figure(geometry.type, paths, frame)}`;
  return href === undefined ? html`<g>${drawing}</g>` : html`<a href="${href}" tabindex="-1">${drawing}</a>`;
}

function figure(type: string, paths: readonly (readonly Point[])[], frame: Frame): readonly Html[] {
  if (type === 'Point' || type === 'MultiPoint') {
    return paths.flat().map((position) => {
      const [x, y] = place(position, frame);
      return html`<circle class="point" cx="${x}" cy="${y}" r="6"/>`;
    });
  }
  const { middle: [x, y], spread } = extentOf(paths, frame);
  if (spread < SEEN_PIXELS_MIN) return [html`<circle class="point" cx="${x}" cy="${y}" r="6"/>`];
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  return [html`<path class="${isArea ? 'area' : 'line'}" d="${pathData(paths, frame, isArea)}"/>`];
}

/** Where the drawing of some paths lies, and how wide and high it is together, in pixels. */
function extentOf(paths: readonly (readonly Point[])[], frame: Frame): { middle: Point; spread: number } {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const path of paths) {
    for (const position of path) {
      const [x, y] = place(position, frame);
      [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
    }
  }
  return { middle: [(west + east) / 2, (south + north) / 2], spread: east - west + north - south };
}

function graticule(frame: Frame): readonly Html[] {
  const step = roundStep((WIDTH * frame.scale) / LINES_ACROSS);
  const lines: Html[] = [];
  for (let x = Math.ceil(frame.west / step) * step; x < frame.west + WIDTH * frame.scale; x += step) {
    const [at] = place([x, 0], frame);
    lines.push(gridLine(`M${at} 0V${HEIGHT}`, [at + 3, 12], `x ${metres(x, step)}`));
  }
  const south = frame.north - HEIGHT * frame.scale;
  for (let y = Math.ceil(south / step) * step; y < frame.north; y += step) {
    const [, at] = place([0, y], frame);
    lines.push(gridLine(`M0 ${at}H${WIDTH}`, [3, at - 3], `y ${metres(y, step)}`));
  }
  return lines;
}

function gridLine(path: string, [x, y]: Point, label: string): Html {
  return html`<path class="grid" d="${path}"/><text class="label" x="${x}" y="${y}">${label}</text>`;
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `span`. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= span) ?? span;
}

function metres(value: number, step: number): string {
  return step >= 1000 ? `${Math.round(value / 1000)} km` : `${Math.round(value)} m`;
}

const LOCATOR: Frame = { west: 0, north: 625_000, scale: 3_300 };
const LOCATOR_EDGE = 100;

/** Where in the country the drawing lies; left out when the drawing shows much of the country itself. */
function locator(frame: Frame): Html | undefined {
  if (frame.scale > LOCATOR.scale / 12) return undefined;
  const [x, y] = place([frame.west, frame.north], LOCATOR);
  const width = Math.max((WIDTH * frame.scale) / LOCATOR.scale, 6);
  const height = Math.max((HEIGHT * frame.scale) / LOCATOR.scale, 6);
  return html`<g transform="translate(${WIDTH - LOCATOR_EDGE - 4} ${HEIGHT - LOCATOR_EDGE - 4})">
<path class="land" d="${pathData([OUTLINE], LOCATOR, true)}"/>
<rect class="here" x="${x}" y="${y}" width="${width}" height="${height}"/></g>`;
}
