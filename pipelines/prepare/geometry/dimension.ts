/**
 * Dimension: checks that all positions have as many numbers as their CRS has axes. A decimal comma that splits a number in two looks like
 * a height, and is recognised.
 */
import { CRSS, isInBox, type Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { bilingual } from '../../../schemas/shown-values.ts';
import { issueOn, locationOf, type RootGeometry } from './issues.ts';
import { vertexAt, vertexCount } from '../../../publisher/validity/vertices.ts';

/** The issue of a wrong number of numbers in positions; undefined when it is right. */
export function wrongDimension(geometry: RootGeometry, crs: Crs): Issue | undefined {
  const { mixed, shape: { dimension } } = geometry.vertices;
  if (mixed) return issueOn(geometry, 'geometrie.gemengd', () => mixedHeights(geometry, crs));
  if (dimension === crs.dimension) return undefined;
  return issueOn(geometry, dimension === 3 ? 'geometrie.hoogte-teveel' : 'geometrie.hoogte-ontbreekt', () => {
    const comma = commaIn(geometry.vertices, crs);
    if (comma !== undefined) return commaFinding(geometry, crs, comma);
    const other = withDimension(crs, dimension);
    return {
      found: bilingual({ nl: `${dimension} getallen per punt`, en: `${dimension} numbers a position` }), expected: `${crs.dimension} (${crs.name})`,
      suggestions: other === undefined ? [] : [`--crs ${other.uri}`],
    };
  });
}

/** The CRS with the same first two axes and `wanted` axes in all. */
export function withDimension({ axes: [first, second] }: Crs, wanted: number): Crs | undefined {
  return Object.values(CRSS).find(({ axes, dimension }) => dimension === wanted && axes[0] === first && axes[1] === second);
}

/** The words for positions with and without height. The smaller group is reported as the odd one. */
function mixedHeights(geometry: RootGeometry, crs: Crs): Partial<Finding> {
  const { vertices } = geometry;
  const comma = commaIn(vertices, crs);
  if (comma !== undefined) return commaFinding(geometry, crs, comma);
  const all = vertexCount(vertices);
  const high = new Set(highOf(vertices));
  const isHeightOdd = 2 * high.size <= all;
  const odd = isHeightOdd ? high.size : all - high.size;
  const first = Array.from({ length: all }, (_, index) => high.has(index)).indexOf(isHeightOdd);
  const [have, hebben] = odd === 1 ? ['has', 'heeft'] : ['have', 'hebben'];
  const here = odd === 1 ? { nl: 'dit punt', en: 'this one' } : { nl: 'dit is het eerste', en: 'this is the first' };
  return {
    ...locationOf(geometry, crs, first),
    message: isHeightOdd
      ? { nl: `${odd} van de ${all} punten ${hebben} een hoogte, de andere niet: ${here.nl}.`, en: `${odd} of the ${all} positions ${have} a height, the others none: ${here.en}.` }
      : { nl: `${odd} van de ${all} punten ${hebben} geen hoogte, de andere wel: ${here.nl}.`, en: `${odd} of the ${all} positions ${have} no height, the others do: ${here.en}.` },
    mend: crs.dimension === 2
      ? { nl: `${crs.name} heeft geen hoogten: laat ze overal weg, of geef ze overal en noem een stelsel met hoogte.`, en: `${crs.name} has no heights: leave them out everywhere, or give them everywhere and name a CRS with height.` }
      : { nl: `${crs.name} heeft hoogten: geef elk punt er een.`, en: `${crs.name} has heights: give each position one.` },
  };
}

/** The first position with a split number, the number of positions with heights, and the suggested position. */
interface Comma {
  readonly index: number;
  readonly count: number;
  readonly suggestion: string;
}

/** The first position with a number split by a decimal comma; undefined when the third numbers may be heights. */
export function commaIn(vertices: Vertices, { area, dimension }: Crs): Comma | undefined {
  if (dimension === 3 || vertices.shape.dimension === 2) return undefined;
  const high = highOf(vertices);
  const [index] = high;
  const [first, second, third] = vertexAt(vertices, index!) as readonly [number, number, number];
  if (areDecimals(first, second) && !isInBox(area, first, second) && isInBox(area, first, third)) {
    return { index: index!, count: high.length, suggestion: `[${first}.${second}, ${third}]` };
  }
  if (!areDecimals(second, third) || !isInBox(area, first, second)) return undefined;
  const positions = high.map((at) => vertexAt(vertices, at));
  const areAll = positions.every(([, one, other]) => areDecimals(one!, other!)) && positions.some(([one]) => !Number.isInteger(one));
  return areAll ? { index: index!, count: high.length, suggestion: `[${first}, ${second}.${third}]` } : undefined;
}

/** Indexes of the positions with three numbers. */
function highOf({ numbers, shape: { dimension } }: Vertices): readonly number[] {
  const high: number[] = [];
  for (let index = 0; index < numbers.length / dimension; index++) if (!Number.isNaN(numbers[index * dimension + 2])) high.push(index);
  return high;
}

/** Whether two numbers may be the integer and the decimals of one number. */
function areDecimals(whole: number, decimals: number): boolean {
  return Number.isSafeInteger(whole) && Number.isSafeInteger(decimals) && decimals >= 0;
}

function commaFinding(geometry: RootGeometry, crs: Crs, { index, count, suggestion }: Comma): Partial<Finding> {
  // The split numbers are not a location on the map.
  const { place: _, ...where } = locationOf(geometry, crs, index);
  return {
    ...where,
    message: count === 1
      ? {
        nl: 'Dit punt lijkt een hoogte te hebben, maar een decimale komma heeft een getal in tweeën gedeeld.',
        en: 'This position seems to have a height, but a decimal comma split a number in two.',
      }
      : {
        nl: `${count} punten lijken een hoogte te hebben, maar een decimale komma heeft een getal in tweeën gedeeld; dit is het eerste.`,
        en: `${count} positions seem to have a height, but a decimal comma split a number in two; this is the first.`,
      },
    mend: { nl: 'Schrijf decimalen achter een punt, geen komma.', en: 'Write a decimal point, not a comma.' },
    suggestions: [suggestion],
  };
}
