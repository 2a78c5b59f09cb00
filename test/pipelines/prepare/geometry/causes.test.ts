/** Findings on a wrong geometry (level 3) name the positions, and suggest the right ones. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { CrsCode } from '../../../../schemas/crs.ts';
import type { Json } from '../../../../schemas/json.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

type Position = readonly number[];
const RING: readonly Position[] = [[155000.5, 463000.5], [155060.5, 463000.5], [155060.5, 463060.5], [155000.5, 463060.5], [155000.5, 463000.5]];
const HOLE: readonly Position[] = [[155010.5, 463010.5], [155010.5, 463020.5], [155020.5, 463020.5], [155010.5, 463010.5]];
const all = (change: (position: Position) => Position): readonly Position[] => RING.map(change);
const but = (at: number, position: Position): readonly Position[] => RING.map((held, index) => (index === at ? position : held));
const DEGREES: readonly Position[] = [[5.4, 52.1], [5.401, 52.1], [5.401, 52.101], [5.4, 52.1]];

/** `rule pointer message mend · suggestions` of each finding about one building. */
async function said(rings: readonly (readonly Position[])[], code: CrsCode = '28992'): Promise<readonly string[]> {
  const geometrie = { type: 'Polygon', coordinates: rings as Json };
  const { report } = await deliver(spatial, building(1, { geometrie }), { crs: CRSS[code].uri });
  return report.findings.map(({ rule, pointer, message, mend, suggestions = [] }) =>
    [rule, pointer.replace('/geometrie/coordinates', ''), message.nl, mend.nl, ...suggestions.map((one) => `· ${one}`)].join(' '));
}

describe('positions elsewhere', () => {
  test.each<[string, readonly Position[], CrsCode, RegExp]>([
    ['millimetres', all((position) => position.map((number) => number * 1_000)), '28992', /buiten-bereik .*lijken millimeters van RD New: geef meters.* · \[155000\.5, 463000\.5\]$/],
    ['feet', all((position) => position.map((number) => number / 0.3048)), '28992', /lijken voeten van RD New.* · \[155000\.5, 463000\.5\]$/],
    ['degrees × 10^7', DEGREES.map((position) => position.map((number) => Math.round(number * 1e7))), 'CRS84', /lijken graden × 10\^7 van WGS 84 lon-lat: geef graden.* · \[5\.4, 52\.1\]$/],
    ['x and y swapped', all(([x, y]) => [y!, x!]), '28992', /verwisseld: eerst x, dan y\. · \[155000\.5, 463000\.5\]$/],
    ['longitude and latitude swapped in one: not another CRS', DEGREES.map(([x, y], at) => (at === 1 ? [y!, x!] : [x!, y!])), 'CRS84', /^geometrie\.buiten-bereik \/0\/1 .*verwisseld: eerst lon, dan lat\. · \[5\.401, 52\.1\]$/],
    ['swapped in all: also to be said as another CRS', DEGREES.map(([x, y]) => [y!, x!]), 'CRS84', /ander-stelsel .*staan andere objecten wel in WGS 84 lon-lat, reken deze punten dan om\. Of: De twee getallen lijken verwisseld/],
    ['one in degrees', but(2, [5.4, 52.1]), '28992', /ander-stelsel \/0\/2 .*Reken deze punten om naar RD New: de andere punten van deze geometrie staan daar al in\.$/],
    ['one that was not filled in', but(2, [0, 0]), '28992', /buiten-bereik \/0\/2 .*0, 0 is geen plaats/],
    ['UTM', all(([x, y]) => [x! + 553_000, y! + 5_358_000]), '28992', /lijken UTM \(zone 31 of 32\), dat hier niet gelezen wordt/],
    ['a digit too few', but(2, [155060.5, 46306.5]), '28992', /buiten-bereik \/0\/2 .*Vergelijk dit punt met het dichtstbijzijnde in de rij, 155060\.5, 463000\.5: is er een cijfer te veel of te weinig/],
  ])('%s', async (_, ring, code, words) => {
    expect(await said([ring], code)).toEqual([expect.stringMatching(words)]);
  });
});

