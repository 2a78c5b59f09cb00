/**
 * Code lists: the allowed values of each list that the model names, from `data/reference/codelists.json`, each
 * with its source and version, and with those of the version before it.
 *
 * Values are literal: odd spellings of the source are right. A list with a `shape` instead of values is
 * external and open: any text is allowed, one of another shape is worth a warning.
 */
import { createHash } from 'node:crypto';
import lists from '../data/reference/codelists.json' with { type: 'json' };

export interface CodeList {
  readonly version: string;
  readonly source: string;
  readonly values: readonly string[];
  /** What the source writes beside each of `values`, in the same order. */
  readonly labels?: readonly string[];
  /** The whole list as an older version had it. */
  readonly older?: { readonly version: string; readonly source: string; readonly values: readonly string[] };
  /** What only the older version has. */
  readonly legacy?: { readonly version: string; readonly values: readonly string[] };
  /** Of an open list: a pattern that its usual values fit. */
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

/** A list of the model by name; a name that the data lacks is a mistake of ours. */
export function codeList(name: string): CodeList {
  const list = CODE_LISTS.get(name);
  if (list === undefined) throw new Error(`no code list named ${name}`);
  return list;
}

/** The values a document may use; undefined for an open list. */
export function allowedValues(name: string): readonly string[] | undefined {
  const { shape, values } = codeList(name);
  return shape === undefined ? values : undefined;
}

/** False when the value of an open list does not look like its values: a warning, never an error. */
export function hasUsualShape(name: string, value: string): boolean {
  return SHAPES.get(name)?.test(value) ?? true;
}

const SHAPES: ReadonlyMap<string, RegExp> = new Map([...CODE_LISTS].flatMap(([name, { shape }]) =>
  (shape === undefined ? [] : [[name, new RegExp(shape, 'u')] as const])));

/** SHA-256 (hex) of all lists: part of an edition's configuration. */
export function codeListsHash(): string {
  return createHash('sha256').update(JSON.stringify(lists)).digest('hex');
}
