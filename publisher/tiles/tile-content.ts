/**
 * Tile content: the features of a tile, or their number in each cell of it when they are too many.
 *
 * - From the first level on at which no tile has the centres of more than `tileFeaturesMax` features, tiles have features: each in every
 *   tile that it touches. That level depends on the query and the edition only, so neighbouring tiles agree.
 * - Below that level a tile has points with `aantal`: each feature counts once, in the cell with the centre of its box. The counts of a
 *   level add up to all features with geometry.
 * - Large features may touch many tiles. A tile of a later level that more than `tileTouchesMax` features touch, or features of more bytes
 *   than a page, has points too, which count what touches it.
 */
import { LIMITS } from '../../schemas/limits.ts';
import { isLong } from '../read/chunks-of-range.ts';
import type { Filter, SeriesQuery } from '../read/series-query.ts';
import { turn } from '../read/turns.ts';
import type { Cell, CellCounts, CellGrid, FeatureBytes, Series } from '../read/types.ts';
import { COUNTS_LAYER } from './layers.ts';
import { areaOf, sideOf, TILE_UNITS, type MatrixSet, type Tile } from './matrix-sets.ts';
import { cutToTile, pointIn, tileBytes, type TileFeature } from './mvt.ts';

/** Cells along a side of a tile: 16 pixels each. */
const CELLS_BITS = 4;
const CELLS = 2 ** CELLS_BITS;
const CELL_UNITS = TILE_UNITS / CELLS;

/** Levels at which features are counted to find the first level with features, coarse ones first. */
const COUNTED_LEVELS = [10, 14];

/** A query for tiles of a series. */
export interface TileQuery {
  readonly series: Series;
  readonly collection: string;
  readonly question: SeriesQuery;
}

/** Returns the bytes of a tile; empty without features. `firstLevel` is that of the query and the set of the tile. */
export async function makeTile({ series, collection, question }: TileQuery, tile: Tile, firstLevel: number): Promise<Buffer> {
  const { set, level } = tile;
  if (level >= firstLevel) {
    const features = await featuresIn(tile, series, question);
    return features === undefined
      ? countsTile(collection, tile, await series.cells(touching(tile, question), { ...cellsOf(tile), isMovedIn: true }))
      : tileBytes(collection, features);
  }
  return countsTile(collection, tile, await series.cells({ ...question, crs: set.crs }, cellsOf(tile)));
}

/** Returns the first level with features. */
export async function firstLevelOf(set: MatrixSet, { series, question }: Omit<TileQuery, 'collection'>): Promise<number> {
  const isOfNow = question.at === null && question.during === null;
  if (isOfNow && series.count <= LIMITS.tileFeaturesMax) return 0;
  for (const level of [...COUNTED_LEVELS, set.lastLevel]) {
    const { cells } = await series.cells(question, { crs: set.crs, size: sideOf(set, level), origin: set.origin });
    const found = firstFitting(set, level, cells);
    if (found !== undefined) return found;
  }
  return set.lastLevel;
}

/** Returns the first level at which no tile has too many features; undefined: those of `level` have too many. */
function firstFitting(set: MatrixSet, level: number, cells: readonly Cell[]): number | undefined {
  const side = sideOf(set, level);
  let counts = new Map(cells.map(([x, y, count]) => [
    keyOf(Math.round((x - set.origin[0]) / side), Math.round((set.origin[1] - y) / side) - 1), count,
  ]));
  for (let at = level; ; at -= 1) {
    if ([...counts.values()].some((count) => count > LIMITS.tileFeaturesMax)) return at === level ? undefined : at + 1;
    if (at === 0) return 0;
    counts = inParents(counts);
  }
}

const KEY_BASE = 2 ** 24;

function keyOf(column: number, row: number): number {
  return row * KEY_BASE + column;
}

function inParents(counts: ReadonlyMap<number, number>): Map<number, number> {
  const parents = new Map<number, number>();
  for (const [key, count] of counts) {
    const parent = keyOf(Math.floor(key % KEY_BASE / 2), Math.floor(Math.floor(key / KEY_BASE) / 2));
    parents.set(parent, (parents.get(parent) ?? 0) + count);
  }
  return parents;
}

/** Returns the query for the features that touch a tile or its buffer. */
function touching(tile: Tile, question: SeriesQuery): SeriesQuery {
  const box: Filter = { kind: 'box', crs: tile.set.crs, box: areaOf(tile) };
  const filter: Filter = question.filter === null ? box : { kind: 'and', of: [question.filter, box] };
  return { ...question, crs: tile.set.crs, filter, position: 0, limit: LIMITS.tileTouchesMax };
}

/** Returns the features of a tile; undefined: they are too many. Each chunk is cut in a turn of its own. */
async function featuresIn(tile: Tile, series: Series, question: SeriesQuery): Promise<readonly TileFeature[] | undefined> {
  const range = await series.answer(touching(tile, question), LIMITS.chunkBytes);
  if (range.next !== null) return undefined;
  const cut = ({ slices, release }: FeatureBytes): readonly TileFeature[] => {
    const features = cutToTile(slices, tile);
    release?.();
    return features;
  };
  if (!isLong(range)) return cut(range);
  const features: TileFeature[] = [];
  for await (const chunk of range.chunks()) {
    features.push(...cut(chunk));
    await turn();
  }
  return features;
}

/** Returns the cells of a tile. The grid counts rows northwards from the north edge of the set, so the rows of tiles are negative. */
function cellsOf({ set, level, row, column }: Tile): CellGrid {
  return {
    crs: set.crs, size: sideOf(set, level + CELLS_BITS), origin: set.origin,
    window: { columns: [column * CELLS, (column + 1) * CELLS], rows: [-(row + 1) * CELLS, -row * CELLS] },
  };
}

function countsTile(collection: string, tile: Tile, { cells }: CellCounts): Buffer {
  const { size, origin: [west, north] } = cellsOf(tile);
  const points = cells.map(([x, y, aantal]) => {
    const [column, row] = [Math.round((x - west) / size) - tile.column * CELLS, Math.round((north - y) / size) - 1 - tile.row * CELLS];
    return pointIn([(column + 0.5) * CELL_UNITS, (row + 0.5) * CELL_UNITS], { aantal });
  });
  return tileBytes(`${collection}${COUNTS_LAYER}`, points);
}
