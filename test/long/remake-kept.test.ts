/** Kept editions that are made again after a move of the base URL, with the real conductor around them. Cut off: test/faults/remake.test.ts. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { resultOf, type CheckResult } from '../../pipelines/doctor/check.ts';
import { CHECKS } from '../../pipelines/doctor/checks.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { rebuildAt } from '../../pipelines/conductor/run-batch.ts';
import { fileOf, type AudienceFolder } from '../../publisher/format/layout.ts';
import { numbersOf, readManifest } from '../../publisher/read/heads.ts';
import type { Activated, Edition } from '../../publisher/read/types.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { parseRfc3339, type Moment } from '../../schemas/time.ts';
import { sayingOf } from '../publisher/kept.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';
import { started } from '../server/harness.ts';

const OLD = 'http://127.0.0.1/v1';
const NEW = 'https://nieuw.example/ev/v1';

const of = ({ folder }: Upkept): AudienceFolder => ({ folder, audience: 'public' });

/** All rows of an edition, and the versions of one object. */
function rowsOf(edition: Edition): string {
  return JSON.stringify([(JSON.parse(sayingOf(edition)) as unknown[])[1], edition.versions('b1')]);
}

/** Content of each edition of a folder, by the moment of its activation. */
function shownBy(kept: Upkept, moments: readonly number[]): readonly string[] {
  const reader = kept.reader();
  return moments.map((moment) => rowsOf((reader.at(moment as Moment) as Activated).edition));
}

/** Five editions under the old base URL; the newest is published once more under the new one. */
async function moved(): Promise<{ readonly kept: Upkept; readonly moments: readonly number[] }> {
  const kept = new Upkept();
  const moments: number[] = [];
  for (const documents of [
    [building('b1'), building('b2')], [building('b1', { populatie: 2 })], [building('b3', { until: '2026-01-01T09:00:05Z' })],
    [building('b1', { populatie: 3 }), building('b4')], [building('b1', { populatie: 4 })],
  ]) moments.push(await kept.deliver(...documents));
  await kept.moveTo(NEW);
  return { kept, moments };
}

