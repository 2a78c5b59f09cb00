/** Statements: the SQL with which DuckDB writes flat rows (flat-rows.ts) as GeoParquet and as FlatGeobuf. */
import type { DownloadCrs } from '../../publisher/format/downloads.ts';
import { columnsOf, type Column, type ColumnKind } from '../../schemas/derived/columns.ts';
import { MEMBERS, type FlatRows } from './flat-rows.ts';
import { text } from './sql-text.ts';

/** A file to write from flat rows. */
export interface ColumnarFile {
  readonly rows: FlatRows;
  readonly crs: DownloadCrs;
  readonly path: string;
  readonly edition: number;
  /** As text. */
  readonly moment: string;
}

const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'VARCHAR', link: 'VARCHAR', list: 'VARCHAR', number: 'DOUBLE', integer: 'BIGINT', boolean: 'BOOLEAN', moment: 'TIMESTAMPTZ', date: 'DATE',
};

/** DuckDB's names of the CRSs. */
export const DUCKDB_CRSS: Readonly<Record<DownloadCrs, string>> = { CRS84: 'OGC:CRS84', 28992: 'EPSG:28992' };

/** Rows in a row group of GeoParquet. A reader that asks for a box skips the row groups outside it. */
const GROUP_ROWS = 8_192;

/**
 * GeoParquet 1.1, WKB with a covering. `projjson`: the CRS; null: that of GeoParquet itself, CRS84. The encodings of one type of geometry
 * are not used: most collections have several types, and DuckDB reads them as structs.
 */
export function parquetStatement({ rows, path, edition, moment }: ColumnarFile, projjson: string | null): string {
  const { types, box } = rows;
  const column = {
    encoding: 'WKB', geometry_types: types, ...(projjson === null ? {} : { crs: JSON.parse(projjson) as unknown }),
    ...(box === null ? {} : { bbox: box }),
    covering: { bbox: Object.fromEntries(SIDES.map((side) => [side, ['bbox', side]])) },
  };
  const geo = JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry: column } });
  const bbox = `CASE WHEN ${MEMBERS.geometry} IS NULL THEN NULL ELSE {${SIDES.map((side, at) => `${side}: ${MEMBERS.box[at]}`).join(', ')}} END AS bbox`;
  return `COPY (SELECT ${columnList(rows, ({ kind }) => TYPES[kind])}, unhex(${MEMBERS.geometry}) AS geometry, ${bbox} FROM ${source(rows)})
    TO ${text(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${GROUP_ROWS}, GEOPARQUET_VERSION 'NONE',
      KV_METADATA {geo: ${text(geo)}, edition: ${text(String(edition))}, moment: ${text(moment)}})`;
}

const SIDES = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

/**
 * A FlatGeobuf with an index of its boxes. It has no dates: they are texts. Features without geometry are left out: the index has no place
 * for them, and programs that read GDAL's columns (Arrow), as DuckDB does, fail on a file that has one.
 */
export function flatgeobufStatement({ rows, path, crs, edition, moment }: ColumnarFile): string {
  const { collection } = rows;
  const layer = ['SPATIAL_INDEX=YES', `TITLE=${collection}`, `DESCRIPTION=editie ${edition}, ${moment}`];
  const columns = columnList(rows, ({ kind }) => (kind === 'date' ? 'VARCHAR' : TYPES[kind]));
  return `COPY (SELECT ${columns}, ST_GeomFromWKB(unhex(${MEMBERS.geometry})) AS geom
    FROM ${source(rows)} WHERE ${MEMBERS.geometry} IS NOT NULL)
    TO ${text(path)} (FORMAT GDAL, DRIVER 'FlatGeobuf', SRS ${text(DUCKDB_CRSS[crs])}, LAYER_NAME ${text(collection)},
      LAYER_CREATION_OPTIONS (${layer.map(text).join(', ')}))`;
}

function columnList({ collection }: FlatRows, typeOf: (column: Column) => string): string {
  return columnsOf(collection).map((column, at) => `CAST(${MEMBERS.cell}${at} AS ${typeOf(column)}) AS "${column.name}"`).join(', ');
}

/** Casts are strict: a value that does not fit its column ends the statement. */
function source({ path, collection, lineBytesMax }: FlatRows): string {
  const members = [
    ...columnsOf(collection).map(({ kind }, at) => `${MEMBERS.cell}${at}: ${text(READ_TYPES[kind] ?? 'VARCHAR')}`),
    `${MEMBERS.geometry}: 'VARCHAR'`, ...MEMBERS.box.map((name) => `${name}: 'DOUBLE'`),
  ];
  const objectBytesMax = Math.max(LEAST_OBJECT_BYTES, lineBytesMax);
  return `read_json(${text(path)}, format = 'newline_delimited', columns = {${members.join(', ')}}, maximum_object_size = ${objectBytesMax})`;
}

const READ_TYPES: Readonly<Partial<Record<ColumnKind, string>>> = { number: 'DOUBLE', integer: 'BIGINT', boolean: 'BOOLEAN' };
const LEAST_OBJECT_BYTES = 1024 * 1024;
