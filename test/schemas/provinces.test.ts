/** Provinces: the drawn borders and names lie in the country, and the derived file has the shared borders only. */
import { expect, test } from 'vitest';
import { OUTLINE } from '../../schemas/outline.ts';
import { CITY_NAMES, PROVINCE_BORDERS, PROVINCE_NAMES } from '../../schemas/provinces.ts';
import { derivedProvinces } from './derive-provinces.ts';

type Position = readonly [number, number];

/** Whether a position lies in the outline, or within 12 km of its vertices: a border also runs through the Wadden Sea. */
function isInCountry([x, y]: Position): boolean {
  return OUTLINE.some((ring) => {
    let inside = false;
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(at + 1) % ring.length]!;
      if (Math.hypot(x - x1, y - y1) < 12_000) return true;
      if ((y1 > y) !== (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1) inside = !inside;
    }
    return inside;
  });
}

test('there are twelve provinces; their names, the cities and the borders lie in the country', () => {
  expect(PROVINCE_NAMES.map(([name]) => name)).toHaveLength(12);
  for (const [name, at] of [...PROVINCE_NAMES, ...CITY_NAMES]) expect([name, isInCountry(at)]).toEqual([name, true]);
  expect(PROVINCE_BORDERS.flat().filter((position) => !isInCountry(position))).toEqual([]);
});

test('a border of one province alone, the coast, is left out', () => {
  const arc = (...steps: readonly Position[]): readonly Position[] => steps;
  const text = derivedProvinces({
    transform: { scale: [0.01, 0.01], translate: [5, 52] },
    arcs: [arc([0, 0], [10, 0]), arc([10, 0], [0, 10], [-10, 0], [0, -10]), arc([10, 0], [0, -10], [-10, 0], [0, 10])],
    objects: { nld: { geometries: [
      { type: 'Polygon', id: 'NL.AA', properties: { name: 'Boven' }, arcs: [[0, 1]] }, { type: 'Polygon', id: 'NL.BB', properties: { name: 'Onder' }, arcs: [[0, 2]] },
      { type: 'Polygon', id: 'NL.', properties: { name: 'Ver weg' }, arcs: [[0]] },
    ] } },
  }, [['The Hague', 52.08, 4.27]]);
  expect(text.match(/^ {2}\[$/gm)).toHaveLength(1);
  expect(text).toContain("['Boven', [");
  expect(text).toContain("['Den Haag', [");
  expect(text).not.toContain('Ver weg');
});
