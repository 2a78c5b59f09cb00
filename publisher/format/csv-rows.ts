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

/** The columns of a table of features. */
export interface CsvTable {
  readonly collection: string;
  /** Whether the table has the column with this path; absent: it has all. */
  readonly hasColumn?: ((path: string) => boolean) | undefined;
  readonly skipsGeometry?: boolean | undefined;
}

export function csvHead({ collection, hasColumn = () => true, skipsGeometry = false }: CsvTable): Buffer {
  const names = columnsOf(collection).filter(({ path }) => hasColumn(path)).map(({ name }) => name);
  return Buffer.from(`${CSV_START}${csvLine([...names, ...skipsGeometry ? [] : [WKT_COLUMN]])}`);
}

/** Returns a function that makes the line of a feature. */
export function csvRows({ collection, hasColumn = () => true, skipsGeometry = false }: CsvTable): (feature: Buffer) => Buffer {
  const columns = columnsOf(collection);
  const maker = new RowMaker(columns);
  const shown = columns.map(({ path }) => hasColumn(path));
  return (feature) => {
    const { cells, geometry } = maker.row(feature);
    const written = cells.filter((_, at) => shown[at]).map((cell) => (typeof cell === 'boolean' ? String(cell) : cell ?? undefined));
    return Buffer.from(csvLine([...written, ...skipsGeometry ? [] : [geometry === null ? undefined : wktOf(geometry)]]));
  };
}
