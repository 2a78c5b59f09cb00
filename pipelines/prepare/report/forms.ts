/**
 * Forms: the report as a file, in the form that its name asks for. JSON is the whole of it
 * (schemas/derived/report-schema.ts); the others are views for people, GIS and spreadsheets.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import type { Report } from '../../../schemas/finding.ts';
import { csv } from './csv.ts';
import { REPORT_EXTENSIONS, reportExtension, type ReportExtension } from './extensions.ts';
import { geojson } from './geojson.ts';
import { html } from './html.ts';
import { jsonPieces } from './json.ts';

type Content = string | Iterable<string | Buffer>;

const FORMS: Readonly<Record<ReportExtension, (report: Report<unknown>) => Content>> = {
  '.html': html, '.json': jsonLine, '.geojson': geojson, '.csv': csv,
};

/** Writes the report once for each path. Throws when a path has no form, or cannot be written. */
export async function writeReports(report: Report<unknown>, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const extension = reportExtension(path);
    if (extension === undefined) throw new Error(`${path}: no report ends in that; ${REPORT_EXTENSIONS.join(' ')} do`);
    await writeWhole(path, FORMS[extension](report));
  }
}

/** Under another name until it is whole: a full disk leaves no half report, nor takes away the one before. */
async function writeWhole(path: string, content: Content): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  try {
    await writeFile(unfinished, content);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function* jsonLine(report: Report<unknown>): Generator<string | Buffer> {
  yield* jsonPieces(report);
  yield '\n';
}
