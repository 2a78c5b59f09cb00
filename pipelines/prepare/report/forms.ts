/**
 * Forms: writes the report as a file, in the form of the file name extension. JSON has the complete report
 * (schemas/derived/report-schema.ts); the other forms are views for people, GIS and spreadsheets.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFileInPieces } from '../../../publisher/durable-file.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { Language, Report } from '../../../schemas/finding.ts';
import { jsonChunks } from '../../../schemas/json.ts';
import { csv } from './csv.ts';
import { REPORT_EXTENSIONS, reportExtension, type ReportExtension } from '../report-extensions.ts';
import { geojson } from './geojson.ts';
import { htmlReport } from './html.ts';
import { xlsx } from './xlsx.ts';

type Content = string | Iterable<string>;
/** Extensions of the text forms; a workbook is binary. */
type TextExtension = Exclude<ReportExtension, '.xlsx'>;

const FORMS: Readonly<Record<TextExtension, (report: Report, lang: Language | null) => Content>> = {
  '.html': htmlReport, '.json': jsonLine, '.geojson': geojson, '.csv': csv,
};

/** Writes the report to each path, in `lang` or in both languages. Throws when an extension has no form, or a path cannot be written. */
export async function writeReports(report: Report, paths: readonly string[], lang: Language | null = null): Promise<void> {
  for (const path of paths) {
    const extension = reportExtension(path);
    if (extension === undefined) throw new Error(`${path}: a report file ends in ${REPORT_EXTENSIONS.join(' ')}`);
    await writeWhole(path, extension === '.xlsx' ? await xlsx(report) : reportAs(report, extension, lang));
  }
}

/** The report in one form, in `lang` or in both languages. */
export function reportAs(report: Report, extension: TextExtension, lang: Language | null = null): Content {
  return FORMS[extension](report, lang);
}

/** Replaces the file atomically, so that a full disk leaves the previous report. */
async function writeWhole(path: string, content: Content | Buffer): Promise<void> {
  try {
    await replaceFileInPieces(path, content);
  } catch (error) {
    throw await unwritten(path, error);
  }
}

/** The Fault for a report that could not be written, with the path that the user gave. */
async function unwritten(path: string, cause: unknown): Promise<Fault> {
  const folder = dirname(path);
  const step = 'Report:Write';
  const isThere = await stat(folder).then((found) => found.isDirectory(), () => false);
  if (!isThere) {
    return new Fault(`the folder ${folder} does not exist`, { step, path, cause, hint: 'Make the folder, or choose another for the report.' });
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new Fault(`the report cannot be written (${code})`, { step, path, cause });
}

function* jsonLine(report: Report): Generator<string> {
  yield* jsonChunks(report);
  yield '\n';
}
