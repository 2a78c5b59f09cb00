/** The TR value and the articles of each activity type, compared with the examples and the generated register. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTIVITY_CONSTANTS } from '../../schemas/model/activity-constants.ts';
import { isObject } from '../../schemas/json.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { ACTIVITY_TYPES, kindOf } from '../../schemas/names.ts';
import { describeWithShared, PROJECT } from '../shared-data.ts';

test('each activity type has a row with values in the form of the catalogue', () => {
  expect([...ACTIVITY_CONSTANTS.keys()]).toEqual([...ACTIVITY_TYPES]);
  for (const [type, { tr, bal = [] }] of ACTIVITY_CONSTANTS) {
    if (tr !== undefined) expect(tr, type).toMatch(/^(nl\.imow-mnre1034\.activiteit\.[A-Z]\w{5,31}|Niet beschikbaar)$/);
    for (const path of bal) expect(path, type).toMatch(/^\/akn\/nl\/act\/(bm|w)\/\d{4}\/stb-\d{4}-\d+\/art_/);
    expect(new Set(bal).size, type).toBe(bal.length);
  }
  expect([...ACTIVITY_CONSTANTS.values()].filter(({ tr }) => tr === undefined).length).toBe(3);
});

/** Numbers of articles, and letters of their items, in abbreviated text: `art_3.25 item e, g or h`, `item_a-d`. */
function articlesIn(text: string): { readonly articles: readonly string[]; readonly items: string } {
  const [, items = ''] = /item[_ ]([a-z](?:(?:, | or |-)[a-z])*)/.exec(text) ?? [];
  const spelled = items.replace(/([a-z])-([a-z])/, (_, from: string, to: string) => ALPHABET.slice(ALPHABET.indexOf(from), ALPHABET.indexOf(to) + 1));
  const numbers = text.replaceAll(/\/akn\S*\/stb-[\d-]+|para_1|list_1/g, '').match(/\d+(?:\.\d+b?)?/g);
  return { articles: numbers ?? [], items: spelled.replaceAll(/, | or /g, '') };
}
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

describeWithShared('the catalogue, as the shared notes on the model have it', 'research/model.md', (path) => {
  const [, section = ''] = readFileSync(path, 'utf8').split('### 2.3 ');
  const rows = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].slice(1)
    .map(([, name = '', tr = '', bal = '']) => ({ name: name.replace(/ \(.*/, ''), tr, bal }));

  test('a row about one type, or about types with the same constants, equals ours', () => {
    let compared = 0;
    for (const { name, tr, bal } of rows.filter((row) => !/[/,]| and /.test(row.name) && !/\?|same/.test(row.tr))) {
      const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/…|\*/g, '.*')}$`);
      const types = ACTIVITY_TYPES.filter((type) => pattern.test(type));
      expect(types.length, name).toBeGreaterThan(0);
      for (const type of types) {
        const ours = ACTIVITY_CONSTANTS.get(type);
        expect(tr, type).toContain(ours?.tr?.replace(/.*\./, '') ?? '–');
        const said = articlesIn(bal);
        const found = (ours?.bal ?? []).map((address) => articlesIn(address));
        expect(new Set(found.flatMap(({ articles }) => articles)), type).toEqual(new Set(said.articles));
        expect([...new Set(found.map(({ items }) => items))].toSorted().join(''), type).toBe(said.items);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(30);
  });

  test('the rows together name our articles', () => {
    const ours = [...ACTIVITY_CONSTANTS.values()].flatMap(({ bal = [] }) => bal.flatMap((address) => articlesIn(address).articles));
    expect(new Set(ours)).toEqual(new Set(rows.flatMap(({ bal }) => articlesIn(bal).articles)));
  });
});

test('the examples name the constants of their types', () => {
  const folder = join(PROJECT, 'data/examples');
  const activities = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'holders.json')
    .flatMap((name) => activitiesIn(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Json));
  expect(activities.length).toBeGreaterThan(8);
  for (const { entityType, idActiviteitTR, balActiviteit = [] } of activities) {
    const { tr, bal = [] } = ACTIVITY_CONSTANTS.get(entityType as string) ?? {};
    if (idActiviteitTR !== undefined) expect(idActiviteitTR, entityType as string).toBe(tr);
    for (const document of balActiviteit as readonly Json[]) {
      if (isObject(document) && bal.length > 0) expect(bal, entityType as string).toContain(document['link']);
    }
  }
});

function activitiesIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(activitiesIn);
  if (!isObject(value)) return [];
  const inside = Object.values(value).flatMap(activitiesIn);
  return typeof value['entityType'] === 'string' && kindOf(value['entityType']) === 'activity' && 'heeft' in value ? [value, ...inside] : inside;
}
