/**
 * Range: positions outside the area of the register, and what their numbers may be instead: those of another CRS, in the
 * other order, in another unit. Where other positions of the geometry lie where they should, only some are wrong.
 */
import { crsByName, CRSS, isInBox, PUBLISHED_CRSS, type Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import type { Box } from '../../../schemas/geometry.ts';
import { GEOMETRY_WORDS } from '../../../schemas/rule-words/geometry.ts';
import { inLanguage, withRemark } from '../../../schemas/shown-values.ts';
import { withDimension } from './dimension.ts';
import { error, type PlacedGeometry } from './issues.ts';
import { vertexAt, vertexCount, vertexPointer } from '../../../publisher/validity/vertices.ts';

export interface RangeOptions {
  readonly crs: Crs;
  /** The mark of 3.0.x. */
  readonly why30: string | undefined;
  /** Whether another geometry of the root lies where it should; asked when all have been looked at. */
  readonly isBeside: () => boolean;
}

/** What is said of the first position outside the area, and how many there are. */
interface Outside extends RangeOptions {
  readonly geometry: PlacedGeometry;
  readonly first: number;
  readonly count: number;
  readonly position: readonly number[];
  /** Whether other positions of the geometry lie in the area. */
  readonly isPart: boolean;
}

/** That the numbers of a geometry are of another CRS. */
export const OTHER_CRS = 'geometrie.ander-stelsel';

/** The positions of a geometry outside the area, as one issue. */
export function outOfRange(geometry: PlacedGeometry, options: RangeOptions): Issue | undefined {
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
  const meant = outside.isPart && isSwapped(outside) ? undefined : lookalike(position);
  const rule = meant === undefined ? 'geometrie.buiten-bereik' : OTHER_CRS;
  return error(rule, geometry.pointer, () => findingOf(outside, meant));
}

function findingOf(outside: Outside, meant: Crs | undefined): Omit<Finding, 'rule' | 'severity'> {
  const { geometry: { pointer, vertices }, crs, first, count, position } = outside;
  return {
    pointer: pointer + vertexPointer(vertices, first), place: { crs: crs.uri, coordinates: position },
    message: outsideMessage(crs, meant, count), found: position.join(', '),
    expected: `${crs.area[0]} … ${crs.area[2]}, ${crs.area[1]} … ${crs.area[3]} (${crs.name}: ${crs.axes.join(', ')})`,
    ...(meant === undefined ? numbersMend(outside) : crsMend(outside, meant)),
  };
}

function isSwapped({ position: [first, second], crs: { area } }: Outside): boolean {
  return isInBox(area, second!, first!);
}

/** The CRS that a position looks like: the areas of the published ones have nothing in common. */
function lookalike(position: readonly number[]): Crs | undefined {
  const meant = PUBLISHED_CRSS.map((code) => CRSS[code]).find(({ area }) => isInBox(area, position[0]!, position[1]!));
  return meant === undefined || meant.dimension === position.length ? meant : withDimension(meant, position.length) ?? meant;
}

function outsideMessage(crs: Crs, meant: Crs | undefined, count: number): Text {
  const many = count === 1 ? { nl: '', en: '' } : { nl: ` (${count} punten)`, en: ` (${count} positions)` };
  const looks = meant === undefined
    ? { nl: '', en: '' }
    : { nl: `; het lijkt ${meant.name}`, en: `; it looks like ${meant.name}` };
  return withRemark({
    nl: `Dit punt ligt buiten het gebied van dit register, gelezen als ${crs.name}.`,
    en: `This position is outside the area of this register, read as ${crs.name}.`,
  }, { nl: many.nl + looks.nl, en: many.en + looks.en });
}

type Mend = Pick<Finding, 'mend' | 'suggestions'>;

const OTHER_POSITIONS: Text = { nl: 'de andere punten van deze geometrie', en: 'the other positions of this geometry' };
const OTHER_GEOMETRIES: Text = {
  nl: 'andere geometrieën van dit object, of van de objecten erin,', en: 'other geometries of this object, or of the objects in it,',
};

function crsMend(outside: Outside, meant: Crs): Mend {
  const { crs, isPart, isBeside, why30 } = outside;
  const others = isPart ? OTHER_POSITIONS : isBeside() ? OTHER_GEOMETRIES : undefined;
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
  const name = crsNamed(crs, meant);
  return {
    suggestions: [CRS_OPTION + meant.uri],
    mend: { nl: `${name.nl}${swap.nl && ` Of: ${swap.nl}`}${why.nl}`, en: `${name.en}${swap.en && ` Or: ${swap.en}`}${why.en}` },
  };
}

const CRS_OPTION = '--crs ';

/** To name the CRS that is meant, for all that is delivered. */
function crsNamed(crs: Crs, meant: Crs): Text {
  return {
    nl: `Noem het stelsel van de coördinaten: --crs ${meant.uri} (in een HTTP-verzoek: de header Content-Crs). Een levering heeft één stelsel: `
      + `staan andere objecten wel in ${crs.name}, reken deze punten dan om.`,
    en: `Name the CRS of the coordinates: --crs ${meant.uri} (in an HTTP request: the header Content-Crs). A delivery has one CRS: `
      + `if other objects are in ${crs.name} indeed, transform these positions.`,
  };
}

/** The finding that a root is in another CRS, when so many other roots of its delivery are in the one that is named. */
export function besideOthers(finding: Finding, others: number): Finding {
  const { mend, place, suggestions: [suggestion] = [] } = finding;
  const [crs, meant] = [place?.crs, suggestion?.slice(CRS_OPTION.length)].map((uri) => (uri === undefined ? undefined : crsByName(uri)));
  if (crs === undefined || meant === undefined) return finding;
  const [named, apart] = [crsNamed(crs, meant), deliveredApart(crs, meant, others)];
  return { ...finding, mend: { nl: mend.nl.replace(named.nl, () => apart.nl), en: mend.en.replace(named.en, () => apart.en) } };
}

function deliveredApart(crs: Crs, meant: Crs, others: number): Text {
  const are = others === 1
    ? { nl: 'Het andere object van deze levering staat', en: 'The other object of this delivery is' }
    : { nl: `De andere ${others} objecten van deze levering staan`, en: `The other ${others} objects of this delivery are` };
  return {
    nl: `${are.nl} in ${crs.name}. Lever dit object in een eigen bestand met --crs ${meant.code} (in een HTTP-verzoek: de header Content-Crs), `
      + `of reken deze punten om naar ${crs.name}.`,
    en: `${are.en} in ${crs.name}. Deliver this object in a file of its own with --crs ${meant.code} (in an HTTP request: the header Content-Crs), `
      + `or transform these positions to ${crs.name}.`,
  };
}

function swapped({ axes: [one, two] }: Crs): Text {
  return {
    nl: `De twee getallen lijken verwisseld: eerst ${one}, dan ${two}.`,
    en: `The two numbers seem to be swapped: first ${one}, then ${two}.`,
  };
}

/** Of numbers that are of no other CRS. */
function numbersMend(outside: Outside): Mend {
  const { crs, position: [first, second, ...rest] } = outside;
  if (first === 0 && second === 0) return { mend: NOT_FILLED };
  if (UTM.some((zone) => isInBox(zone, first!, second!))) return { mend: FROM_UTM };
  if (isSwapped(outside)) return { mend: swapped(crs), suggestions: [`[${[second, first, ...rest].join(', ')}]`] };
  return outside.isPart ? besideMend(outside) : unitMend(outside) ?? { mend: GEOMETRY_WORDS['geometrie.buiten-bereik'].mend };
}

const NOT_FILLED: Text = {
  nl: '0, 0 is geen plaats: dit punt is niet ingevuld, of bij het omrekenen is iets misgegaan.',
  en: '0, 0 is no place: this position was not filled in, or something went wrong when it was transformed.',
};

/** Where the country lies in UTM zones 31 and 32; the North Sea has no other. */
const UTM: readonly Box[] = [[420_000, 5_530_000, 850_000, 6_220_000], [50_000, 5_530_000, 480_000, 6_220_000]];
const FROM_UTM: Text = {
  nl: 'De getallen lijken UTM (zone 31 of 32), dat hier niet gelezen wordt: reken ze om naar RD.',
  en: 'The numbers look like UTM (zone 31 or 32), which is not read here: transform them to RD.',
};

/** Of a position among others that lie where they should: a digit is wrong, most often, and the next one shows which. */
function besideMend({ geometry: { vertices }, crs, first }: Outside): Mend {
  const inArea = (index: number): boolean => isInBox(crs.area, vertexAt(vertices, index)[0]!, vertexAt(vertices, index)[1]!);
  const near = Array.from({ length: vertexCount(vertices) }, (_, index) => index).filter(inArea)
    .reduce((best, index) => (Math.abs(index - first) < Math.abs(best - first) ? index : best));
  const beside = vertexAt(vertices, near).join(', ');
  return { mend: {
    nl: `Vergelijk dit punt met het dichtstbijzijnde in de rij, ${beside}: is er een cijfer te veel of te weinig, of staat de decimale punt verkeerd?`,
    en: `Compare this position with the nearest in the row, ${beside}: is there a digit too many or too few, or is the decimal point misplaced?`,
  } };
}

/** A unit in which people deliver by mistake, and how many of those that are asked it is. */
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

/** All positions in another unit than the CRS has, or one of the other CRSs. */
function unitMend({ crs, position: [first, second] }: Outside): Mend | undefined {
  for (const meant of [crs, ...PUBLISHED_CRSS.map((code) => CRSS[code])]) {
    for (const { size, nl, en } of UNITS[meant.decimals]) {
      const [x, y] = [first! * size, second! * size];
      if (!isInBox(meant.area, x, y)) continue;
      const [numbers, name] = [`[${[x, y].map((number) => Number(number.toFixed(meant.decimals))).join(', ')}]`, meant.name];
      return { suggestions: [numbers], mend: {
        nl: `De getallen lijken ${nl} van ${name}: geef ${meant.decimals === 3 ? 'meters' : 'graden'}, hier ${numbers}.`,
        en: `The numbers look like ${en} of ${name}: give ${meant.decimals === 3 ? 'metres' : 'degrees'}, here ${numbers}.`,
      } };
    }
  }
  return undefined;
}