describe('numbers of another CRS among those of the one that is named', () => {
  const degrees = (number: number): Record<string, Json> => building(number, { geometrie: { type: 'Polygon', coordinates: [DEGREES] as Json } });
  const mends = async (...roots: readonly Json[]): Promise<readonly string[]> =>
    (await deliver(spatial, [...roots])).report.findings.filter(({ rule }) => rule === 'geometrie.ander-stelsel').map(({ mend }) => mend.en);

  test('one object: names the CRS of the others, and suggests a separate file', async () => {
    expect(await mends(building(1), degrees(2), building(3), building(4))).toEqual([expect.stringMatching(
      /^The other 3 objects of this delivery are in RD New\. Deliver this object in a separate file with --crs CRS84 \(.*\), or transform these positions to RD New\.$/)]);
    expect(await mends(building(1), degrees(2))).toEqual([expect.stringMatching(/^The other object of this delivery is in RD New\./)]);
  });

  test('most objects: suggests to name the other CRS', async () => {
    const named = expect.stringMatching(/^Name the CRS of the coordinates: --crs http/) as string;
    expect(await mends(degrees(1), building(2), degrees(3))).toEqual([named, named]);
  });

  test('a part of one object: suggests to transform it', async () => {
    const station = example('lpg-tankstation-amersfoort.json');
    const geometrie = { type: 'Point', coordinates: [5.4, 52.1] };
    expect(await mends(building(1), { ...station, geometrie })).toEqual([expect.stringMatching(/^Transform these positions to RD New: other geometries of this object/)]);
  });
});

describe('heights and decimal commas', () => {
  test.each<[string, readonly Position[], RegExp]>([
    ['one height', but(2, [155060.5, 463060.5, 3]), /gemengd \/0\/2 1 van de 5 punten heeft een hoogte, de andere niet: dit punt\. RD New heeft geen hoogten: laat ze overal weg/],
    ['one without', [RING[0]!, ...RING.slice(1).map((position) => [...position, 3])], /gemengd \/0\/0 1 van de 5 punten heeft geen hoogte, de andere wel: dit punt\./],
    ['a comma in one x', but(3, [155000, 5, 463060.5]), /gemengd \/0\/3 Dit punt lijkt een hoogte te hebben, maar een decimale komma .* · \[155000\.5, 463060\.5\]$/],
    ['a comma in one y', but(3, [155000.5, 463060, 5]), /gemengd \/0\/3 Dit punt lijkt.* · \[155000\.5, 463060\.5\]$/],
    ['a comma in every y', all(([x, y]) => [x!, Math.trunc(y!), 5]), /hoogte-teveel \/0\/0 5 punten lijken een hoogte te hebben.* · \[155000\.5, 463000\.5\]$/],
    ['real heights', all(([x, y]) => [x!, y!, 5]), /hoogte-teveel \/geometrie De punten hebben een hoogte, maar het genoemde stelsel heeft er geen\./],
  ])('%s', async (_, ring, words) => {
    expect(await said([ring])).toEqual([expect.stringMatching(words)]);
  });
});

