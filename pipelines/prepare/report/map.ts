/**
 * Map of findings: a map in RD with a marker for each finding, which links to the finding.
 *
 * Markers that would overlap are merged into one with their number, so a map never has more markers than cells.
 * Not here: the map around them (schemas/map.ts).
 */
import type { Severity } from '../../../schemas/finding.ts';
import { html, type Html } from '../../../schemas/html.ts';
import { drawMap, frameOf, pixelOf, type Frame, type Point } from '../../../schemas/map.ts';
import type { PageTexts } from '../../../schemas/page-texts.ts';

export interface Marker {
  readonly number: number;
  readonly severity: Severity;
  /** Position x, y in metres (EPSG:28992). */
  readonly rd: Point;
}

/** Distances in pixels below which markers are merged. */
const MARKER_WIDTH = 76;
const MARKER_HEIGHT = 30;

interface MapLabels {
  readonly title: string;
  readonly pageTexts: PageTexts;
}

/** The map of at least one marker. */
export function map(markers: readonly Marker[], { title, pageTexts }: MapLabels): Html {
  const places = markers.map(({ rd }) => rd);
  const frame = frameOf(places);
  return drawMap({ title, frame, places }, cellsOf(markers, frame).map((cell) => marker(cell, frame, pageTexts)));
}

/** Groups of different positions that share one marker on the main map, largest first. */
export function crowdsOf(markers: readonly Marker[]): readonly (readonly Marker[])[] {
  if (markers.length === 0) return [];
  return cellsOf(markers, frameOf(markers.map(({ rd }) => rd)))
    .filter((cell) => new Set(cell.map(({ rd }) => rd.join())).size > 1)
    .sort((a, b) => b.length - a.length);
}

/** Groups markers in cells. Each marker joins the first cell that it would overlap. */
function cellsOf(markers: readonly Marker[], frame: Frame): readonly (readonly Marker[])[] {
  const cells: { readonly at: Point; readonly markers: Marker[] }[] = [];
  for (const one of markers) {
    const [x, y] = pixelOf(one.rd, frame);
    const cell = cells.find(({ at }) => Math.abs(at[0] - x) < MARKER_WIDTH && Math.abs(at[1] - y) < MARKER_HEIGHT);
    if (cell === undefined) cells.push({ at: [x, y], markers: [one] });
    else cell.markers.push(one);
  }
  return cells.map((cell) => cell.markers);
}

/** The marker of a cell: the number of its first finding, and the number of others. */
function marker(cell: readonly Marker[], frame: Frame, { one }: PageTexts): Html {
  const first = cell[0]!;
  const [x, y] = pixelOf(first.rd, frame);
  const worst = cell.find(({ severity }) => severity === 'error') ?? first;
  const more = cell.length === 1 ? '' : `+${cell.length - 1}`;
  // The accessible name begins with the visible text, for voice control.
  const words = `${first.number}${more}: ${one(
    `bevinding ${first.number}${more === '' ? '' : ` en nog ${cell.length - 1} daar vlakbij`}`,
    `finding ${first.number}${more === '' ? '' : ` and ${cell.length - 1} more close to it`}`,
  )}`;
  const wide = 12 + 8 * (String(first.number).length + more.length);
  return html`<a class="marker ${worst.severity}" href="#b${first.number}" aria-label="${words}"><title>${words}</title><circle cx="${x}" cy="${y}" r="3"/>${
    html`<rect x="${x - wide / 2}" y="${y - 27}" width="${wide}" height="20" rx="4"/><text x="${x}" y="${y - 12}">${first.number}${more}</text>`}</a>
`;
}
