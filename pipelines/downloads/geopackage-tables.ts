/** GeoPackage tables: those that describe a GeoPackage (OGC 12-128r18, annex C), the styles that QGIS reads, and the spatial index. */

const RD_WKT = 'PROJCS["Amersfoort / RD New",GEOGCS["Amersfoort",DATUM["Amersfoort",SPHEROID["Bessel 1841",6377397.155,299.1528128,'
  + 'AUTHORITY["EPSG","7004"]],AUTHORITY["EPSG","6289"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,'
  + 'AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4289"]],PROJECTION["Oblique_Stereographic"],PARAMETER["latitude_of_origin",52.1561605555556],'
  + 'PARAMETER["central_meridian",5.38763888888889],PARAMETER["scale_factor",0.9999079],PARAMETER["false_easting",155000],'
  + 'PARAMETER["false_northing",463000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","28992"]]';
const WGS84_WKT = 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],'
  + 'PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],'
  + 'AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';

type SrsRow = readonly [name: string, id: number, organization: string, code: number, definition: string, description: string];

/** Rows of gpkg_spatial_ref_sys: the three that the standard requires, and RD. */
export const SRS_ROWS: readonly SrsRow[] = [
  ['Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'],
  ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'],
  ['WGS 84 geodetic', 4326, 'EPSG', 4326, WGS84_WKT, 'longitude, latitude in degrees'],
  ['Amersfoort / RD New', 28992, 'EPSG', 28992, RD_WKT, 'x, y in metres'],
];

/** Table in which QGIS finds styles. */
const STYLES = 'layer_styles';

/** Makes the time of a row by itself where a program adds one. */
const NOW = "DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now'))";

export const GEOPACKAGE_TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
  description TEXT DEFAULT '', last_change DATETIME NOT NULL ${NOW},
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
  scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
CREATE TABLE gpkg_metadata (id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL, md_scope TEXT NOT NULL DEFAULT 'dataset',
  md_standard_uri TEXT NOT NULL, mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT '');
CREATE TABLE gpkg_metadata_reference (reference_scope TEXT NOT NULL, table_name TEXT, column_name TEXT, row_id_value INTEGER,
  timestamp DATETIME NOT NULL ${NOW}, md_file_id INTEGER NOT NULL, md_parent_id INTEGER,
  CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),
  CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id));
INSERT INTO gpkg_extensions VALUES
  ('gpkg_metadata', NULL, 'gpkg_metadata', 'http://www.geopackage.org/spec130/#extension_metadata', 'read-write'),
  ('gpkg_metadata_reference', NULL, 'gpkg_metadata', 'http://www.geopackage.org/spec130/#extension_metadata', 'read-write');
CREATE TABLE ${STYLES} (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT(256), f_table_schema TEXT(256),
  f_table_name TEXT(256), f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN,
  description TEXT, owner TEXT(30), ui TEXT(30), update_time DATETIME ${NOW});`;

/** Returns the spatial index of a table, and the triggers that keep it right when a program changes rows (annex F.3). */
export function rtreeOf(table: string, column: string): { readonly table: string; readonly triggers: string } {
  const [tree, rows] = [`"rtree_${table}_${column}"`, `"${table}"`];
  const box = (row: string): string => ['MinX', 'MaxX', 'MinY', 'MaxY'].map((side) => `ST_${side}(${row}."${column}")`).join(', ');
  const has = (row: string): string => `(${row}."${column}" NOTNULL AND NOT ST_IsEmpty(${row}."${column}"))`;
  const hasNone = (row: string): string => `(${row}."${column}" ISNULL OR ST_IsEmpty(${row}."${column}"))`;
  const trigger = (name: string, event: string, when: string, action: string): string => (
    `CREATE TRIGGER "rtree_${table}_${column}_${name}" AFTER ${event} ON ${rows}${when === '' ? '' : ` WHEN ${when}`} BEGIN ${action}; END;`
  );
  const put = `INSERT OR REPLACE INTO ${tree} VALUES (NEW.fid, ${box('NEW')})`;
  const drop = `DELETE FROM ${tree} WHERE id = OLD.fid`;
  return {
    table: `CREATE VIRTUAL TABLE ${tree} USING rtree(id, minx, maxx, miny, maxy);`,
    triggers: [
      trigger('insert', 'INSERT', has('NEW'), put),
      trigger('update1', `UPDATE OF "${column}"`, `OLD.fid = NEW.fid AND ${has('NEW')}`, put),
      trigger('update2', `UPDATE OF "${column}"`, `OLD.fid = NEW.fid AND ${hasNone('NEW')}`, drop),
      trigger('update3', 'UPDATE', `OLD.fid != NEW.fid AND ${has('NEW')}`, `${drop}; ${put}`),
      trigger('update4', 'UPDATE', `OLD.fid != NEW.fid AND ${hasNone('NEW')}`, `DELETE FROM ${tree} WHERE id IN (OLD.fid, NEW.fid)`),
      trigger('delete', 'DELETE', `OLD."${column}" NOT NULL`, drop),
    ].join('\n'),
  };
}

/** Lists the table of styles among the contents, as QGIS does, so that other programs show it as a plain table. */
export const STYLE_TABLE = `INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change)
  SELECT '${STYLES}', 'attributes', '${STYLES}', '', max(last_change) FROM gpkg_contents;`;
