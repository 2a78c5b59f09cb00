/**
 * The report as CSV (RFC 4180), for spreadsheets.
 *
 * UTF-8 with a byte-order mark, without which Excel takes it for another encoding. What a spreadsheet could take
 * for a formula gets an apostrophe in front: what a delivery holds stays text. A spreadsheet that opens the file takes a code for a
 * number and drops its leading zeros; xlsx.ts keeps them.
 */
import type { Report } from '../../../schemas/finding.ts';
import { tableOf, type Cell } from './table.ts';

/** Where a formula could begin: in a cell, and behind what parts cells in Dutch spreadsheets, which look for semicolons. */
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
