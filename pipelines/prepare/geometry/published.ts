/**
 * Published: whether a valid geometry stays valid at the decimals in which it is published.
 *
 * What collapses or crosses at 1 mm in RD, in which all geometry is stored and compared, is an error. What rounding breaks in
 * another CRS only is repaired when it is published; what cannot be repaired is a warning. A geometry that the register holds already
 * is repaired in RD too: it must not keep its object from being changed.
 * DuckDB is asked about all positions that are not surely valid, repaired or not.
 * Not here: the positions and their repair (pipelines/coordinates/published-positions.ts).
 */
import { CRSS, type Crs, type PublishedCrs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { GEOMETRY_WORDS } from '../../../schemas/rule-words/geometry.ts';
import { gridsOfThread } from '../../coordinates/grids.ts';
import { MENDED_CRSS, publishedNumbers, publishedPositions, type PublishedPositions } from '../../coordinates/published-positions.ts';
import type { GeometryDefect } from '../../../publisher/validity/explain.ts';
import { isSurelyValid } from '../../../publisher/validity/proof.ts';
import { vertexPointer } from '../../../publisher/validity/vertices.ts';
import { issueOn, type PlacedGeometry } from './issues.ts';
import type { Spatial } from './spatial.ts';

/** A geometry that is valid as delivered, and about which there is doubt whether it stays so. */
export interface DoubtedGeometry {
  readonly geometry: PlacedGeometry;
  readonly crs: Crs;
  /** Whether the register holds this geometry of the object already. */
  readonly isHeld: boolean;
}

/** A CRS in which the published geometry is not valid. */
interface Fault {
  readonly crs: PublishedCrs;
  readonly defect: GeometryDefect;
}

/** For each geometry the issue of the first CRS in which it does not stay valid; undefined when it stays valid in all. */
export async function publishedIssues(doubts: readonly DoubtedGeometry[], spatial: Spatial): Promise<readonly (Issue | undefined)[]> {
  const published = doubts.map(({ geometry, crs }) => publishedPositions(geometry.vertices, crs.code, gridsOfThread()));
  const asked = published.flatMap((positions, index) => formsOf(positions).map((form) => ({ index, ...form })))
    .filter(({ vertices }) => !isSurelyValid(vertices));
  const invalid = await spatial.invalid(asked.map(({ vertices }) => vertices));
  const found = invalid.map((at) => asked[at]!);
  return doubts.map((doubt, index) => {
    const positions = published[index]!;
    const broken = found.filter((one) => one.index === index).map(({ crs }) => crs);
    const fault = faultOf(doubt, positions, broken);
    return fault && issueOf(doubt, positions, fault);
  });
}

function formsOf({ shape, coordinates }: PublishedPositions): readonly { readonly crs: PublishedCrs; readonly vertices: Vertices }[] {
  return MENDED_CRSS.map((crs) => ({ crs, vertices: { shape, numbers: publishedNumbers(coordinates[crs], crs), mixed: false } }));
}

/** The first CRS in which the positions are `broken`, or in which they must not be repaired. */
function faultOf({ isHeld }: DoubtedGeometry, { breaches }: PublishedPositions, broken: readonly PublishedCrs[]): Fault | undefined {
  const isRefused = (crs: PublishedCrs): boolean => crs === '28992' && !isHeld && breaches.some((breach) => breach.crs === crs);
  const crs = MENDED_CRSS.find((one) => broken.includes(one) || isRefused(one));
  return crs && { crs, defect: breaches.find((breach) => breach.crs === crs)?.defect ?? { rule: 'geometrie.ongeldig' } };
}

function issueOf({ geometry, isHeld }: DoubtedGeometry, positions: PublishedPositions, fault: Fault): Issue {
  const isError = fault.crs === '28992' && !isHeld;
  const rule = isError ? 'geometrie.op-millimeter' : 'geometrie.na-afronden';
  return issueOn(geometry, rule, () => wordsOf(geometry, positions, fault), isError ? 'error' : 'warning');
}

function wordsOf({ pointer, vertices }: PlacedGeometry, { coordinates }: PublishedPositions, { crs, defect }: Fault): Partial<Finding> {
  const { name, uri } = CRSS[crs];
  const { place } = defect;
  const where = place === undefined ? { nl: '', en: '' } : { nl: `, op ${place.join(', ')}`, en: `, at ${place.join(', ')}` };
  const why = GEOMETRY_WORDS[defect.rule].message;
  const starts: Text = crs === '28992'
    ? { nl: `Deze geometrie wordt ongeldig bij 1 mm (${name})`, en: `This geometry becomes invalid at 1 mm (${name})` }
    : {
      nl: `Deze geometrie wordt ongeldig bij de decimalen waarin zij in ${name} gepubliceerd wordt`,
      en: `This geometry becomes invalid at the decimals in which it is published in ${name}`,
    };
  return {
    message: { nl: `${starts.nl}${where.nl}: ${why.nl}`, en: `${starts.en}${where.en}: ${why.en}` },
    ...(place === undefined ? {} : {
      place: { crs: uri, coordinates: place }, pointer: pointer + vertexPointer(vertices, nearest(coordinates[crs], place)),
    }),
  };
}

/** The position nearest to a place. */
function nearest(numbers: Float64Array, [x, y]: readonly number[]): number {
  let [best, far] = [0, Infinity];
  for (let at = 0; at < numbers.length / 2; at++) {
    const distance = Math.hypot(numbers[2 * at]! - x!, numbers[2 * at + 1]! - y!);
    if (distance < far) [best, far] = [at, distance];
  }
  return best;
}
