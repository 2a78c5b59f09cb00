/**
 * Suggest list: the list that a text stands for: as GDAL writes a list in a table (`(2:a,b)`), as JSON in a text, with separators, or its
 * only item.
 *
 * Invariant: a list is suggested only if the field allows each item.
 * Not here: the allowed items (suggest.ts).
 */
import type { Text } from '../finding.ts';
import type { Suggestion } from './suggestion.ts';

/** A list as GDAL writes it: the number of items, and the items. */
const GDAL_LIST = /^\s*\((?<count>[1-9]\d{0,5}):(?<items>\S.*)\)\s*$/su;
/** The end of a list that GDAL has cut. */
const GDAL_CUT = /\.\.\.$/;
const BETWEEN = /(?<!\s)\s*[;|,]\s*/;

/** Returns an item as JSON; undefined when the field does not allow it. */
type ItemAsJson = (item: string) => string | undefined;

/** Whether a text is a list as GDAL writes it. A comma in an item makes more parts than the stated number. */
export function isGdalList(text: string): boolean {
  const { count, items } = GDAL_LIST.exec(text)?.groups ?? {};
  return items !== undefined && (GDAL_CUT.test(items) || items.split(',').length >= Number(count));
}

/** Suggests the list for a text; undefined when the items are unclear. */
export function suggestList(text: string, asJson: ItemAsJson): Suggestion | undefined {
  const items = itemsIn(text);
  if (items !== undefined) return listOf(items.items, asJson, items.how);
  if (isGdalList(text)) return undefined;
  const several = text.trim().split(BETWEEN).filter((item) => item !== '');
  const one = listOf([text.trim()], asJson, AROUND);
  const parted = several.length > 1 ? listOf(several, asJson, APART) : undefined;
  return parted === undefined || one === undefined ? parted ?? one : { ...parted, alternative: one.json };
}

/** Returns the items of a text in the form of a list; undefined for other texts, and where the items are unclear. */
export function itemsIn(text: string): { readonly items: readonly string[]; readonly how: Text } | undefined {
  const { count, items } = GDAL_LIST.exec(text)?.groups ?? {};
  if (items === undefined) {
    const inJson = jsonList(text);
    return inJson && { items: inJson, how: UNQUOTE };
  }
  const parts = Number(count) === 1 ? [items] : items.split(',');
  return GDAL_CUT.test(items) || parts.length !== Number(count) ? undefined : { items: parts, how: AS_GDAL };
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

function listOf(items: readonly string[], asJson: ItemAsJson, how: Text): Suggestion | undefined {
  const parts = items.map(asJson);
  if (parts.includes(undefined)) return undefined;
  const json = `[${parts.join(', ')}]`;
  return { text: json, json, hint: how };
}

/** The fix for a list or an object that was written as text. */
export const UNQUOTE: Text = {
  nl: 'Haal de aanhalingstekens eromheen weg, en de \\ voor die erin.', en: 'Remove the quotes around it, and the \\ before those in it.',
};

const AROUND: Text = { nl: 'Zet [ en ] om de waarde.', en: 'Put [ and ] around the value.' };
const APART: Text = { nl: 'Zet elk onderdeel apart in de lijst.', en: 'Put each item in the list by itself.' };
const AS_GDAL: Text = { nl: 'Zo schrijft GDAL een lijst in een tabel; in JSON is het een lijst.', en: 'So GDAL writes a list in a table; in JSON it is a list.' };

/** The fix for a list of GDAL whose items are unclear. */
export const GDAL_UNCLEAR: Text = {
  nl: 'Zo schrijft GDAL een lijst in een tabel, en hier is niet meer te zien waar elk onderdeel begint of eindigt. Haal de lijst uit de bron, en zet elk onderdeel apart tussen [ en ].',
  en: 'So GDAL writes a list in a table, and here it cannot be seen any more where each item begins or ends. Take the list from its source, and put each item by itself between [ and ].',
};
