/** The report as CSV (schemas/csv.ts). Spreadsheets drop the leading zeros of codes in it; the workbook (xlsx.ts) keeps them. */
import { csvText } from '../../../schemas/csv.ts';
import type { Report } from '../../../schemas/finding.ts';
import { tableOf } from './table.ts';

export function csv(report: Report): string {
  return csvText(tableOf(report));
}
