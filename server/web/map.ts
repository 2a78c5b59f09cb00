/** Map of geometries: draws objects in RD, each with its label and a link. Not here: the frame of the map (schemas/map.ts). */
import type { Language, Text } from '../../schemas/finding.ts';
import type { Box } from '../../schemas/geometry.ts';
import { html, type Html } from '../../schemas/html.ts';
import { LEGEND_STYLE } from '../../schemas/legend.ts';
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
  /** Whether it is the object of the page or lies around it; absent: all on the map are alike. */
  readonly look?: 'own' | 'around';
  /** Class with the colours of the legend (schemas/legend.ts); absent: those of the page. */
  readonly symbol?: string;
  /** Whether the register made the geometry, which is then dashed. */
  readonly isDerived?: boolean;
}

/** Colours of the geometries, those of the legend last; those of the map itself are in schemas/map.ts. */
export const GEOMETRY_STYLE = `.map .area{fill:var(--fill);fill-opacity:.28;stroke:var(--mark);stroke-width:1.5;fill-rule:evenodd}
.map .line{fill:none;stroke:var(--mark);stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
.map .point{fill:var(--mark);stroke:var(--paper);stroke-width:1.5}
.map a:hover *{fill-opacity:.6;stroke-width:4}
.map .around .area{fill:var(--soft);fill-opacity:.1;stroke:var(--soft);stroke-width:1}
.map .around .line{stroke:var(--soft);stroke-width:1.5}
.map .around .point{fill:var(--soft)}.map .derived .area,.map .derived .line{stroke-dasharray:5 3}
.map .own .area,.map .own .line{stroke-width:3.5}
${LEGEND_STYLE}`;

/** Smallest drawn size, width plus height. A smaller geometry is drawn as a point, such as a house on a map of the country. */
const SEEN_PIXELS_MIN = 8;

/** Returns the map, or a sentence when there is no geometry. `area`: what the map shows at least; absent: everything on it. */
export function map(drawn: readonly Drawn[], language: Language, area?: Box): Html {
  const shapes = drawn.map((entry) => ({ entry, paths: pathsOf(entry.geometry.coordinates) }))
    .filter(({ paths }) => paths.length > 0);
  if (shapes.length === 0) return html`<p>${NOTHING_TO_DRAW[language]}</p>`;
  const ground: readonly Point[] = area === undefined
    ? shapes.flatMap(({ paths }) => paths.flat()) : [[area[0], area[1]], [area[2], area[3]]];
  const places = shapes.filter(({ entry }) => entry.look !== 'around').flatMap(({ paths }) => paths.flat());
  const frame = frameOf(ground);
  const title = language === 'nl' ? `Kaart van ${shapes.length === 1 ? 'één object' : `${shapes.length} objecten`} in het RD-stelsel`
    : `Map of ${shapes.length === 1 ? 'one object' : `${shapes.length} objects`} in the RD system`;
  return drawMap({ title, frame, places }, shapes.map(({ entry, paths }) => shape(entry, { paths, frame })));
}

const NOTHING_TO_DRAW: Text = { nl: 'Geen ligging om te tekenen.', en: 'No geometry to draw.' };

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

function shape({ geometry, label, href, look, symbol, isDerived }: Drawn, { paths, frame }: {
  paths: readonly (readonly Point[])[]; frame: Frame;
}): Html {
  const drawing = html`<title>${label}</title>${figure(geometry.type, paths, frame)}`;
  const classes = [look ?? [], symbol ?? [], ...(isDerived === true ? ['derived'] : [])].flat().join(' ');
  const named = classes === '' ? '' : html` class="${classes}"`;
  return href === undefined ? html`<g${named}>${drawing}</g>` : html`<a href="${href}" tabindex="-1"${named}>${drawing}</a>`;
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
