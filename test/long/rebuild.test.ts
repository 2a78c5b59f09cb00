/** A dropped edition made once more from the register, with the real conductor around it. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf } from '../../publisher/format/layout.ts';
import { hasManifest, numbersOf, readHead, readManifest } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import type { Activated, Edition, EditionPair, Editions } from '../../publisher/read/types.ts';
import { SERIES } from '../../schemas/names.ts';
import { parseRfc3339, type Moment } from '../../schemas/time.ts';
import { resultOf, type CheckResult } from '../../pipelines/doctor/check.ts';
import { CHECKS } from '../../pipelines/doctor/checks.ts';
import { rebuildAt } from '../../pipelines/conductor/run-batch.ts';
import type { Rebuilt } from '../../pipelines/editions/rebuild-edition.ts';
import { sayingOf } from '../publisher/kept.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';

const DAY = 86_400_000;
const BASE = 'http://127.0.0.1/v1';

/** Six editions of one day, of which only the last is left; what each said, by the moment of its activation. */
async function droppedDay() {
  const kept = new Upkept({ allDays: 1 });
  const said = new Map<number, string>();
  /** Differences with the edition before. */
  const changed = new Map<number, object>();
  let before: Edition | null = null;
  const reader = kept.reader();
  const versions = [
    [building('b1')], [building('b2', { until: '2026-01-01T09:00:04Z' })], [building('b1', { populatie: 2 })], [building('kanarie')],
    [building('b1', { populatie: 3 }), building('b3')], [building('b1', { populatie: 4 })],
  ];
  for (const documents of versions) {
    const moment = await kept.deliver(...documents);
    reader.refresh();
    const { edition } = reader.current()!;
    said.set(moment, sayingOf(edition));
    changed.set(moment, await differencesIn(reader, { before, after: edition }));
    before = edition;
  }
  await kept.pass(1.6 * DAY);
  return { kept, said, changed };
}

async function differencesIn(reader: Editions, pair: EditionPair): Promise<object> {
  const query = { series: SERIES.map((name) => ({ name, filter: null })), box: null, words: [] };
  const counts = await reader.countDifferences(pair, query);
  const { differences } = await reader.differences(pair, query, { crss: ['28992'], from: null, limit: 100 });
  return { counts: [...counts], differences: differences.map(({ kind, position: { series, id }, before, after }) => [kind, series, id, before?.map(String), after?.map(String)]) };
}

function editionAt(reader: Editions, moment: number): Edition {
  const found = reader.at(moment as Moment);
  return (found as Extract<typeof found, { edition: unknown }>).edition;
}

function rebuild(kept: Upkept, moment: number, baseUrl = BASE): Rebuilt {
  kept.close();
  try {
    return rebuildAt({ data: kept.data, baseUrl, threads: 1, clock: () => new Date(kept.nowMs), onEvent: () => {} }, moment as Moment);
  } finally {
    kept.open();
  }
}

test('an edition that was dropped is rebuilt to the same contentId, also where the files of its head were gone', async () => {
  const { kept, said } = await droppedDay();
  const of = { folder: kept.folder, audience: 'public' } as const;
  const moments = [...said.keys()];
  expect(numbersOf(of, 'manifests')).toHaveLength(1);
  expect(numbersOf(of, 'heads').length).toBeLessThan(4);
  for (const moment of moments.slice(0, -1).reverse()) {
    const reader = kept.reader();
    expect(reader.at(moment as Moment)).toMatchObject({ gone: true });
    const rebuilt = rebuild(kept, moment);
    expect(rebuilt).toMatchObject({ outcome: 'same' });
    const found = reader.at(moment as Moment);
    expect(sayingOf((found as Extract<typeof found, { edition: unknown }>).edition)).toBe(said.get(moment));
    expect(readHead(of, rebuilt.head).contentId).toBe(rebuilt.contentId);
  }
  const reader = kept.reader();
  for (const moment of moments) {
    const found = reader.at(moment as Moment);
    expect(sayingOf((found as Extract<typeof found, { edition: unknown }>).edition)).toBe(said.get(moment));
  }
  expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
  expect(rebuild(kept, moments[2]!)).toMatchObject({ outcome: 'kept' });
});

