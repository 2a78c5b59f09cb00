/**
 * Table process: reads a table with GDAL, in DuckDB, and writes its rows as lines of JSON. A process of its own, so that an error or the
 * memory of GDAL never harms a server; it ends with the process that started it, and when it takes more memory than it may.
 *
 * DuckDB reaches the one folder that it is given, and no network. GDAL opens the one format that the file has.
 * A line has the cells of a row in the order of the columns, null for an empty one. Longitude, or x, comes first in a geometry.
 */
import { join } from 'node:path';
import { openDuckdb } from '../downloads/duckdb.ts';
import { quoted, text } from '../downloads/sql-text.ts';
import type { TableColumn, TableForm } from './table.ts';

export interface TableTask {
  readonly form: TableForm;
  /** The table, in the folder `work`. */
  readonly path: string;
  readonly work: string;
  readonly spatialPath: string;
  /** Name of the table to read; null: the first. */
  readonly table: string | null;
}

export interface ReadRows {
  readonly tables: readonly string[];
  readonly table: string;
  readonly columns: readonly Pick<TableColumn, 'name' | 'kind'>[];
  /** Authority and code of the CRS of the geometries, such as EPSG:28992; null without one. */
  readonly crs: string | null;
  /** The file with the rows. */
  readonly rows: string;
}

export type ReadOf = ReadRows | { readonly error: string };

const RSS_BYTES_MAX = 1_500_000_000;
const LOOK_MS = 100;
/** Column that GDAL adds to a text or a workbook: the number of the row. */
const ROW_COLUMN = 'OGC_FID';

const DRIVERS: Readonly<Record<TableForm, { readonly driver: string; readonly options: readonly string[] }>> = {
  csv: { driver: 'CSV', options: ['AUTODETECT_TYPE=NO', 'GEOM_POSSIBLE_NAMES=', 'EMPTY_STRING_AS_NULL=YES'] },
  xlsx: { driver: 'XLSX', options: ['HEADERS=FORCE'] },
  gpkg: { driver: 'GPKG', options: [] },
};

interface Layer {
  readonly name: string;
  readonly geometry_fields: readonly { readonly crs: { readonly auth_name: string; readonly auth_code: string } | null }[];
}

async function read({ form, path, work, spatialPath, table }: TableTask): Promise<ReadRows> {
  const { run } = await openDuckdb({ spatialPath, work });
  const { driver, options } = DRIVERS[form];
  const [meta] = await run(`SELECT layers FROM ST_Read_Meta(${text(path)})`);
  const layers = meta!['layers'] as readonly Layer[];
  const layer = layers.find(({ name }) => table === null || name === table);
  if (layer === undefined) throw new Error(`no table ${table ?? ''}; the file has ${layers.map(({ name }) => name).join(', ') || 'none'}`);
  const source = `ST_Read(${text(path)}, layer=${text(layer.name)}, allowed_drivers=[${text(driver)}],
    open_options=[${options.map(text).join(', ')}])`;
  const described = await run(`DESCRIBE SELECT * FROM ${source}`);
  const isSpatial = (layer.geometry_fields ?? []).length > 0 && form === 'gpkg';
  const columns = described.map(({ column_name: name, column_type: type }) => ({ name: String(name), ...formOf(String(type)) }))
    .filter(({ name, kind }) => kind !== 'blob' && (isSpatial || (kind !== 'geometry' && name !== ROW_COLUMN)));
  const rows = join(work, 'rows.ndjson');
  const cells = columns.map(({ name, sql }, at) => `${sql(quoted(name))} AS c${at}`).join(', ');
  await run(`COPY (SELECT ${cells} FROM ${source}) TO ${text(rows)} (FORMAT json)`);
  const [geometry] = layer.geometry_fields ?? [];
  const crs = geometry?.crs ?? null;
  return {
    tables: layers.map(({ name }) => name), table: layer.name, rows, crs: crs === null ? null : `${crs.auth_name}:${crs.auth_code}`,
    columns: columns.map(({ name, kind }) => ({ name, kind: kind as TableColumn['kind'] })),
  };
}

interface ColumnForm {
  readonly kind: TableColumn['kind'] | 'blob';
  readonly sql: (column: string) => string;
}

/**
 * Returns the kind of a column by DuckDB's type, and its cells as JSON. Whole numbers become texts, because a code may have too many digits
 * for a number.
 */
function formOf(type: string): ColumnForm {
  const [name = type] = /^[A-Z]+/.exec(type) ?? [];
  if (type.endsWith('[]')) return { kind: 'list', sql: (column) => column };
  switch (name) {
    case 'GEOMETRY': return { kind: 'geometry', sql: (column) => `ST_AsGeoJSON(${column})` };
    case 'BLOB': return { kind: 'blob', sql: (column) => column };
    case 'BOOLEAN': return { kind: 'boolean', sql: (column) => column };
    case 'DOUBLE': case 'FLOAT': return { kind: 'number', sql: (column) => `CASE WHEN isfinite(${column}) THEN ${column} END` };
    case 'DATE': return { kind: 'date', sql: (column) => `strftime(${column}, '%Y-%m-%d')` };
    case 'TIMESTAMP': {
      const zone = type.includes('TIME ZONE') ? 'Z' : '';
      return { kind: 'moment', sql: (column) => `strftime(${column}, '%Y-%m-%dT%H:%M:%S${zone}')` };
    }
    default: return { kind: 'text', sql: (column) => `CAST(${column} AS VARCHAR)` };
  }
}

async function answer(task: TableTask): Promise<void> {
  const watch = setInterval(() => { if (process.memoryUsage.rss() > RSS_BYTES_MAX) process.exit(1); }, LOOK_MS);
  try {
    process.send!(await read(task));
  } catch (error) {
    process.send!({ error: error instanceof Error ? error.message : String(error) });
  } finally {
    clearInterval(watch);
  }
}

process.once('disconnect', () => process.exit());
process.once('message', (task) => { void answer(task as TableTask); });
