import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../shared-data.ts';
import {
  CRS_NAMES, CRS_NAMES_MOST, CRSS, DELIVERY_CRSS, PUBLISHED_CRSS, crsByName, isInBox, parseCrsUri, type CrsCode,
} from '../../schemas/crs.ts';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

// Code, URI and dimension are those of the Interface Rules; the other columns are geodesy.
const TABLE = [
  ['28992', 'EPSG/9.9.1/28992', 2, 'x,y', '28992', '28992'],
  ['7415', 'EPSG/9.9.1/7415', 3, 'x,y,H', '7415', '28992'],
  ['4258', 'EPSG/9.9.1/4258', 2, 'lat,lon', '4258', '4258'],
  ['4937', 'EPSG/9.9.1/4937', 3, 'lat,lon,h', '4937', '4258'],
  ['7931', 'EPSG/9.9.1/7931', 3, 'lat,lon,h', '4937', '9067'],
  ['9067', 'EPSG/9.9.1/9067', 2, 'lat,lon', '4258', '9067'],
  ['7912', 'EPSG/9.9.1/7912', 3, 'lat,lon,h', '7912', '9000'],
  ['9000', 'EPSG/9.9.1/9000', 2, 'lat,lon', '9000', '9000'],
  ['CRS84', 'OGC/1.3/CRS84', 2, 'lon,lat', 'CRS84', 'CRS84'],
  ['CRS84h', 'OGC/0/CRS84h', 3, 'lon,lat,h', 'CRS84h', 'CRS84'],
  ['3857', 'EPSG/9.9.1/3857', 2, 'x,y', '3857', '3857'],
] as const;

describe.each(TABLE)('IR-crs-%s', (code, tail, dimension, axes, twin, horizontal) => {
  const crs = CRSS[code];

  test('has the code, URI, dimension and axes of its row', () => {
    expect(crs).toMatchObject({ code, dimension, sameBytesAs: twin, horizontal });
    expect(crs.uri).toBe(`http://www.opengis.net/def/crs/${tail}`);
    expect(crs.axes.join(',')).toBe(axes);
    expect(crs.axes).toHaveLength(dimension);
  });

  test('IR-crs-5: metres have 3 decimals, degrees 8', () => {
    expect(crs.decimals).toBe(crs.axes[0] === 'x' ? 3 : 8);
  });

  test('IR-crs-7: is found by its URI, by https and, for EPSG, by version 0 only', () => {
    const number = tail.split('/').at(-1)!;
    expect(parseCrsUri(crs.uri)).toBe(crs);
    expect(parseCrsUri(crs.uri.replace('http:', 'https:'))).toBe(crs);
    if (tail.startsWith('EPSG')) expect(parseCrsUri(`http://www.opengis.net/def/crs/EPSG/0/${number}`)).toBe(crs);
    for (const wrong of [
      number, `EPSG:${number}`, `urn:ogc:def:crs:EPSG::${number}`, `${crs.uri}/`, ` ${crs.uri}`, `${crs.uri}\n`,
      crs.uri.toUpperCase(), `${crs.uri}?x`, crs.uri.replace('/def/', '/9.9/'), crs.uri.replace('www.', ''),
    ]) expect(parseCrsUri(wrong), wrong).toBeUndefined();
  });

  test('its area lies in its extent, the extent in its range, and the Netherlands in its area, in its own axis order', () => {
    const [min0, min1, max0, max1] = crs.area;
    expect(isInBox(crs.extent, min0, min1) && isInBox(crs.extent, max0, max1)).toBe(true);
    expect(isInBox(crs.range, crs.extent[0], crs.extent[1]) && isInBox(crs.range, crs.extent[2], crs.extent[3])).toBe(true);
    const [x, y] = code === '3857' ? [599_700, 6_826_000] : [155_000, 463_000];
    const amersfoort = { lon: 5.387, lat: 52.155, x, y, h: 0, H: 0 };
    expect(isInBox(crs.area, amersfoort[crs.axes[0]!], amersfoort[crs.axes[1]!])).toBe(true);
    const swapped = isInBox(crs.area, amersfoort[crs.axes[1]!], amersfoort[crs.axes[0]!]);
    expect(swapped).toBe(false);
  });
});

