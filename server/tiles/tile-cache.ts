/** Tile cache: the tiles that were made last, and the first level with features of each query. Not here: making them (publisher/tiles/). */
import { LRUCache } from 'lru-cache';
import type { MatrixSet, Tile } from '../../publisher/tiles/matrix-sets.ts';
import { firstLevelOf, makeTile, type TileQuery } from '../../publisher/tiles/tile-content.ts';
import { LIMITS } from '../../schemas/limits.ts';

/** `key` names the content of the series and the query: equal keys mean equal tiles. */
export interface KeyedQuery extends TileQuery {
  readonly key: string;
}

export class TileCache {
  readonly #tiles = new LRUCache<string, Buffer>({
    maxSize: LIMITS.cacheBytesMax.tiles, sizeCalculation: (bytes, key) => bytes.length + key.length + ENTRY_BYTES,
  });
  readonly #levels = new LRUCache<string, Promise<number>>({ max: LEVELS_MAX });

  /** Returns the bytes of a tile; empty without features. */
  async of(query: KeyedQuery, tile: Tile): Promise<Buffer> {
    const key = `${query.key} ${tile.set.id}/${tile.level}/${tile.row}/${tile.column}`;
    const known = this.#tiles.get(key);
    if (known !== undefined) return known;
    const bytes = await makeTile(query, tile, await this.#levelOf(tile.set, query));
    this.#tiles.set(key, bytes);
    return bytes;
  }

  #levelOf(set: MatrixSet, query: KeyedQuery): Promise<number> {
    const name = `${query.key} ${set.id}`;
    const known = this.#levels.get(name);
    if (known !== undefined) return known;
    const level = firstLevelOf(set, query);
    this.#levels.set(name, level);
    level.catch(() => this.#levels.delete(name));
    return level;
  }
}

/** Approximate memory of an entry beside its bytes. */
const ENTRY_BYTES = 256;
const LEVELS_MAX = 1_000;
