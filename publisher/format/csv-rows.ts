/**
 * CSV rows: features as lines of CSV with their geometry as WKT in the last column, which GDAL and QGIS recognise by its name.
 *
 * A moment, a date, a link and a list are texts as in the other forms with columns. Text that a spreadsheet could take for a formula gets
 * an apostrophe in front (schemas/csv.ts).
 */
import { CSV_START, csvLine } from '../../schemas/csv.ts';
import { columnsOf } from '../../schemas/derived/columns.ts';
import { RowMaker } from './flat-row.ts';
import { wktOf } from './wkt.ts';

/** Name of the column of the geometry. */
export const WKT_COLUMN = 'WKT';

export function csvHead(collection: string): Buffer {
  return Buffer.from(`${CSV_START}${csvLine([...columnsOf(collection).map(({ name }) => name), WKT_COLUMN])}`);
}

/** Returns a function that makes the line of a feature of a collection. */
export function csvRows(collection: string): (feature: Buffer) => Buffer {
  const maker = new RowMaker(columnsOf(collection));
  return (feature) => {
    const { cells, geometry } = maker.row(feature);
    const written = cells.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell ?? undefined));
    return Buffer.from(csvLine([...written, geometry === null ? undefined : wktOf(geometry)]));
  };
}
