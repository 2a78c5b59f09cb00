/**
 * Table: a file with a row for each object (CSV, workbook, GeoPackage), and the mapping that makes a delivery of it.
 *
 * A mapping gives each field a template: a text in which `{name}` stands for the cell in the column of that name. A path with dots leads
 * through value objects and lists to a field; a list on the way gets one element.
 * Not here: reading a table (table-reader.ts), using a mapping (mapping.ts).
 */
import type { CrsCode } from '../../schemas/crs.ts';
import type { RootType } from '../../schemas/names.ts';

export type TableForm = 'csv' | 'xlsx' | 'gpkg';

export interface Mapping {
  readonly type: RootType;
  /** Whether the decimal sign of numbers in texts is a comma. */
  readonly decimalComma: boolean;
  /** Template by the path of a field. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface TableColumn {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'moment' | 'list' | 'geometry';
  /** The first cells that are not empty, as text, shortened. */
  readonly samples: readonly string[];
}

/** A field of the model for which a mapping may have a template. */
export interface MappableField {
  readonly path: string;
  readonly required: boolean;
  /** The allowed values, when they are few: codes, or the types of a nested object. */
  readonly choices?: readonly string[];
}

/** The contents of a file with tables, of which one was read. */
export interface ReadTable {
  /** Names of all tables in the file; `table` is the one that was read. */
  readonly tables: readonly string[];
  readonly table: string;
  readonly rows: number;
  /** The CRS of the geometries; null when the file names no CRS that deliveries may have. */
  readonly crs: CrsCode | null;
  readonly columns: readonly TableColumn[];
}

export interface DescribedTable extends ReadTable {
  readonly fields: readonly MappableField[];
  /** The proposed mapping. */
  readonly mapping: Mapping;
  /** Paths of required fields without template. */
  readonly unfilled: readonly string[];
}
