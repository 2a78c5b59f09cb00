/**
 * Cell: the value of a field from the cell of a table. A cell that does not fit is given on as it is, so that the report on the delivery
 * names the mistake.
 */
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { geometryInText } from '../../schemas/cql2/wkt.ts';
import { GEOMETRY_ALIASES, type GeometryAlias } from '../../schemas/geometry.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Value } from '../../schemas/model/conventions.ts';

export interface CellOptions {
  readonly decimalComma: boolean;
  /** Whether a number is a day of a workbook, counted from 30 December 1899, where a date or moment belongs. */
  readonly hasSerialDays: boolean;
}

/** The sign between the items of a list in one cell. */
const SEPARATOR = ';';
const DAY_MS = 86_400_000;
const DAY_0 = Date.UTC(1899, 11, 30);
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true], ['ja', true], ['waar', true], ['1', true], ['false', false], ['nee', false], ['onwaar', false], ['0', false],
]);

/** Returns the value for a field. The cell is not empty. */
export function valueOf(cell: Json, value: Value, options: CellOptions): Json {
  const text = textOf(cell);
  if (value.voidable === true && REASONS.has(text)) return { waarde: null, geenWaardeReden: text };
  switch (value.kind) {
    case 'number': case 'integer': return typeof cell === 'number' ? cell : numberIn(text, options) ?? text;
    case 'boolean': return typeof cell === 'boolean' ? cell : BOOLEANS.get(text.toLowerCase()) ?? text;
    case 'date': return dateIn(cell, options).slice(0, 10);
    case 'moment': return momentIn(dateIn(cell, options));
    case 'link': return { href: text };
    case 'links': return itemsOf(cell).map((item) => ({ href: textOf(item) }));
    case 'array': return itemsOf(cell).map((item) => valueOf(item, value.items, options));
    case 'geometry': return geometryOf(cell, value.alias) ?? cell;
    default: return text;
  }
}

const REASONS: ReadonlySet<string> = new Set(CODE_LISTS.get('VoidReasonValue')!.values);

/** Returns the text of a cell within a template. */
export function textOf(cell: Json): string {
  return typeof cell === 'string' ? cell.trim() : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** Returns the number in a text; undefined for other texts. */
export function numberIn(text: string, { decimalComma }: Pick<CellOptions, 'decimalComma'>): number | undefined {
  const plain = decimalComma ? text.replace(',', '.') : text;
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

function itemsOf(cell: Json): readonly Json[] {
  if (Array.isArray(cell)) return cell as readonly Json[];
  return typeof cell === 'string' ? cell.split(SEPARATOR).map((item) => item.trim()).filter((item) => item !== '') : [cell];
}

/** Returns a date or a time as ISO text. `31-12-2024` is a Dutch date; a form with slashes is ambiguous, and stays as it is. */
function dateIn(cell: Json, { hasSerialDays }: CellOptions): string {
  if (typeof cell === 'number' && hasSerialDays) return new Date(DAY_0 + Math.round(cell * DAY_MS / 1_000) * 1_000).toISOString().slice(0, 19);
  return textOf(cell).replace(/^(\d\d)-(\d\d)-(\d{4})(?=$|[T ])/, '$3-$2-$1');
}

/** Returns a time: of a date its first moment, in Dutch time. */
function momentIn(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
}

/** Returns the geometry in a cell: GeoJSON, or Well-Known Text. A multiple of one part becomes single where a multiple is not allowed. */
function geometryOf(cell: Json, alias: GeometryAlias): JsonObject | undefined {
  const geometry = isObject(cell) ? cell : typeof cell === 'string' ? geometryInText(cell) as JsonObject | undefined : undefined;
  const { type, coordinates } = geometry ?? {};
  const isAllowed = (GEOMETRY_ALIASES[alias] as readonly (Json | undefined)[]).includes(type);
  if (isAllowed || typeof type !== 'string' || !type.startsWith('Multi') || !Array.isArray(coordinates) || coordinates.length !== 1) return geometry;
  return { type: type.slice('Multi'.length), coordinates: (coordinates as readonly Json[])[0]! };
}
