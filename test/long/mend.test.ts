/** `ev doctor --mend`, and the answers until then: a damaged old head costs what only it knows. */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf, type AudienceFolder } from '../../publisher/format/layout.ts';
import { listEditions } from '../../publisher/read/heads.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Moment } from '../../schemas/time.ts';
import { buildApp } from '../../server/app.ts';
import { resultOf } from '../../pipelines/doctor/check.ts';
import { CHECKS } from '../../pipelines/doctor/checks.ts';
import { makeBackup } from '../../pipelines/backup/backup.ts';
import { mend } from '../../pipelines/doctor/mend.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { takeLock } from '../../pipelines/state/folder/lock.ts';
import { rebuildAt } from '../../pipelines/conductor/run-batch.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';

interface Four {
  readonly kept: Upkept;
  /** Activation of each edition; the first is empty. */
  readonly moments: readonly number[];
  /** Paths, of which each is answered by 200. */
  readonly paths: readonly string[];
}

/** Five editions, b1 in four versions of which the last is its own; the conductor is closed. */
async function fiveEditions(laterMs = 0): Promise<Four> {
  const kept = new Upkept();
  kept.nowMs += laterMs;
  await kept.drain();
  const moments = [kept.standing.activated.getTime()];
  for (const populatie of [1, 2, 3, 4]) moments.push(await kept.deliver(building('b1', { populatie })));
  kept.close();
  const at = (moment: number): string => `beschikbaarOp=${new Date(moment).toISOString()}`;
  const paths = ['/v1/edities', '/v1/kwetsbare-gebouwen', '/v1/kwetsbare-gebouwen/b1', '/v1/kwetsbare-gebouwen/b1/versies',
    ...moments.slice(1).flatMap((moment) => [`/v1/kwetsbare-gebouwen/b1?${at(moment)}`, `/v1/collections/kwetsbare-gebouwen/items?${at(moment + 999)}`])];
  return { kept, moments, paths };
}

async function answers({ kept, paths }: Four): Promise<ReadonlyMap<string, string>> {
  const editions = openEditions(kept.folder, 'public');
  const app = buildApp({ editions, desk: null, baseUrl: 'http://127.0.0.1/v1', profile: 'default', credentials: () => undefined, clock: () => new Date(kept.nowMs + 10_000) });
  onTestFinished(async () => {
    await app.close();
    editions.close();
  });
  const all = await Promise.all(paths.map(async (path) => {
    const { statusCode, body } = await app.inject(path);
    return [path, `${statusCode} ${statusCode >= 400 ? body.replace(/urn:uuid:[-0-9a-f]+/, '') : body}`] as const;
  }));
  return new Map(all);
}

async function faultsOf({ kept }: Four): Promise<readonly string[]> {
  const context = {
    data: kept.data, cacheFolder: '', pipelines: `${kept.data}/none.json`, nodeVersion: '24.0.0', clock: () => new Date(kept.nowMs + 10_000),
    sleep: () => Promise.resolve(), progress: () => {},
  };
  const results = [];
  for (const check of CHECKS.filter(({ about }) => about === 'data')) results.push(await resultOf(check, context));
  return results.filter(({ ok }) => !ok).flatMap(({ name, remarks }) => remarks.filter(({ severity }) => severity === 'fault').map(({ what }) => `${name}: ${what}`));
}

const of = ({ kept }: Four): AudienceFolder => ({ folder: kept.folder, audience: 'public' });

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}