describe('the reason why a geometry is invalid', () => {
  const round = Array.from({ length: 40 }, (_, at) => [155000, 463000].map((middle, axis) =>
    Math.round(middle + 50 * Math.cos(at / 20 * Math.PI - axis * Math.PI / 2))));
  /** The ring with the position at an index and the next one exchanged. The first follows the last. */
  const swapped = (at: number): readonly Position[] => round.map((position, index) =>
    (index === at ? round[(at + 1) % 40]! : index === (at + 1) % 40 ? round[at]! : position));
  const aside = round.map((position, at) => (at === 7 ? [145000, 463001] : position));
  test.each<[string, readonly (readonly Position[])[], RegExp]>([
    ['one corner far off', [[...aside, aside[0]!]], /zelfdoorsnijding \/0\/7 .*; punt 8 van de buitenrand ligt 10 km van de punten ernaast\. Controleer de getallen van dat punt: 145000, 463001\. Het punt ervoor is /],
    ['two corners in the wrong order', [[0, 2, 1, 3, 4].map((at) => RING[at]!)], /zelfdoorsnijding \/0\/0 .*: de lijn vanaf punt 1 van de buitenrand en die vanaf punt 3 van de buitenrand\. Verwissel punt 2 \(155060\.5, 463060\.5\) en punt 3 \(155060\.5, 463000\.5\): dan kruist de ring zichzelf niet meer\.$/],
    ['two of many', [[...swapped(30), swapped(30)[0]!]], /zelfdoorsnijding .*Verwissel punt 31 \(.*\) en punt 32 \(.*\): dan/],
    ['the last and the first', [[...swapped(39), swapped(39)[0]!]], /zelfdoorsnijding .*Verwissel punt 40 \(.*\) en punt 1 \(.*\): dan kruist de ring zichzelf niet meer\. Het laatste punt blijft gelijk aan het eerste\.$/],
    ['corners that no exchange puts right', [[...swapped(30), ...swapped(10), swapped(30)[0]!]], /zelfdoorsnijding .*Zet de punten in de goede volgorde/],
    ['a hole across the outside', [RING, HOLE.map(([x, y]) => [x! + 45, y!])], /de lijn vanaf punt 2 van de buitenrand en die vanaf punt [23] van gat 1\. Twee ringen mogen elkaar niet kruisen/],
    ['a hole elsewhere', [RING, HOLE.map(([x, y]) => [x! + 300, y!])], /gat-buiten-vlak \/1\/0 Een gat ligt \(deels\) buiten het vlak: punt 1 van gat 1\. .*Haal dit gat weg of verplaats het; is het een tweede vlak, maak er dan een MultiPolygon van\.$/],
    ['the outside behind its hole', [HOLE, RING], /gat-buiten-vlak \/1\/0 .*Ring 2 ligt om de eerste heen: zet die vooraan/],
    ['a hole twice', [RING, HOLE, HOLE], /dubbele-ring \/2\/0 Twee ringen zijn gelijk: gat 1 en gat 2\./],
    ['a ring there and back', [[RING[0]!, RING[1]!, RING[1]!, RING[0]!]], /te-weinig-punten \/0\/0 Een ring heeft ten minste 4 punten.*; van de 4 van deze verschillen er 2\./],
    ['a last position a millimetre off', [but(4, [155000.501, 463000.5])], /ring-open \/0\/4 .*al is het verschil maar 1 mm\. Maak het laatste punt precies gelijk aan het eerste\.$/],
  ])('%s', async (_, rings, words) => {
    expect(await said(rings)).toEqual([expect.stringMatching(words)]);
  });
});

describe('a valid geometry with one position far away', () => {
  const warning = /^geometrie\.punt-ver \/0\/2 Eén punt .*: punt 3 van de buitenrand ligt 10 km van de punten ernaast\. Controleer de getallen van dat punt: /;
  /** The finding on the size, without one on a position. */
  const large = /^regel\.maat-onwaarschijnlijk \/geometrie /;
  test.each<[string, readonly Position[], CrsCode, readonly RegExp[]]>([
    ['a digit that is wrong', but(2, [155060.5, 473060.5]), '28992', [warning]],
    ['the same in degrees', DEGREES.map((position, at) => (at === 2 ? [5.401, 52.19] : position)), 'CRS84', [warning]],
    ['at the end of the ring', but(3, [155000.5, 473060.5]), '28992', [/punt-ver \/0\/3 .*punt 4 van de buitenrand ligt 10 km/]],
    ['at its beginning', but(0, [155000.5, 453000.5]).map((position, at, { [0]: first }) => (at === 4 ? first! : position)), '28992', [/punt-ver \/0\/0 .*punt 1 van/]],
    ['an outline of kilometres', all(([x, y]) => [155000 + (x! - 155000) * 100, 463000 + (y! - 463000) * 100]), '28992', [large]],
    ['a long strip', RING.map(([x, y], at) => (at === 1 || at === 2 ? [x! + 20_000, y!] : [x!, y!])), '28992', [large]],
    ['a wedge', [RING[0]!, [175000, 463000], [175000, 466000], RING[0]!], '28992', [large]],
  ])('%s', async (_, ring, code, words) => {
    expect(await said([ring], code)).toEqual(words.map((word) => expect.stringMatching(word)));
  });
});
