/** Fields in which two versions of a root differ, by the names that queries use. */
import { describe, expect, test } from 'vitest';
import { changedFields } from '../../publisher/write/changed-fields.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { building, location } from '../pipelines/state/small-roots.ts';

function changed(before: JsonObject, after: JsonObject, crss: readonly [string, string] = ['28992', '28992']): readonly string[] {
  return changedFields({ document: before, crs: crss[0] }, { document: after, crs: crss[1] });
}

const B1 = building('b1');
const L1 = location('l1', ['m1', 'm2']) as JsonObject & { readonly voertUit: readonly [JsonObject] };
const [ACTIVITY] = L1.voertUit;
const mills = ACTIVITY['heeft'] as unknown as readonly JsonObject[];

function withMills(...heeft: readonly JsonObject[]): JsonObject {
  return { ...L1, voertUit: [{ ...ACTIVITY, heeft }] };
}

describe('changed fields', () => {
  test('are none of the same document, whatever the order of its members', () => {
    expect(changed(B1, Object.fromEntries(Object.entries(B1).reverse()))).toEqual([]);
  });

  test('have dotted names; what comes or goes as a whole is named as a whole', () => {
    expect(changed(B1, { ...B1, populatie: 2, geometrieMetagegevens: { bronregistratie: 'BAG', x: 1 } })).toEqual(['geometrieMetagegevens.x', 'populatie']);
    const { geometrieMetagegevens: _, ...without } = B1;
    expect(changed(B1, without)).toEqual(['geometrieMetagegevens']);
    expect(changed(B1, { ...B1, populatie: { waarde: null, geenWaardeReden: 'waardeOnbekend' } })).toEqual(['populatie']);
  });

  test('name a geometry as a whole, and where it is given in another CRS', () => {
    expect(changed(B1, { ...B1, geometrie: { type: 'Point', coordinates: [1, 2] } })).toEqual(['geometrie']);
    expect(changed(B1, B1, ['28992', 'CRS84'])).toEqual(['geometrie']);
  });

  test('of nested objects are told by their path; one that comes, goes or moves by its list', () => {
    const [first, second] = mills as [JsonObject, JsonObject];
    expect(changed(L1, withMills(first, { ...second, ashoogte: 90 }))).toEqual(['voertUit.heeft.ashoogte']);
    expect(changed(L1, withMills(first))).toEqual(['voertUit.heeft']);
    expect(changed(L1, withMills(second, first))).toEqual(['voertUit.heeft']);
  });

  test('tell nothing of how a link is written, of a link that leaves the root, or of times of registration that were delivered', () => {
    const [first, second] = mills as [JsonObject, JsonObject];
    const link = (href: string): JsonObject => withMills(first, { ...second, heeft: { href } });
    expect(changed(link('#l1-activiteit'), link('http://127.0.0.1/v1/collections/ev-activiteiten/items/l1-activiteit'))).toEqual([]);
    expect(changed(link('#l1-activiteit'), link('#m1'))).toEqual(['voertUit.heeft.heeft']);
    expect(changed(link('#elsewhere'), link('#hidden'))).toEqual([]);
    expect(changed(B1, { ...B1, tijdstipRegistratie: '2020-01-01T00:00:00Z', eindRegistratie: '2021-01-01T00:00:00Z' })).toEqual([]);
  });
});