test.each([1, 2, 3, 4])('a flipped bit in head %i costs the answers of its time only, and is mended to the byte', async (number) => {
  const four = await fiveEditions();
  const before = await answers(four);
  for (const answer of before.values()) expect(answer).toMatch(/^200 /);
  expect(await faultsOf(four)).toEqual([]);
  const path = fileOf(of(four), 'heads', number);
  const whole = readFileSync(path);
  flip(path);

  const damaged = await answers(four);
  const { moments, paths } = four;
  // Nobody knows when it was activated: after the head before it, so in the time from then on its own answers may have begun.
  const own = [moments[number - 2]! + 999, moments[number - 1]!, moments[number - 1]! + 999].filter((moment) => !Number.isNaN(moment))
    .map((moment) => new Date(moment).toISOString());
  for (const asked of paths) {
    const said = damaged.get(asked)!;
    if (own.some((moment) => asked.includes(moment))) expect(said).toMatch(/^503 .*kan nu niet worden gezegd/);
    else if (!/edities|versies/.test(asked)) expect([asked, said]).toEqual([asked, before.get(asked)]);
  }
  type Edities = { edities: Record<string, unknown>[] };
  const [listed, right] = [damaged, before].map((all) => (JSON.parse(all.get('/v1/edities')!.slice(4)) as Edities).edities) as [Edities['edities'], Edities['edities']];
  expect(listed.find(({ nummer }) => nummer === undefined)).toEqual({ beschadigd: true });
  const others = (all: Edities['edities']) => all.filter(({ nummer }) => nummer !== undefined && nummer !== number && nummer !== number - 1);
  expect(others(listed)).toEqual(others(right));
  if (number > 1) expect(listed.find(({ nummer }) => nummer === number - 1)).toMatchObject({ beschikbaarTotOnbekend: true });
  expect(damaged.get('/v1/kwetsbare-gebouwen/b1/versies')).toMatch(/^200 /);
  expect(await faultsOf(four)).toContainEqual(expect.stringContaining(`heads: damaged: ${path}`));

  expect(mend(four.kept.data)).toEqual({ made: [path], left: [] });
  expect(readFileSync(path)).toEqual(whole);
  expect(await answers(four)).toEqual(before);
  expect(await faultsOf(four)).toEqual([]);
  expect(mend(four.kept.data)).toEqual({ made: [], left: [] });
});

test('a head that is gone comes back; what an operator dropped does not', async () => {
  const four = await fiveEditions();
  const before = await answers(four);
  rmSync(fileOf(of(four), 'heads', 3));
  // The state after retention: the first head stays although its edition is gone.
  for (const edition of [1, 2]) rmSync(fileOf(of(four), 'manifests', edition));
  rmSync(fileOf(of(four), 'heads', 2));
  expect(mend(four.kept.data).made).toEqual([fileOf(of(four), 'heads', 3)]);
  const after = await answers(four);
  const ofThird = [...before.keys()].filter((path) => path.includes(new Date(four.moments[2]!).toISOString()));
  for (const path of ofThird) expect(after.get(path)).toBe(before.get(path));
});

test('a head that the register did not record stays damaged and is reported', async () => {
  const four = await fiveEditions();
  const db = new DatabaseSync(foldersOf(four.kept.data).register);
  db.exec('DELETE FROM head WHERE number = 2');
  db.close();
  const path = fileOf(of(four), 'heads', 2);
  flip(path);
  const bytes = readFileSync(path);
  expect(mend(four.kept.data)).toEqual({ made: [], left: [`${path}: the register did not record it`] });
  expect(readFileSync(path)).toEqual(bytes);
});

test.each(['prepared', 'payloads'] as const)('the folder %s is made again', async (name) => {
  const four = await fiveEditions();
  const path = foldersOf(four.kept.data)[name];
  rmSync(path, { recursive: true });
  expect(mend(four.kept.data).made).toEqual([path]);
  expect([existsSync(path), await faultsOf(four)]).toEqual([true, []]);
});

test('a lock file with other content prevents every start: doctor reports it, and --mend empties it', async () => {
  const four = await fiveEditions();
  const { lock } = foldersOf(four.kept.data);
  writeFileSync(lock, 'x'.repeat(5_000));
  expect(() => takeLock(four.kept.data)).toThrow(/conductor\.lock.*ev doctor --mend/);
  expect(await faultsOf(four)).toContainEqual(expect.stringMatching(/^start: .*conductor\.lock/));
  expect(mend(four.kept.data).made).toEqual([lock]);
  takeLock(four.kept.data).release();
  expect(await faultsOf(four)).toEqual([]);
});

test.each(['inbox', 'register'] as const)('doctor fails as a start does when %s.db, or both databases, are gone', async (name) => {
  for (const gone of [[name], ['inbox', 'register']] as const) {
    const four = await fiveEditions();
    for (const one of gone) for (const ending of ['', '-wal', '-shm']) rmSync(foldersOf(four.kept.data)[one] + ending, { force: true });
    expect(await faultsOf(four)).toContainEqual(expect.stringMatching(/^start: .*database of this data folder is lost/));
    expect(() => mend(four.kept.data)).toThrow(/lost/);
  }
});

