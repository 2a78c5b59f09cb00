/**
 * Checks of geometry: level 3 up to validity. Rings closed, one dimension, inside the area of the register, within the limits.
 *
 * Coordinates are checked in the CRS of the delivery, as delivered. A geometry that passes is small and sane enough for
 * DuckDB; one that does not is checked no further.
 * Invariant: the work for one geometry is linear in its vertices, however hostile.
 * Not here: shape by type (schema, level 2), validity (validity.ts).
 */
import type { Crs } from '../../../schemas/crs.ts';
import { CRSS, liesIn, PUBLISHED_CRSS } from '../../../schemas/crs.ts';
import { issueOf } from '../../../schemas/finding.ts';
import type { Finding, Issue, Text, Words } from '../../../schemas/finding.ts';
import { flatten } from '../../../schemas/check/flatten.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { geometryOf } from '../../../schemas/model/objects.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { bilingual, inLanguage, withRemark } from '../../../schemas/shown.ts';
import { crowding, CROWDING_MAX, CROWDING_ROOT_MAX } from './crowding.ts';
import type { GeometryDefect } from './reasons.ts';
import { hasRings, pathStart, vertexAt, vertexCount, vertexPointer } from './vertices.ts';

/** One geometry of a root. */
export interface PlacedGeometry {
  readonly object: ModelObject;
  /** Place of the object among those of its root. */
  readonly index: number;
  /** In the document. */
  readonly pointer: string;
  readonly vertices: Vertices;
}

/** The geometry of each object of a root that has one shaped as its type says. */
export function geometriesOf(
  objects: readonly ModelObject[],
): { geometries: readonly PlacedGeometry[]; shapeless: readonly string[] } {
  const geometries: PlacedGeometry[] = [];
  const shapeless: string[] = [];
  for (const [index, object] of objects.entries()) {
    const found = geometryOf(object);
    if (found === undefined) continue;
    const vertices = flatten(found.value);
    if (vertices === undefined) shapeless.push(found.pointer);
    else geometries.push({ object, index, pointer: found.pointer, vertices });
  }
  return { geometries, shapeless };
}

/** The geometries that may be asked about validity, and the issues of the others. `why30`: the mark of 3.0.x. */
export function checkGeometries(
  geometries: readonly PlacedGeometry[], crs: Crs, why30: string | undefined,
): { sane: readonly PlacedGeometry[]; issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const sane: PlacedGeometry[] = [];
  let crowded = 0;
  for (const geometry of geometries) {
    const found = issuesOf(geometry, crs, why30);
    const pairs = found.length === 0 ? crowding(geometry.vertices) : 0;
    crowded += pairs;
    if (found.length > 0) issues.push(...found);
    else if (pairs <= CROWDING_MAX && crowded <= CROWDING_ROOT_MAX) sane.push(geometry);
    else issues.push(issueOn(geometry, 'te-ingewikkeld'));
  }
  return { sane, issues };
}

const NONE: readonly Issue[] = [];

/** All that is wrong with one geometry, but for its validity. Where numbers of a position are missing or moved up, nothing follows from them. */
function issuesOf(geometry: PlacedGeometry, crs: Crs, why30: string | undefined): readonly Issue[] {
  const large = tooLarge(geometry);
  if (large !== undefined) return [large];
  const dimension = wrongDimension(geometry, crs);
  if (dimension !== undefined && (geometry.vertices.mixed || partedByComma(geometry, crs) !== undefined)) return [dimension];
  const range = outOfRange(geometry, crs, why30);
  const rings = openRings(geometry, crs);
  if (dimension === undefined && range === undefined) return rings;
  // The CRS that is meant has the right dimension.
  const isOther = range?.rule === 'geometrie.ander-stelsel';
  return [isOther ? undefined : dimension, range, ...rings].filter((issue) => issue !== undefined);
}

