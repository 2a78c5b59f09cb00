/** Report extensions: the file name extension of each report form. Outside report/, so that the command line checks a name without loading the forms. */
import { extname } from 'node:path';

export const REPORT_EXTENSIONS = ['.html', '.json', '.geojson', '.csv', '.xlsx'] as const;
export type ReportExtension = (typeof REPORT_EXTENSIONS)[number];

/** The extension of a path; undefined when no report form has it. */
export function reportExtension(path: string): ReportExtension | undefined {
  return REPORT_EXTENSIONS.find((extension) => extension === extname(path).toLowerCase());
}
