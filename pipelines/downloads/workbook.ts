/**
 * Workbook: the features of one collection as a sheet of Excel, with their geometry as WKT in the last column.
 *
 * Invariants:
 *  - Rows are written and packed one by one, so that memory is bounded. Equal features give equal bytes.
 *  - Text stays text: no cell is a formula, and codes keep their zeros.
 *  - A text that is too long for a cell is not cut: the cell says how long the text is, and in which form it is whole.
 * Not here: the most rows of a sheet (publisher/format/downloads.ts), the workbook of a report (prepare/report/), which is small.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { RowMaker, type Cell } from '../../publisher/format/flat-row.ts';
import { WKT_COLUMN } from '../../publisher/format/csv-rows.ts';
import { wktOf } from '../../publisher/format/wkt.ts';
import type { FileContent, Layer } from '../../publisher/write/download-forms.ts';
import { columnsOf } from '../../schemas/derived/columns.ts';

/** Maximum number of characters in a cell; Excel refuses a workbook with more. */
const CELL_CHARS_MAX = 32_767;
/** Zip has no time zone, and begins in 1980. */
const ZIP_TIME = new Date(1980, 0, 1, 12);
/** Characters that are packed together. */
const PIECE_CHARS = 64 * 1024;

/** Styles of cells, as indexes of `cellXfs` in the styles: text, and the bold text of the head. */
const STYLES = { text: 1, head: 2 } as const;

export async function writeWorkbook({ layers: [layer] }: FileContent, path: string): Promise<number> {
  const zip = new ZipFile();
  const options = { mtime: ZIP_TIME, forceDosTimestamp: true };
  for (const [name, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(text), name, options);
  zip.addReadStream(Readable.from(sheet(layer!), { objectMode: false }), 'xl/worksheets/sheet1.xml', options);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx' }));
  return 0;
}

function* sheet({ collection, features }: Layer): Generator<string> {
  const columns = columnsOf(collection);
  const maker = new RowMaker(columns);
  const letters = [...columns, WKT_COLUMN].map((_, at) => lettersOf(at));
  const names = [...columns.map(({ name }) => name), WKT_COLUMN];
  let number = 1;
  let text = `${SHEET_START}<row r="1">${names.map((name, at) => textCell(`${letters[at]}1`, name, STYLES.head)).join('')}</row>`;
  for (const feature of features()) {
    const { cells, geometry } = maker.row(feature);
    number += 1;
    const row = [...cells, geometry === null ? null : wktOf(geometry)];
    text += `<row r="${number}">${row.map((cell, at) => cellOf(`${letters[at]}${number}`, cell)).join('')}</row>`;
    if (text.length < PIECE_CHARS) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData></worksheet>`;
}

/** Returns the letters of a column: A to Z, AA and so on. */
function lettersOf(column: number): string {
  return (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + column % 26);
}

function cellOf(at: string, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return textCell(at, cell.length <= CELL_CHARS_MAX ? cell : tooLong(cell.length), STYLES.text);
}

function tooLong(characters: number): string {
  return `(${characters} tekens, te lang voor Excel: zie csv / ${characters} characters, too long for Excel: see csv)`;
}

function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const ODD = /_(?=x[\dA-Fa-f]{4}_)|(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Characters that XML cannot have are written as Excel does, `_x0007_`; so is an underscore that would be read so. */
function escaped(text: string): string {
  return text.toWellFormed().replaceAll(ODD, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;

/** The parts of the workbook beside its sheet, by name. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="gegevens" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
};