/** A geometry that is not shaped as its type says though the schema had nothing against it: never let through. */
export function shapelessIssue(pointer: string): Issue {
  return issueOn({ pointer }, 'vorm');
}

/** That a geometry is not valid: why, and where. */
export function invalidIssue({ pointer }: Pick<PlacedGeometry, 'pointer'>, { place, ...reason }: GeometryDefect, crs: Crs): Issue {
  return issueOf({
    ...reason, severity: 'error', pointer, ...(place === undefined ? {} : { place: { crs: crs.uri, coordinates: place } }),
  });
}

function tooLarge(geometry: PlacedGeometry): Issue | undefined {
  const vertices = vertexCount(geometry.vertices);
  const paths = geometry.vertices.shape.pathEnds.length;
  if (vertices <= LIMITS.verticesPerGeometryMax && paths <= LIMITS.pathsPerGeometryMax) return undefined;
  return issueOn(geometry, 'te-groot', () => ({
    found: bilingual({ nl: `${vertices} punten, ${paths} lijnen en ringen`, en: `${vertices} positions, ${paths} lines and rings` }),
    expected: `≤ ${LIMITS.verticesPerGeometryMax}, ≤ ${LIMITS.pathsPerGeometryMax}`,
  }));
}

function wrongDimension(geometry: PlacedGeometry, crs: Crs): Issue | undefined {
  const { mixed, shape: { dimension } } = geometry.vertices;
  if (mixed) return issueOn(geometry, 'gemengd');
  if (dimension === crs.dimension) return undefined;
  return issueOn(geometry, dimension === 3 ? 'hoogte-teveel' : 'hoogte-ontbreekt', () => {
    const other = withDimension(crs, dimension);
    const split = partedByComma(geometry, crs);
    if (split !== undefined) return { ...COMMA, found: vertexAt(geometry.vertices, 0).join(', '), suggestions: [split] };
    return {
      found: bilingual({ nl: `${dimension} getallen per punt`, en: `${dimension} numbers a position` }), expected: `${crs.dimension} (${crs.name})`,
      suggestions: other === undefined ? [] : [`--crs ${other.uri}`],
    };
  });
}

/** The CRS with the same first two axes and this many in all. */
function withDimension({ axes: [first, second] }: Crs, wanted: number): Crs | undefined {
  return Object.values(CRSS).find(({ axes, dimension }) => dimension === wanted && axes[0] === first && axes[1] === second);
}

/** The first position when its second number is no coordinate but the decimals of the first, if it lies in the area then. */
function partedByComma({ vertices }: PlacedGeometry, { area, dimension }: Crs): string | undefined {
  if (vertices.shape.dimension <= dimension) return undefined;
  const [first, decimals, second] = vertexAt(vertices, 0);
  if (first === undefined || decimals === undefined || second === undefined) return undefined;
  const isSplit = Number.isSafeInteger(first) && Number.isSafeInteger(decimals) && decimals >= 0
    && !liesIn(area, first, decimals) && liesIn(area, first, second);
  return isSplit ? `[${first}.${decimals}, ${second}]` : undefined;
}

const COMMA: Words = {
  message: {
    nl: 'De punten lijken een hoogte te hebben, maar een decimale komma heeft een getal in tweeën gedeeld.',
    en: 'The positions seem to have a height, but a decimal comma parted a number in two.',
  },
  mend: { nl: 'Schrijf decimalen achter een punt.', en: 'Write decimals behind a point.' },
};

