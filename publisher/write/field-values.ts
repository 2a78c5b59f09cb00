/**
 * Values: the values of an object in the queryable fields of its collection, as columns store them (format/column.ts,
 * format/list-column.ts). Only published values count: a void has no value, nor has a member that `properties` leaves out (feature-text.ts).
 * Texts are in NFC, so that their forms compare equal; the row keeps the delivered form.
 */
import { queryablesOf, type Queryable } from '../../schemas/derived/queryables.ts';
import { isObject, type Json } from '../../schemas/json.ts';
import { nfc } from '../../schemas/normal-form.ts';
import { dateMs } from '../../schemas/time.ts';
import type { FieldValue } from '../format/column.ts';
import { listOf, type ListValue } from '../format/list-column.ts';
import { readMoment } from './moment-cache.ts';
import type { RowValues } from './row.ts';
import type { Member } from './feature-text.ts';

interface Table {
  /** Values of a feature without any: null for each queryable field. */
  readonly none: readonly null[];
  /** The queryable fields in each member of `properties`. */
  readonly byMember: ReadonlyMap<string, readonly FieldReader[]>;
}

interface FieldReader {
  /** Its index among the queryable fields of the collection. */
  readonly number: number;
  /** Returns the value of the field from the JSON of the member that contains it. */
  readonly read: (value: Json) => FieldValue | ListValue | null;
}

/** `members`: the members that `properties` shows. */
export function valuesOf(members: readonly Member[], collection: string): RowValues {
  const { none, byMember } = tableOf(collection);
  const values: (FieldValue | ListValue | null)[] = none.slice();
  for (const [name, value] of members) {
    for (const { number, read } of byMember.get(name) ?? NONE) values[number] = read(value);
  }
  return values;
}

const NONE: readonly FieldReader[] = [];
const tables = new Map<string, Table>();

function tableOf(collection: string): Table {
  let table = tables.get(collection);
  if (table === undefined) {
    const wanted = queryablesOf(collection).map((queryable, number) => {
      const [member, ...path] = queryable.name.split('.');
      if (queryable.isList) return { member: member!, number, read: (value: Json) => listOf(elementsWithin(value, path)) };
      const read = readerOf(queryable);
      return { member: member!, number, read: (value: Json) => read(within(value, path)) ?? null };
    });
    table = { none: wanted.map(() => null), byMember: Map.groupBy(wanted, ({ member }) => member) };
    tables.set(collection, table);
  }
  return table;
}

function within(value: Json, path: readonly string[]): Json {
  let found = filled(value);
  for (const name of path) found = isObject(found) && Object.hasOwn(found, name) ? filled(found[name]!) : null;
  return found;
}

/**
 * Returns the texts at a path, through the elements of lists on the way. An element without a text is left out. Null without a list, or
 * when no element of a list has a text. A single text is a list of one.
 */
function elementsWithin(value: Json, path: readonly string[]): readonly string[] | null {
  const found = filled(value);
  if (Array.isArray(found)) {
    const items = found as readonly Json[];
    const texts = items.flatMap((item) => elementsWithin(item, path) ?? []);
    return texts.length === 0 && items.length > 0 ? null : texts;
  }
  const [name, ...rest] = path;
  if (name !== undefined) return isObject(found) && Object.hasOwn(found, name) ? elementsWithin(found[name]!, rest) : null;
  return typeof found === 'string' ? [nfc(found)] : null;
}

/** `{ "waarde": x, … }` means x, also where x is null (convention 4). */
function filled(value: Json): Json {
  return isObject(value) && Object.hasOwn(value, 'waarde') ? value['waarde']! : value;
}

/** Undefined: no value, or a value of another type than the field's. */
function readerOf({ type, format }: Queryable): (value: Json) => FieldValue | undefined {
  if (format === 'date') return (value) => (typeof value === 'string' ? dateMs(value) : undefined);
  if (format === 'date-time') return (value) => (typeof value === 'string' ? readMoment(value) : undefined);
  if (type === 'string') return (value) => (typeof value === 'string' ? nfc(value) : undefined);
  const wanted = type === 'integer' ? 'number' : type;
  return (value) => (typeof value === wanted ? value as FieldValue : undefined);
}
