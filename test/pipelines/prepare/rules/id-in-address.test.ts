/** An id with characters that proxies interpret gets a warning; an id that only needs percent-encoding does not. */
import { expect, test } from 'vitest';
import { ruleContext } from '../../../../pipelines/prepare/rules/context.ts';
import { ruleIssues } from '../../../../pipelines/prepare/rules/index.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { NOW } from '../deliveries.ts';

const told = (id: string) => ruleIssues(objectsOf({ entityType: 'KwetsbaarGebouw', id }), ruleContext(CRSS['28992'], NOW))
  .filter(({ rule }) => rule === 'regel.id-in-adres').map(({ severity, finding }) => [severity, finding().pointer, finding().suggestions]);

test.each([['2024/17', '2024-17'], ['a\\b', 'a-b'], ['100%', '100-'], ['a//b', 'a-b']])('%s', (id, suggestion) => {
  expect(told(`NL.IMEV.AB12.${id}`)).toEqual([['warning', '/id', [`NL.IMEV.AB12.${suggestion}`]]]);
});

test.each(['NL.IMEV.AB12.lpg-0001', 'NL.IMEV.AB12.é_1', 'a(1)', 'a:b'])('%s has none', (id) => {
  expect(told(id)).toEqual([]);
});
