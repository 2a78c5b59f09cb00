/**
 * Box texts: reads a box of four numbers, or six with ignored heights, in one CRS, for parameters, filters and options.
 *
 * Axis order is that of the CRS. The box includes its edges. Numbers are read leniently (`.5`, `-.0000000`, `1e3`), as the OGC suite
 * writes them; NaN, Infinity and empty texts are refused. In CRS84 a box with its west above its east crosses the antimeridian. A box
 * partly outside the range of the CRS is an error with the clipped box as its fix. A box wholly outside the extent is an error too: its
 * axes or its CRS are mistaken.
 * Not here: the parameter `bbox` (server/parameters/bbox.ts), boxes of geometries (geometry.ts).
 */
import { isInBox, type Crs } from './crs.ts';
import type { Text } from './finding.ts';
import { overlap, type Box } from './geometry.ts';
import { shown } from './shown-values.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The CRS of a box, and what names it: a parameter or an option. */
export interface BoxCrs {
  readonly crs: Crs;
  readonly namedBy: string;
}

/** The fault of a box. */
export interface WrongBox {
  readonly reason: Text;
  /** Allowed bounds; absent: the range of the CRS. */
  readonly allowed?: Box;
  /** The box cut to the range of the CRS, when it lies partly outside. */
  readonly cut?: Box;
}

export type BoxRead = { readonly box: Box } | WrongBox;

/** Returns the box of a text, or its fault. */
export function parseBox(text: string, of: BoxCrs): BoxRead {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 4 && parts.length !== 6) {
    return {
      reason: {
        nl: `Gevonden ${parts.length}; verwacht 4 getallen (of 6 met hoogten), gescheiden door komma's.`,
        en: `Found ${parts.length}; expected 4 numbers (or 6 with heights), separated by commas.`,
      },
    };
  }
  const numbers = parts.map((part) => (NUMBER.test(part) ? Number(part) + 0 : Number.NaN));
  const bad = numbers.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    const found = shown(parts[bad] ?? '');
    return { reason: { nl: `Gevonden ‘${found}’; verwacht een getal.`, en: `Found ‘${found}’; expected a number.` } };
  }
  return boxOf(numbers, of);
}

/** Returns the box of 4 numbers, or of 6 with ignored heights, or its fault. */
export function boxOf(numbers: readonly number[], of: BoxCrs): BoxRead {
  const [min0 = 0, min1 = 0, max0 = 0, max1 = 0] = numbers.length === 6
    ? [numbers[0], numbers[1], numbers[3], numbers[4]] : numbers;
  return checked([min0, min1, max0, max1], of);
}

function checked(box: Box, of: BoxCrs): BoxRead {
  const [min0, min1, max0, max1] = box;
  const { crs } = of;
  if (!isInBox(crs.range, min0, min1) || !isInBox(crs.range, max0, max1)) return outsideRange(box, of);
  const crossesAntimeridian = min0 > max0 && crs.axes[0] === 'lon';
  if (min1 > max1 || (min0 > max0 && !crossesAntimeridian)) {
    return {
      reason: {
        nl: `Gevonden ‘${box.join(',')}’, waarvan een minimum groter is dan het maximum.`,
        en: `Found ‘${box.join(',')}’, of which a minimum exceeds the maximum.`,
      },
    };
  }
  return overlap(box, crs.extent) ? { box } : { reason: outsideText(box, of, crs.extent), allowed: crs.extent };
}

function outsideRange(box: Box, of: BoxCrs): WrongBox {
  const { crs } = of;
  const reason = outsideText(box, of, crs.range);
  if (!overlap(box, crs.range)) return { reason };
  const [low0, low1, high0, high1] = crs.range;
  const cut: Box = [Math.max(low0, box[0]), Math.max(low1, box[1]), Math.min(high0, box[2]), Math.min(high1, box[3])];
  if (!('box' in checked(cut, of))) return { reason };
  const text = cut.join(',');
  return { reason: { nl: `${reason.nl} Daartoe afgekapt is het ‘${text}’.`, en: `${reason.en} Cut to that it is ‘${text}’.` }, cut };
}

function outsideText(box: Box, { crs, namedBy }: BoxCrs, bounds: Box): Text {
  const [found, may] = [box.join(','), boundsText(bounds, crs)];
  const axes = `${crs.axes[0]},${crs.axes[1]}`;
  return {
    nl: `Gevonden ‘${found}’, buiten het bereik van ${crs.name} (${may}); staan de assen in de volgorde ${axes}, en in het CRS dat ${namedBy} noemt?`,
    en: `Found ‘${found}’, outside the range of ${crs.name} (${may}); are the axes in the order ${axes}, and in the CRS that ${namedBy} names?`,
  };
}

/** Returns the lowest and highest number of each axis as text. */
export function boundsText([low0, low1, high0, high1]: Box, { axes }: Crs): string {
  return `${axes[0]} ${low0}..${high0}, ${axes[1]} ${low1}..${high1}`;
}

/** Returns a box in the centre of the country, in the requested CRS. */
export function exampleBox({ derivation, axes }: Crs): string {
  if (derivation === 'rd') return '150000,460000,160000,470000';
  if (derivation === 'web-mercator') return '590000,6810000,610000,6830000';
  return axes[0] === 'lon' ? '5.3,52.1,5.5,52.2' : '52.1,5.3,52.2,5.5';
}
