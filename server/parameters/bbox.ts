/**
 * bbox: four numbers, or six with ignored heights (Interface Rules, Query parameters).
 *
 * Axis order is that of `bbox-crs`. The box includes its edges. Numbers are read leniently (`.5`, `-.0000000`, `1e3`), as the OGC suite
 * writes them; NaN, Infinity and empty texts are refused. In CRS84 a box with its west above its east crosses the antimeridian. A box
 * partly outside the range of the CRS is an error with the clipped box as its fix. A box wholly outside the extent is an error too: its
 * axes or its CRS are mistaken.
 */
import { isInBox, type Crs } from '../../schemas/crs.ts';
import type { Text } from '../../schemas/finding.ts';
import { overlap, type Box } from '../../schemas/geometry.ts';
import { shown } from '../../schemas/shown-values.ts';
import type { ParameterFault } from './query.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns the box of the parameter; undefined without it, and after a fault. */
export function readBbox(text: string | undefined, crs: Crs, faults: ParameterFault[]): Box | undefined {
  if (text === undefined) return undefined;
  const parsed = parseBbox(text, crs);
  if ('box' in parsed) return parsed.box;
  const { reason, allowed = crs.range, cut } = parsed;
  faults.push({
    problem: 'OngeldigeParameter', name: 'bbox', reason, allowed: [boundsText(allowed, crs)], correct: cut?.join(',') ?? example(crs),
  });
  return undefined;
}

/** The fault of a box. */
interface Wrong {
  readonly reason: Text;
  /** Allowed bounds; absent: the range of the CRS. */
  readonly allowed?: Box;
  /** The box cut to the range of the CRS, when it lies partly outside. */
  readonly cut?: Box;
}

type Read = { readonly box: Box } | Wrong;

function parseBbox(text: string, crs: Crs): Read {
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
  return boxOf(numbers, crs);
}

/** Returns the box of 4 numbers, or of 6 with ignored heights, or its fault. */
export function boxOf(numbers: readonly number[], crs: Crs): Read {
  const [min0 = 0, min1 = 0, max0 = 0, max1 = 0] = numbers.length === 6
    ? [numbers[0], numbers[1], numbers[3], numbers[4]] : numbers;
  return checked([min0, min1, max0, max1], crs);
}

function checked(box: Box, crs: Crs): Read {
  const [min0, min1, max0, max1] = box;
  if (!isInBox(crs.range, min0, min1) || !isInBox(crs.range, max0, max1)) return outsideRange(box, crs);
  const crossesAntimeridian = min0 > max0 && crs.axes[0] === 'lon';
  if (min1 > max1 || (min0 > max0 && !crossesAntimeridian)) {
    return {
      reason: {
        nl: `Gevonden ‘${box.join(',')}’, waarvan een minimum groter is dan het maximum.`,
        en: `Found ‘${box.join(',')}’, of which a minimum exceeds the maximum.`,
      },
    };
  }
  return overlap(box, crs.extent) ? { box } : { reason: outsideText(box, crs, crs.extent), allowed: crs.extent };
}

function outsideRange(box: Box, crs: Crs): Wrong {
  const reason = outsideText(box, crs, crs.range);
  if (!overlap(box, crs.range)) return { reason };
  const [low0, low1, high0, high1] = crs.range;
  const cut: Box = [Math.max(low0, box[0]), Math.max(low1, box[1]), Math.min(high0, box[2]), Math.min(high1, box[3])];
  if (!('box' in checked(cut, crs))) return { reason };
  const text = cut.join(',');
  return { reason: { nl: `${reason.nl} Daartoe afgekapt is het ‘${text}’.`, en: `${reason.en} Cut to that it is ‘${text}’.` }, cut };
}

function outsideText(box: Box, crs: Crs, bounds: Box): Text {
  const [found, may] = [box.join(','), boundsText(bounds, crs)];
  const axes = `${crs.axes[0]},${crs.axes[1]}`;
  return {
    nl: `Gevonden ‘${found}’, buiten het bereik van ${crs.name} (${may}); staan de assen in de volgorde ${axes}, en in het CRS dat bbox-crs (in een filter: filter-crs) noemt?`,
    en: `Found ‘${found}’, outside the range of ${crs.name} (${may}); are the axes in the order ${axes}, and in the CRS that bbox-crs (in a filter: filter-crs) names?`,
  };
}

/** Returns the lowest and highest number of each axis as text. */
export function boundsText([low0, low1, high0, high1]: Box, { axes }: Crs): string {
  return `${axes[0]} ${low0}..${high0}, ${axes[1]} ${low1}..${high1}`;
}

/** Returns a box in the centre of the country, in the requested CRS. */
function example({ derivation, axes }: Crs): string {
  if (derivation === 'rd') return '150000,460000,160000,470000';
  if (derivation === 'web-mercator') return '590000,6810000,610000,6830000';
  return axes[0] === 'lon' ? '5.3,52.1,5.5,52.2' : '52.1,5.3,52.2,5.5';
}
