/**
 * Map: where the findings of a report lie, as inline SVG in RD, each marker a link to what was found there.
 *
 * A sketch of the country orients; a grid with RD kilometres and a scale bar measure. Markers that would cover each
 * other are one, which says how many it stands for, so a map never has more markers than cells.
 */
import { OUTLINE } from '../../../schemas/outline.ts';
import type { Severity } from '../../../schemas/finding.ts';
import { escape, type Speech } from './markup.ts';

export interface Marker {
  readonly number: number;
  readonly severity: Severity;
  /** x, y in metres (EPSG:28992). */
  readonly rd: readonly [number, number];
}

interface Frame {
  readonly west: number;
  readonly north: number;
  /** Metres a pixel. */
  readonly scale: number;
}

type Point = readonly [number, number];

const WIDTH = 720;
const HEIGHT = 420;
const SPAN_METRES_MIN = 400;
const ROOM = 1.3;
/** Markers nearer to each other than this, in pixels, are one. */
const MARKER_WIDE = 76;
const MARKER_HIGH = 30;
const LINES_ACROSS = 5;

interface MapLabels {
  readonly id: string;
  readonly title: string;
  readonly speech: Speech;
}

/** The map of these places; `id` names it in the document. Empty text when there is nothing to show. */
export function map(markers: readonly Marker[], { id, title, speech }: MapLabels): string {
  if (markers.length === 0) return '';
  const frame = frameOf(markers.map(({ rd }) => rd));
  return `<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-labelledby="${id}">
<title id="${id}">${escape(title)}</title>
<path class="land" d="${outlineIn(frame)}"/>
${grid(frame)}${scaleBar(frame)}${locator(frame, markers.map(({ rd }) => pixelOf(rd, frame)))}
${cellsOf(markers, frame).map((cell) => marker(cell, frame, speech)).join('\n')}
</svg>`;
}

/** The places of which the map of all these shows only one marker, though they differ: the fullest first. */
export function crowdsOf(markers: readonly Marker[]): readonly (readonly Marker[])[] {
  if (markers.length === 0) return [];
  return cellsOf(markers, frameOf(markers.map(({ rd }) => rd)))
    .filter((cell) => new Set(cell.map(({ rd }) => rd.join())).size > 1)
    .sort((a, b) => b.length - a.length);
}

/** Each marker joins the first cell that it would cover: there are never more cells than fit on the map. */
function cellsOf(markers: readonly Marker[], frame: Frame): readonly (readonly Marker[])[] {
  const cells: { readonly at: Point; readonly markers: Marker[] }[] = [];
  for (const one of markers) {
    const [x, y] = pixelOf(one.rd, frame);
    const cell = cells.find(({ at }) => Math.abs(at[0] - x) < MARKER_WIDE && Math.abs(at[1] - y) < MARKER_HIGH);
    if (cell === undefined) cells.push({ at: [x, y], markers: [one] });
    else cell.markers.push(one);
  }
  return cells.map((cell) => cell.markers);
}

function frameOf(points: readonly Point[]): Frame {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  const scale = Math.max(((east - west) * ROOM) / WIDTH, ((north - south) * ROOM) / HEIGHT, SPAN_METRES_MIN / HEIGHT);
  return { west: (west + east - WIDTH * scale) / 2, north: (north + south + HEIGHT * scale) / 2, scale };
}

function pixelOf([x, y]: Point, { west, north, scale }: Frame): Point {
  return [Math.round((x - west) / scale), Math.round((north - y) / scale)];
}

function outlineIn(frame: Frame): string {
  return `M${OUTLINE.map((point) => pixelOf(point, frame).join(' ')).join('L')}Z`;
}

