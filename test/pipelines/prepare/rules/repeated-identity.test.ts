/** The same namespace and lokaalID under two ids is a warning, wherever in the delivery the two objects are. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { REPEATED_IDENTITY } from '../../../../pipelines/prepare/rules/repeated-identity.ts';
import { Named } from '../../../../pipelines/prepare/delivery/named.ts';
import { identitiesOf } from '../../../../pipelines/prepare/check/identities.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

/** A building with the id and name of one number, or with an id of its own. */
function named(number: number, name: number, id = `NL.IMEV.AB12.g${number}`): JsonObject {
  return building(number, { id, identificatie: { namespace: 'NL.IMEV', lokaalID: `AB12.g${name}` } });
}

async function namesakes(roots: readonly Json[]): Promise<readonly string[]> {
  const { report } = await deliver(spatial, [...roots]);
  expect(report.counts.refused).toBe(0);
  return report.findings.filter(({ rule }) => rule === REPEATED_IDENTITY.id).map(({ pointer, found }) => `${pointer} ${found}`);
}

test('the example: the finding on the second of two objects with one name names the first', () => {
  const found = (roots: Json) => {
    const ids = new Set<string>();
    const all = new Named(ids);
    return (roots as readonly JsonObject[]).map((root) => {
      const objects = objectsOf(root);
      objects.forEach(({ id }) => ids.add(id!));
      return all.add(objects.map(({ id }) => id!), identitiesOf(objects)).map(({ other }) => other);
    });
  };
  expect(found(REPEATED_IDENTITY.example.wrong)).toEqual([[], ['g1']]);
  expect(found(REPEATED_IDENTITY.example.right)).toEqual([[], []]);
});

describe('found', () => {
  test.each<[string, readonly JsonObject[], readonly string[]]>([
    ['two ids that are not made from the name', [named(1, 1, 'a'), named(2, 1, 'b')], ['/1/identificatie a']],
    ['first the id that is', [named(1, 1), named(2, 1)], ['/1/identificatie NL.IMEV.AB12.g1']],
    ['last the id that is', [named(2, 1), named(1, 1)], ['/1/identificatie NL.IMEV.AB12.g2']],
    ['a third', [named(1, 1), named(2, 1), named(3, 1)], ['/1/identificatie NL.IMEV.AB12.g1', '/2/identificatie NL.IMEV.AB12.g1']],
    ['another version of the name', [named(1, 1), { ...named(2, 1), identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1', versie: '2' } }], ['/1/identificatie NL.IMEV.AB12.g1']],
  ])('%s', async (_, roots, expected) => {
    expect(await namesakes(roots)).toEqual(expected);
  });

  test('in one root, at the nested object', async () => {
    const location = JSON.stringify(example('lpg-tankstation-amersfoort.json'));
    const [first = '', second = ''] = [...location.matchAll(/"lokaalID":"([^"]*)"/g)].map(([, name]) => name);
    const changed = JSON.parse(location.replace(`"lokaalID":"${second}"`, `"lokaalID":"${first}"`)) as JsonObject;
    expect(await namesakes([changed])).toEqual([`/0/voertUit/0/identificatie ${changed['id'] as string}`]);
  });
});

describe('not found', () => {
  test.each<[string, readonly JsonObject[]]>([
    ['names of their own', [named(1, 1), named(2, 2), named(3, 3, 'c')]],
    ['an id that is the name of no object', [named(1, 9), named(2, 1, 'b')]],
    ['the same the other way round', [named(2, 1, 'b'), named(1, 9)]],
    ['two that have exchanged their names', [named(1, 2), named(2, 1)]],
  ])('%s', async (_, roots) => {
    expect(await namesakes(roots)).toEqual([]);
  });

  test('the same id, which has its own finding', async () => {
    const { found } = await deliver(spatial, [named(1, 1, 'a'), named(2, 1, 'a')]);
    expect(found.filter((one) => !one.startsWith('regel.id-aanbevolen'))).toEqual(['id.zelfde-begin /0/beginGeldigheid', 'id.zelfde-begin /1/beginGeldigheid']);
  });
});
