/** Margins: what straight segments bend between two CRSs stays below the bounds that the proof counts with. */
import { describe, expect, test } from 'vitest';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { transform } from '../../../pipelines/coordinates/transform.ts';
import { bendOf, marginsOf, swayOf } from '../../../publisher/validity/margins.ts';
import { CRSS } from '../../../schemas/crs.ts';
import { drawn } from '../../runs.ts';

const grids = gridsOfThread();
const CODES = ['28992', '4258', '3857'] as const;
type Code = (typeof CODES)[number];

/** Metres in a unit at a latitude. */
function metresIn(code: Code, latitude: number): readonly [number, number] {
  const shrink = Math.cos(latitude * Math.PI / 180);
  if (code === '28992') return [1, 1];
  return code === '3857' ? [shrink, shrink] : [111_300, 111_320 * shrink];
}

let state = 5;
const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;

/** A segment of some metres, straight in one CRS, as nine positions. */
function segment(from: Code, latitude: number, metres: number): Float64Array {
  const base = from === '4258' ? [latitude, 2 + 6 * random()] : [...transform(Float64Array.of(latitude, 2 + 6 * random()), { from: '4258', to: from }, { grids })];
  const angle = 2 * Math.PI * random();
  const [first, second] = metresIn(from, latitude);
  const [dx, dy] = [metres * Math.cos(angle) / first, metres * Math.sin(angle) / second];
  return Float64Array.from(Array.from({ length: 9 }, (_, at) => [base[0]! + dx * at / 8, base[1]! + dy * at / 8]).flat());
}

/** How far the positions between lie from the straight line between the ends, metres. */
function bent(numbers: Float64Array, to: Code, latitude: number): number {
  const [first, second] = metresIn(to, latitude);
  return Math.max(...Array.from({ length: 9 }, (_, at) => Math.hypot(
    (numbers[2 * at]! - numbers[0]! - (numbers[16]! - numbers[0]!) * at / 8) * first,
    (numbers[2 * at + 1]! - numbers[1]! - (numbers[17]! - numbers[1]!) * at / 8) * second,
  )));
}

describe('a straight segment', () => {
  test.each([1, 10, 50, 200, 1_000, 5_000, 50_000])('of %d m bends less than is counted with', (metres) => {
    for (let run = 0; run < drawn(5_000); run++) {
      const latitude = 50 + 6 * random();
      for (const from of CODES) {
        const positions = segment(from, latitude, metres);
        const margins = marginsOf(CRSS[from]);
        const counted = lengthOf(positions, margins);
        for (const to of CODES.filter((code) => code !== from)) {
          expect(bent(transform(positions, { from, to }, { grids }), to, latitude)).toBeLessThan(bendOf(counted, margins));
        }
      }
    }
  });
});

/** The length of a segment as the proof counts it: units count for as few metres as they have anywhere. */
function lengthOf(numbers: Float64Array, { perFirst, perSecond }: ReturnType<typeof marginsOf>): number {
  return Math.hypot((numbers[16]! - numbers[0]!) * perFirst, (numbers[17]! - numbers[1]!) * perSecond);
}

test('a unit of a CRS counts for no more metres than it has', () => {
  for (let latitude = 50; latitude <= 56; latitude += 0.1) {
    for (const code of CODES) {
      const { perFirst, perSecond } = marginsOf(CRSS[code]);
      const [first, second] = metresIn(code, latitude);
      expect(perFirst).toBeLessThanOrEqual(first);
      expect(perSecond).toBeLessThanOrEqual(second);
    }
  }
  expect(marginsOf(CRSS.CRS84)).toEqual({ perFirst: 62_000, perSecond: 111_200, shift: 0.0008 });
});

test('a position sways four times as much as the middle of a segment to it bends, and rounding besides', () => {
  const margins = marginsOf(CRSS[28992]);
  for (const metres of [1, 100, 10_000]) expect(swayOf(metres, margins)).toBeGreaterThan(4 * bendOf(metres, margins) + margins.shift);
});
