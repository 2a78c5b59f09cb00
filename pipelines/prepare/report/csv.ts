/**
 * The report as CSV (RFC 4180), for spreadsheets.
 *
 * The file is UTF-8 with a byte-order mark, because Excel assumes another encoding without one. Text that a spreadsheet could take for a
 * formula gets an apostrophe in front. A spreadsheet drops the leading zeros of codes in CSV; the workbook (xlsx.ts) keeps them.
 */
import type { Report } from '../../../schemas/finding.ts';
import { tableOf, type Cell } from './table.ts';

/** Positions where a formula could begin: at the start of a cell, and behind a separator. Dutch spreadsheets split at semicolons. */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r])/g;

export function csv(report: Report): string {
  return `\ufeff${tableOf(report).map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`;
}

function written(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(FORMULA, "'").toWellFormed();
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
