/** Published positions: what is accepted is valid in every published CRS, by GEOS, at the decimals that are served. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { positionsAtEpoch, publishedNumbers, publishedPositions } from '../../../pipelines/coordinates/published-positions.ts';
import { publishedIssues } from '../../../pipelines/prepare/geometry/published.ts';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import { isSurelyValidPublished } from '../../../publisher/validity/proof.ts';
import { roundHalfUp } from '../../../publisher/format/decimal.ts';
import { CRSS, PUBLISHED_CRSS, type CrsCode } from '../../../schemas/crs.ts';
import { flatten, type Vertices } from '../../../schemas/check/flatten.ts';
import type { Json } from '../../../schemas/json.ts';
import { drawn } from '../../runs.ts';
import { building, deliver } from '../../pipelines/prepare/deliveries.ts';
import { spatialForTests } from '../../pipelines/prepare/spatial-for-tests.ts';
import { nastyGeometries } from './nasty-geometries.ts';

const grids = gridsOfThread();
let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

/** The geometry as it is published in each CRS. */
function published(vertices: Vertices, crs: CrsCode): readonly Vertices[] {
  const { shape, coordinates } = publishedPositions(vertices, crs, grids);
  return PUBLISHED_CRSS.map((code) => ({ shape, numbers: publishedNumbers(coordinates[code], code), mixed: false }));
}

async function allValid(geometries: readonly Vertices[]): Promise<void> {
  expect((await spatial.invalid(geometries)).map((at) => geometries[at])).toEqual([]);
}

test('a geometry on which nothing is found is valid in every published CRS', async () => {
  const all = nastyGeometries(drawn(20_000), 3);
  const invalid = new Set(await spatial.invalid(all.map(({ vertices }) => vertices)));
  const valid = all.filter((_, at) => !invalid.has(at));
  const doubts = valid.map(({ vertices, crs }) => ({
    geometry: { object: { data: {}, id: 'x', type: 'KwetsbaarGebouw', kind: 'root' as const, pointer: '', parent: undefined }, index: 0, pointer: '/geometrie', vertices },
    crs: CRSS[crs], isCurrent: false,
  }));
  const issues = await publishedIssues(doubts, spatial);
  const accepted = valid.filter((_, at) => issues[at] === undefined);
  await allValid(accepted.flatMap(({ vertices, crs }) => published(vertices, crs)));
  // Enough of each: refused, with a warning, repaired, and certainly valid.
  const counts = Map.groupBy(issues, (issue) => issue?.rule);
  expect(counts.get('geometrie.op-millimeter')!.length).toBeGreaterThan(valid.length * 0.02);
  expect(counts.get('geometrie.na-afronden')!.length).toBeGreaterThan(valid.length * 0.002);
  const repairs = accepted.filter(({ vertices, crs }) => publishedPositions(vertices, crs, grids).breaches.length > 0);
  expect(repairs.length).toBeGreaterThan(valid.length * 0.03);
  const proven = valid.filter(({ vertices, crs }) => isSurelyValidPublished(vertices, CRSS[crs]));
  expect(proven.length).toBeGreaterThan(valid.length * 0.2);
});

test('a geometry that needs no repair, or was repaired in every CRS, is valid in ITRF2014 too', async () => {
  const all = nastyGeometries(drawn(6_000), 5);
  const invalid = new Set(await spatial.invalid(all.map(({ vertices }) => vertices)));
  const accepted = all.filter(({ vertices, crs }, at) => (
    !invalid.has(at) && publishedPositions(vertices, crs, grids).breaches.every(({ isRepaired }) => isRepaired)
  ));
  const inItrf2014 = accepted.map(({ vertices, crs }): Vertices => {
    const { shape, coordinates } = positionsAtEpoch(vertices, crs, { grids, epoch: 2025 });
    return { shape, numbers: publishedNumbers(coordinates['9000']!, '9000'), mixed: false };
  });
  expect(accepted.length).toBeGreaterThan(all.length * 0.2);
  await allValid(inItrf2014);
});

