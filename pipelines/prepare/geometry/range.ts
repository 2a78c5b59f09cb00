/**
 * Range: finds positions outside the area of the register, and suggests the cause: another CRS, swapped axes or another unit. When other
 * positions of the geometry are inside the area, only single positions are wrong.
 */
import { crsByName, CRSS, isInBox, PUBLISHED_CRSS, type Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import type { Box } from '../../../schemas/geometry.ts';
import { GEOMETRY_WORDS } from '../../../schemas/rule-words/geometry.ts';
import { inLanguage, withRemark } from '../../../schemas/shown-values.ts';
import { withDimension } from './dimension.ts';
import { error, type RootGeometry } from './issues.ts';
import { vertexAt, vertexCount, vertexPointer } from '../../../publisher/validity/vertices.ts';

export interface RangeOptions {
  readonly crs: Crs;
  /** The mark of 3.0.x. */
  readonly why30: string | undefined;
  /** Whether another geometry of the root lies in the area. Called after all geometries were checked. */
  readonly hasGeometryInArea: () => boolean;
}

/** The first position outside the area, and the number of such positions. */
interface Outside extends RangeOptions {
  readonly geometry: RootGeometry;
  readonly first: number;
  readonly count: number;
  readonly position: readonly number[];
  /** Whether other positions of the geometry lie in the area. */
  readonly isPart: boolean;
}

/** The rule that coordinates look like another CRS. */
export const OTHER_CRS = 'geometrie.ander-stelsel';

/** One issue for all positions of a geometry outside the area. */
export function outOfRange(geometry: RootGeometry, options: RangeOptions): Issue | undefined {
  const { crs } = options;
  const { numbers, shape: { dimension } } = geometry.vertices;
  let first = -1;
  let count = 0;
  for (let at = 0; at < numbers.length; at += dimension) {
    if (isInBox(crs.area, numbers[at]!, numbers[at + 1]!)) continue;
    count++;
    if (first < 0) first = at / dimension;
  }
  if (first < 0) return undefined;
  const position = vertexAt(geometry.vertices, first);
  const outside = { ...options, geometry, first, count, position, isPart: count < vertexCount(geometry.vertices) };
  const likely = outside.isPart && isSwapped(outside) ? undefined : lookalike(position);
  const rule = likely === undefined ? 'geometrie.buiten-bereik' : OTHER_CRS;
  return error(rule, geometry.pointer, () => findingOf(outside, likely));
}

function findingOf(outside: Outside, likely: Crs | undefined): Omit<Finding, 'rule' | 'severity'> {
  const { geometry: { pointer, vertices }, crs, first, count, position } = outside;
  return {
    pointer: pointer + vertexPointer(vertices, first), place: { crs: crs.uri, coordinates: position },
    message: outsideMessage(crs, likely, count), found: position.join(', '),
    expected: `${crs.area[0]} … ${crs.area[2]}, ${crs.area[1]} … ${crs.area[3]} (${crs.name}: ${crs.axes.join(', ')})`,
    ...(likely === undefined ? numbersFix(outside) : crsFix(outside, likely)),
  };
}

function isSwapped({ position: [first, second], crs: { area } }: Outside): boolean {
  return isInBox(area, second!, first!);
}

/** The CRS that a position looks like. The areas of the published CRSs do not overlap. */
function lookalike(position: readonly number[]): Crs | undefined {
  const likely = PUBLISHED_CRSS.map((code) => CRSS[code]).find(({ area }) => isInBox(area, position[0]!, position[1]!));
  return likely === undefined || likely.dimension === position.length ? likely : withDimension(likely, position.length) ?? likely;
}

function outsideMessage(crs: Crs, likely: Crs | undefined, count: number): Text {
  const many = count === 1 ? { nl: '', en: '' } : { nl: ` (${count} punten)`, en: ` (${count} positions)` };
  const looks = likely === undefined
    ? { nl: '', en: '' }
    : { nl: `; het lijkt ${likely.name}`, en: `; it looks like ${likely.name}` };
  return withRemark({
    nl: `Dit punt ligt buiten het gebied van dit register, gelezen als ${crs.name}.`,
    en: `This position is outside the area of this register, read as ${crs.name}.`,
  }, { nl: many.nl + looks.nl, en: many.en + looks.en });
}

type Fix = Pick<Finding, 'mend' | 'suggestions'>;

const OTHER_POSITIONS: Text = { nl: 'de andere punten van deze geometrie', en: 'the other positions of this geometry' };
const OTHER_GEOMETRIES: Text = {
  nl: 'andere geometrieën van dit object, of van de objecten erin,', en: 'other geometries of this object, or of the objects in it,',
};

function crsFix(outside: Outside, likely: Crs): Fix {
  const { crs, isPart, hasGeometryInArea, why30 } = outside;
  const others = isPart ? OTHER_POSITIONS : hasGeometryInArea() ? OTHER_GEOMETRIES : undefined;
  if (others !== undefined) {
    return { mend: {
      nl: `Reken deze punten om naar ${crs.name}: ${others.nl} staan daar al in.`,
      en: `Transform these positions to ${crs.name}: ${others.en} are in it already.`,
    } };
  }
  const swap = isSwapped(outside) ? swapped(crs) : { nl: '', en: '' };
  const why = why30 === undefined || crs.code !== '28992' ? { nl: '', en: '' } : {
    nl: ` RD is aangenomen omdat dit model 3.0 lijkt (${inLanguage(why30, 'nl')}); is het 4.0, geef dan --model 4.0.`,
    en: ` RD was assumed because this looks like model 3.0 (${inLanguage(why30, 'en')}); if it is 4.0, give --model 4.0.`,
  };
  const name = nameCrsFix(crs, likely);
  return {
    suggestions: [CRS_OPTION + likely.uri],
    mend: { nl: `${name.nl}${swap.nl && ` Of: ${swap.nl}`}${why.nl}`, en: `${name.en}${swap.en && ` Or: ${swap.en}`}${why.en}` },
  };
}

const CRS_OPTION = '--crs ';

/** The suggestion to name the likely CRS, for the whole delivery. */
function nameCrsFix(crs: Crs, likely: Crs): Text {
  return {
    nl: `Noem het stelsel van de coördinaten: --crs ${likely.uri} (in een HTTP-verzoek: de header Content-Crs). Een levering heeft één stelsel: `
      + `staan andere objecten wel in ${crs.name}, reken deze punten dan om.`,
    en: `Name the CRS of the coordinates: --crs ${likely.uri} (in an HTTP request: the header Content-Crs). A delivery has one CRS: `
      + `if other objects are in ${crs.name} indeed, transform these positions.`,
  };
}

/** Rewords the finding that a root is in another CRS, when `others` roots of the delivery are in the named CRS. */
export function besideOthers(finding: Finding, others: number): Finding {
  const { mend, place, suggestions: [suggestion] = [] } = finding;
  const [crs, likely] = [place?.crs, suggestion?.slice(CRS_OPTION.length)].map((uri) => (uri === undefined ? undefined : crsByName(uri)));
  if (crs === undefined || likely === undefined) return finding;
  const [named, apart] = [nameCrsFix(crs, likely), separateFileFix(crs, likely, others)];
  return { ...finding, mend: { nl: mend.nl.replace(named.nl, () => apart.nl), en: mend.en.replace(named.en, () => apart.en) } };
}

function separateFileFix(crs: Crs, likely: Crs, others: number): Text {
  const are = others === 1
    ? { nl: 'Het andere object van deze levering staat', en: 'The other object of this delivery is' }
    : { nl: `De andere ${others} objecten van deze levering staan`, en: `The other ${others} objects of this delivery are` };
  return {
    nl: `${are.nl} in ${crs.name}. Lever dit object in een eigen bestand met --crs ${likely.code} (in een HTTP-verzoek: de header Content-Crs), `
      + `of reken deze punten om naar ${crs.name}.`,
    en: `${are.en} in ${crs.name}. Deliver this object in a separate file with --crs ${likely.code} (in an HTTP request: the header Content-Crs), `
      + `or transform these positions to ${crs.name}.`,
  };
}

function swapped({ axes: [one, two] }: Crs): Text {
  return {
    nl: `De twee getallen lijken verwisseld: eerst ${one}, dan ${two}.`,
    en: `The two numbers seem to be swapped: first ${one}, then ${two}.`,
  };
}

/** The suggestion for numbers that fit no other CRS. */
function numbersFix(outside: Outside): Fix {
  const { crs, position: [first, second, ...rest] } = outside;
  if (first === 0 && second === 0) return { mend: NOT_FILLED };
  if (UTM.some((zone) => isInBox(zone, first!, second!))) return { mend: FROM_UTM };
  if (isSwapped(outside)) return { mend: swapped(crs), suggestions: [`[${[second, first, ...rest].join(', ')}]`] };
  return outside.isPart ? neighbourFix(outside) : unitFix(outside) ?? { mend: GEOMETRY_WORDS['geometrie.buiten-bereik'].mend };
}

const NOT_FILLED: Text = {
  nl: '0, 0 is geen plaats: dit punt is niet ingevuld, of bij het omrekenen is iets misgegaan.',
  en: '0, 0 is not a location: this position was not filled in, or its transformation went wrong.',
};

/** Boxes of the Netherlands, with its part of the North Sea, in UTM zones 31 and 32. */
const UTM: readonly Box[] = [[420_000, 5_530_000, 850_000, 6_220_000], [50_000, 5_530_000, 480_000, 6_220_000]];
const FROM_UTM: Text = {
  nl: 'De getallen lijken UTM (zone 31 of 32), dat hier niet gelezen wordt: reken ze om naar RD.',
  en: 'The numbers look like UTM (zone 31 or 32), which is not read here: transform them to RD.',
};

/** The suggestion for a position among others in the area. Mostly one digit is wrong, and a neighbour shows which. */
function neighbourFix({ geometry: { vertices }, crs, first }: Outside): Fix {
  const inArea = (index: number): boolean => isInBox(crs.area, vertexAt(vertices, index)[0]!, vertexAt(vertices, index)[1]!);
  const near = Array.from({ length: vertexCount(vertices) }, (_, index) => index).filter(inArea)
    .reduce((best, index) => (Math.abs(index - first) < Math.abs(best - first) ? index : best));
  const neighbour = vertexAt(vertices, near).join(', ');
  return { mend: {
    nl: `Vergelijk dit punt met het dichtstbijzijnde in de rij, ${neighbour}: is er een cijfer te veel of te weinig, of staat de decimale punt verkeerd?`,
    en: `Compare this position with the nearest in the row, ${neighbour}: is there a digit too many or too few, or is the decimal point misplaced?`,
  } };
}

/** A unit that people deliver by mistake, and its size in the unit of the CRS. */
interface Unit extends Text {
  readonly size: number;
}

const UNITS: Readonly<Record<3 | 8, readonly Unit[]>> = {
  3: [
    { size: 0.001, nl: 'millimeters', en: 'millimetres' }, { size: 0.01, nl: 'centimeters', en: 'centimetres' },
    { size: 1_000, nl: 'kilometers', en: 'kilometres' }, { size: 0.3048, nl: 'voeten', en: 'feet' },
  ],
  8: [5, 6, 7, 8].map((power) => ({ size: 10 ** -power, nl: `graden × 10^${power}`, en: `degrees × 10^${power}` })),
};

/** The suggestion for positions in another unit of this CRS, or of another one. */
function unitFix({ crs, position: [first, second] }: Outside): Fix | undefined {
  for (const likely of [crs, ...PUBLISHED_CRSS.map((code) => CRSS[code])]) {
    for (const { size, nl, en } of UNITS[likely.decimals]) {
      const [x, y] = [first! * size, second! * size];
      if (!isInBox(likely.area, x, y)) continue;
      const [numbers, name] = [`[${[x, y].map((number) => Number(number.toFixed(likely.decimals))).join(', ')}]`, likely.name];
      return { suggestions: [numbers], mend: {
        nl: `De getallen lijken ${nl} van ${name}: geef ${likely.decimals === 3 ? 'meters' : 'graden'}, hier ${numbers}.`,
        en: `The numbers look like ${en} of ${name}: give ${likely.decimals === 3 ? 'metres' : 'degrees'}, here ${numbers}.`,
      } };
    }
  }
  return undefined;
}
