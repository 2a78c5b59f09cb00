/** One holder with many large requests beside another with a small one, on the real desk. */
import { expect, test } from 'vitest';
import { building } from '../pipelines/prepare/deliveries.ts';
import { opened } from './real-desk.ts';

test('a small request is answered before most of the large ones that came before it', async () => {
  const { ask } = await opened();
  const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`veld${n}`, n]));
  const order: string[] = [];
  const post = async (holder: string, more: object): Promise<void> => {
    const answer = await ask('POST', '/kwetsbare-gebouwen', { ...building(order.length, { bronhoudercode: holder }), ...more }, { holder });
    order.push(`${holder} ${answer.kind}`);
  };
  await Promise.all([...Array.from({ length: 16 }, () => post('AB12', unknown)), post('CD34', {})]);
  expect(order.filter((one) => one === 'AB12 refused')).toHaveLength(16);
  expect(order.findIndex((one) => one.startsWith('CD34'))).toBeLessThan(8);
});
