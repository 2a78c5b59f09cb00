/**
 * One bit changed, anywhere in any file of an edition or in a payload of the inbox: no response ever has it. An answer is that of the
 * whole edition, that of the edition before, or a problem.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { openRandom } from '../generate/random.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { outcome } from '../../pipelines/state/outcomes/submit.ts';
import { buildApp } from '../../server/app.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { BASE_URL, deliver, newFolder, newestOf, settle } from './life.ts';
import { tally } from './tally.ts';

const FLIPS = process.env['EV_FAULTS'] === 'full' ? 200 : 40;
const SEED = Number(process.env['EV_SEED'] ?? Date.now() % 1_000_000);
const PATHS = [
  '/v1/kwetsbare-gebouwen?paginaGrootte=50', '/v1/kwetsbare-gebouwen/b1', '/v1/collections/kwetsbare-gebouwen/items?limit=50',
  '/v1/collections/kwetsbare-gebouwen/items?bbox=4,51,5,53', '/v1/collections/kwetsbare-gebouwen/items/b2', '/v1/collections/kwetsbare-gebouwen/items?populatie=2',
  '/v1/kwetsbare-gebouwen?zoek=b1', '/v1/collections/kwetsbare-gebouwen/items?sorteer=-populatie',
];

const template = newFolder();
/** Every correct body of each path, in the editions of the template. */
const right = new Map<string, Set<string>>(PATHS.map((path) => [path, new Set()]));

beforeAll(async () => {
  for (const populatie of [1, 2]) {
    await deliver(template, Array.from({ length: 40 }, (_, n) => building(`b${n}`, { populatie })));
    await settle(template);
    for (const [path, { status, body }] of await answersOf(template)) {
      expect([path, status]).toEqual([path, 200]);
      right.get(path)!.add(body);
    }
  }
});
afterAll(() => rmSync(template, { recursive: true }));

/** Status and body of every path, by a server that starts on the folder as it is. */
async function answersOf(data: string): Promise<readonly [string, { status: number; body: string }][]> {
  const editions = openEditions(foldersOf(data).editions, 'public');
  const app = buildApp({ editions, desk: null, baseUrl: BASE_URL, profile: 'default', credentials: () => undefined, clock: () => new Date() });
  try {
    return await Promise.all(PATHS.map(async (path) => {
      const { statusCode, body } = await app.inject(path);
      return [path, { status: statusCode, body }] as [string, { status: number; body: string }];
    }));
  } finally {
    await app.close();
    editions.close();
  }
}

/** Returns locations of bits; the same for the same seed. */
function placesIn(bytes: number): readonly number[] {
  const random = openRandom(SEED, 0);
  return Array.from({ length: FLIPS }, () => random.whole(0, bytes * 8 - 1));
}

describe.each(['heads', 'manifests', 'packs'] as const)(`D6: a bit of %s (seed ${SEED})`, (kind) => {
  test('is never served', async () => {
    const data = newFolder();
    onTestFinished(() => rmSync(data, { recursive: true }));
    cpSync(template, data, { recursive: true });
    const folder = join(foldersOf(data).editions, 'public', kind);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const whole = readFileSync(path);
      for (const place of placesIn(whole.length)) {
        const changed = Buffer.from(whole);
        changed[place >> 3]! ^= 1 << (place & 7);
        writeFileSync(path, changed);
        for (const [asked, { status, body }] of await answersOf(data)) {
          if (status === 200) expect(right.get(asked), `${asked} with bit ${place} of ${name} changed`).toContain(body);
          else expect([asked, status >= 500], body).toEqual([asked, true]);
        }
      }
      writeFileSync(path, whole);
      tally({ faults: FLIPS });
    }
  });
});

test('D6: a payload that changed after it was acknowledged is set aside and not applied', async () => {
  const data = newFolder();
  onTestFinished(() => rmSync(data, { recursive: true }));
  cpSync(template, data, { recursive: true });
  const before = newestOf(data);
  const uuid = await deliver(data, [building('large')], { bytes: 1_200_000 });
  const [name = ''] = readdirSync(foldersOf(data).payloads);
  const path = join(foldersOf(data).payloads, name);
  const bytes = readFileSync(path);
  bytes[10]! ^= 1;
  writeFileSync(path, bytes);
  await settle(data);
  expect(outcome(data, uuid)?.state).toBe('aside');
  expect(newestOf(data)).toEqual(before);
  tally({ faults: 1 });
});