function outOfRange(geometry: PlacedGeometry, crs: Crs, why30: string | undefined): Issue | undefined {
  const { vertices, pointer } = geometry;
  const { numbers, shape: { dimension } } = vertices;
  let first = -1;
  let count = 0;
  for (let at = 0; at < numbers.length; at += dimension) {
    if (liesIn(crs.area, numbers[at]!, numbers[at + 1]!)) continue;
    count++;
    if (first < 0) first = at / dimension;
  }
  if (first < 0) return undefined;
  const meant = lookalike(vertexAt(vertices, first));
  const rule = meant === undefined ? 'geometrie.buiten-bereik' : 'geometrie.ander-stelsel';
  return error(rule, pointer, () => {
    const position = vertexAt(vertices, first);
    const read30 = why30 !== undefined && crs.code === '28992';
    return {
      pointer: pointer + vertexPointer(vertices, first), place: { crs: crs.uri, coordinates: position },
      message: outside(crs, meant, count),
      mend: meant === undefined ? orderMend(crs, position) : meantMend(meant, read30 ? why30 : undefined),
      found: position.join(', '),
      expected: `${crs.area[0]} … ${crs.area[2]}, ${crs.area[1]} … ${crs.area[3]} (${crs.name}: ${crs.axes.join(', ')})`,
      ...(meant === undefined ? {} : { suggestions: [`--crs ${meant.uri}`] }),
    };
  });
}

/** The CRS that a position looks like: the areas of the published ones have nothing in common. */
function lookalike(position: readonly number[]): Crs | undefined {
  const meant = PUBLISHED_CRSS.map((code) => CRSS[code]).find(({ area }) => liesIn(area, position[0]!, position[1]!));
  return meant === undefined || meant.dimension === position.length ? meant : withDimension(meant, position.length) ?? meant;
}

function outside(crs: Crs, meant: Crs | undefined, count: number): Text {
  const many = count === 1 ? { nl: '', en: '' } : { nl: ` (${count} punten)`, en: ` (${count} positions)` };
  const looks = meant === undefined
    ? { nl: '', en: '' }
    : { nl: `; het lijkt ${meant.name}`, en: `; it looks like ${meant.name}` };
  return withRemark({
    nl: `Dit punt ligt buiten het gebied van dit register, gelezen als ${crs.name}.`,
    en: `This position is outside the area of this register, read as ${crs.name}.`,
  }, { nl: many.nl + looks.nl, en: many.en + looks.en });
}

function orderMend({ area, axes }: Crs, [first, second]: readonly number[]): Text {
  const [one, two] = axes;
  return !liesIn(area, second!, first!) ? WORDS['buiten-bereik'].mend : {
    nl: `De twee getallen lijken verwisseld: eerst ${one}, dan ${two}.`,
    en: `The two numbers seem to be swapped: first ${one}, then ${two}.`,
  };
}

function meantMend(meant: Crs, why30: string | undefined): Text {
  const mend = {
    nl: `Noem het stelsel van de coördinaten: --crs ${meant.uri} (in een HTTP-verzoek: de header Content-Crs). `
      + 'Staan alleen deze punten in dat stelsel, reken die dan om.',
    en: `Name the CRS of the coordinates: --crs ${meant.uri} (in an HTTP request: the header Content-Crs). `
      + 'If only these positions are in that CRS, transform them.',
  };
  return why30 === undefined ? mend : {
    nl: `${mend.nl} RD is aangenomen omdat dit model 3.0 lijkt (${inLanguage(why30, 'nl')}); is het 4.0, geef dan --model 4.0.`,
    en: `${mend.en} RD was assumed because this looks like model 3.0 (${inLanguage(why30, 'en')}); if it is 4.0, give --model 4.0.`,
  };
}

function openRings(geometry: PlacedGeometry, crs: Crs): readonly Issue[] {
  const { vertices, pointer } = geometry;
  const { shape: { type, dimension, pathEnds }, numbers } = vertices;
  if (!hasRings(type)) return NONE;
  let issues: Issue[] | undefined;
  for (let path = 0; path < pathEnds.length; path++) {
    const [first, last] = [pathStart(vertices, path), pathEnds[path]! - 1];
    const [one, other] = [first * dimension, last * dimension];
    const isClosed = numbers[one] === numbers[other] && numbers[one + 1] === numbers[other + 1]
      && (dimension === 2 || numbers[one + 2] === numbers[other + 2]);
    if (isClosed) continue;
    (issues ??= []).push(error('geometrie.ring-open', pointer, () => {
      const coordinates = vertexAt(vertices, last);
      return {
        ...WORDS['ring-open'], pointer: pointer + vertexPointer(vertices, last), place: { crs: crs.uri, coordinates },
        found: coordinates.join(', '), expected: vertexAt(vertices, first).join(', '),
      };
    }));
  }
  return issues ?? NONE;
}

