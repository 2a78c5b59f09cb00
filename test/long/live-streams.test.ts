/** The most streams at once, which waits until the server sees that clients have left. */
import { expect, test } from 'vitest';
import { LIMITS } from '../../schemas/limits.ts';
import { buildingRoot, createAll } from '../publisher/registry.ts';
import { openStream } from '../server/publication-stream.ts';
import { realServer } from '../server/real-server.ts';

test('beyond the most streams at once a request is refused; a stream that a client leaves makes room', async () => {
  const server = await realServer({ changes: createAll([buildingRoot('a', { x: 100_000, y: 400_000, name: 'een' })]), on: 10 });
  const open = await Promise.all(Array.from({ length: LIMITS.liveStreamsMax }, () => openStream(server, 'na=1')));
  const refused = await server.ask('/v1/publicaties?f=sse');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60']);
  expect((await server.ask('/v1/publicaties?na=0')).status).toBe(200);
  for (const { close } of open) close();
  await expect.poll(async () => (await server.ask('/v1/publicaties?f=sse', { method: 'HEAD' })).status, { timeout: 15_000 }).toBe(200);
  await server.close();
}, 30_000);
