/** The legend: every colour is seen on white, the kinds that people tell apart differ, and drawings have a class for each. */
import { expect, test } from 'vitest';
import { colourOf, legendClass, LEGEND_STYLE, symbolOf } from '../../schemas/legend.ts';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { COLLECTIONS, CONTOURS } from '../../schemas/names.ts';

function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

test('every colour has a contrast of at least 3 to 1 with white', () => {
  const colours = COLLECTIONS.flatMap((collection) => {
    const { colour, variants } = symbolOf(collection);
    return [colour, ...Object.values(variants?.colours ?? {})];
  });
  expect(colours.filter((colour) => contrastWithWhite(colour) < 3)).toEqual([]);
});

test('each contour has a colour of its own', () => {
  const colours = Object.values(CONTOURS).map(({ path }) => symbolOf(path).colour);
  expect(new Set(colours).size).toBe(colours.length);
});

test('a risk contour has the colour of its value, which the code list has', () => {
  const symbol = symbolOf('pr-contouren');
  expect(colourOf(symbol, { typePlaatsgebondenRisico: 'PR10-6' })).toBe('#d7191c');
  expect(colourOf(symbol, { typePlaatsgebondenRisico: 'vastgesteld K' })).toBe(symbol.colour);
  const values = CODE_LISTS.get('TypePlaatsgebondenRisico')!.values;
  for (const value of Object.keys(symbol.variants!.colours)) expect(values).toContain(value);
});

test('drawings have a style for the class of each object', () => {
  for (const collection of COLLECTIONS) expect(LEGEND_STYLE).toContain(`.map .${legendClass(collection, {})} .area{`);
  expect(LEGEND_STYLE).toContain(`.map .${legendClass('pr-contouren', { typePlaatsgebondenRisico: 'PR10-8' })} .line{`);
});
