/** Proposal: the mapping that the names and the cells of a table suggest. People correct it. */
import { nearest } from '../../schemas/check/nearest.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { NAMESPACE } from '../../schemas/model/identificatie.ts';
import type { RootType } from '../../schemas/names.ts';
import type { Mapping, TableColumn } from './table.ts';
import { mappedFields, type MappedField } from './mapped-field.ts';

/**
 * Names of columns with the number or code of an object, and with its position, without case and punctuation. `fid` is none of them: a
 * program numbers its rows again, and an object would become another one.
 */
const KEYS = ['id', 'lokaalid', 'bronobjectid', 'code', 'nummer'];
const X_NAMES = ['x', 'rdx', 'xcoordinaat', 'xcoord', 'lon', 'longitude', 'lengtegraad'];
const Y_NAMES = ['y', 'rdy', 'ycoordinaat', 'ycoord', 'lat', 'latitude', 'breedtegraad'];

/** Returns a mapping to roots of a type for the columns of a table. */
export function proposedMapping(type: RootType, columns: readonly TableColumn[], holder: string): Mapping {
  const fields = mappedFields({ type, fields: {} });
  const templates: Record<string, string> = { ...byName(fields, columns), ...ids(columns, holder) };
  const geometry = [...fields.values()].find(({ value, steps }) => value.kind === 'geometry' && steps.length === 1);
  const place = geometry === undefined ? undefined : placeIn(columns, geometry);
  if (geometry !== undefined && place !== undefined) templates[geometry.path] = place;
  // In the order of the model, so that a reader finds a field where the model has it.
  const ordered = [...fields.keys()].filter((path) => Object.hasOwn(templates, path)).map((path) => [path, templates[path]!]);
  return { type, decimalComma: hasDecimalCommas(columns), fields: Object.fromEntries(ordered) as Readonly<Record<string, string>> };
}

/** Gives each field the column with its name, else the nearest of the columns that are left. */
function byName(fields: ReadonlyMap<string, MappedField>, columns: readonly TableColumn[]): Readonly<Record<string, string>> {
  const templates = new Map<string, string>();
  const usable = columns.filter(({ name, kind }) => kind !== 'geometry' && plain(name) !== 'fid' && !/[{}]/.test(name));
  const left = new Set(usable.map(({ name }) => name));
  const take = (path: string, column: string): void => {
    left.delete(column);
    templates.set(path, `{${column}}`);
  };
  // A field in an object that may be absent is not proposed: one field alone would make the object incomplete.
  const paths = [...fields.values()]
    .filter(({ value, required, steps }) => value.kind !== 'geometry' && (required || steps.length === 1)).map(({ path }) => path);
  for (const path of paths) {
    const column = [...left].find((name) => plain(name) === plain(path));
    if (column !== undefined) take(path, column);
  }
  const byLast = Map.groupBy(paths, (path) => plain(path.split('.').at(-1)!));
  for (const column of left) {
    const [path, ...more] = byLast.get(plain(column)) ?? [];
    if (path !== undefined && more.length === 0 && !templates.has(path)) take(path, column);
  }
  for (const column of left) {
    const [near] = nearest(column, paths.filter((path) => !path.includes('.') && !templates.has(path)), 1);
    if (near !== undefined) take(near, column);
  }
  return Object.fromEntries(templates);
}

/** Returns the templates that identify an object: its id as the register writes it, or one made of the number of the source holder. */
function ids(columns: readonly TableColumn[], holder: string): Readonly<Record<string, string>> {
  const isRegisterId = ({ samples: [first] }: TableColumn): boolean => first?.startsWith(`${NAMESPACE}.`) === true;
  const constant = { 'identificatie.namespace': NAMESPACE, bronhoudercode: holder };
  const whole = columns.find((column) => plain(column.name) === 'id' && isRegisterId(column));
  if (whole !== undefined) return { ...constant, id: `{${whole.name}}` };
  const [key] = KEYS.flatMap((name) => columns.filter((column) => plain(column.name) === name && column.kind !== 'geometry'));
  if (key === undefined) return constant;
  const own = `${holder}.`;
  const lokaal = key.samples[0]?.startsWith(own) === true ? `{${key.name}}` : `${own}{${key.name}}`;
  return { ...constant, id: `${NAMESPACE}.${lokaal}`, 'identificatie.lokaalID': lokaal, bronobjectID: `{${key.name}}` };
}

/** Returns the template of the geometry: a column of geometries, one of Well-Known Text, or two of numbers where a point is allowed. */
function placeIn(columns: readonly TableColumn[], { value }: MappedField): string | undefined {
  const column = columns.find(({ kind }) => kind === 'geometry') ?? columns.find(({ samples: [first = ''] }) => WKT.test(first));
  if (column !== undefined) return `{${column.name}}`;
  const named = (names: readonly string[]): TableColumn | undefined => columns.find(({ name }) => names.includes(plain(name)));
  const [x, y] = [named(X_NAMES), named(Y_NAMES)];
  const takesPoints = value.kind === 'geometry' && (GEOMETRY_ALIASES[value.alias] as readonly string[]).includes('Point');
  return takesPoints && x !== undefined && y !== undefined ? `POINT ({${x.name}} {${y.name}})` : undefined;
}

const WKT = /^(?:MULTI)?(?:POINT|LINESTRING|POLYGON)[\sZ]*\(/i;

/** Whether the texts of the table have numbers with a comma and none with a point. */
function hasDecimalCommas(columns: readonly TableColumn[]): boolean {
  const texts = columns.filter(({ kind }) => kind === 'text').flatMap(({ samples }) => samples);
  return texts.some((text) => /^-?\d+,\d+$/.test(text)) && !texts.some((text) => /^-?\d+\.\d+$/.test(text));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
