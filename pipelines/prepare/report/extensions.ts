/** Extensions: how the name of a report ends, which says its form (forms.ts). Apart, for the command line loads no forms to check a name. */
import { extname } from 'node:path';

export const REPORT_EXTENSIONS = ['.html', '.json', '.geojson', '.csv'] as const;
export type ReportExtension = (typeof REPORT_EXTENSIONS)[number];

/** The form that a path asks for; undefined when there is none. */
export function reportExtension(path: string): ReportExtension | undefined {
  return REPORT_EXTENSIONS.find((extension) => extension === extname(path).toLowerCase());
}