test('the table has exactly these rows', () => {
  expect(Object.keys(CRSS).toSorted()).toEqual(TABLE.map(([code]) => code as string).toSorted());
});

test('IR-crs-3: an ensemble and its known member are both in the table, with the same numbers', () => {
  expect(CRSS['9067'].sameBytesAs).toBe(CRSS['4258'].sameBytesAs);
  expect(CRSS['7931'].sameBytesAs).toBe(CRSS['4937'].sameBytesAs);
});

test('no pair of degrees is in the extent of RD, and none of RD in that of degrees', () => {
  const anywhere = fc.tuple(between(-180, 180), between(-180, 180));
  fc.assert(fc.property(anywhere, ([first, second]) => !isInBox(CRSS['28992'].extent, first, second)));
  const [min0, min1, max0, max1] = CRSS['28992'].extent;
  const inRd = fc.tuple(between(min0, max0), between(min1, max1));
  fc.assert(fc.property(inRd, ([x, y]) => !isInBox(CRSS.CRS84.range, x, y) && !isInBox(CRSS['4258'].range, x, y)));
});

test('areas tell CRSs apart: a position lies in one area only, except for CRSs with the same axes', () => {
  const centre = (code: CrsCode): readonly [number, number] => {
    const [min0, min1, max0, max1] = CRSS[code].area;
    return [(min0 + max0) / 2, (min1 + max1) / 2];
  };
  for (const one of PUBLISHED_CRSS) {
    for (const other of PUBLISHED_CRSS) expect(isInBox(CRSS[other].area, ...centre(one))).toBe(one === other);
  }
});

test('isInBox: edges are inside, NaN and infinity are not', () => {
  expect(isInBox([0, 0, 1, 1], 0, 1)).toBe(true);
  for (const wrong of [Number.NaN, Infinity, -Infinity]) expect(isInBox([0, 0, 1, 1], wrong, 0)).toBe(false);
});

test('no delivery is in ITRF2014, because it cannot name its epoch', () => {
  expect(DELIVERY_CRSS).toHaveLength(9);
  expect(DELIVERY_CRSS).not.toContain('9000');
  expect(DELIVERY_CRSS).not.toContain('7912');
});

test.each<[CrsCode, readonly string[]]>([
  ['28992', ['RD', 'rd', '28992', 'EPSG:28992', 'epsg:28992', 'RD New', 'rd-new', 'urn:ogc:def:crs:EPSG::28992', CRSS['28992'].uri]],
  ['7415', ['RDNAP', 'RD+NAP', '7415', 'EPSG:7415']], ['4258', ['ETRS89', 'etrs89', '4258', 'EPSG:4258']],
  ['CRS84', ['CRS84', 'crs84', 'OGC:CRS84']], ['CRS84h', ['CRS84h']], ['3857', ['EPSG:3857', 'WebMercator']],
])('%s has short names, in any case', (code, names) => {
  for (const name of names) expect(crsByName(name), name).toBe(CRSS[code]);
});

test('DELIVERING.md lists every short name that is no EPSG code', () => {
  const page = readFileSync(join(PROJECT, 'pipelines/prepare/DELIVERING.md'), 'utf8');
  for (const name of CRS_NAMES.filter((one) => !one.startsWith('EPSG:'))) expect(page).toContain(`\`${name}\``);
});

test('the names in the message about an unknown name are short names', () => {
  expect(CRS_NAMES).toEqual(expect.arrayContaining([...CRS_NAMES_MOST]));
});

test('a short name means one CRS; a name with two axis orders means none', () => {
  for (const name of ['WGS84', '4326', 'EPSG:4326', '', 'R', `${CRSS['28992'].uri}/`]) expect(crsByName(name), name).toBeUndefined();
  const meant = CRS_NAMES.map((name) => crsByName(name)?.code);
  expect(new Set(meant)).toEqual(new Set(DELIVERY_CRSS));
});
