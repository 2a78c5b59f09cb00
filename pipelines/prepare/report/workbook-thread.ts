/**
 * Workbook thread: writes one table as a workbook. Only this module loads the library.
 * Not here: the cells (table.ts), starting the thread (xlsx.ts).
 */
import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile from 'write-excel-file/node';
import type { Cell } from './table.ts';

/** Maximum number of characters in a cell; Excel refuses a workbook with more. */
const CELL_CHARS_MAX = 32_767;
/** The text format, so that a code keeps its zeros when its cell is edited. */
const TEXT_FORMAT = '@';

function cellOf(cell: Cell) {
  if (cell === undefined) return null;
  if (typeof cell === 'number') return { type: Number, value: cell };
  return { type: String, value: fitting(cell).toWellFormed(), format: TEXT_FORMAT };
}

function fitting(text: string): string {
  return text.length <= CELL_CHARS_MAX ? text : `${text.slice(0, CELL_CHARS_MAX - 1)}…`;
}

const [titles = [], ...rows] = workerData as readonly (readonly Cell[])[];
const header = titles.map((title) => ({ ...cellOf(title)!, fontWeight: 'bold' as const }));
const bytes = await writeXlsxFile([header, ...rows.map((cells) => cells.map(cellOf))], { sheet: 'rapport', stickyRowsCount: 1 }).toBuffer();
const message = new Uint8Array(bytes);
parentPort!.postMessage(message, [message.buffer]);
