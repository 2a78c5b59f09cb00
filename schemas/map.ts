/**
 * Map: a small drawing in RD as inline SVG, around the content of its caller. No script, no tiles, no external files.
 *
 * It has a sketch of the country, a grid with RD kilometres, a scale bar, and a locator that shows the frame in the country.
 * Not here: the content (server/web/map.ts: geometries; pipelines/prepare/report/map.ts: findings).
 */
import { html, type Html } from './html.ts';
import { OUTLINE } from './outline.ts';

/** x and y: in metres of RD on the ground, in pixels on the drawing. */
export type Point = readonly [number, number];

/** The part of the country that a drawing shows. */
export interface Frame {
  readonly west: number;
  readonly north: number;
  /** Metres per pixel. */
  readonly scale: number;
}

const WIDTH = 720;
const HEIGHT = 420;
const SPAN_METRES_MIN = 300;
/** Ratio of the frame to the drawn extent, so that labels fit beside it. */
const ROOM = 1.3;
const LINES_ACROSS = 5;

/** Colours are the page's properties --soft, --paper, --tint, --line and --mark. */
export const MAP_STYLE = `.map{display:block;width:100%;height:auto;max-width:54.8rem;margin:.6rem 0}
.map{background:var(--tint);border:1px solid var(--line)}
.map .land{fill:var(--paper);stroke:var(--soft)}.map .inset{fill:var(--tint)}.map .grid{stroke:var(--line);fill:none}
.map .label{fill:var(--soft);font:12px system-ui,sans-serif}.map .scale{stroke:var(--soft);stroke-width:2;fill:none}
.map .here{fill:none;stroke:var(--mark);stroke-width:2}
`;

/** The smallest frame around points. */
export function frameOf(places: readonly Point[]): Frame {
  const { west, south, east, north } = boxOf(places);
  const scale = Math.max(((east - west) * ROOM) / WIDTH, ((north - south) * ROOM) / HEIGHT, SPAN_METRES_MIN / HEIGHT);
  return { west: (west + east - WIDTH * scale) / 2, north: (north + south + HEIGHT * scale) / 2, scale };
}

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function boxOf(points: readonly Point[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return { west, south, east, north };
}

/** The pixel of a point on the ground, to half a pixel. */
export function pixelOf([x, y]: Point, { west, north, scale }: Frame): Point {
  return [Math.round(((x - west) / scale) * 2) / 2, Math.round(((north - y) / scale) * 2) / 2];
}

/** Data of an SVG path. Vertices that fall on the same half pixel are drawn once. */
export function pathData(paths: readonly (readonly Point[])[], frame: Frame, close: boolean): string {
  return paths.map((path) => {
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    let data = '';
    for (const position of path) {
      const [x, y] = pixelOf(position, frame);
      if (x === lastX && y === lastY) continue;
      data += `${data === '' ? 'M' : 'L'}${x} ${y}`;
      [lastX, lastY] = [x, y];
    }
    return data + (close ? 'Z' : '');
  }).join('');
}

interface MapOptions {
  readonly title: string;
  readonly frame: Frame;
  /** Points that the locator does not cover. */
  readonly places: readonly Point[];
}

/** Returns the drawing, with `content` on it. */
export function drawMap({ title, frame, places }: MapOptions, content: readonly Html[]): Html {
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="${title}">
<title>${title}</title>${land(frame)}
${grid(frame)}${scaleBar(frame)}${locator(frame, places.map((place) => pixelOf(place, frame)))}
${content}</svg>`;
}

function land(frame: Frame): Html {
  return html`<path class="land" d="${pathData(OUTLINE, frame, true)}"/>`;
}

function grid(frame: Frame): readonly Html[] {
  const step = roundStep((WIDTH * frame.scale) / LINES_ACROSS);
  const lines: Html[] = [];
  for (let x = Math.ceil(frame.west / step) * step; x < frame.west + WIDTH * frame.scale; x += step) {
    const [at] = pixelOf([x, 0], frame);
    lines.push(html`<path class="grid" d="M${at} 0V${HEIGHT}"/>${label([at + 3, 12], `x ${metres(x, step)}`)}`);
  }
  for (let y = Math.ceil((frame.north - HEIGHT * frame.scale) / step) * step; y < frame.north; y += step) {
    const [, at] = pixelOf([0, y], frame);
    // Keeps clear of the labels of the other lines, and of the scale bar.
    const isFree = at >= 30 && at <= HEIGHT - 40;
    lines.push(html`<path class="grid" d="M0 ${at}H${WIDTH}"/>${isFree ? label([3, at - 3], `y ${metres(y, step)}`) : ''}`);
  }
  return lines;
}

function label([x, y]: Point, words: string): Html {
  return html`<text class="label" x="${x}" y="${y}">${words}</text>`;
}

function scaleBar({ scale }: Frame): Html {
  const span = roundStep(90 * scale);
  const wide = Math.round(span / scale);
  const y = HEIGHT - 12;
  return html`<path class="scale" d="M12 ${y - 6}v6h${wide}v-6"/>${label([wide + 18, y], metres(span, span))}`;
}

const COUNTRY: Frame = { west: 0, north: 625_000, scale: 3_300 };
const COUNTRY_EDGE = 100;
/** Pixels that are kept free around a point. */
const CLEAR_WIDE = 76;
const CLEAR_HIGH = 30;

/** The locator, in a corner without points; absent when the drawing shows much of the country. */
function locator(frame: Frame, places: readonly Point[]): Html | undefined {
  if (frame.scale > COUNTRY.scale / 12) return undefined;
  const [right, bottom] = [WIDTH - COUNTRY_EDGE - 4, HEIGHT - COUNTRY_EDGE - 4];
  const corners: readonly Point[] = [[right, bottom], [right, 4], [4, 4]];
  const isFree = ([left, top]: Point): boolean => !places.some(([x, y]) =>
    x > left - CLEAR_WIDE && x < left + COUNTRY_EDGE + CLEAR_WIDE && y > top - 10 && y < top + COUNTRY_EDGE + CLEAR_HIGH);
  const corner = corners.find(isFree) ?? [right, bottom];
  const [x, y] = pixelOf([frame.west, frame.north], COUNTRY);
  const wide = Math.max(Math.round((WIDTH * frame.scale) / COUNTRY.scale), 6);
  const high = Math.max(Math.round((HEIGHT * frame.scale) / COUNTRY.scale), 6);
  return html`<g transform="translate(${corner[0]} ${corner[1]})"><rect class="inset" width="${COUNTRY_EDGE}" height="${COUNTRY_EDGE}"/>${
    land(COUNTRY)}<rect class="here" x="${x}" y="${y}" width="${wide}" height="${high}"/></g>`;
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `span`. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= span) ?? span;
}

function metres(value: number, step: number): string {
  return step >= 1000 ? `${Math.round(value / 1000)} km` : `${Math.round(value)} m`;
}
