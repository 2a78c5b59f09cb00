/** Form writers: those of the forms that other programs make (publisher/write/download-forms.ts), behind one `open`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FileContent, FormWriter, FormWriters } from '../../publisher/write/download-forms.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { Converter } from './converter.ts';
import type { ConverterTask } from './converter-process.ts';
import { writeFlatRows, type FlatRows } from './flat-rows.ts';
import { writeGeopackage } from './geopackage.ts';
import { writeWorkbook } from './workbook.ts';

/** Opens the writers. DuckDB starts for the first file that it writes. `work`: a folder for what they keep meanwhile. */
export function openFormWriters(spatialPath: () => Promise<string>, work: string): FormWriters {
  const converter = new Converter(spatialPath, work);
  /** The flat rows of the last file: its collection comes in several forms. */
  let last: { readonly key: string; readonly rows: FlatRows } | null = null;
  const rowsOf = ({ edition, crs, layers: [layer] }: FileContent): FlatRows => {
    const key = `${edition} ${crs} ${layer!.collection}`;
    if (last?.key !== key) {
      if (last !== null) rmSync(last.rows.path);
      last = null;
      last = { key, rows: writeFlatRows(layer!, join(work, 'rows.ndjson')) };
    }
    return last.rows;
  };
  const columnar = (form: ConverterTask['form']): FormWriter => async (content, path) => {
    const { crs, edition, moment } = content;
    const rows = rowsOf(content);
    await converter.write({ form, file: { rows, crs, path, edition, moment: formatMoment(moment as Moment) } });
    return form === 'fgb' ? rows.withoutGeometry : 0;
  };
  return { gpkg: writeGeopackage, xlsx: writeWorkbook, parquet: columnar('parquet'), fgb: columnar('fgb'), close: () => converter.close() };
}
