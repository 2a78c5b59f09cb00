/** CQL2, Functions: functions listed at `/functions` work in filters. Arguments are made from their types, so any list can be tested. */
import { strict as assert } from 'node:assert';
import { eachSpatial, type Checks } from './cql2.ts';
import { found, quoted } from './filter.ts';
import { positionsOf } from './geometry.ts';
import { idsOf, type Site } from './site.ts';

interface Listed {
  readonly name: string;
  readonly returns: readonly string[];
  readonly arguments?: readonly { readonly type: readonly string[] }[];
}

const RD = 'http://www.opengis.net/def/crs/EPSG/0/28992';
const TYPES: readonly string[] = ['string', 'number', 'integer', 'datetime', 'geometry', 'boolean'];

async function listed(site: Site): Promise<readonly Listed[]> {
  const functions = (await site.json('/functions'))['functions'] as readonly Listed[];
  assert.ok(Array.isArray(functions) && functions.length > 0, '/functions lists no functions');
  return functions;
}

export const FUNCTION_TESTS: Checks = {
  'get-functions': async (site) => {
    for (const { name, returns, arguments: parts = [] } of await listed(site)) {
      assert.match(name, /^[A-Za-z_]\w*$/, `${name} is no name of a function`);
      for (const type of [...returns, ...parts.flatMap((part) => part.type)]) assert.ok(TYPES.includes(type), `${type} of ${name} is no type`);
    }
  },
  'functions': async (site) => {
    const near = (await listed(site)).find(({ name }) => name === 'S_DWITHIN');
    if (near === undefined) return;
    await eachSpatial(site, async ({ id, all }, spatial) => {
      const placed = await site.all(id, { crs: RD });
      const first = placed.find(({ geometry }) => geometry !== null);
      const [position] = first === undefined ? [] : positionsOf(first.geometry!);
      if (first === undefined || position === undefined) return;
      const options = { 'filter-lang': 'cql2-text', 'filter-crs': RD };
      const call = (metres: number): string => `S_DWITHIN(${quoted(spatial)},POINT(${position[0]} ${position[1]}),${metres})`;
      const ask = async (filter: string) => await found(site, id, filter, options);
      const wanted = idsOf(all.filter(({ geometry }) => geometry !== null));
      assert.deepEqual(await ask(call(1e7)), wanted, `all of ${id} lie within 10,000 km`);
      assert.ok((await ask(call(0.01))).includes(String(first.id)), `${String(first.id)} of ${id} lies at its own position`);
      assert.deepEqual(await ask(`NOT ${call(1e7)}`), [], `nothing of ${id} lies beyond 10,000 km`);
      assert.deepEqual(await ask(`${call(1e7)} = TRUE AND ${quoted(spatial)} IS NOT NULL`), wanted, `a function of ${id} that is true`);
      const [near1, near2] = [await ask(call(1_000)), await ask(call(50_000))];
      assert.ok(near1.every((one) => near2.includes(one)), `what lies within 1 km of ${id} lies within 50 km`);
    });
  },
};
