/**
 * Forms: the report as a file, in the form that its name asks for. JSON is the whole of it
 * (schemas/derived/report-schema.ts); the others are views for people, GIS and spreadsheets.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFileInPieces } from '../../../publisher/durable-file.ts';
import { Fault } from '../../../schemas/fault.ts';
import type { Language, Report } from '../../../schemas/finding.ts';
import { jsonPieces } from '../../../schemas/json.ts';
import { csv } from './csv.ts';
import { REPORT_EXTENSIONS, reportExtension, type ReportExtension } from '../report-extensions.ts';
import { geojson } from './geojson.ts';
import { htmlReport } from './html.ts';
import { xlsx } from './xlsx.ts';

type Content = string | Iterable<string>;
/** Forms that are text; a workbook is bytes. */
type TextExtension = Exclude<ReportExtension, '.xlsx'>;

const FORMS: Readonly<Record<TextExtension, (report: Report, lang: Language | null) => Content>> = {
  '.html': htmlReport, '.json': jsonLine, '.geojson': geojson, '.csv': csv,
};

/** Writes the report once for each path; a page in `lang`, or in both languages. Throws when a path has no form, or cannot be written. */
export async function writeReports(report: Report, paths: readonly string[], lang: Language | null = null): Promise<void> {
  for (const path of paths) {
    const extension = reportExtension(path);
    if (extension === undefined) throw new Error(`${path}: no report ends in that; ${REPORT_EXTENSIONS.join(' ')} do`);
    await writeWhole(path, extension === '.xlsx' ? await xlsx(report) : reportAs(report, extension, lang));
  }
}

/** The report in one form, in `lang` or in both languages. */
export function reportAs(report: Report, extension: TextExtension, lang: Language | null = null): Content {
  return FORMS[extension](report, lang);
}

/** A full disk leaves no half report, nor takes away the one before. */
async function writeWhole(path: string, content: Content | Buffer): Promise<void> {
  try {
    await replaceFileInPieces(path, content);
  } catch (error) {
    throw await unwritten(path, error);
  }
}

/** The fault of a report that could not be written, which names what the user named. */
async function unwritten(path: string, cause: unknown): Promise<Fault> {
  const folder = dirname(path);
  const step = 'Report:Write';
  const isThere = await stat(folder).then((found) => found.isDirectory(), () => false);
  if (!isThere) {
    return new Fault(`the folder ${folder} is not there`, { step, path, cause, hint: 'Make the folder, or choose another for the report.' });
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new Fault(`the report cannot be written there (${code})`, { step, path, cause });
}

function* jsonLine(report: Report): Generator<string> {
  yield* jsonPieces(report);
  yield '\n';
}
