/**
 * CSV: rows of a table as text (RFC 4180), for spreadsheets.
 *
 * The text begins with a byte-order mark, because Excel assumes another encoding without one. Text that a spreadsheet could take for a
 * formula gets an apostrophe in front. A spreadsheet drops the leading zeros of codes in CSV.
 */

/** Undefined: an empty cell. */
export type CsvCell = string | number | undefined;

/** Positions where a formula could begin: at the start of a cell, and behind a separator. Dutch spreadsheets split at semicolons. */
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])|^(?=[\t\r])/g;

/** Begins a text: the byte-order mark. */
export const CSV_START = '\ufeff';

export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `${CSV_START}${rows.map(csvLine).join('')}`;
}

/** Returns one row with its line end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: CsvCell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(FORMULA, "'").toWellFormed();
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