function issueOn(
  { pointer }: Pick<PlacedGeometry, 'pointer'>, name: keyof typeof WORDS, more?: () => Partial<Finding>,
): Issue {
  return error(`geometrie.${name}`, pointer, () => ({ pointer, ...WORDS[name], ...more?.() }));
}

function error(rule: string, at: string, words: () => Omit<Finding, 'rule' | 'severity'>): Issue {
  return { rule, severity: 'error', at, finding: () => ({ rule, severity: 'error', ...words() }) };
}

const WORDS = {
  'vorm': {
    message: {
      nl: 'Deze geometrie heeft niet de vorm van haar type.',
      en: 'This geometry is not shaped as its type says.',
    },
    mend: {
      nl: 'Geef type en coordinates zoals GeoJSON ze voorschrijft.',
      en: 'Give type and coordinates as GeoJSON prescribes.',
    },
  },
  'te-groot': {
    message: {
      nl: 'Deze geometrie heeft te veel punten, lijnen of ringen.',
      en: 'This geometry has too many positions, lines or rings.',
    },
    mend: {
      nl: 'Vereenvoudig de geometrie, of verdeel haar over meer objecten.',
      en: 'Simplify the geometry, or divide it over more objects.',
    },
  },
  'te-ingewikkeld': {
    message: {
      nl: 'De lijnen van deze geometrie lopen zo door elkaar dat zij niet te controleren is.',
      en: 'The lines of this geometry are so entangled that it cannot be checked.',
    },
    mend: {
      nl: 'Controleer hoe de geometrie gemaakt is, en vereenvoudig haar.',
      en: 'Look at how the geometry was made, and simplify it.',
    },
  },
  'gemengd': {
    message: {
      nl: 'Sommige punten hebben een hoogte en andere niet.',
      en: 'Some positions have a height and others have none.',
    },
    mend: {
      nl: 'Geef alle punten een hoogte, of geen. Een getal met decimalen heeft een punt, geen komma.',
      en: 'Give all positions a height, or none. A decimal number has a point, not a comma.',
    },
  },
  'hoogte-teveel': {
    message: {
      nl: 'De punten hebben een hoogte, maar het genoemde stelsel heeft er geen.',
      en: 'The positions have a height, but the CRS named has none.',
    },
    mend: {
      nl: 'Noem het stelsel met hoogte, of laat de hoogte weg.',
      en: 'Name the CRS with height, or leave the heights out.',
    },
  },
  'hoogte-ontbreekt': {
    message: {
      nl: 'Het genoemde stelsel heeft hoogten, maar de punten niet.',
      en: 'The CRS named has heights, but the positions have none.',
    },
    mend: {
      nl: 'Noem het stelsel zonder hoogte, of geef de hoogten.',
      en: 'Name the CRS without height, or give the heights.',
    },
  },
  'buiten-bereik': {
    message: {
      nl: 'Dit punt ligt buiten het gebied van dit register.',
      en: 'This position is outside the area of this register.',
    },
    mend: { nl: 'Controleer de getallen en hun volgorde.', en: 'Check the numbers and their order.' },
  },
  'ring-open': {
    message: {
      nl: 'Deze ring is niet gesloten: het laatste punt is een ander dan het eerste.',
      en: 'This ring is not closed: its last position differs from its first.',
    },
    mend: {
      nl: 'Herhaal het eerste punt aan het eind van de ring.',
      en: 'Repeat the first position at the end of the ring.',
    },
  },
} as const satisfies Record<string, { message: Text; mend: Text }>;
