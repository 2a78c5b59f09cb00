/** Flat row: one feature as the cells of a table, one for each column of its collection (schemas/derived/columns.ts), and its geometry. */
import { REST_COLUMN, type Column } from '../../schemas/derived/columns.ts';
import { unreachable } from '../../schemas/fault.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';

/** Null: no value. Moments, dates, links and lists are texts. */
export type Cell = string | number | boolean | null;

interface Feature {
  readonly properties: JsonObject;
  readonly geometry: Geometry | null;
}

export interface FlatRow {
  readonly cells: readonly Cell[];
  readonly geometry: Geometry | null;
}

/** Makes the rows of a collection from its features. Values are those of the feature: nothing is rounded or left out. */
export class RowMaker {
  readonly #columns: readonly Column[];
  readonly #places: ReadonlyMap<string, number>;
  /** Place of what has no column of its own. */
  readonly #rest: number;
  /** Paths of the objects whose fields have columns. */
  readonly #objects: ReadonlySet<string>;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#rest = columns.findIndex(({ path }) => path === REST_COLUMN.path);
    this.#places = new Map(columns.map(({ path }, place) => [path, place] as const).filter(([, place]) => place !== this.#rest));
    this.#objects = new Set(columns.flatMap(({ path }) => [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index))));
  }

  row(feature: Buffer): FlatRow {
    const { properties, geometry } = JSON.parse(feature.toString()) as Feature;
    const cells: Cell[] = this.#columns.map(() => null);
    const rest: Record<string, Json> = {};
    this.#fill(cells, rest, { members: properties, path: '' });
    if (Object.keys(rest).length > 0) cells[this.#rest] = JSON.stringify(rest);
    return { cells, geometry };
  }

  #fill(cells: Cell[], rest: Record<string, Json>, { members, path }: { readonly members: JsonObject; readonly path: string }): void {
    for (const [name, value] of Object.entries(members)) {
      if (value === null) continue;
      const inner = `${path}${name}`;
      const place = this.#places.get(inner);
      const cell = place === undefined || isVoid(value) ? undefined : cellOf(this.#columns[place]!, value);
      if (cell !== undefined) cells[place!] = cell;
      else if (isObject(value) && this.#objects.has(inner) && !isVoid(value)) this.#fill(cells, rest, { members: value, path: `${inner}.` });
      else rest[inner] = value;
    }
  }
}

function isVoid(value: Json): boolean {
  return isObject(value) && 'geenWaardeReden' in value;
}

/** Returns the cell of a value; undefined when the value does not fit its column. */
function cellOf({ kind }: Column, value: Json): Cell | undefined {
  switch (kind) {
    case 'list': return JSON.stringify((Array.isArray(value) ? value as readonly Json[] : [value]).map(addressOrValue));
    case 'link': return isObject(value) && typeof value['href'] === 'string' ? value['href'] : undefined;
    case 'boolean': return typeof value === 'boolean' ? value : undefined;
    case 'number': return typeof value === 'number' ? value : undefined;
    case 'integer': return Number.isSafeInteger(value) ? value as number : undefined;
    case 'text': case 'moment': case 'date': return typeof value === 'string' ? value : undefined;
    default: return unreachable(kind);
  }
}

/** Links to objects have a title at most; a document with an address has a name, and stays as it is. */
function addressOrValue(value: Json): Json {
  return isObject(value) && typeof value['href'] === 'string' ? value['href'] : value;
}
