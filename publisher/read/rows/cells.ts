/**
 * Cells: counts the rows of a selection in square cells of RD, for maps of a wide area. A row counts in the cell that has the centre of
 * its box, so each row counts once. A page or block whose box lies in one cell is counted unopened.
 *
 * Boxes are Float32: a centre within centimetres of a border may count in the neighbouring cell.
 */
import type { Pages } from '../bytes/index.ts';
import type { Selected, Steps } from '../steps.ts';
import type { Cell, CellCounts } from '../types.ts';

/** Counts the rows, all of them when `rows` is null, in cells of `size` metres. */
export function* countInCells(pages: Pages, rows: Selected | null, size: number): Steps<CellCounts> {
  const grid = new Grid(size);
  if (rows === null) yield* countAll(pages, grid);
  else yield* countSome(pages, rows, grid);
  return grid.counts();
}

function* countAll(pages: Pages, grid: Grid): Steps<void> {
  for (let page = 0; page < pages.count; page += 1) {
    const { root, index } = pages.locate(page);
    const count = root.rows[index]!;
    const isAllGeometry = root.geometries[index] === count;
    if (isAllGeometry && grid.addBox(root.boxes['28992'], index, count)) continue;
    const opened = yield* pages.steps(() => {
      const at = pages.pageAt(page);
      return { directory: at.directory, boxes: at.boxes('28992') };
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
      return { count: page.count, boxes: page.boxes('28992') };
    });
    for (; at < rows.length && rows[at]! < before + count; at += 1) grid.addCentre(boxes.rows, rows[at]! - before);
    yield;
  }
}

/** Columns and rows of cells are whole numbers, which one key holds. */
const KEY_BASE = 2 ** 24;
const KEY_OFFSET = KEY_BASE / 2;

class Grid {
  readonly #size: number;
  readonly #counts = new Map<number, number>();
  #withoutGeometry = 0;
  #numberMatched = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Adds `count` rows when their common box lies in one cell; otherwise returns false. */
  addBox(boxes: Float32Array, index: number, count: number): boolean {
    const at = index * 4;
    const key = this.#keyOf(boxes[at]!, boxes[at + 1]!);
    if (Number.isNaN(key) || key !== this.#keyOf(boxes[at + 2]!, boxes[at + 3]!)) return false;
    this.#add(key, count);
    return true;
  }

  /** Adds one row in the cell of the centre of its box. */
  addCentre(boxes: Float32Array, row: number): void {
    const at = row * 4;
    const key = this.#keyOf((boxes[at]! + boxes[at + 2]!) / 2, (boxes[at + 1]! + boxes[at + 3]!) / 2);
    if (Number.isNaN(key)) {
      this.#withoutGeometry += 1;
      this.#numberMatched += 1;
    } else {
      this.#add(key, 1);
    }
  }

  counts(): CellCounts {
    const sorted = [...this.#counts].sort(([one], [other]) => one - other);
    const cells = sorted.map(([key, count]): Cell => [
      (key % KEY_BASE - KEY_OFFSET) * this.#size, (Math.floor(key / KEY_BASE) - KEY_OFFSET) * this.#size, count,
    ]);
    return { cells, withoutGeometry: this.#withoutGeometry, numberMatched: this.#numberMatched };
  }

  #add(key: number, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
    this.#numberMatched += count;
  }

  /** NaN for a position of no geometry. */
  #keyOf(x: number, y: number): number {
    return (Math.floor(y / this.#size) + KEY_OFFSET) * KEY_BASE + Math.floor(x / this.#size) + KEY_OFFSET;
  }
}
