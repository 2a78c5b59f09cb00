/**
 * Meant list: the list that a text stands for where a field takes one: as GDAL writes a list in a table (`(2:a,b)`), as JSON in a text,
 * with signs between the items, or the only item itself.
 *
 * Invariant: there is a list only where each item is one that the field takes.
 * Not here: what an item may be (meant.ts).
 */
import type { Text } from '../finding.ts';
import type { Meant } from './meaning.ts';

/** The items as GDAL writes them, and how many it says there are. */
const GDAL_LIST = /^\s*\((?<count>[1-9]\d{0,5}):(?<items>\S.*)\)\s*$/su;
/** GDAL ends so when a list is too long for it. */
const GDAL_CUT = /\.\.\.$/;
const BETWEEN = /\s*[;|,]\s*/;

/** The item as JSON; undefined for one that the field does not take. */
type ItemAsJson = (item: string) => string | undefined;

/** Whether a text is a list as GDAL writes it; a comma in an item makes more parts than it counts. */
export function isGdalList(text: string): boolean {
  const { count, items } = GDAL_LIST.exec(text)?.groups ?? {};
  return items !== undefined && (GDAL_CUT.test(items) || items.split(',').length >= Number(count));
}

/** The list meant by a text; undefined when it cannot be told. */
export function listMeant(text: string, asJson: ItemAsJson): Meant | undefined {
  const items = itemsIn(text);
  if (items !== undefined) return listOf(items.items, asJson, items.how);
  if (isGdalList(text)) return undefined;
  const several = text.trim().split(BETWEEN).filter((item) => item !== '');
  const one = listOf([text.trim()], asJson, AROUND);
  const parted = several.length > 1 ? listOf(several, asJson, APART) : undefined;
  return parted === undefined || one === undefined ? parted ?? one : { ...parted, or: one.json };
}

/** The items of a text that is a list by its form; undefined for any other, and where it does not say which they are. */
export function itemsIn(text: string): { readonly items: readonly string[]; readonly how: Text } | undefined {
  const { count, items } = GDAL_LIST.exec(text)?.groups ?? {};
  if (items === undefined) {
    const inJson = jsonList(text);
    return inJson && { items: inJson, how: UNQUOTE };
  }
  const parts = Number(count) === 1 ? [items] : items.split(',');
  return GDAL_CUT.test(items) || parts.length !== Number(count) ? undefined : { items: parts, how: OF_GDAL };
}

function jsonList(text: string): readonly string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' || typeof item === 'number')
      ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function listOf(items: readonly string[], asJson: ItemAsJson, how: Text): Meant | undefined {
  const parts = items.map(asJson);
  if (parts.includes(undefined)) return undefined;
  const json = `[${parts.join(', ')}]`;
  return { suggestion: json, json, how };
}

/** What to do with a list or an object that was written as text. */
export const UNQUOTE: Text = {
  nl: 'Haal de aanhalingstekens eromheen weg, en de \\ voor die erin.', en: 'Remove the quotes around it, and the \\ before those in it.',
};

const AROUND: Text = { nl: 'Zet [ en ] om de waarde.', en: 'Put [ and ] around the value.' };
const APART: Text = { nl: 'Zet elk onderdeel apart in de lijst.', en: 'Put each item in the list by itself.' };
const OF_GDAL: Text = { nl: 'Zo schrijft GDAL een lijst in een tabel; in JSON is het een lijst.', en: 'So GDAL writes a list in a table; in JSON it is a list.' };

/** What to do with a list of GDAL of which the items cannot be told apart. */
export const GDAL_UNCLEAR: Text = {
  nl: 'Zo schrijft GDAL een lijst in een tabel, en hier is niet meer te zien waar elk onderdeel begint of eindigt. Haal de lijst uit de bron, en zet elk onderdeel apart tussen [ en ].',
  en: 'So GDAL writes a list in a table, and here it cannot be seen any more where each item begins or ends. Take the list from its source, and put each item by itself between [ and ].',
};
