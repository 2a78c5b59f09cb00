/**
 * Code lists: the allowed values of each list of the model, from `data/reference/codelists.json`, with source, version, and the values of
 * the version before.
 *
 * Values are literal: odd spellings of the source are right. A list with a `shape` instead of values is external and open: it allows any
 * text, and a text of another shape gets a warning.
 */
import { createHash } from 'node:crypto';
import lists from '../data/reference/codelists.json' with { type: 'json' };

export interface CodeList {
  readonly version: string;
  readonly source: string;
  readonly values: readonly string[];
  /** Labels of the source for `values`, in the same order. */
  readonly labels?: readonly string[];
  /** The complete list of an older version. */
  readonly older?: { readonly version: string; readonly source: string; readonly values: readonly string[] };
  /** Values that only the older version has. */
  readonly legacy?: { readonly version: string; readonly values: readonly string[] };
  /** A pattern of the usual values of an open list. */
  readonly shape?: string;
  readonly note?: string;
}

export const CODE_LISTS: ReadonlyMap<string, CodeList> =
  new Map(Object.entries(lists as Record<string, CodeList>).map(([name, list]) => [name, withLegacy(list)]));

function withLegacy(list: CodeList): CodeList {
  const { values, older } = list;
  const gone = older?.values.filter((value) => !values.includes(value)) ?? [];
  return older === undefined || gone.length === 0
    ? list : { ...list, legacy: { version: older.version, values: gone } };
}

export const IN_TRANSITION = 'gegevenInTransitie';

/** Returns a list of the model by name. Throws when the data lacks it, which is a mistake of ours. */
export function codeList(name: string): CodeList {
  const list = CODE_LISTS.get(name);
  if (list === undefined) throw new Error(`no code list named ${name}`);
  return list;
}

/** Returns the values that a document may use; undefined for an open list. */
export function allowedValues(name: string): readonly string[] | undefined {
  const { shape, values } = codeList(name);
  return shape === undefined ? values : undefined;
}

/** False when the value of an open list has another shape than usual: a warning, never an error. */
export function hasUsualShape(name: string, value: string): boolean {
  return SHAPES.get(name)?.test(value) ?? true;
}

const SHAPES: ReadonlyMap<string, RegExp> = new Map([...CODE_LISTS].flatMap(([name, { shape }]) =>
  (shape === undefined ? [] : [[name, new RegExp(shape, 'u')] as const])));

/** SHA-256 (hex) of all lists: part of an edition's configuration. */
export function codeListsHash(): string {
  return createHash('sha256').update(JSON.stringify(lists)).digest('hex');
}