test('mending changes nothing while another process works on the folder, or with the register of another folder', async () => {
  const [four, other] = [await fiveEditions(), await fiveEditions(3_600_000)];
  const path = fileOf(of(four), 'heads', 2);
  flip(path);
  const bytes = readFileSync(path);
  const lock = takeLock(four.kept.data);
  expect(() => mend(four.kept.data)).toThrow(/another process/);
  lock.release();
  const { register } = foldersOf(four.kept.data);
  for (const ending of ['-wal', '-shm']) rmSync(register + ending, { force: true });
  renameSync(register, `${register}.kept`);
  copyFileSync(foldersOf(other.kept.data).register, register);
  expect(() => mend(four.kept.data)).toThrow(/does not know the newest edition|inbox lacks/);
  expect(readFileSync(path)).toEqual(bytes);
});

test.each(['manifests', 'packs'] as const)('an old edition with a flipped bit in its %s is made again by `ev editions rebuild --at`, as doctor says', async (kind) => {
  const four = await fiveEditions();
  const before = await answers(four);
  flip(fileOf(of(four), kind, 3));
  const moment = four.moments[2]!;
  const rebuilt = rebuildAt({
    data: four.kept.data, baseUrl: 'http://127.0.0.1/v1', threads: 1, clock: () => new Date(four.kept.nowMs), onEvent: () => {},
  }, moment as Moment);
  expect(rebuilt).toMatchObject({ edition: 3, outcome: 'same' });
  const path = `/v1/kwetsbare-gebouwen/b1?beschikbaarOp=${new Date(moment).toISOString()}`;
  expect((await answers(four)).get(path)).toBe(before.get(path));
});

test.each(['heads', 'manifests'] as const)('`ev editions list` names a damaged file of %s and lists the other editions', async (kind) => {
  const four = await fiveEditions();
  const before = listEditions(four.kept.folder, 'public');
  const path = fileOf(of(four), kind, 3);
  flip(path);
  const { editions, damages } = listEditions(four.kept.folder, 'public');
  expect(damages.map(({ detail }) => detail.path)).toEqual([path]);
  expect(editions.filter(({ number }) => number !== 3)).toEqual(before.editions.filter(({ number }) => number !== 3));
});

test('without its newest head no edition is listed as the active one', async () => {
  const four = await fiveEditions();
  flip(fileOf(of(four), 'heads', 5));
  const { editions, damages } = listEditions(four.kept.folder, 'public');
  expect([editions.filter(({ isActive }) => isActive), damages.length]).toEqual([[], 1]);
});

test('a backup of a folder with a damaged old head is made and names the head', async () => {
  const four = await fiveEditions();
  const path = fileOf(of(four), 'heads', 2);
  flip(path);
  const made = await makeBackup({ data: four.kept.data, folder: temporaryFolder(), keep: 1, clock: () => new Date(four.kept.nowMs + 10_000) });
  expect(made.damages).toEqual([expect.stringContaining('0000000002.json')]);
});

test('an edition whose manifest was damaged at a start answers 503 for its time, and is made again with its head', async () => {
  const four = await fiveEditions();
  const before = await answers(four);
  flip(fileOf(of(four), 'manifests', 5));
  const path = four.paths.findLast((one) => one.includes(`b1?beschikbaarOp=${new Date(four.moments[4]!).toISOString()}`))!;
  expect((await answers(four)).get(path)).toMatch(/^503 /);
  four.kept.nowMs += 60_000;
  four.kept.open();
  await four.kept.drain();
  four.kept.close();
  expect((await answers(four)).get(path)).toMatch(/^503 .*kan nu niet worden gezegd/);
  expect(await faultsOf(four)).toEqual([expect.stringMatching(/^heads: head 5 was damaged and set aside/)]);
  rebuildAt({ data: four.kept.data, baseUrl: 'http://127.0.0.1/v1', threads: 1, clock: () => new Date(four.kept.nowMs), onEvent: () => {} }, four.moments[4] as Moment);
  expect((await answers(four)).get(path)).toBe(before.get(path));
  expect(await faultsOf(four)).toEqual([]);
});
