/**
 * CSV: features as lines of a table, as in the files to download (publisher/format/csv-rows.ts), with coordinates in the axis order of the CRS
 * of the response. What has no column of its own is left out when fields are chosen.
 */
import { csvHead, csvRows, type CsvTable } from '../../publisher/format/csv-rows.ts';
import type { Listing } from '../edition/listing.ts';
import type { RequestedFields } from '../parameters/fields.ts';
import type { FeatureRow } from './feature-rows.ts';
import type { PageWriter } from './feature-writer.ts';
import { countHeaders, pageHeaders } from './page-frame.ts';
import { isSelected } from './selected-columns.ts';

/** Returns the writer of a page. */
export function csvPage(listing: Listing): PageWriter {
  const { collection, query: { crs, fields } } = listing;
  const table = tableOf(collection, fields);
  const rowOf = csvRows(table);
  const disposition = ['Content-Disposition', `attachment; filename="${collection}.csv"`];
  return {
    crss: [crs.bytes], separator: NOTHING, start: () => csvHead(table), end: () => NOTHING, feature: (row) => [rowOf(featureOf(row))],
    headers: (counts) => [...pageHeaders({ listing, form: 'csv' }, counts), ...countHeaders(counts), ...disposition],
  };
}

/** Returns a table with one feature. */
export function csvSingle(
  row: FeatureRow, { collection, fields }: { readonly collection: string; readonly fields: RequestedFields | undefined },
): readonly Buffer[] {
  const table = tableOf(collection, fields);
  return [csvHead(table), csvRows(table)(featureOf(row))];
}

const NOTHING = Buffer.alloc(0);

function tableOf(collection: string, fields: RequestedFields | undefined): CsvTable {
  return { collection, hasColumn: (path) => isSelected(path, fields?.selection), skipsGeometry: fields?.skipsGeometry };
}

function featureOf({ bytes, parts: { start, end } }: FeatureRow): Buffer {
  return bytes.subarray(start, end);
}
