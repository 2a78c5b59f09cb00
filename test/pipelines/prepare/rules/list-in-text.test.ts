/** OPEN-list-in-text: a list that a program wrote as text is not an item of a list. */
import { expect, test } from 'vitest';
import { ruleContext } from '../../../../pipelines/prepare/rules/context.ts';
import { ruleIssues } from '../../../../pipelines/prepare/rules/index.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { Json } from '../../../../schemas/json.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { NOW } from '../deliveries.ts';

/** The findings of the rule on a building with these uses, and on its comments. */
function found(field: string, items: Json): readonly (readonly [string, readonly string[] | undefined])[] {
  const issues = ruleIssues(objectsOf({ entityType: 'KwetsbaarGebouw', id: 'a', [field]: items }), ruleContext(CRSS['28992'], NOW));
  return issues.filter(({ rule }) => rule === 'regel.lijst-in-tekst').map(({ finding }) => [finding().pointer, finding().suggestions] as const);
}

test.each<[string, Json, readonly string[] | undefined]>([
  ['of GDAL, one item', ['(1:basisschool)'], ['["basisschool"]']], ['of GDAL, two items', ['(2:basisschool,crèche)'], ['["basisschool","crèche"]']],
  ['of GDAL beside another', ['school', '(2:a,b)'], ['"a", "b"']], ['of GDAL, with a comma in an item', ['(2:a,b, of c)'], undefined],
  ['of GDAL, cut off', ['(40:a,b,...)'], undefined], ['of JSON', ['["basisschool", "crèche"]'], ['["basisschool","crèche"]']],
])('a list %s is refused', (_, items, suggestions) => {
  expect(found('gebruiksdoeleindenDetail', items)).toEqual([[`/gebruiksdoeleindenDetail/${(items as Json[]).length - 1}`, suggestions]]);
});

test.each<Json>(['basisschool', '(1: zie de bijlage)', '(3:1)', '[1]', '[zie bijlage]', '(nieuw)', '(0:)', ''])('%j is a text', (item) => {
  expect(found('comment', [item])).toEqual([]);
});
