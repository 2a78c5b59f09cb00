/**
 * Forms: the report as a file, in the form that its name asks for. JSON is the whole of it
 * (schemas/report-schema.ts); the others are views for people, GIS and spreadsheets.
 */
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Report } from '../../../schemas/finding.ts';
import { csv } from './csv.ts';
import { geojson } from './geojson.ts';
import { html } from './html.ts';

const FORMS: Readonly<Record<string, (report: Report) => string>> = {
  '.html': html, '.json': (report) => `${JSON.stringify(report)}\n`, '.geojson': geojson, '.csv': csv,
};

export const REPORT_EXTENSIONS: readonly string[] = Object.keys(FORMS);

/** Writes the report once for each path. Throws when a path has no form, or cannot be written. */
export async function writeReports(report: Report, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const form = FORMS[extname(path).toLowerCase()];
    if (form === undefined) throw new Error(`${path}: no report ends in that; ${REPORT_EXTENSIONS.join(' ')} do`);
    await writeFile(path, form(report));
  }
}