function headsOf(kept: Upkept): string {
  const folder = join(kept.folder, 'public/heads');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

async function faultsOf({ data }: Upkept): Promise<CheckResult['remarks']> {
  const context = {
    data, cacheFolder: '', pipelines: '', nodeVersion: '24.0.0', clock: () => new Date(), sleep: () => Promise.resolve(), progress: () => {},
  };
  const results = await Promise.all(CHECKS.filter(({ name }) => /editions|heads/.test(name)).map((check) => resultOf(check, context)));
  return results.flatMap(({ remarks }) => remarks).filter(({ severity }) => severity === 'fault');
}

test('every kept edition shows what it showed, with links to the new base URL; heads stay to the byte, and a second run has nothing to do', async () => {
  const { kept, moments } = await moved();
  const [shown, heads] = [shownBy(kept, moments), headsOf(kept)];
  const before = numbersOf(of(kept), 'manifests').map((number) => readManifest(of(kept), number));
  expect(shown.every((rows) => rows.includes(OLD))).toBe(true);
  const remade = kept.remakeKept();
  expect(remade).toMatchObject({ left: [], unchanged: before.length - remade.editions.length });
  expect(remade.editions.map(({ outcome }) => outcome)).toEqual(before.slice(0, -1).map(() => 'remade'));
  expect(shownBy(kept, moments)).toEqual(shown.map((rows) => rows.replaceAll(OLD, NEW)));
  expect(headsOf(kept)).toBe(heads);
  for (const { number, moment, rebuilt, contentId } of before.slice(0, -1)) {
    const made = readManifest(of(kept), number);
    expect([made.moment, made.rebuilt, made.configuration.baseUrl]).toEqual([moment, rebuilt, NEW]);
    expect(made.contentId).not.toBe(contentId);
  }
  expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
  expect(await faultsOf(kept)).toEqual([]);
  expect(kept.remakeKept()).toEqual({ editions: [], left: [], unchanged: before.length });
  await kept.deliver(building('b5'));
  expect(shownBy(kept, moments)).toEqual(shown.map((rows) => rows.replaceAll(OLD, NEW)));
});

test('remade editions have no date: a client with the old links revalidates by tag, and gets the new ones', async () => {
  const { kept, moments } = await moved();
  const at = new Date(moments[1]!).toISOString();
  const asked = async (path: string) => {
    const server = await started({ editions: kept.reader(), baseUrl: NEW });
    onTestFinished(() => server.close());
    return await server.ask(`${new URL(NEW).pathname}${path}`, { headers: { 'if-modified-since': 'Tue, 01 Jan 2030 00:00:00 GMT' } });
  };
  const paths = ['/collections/kwetsbare-gebouwen/items', '/collections/kwetsbare-gebouwen/items/b1', '/kwetsbare-gebouwen', '/kwetsbare-gebouwen/b1']
    .map((path) => `${path}?beschikbaarOp=${at}`);
  for (const path of paths) expect((await asked(path)).status, path).toBe(304);
  kept.remakeKept();
  for (const path of paths) {
    const { status, headers, text } = await asked(path);
    expect([status, headers['last-modified']], path).toEqual([200, undefined]);
    expect(text).toContain(NEW);
    expect(text).not.toContain(OLD);
  }
});

test('a reader that has an old edition open answers with the new links from then on', async () => {
  const { kept, moments } = await moved();
  const reader = kept.reader();
  const read = (): string => rowsOf((reader.at(moments[1] as Moment) as Activated).edition);
  expect(read()).toContain(OLD);
  kept.remakeKept();
  expect(read()).not.toContain(OLD);
  expect(read()).toContain(NEW);
});

test('what became secret since is in none of them', async () => {
  const kept = new Upkept({ allDays: 1 });
  await kept.deliver(building('b1'), building('kanarie'));
  const moment = await kept.deliver(building('b1', { populatie: 2 }));
  await kept.deliver(building('kanarie', { secret: true }));
  await kept.deliver(building('b1', { populatie: 3 }));
  kept.close();
  const rebuilt = rebuildAt({ data: kept.data, baseUrl: OLD, threads: 1, clock: () => new Date(kept.nowMs), onEvent: () => {} }, moment as Moment);
  expect(rebuilt).toMatchObject({ outcome: 'less' });
  kept.open();
  await kept.moveTo(NEW);
  const { editions, left } = kept.remakeKept();
  expect(left).toEqual([]);
  expect(editions.find(({ edition }) => edition === rebuilt.edition)).toMatchObject({ outcome: 'less' });
  const { edition } = kept.reader().at(moment as Moment) as Activated;
  expect([edition.document('b1', '28992') === undefined, edition.document('kanarie', '28992'), edition.versions('kanarie')]).toEqual([false, undefined, []]);
  expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
});

test('an edition of which the register lost an object stays as it is and is named; the others are made again', async () => {
  const { kept, moments } = await moved();
  const shown = shownBy(kept, moments);
  kept.close();
  const db = new DatabaseSync(foldersOf(kept.data).register);
  db.exec("DELETE FROM version WHERE val_to IS NOT NULL AND root = (SELECT n FROM root WHERE id = 'b3')");
  db.close();
  kept.open(NEW);
  const { editions, left } = kept.remakeKept();
  expect(left.map(({ reason }) => reason)).toEqual(left.map(() => expect.stringMatching(/would not show what it showed, expected \d kwetsbare-gebouwen, found \d/) as string));
  expect(left.length).toBeGreaterThan(0);
  expect(editions.length).toBeGreaterThan(1);
  const after = shownBy(kept, moments);
  const stayed = after.filter((rows, at) => rows === shown[at]);
  expect(stayed).toHaveLength(left.length);
  expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
});

test('one whose manifest is damaged is made again too; one that is damaged afterwards is made as it was then', async () => {
  const { kept, moments } = await moved();
  const shown = shownBy(kept, moments).map((rows) => rows.replaceAll(OLD, NEW));
  const { number } = (kept.reader().at(moments[1] as Moment) as Activated).edition;
  const path = fileOf(of(kept), 'manifests', number);
  const mended = [{ edition: number, outcome: 'mended' }];
  const rebuild = (moment: Moment) => {
    kept.close();
    try {
      return rebuildAt({ data: kept.data, baseUrl: NEW, threads: 1, clock: () => new Date(kept.nowMs), onEvent: () => {} }, moment);
    } finally {
      kept.open(NEW);
    }
  };
  writeFileSync(path, '{');
  expect(kept.remakeKept().editions.filter(({ outcome }) => outcome === 'mended')).toMatchObject(mended);
  expect(shownBy(kept, moments)).toEqual(shown);

  rmSync(fileOf(of(kept), 'packs', readManifest(of(kept), number).packs.at(-1)![1]));
  const advised = (await faultsOf(kept)).flatMap(({ mend }) => [...mend.matchAll(/`ev editions rebuild --at (\S+)`/g)]);
  expect(advised.length).toBeGreaterThan(1);
  for (const [, at = ''] of advised) expect(['same', 'kept']).toContain(rebuild(parseRfc3339(at)!).outcome);
  expect(shownBy(kept, moments)).toEqual(shown);

  writeFileSync(path, '{');
  expect((await faultsOf(kept)).map(({ mend }) => mend).join('\n')).toContain('`ev editions rebuild --all`');
  expect(() => rebuild(moments[1] as Moment)).toThrow('`ev editions rebuild --all`');
  expect(kept.remakeKept().editions).toMatchObject(mended);
  expect(shownBy(kept, moments)).toEqual(shown);
  expect(await faultsOf(kept)).toEqual([]);
});