/** One cell's findings: the number of the first, and how many more. */
function marker(cell: readonly Marker[], frame: Frame, { one }: Speech): string {
  const [first] = cell;
  if (first === undefined) return '';
  const [x, y] = pixelOf(first.rd, frame);
  const worst = cell.find(({ severity }) => severity === 'error') ?? first;
  const more = cell.length === 1 ? '' : `+${cell.length - 1}`;
  // The name begins with what is seen, for who speaks to the page.
  const words = `${first.number}${more}: ${one(
    `bevinding ${first.number}${more === '' ? '' : ` en nog ${cell.length - 1} daar vlakbij`}`,
    `finding ${first.number}${more === '' ? '' : ` and ${cell.length - 1} more close to it`}`,
  )}`;
  const wide = 12 + 8 * (String(first.number).length + more.length);
  return `<a class="marker ${worst.severity}" href="#b${first.number}" aria-label="${words}"><title>${words}</title>`
    + `<circle cx="${x}" cy="${y}" r="3"/>`
    + `<rect x="${x - wide / 2}" y="${y - 27}" width="${wide}" height="20" rx="4"/>`
    + `<text x="${x}" y="${y - 12}">${first.number}${more}</text></a>`;
}

function grid(frame: Frame): string {
  const step = roundStep((WIDTH * frame.scale) / LINES_ACROSS);
  const lines: string[] = [];
  for (let x = Math.ceil(frame.west / step) * step; x < frame.west + WIDTH * frame.scale; x += step) {
    const [at] = pixelOf([x, 0], frame);
    lines.push(`<path class="grid" d="M${at} 0V${HEIGHT}"/><text class="label" x="${at + 3}" y="12">x ${distance(x)}</text>`);
  }
  for (let y = Math.ceil((frame.north - HEIGHT * frame.scale) / step) * step; y < frame.north; y += step) {
    const [, at] = pixelOf([0, y], frame);
    lines.push(`<path class="grid" d="M0 ${at}H${WIDTH}"/>`
      + (at > HEIGHT - 40 || at < 30 ? '' : `<text class="label" x="3" y="${at - 3}">y ${distance(y)}</text>`));
  }
  return lines.join('');
}

function scaleBar({ scale }: Frame): string {
  const metres = roundStep(90 * scale);
  const wide = Math.round(metres / scale);
  const y = HEIGHT - 12;
  return `<path class="scale" d="M12 ${y - 6}v6h${wide}v-6"/><text class="label" x="${wide + 18}" y="${y}">${distance(metres)}</text>`;
}

const COUNTRY: Frame = { west: 0, north: 625_000, scale: 3_300 };
const COUNTRY_EDGE = 100;

/** Where in the country the map lies, in a corner without markers; left out when it shows much of it itself. */
function locator(frame: Frame, places: readonly Point[]): string {
  if (frame.scale > COUNTRY.scale / 12) return '';
  const [right, bottom] = [WIDTH - COUNTRY_EDGE - 4, HEIGHT - COUNTRY_EDGE - 4];
  const corners: readonly Point[] = [[right, bottom], [right, 4], [4, 4]];
  const isFree = ([left, top]: Point) => !places.some(([x, y]) =>
    x > left - MARKER_WIDE && x < left + COUNTRY_EDGE + MARKER_WIDE && y > top - 10 && y < top + COUNTRY_EDGE + MARKER_HIGH);
  const corner = corners.find(isFree) ?? [right, bottom];
  const [x, y] = pixelOf([frame.west, frame.north], COUNTRY);
  const wide = Math.max(Math.round((WIDTH * frame.scale) / COUNTRY.scale), 6);
  const high = Math.max(Math.round((HEIGHT * frame.scale) / COUNTRY.scale), 6);
  return `<g transform="translate(${corner.join(' ')})"><rect class="inset" width="${COUNTRY_EDGE}" height="${COUNTRY_EDGE}"/>`
    + `<path class="land" d="${outlineIn(COUNTRY)}"/><rect class="here" x="${x}" y="${y}" width="${wide}" height="${high}"/></g>`;
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `span`. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= span) ?? span;
}

function distance(metres: number): string {
  return metres % 1000 === 0 ? `${metres / 1000} km` : `${Math.round(metres)} m`;
}
