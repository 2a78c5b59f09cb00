/**
 * Readers beside publications: every edition stamps all of its features with its number, so an answer or a walk over pages that mixes two
 * of them is seen. Latencies are printed, not judged (`npm run bench` judges).
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';
import { BASE_URL, DELIVERY, newFolder, settle, deliver } from './life.ts';
import { serving } from './serving.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { settledOutcome } from '../pipelines/state/patience.ts';
import { tally } from './tally.ts';

const isFull = process.env['EV_FAULTS'] === 'full';
const [READERS, GENERATIONS, FEATURES, LIMIT] = [64, isFull ? 100 : 40, 60, 25];
const START = `/v1/collections/kwetsbare-gebouwen/items?limit=${LIMIT}`;

const generation = (stamp: number) => Array.from({ length: FEATURES }, (_, n) => building(`b${n}`, { populatie: stamp }));

interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: string;
}

interface Page {
  readonly numberMatched: number;
  readonly features: readonly { readonly properties: { readonly populatie: number } }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/** Totals of all readers. */
class Seen {
  readonly bodies = new Map<string, string>();
  readonly wrong: string[] = [];
  readonly ms: number[] = [];
  walks = 0;
}

/** All pages from the first to the last; whatever is not of one edition is written down. */
async function walk(get: (path: string) => Promise<Answer>, seen: Seen): Promise<void> {
  const stamps = new Set<number>();
  let features = 0;
  let matched = 0;
  for (let path: string | undefined = START; path !== undefined;) {
    const startedMs = performance.now();
    const { status, etag = '', body } = await get(path);
    seen.ms.push(performance.now() - startedMs);
    // An edition that is no longer kept: said, and never another one in its place.
    if (status === 410) return;
    if (status !== 200) seen.wrong.push(`${status} at ${path}: ${body}`);
    if (status !== 200) return;
    const hash = createHash('sha256').update(body).digest('hex');
    const key = `${path} ${etag}`;
    if ((seen.bodies.get(key) ?? hash) !== hash) seen.wrong.push(`two bodies under one tag at ${key}`);
    seen.bodies.set(key, hash);
    const page = JSON.parse(body) as Page;
    for (const { properties } of page.features) stamps.add(properties.populatie);
    features += page.features.length;
    matched = page.numberMatched;
    path = page.links.find(({ rel }) => rel === 'next')?.href.replace(new URL(BASE_URL).origin, '');
  }
  seen.walks += 1;
  if (stamps.size !== 1) seen.wrong.push(`a walk of generations ${[...stamps].join()}`);
  if (features !== matched) seen.wrong.push(`a walk of ${features} features that says ${matched}`);
}

test(`D9, D10: ${READERS} readers during ${GENERATIONS} publications see one edition each time`, async () => {
  const data = newFolder();
  onTestFinished(() => rmSync(data, { recursive: true }));
  await deliver(data, generation(0));
  await settle(data);
  const served = await serving(data);
  onTestFinished(() => served.close());
  const { app, desk } = served;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  onTestFinished(() => agent.destroy());
  const get = (path: string): Promise<Answer> => new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, agent }, (answer) => {
      void text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag, body }), reject);
    });
    asked.on('error', reject).end();
  });

  const publishing = { isDone: false };
  const [idle, busy] = [new Seen(), new Seen()];
  for (let n = 0; n < 3; n += 1) await Promise.all(Array.from({ length: READERS }, () => walk(get, idle)));
  const readers = Array.from({ length: READERS }, async () => { while (!publishing.isDone) await walk(get, busy); });
  for (let stamp = 1; stamp <= GENERATIONS; stamp += 1) {
    const { uuid } = await submit(data, { input: DELIVERY, payload: { bytes: payloadOf(...generation(stamp)) } }, () => new Date());
    await settledOutcome(desk, uuid);
  }
  publishing.isDone = true;
  await Promise.all(readers);

  console.info(`${busy.walks} walks, p99 of a page ${p99(idle.ms).toFixed(1)} ms idle, ${p99(busy.ms).toFixed(1)} ms while publishing`);
  expect(idle.wrong.concat(busy.wrong)).toEqual([]);
  expect(busy.walks).toBeGreaterThan(GENERATIONS);
  tally({ acknowledged: GENERATIONS, mixed: 0 });
});

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? NaN;
}