test('a geometry too large to be looked at closely is judged by GEOS: accepted when its published positions are valid, else refused', async () => {
  const round = (x: number, y: number, radius: number, count: number): number[][] => Array.from({ length: count + 1 }, (_, at) =>
    [x + radius * Math.cos(2 * Math.PI * (at % count) / count), y + radius * Math.sin(2 * Math.PI * (at % count) / count)].map((number) => Number(number.toFixed(3))));
  const [shell, x] = [round(150_000, 450_000, 6_000, 21_000), 156_000];
  const touching = [[x, 450_000], [x - 5, 450_001], [x - 5, 449_999], [x, 450_000]];
  // A hole with a height as delivered, and without height at 1 mm.
  const flatHole = [[x - 100, 450_000], [x - 50, 450_000.0004], [x - 50, 450_000], [x - 100, 450_000]];
  const issuesOf = (holes: number[][][]) => publishedIssues([{
    geometry: {
      object: { data: {}, id: 'x', type: 'KwetsbaarGebouw' as const, kind: 'root' as const, pointer: '', parent: undefined }, index: 0, pointer: '/geometrie',
      vertices: flatten({ type: 'Polygon', coordinates: [shell, ...holes] })!,
    },
    crs: CRSS['28992'], isCurrent: false,
  }], spatial);
  expect(await issuesOf([touching])).toEqual([undefined]);
  expect((await issuesOf([touching, flatHole]))[0]?.rule).toBe('geometrie.op-millimeter');
});

test('a repair moves by two units at most, gives the same again, and leaves all other positions as they were transformed', async () => {
  let moved = 0;
  for (const { vertices, crs } of nastyGeometries(drawn(4_000), 9)) {
    const once = publishedPositions(vertices, crs, grids);
    if (once.breaches.length === 0) continue;
    expect(publishedPositions(vertices, crs, grids)).toEqual(once);
    const plain = publishedPositions({ ...vertices, shape: { ...vertices.shape, type: 'MultiPoint' } }, crs, grids);
    for (const code of PUBLISHED_CRSS) {
      const { decimals } = CRSS[code];
      const [before, after] = [plain.coordinates[code], once.coordinates[code]];
      for (let at = 0; at < after.length; at += 2) {
        const far = Math.hypot(...[0, 1].map((axis) => roundHalfUp(after[at + axis]!, decimals) - roundHalfUp(before[at + axis]!, decimals)));
        expect(far).toBeLessThanOrEqual(2);
        if (far === 0) expect([after[at], after[at + 1]]).toEqual([before[at], before[at + 1]]);
        else moved++;
      }
    }
  }
  expect(moved).toBeGreaterThan(10);
});

// At 11 of these 20 locations the corner of the hole lies across the rounded edge in CRS84.
test('a hole that touches its outside in mid-edge in RD is valid in every CRS, all over the country', async () => {
  const hole = (x: number, y: number): Json => [
    [[x, y], [x + 40, y], [x + 40, y + 30], [x, y + 30], [x, y]], [[x + 17, y], [x + 25, y + 10], [x + 10, y + 10], [x + 17, y]],
  ];
  const all = Array.from({ length: 20 }, (_, at) => flatten({ type: 'Polygon', coordinates: hole(20_000 + at * 12_000, 380_000 + at * 11_000) })!);
  await allValid(all.flatMap((vertices) => published(vertices, '28992')));
  expect(all.filter((vertices) => publishedPositions(vertices, '28992', grids).breaches.length > 0).length).toBeGreaterThan(5);
});

