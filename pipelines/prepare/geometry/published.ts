/**
 * Published: checks that a valid geometry stays valid at the published decimals.
 *
 * A geometry that becomes invalid at 1 mm in RD, in which all geometry is stored and compared, is an error. One that becomes invalid in
 * another CRS is repaired when it is published, and is a warning when that fails. A current geometry is repaired in RD too, so that its
 * object stays changeable.
 * DuckDB checks all positions that are not proved valid, repaired or not.
 * Not here: the positions and their repair (pipelines/coordinates/published-positions.ts).
 */
import { CRSS, type Crs, type PublishedCrs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { GEOMETRY_WORDS } from '../../../schemas/rule-words/geometry.ts';
import { gridsOfThread } from '../../coordinates/grids.ts';
import { ROUNDED_CRSS, publishedNumbers, publishedPositions, type PublishedPositions } from '../../coordinates/published-positions.ts';
import type { GeometryDefect } from '../../../publisher/validity/explain.ts';
import { isSurelyValid } from '../../../publisher/validity/proof.ts';
import { vertexPointer } from '../../../publisher/validity/vertices.ts';
import { issueOn, type RootGeometry } from './issues.ts';
import type { Spatial } from './spatial.ts';

/** A geometry that is valid as delivered, and may become invalid when published. */
export interface DoubtfulGeometry {
  readonly geometry: RootGeometry;
  readonly crs: Crs;
  /** Whether this is the current geometry of its object. */
  readonly isCurrent: boolean;
}

/** A CRS in which the published geometry is not valid. */
interface PublishedDefect {
  readonly crs: PublishedCrs;
  readonly defect: GeometryDefect;
}

/** The issue of each geometry in the first CRS in which it becomes invalid; undefined when it stays valid in all. */
export async function publishedIssues(doubts: readonly DoubtfulGeometry[], spatial: Spatial): Promise<readonly (Issue | undefined)[]> {
  const published = doubts.map(({ geometry, crs }) => publishedPositions(geometry.vertices, crs.code, gridsOfThread()));
  const unproved = published.flatMap((positions, index) => formsOf(positions).map((form) => ({ index, ...form })))
    .filter(({ vertices }) => !isSurelyValid(vertices));
  const invalid = await spatial.invalid(unproved.map(({ vertices }) => vertices));
  const found = invalid.map((at) => unproved[at]!);
  return doubts.map((doubt, index) => {
    const positions = published[index]!;
    const broken = found.filter((one) => one.index === index).map(({ crs }) => crs);
    const defect = defectOf(doubt, positions, broken);
    return defect && issueOf(doubt, positions, defect);
  });
}

function formsOf({ shape, coordinates }: PublishedPositions): readonly { readonly crs: PublishedCrs; readonly vertices: Vertices }[] {
  return ROUNDED_CRSS.map((crs) => ({ crs, vertices: { shape, numbers: publishedNumbers(coordinates[crs], crs), mixed: false } }));
}

/** The defect in the first CRS in which the positions are `broken` or may not be repaired. */
function defectOf(
  { isCurrent }: DoubtfulGeometry, { breaches }: PublishedPositions, broken: readonly PublishedCrs[],
): PublishedDefect | undefined {
  const isRefused = (crs: PublishedCrs): boolean => crs === '28992' && !isCurrent && breaches.some((breach) => breach.crs === crs);
  const crs = ROUNDED_CRSS.find((one) => broken.includes(one) || isRefused(one));
  return crs && { crs, defect: breaches.find((breach) => breach.crs === crs)?.defect ?? { rule: 'geometrie.ongeldig' } };
}

function issueOf({ geometry, isCurrent }: DoubtfulGeometry, positions: PublishedPositions, published: PublishedDefect): Issue {
  const rule = published.crs === '28992' && !isCurrent ? 'geometrie.op-millimeter' : 'geometrie.na-afronden';
  return issueOn(geometry, rule, () => wordsOf(geometry, positions, published));
}

function wordsOf(
  { pointer, vertices }: RootGeometry, { coordinates }: PublishedPositions, { crs, defect }: PublishedDefect,
): Partial<Finding> {
  const { name, uri } = CRSS[crs];
  const { location } = defect;
  const where = location === undefined ? { nl: '', en: '' } : { nl: `, op ${location.join(', ')}`, en: `, at ${location.join(', ')}` };
  const why = GEOMETRY_WORDS[defect.rule].message;
  const starts: Text = crs === '28992'
    ? { nl: `Deze geometrie wordt ongeldig bij 1 mm (${name})`, en: `This geometry becomes invalid at 1 mm (${name})` }
    : {
      nl: `Deze geometrie wordt ongeldig bij de decimalen waarin zij in ${name} gepubliceerd wordt`,
      en: `This geometry becomes invalid at the decimals in which it is published in ${name}`,
    };
  return {
    message: { nl: `${starts.nl}${where.nl}: ${why.nl}`, en: `${starts.en}${where.en}: ${why.en}` },
    ...(location === undefined ? {} : {
      place: { crs: uri, coordinates: location }, pointer: pointer + vertexPointer(vertices, nearest(coordinates[crs], location)),
    }),
  };
}

/** Index of the position nearest to a point. */
function nearest(numbers: Float64Array, [x, y]: readonly number[]): number {
  let [best, far] = [0, Infinity];
  for (let at = 0; at < numbers.length / 2; at++) {
    const distance = Math.hypot(numbers[2 * at]! - x!, numbers[2 * at + 1]! - y!);
    if (distance < far) [best, far] = [at, distance];
  }
  return best;
}
