/**
 * Basemap: the map under the map page, which the operator may choose: tiles in RD (EPSG:28992) in the grid of PDOK. The setting is one
 * text: the attribution, then the address of a tile in angle brackets. Addresses in the terms have the same notation (terms.ts).
 *
 * With a basemap the page loads images of its host, and of no other. Without a basemap the page draws the outline of the country.
 */
export interface Basemap {
  /** Text that the map shows. */
  readonly attribution: string;
  /** Address of a tile, with {z}, {x} and {y}. */
  readonly url: string;
}

const HOST = String.raw`https?:\/\/[A-Za-z0-9.\-]+(?::\d+)?`;
const PATH = String.raw`\/[^\s<>"'\\;,]*`;
/** Requires {z}, {x} and {y}, in any order. */
const NUMBERS = ['z', 'x', 'y'].map((name) => String.raw`(?=[^>]*\{${name}\})`).join('');

/** Notation as a regular expression that JSON Schema accepts too. */
export const BASEMAP_PATTERN = `^[^\\s<>](?:[^<>\\p{Cc}]{0,198}[^\\s<>])? <${NUMBERS}${HOST}${PATH}>$`;

/** Returns the basemap in a text; undefined when the text does not have the notation. */
export function basemapOf(text: string): Basemap | undefined {
  if (!new RegExp(BASEMAP_PATTERN, 'u').test(text)) return undefined;
  const [attribution = '', url = ''] = text.split(/ <|>/);
  return { attribution, url };
}

/** Returns the origin of the tiles: `https://service.pdok.nl`. */
export function originOf({ url }: Basemap): string {
  return new URL(url).origin;
}
