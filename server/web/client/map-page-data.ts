/** Data of the map page: the values that its scripts get from the server, in the attribute `data-map`. Types only. */

/** Colour of a kind (schemas/legend.ts). */
export interface KindSymbol {
  readonly colour: string;
  readonly isFilled: boolean;
  readonly variants?: { readonly field: string; readonly colours: Readonly<Record<string, string>> };
}

/** A collection that the map can show. */
export interface Kind {
  readonly id: string;
  readonly title: string;
  readonly symbol: KindSymbol;
  /** Whether the map shows it when the address names no collections. */
  readonly isUsual: boolean;
}

export interface Basemap {
  /** Address of a tile in the grid of PDOK, with {z}, {x} and {y}. */
  readonly url: string;
  readonly attribution: string;
}

/** An edition as the page names it: its number, and its moment in words. */
export interface ShownEdition {
  readonly number: number;
  readonly published: string;
}

export interface MapPageData {
  /** Whether the page is a file of a static site, beside the files that it reads. */
  readonly isSite: boolean;
  /** Base URL of the service as the browser reaches it: a path. */
  readonly base: string;
  readonly language: 'nl' | 'en';
  readonly kinds: readonly Kind[];
  /** Box of RD that the service accepts: west, south, east, north. */
  readonly extent: readonly [number, number, number, number];
  /** Sizes of cells that the service counts in, in metres, ascending. */
  readonly cellSizes: readonly number[];
  readonly today: string;
  /** The edition that is active now; absent before the first publication. */
  readonly edition?: ShownEdition;
  readonly basemap?: Basemap;
  /** Paths of the scripts with the outline of the country, and with its provinces. */
  readonly country: { readonly outline: string; readonly provinces: string };
  /** Query parameters that every request repeats: the language. */
  readonly passed: string;
}
