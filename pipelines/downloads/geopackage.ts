/**
 * GeoPackage: the features of all collections as layers of one file (OGC 12-128r18), with a spatial index, styles for QGIS, and the edition
 * in its metadata. Written with SQLite itself, because the coordinates and the order of rows are then those of the edition.
 *
 * Invariants:
 *  - Rows are inserted one by one, so that memory is bounded. Equal features give equal bytes.
 *  - A layer with features of several types of geometry, or without geometry, is declared as of any type.
 *  - A GeoPackage has x before y in each CRS, so CRS84 is EPSG:4326 there.
 * Not here: the columns (schemas/derived/columns.ts).
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { RowMaker, type Cell } from '../../publisher/format/flat-row.ts';
import type { DownloadCrs } from '../../publisher/format/downloads.ts';
import { boxOf, toWkb, vertexCount } from '../../publisher/validity/vertices.ts';
import type { FileContent, Layer } from '../../publisher/write/download-forms.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import { columnsOf, type Column, type ColumnKind } from '../../schemas/derived/columns.ts';
import { emptyBox, GEOMETRY_KINDS, grow, type Box, type Geometry, type GeometryKind, type GeometryType } from '../../schemas/geometry.ts';
import { qgisFeatureStyle } from '../../schemas/qgis-style.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { GEOPACKAGE_TABLES, rtreeOf, SRS_ROWS, STYLE_TABLE } from './geopackage-tables.ts';
import { quoted } from './sql-text.ts';

/** Name of the column of the geometry. */
const GEOMETRY = 'geom';

const SRS: Readonly<Record<DownloadCrs, number>> = { 28992: 28992, CRS84: 4326 };

const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'TEXT', link: 'TEXT', list: 'TEXT', number: 'REAL', integer: 'INTEGER', boolean: 'BOOLEAN', moment: 'DATETIME', date: 'DATE',
};

/** Writes a GeoPackage with a layer for each collection. */
export function writeGeopackage(content: FileContent, path: string): Promise<number> {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    db.exec(GEOPACKAGE_TABLES);
    const srs = db.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)');
    for (const row of SRS_ROWS) srs.run(...row);
    for (const layer of content.layers) new LayerWriter(db, content, layer).write();
    writeMetadata(db, content);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
  return Promise.resolve(0);
}

/** Returns a moment as GeoPackage writes it, with three decimals. */
function momentText(moment: number): string {
  return new Date(moment).toISOString();
}

class LayerWriter {
  readonly #db: DatabaseSync;
  readonly #content: FileContent;
  readonly #layer: Layer;
  /** Number of features by type of geometry; null: without one. */
  readonly #types: ReadonlyMap<GeometryType | null, number>;
  readonly #extent = emptyBox();

