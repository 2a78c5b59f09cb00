/**
 * Searched words: the words by which `zoek` finds a feature: those of all texts, ids and codes in its properties, lists, nested objects
 * and properties that a holder adds to an open type. A code or name of a type also has the words between its capitals (`zeerKwetsbaar`:
 * zeer, kwetsbaar). A code has those of its label too.
 *
 * Not searched: numbers, dates and moments; links, which name other objects; reasons for missing values.
 * Not here: splitting a text into words (schemas/search-words.ts), the index (publisher/format/words.ts).
 */
import { CODE_LISTS } from '../codelists.ts';
import { isObject, type Json } from '../json.ts';
import type { Value } from '../model/conventions.ts';
import { featureFieldsOf } from '../model/feature-fields.ts';
import { MODEL } from '../model/model.ts';
import { wordsOf } from '../search-words.ts';

/** Returns the different words of a feature of a type. `members`: names and values of its properties. */
export function searchedWords(members: readonly (readonly [string, Json])[], entityType: string): ReadonlySet<string> {
  const { unsearched, codes } = typeOf(entityType);
  const words = new Set<string>();
  for (const [name, value] of members) if (!unsearched.has(name)) collect(value, name, { codes, words });
  return words;
}

interface Search {
  /** Code lists by dotted path of the field. */
  readonly codes: ReadonlyMap<string, string>;
  readonly words: Set<string>;
}

function collect(value: Json, path: string, search: Search): void {
  if (typeof value === 'string') {
    for (const word of wordsIn(value, search.codes.get(path))) search.words.add(word);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) collect(item, path, search);
  } else if (isObject(value)) {
    if (Object.hasOwn(value, 'waarde')) collect(value['waarde']!, path, search);
    else for (const name of Object.keys(value)) collect(value[name]!, `${path}.${name}`, search);
  }
}

/** Cache of the words of texts and codes, by code list, because many features share them. Long texts and ids are not cached. */
const known = new Map<string | undefined, Map<string, readonly string[]>>();
const TEXTS_KEPT = 10_000;
const KEPT_CHARS_MAX = 64;

const DIGIT = /\d/;

function wordsIn(text: string, codeList: string | undefined): readonly string[] {
  if (codeList === undefined && DIGIT.test(text) && !MODEL.has(text)) return wordsOf(text);
  let ofList = known.get(codeList);
  if (ofList === undefined) known.set(codeList, ofList = new Map());
  let words = ofList.get(text);
  if (words !== undefined) return words;
  words = codeList === undefined && !MODEL.has(text) ? wordsOf(text) : wordsOfCode(text, codeList);
  if (text.length > KEPT_CHARS_MAX) return words;
  if (ofList.size >= TEXTS_KEPT) ofList.clear();
  ofList.set(text, words);
  return words;
}

/** The words of a code, of the parts between its capitals, and of its label. */
function wordsOfCode(code: string, codeList: string | undefined): readonly string[] {
  const { values = [], labels } = (codeList === undefined ? undefined : CODE_LISTS.get(codeList)) ?? {};
  const label = labels?.[values.indexOf(code)] ?? '';
  return [code, code.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' '), label].flatMap(wordsOf);
}

interface SearchedType {
  readonly unsearched: ReadonlySet<string>;
  readonly codes: Search['codes'];
}

const types = new Map<string, SearchedType>();

function typeOf(entityType: string): SearchedType {
  let type = types.get(entityType);
  if (type === undefined) {
    const fields = featureFieldsOf(entityType);
    const unsearched = fields.filter(({ kind }) => UNSEARCHED.has(kind)).map(({ name }) => name);
    type = { unsearched: new Set(unsearched), codes: new Map(fields.flatMap((field) => codesIn(field.name, field))) };
    types.set(entityType, type);
  }
  return type;
}

const UNSEARCHED: ReadonlySet<Value['kind']> = new Set(['moment', 'date', 'link', 'links', 'nested']);

function codesIn(path: string, value: Value): readonly (readonly [string, string])[] {
  switch (value.kind) {
    case 'codelist': return [[path, value.codelist]];
    case 'array': return codesIn(path, value.items);
    case 'object': return value.shape.fields.flatMap((field) => codesIn(`${path}.${field.name}`, field));
    default: return [];
  }
}
