/**
 * Lost plus: repairs moments such as `2026-01-31T12:00:00 02:00`. In a query an unescaped `+` means a space, so the zone loses its sign.
 */
import type { Text } from '../../schemas/finding.ts';

const LOST_PLUS = / (?<=\dT\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)? )(?=\d{2}:\d{2}(?!\d))/gi;
/** JSON in a body keeps its plus signs. */
const IN_JSON = /^\s*["{[]/;

/** Longer values, such as filters, are not repeated in a message. */
const SHOWN_CHARS_MAX = 80;

/** Returns the value with its plus signs; undefined when none is lost. */
export function withPlus(value: string): string | undefined {
  const fixed = IN_JSON.test(value) ? value : value.replaceAll(LOST_PLUS, '+');
  return fixed === value ? undefined : fixed;
}

/** Returns how to write a value that lost a plus, after a space; empty for other values. */
export function lostPlusHint(value: string): Text {
  const fixed = withPlus(value);
  if (fixed === undefined) return { nl: '', en: '' };
  const written = fixed.length > SHOWN_CHARS_MAX ? '' : `: ${fixed.replaceAll('+', '%2B')}`;
  return {
    nl: ` Een + in een adres is een spatie; schrijf %2B${written}.`, en: ` A + in an address is a space; write %2B${written}.`,
  };
}
