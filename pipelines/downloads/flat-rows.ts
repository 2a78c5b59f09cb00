/**
 * Flat rows: the rows of a layer in a file that DuckDB reads, one JSON object a line, and what the head of a GeoParquet says of them.
 * Geometries are WKB in hexadecimal digits, so that their coordinates are those of the edition to the last bit.
 */
import { RowMaker } from '../../publisher/format/flat-row.ts';
import { boxOf, toWkb, vertexCount } from '../../publisher/validity/vertices.ts';
import { writePieces, type Layer } from '../../publisher/write/download-forms.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import { columnsOf } from '../../schemas/derived/columns.ts';
import { emptyBox, grow, type Box, type GeometryType } from '../../schemas/geometry.ts';
import type { Json } from '../../schemas/json.ts';

/** A file of flat rows. */
export interface FlatRows {
  readonly path: string;
  readonly collection: string;
  readonly count: number;
  /** Types of its geometries, in order of their names. */
  readonly types: readonly GeometryType[];
  /** Number of features without a geometry. */
  readonly withoutGeometry: number;
  /** Null: no feature has a geometry. */
  readonly box: Box | null;
  /** Bytes of the longest line. */
  readonly lineBytesMax: number;
}

/** Names of members of a line. A cell has the index of its column behind `c`. */
export const MEMBERS = { cell: 'c', geometry: 'g', box: ['x0', 'y0', 'x1', 'y1'] } as const;

export function writeFlatRows({ collection, count, features }: Layer, path: string): FlatRows {
  const maker = new RowMaker(columnsOf(collection));
  const types = new Set<GeometryType>();
  const all = emptyBox();
  let [withoutGeometry, lineBytesMax] = [0, 0];
  const lineOf = (feature: Buffer): Buffer => {
    const { cells, geometry } = maker.row(feature);
    const members: Record<string, Json> = {};
    for (const [at, cell] of cells.entries()) if (cell !== null) members[`${MEMBERS.cell}${at}`] = cell;
    if (geometry === null) withoutGeometry += 1;
    else {
      types.add(geometry.type);
      const vertices = flatten(geometry)!;
      members[MEMBERS.geometry] = toWkb(vertices).toString('hex');
      const box = boxOf(vertices, 0, vertexCount(vertices));
      for (const [at, name] of MEMBERS.box.entries()) members[name] = box[at]!;
      grow(all, box[0], box[1]);
      grow(all, box[2], box[3]);
    }
    const line = Buffer.from(`${JSON.stringify(members)}\n`);
    lineBytesMax = Math.max(lineBytesMax, line.length);
    return line;
  };
  writePieces(path, lines(features(), lineOf));
  const box = all[0] > all[2] ? null : all;
  return { path, collection, count, types: [...types].sort(), withoutGeometry, box, lineBytesMax };
}

function* lines(features: Iterable<Buffer>, lineOf: (feature: Buffer) => Buffer): Generator<Buffer> {
  for (const feature of features) yield lineOf(feature);
}
