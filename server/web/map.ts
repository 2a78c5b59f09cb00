/** Map of geometries: draws objects in RD, each with its label and a link. Not here: the frame of the map (schemas/map.ts). */
import { html, type Html } from '../../schemas/html.ts';
import { boxOf, drawMap, frameOf, pathData, pixelOf, type Frame, type Point } from '../../schemas/map.ts';

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

/** Colours of the geometries; those of the map itself are in schemas/map.ts. */
export const GEOMETRY_STYLE = `.map .area{fill:var(--fill);fill-opacity:.28;stroke:var(--mark);stroke-width:1.5;fill-rule:evenodd}
.map .line{fill:none;stroke:var(--mark);stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.map .point{fill:var(--mark);stroke:var(--paper);stroke-width:1.5}
.map a:hover *{fill-opacity:.6;stroke-width:4}
`;

/** Smallest drawn size, width plus height. A smaller geometry is drawn as a point, such as a house on a map of the country. */
const SEEN_PIXELS_MIN = 8;

/** Returns the map, or a sentence when there is no geometry. */
export function map(drawn: readonly Drawn[]): Html {
  const shapes = drawn.map((entry) => ({ entry, paths: pathsOf(entry.geometry.coordinates) }))
    .filter(({ paths }) => paths.length > 0);
  if (shapes.length === 0) return NOTHING_TO_DRAW;
  const places = shapes.flatMap(({ paths }) => paths.flat());
  const frame = frameOf(places);
  const title = `Kaart van ${shapes.length === 1 ? 'één object' : `${shapes.length} objecten`} in het RD-stelsel`;
  return drawMap({ title, frame, places }, shapes.map(({ entry, paths }) => shape(entry, { paths, frame })));
}

const NOTHING_TO_DRAW = html`<p>Geen geometrie om te tekenen. <span lang="en">No geometry to draw.</span></p>`;

/** Returns all paths of nested coordinate arrays. A single position is a path of one. */
function pathsOf(coordinates: unknown): readonly (readonly Point[])[] {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return [];
  if (typeof coordinates[0] === 'number') return [[[coordinates[0], Number(coordinates[1])]]];
  const first: unknown = coordinates[0];
  if (Array.isArray(first) && typeof first[0] === 'number') {
    return [coordinates.map((position: readonly number[]): Point => [position[0] ?? 0, position[1] ?? 0])];
  }
  return coordinates.flatMap(pathsOf);
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
      const [x, y] = pixelOf(position, frame);
      return html`<circle class="point" cx="${x}" cy="${y}" r="6"/>`;
    });
  }
  const { middle: [x, y], spread } = extentOf(paths, frame);
  if (spread < SEEN_PIXELS_MIN) return [html`<circle class="point" cx="${x}" cy="${y}" r="6"/>`];
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  return [html`<path class="${isArea ? 'area' : 'line'}" d="${pathData(paths, frame, isArea)}"/>`];
}

/** Returns the middle and the size (width plus height) of some paths, in pixels. */
function extentOf(paths: readonly (readonly Point[])[], frame: Frame): { middle: Point; spread: number } {
  const { west, south, east, north } = boxOf(paths.flat().map((position) => pixelOf(position, frame)));
  return { middle: [(west + east) / 2, (south + north) / 2], spread: east - west + north - south };
}
