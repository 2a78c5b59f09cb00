/**
 * GML: features in GML 3.2, Simple Features profile level 0, as OGC API Features Part 1 describes it (`sf:FeatureCollection`).
 *
 * A property is an element of text, with the name of its path: `identificatie.lokaalID`. A list is JSON. Void reasons and members that a
 * holder added are in `overig`, as in files with columns (schemas/derived/columns.ts). Axes are in the order of the CRS that `srsName` names.
 * Not here: the schema (description/gml-schema.ts).
 */
import { RowMaker } from '../../publisher/format/flat-row.ts';
import { columnsOf, type Column } from '../../schemas/derived/columns.ts';
import { unreachable } from '../../schemas/fault.ts';
import type { Geometry, Position } from '../../schemas/geometry.ts';
import { gmlNamespace, GML, SF, xmlNameOf } from '../description/gml-schema.ts';
import type { Listing } from '../edition/listing.ts';
import type { RequestedFields } from '../parameters/fields.ts';
import type { Service } from '../service.ts';
import type { PageWriter } from './feature-writer.ts';
import { countHeaders, pageHeaders } from './page-frame.ts';
import { isSelected } from './selected-columns.ts';
import { element, type Xml } from '../response/xml.ts';
import type { FeatureRow } from './feature-rows.ts';

export interface GmlContext {
  readonly collection: string;
  readonly baseUrl: string;
  readonly crsUri: string;
}

/** Returns the writer of a page. */
export function gmlPage(listing: Listing, { baseUrl }: Service): PageWriter {
  const { collection, query: { crs, fields } } = listing;
  const context: GmlContext = { collection, baseUrl, crsUri: crs.uri };
  const frame = { listing, form: 'gmlsf0' } as const;
  const write = gmlFeature(context, fields);
  return {
    crss: [crs.bytes], separator: Buffer.alloc(0), start: () => Buffer.from(gmlStart(context)), end: () => Buffer.from(GML_END),
    headers: (counts) => [...pageHeaders(frame, counts), ...countHeaders(counts)],
    feature: (row) => [Buffer.from(element('sf:featureMember', {}, write(row)).text)],
  };
}

/** Returns one feature as a document. */
export function gmlSingle(row: FeatureRow, context: GmlContext, fields: RequestedFields | undefined): readonly Buffer[] {
  return [Buffer.from(`${DECLARATION}${gmlFeature(context, fields, namespacesOf(context))(row).text}\n`)];
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

function namespacesOf({ collection, baseUrl }: GmlContext): Readonly<Record<string, string>> {
  const namespace = gmlNamespace(collection, baseUrl);
  return {
    'xmlns:sf': SF.uri, 'xmlns:gml': GML.uri, 'xmlns:ev': namespace, 'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': `${namespace} ${namespace} ${SF.uri} ${SF.location}`,
  };
}

function gmlStart(context: GmlContext): string {
  const empty = element('sf:FeatureCollection', { ...namespacesOf(context), 'gml:id': context.collection }).text;
  return `${DECLARATION}${empty.slice(0, -'/>'.length)}>`;
}

const GML_END = '</sf:FeatureCollection>\n';

/** Returns a function from a row to its element. */
function gmlFeature(
  { collection, crsUri }: GmlContext, fields: RequestedFields | undefined, attributes: Readonly<Record<string, string>> = {},
): (row: FeatureRow) => Xml {
  const columns = columnsOf(collection);
  const shown = columns.map(({ path }) => isSelected(path, fields?.selection));
  const rows = new RowMaker(columns);
  return ({ bytes, parts }) => {
    const { cells, geometry } = rows.row(bytes.subarray(parts.start, parts.end));
    const id = xmlId(String(cells[columns.findIndex(({ path }) => path === 'id')]));
    return element(`ev:${collection}`, { ...attributes, 'gml:id': id }, [
      ...columns.flatMap((column, at) => (cells[at] === null || !shown[at] ? [] : [element(`ev:${xmlNameOf(column)}`, {}, textOf(column, cells[at]!))])),
      ...geometry === null || fields?.skipsGeometry === true ? [] : [element('ev:geometrie', {}, geometryElement(geometry, `${id}.geometrie`, crsUri))],
    ]);
  };
}

/** Returns an id as an XML name, which begins with a letter and has no colon. */
function xmlId(id: string): string {
  const plain = id.replaceAll(/[^\p{L}\p{N}._-]/gu, (character) => `_x${character.codePointAt(0)!.toString(16)}_`);
  return /^[\p{L}_]/u.test(plain) ? plain : `_${plain}`;
}

function textOf({ kind }: Column, cell: string | number | boolean): string {
  return kind === 'number' ? Number(cell).toString() : String(cell);
}

function geometryElement({ type, coordinates }: Geometry, id: string, crs: string): Xml {
  const attributes = { 'gml:id': id, srsName: crs };
  switch (type) {
    case 'Point': return element('gml:Point', attributes, element('gml:pos', {}, coordinates.join(' ')));
    case 'LineString': return element('gml:LineString', attributes, positions(coordinates));
    case 'Polygon': return polygon(coordinates, attributes);
    case 'MultiPoint': return element('gml:MultiPoint', attributes, coordinates.map((one, at) => (
      element('gml:pointMember', {}, element('gml:Point', { 'gml:id': `${id}.${at + 1}` }, element('gml:pos', {}, one.join(' '))))
    )));
    case 'MultiLineString': return element('gml:MultiCurve', attributes, coordinates.map((one, at) => (
      element('gml:curveMember', {}, element('gml:LineString', { 'gml:id': `${id}.${at + 1}` }, positions(one)))
    )));
    case 'MultiPolygon': return element('gml:MultiSurface', attributes, coordinates.map((one, at) => (
      element('gml:surfaceMember', {}, polygon(one, { 'gml:id': `${id}.${at + 1}` }))
    )));
    default: return unreachable(type);
  }
}

function polygon([exterior = [], ...interiors]: readonly (readonly Position[])[], attributes: Readonly<Record<string, string>>): Xml {
  const ring = (of: readonly Position[]): Xml => element('gml:LinearRing', {}, positions(of));
  return element('gml:Polygon', attributes, [
    element('gml:exterior', {}, ring(exterior)), ...interiors.map((interior) => element('gml:interior', {}, ring(interior))),
  ]);
}

function positions(of: readonly Position[]): Xml {
  return element('gml:posList', {}, of.map((one) => one.join(' ')).join(' '));
}
