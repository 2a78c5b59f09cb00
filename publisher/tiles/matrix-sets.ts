/**
 * Matrix sets: the tile matrix sets of vector tiles (OGC 17-083r4), and the area of each of their tiles. Both divide one square in four,
 * and each part again: WebMercatorQuad the world, NetherlandsRDNewQuad the extent of the Dutch tiling scheme.
 */
import type { PlaneCrs } from '../../schemas/crs.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Box } from '../../schemas/geometry.ts';

export interface MatrixSet {
  readonly id: string;
  readonly title: Text;
  /** Address of the set in the register of OGC; null: it is not registered there. */
  readonly uri: string | null;
  readonly crs: PlaneCrs;
  /** URI of the CRS as tile clients know it: without the version of the EPSG dataset. */
  readonly crsUri: string;
  /** North-west corner. */
  readonly origin: readonly [x: number, y: number];
  /** Side of a pixel at level 0, in metres. */
  readonly cellSize: number;
  readonly scaleDenominator: number;
  /** The last level. At that level a unit of a tile is smaller than a published decimal is accurate. */
  readonly lastLevel: number;
}

/** Pixels of a tile, along a side. */
export const TILE_PIXELS = 256;
/** Units of the coordinates in a tile, along a side. */
export const TILE_UNITS = 4_096;
/** Units around a tile of which it has the geometry too, so that outlines are not drawn along its edges. */
export const BUFFER_UNITS = 64;

const EPSG = 'http://www.opengis.net/def/crs/EPSG/0';

export const MATRIX_SETS: readonly MatrixSet[] = [
  {
    id: 'WebMercatorQuad', title: { nl: 'Web Mercator, de wereld', en: 'Web Mercator, the world' },
    uri: 'http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad', crs: '3857', crsUri: `${EPSG}/3857`, lastLevel: 18,
    origin: [-20_037_508.342_789_2, 20_037_508.342_789_2], cellSize: 156_543.033_928_041, scaleDenominator: 559_082_264.028_717,
  },
  {
    id: 'NetherlandsRDNewQuad', title: { nl: 'Rijksdriehoeksmeting, Nederland', en: 'Dutch RD, the Netherlands' },
    uri: null, crs: '28992', crsUri: `${EPSG}/28992`, lastLevel: 16,
    origin: [-285_401.92, 903_401.92], cellSize: 3_440.64, scaleDenominator: 12_288_000,
  },
];

/** A tile of a set. Columns count to the east, rows to the south. */
export interface Tile {
  readonly set: MatrixSet;
  readonly level: number;
  readonly row: number;
  readonly column: number;
}

export function matrixSetOf(id: string): MatrixSet | undefined {
  return MATRIX_SETS.find((set) => set.id === id);
}

const NUMBER = /^(?:0|[1-9]\d{0,8})$/;

/** Returns a tile by the texts of its address; undefined when the set has no such tile. */
export function tileOf(set: MatrixSet, texts: { readonly level: string; readonly row: string; readonly column: string }): Tile | undefined {
  if (!Object.values(texts).every((text) => NUMBER.test(text))) return undefined;
  const [level, row, column] = [Number(texts.level), Number(texts.row), Number(texts.column)];
  const count = 2 ** level;
  return level <= set.lastLevel && row < count && column < count ? { set, level, row, column } : undefined;
}

/** Returns the side of a tile in metres. */
export function sideOf({ cellSize }: MatrixSet, level: number): number {
  return cellSize * TILE_PIXELS / 2 ** level;
}

/** Returns the area of a tile with its buffer. */
export function areaOf({ set, level, row, column }: Tile): Box {
  const side = sideOf(set, level);
  const buffer = side * BUFFER_UNITS / TILE_UNITS;
  const [west, north] = [set.origin[0] + column * side, set.origin[1] - row * side];
  return [west - buffer, north - side - buffer, west + side + buffer, north + buffer];
}
