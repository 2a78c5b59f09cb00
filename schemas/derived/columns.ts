/**
 * Columns: the fields of the features of a collection as a flat table, equal in every form with columns (CSV, workbook, GeoPackage,
 * GeoParquet, FlatGeobuf).
 *
 * A scalar has a column of its own, also inside a value object: `identificatie.lokaalID` is the column `identificatie_lokaalID`, because
 * some programs refuse a dot. A link is its address. A list is a JSON text; of links, their addresses. What has no column, such as a void
 * with its reason, is in the last column, `overig`: a JSON object by dotted name. Not here: the row of a feature (publisher/format/flat-row.ts).
 */
import { unreachable } from '../fault.ts';
import { UNPUBLISHED_FIELD } from '../model/base.ts';
import type { Field, Value } from '../model/conventions.ts';
import { featureFieldsOf } from '../model/feature-fields.ts';
import { MODEL } from '../model/model.ts';
import { seriesOf } from '../names.ts';

export type ColumnKind = 'text' | 'number' | 'integer' | 'boolean' | 'moment' | 'date' | 'link' | 'list';

export interface Column {
  readonly name: string;
  /** Path in the properties of a feature, with dots between names. */
  readonly path: string;
  readonly kind: ColumnKind;
}

/** The column for all fields that have no column of their own. */
export const REST_COLUMN: Column = { name: 'overig', path: '', kind: 'text' };

const known = new Map<string, readonly Column[]>();

/** Returns the columns of a collection (its path, as in SERIES), in the order of the model, `overig` last. */
export function columnsOf(collection: string): readonly Column[] {
  const found = known.get(collection)
    ?? [...[...kindsOf(collection)].map(([path, kind]) => ({ name: path.replaceAll('.', '_'), path, kind })), REST_COLUMN];
  known.set(collection, found);
  return found;
}

function kindsOf(collection: string): ReadonlyMap<string, ColumnKind> {
  const kinds = new Map<string, ColumnKind>();
  for (const entityType of MODEL.keys()) {
    if (seriesOf(entityType) === collection) for (const field of featureFieldsOf(entityType)) addField(kinds, field, '');
  }
  return kinds;
}

function addField(kinds: Map<string, ColumnKind>, field: Field, path: string): void {
  if (field.readOnly === true || field.name === UNPUBLISHED_FIELD) return;
  const name = `${path}${field.name}`;
  const kind = kindOf(field);
  if (kind !== undefined) kinds.set(name, merged(kinds.get(name), kind));
  if (field.kind === 'object') for (const inner of field.shape.fields) addField(kinds, inner, `${name}.`);
}

/** Merges the kinds of fields with one name in several types of a collection. */
function merged(known: ColumnKind | undefined, kind: ColumnKind): ColumnKind {
  if (known === undefined || known === kind) return kind;
  if (known === 'list' || kind === 'list') return 'list';
  return isNumber(known) && isNumber(kind) ? 'number' : 'text';
}

function isNumber(kind: ColumnKind): boolean {
  return kind === 'number' || kind === 'integer';
}

/** Returns the kind of the column of a value; undefined without one, as for a geometry, or an object, whose fields have columns. */
function kindOf(value: Value): ColumnKind | undefined {
  switch (value.kind) {
    case 'number': case 'integer': case 'boolean': case 'moment': case 'date': case 'link': return value.kind;
    case 'constant': case 'text': case 'codelist': return 'text';
    case 'links': case 'array': case 'nested': return 'list';
    case 'object': return value.orText === true ? 'text' : undefined;
    case 'geometry': case 'null': return undefined;
    default: return unreachable(value);
  }
}
