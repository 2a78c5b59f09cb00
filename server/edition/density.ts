/**
 * Density: the number of objects of all collections in cells of 10 km, for the map of the country on the start page.
 *
 * The cells of a collection are counted at the first request after a publication that changes the collection. The counts then stay in
 * memory: some hundreds of cells. Counting reads the boxes of rows, not the rows. Not here: the counting (publisher/read/rows/cells.ts).
 */
import type { Cell, Edition, Series } from '../../publisher/read/types.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { RD_GRID } from '../parameters/cel.ts';
import { EVERYTHING } from './available.ts';

export const DENSITY_CELL_METRES = 10_000;

interface Counted {
  readonly hash: string;
  readonly cells: Promise<readonly Cell[]>;
}

export class Density {
  /** The cells of each collection, of the content that was requested last. */
  readonly #counted = new Map<string, Counted>();

  /** Returns the cells of all collections together, without empty ones. */
  async of({ series }: Edition): Promise<readonly Cell[]> {
    const found = COLLECTIONS.flatMap((collection) => series.get(collection) ?? []);
    const all = (await Promise.all(found.map((one) => this.#cellsOf(one)))).flat();
    const byCorner = Map.groupBy(all, ([x, y]) => `${x} ${y}`);
    return [...byCorner.values()].map((cells): Cell => [cells[0]![0], cells[0]![1], cells.reduce((sum, [, , count]) => sum + count, 0)]);
  }

  #cellsOf(series: Series): Promise<readonly Cell[]> {
    const known = this.#counted.get(series.name);
    if (known !== undefined && known.hash === series.hash) return known.cells;
    const cells = series.cells(EVERYTHING, { ...RD_GRID, size: DENSITY_CELL_METRES }).then((counts) => counts.cells);
    const counted: Counted = { hash: series.hash, cells };
    this.#counted.set(series.name, counted);
    // A count that failed is made again at the next request.
    cells.catch(() => { if (this.#counted.get(series.name) === counted) this.#counted.delete(series.name); });
    return cells;
  }
}
