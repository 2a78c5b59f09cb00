/** Lost plus: a `+` before a zone that stands bare in a query is a space by the rules of forms: `2026-01-31T12:00:00 02:00`. */
import type { Text } from '../../schemas/finding.ts';

const LOST_PLUS = /(?<=\dT\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) (?=\d{2}:\d{2}(?!\d))/gi;
/** JSON in a body has its plus signs. */
const IN_JSON = /^\s*["{[]/;

/** A longer value, as of a filter, is not repeated. */
const SHOWN_CHARS_MAX = 80;

/** The value with its plus signs; undefined when it has lost none. */
export function withPlus(value: string): string | undefined {
  const mended = IN_JSON.test(value) ? value : value.replaceAll(LOST_PLUS, '+');
  return mended === value ? undefined : mended;
}

/** How to write a value that lost a plus, after a space; empty for any other. */
export function sayLostPlus(value: string): Text {
  const mended = withPlus(value);
  if (mended === undefined) return { nl: '', en: '' };
  const written = mended.length > SHOWN_CHARS_MAX ? '' : `: ${mended.replaceAll('+', '%2B')}`;
  return {
    nl: ` Een + in een adres is een spatie; schrijf %2B${written}.`, en: ` A + in an address is a space; write %2B${written}.`,
  };
}
