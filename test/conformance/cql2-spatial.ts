/**
 * CQL2, Basic Spatial Functions with additional Spatial Literals, and Spatial Functions. The features of a relation are compared with
 * those that follow from their boxes and geometries.
 */
import { strict as assert } from 'node:assert';
import { combined, eachSpatial, type Checks, type Predicate } from './cql2.ts';
import { found, quoted } from './filter.ts';
import { boxOf, grown, inside, overlap, type Box } from './geometry.ts';
import type { Sample } from './queryables.ts';
import { GEOJSON, idsOf, itemsPath, type Geometry, type Site } from './site.ts';

const WORLD = 'BBOX(-180,-90,180,90)';
const WORLD_POLYGON = 'POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))';
const LINE = 'LINESTRING(7 50,10 51)';
const POINT = 'POINT(7.02 49.92)';
const POINTS = 'MULTIPOINT(7 50,10 51)';
const NOWHERE = 'POINT(90 180)';

/** Well-Known Text of a geometry of GeoJSON. */
function wkt({ type, coordinates }: Geometry): string {
  const text = (value: unknown): string => {
    const items = value as readonly unknown[];
    return typeof items[0] === 'number' ? items.slice(0, 2).join(' ') : `(${items.map(text).join(',')})`;
  };
  return `${type.toUpperCase()}${type === 'Point' ? `(${text(coordinates)})` : text(coordinates)}`;
}

/** Returns features whose geometry fits into an address as a literal. */
function placedOf({ all }: Sample) {
  return all.flatMap(({ id, geometry }) => (
    geometry === null || wkt(geometry).length > LITERAL_CHARS_MAX ? [] : [{ id: String(id), geometry, box: boxOf(geometry) }]
  ));
}

const LITERAL_CHARS_MAX = 4_000;

function polygonOf([west, south, east, north]: Box): string {
  return `POLYGON((${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}))`;
}

type Ask = (name: string, literal: string) => Promise<readonly string[]>;

async function each(site: Site, check: (ask: Ask, sample: { readonly id: string; readonly spatial: string }) => Promise<void>): Promise<void> {
  await eachSpatial(site, async ({ id }, spatial) => {
    await check(async (name, literal) => await found(site, id, `${name}(${quoted(spatial)},${literal})`), { id, spatial });
  });
}

async function refused(site: Site, id: string, filter: string): Promise<void> {
  const path = itemsPath(id, { 'filter-lang': 'cql2-text', filter });
  assert.equal((await site.ask(path, { accept: GEOJSON })).status, 400, path);
}

/** Returns a check that a function accepts these literals; the first two are the same area. */
function answers(name: string, literals: readonly string[], more: (ask: Ask, id: string) => Promise<void> = async () => undefined): Checks[string] {
  return async (site) => await each(site, async (ask, { id }) => {
    const given = await Promise.all(literals.map(async (literal) => await ask(name, literal)));
    if (literals[0] === WORLD) assert.deepEqual(given[0], given[1], `${name} of ${id} by a box and by its polygon`);
    await more(ask, id);
  });
}

function apart(one: readonly string[], other: readonly string[], where: string): void {
  assert.deepEqual(one.filter((id) => other.includes(id)), [], where);
}

export const LITERAL_TESTS: Checks = {
  's_intersects': async (site) => await each(site, async (ask, { id, spatial }) => {
    await refused(site, id, `S_INTERSECTS(${quoted(spatial)},MULTIPOINT(7.02 49.92, 90 180))`);
    for (const literal of [
      'LINESTRING(-180 -45, 0 -45)', 'MULTILINESTRING((-180 -45, 0 -45), (0 45, 180 45))',
      'POLYGON((-180 -90, -90 -90, -90 90, -180 90, -180 -90), (-120 -50, -100 -50, -100 -40, -120 -40, -120 -50))',
      'MULTIPOLYGON(((-180 -90, -90 -90, -90 90, -180 90, -180 -90), (-120 -50, -100 -50, -100 -40, -120 -40, -120 -50)),((0 0, 10 0, 10 10, 0 10, 0 0)))',
      'GEOMETRYCOLLECTION(POINT(7.02 49.92), POLYGON((0 0, 10 0, 10 10, 0 10, 0 0)))',
    ]) assert.deepEqual(await ask('S_INTERSECTS', literal), [], `${literal} is far from ${id}`);
  }),
  'test-data': async (site) => await eachSpatial(site, async (sample, spatial) => {
    const { id } = sample;
    const ask = async (literal: string) => await found(site, id, `S_INTERSECTS(${quoted(spatial)},${literal})`);
    for (const { id: own, geometry } of placedOf(sample).slice(0, 5)) {
      const whole = await ask(wkt(geometry));
      assert.ok(whole.includes(own), `${own} of ${id} does not meet itself`);
      const collection = new Set(await ask(`GEOMETRYCOLLECTION(POINT(170 -60),${wkt(geometry)})`));
      assert.deepEqual([...collection].toSorted(), whole, `a collection with ${own} of ${id}`);
    }
  }),
};