  constructor(db: DatabaseSync, content: FileContent, layer: Layer) {
    [this.#db, this.#content, this.#layer] = [db, content, layer];
    this.#types = countTypes(layer);
  }

  write(): void {
    const { collection } = this.#layer;
    this.#db.exec(`CREATE TABLE ${quoted(collection)} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${GEOMETRY} ${this.#typeName()},
      ${columnsOf(collection).map(({ name, kind }) => `${quoted(name)} ${TYPES[kind]}`).join(', ')})`);
    this.#db.exec(rtreeOf(collection, GEOMETRY).table);
    this.#insertRows();
    this.#describe();
    this.#db.exec(rtreeOf(collection, GEOMETRY).triggers);
  }

  #insertRows(): void {
    const { collection, features } = this.#layer;
    const columns = columnsOf(collection);
    const maker = new RowMaker(columns);
    const insert = this.#db.prepare(`INSERT INTO ${quoted(collection)} VALUES (?, ?, ${columns.map(() => '?').join(', ')})`);
    const index = this.#db.prepare(`INSERT INTO ${quoted(`rtree_${collection}_${GEOMETRY}`)} VALUES (?, ?, ?, ?, ?)`);
    let fid = 0;
    for (const feature of features()) {
      const { cells, geometry } = maker.row(feature);
      const shape = geometry === null ? null : blobOf(geometry, SRS[this.#content.crs]);
      fid += 1;
      insert.run(fid, shape?.blob ?? null, ...cells.map((cell, at) => valueOf(cell, columns[at]!)));
      if (shape === null) continue;
      const { box: [minX, minY, maxX, maxY] } = shape;
      index.run(fid, minX, maxX, minY, maxY);
      grow(this.#extent, minX, minY);
      grow(this.#extent, maxX, maxY);
    }
  }

  /** Adds the layer to the tables that describe the file. */
  #describe(): void {
    const { collection } = this.#layer;
    const { crs, edition, moment } = this.#content;
    const extent = this.#extent[0] > this.#extent[2] ? [null, null, null, null] : this.#extent;
    this.#run('INSERT INTO gpkg_contents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      collection, 'features', collection, `editie ${edition}, ${formatMoment(moment as Moment)}`, momentText(moment), ...extent, SRS[crs]);
    this.#run('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)',
      collection, GEOMETRY, this.#typeName(), SRS[crs]);
    this.#run('INSERT INTO gpkg_extensions VALUES (?, ?, ?, ?, ?)',
      collection, GEOMETRY, 'gpkg_rtree_index', 'http://www.geopackage.org/spec130/#extension_rtree', 'write-only');
    const kind = this.#mostKind();
    if (kind === undefined) return;
    this.#run(`INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML, styleSLD,
      useAsDefault, description, owner, ui, update_time) VALUES ('', '', ?, ?, ?, ?, '', 1, '', '', NULL, ?)`,
    collection, GEOMETRY, collection, qgisFeatureStyle(collection, kind), momentText(moment));
  }

  /** Returns the one type of geometry that all features have, else that of any. */
  #typeName(): string {
    const [only, ...others] = this.#types.keys();
    return others.length > 0 || only === undefined || only === null ? 'GEOMETRY' : only.toUpperCase();
  }

  /** Returns the kind of geometry that most features have. */
  #mostKind(): Exclude<GeometryKind, 'geen'> | undefined {
    const counted = (['vlak', 'lijn', 'punt'] as const).map((kind) => (
      { kind, count: GEOMETRY_KINDS[kind].reduce((sum, type) => sum + (this.#types.get(type) ?? 0), 0) }
    ));
    const [most] = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
    return most?.kind;
  }

  #run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#db.prepare(sql).run(...values);
  }
}

/** Reads the features through once without parsing them: the table is declared before its rows. The geometry of a feature comes last. */
function countTypes({ features }: Layer): ReadonlyMap<GeometryType | null, number> {
  const types = new Map<GeometryType | null, number>();
  for (const feature of features()) {
    const at = feature.lastIndexOf(GEOMETRY_START);
    const from = at + GEOMETRY_START.length;
    const type = at === -1 ? null : feature.toString('latin1', from, feature.indexOf('"', from)) as GeometryType;
    types.set(type, (types.get(type) ?? 0) + 1);
  }
  return types;
}

const GEOMETRY_START = '"geometry":{"type":"';

function writeMetadata(db: DatabaseSync, { edition, moment, crs }: FileContent): void {
  const metadata = JSON.stringify({ edition, moment: formatMoment(moment as Moment), crs });
  db.prepare('INSERT INTO gpkg_metadata VALUES (1, ?, ?, ?, ?)').run('dataset', 'https://www.geopackage.org/', 'application/json', metadata);
  db.prepare('INSERT INTO gpkg_metadata_reference VALUES (?, NULL, NULL, NULL, ?, 1, NULL)').run('geopackage', momentText(moment));
  db.exec(STYLE_TABLE);
}

function valueOf(cell: Cell, { kind }: Column): SQLInputValue {
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  return kind === 'moment' && typeof cell === 'string' ? momentText(Date.parse(cell)) : cell;
}

/** Returns a geometry in the binary form of a GeoPackage, with its box: a header, the box, and WKB. */
function blobOf(geometry: Geometry, srs: number): { readonly blob: Buffer; readonly box: Box } {
  const vertices = flatten(geometry)!;
  const box = boxOf(vertices, 0, vertexCount(vertices));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('GP', 0, 'latin1');
  header.writeUInt8(HEADER_FLAGS, 3);
  header.writeInt32LE(srs, 4);
  for (const [at, value] of [box[0], box[2], box[1], box[3]].entries()) header.writeDoubleLE(value, 8 + at * 8);
  return { blob: Buffer.concat([header, toWkb(vertices)]), box };
}

const HEADER_BYTES = 40;
/** Little endian, with a box of x and y. */
const HEADER_FLAGS = 0b11;
