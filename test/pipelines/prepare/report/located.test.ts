/** Positions of findings for a map: in RD, whatever the CRS of the delivery. */
import { expect, test } from 'vitest';
import { CRSS } from '../../../../schemas/crs.ts';
import type { Finding } from '../../../../schemas/finding.ts';
import { findingPositions } from '../../../../pipelines/prepare/report/index.ts';

function finding(located: Pick<Finding, 'place' | 'near'>): Finding {
  return { rule: 'schema.type', severity: 'error', pointer: '', message: { nl: '', en: '' }, mend: { nl: '', en: '' }, ...located };
}

const at = (crs: 'CRS84' | '28992', ...coordinates: readonly number[]) => ({ crs: CRSS[crs].uri, coordinates });

test('OPEN-findings-map: a finding has the position of itself, else that of its object; none outside the area of its CRS', () => {
  const positions = findingPositions([
    finding({}), finding({ place: at('28992', 155_000, 463_000), near: at('28992', 1, 2) }), finding({ near: at('CRS84', 5.387_203_65, 52.155_172_4) }),
    finding({ near: at('CRS84', 155_000, 463_000) }),
  ]);
  expect(positions.map((one) => one.at)).toEqual([1, 2]);
  expect(positions[0]!.rd).toEqual([155_000, 463_000]);
  const [x, y] = positions[1]!.rd;
  expect(Math.hypot(x - 155_000, y - 463_000)).toBeLessThan(5);
});

test('a map has at most 1,000 positions', () => {
  expect(findingPositions(Array.from({ length: 1_200 }, (_, east) => finding({ near: at('28992', 150_000 + east, 463_000) })))).toHaveLength(1_000);
});
