/** The TR value and the articles of each activity type, beside what the examples and the made-up register say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTIVITY_CONSTANTS } from '../../schemas/activity-constants.ts';
import { isObject } from '../../schemas/json.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { ACTIVITY_TYPES, kindOf } from '../../schemas/names.ts';
import { PROJECT } from '../shared-data.ts';

test('each activity type has a row; its values have the form that the catalogue gives them', () => {
  expect([...ACTIVITY_CONSTANTS.keys()]).toEqual([...ACTIVITY_TYPES]);
  for (const [type, { tr, bal = [] }] of ACTIVITY_CONSTANTS) {
    if (tr !== undefined) expect(tr, type).toMatch(/^(nl\.imow-mnre1034\.activiteit\.[A-Z]\w{5,31}|Niet beschikbaar)$/);
    for (const path of bal) expect(path, type).toMatch(/^\/akn\/nl\/act\/(bm|w)\/\d{4}\/stb-\d{4}-\d+\/art_/);
    expect(new Set(bal).size, type).toBe(bal.length);
  }
  expect([...ACTIVITY_CONSTANTS.values()].filter(({ tr }) => tr === undefined).length).toBe(3);
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
