/** Editions whose folder was lost or moved away: a moment of theirs is 410, and the register makes them again. */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { earlierFile, type AudienceFolder } from '../../publisher/format/layout.ts';
import { newestHead, numbersOf } from '../../publisher/read/heads.ts';
import type { Activated } from '../../publisher/read/types.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { availableAt } from '../../server/edition/available.ts';
import { lastPublished } from '../../pipelines/state/register/edition-points.ts';
import { openExistingState } from '../../pipelines/state/database/database.ts';
import { rebuildAt } from '../../pipelines/conductor/run-batch.ts';
import { sayingOf } from '../publisher/kept.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';

const DAY = 86_400_000;

interface EditionContents {
  readonly kept: Upkept;
  /** Content of each edition, by the moment of its activation. */
  readonly contents: ReadonlyMap<number, string>;
}

async function threeEditions(...first: readonly JsonObject[]): Promise<EditionContents> {
  const kept = new Upkept();
  await kept.drain();
  const contents = new Map<number, string>([[kept.standing.activated.getTime(), sayingOf(kept.reader().current()!.edition)]]);
  if (first.length > 0) await kept.deliver(...first);
  for (const documents of [[building('b1')], [building('b2')], [building('b1', { populatie: 2 })]]) {
    contents.set(await kept.deliver(...documents), sayingOf(kept.reader().current()!.edition));
  }
  return { kept, contents };
}

const audienceOf = (kept: Upkept): AudienceFolder => ({ folder: kept.folder, audience: 'public' });

/** Moves the folder aside, as messages advise, and starts again an hour later. */
async function lose(kept: Upkept): Promise<void> {
  kept.close();
  renameSync(kept.folder, `${kept.folder}.aside`);
  kept.nowMs += 3_600_000;
  kept.open();
  await kept.drain();
}

function at(kept: Upkept, moment: number) {
  return kept.reader().at(moment as Moment);
}

function rebuild(kept: Upkept, moment: number) {
  kept.close();
  try {
    return rebuildAt({ data: kept.data, baseUrl: 'http://127.0.0.1/v1', threads: 1, clock: () => new Date(kept.nowMs), onEvent: () => {} }, moment as Moment);
  } finally {
    kept.open();
  }
}

test('what was available before is gone, with the nearest kept moment; before the first edition ever there was nothing', async () => {
  const { kept, contents } = await threeEditions();
  const moments = [...contents.keys()];
  await lose(kept);
  const newest = newestHead(kept.folder, 'public')!;
  expect(sayingOf(kept.reader().current()!.edition)).toBe([...contents.values()].at(-1));
  for (const moment of [...moments, newest.activated.getTime() - 1]) {
    expect(at(kept, moment)).toEqual({ gone: true, head: 0, nearest: [newest.activated] });
    const answer = availableAt(moment as Moment, kept.reader(), { collection: 'kwetsbare-gebouwen', rows: 'all' });
    expect(answer).toMatchObject({ problem: 'EditieVerwijderd', detail: { en: expect.stringContaining(newest.activated.toISOString()) as string } });
  }
  expect(at(kept, moments[0]! - 1)).toBe('nothing');
  expect(kept.told('Edition:Damage').at(-1)!.message).toContain(`since ${formatMoment(moments[0] as Moment).replace('.0Z', '.000Z')}`);
});

test('numbers that readers have seen are not given again', async () => {
  const { kept } = await threeEditions();
  const before = kept.standing;
  const db = openExistingState(kept.data);
  const last = lastPublished(db, 'public')!.edition;
  db.close();
  await lose(kept);
  expect(kept.standing.newest).toBe(last + 1);
  expect(kept.standing.head).toBeGreaterThan(before.head + 1);
  const after = await kept.deliver(building('b9'));
  expect(kept.standing.activated.getTime()).toBe(after);
  expect(kept.standing.newest).toBe(last + 2);
});

test('the register makes each again, with its content, number and instant', async () => {
  const { kept, contents } = await threeEditions();
  await lose(kept);
  const moments = [...contents.keys()];
  for (const moment of moments) expect(rebuild(kept, moment)).toMatchObject({ outcome: 'same' });
  for (const [index, moment] of moments.entries()) {
    const until = (moments[index + 1] ?? kept.standing.activated.getTime()) - 1;
    for (const one of [moment, until]) expect(sayingOf((at(kept, one) as Activated).edition)).toBe(contents.get(moment));
  }
  expect(at(kept, moments[0]! - 1)).toBe('nothing');
  await kept.pass(0.5 * DAY);
  expect(sayingOf((at(kept, moments[0]!) as Activated).edition)).toBe(contents.get(moments[0]!));
});

test('what one rebuilt edition was followed by is gone as before', async () => {
  const { kept, contents } = await threeEditions();
  await lose(kept);
  const [, second, third] = [...contents.keys()] as [number, number, number];
  rebuild(kept, second);
  expect(at(kept, second)).toHaveProperty('edition');
  expect(at(kept, third)).toMatchObject({ gone: true });
  expect(at(kept, second - 1)).toMatchObject({ gone: true });
});

test('lost twice, and with nothing published since: it stays known since when there were editions', async () => {
  const { kept, contents } = await threeEditions();
  const [first] = [...contents.keys()] as [number];
  await lose(kept);
  kept.close();
  rmSync(kept.folder, { recursive: true });
  rmSync(join(kept.data, 'editions.aside'), { recursive: true });
  kept.nowMs += 60_000;
  kept.open();
  expect(kept.reader().at(first as Moment)).toEqual({ gone: true, head: 0, nearest: [] });
  await kept.drain();
  expect(at(kept, first)).toMatchObject({ gone: true, nearest: [kept.standing.activated] });
  expect(at(kept, first - 1)).toBe('nothing');
});

test('a folder that lacks nothing has no such file, whatever was dropped', async () => {
  const kept = new Upkept({ allDays: 1 });
  for (const populatie of [1, 2, 3]) await kept.deliver(building('b1', { populatie }));
  await kept.pass(2 * DAY);
  kept.close();
  kept.open();
  expect(numbersOf(audienceOf(kept), 'manifests')).toHaveLength(1);
  expect(() => readFileSync(earlierFile(audienceOf(kept)))).toThrow(/ENOENT/);
});

test('the messages about it reveal nothing about hidden writes', async () => {
  const files = await Promise.all([[building('hidden', { secret: true })], []].map(async (first) => {
    const { kept } = await threeEditions(...first);
    if (first.length === 0) kept.nowMs += 1_000;
    await lose(kept);
    return readFileSync(earlierFile(audienceOf(kept)), 'utf8');
  }));
  expect(files[0]).toBe(files[1]);
});
