/**
 * Cells: counts the rows of a selection in square cells of a grid, for maps of a wide area. A row counts in the cell that has the centre
 * of its box, so each row counts once. A page or block whose box lies in one cell is counted unopened, and one outside the window of the
 * grid is passed over.
 *
 * Boxes are Float32: a centre within centimetres of a border may count in the neighbouring cell.
 */
import type { Pages } from '../bytes/index.ts';
import type { Selected, Steps } from '../steps.ts';
import type { Cell, CellCounts, CellGrid, CellSpan } from '../types.ts';

/** Counts the rows, all of them when `rows` is null, in the cells of a grid. */
export function* countInCells(pages: Pages, rows: Selected | null, cells: CellGrid): Steps<CellCounts> {
  const grid = new Grid(cells);
  if (rows === null) yield* countAll(pages, grid);
  else yield* countSome(pages, rows, grid);
  return grid.counts();
}

function* countAll(pages: Pages, grid: Grid): Steps<void> {
  for (let page = 0; page < pages.count; page += 1) {
    const { root, index } = pages.locate(page);
    const count = root.rows[index]!;
    const isAllGeometry = root.geometries[index] === count;
    if (isAllGeometry && grid.addBox(root.boxes[grid.crs], index, count)) continue;
    if (grid.isOutside(root.boxes[grid.crs], index)) continue;
    const opened = yield* pages.steps(() => {
      const at = pages.pageAt(page);
      return { directory: at.directory, boxes: at.boxes(grid.crs) };
    });
    const { directory, boxes } = opened;
    for (let block = 0; block < directory.blockEnds.length; block += 1) {
      const [from, to] = [directory.blockStart(block), directory.blockEnds[block]!];
      if (isAllGeometry && grid.addBox(boxes.blocks, block, to - from)) continue;
      for (let row = from; row < to; row += 1) grid.addCentre(boxes.rows, row);
    }
    yield;
  }
}

function* countSome(pages: Pages, rows: Selected, grid: Grid): Steps<void> {
  for (let at = 0; at < rows.length;) {
    const index = pages.pageOf(rows[at]!);
    const before = pages.rowsBefore(index);
    const { count, boxes } = yield* pages.steps(() => {
      const page = pages.pageAt(index);
      return { count: page.count, boxes: page.boxes(grid.crs) };
    });
    for (; at < rows.length && rows[at]! < before + count; at += 1) grid.addCentre(boxes.rows, rows[at]! - before);
    yield;
  }
}

/** Columns and rows of cells are whole numbers, which one key holds. */
const KEY_BASE = 2 ** 24;
const KEY_OFFSET = KEY_BASE / 2;

class Grid {
  readonly crs: CellGrid['crs'];
  readonly #grid: CellGrid;
  readonly #counts = new Map<number, number>();
  #withoutGeometry = 0;
  #numberMatched = 0;

  constructor(grid: CellGrid) {
    this.crs = grid.crs;
    this.#grid = grid;
  }

  /** Adds `count` rows when their common box lies in one cell; otherwise returns false. */
  addBox(boxes: Float32Array, index: number, count: number): boolean {
    const at = index * 4;
    const key = this.#keyOf(boxes[at]!, boxes[at + 1]!);
    if (Number.isNaN(key) || key !== this.#keyOf(boxes[at + 2]!, boxes[at + 3]!)) return false;
    this.#add(key, count);
    return true;
  }

  /** Whether all rows in a box are outside the window; false without a window. */
  isOutside(boxes: Float32Array, index: number): boolean {
    const { window, isMovedIn } = this.#grid;
    if (window === undefined || isMovedIn === true) return false;
    const at = index * 4;
    const isBeside = (axis: 0 | 1, [from, to]: CellSpan): boolean => (
      this.#numberOf(axis, boxes[at + axis]!) >= to || this.#numberOf(axis, boxes[at + axis + 2]!) < from
    );
    return isBeside(0, window.columns) || isBeside(1, window.rows);
  }

  /** Adds one row in the cell of the centre of its box. */
  addCentre(boxes: Float32Array, row: number): void {
    const at = row * 4;
    const key = this.#keyOf((boxes[at]! + boxes[at + 2]!) / 2, (boxes[at + 1]! + boxes[at + 3]!) / 2);
    if (!Number.isNaN(key)) this.#add(key, 1);
    else if (this.#grid.window === undefined) {
      this.#withoutGeometry += 1;
      this.#numberMatched += 1;
    }
  }

  counts(): CellCounts {
    const { size, origin: [x, y] } = this.#grid;
    const sorted = [...this.#counts].sort(([one], [other]) => one - other);
    const cells = sorted.map(([key, count]): Cell => [
      x + (key % KEY_BASE - KEY_OFFSET) * size, y + (Math.floor(key / KEY_BASE) - KEY_OFFSET) * size, count,
    ]);
    return { cells, withoutGeometry: this.#withoutGeometry, numberMatched: this.#numberMatched };
  }

  #add(key: number, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
    this.#numberMatched += count;
  }

  /** The number of the column or row of a position. */
  #numberOf(axis: 0 | 1, position: number): number {
    return Math.floor((position - this.#grid.origin[axis]) / this.#grid.size);
  }

  /** NaN for a position of no geometry, and outside the window. */
  #keyOf(x: number, y: number): number {
    const { window, isMovedIn = false } = this.#grid;
    const [column, row] = [this.#numberOf(0, x), this.#numberOf(1, y)];
    if (window === undefined) return (row + KEY_OFFSET) * KEY_BASE + column + KEY_OFFSET;
    const [inColumn, inRow] = [within(column, window.columns), within(row, window.rows)];
    return isMovedIn || inColumn === column && inRow === row ? (inRow + KEY_OFFSET) * KEY_BASE + inColumn + KEY_OFFSET : Number.NaN;
  }
}

/** Returns the nearest number of a span; NaN for NaN. */
function within(number: number, [from, to]: CellSpan): number {
  return Math.min(to - 1, Math.max(from, number));
}
