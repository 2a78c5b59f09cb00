/**
 * Dimension: whether all positions have as many numbers as their CRS asks; and where a decimal comma parted a number in
 * two, which looks like a height.
 */
import { CRSS, isInBox, type Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { bilingual } from '../../../schemas/shown-values.ts';
import { issueOn, placeOf, type PlacedGeometry } from './issues.ts';
import { vertexAt, vertexCount } from '../../../publisher/validity/vertices.ts';

/** What is wrong with the number of numbers; undefined when nothing is. */
export function wrongDimension(geometry: PlacedGeometry, crs: Crs): Issue | undefined {
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

/** The CRS with the same first two axes and this many in all. */
export function withDimension({ axes: [first, second] }: Crs, wanted: number): Crs | undefined {
  return Object.values(CRSS).find(({ axes, dimension }) => dimension === wanted && axes[0] === first && axes[1] === second);
}

/** Of positions with and without a height, the fewer are the odd ones. */
function mixedHeights(geometry: PlacedGeometry, crs: Crs): Partial<Finding> {
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
    ...placeOf(geometry, crs, first),
    message: isHeightOdd
      ? { nl: `${odd} van de ${all} punten ${hebben} een hoogte, de andere niet: ${here.nl}.`, en: `${odd} of the ${all} positions ${have} a height, the others none: ${here.en}.` }
      : { nl: `${odd} van de ${all} punten ${hebben} geen hoogte, de andere wel: ${here.nl}.`, en: `${odd} of the ${all} positions ${have} no height, the others do: ${here.en}.` },
    mend: crs.dimension === 2
      ? { nl: `${crs.name} heeft geen hoogten: laat ze overal weg, of geef ze overal en noem een stelsel met hoogte.`, en: `${crs.name} has no heights: leave them out everywhere, or give them everywhere and name a CRS with height.` }
      : { nl: `${crs.name} heeft hoogten: geef elk punt er een.`, en: `${crs.name} has heights: give each position one.` },
  };
}

/** A position in which a decimal comma parted a number, and how it is meant. */
interface Comma {
  readonly index: number;
  readonly count: number;
  readonly meant: string;
}

/** The first position with a parted number; undefined when the third numbers may as well be heights, or must be. */
export function commaIn(vertices: Vertices, { area, dimension }: Crs): Comma | undefined {
  if (dimension === 3 || vertices.shape.dimension === 2) return undefined;
  const high = highOf(vertices);
  const [index] = high;
  const [first, second, third] = vertexAt(vertices, index!) as readonly [number, number, number];
  if (areDecimals(first, second) && !isInBox(area, first, second) && isInBox(area, first, third)) {
    return { index: index!, count: high.length, meant: `[${first}.${second}, ${third}]` };
  }
  if (!areDecimals(second, third) || !isInBox(area, first, second)) return undefined;
  const positions = high.map((at) => vertexAt(vertices, at));
  const areAll = positions.every(([, one, other]) => areDecimals(one!, other!)) && positions.some(([one]) => !Number.isInteger(one));
  return areAll ? { index: index!, count: high.length, meant: `[${first}, ${second}.${third}]` } : undefined;
}

/** The positions with three numbers; some are. */
function highOf({ numbers, shape: { dimension } }: Vertices): readonly number[] {
  const high: number[] = [];
  for (let index = 0; index < numbers.length / dimension; index++) if (!Number.isNaN(numbers[index * dimension + 2])) high.push(index);
  return high;
}

/** Whether two numbers may be what stands before and behind a comma. */
function areDecimals(whole: number, decimals: number): boolean {
  return Number.isSafeInteger(whole) && Number.isSafeInteger(decimals) && decimals >= 0;
}

function commaFinding(geometry: PlacedGeometry, crs: Crs, { index, count, meant }: Comma): Partial<Finding> {
  // Its numbers are no place on the map.
  const { place: _, ...where } = placeOf(geometry, crs, index);
  return {
    ...where,
    message: count === 1
      ? {
        nl: 'Dit punt lijkt een hoogte te hebben, maar een decimale komma heeft een getal in tweeën gedeeld.',
        en: 'This position seems to have a height, but a decimal comma parted a number in two.',
      }
      : {
        nl: `${count} punten lijken een hoogte te hebben, maar een decimale komma heeft een getal in tweeën gedeeld; dit is het eerste.`,
        en: `${count} positions seem to have a height, but a decimal comma parted a number in two; this is the first.`,
      },
    mend: { nl: 'Schrijf decimalen achter een punt, geen komma.', en: 'Write decimals behind a point, not a comma.' },
    suggestions: [meant],
  };
}
