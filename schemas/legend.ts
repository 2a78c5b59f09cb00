/**
 * Legend: the one table of colours of the kinds of objects on maps: drawings in pages, the map page and styles of tiles.
 *
 * Risk contours are red lines, darker for a higher risk; attention areas are filled: fire orange, explosion purple, toxic cloud green.
 * Every colour has a contrast of at least 3 to 1 with white, so that lines are seen (WCAG 1.4.11).
 * Not here: how a map draws them, and the dashes of geometries that the register made (server/web/client/map-style.ts).
 */
export interface LegendSymbol {
  /** Colour of lines, points and fills. */
  readonly colour: string;
  /** Whether areas are filled; others are outlines only. */
  readonly isFilled: boolean;
  /** Colours by the value of a field. */
  readonly variants?: { readonly field: string; readonly colours: Readonly<Record<string, string>> };
}

const RISK: LegendSymbol = {
  colour: '#c92a2a', isFilled: false,
  variants: { field: 'typePlaatsgebondenRisico', colours: { 'PR10-5': '#7a0c0c', 'PR10-6': '#d7191c', 'PR10-7': '#c2571a', 'PR10-8': '#9c6f19' } },
};
const SOURCE = area('#1864ab');
const ROUTE = area('#495057');

const SYMBOLS: Readonly<Record<string, LegendSymbol>> = {
  'pr-contouren': RISK,
  'brand-aandachtsgebieden': area('#d9480f'),
  'explosie-aandachtsgebieden': area('#6741d9'),
  'explosie-aandachtsgebieden-vuurwerk': area('#9c36b5'),
  'civiel-explosie-aandachtsgebieden': area('#5f3dc4'),
  'militair-explosie-aandachtsgebieden': area('#364fc7'),
  'gifwolk-aandachtsgebieden': area('#2b8a3e'),
  'overige-contouren': { colour: '#5c6770', isFilled: false },
  'kwetsbare-gebouwen': area('#0b7285'),
  'kwetsbare-locaties': area('#087f5b'),
  'buisleiding-stelsels': area('#862e9c'),
  'buisleiding-referenties': area('#862e9c'),
  'locaties-basisnet': ROUTE, wegen: ROUTE, 'weg-assen': ROUTE, 'weg-vervoer': ROUTE, 'spoor-vervoer': ROUTE, 'water-vervoer': ROUTE,
};

function area(colour: string): LegendSymbol {
  return { colour, isFilled: true };
}

/** Returns the symbol of a collection. Sources of risk and their parts without a symbol of their own share one. */
export function symbolOf(collection: string): LegendSymbol {
  return SYMBOLS[collection] ?? SOURCE;
}

/** Returns the colour of an object with these properties. */
export function colourOf({ colour, variants }: LegendSymbol, properties: Readonly<Record<string, unknown>>): string {
  return variants?.colours[String(properties[variants.field])] ?? colour;
}

/** Returns the class of an object in a drawing, whose colours `LEGEND_STYLE` has. */
export function legendClass(collection: string, properties: Readonly<Record<string, unknown>>): string {
  const symbol = symbolOf(collection);
  return classOf(colourOf(symbol, properties), symbol.isFilled);
}

function classOf(colour: string, isFilled: boolean): string {
  return `${isFilled ? 'filled' : 'outline'}-${colour.slice(1)}`;
}

/** Style of the classes of the legend in a drawing (schemas/map.ts), with the same colours in light and dark. */
export const LEGEND_STYLE: string = [SOURCE, ...Object.values(SYMBOLS)].flatMap((symbol) => (
  [symbol.colour, ...Object.values(symbol.variants?.colours ?? {})].map((colour) => ({ colour, isFilled: symbol.isFilled }))
)).map(({ colour, isFilled }) => {
  const name = `.map .${classOf(colour, isFilled)}`;
  return `${name} .area{stroke:${colour};fill:${isFilled ? colour : 'none'}}${name} .line{stroke:${colour}}${name} .point{fill:${colour}}\n`;
}).filter((rule, at, rules) => rules.indexOf(rule) === at).join('');