describe('at 1 mm in RD', () => {
  const said = async (coordinates: Json, { crs = '28992', type = 'Polygon' }: { crs?: CrsCode; type?: string } = {}): Promise<readonly string[]> => {
    const { report } = await deliver(spatial, building(1, { geometrie: { type, coordinates } }), { crs: CRSS[crs].uri });
    return report.findings.filter(({ rule }) => rule !== 'schema.geometrie').map(({ rule, severity, pointer, message }) => `${severity} ${rule} ${pointer} ${message.en}`);
  };
  const ring = (x: number, y: number, [width, height]: readonly [number, number]): Json => [[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]];

  test('a ring of 0.3 mm is an error with its place', async () => {
    const value = building(1, { geometrie: { type: 'Polygon', coordinates: [ring(100_000, 400_000, [10, 0.0003])] } });
    const { report } = await deliver(spatial, value);
    expect(report.counts.refused).toBe(1);
    expect(report.findings.map(({ rule, severity, message, place }) => [rule, severity, message, place])).toEqual([[
      'geometrie.op-millimeter', 'error', {
        nl: expect.stringMatching(/^Deze geometrie wordt ongeldig bij 1 mm \(RD New\), op 1000\d\d, 400000: .+\.$/) as string,
        en: expect.stringMatching(/^This geometry becomes invalid at 1 mm \(RD New\), at 1000\d\d, 400000: .+\.$/) as string,
      }, { crs: CRSS[28992].uri, coordinates: [expect.any(Number), 400000] },
    ]]);
  });

  test.each<[string, Json, string]>([
    ['a hole within 0.4 mm of the outside', [ring(155_000, 463_000, [10, 10]), ring(155_002, 463_000.0004, [3, 3])], 'Polygon'],
    ['parts within 0.4 mm of each other', [[ring(155_000, 463_000, [10, 10])], [ring(155_010.0004, 463_000, [3, 3])]], 'MultiPolygon'],
    ['a spike of 0.4 mm', [[[155_000, 463_000], [155_010, 463_000], [155_005.0004, 463_000.0004], [155_005, 463_009], [155_004.9998, 463_000.0004], [155_000, 463_005], [155_000, 463_000]]], 'Polygon'],
    ['a part of a MultiPolygon that vanishes', [[ring(155_000, 463_000, [10, 10])], [ring(155_020, 463_000, [0.0004, 0.0004])]], 'MultiPolygon'],
  ])('%s is an error', async (_, coordinates, type) => {
    expect(await said(coordinates, { type })).toEqual([expect.stringMatching(/^error geometrie\.op-millimeter .* becomes invalid at 1 mm/)]);
  });

  // An older register holds what is refused today: its objects stay changeable.
  test('a geometry that the register holds already refuses nothing: it is published repaired, and where that fails it is a warning', async () => {
    const held = async (geometrie: Json): Promise<readonly string[]> => {
      const { report } = await deliver(spatial, building(1, { geometrie }), { currentGeometries: new Set([JSON.stringify(geometrie)]) });
      expect(report.counts.accepted).toBe(1);
      return report.findings.map(({ severity, rule, message }) => `${severity} ${rule} ${message.en}`);
    };
    expect(await held({ type: 'Polygon', coordinates: [ring(100_000, 400_000, [10, 0.0003])] })).toEqual([]);
    const comb = Array.from({ length: 12 }, (_, tooth) => [[100_000 + tooth, 400_000], [100_000 + tooth + 0.5, 400_009.9999]]).flat();
    const tangled = { type: 'Polygon', coordinates: [[...comb, [100_020, 400_010.0001], [99_990, 400_010.0001], [100_000, 400_000]]] };
    expect((await held(tangled)).length).toBeLessThanOrEqual(1);
  });

  test('positions that become equal are no error while the ring stays valid', async () => {
    expect(await said([[[155_000, 463_000], [155_010, 463_000], [155_010.0003, 463_000.0002], [155_010, 463_010], [155_000, 463_000]]])).toEqual([]);
  });

  test('a long edge that bends over a hole in another CRS is a warning with its place', async () => {
    const found = await said([ring(100_000, 450_000, [4_000, 3_000]), ring(101_000, 452_000, [1_000, 999.995])]);
    expect(found).toEqual([expect.stringMatching(/^warning geometrie\.na-afronden \/geometrie\/coordinates\/\d\/\d .* in WGS 84 lon-lat, at 4\.\d+, 52\.\d+: /)]);
  });
});
