/** Editions of the full audience: made in the same run as the public ones, which stay the same. */
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEditions } from '../../../publisher/read/editions-reader.ts';
import { numbersOf } from '../../../publisher/read/heads.ts';
import { verifyEdition } from '../../../publisher/read/verify.ts';
import type { Editions } from '../../../publisher/read/types.ts';
import type { Moment } from '../../../schemas/time.ts';
import { filesIn } from '../../files-in.ts';
import { building, location } from '../state/small-roots.ts';
import { Upkept } from './upkept.ts';

function withFull(retention?: { allDays: number }): Upkept {
  const kept = new Upkept(retention);
  switchOn(kept);
  return kept;
}

function switchOn(kept: Upkept): void {
  kept.close();
  kept.fullAudience = true;
  kept.open();
}

function fullOf({ folder }: Upkept): Editions {
  const editions = openEditions(folder, 'full');
  onTestFinished(() => editions.close());
  return editions;
}

/** Numbers of buildings that are valid now, for the public and for the full audience. */
function counts(kept: Upkept): readonly (number | undefined)[] {
  return [kept.reader(), fullOf(kept)].map((editions) => editions.current()?.edition.series.get('kwetsbare-gebouwen')?.count);
}

test('the files of the public are the same with and without a full audience', async () => {
  const files = async (kept: Upkept): Promise<object> => {
    await kept.deliver(building('a'), building('b', { secret: true }));
    await kept.deliver(building('c', { secret: true }));
    await kept.deliver(building('a', { secret: true }), building('d'));
    await kept.pass(1_000);
    return Object.fromEntries(Object.entries(filesIn(join(kept.folder, 'public'))).map(([path, bytes]) => [relative(kept.folder, path), bytes]));
  };
  const [plain, full] = [new Upkept(), withFull()];
  expect(await files(full)).toEqual(await files(plain));
  expect([numbersOf({ folder: plain.folder, audience: 'full' }, 'heads').length, counts(full)]).toEqual([0, [1, 4]]);
});

test('each audience has its own numbers: a secret write gives an edition of the full audience only', async () => {
  const kept = withFull();
  await kept.deliver(building('a'));
  const [before, fullBefore] = [kept.standing.edition, fullOf(kept).current()!.edition.number];
  await kept.deliver(building('b', { secret: true }));
  await kept.deliver(building('c', { secret: true }));
  expect([kept.standing.edition - before, counts(kept)]).toEqual([0, [1, 3]]);
  expect(fullOf(kept).current()!.edition.number - fullBefore).toBe(2);
});

test('an edition of the full audience made by increments has the content of one made from nothing', async () => {
  const [kept, whole] = [withFull(), new Upkept()];
  for (const one of [kept, whole]) {
    await one.deliver(building('a'), building('b', { secret: true }));
    await one.deliver(building('b'), building('c', { secret: true, until: '2026-01-01T09:00:10Z' }));
    await one.deliver(building('a', { secret: true }));
    await one.pass(60_000);
  }
  switchOn(whole);
  await whole.drain();
  expect(fullOf(whole).current()?.edition.contentId).toBe(fullOf(kept).current()?.edition.contentId);
  expect(counts(whole)).toEqual(counts(kept));
});

test('its folder may be lost: the next conductor makes it again, and earlier moments are gone', async () => {
  const kept = withFull();
  const first = await kept.deliver(building('a', { secret: true }));
  await kept.deliver(building('b'));
  kept.close();
  rmSync(join(kept.folder, 'full'), { recursive: true });
  kept.open();
  await kept.drain();
  expect(counts(kept)).toEqual([1, 2]);
  expect(fullOf(kept).at(first as Moment)).toMatchObject({ gone: true });
});

test('what becomes secret is withdrawn from the public only', async () => {
  const kept = withFull();
  const shown = await kept.deliver(building('a'));
  await kept.deliver(building('a', { secret: true }));
  expect([kept.reader().at(shown as Moment), fullOf(kept).at(shown as Moment)]).toMatchObject([{ gone: true }, { isAsPublished: true }]);
});

test('of several objects with one id it shows the public one, or else the first; made by increments as from nothing', async () => {
  const [kept, whole] = [withFull(), new Upkept()];
  const secret = { ...location('l1', ['m1', 'm2']), informatieGeheim: true };
  const open = (id: string, populatie = 1) => building(id, { holder: 'CD34', populatie });
  for (const one of [kept, whole]) {
    await one.deliver(building('b1', { secret: true }), building('b2', { secret: true }), secret);
    await one.deliverAs('EF56', building('b1', { holder: 'EF56', secret: true }));
    await one.deliverAs('CD34', building('x', { holder: 'CD34' }), location('l2', ['m1'], { holder: 'CD34' }), open('b2'));
    await one.deliver(building('b1', { secret: true, populatie: 7 }), building('b2', { secret: true, populatie: 7 }), { ...secret, bedrijfsnaam: 'Ander' });
    await one.deliverAs('EF56', building('b1', { holder: 'EF56', secret: true, populatie: 8 }));
    await one.deliverAs('CD34', open('b2', 9));
  }
  const { edition } = fullOf(kept).current()!;
  expect(counts(kept)).toEqual([2, 3]);
  const populatie = (id: string): unknown => (JSON.parse(edition.feature('kwetsbare-gebouwen', id, 'CRS84')!.bytes.toString()) as { properties: Record<string, unknown> }).properties['populatie'];
  expect([populatie('b1'), populatie('b2')]).toEqual([7, 9]);
  expect(['l1', 'l2'].map((id) => edition.document(id, 'CRS84') !== undefined)).toEqual([true, true]);
  expect(['m1', 'm2'].map((id) => edition.feature('windturbines', id, 'CRS84') !== undefined)).toEqual([true, true]);
  expect(edition.series.get('windturbines')?.count).toBe(2);
  expect(verifyEdition(kept.folder, 'full', { edition: 'all' }).damages).toEqual([]);
  switchOn(whole);
  await whole.drain();
  expect(fullOf(whole).current()?.edition.contentId).toBe(edition.contentId);
});
