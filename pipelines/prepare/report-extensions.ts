/** Report extensions: how the name of a report file ends, which says its form. Outside the room report/, for the command line checks a name without loading the forms. */
import { extname } from 'node:path';

export const REPORT_EXTENSIONS = ['.html', '.json', '.geojson', '.csv', '.xlsx'] as const;
export type ReportExtension = (typeof REPORT_EXTENSIONS)[number];

/** The form that a path asks for; undefined when there is none. */
export function reportExtension(path: string): ReportExtension | undefined {
  return REPORT_EXTENSIONS.find((extension) => extension === extname(path).toLowerCase());
}