export const RELATION_TESTS: Checks = {
  's_intersects': async (site) => await each(site, async (ask, { id, spatial }) => {
    const [box, polygon] = [await ask('S_INTERSECTS', WORLD), await ask('S_INTERSECTS', WORLD_POLYGON)];
    assert.deepEqual(box, polygon, `S_INTERSECTS of ${id} by a box and by its polygon`);
    for (const literal of [LINE, POINT]) await ask('S_INTERSECTS', literal);
    await refused(site, id, `S_INTERSECTS(${quoted(spatial)},${NOWHERE})`);
  }),
  's_disjoint': async (site) => await each(site, async (ask, { id, spatial }) => {
    for (const literal of [WORLD, WORLD_POLYGON]) assert.deepEqual(await ask('S_DISJOINT', literal), [], `${literal} and ${id}`);
    for (const literal of [LINE, POINT]) apart(await ask('S_DISJOINT', literal), await ask('S_INTERSECTS', literal), `${literal} and ${id}`);
    await refused(site, id, `S_DISJOINT(${quoted(spatial)},${NOWHERE})`);
  }),
  's_equals': answers('S_EQUALS', [WORLD_POLYGON, LINE, POINT]),
  's_touches': answers('S_TOUCHES', [WORLD, WORLD_POLYGON, LINE]),
  's_crosses': answers('S_CROSSES', [WORLD, WORLD_POLYGON, LINE]),
  's_within': answers('S_WITHIN', [WORLD, WORLD_POLYGON, LINE, POINTS]),
  's_contains': answers('S_CONTAINS', [WORLD, WORLD_POLYGON, LINE, POINTS], async (ask, id) => {
    for (const literal of [WORLD, LINE, POINTS]) apart(await ask('S_CONTAINS', literal), await ask('S_WITHIN', literal), `${literal} and ${id}`);
  }),
  's_overlaps': answers('S_OVERLAPS', [POINTS, LINE, WORLD_POLYGON]),
  'test-data': async (site) => await eachSpatial(site, async (sample, spatial) => {
    const { id } = sample;
    const ask = async (name: string, literal: string) => await found(site, id, `${name}(${quoted(spatial)},${literal})`);
    const placed = sample.all.flatMap(({ id: own, geometry }) => (geometry === null ? [] : [{ id: String(own), box: boxOf(geometry) }]));
    for (const { id: name, geometry, box } of placedOf(sample).slice(0, 4)) {
      const literal = wkt(geometry);
      for (const relation of ['S_EQUALS', 'S_WITHIN', 'S_CONTAINS']) assert.ok((await ask(relation, literal)).includes(name), `${relation} of ${name} and itself`);
      for (const relation of ['S_TOUCHES', 'S_CROSSES', 'S_OVERLAPS', 'S_DISJOINT']) {
        assert.ok(!(await ask(relation, literal)).includes(name), `${relation} of ${name} and itself`);
      }
      const around = grown(box, 1e-4);
      const within = await ask('S_WITHIN', polygonOf(around));
      const must = placed.filter((other) => inside(other.box, around)).map((other) => other.id).toSorted();
      assert.deepEqual(within, must, `S_WITHIN a box around ${name}`);
      const apartFrom = await ask('S_DISJOINT', polygonOf(around));
      for (const other of placed) {
        if (!overlap(other.box, around)) assert.ok(apartFrom.includes(other.id), `${other.id} is apart from ${name}`);
      }
      if (/Polygon/.test(geometry.type)) assert.ok((await ask('S_OVERLAPS', halfOf(box))).includes(name), `S_OVERLAPS of ${name} and half of its box`);
      if (/LineString/.test(geometry.type)) assert.ok((await ask('S_CROSSES', halfOf(box))).includes(name), `S_CROSSES of ${name} and half of its box`);
      const [west, south, east, north] = box;
      if (/Polygon/.test(geometry.type)) {
        assert.ok((await ask('S_TOUCHES', polygonOf([west - 0.1, south - 0.1, west, north + 0.1]))).includes(name), `S_TOUCHES of ${name} west of ${east}`);
      }
    }
  }),
  'logical': async (site) => await eachSpatial(site, async (sample, spatial) => {
    const first = sample.all.find(({ geometry }) => geometry !== null);
    if (first === undefined) return;
    const around = grown(boxOf(first.geometry!), 1e-4);
    const placed = (geometry: Geometry | null, holds: (box: Box) => boolean): boolean | null => (geometry === null ? null : holds(boxOf(geometry)));
    const within: Predicate = {
      text: `S_WITHIN(${quoted(spatial)},${polygonOf(around)})`, json: null, is: ({ geometry }) => placed(geometry, (box) => inside(box, around)),
    };
    const everywhere: Predicate = { text: `S_INTERSECTS(${quoted(spatial)},${WORLD})`, json: null, is: ({ geometry }) => placed(geometry, () => true) };
    const nowhere: Predicate = { text: `S_DISJOINT(${quoted(spatial)},${WORLD})`, json: null, is: ({ geometry }) => placed(geometry, () => false) };
    const { text, is } = combined(within, everywhere, nowhere, within);
    assert.deepEqual(await found(site, sample.id, text), idsOf(sample.all.filter((feature) => is(feature) === true)), `${text} of ${sample.id}`);
  }),
};

/** Returns the western half of a box, with a margin. */
function halfOf([west, south, east, north]: Box): string {
  return polygonOf([west - 0.1, south - 0.1, (west + east) / 2, north + 0.1]);
}
