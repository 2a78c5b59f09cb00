/** Addresses in what is sent: the service follows none of them. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { isObject, type Json } from '../../schemas/json.ts';
import { started, TOKEN } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import { openedForAll } from './real-desk.ts';

const openedDesk = openedForAll();
const RD = CRSS['28992'].uri;
/** A call that is made later than a response would come from a schedule of seconds; there is none. */
const LATER_MS = 2_000;

/** A document in which each text that may be an address is this one. */
function withAddress(value: Json, address: string): Json {
  if (Array.isArray(value)) return value.map((item) => withAddress(item as Json, address));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withAddress(item, address)]));
  return typeof value === 'string' && value.startsWith('http') ? address : value;
}

test('addresses in documents, links, parameters and headers are never called', async () => {
  let calls = 0;
  const trap = createServer((socket) => { calls += 1; socket.destroy(); }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  onTestFinished(() => { trap.close(); });
  const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/x`;
  const { desk, editions } = openedDesk();
  const client = await started({ editions, desk });
  onTestFinished(() => client.close());
  const headers = { 'authorization': `Bearer ${TOKEN}`, 'content-type': 'application/json', 'content-crs': `<${RD}>` };
  const station = JSON.parse(readFileSync(join(PROJECT, 'data/examples/lpg-tankstation-amersfoort.json'), 'utf8')) as Json;
  const documents: readonly Json[] = [
    withAddress(station, address), { ...station as object, documentInfo: { link: address } }, { ...station as object, '$schema': address, '@context': address, '$ref': address },
    { ...station as object, hoortBij: [{ href: address }] },
  ];
  for (const document of documents) await client.ask('/v1/locatie-activiteiten', { method: 'POST', headers, body: JSON.stringify(document) });
  const encoded = encodeURIComponent(address);
  for (const path of [`/v1/collections/wegen/items?crs=${encoded}`, `/v1/collections/wegen/items?bbox-crs=${encoded}&bbox=1,2,3,4`, `/v1/collections/${encoded}`, `/v1/wegen/${encoded}`, `/v1/crss/${encoded}`, `/v1/zoeken?zoek=${encoded}`]) {
    for (const more of [{}, { 'accept-crs': address }, { 'origin': address }, { 'referer': address }, { 'x-forwarded-host': address }, { 'content-crs': `<${address}>` }]) await client.ask(path, { headers: more });
  }
  await wait(LATER_MS);
  expect(calls).toBe(0);
  await fetch(address).catch(() => {});
  expect(calls, 'the control').toBe(1);
});