test('rebuilt editions have the same differences as before they were dropped', async () => {
  const { kept, said, changed } = await droppedDay();
  const moments = [...said.keys()];
  for (const moment of moments.slice(0, -1)) rebuild(kept, moment);
  const reader = kept.reader();
  for (const [at, moment] of moments.entries()) {
    const before = at === 0 ? null : editionAt(reader, moments[at - 1]!);
    expect(await differencesIn(reader, { before, after: editionAt(reader, moment) })).toEqual(changed.get(moment));
  }
  expect([...changed.values()].map((one) => (one as { differences: object[] }).differences.length)).toEqual([1, 1, 1, 2, 2, 1]);
});

test('an edition that is kept and damaged is made again, as the doctor advises', async () => {
  const { kept, said } = await droppedDay();
  const [moment = 0] = said.keys();
  const of = { folder: kept.folder, audience: 'public' } as const;
  const { edition } = rebuild(kept, moment);
  const whole = readFileSync(fileOf(of, 'manifests', edition));
  const { packs } = readManifest(of, edition);
  const ways = [() => rmSync(fileOf(of, 'packs', packs[0]![0])), () => writeFileSync(fileOf(of, 'manifests', edition), whole.subarray(0, 100))];
  for (const damage of ways) {
    damage();
    const { remarks } = await filesOf(kept);
    const [, advised = ''] = /`ev editions rebuild --at (\S+)`/.exec(remarks[0]?.mend ?? '') ?? [];
    expect(rebuild(kept, parseRfc3339(advised)!)).toMatchObject({ edition, outcome: 'same' });
    expect((await filesOf(kept)).remarks.filter(({ severity }) => severity === 'fault')).toEqual([]);
    expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
  }
});

test('after a move of the base URL the doctor and the refusal name the base URL of a damaged edition, with which it is made again', async () => {
  const kept = new Upkept();
  const old = await kept.deliver(building('b1'));
  const { edition } = kept.standing;
  kept.close();
  kept.open('http://elders/v1');
  await kept.drain();
  const of = { folder: kept.folder, audience: 'public' } as const;
  writeFileSync(fileOf(of, 'manifests', edition), '{');
  const { remarks } = await filesOf(kept);
  const [, at = '', baseUrl = ''] = /`ev editions rebuild --at (\S+) --base-url (\S+)`/.exec(remarks[0]?.mend ?? '') ?? [];
  expect([parseRfc3339(at), baseUrl]).toEqual([old, BASE]);
  expect(() => rebuild(kept, old, 'http://elders/v1')).toThrow(`give --base-url ${BASE}`);
  expect(rebuild(kept, old, baseUrl)).toMatchObject({ edition, outcome: 'same' });
});

async function filesOf({ data }: Upkept): Promise<CheckResult> {
  const check = CHECKS.find(({ name }) => name === 'files of editions')!;
  return await resultOf(check, {
    data, cacheFolder: '', pipelines: '', nodeVersion: '24.0.0', clock: () => new Date(), sleep: () => Promise.resolve(), progress: () => {},
  });
}

test('what comes after a rebuilt edition is gone as before; it stays for as many days as editions do, and can be rebuilt again', async () => {
  const { kept, said } = await droppedDay();
  const [, second, third] = [...said.keys()] as [number, number, number];
  rebuild(kept, second);
  const reader = kept.reader();
  expect(reader.at((third - 1) as Moment)).toHaveProperty('edition');
  expect(reader.at(third as Moment)).toMatchObject({ gone: true });
  await kept.pass(0.9 * DAY);
  expect(reader.at(second as Moment)).toHaveProperty('edition');
  await kept.pass(0.2 * DAY);
  expect(reader.at(second as Moment)).toMatchObject({ gone: true });
  expect(rebuild(kept, second)).toMatchObject({ outcome: 'same' });
});

test('without what became secret it has another contentId under the same number, and holds nothing of it', async () => {
  const { kept, said } = await droppedDay();
  const [, , , fourth, fifth] = [...said.keys()] as [number, number, number, number, number];
  await kept.deliver(building('kanarie', { secret: true }));
  const rebuilt = rebuild(kept, fifth);
  expect(rebuilt).toMatchObject({ outcome: 'less' });
  expect(rebuild(kept, fourth)).toMatchObject({ outcome: 'less' });
  const reader = kept.reader();
  const found = reader.at(fifth as Moment) as Extract<ReturnType<typeof reader.at>, { edition: unknown }>;
  expect(found.edition.contentId).toBe(rebuilt.contentId);
  expect(found.edition.contentId).not.toBe(readHead({ folder: kept.folder, audience: 'public' }, rebuilt.head).contentId);
  expect(found.edition.document('kanarie', '28992')).toBeUndefined();
  expect(found.edition.document('b1', '28992')).toBeDefined();
  expect(found.since('kwetsbare-gebouwen').now.head).toBe(rebuilt.head);
  const files = readdirSync(kept.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.some(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes('kanarie'))).toBe(false);
  await kept.drain();
  expect(hasManifest({ folder: kept.folder, audience: 'public' }, rebuilt.edition)).toBe(true);
  expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
});

/** Values of the object in the first, second and fourth edition; `null`: it was withdrawn. The third edition is rebuilt. */
const SECRETS: Readonly<Record<string, { readonly states: readonly [State, State, State]; readonly outcome: Rebuilt['outcome']; readonly shown: boolean }>> = {
  'became secret later': { states: ['open', 'open', 'secret'], outcome: 'less', shown: false },
  'was secret before, and is not any more': { states: ['secret', 'open', 'open'], outcome: 'same', shown: true },
  'was secret then, and is not any more': { states: ['open', 'secret', 'open'], outcome: 'same', shown: false },
  'is secret throughout': { states: ['secret', 'secret', 'secret'], outcome: 'same', shown: false },
  'was withdrawn while it was secret': { states: ['secret', 'secret', null], outcome: 'same', shown: false },
  'became secret in the end, and was then withdrawn': { states: ['open', 'open', 'secret then withdrawn'], outcome: 'less', shown: false },
  'was withdrawn, never secret': { states: ['open', 'open', null], outcome: 'same', shown: true },
  'was secret and withdrawn, and came again': { states: ['secret', null, 'open'], outcome: 'same', shown: false },
};

type State = 'open' | 'secret' | 'secret then withdrawn' | null;

async function bring(kept: Upkept, state: State): Promise<void> {
  if (state === null || state === 'secret then withdrawn') {
    if (state !== null) await kept.deliver(building('kanarie', { secret: true }));
    await kept.withdraw('kanarie');
  } else {
    await kept.deliver(building('kanarie', { secret: state === 'secret' }));
  }
}

test.each(Object.entries(SECRETS))('hidden now is hidden in every past answer, and nothing else is: an object that %s', async (_, { states, outcome, shown }) => {
  const kept = new Upkept({ allDays: 1 });
  await kept.deliver(building('b1', { linksTo: ['kanarie'] }), building('always', { secret: true }));
  await bring(kept, states[0]);
  await bring(kept, states[1]);
  const moment = await kept.deliver(building('b1', { populatie: 3, linksTo: ['kanarie'] }));
  const then = kept.reader().current()!.edition;
  const said = [sayingOf(then), then.versions('kanarie')];
  await bring(kept, states[2]);
  await kept.deliver(building('b1', { populatie: 4 }));
  await kept.pass(1.6 * DAY);
  expect(kept.reader().at(moment as Moment)).toMatchObject({ gone: true });

  expect(rebuild(kept, moment)).toMatchObject({ outcome });
  const { edition } = kept.reader().at(moment as Moment) as Activated;
  expect(edition.document('kanarie', '28992') !== undefined).toBe(shown);
  expect(edition.document('always', '28992')).toBeUndefined();
  expect(edition.versions('always')).toHaveLength(0);
  if (outcome === 'same') expect([sayingOf(edition), edition.versions('kanarie')]).toEqual(said);
  else expect(edition.versions('kanarie')).toHaveLength(0);
  expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
});

test('a moment before the first edition, and another configuration, are refused with what to do, and nothing is left', async () => {
  const { kept, said } = await droppedDay();
  const [first] = [...said.keys()] as [number];
  expect(() => rebuild(kept, first - DAY)).toThrow(/there was no edition yet.*beschikbaarVanaf/);
  expect(() => rebuild(kept, first, 'http://elders/v1')).toThrow(/--base-url/);
  expect(numbersOf({ folder: kept.folder, audience: 'public' }, 'manifests')).toHaveLength(1);
});
