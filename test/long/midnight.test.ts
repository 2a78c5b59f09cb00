/** The default list changes by itself when validities begin or end, thousands at one midnight included. */
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { numbersOf } from '../../publisher/read/heads.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Received } from '../../schemas/time.ts';
import type { ConductorEvent } from '../../pipelines/conductor/conductor.ts';
import { foldersOf, openInbox } from '../../pipelines/state/database/database.ts';
import { insertEntries } from '../../pipelines/state/inbox/inbox.ts';
import { sha256Of } from '../../pipelines/state/inbox/payload.ts';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building, payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';

const COUNT = 3_000;
/** Midnights in Europe/Amsterdam: the first in winter time, the second in summer time. */
const [BEGIN, END] = ['2026-03-29T00:00:00', '2026-03-30T00:00:00'];
const [BEGIN_MS, END_MS] = [Date.parse('2026-03-28T23:00:00Z'), Date.parse('2026-03-29T22:00:00Z')];

/** A conductor that works by itself, with a clock that the test moves. */
function working(data = temporaryFolder(), startMs = BEGIN_MS - 3_600_000) {
  let nowMs = startMs;
  const events: ConductorEvent[] = [];
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock: () => new Date(nowMs), prepare: prepareSmall,
    onEvent: (event) => { events.push(event); }, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const entrance = openInbox(data);
  const deliver = (...documents: readonly JsonObject[]): void => {
    const payload = payloadOf(...documents);
    insertEntries(entrance, [{
      uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload),
      input: { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null },
    }], () => nowMs * 1000 as Received);
    opened.conductor.poke();
  };
  const running = opened.conductor.run();
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => ending ??= (async () => {
    opened.conductor.stop();
    await running;
    entrance.close();
    opened.close();
  })();
  onTestFinished(end);
  return { data, events, deliver, moveTo: (ms: number) => { nowMs = ms; opened.conductor.poke(); }, end };
}

/** Responses to readers, and the files of the editions. */
function standing(data: string) {
  const editions = openEditions(foldersOf(data).editions, 'public');
  const current = editions.current();
  editions.close();
  const of = { folder: foldersOf(data).editions, audience: 'public' } as const;
  return {
    edition: current?.edition.number ?? 0, contentId: current?.edition.contentId,
    count: current?.edition.series.get('kwetsbare-gebouwen')!.count ?? 0,
    built: numbersOf(of, 'manifests').at(-1) ?? 0, packs: numbersOf(of, 'packs').length,
  };
}

test('the default list changes by itself when thousands of validities begin, and end, at one midnight', async () => {
  const { data, events, deliver, moveTo } = working();
  const valid = (): number => standing(data).count;
  const published = (): number => events.filter(({ kind }) => kind === 'Edition:Publish').length;
  const shows = (count: number) => expect.poll(valid, { timeout: 100_000, interval: 20 }).toBe(count);
  deliver(building('altijd'), ...Array.from({ length: COUNT }, (_, n) => building(`b${n}`, { from: BEGIN, until: END })));
  await shows(1);
  moveTo(BEGIN_MS - 1);
  deliver(building('er-vlak-voor'));
  await shows(2);
  const before = published();
  moveTo(BEGIN_MS);
  await shows(COUNT + 2);
  moveTo(END_MS - 1);
  deliver(building('vlak-voor-het-eind'));
  await shows(COUNT + 3);
  expect(published(), 'one edition for all of them, and that of the delivery').toBe(before + 2);
  moveTo(END_MS);
  await shows(3);
  expect(published()).toBe(before + 3);
  expect(events.filter(({ kind }) => kind === 'Conductor:Fail' || kind === 'Edition:Full').length, 'from nothing the first time only').toBeLessThanOrEqual(1);
});

describe('the edition of the next change is built ahead and activated then', () => {
  const later = building('later', { from: BEGIN });
  const untilBuilt = (data: string) => expect.poll(() => standing(data).built - standing(data).edition, { timeout: 20_000 }).toBe(1);
  const untilShown = (data: string, count: number) => expect.poll(() => standing(data).count, { timeout: 20_000 }).toBe(count);

  test('a minute before; readers do not see it, and at its moment only a head is written', async () => {
    const { data, deliver, moveTo, end } = working();
    deliver(building('altijd'), later);
    await untilShown(data, 1);
    moveTo(BEGIN_MS - 59_000);
    await untilBuilt(data);
    const before = standing(data);
    expect(before.count).toBe(1);
    moveTo(BEGIN_MS);
    await untilShown(data, 2);
    const after = standing(data);
    expect([after.edition, after.packs]).toEqual([before.built, before.packs]);
    await end();
    const notAhead = working();
    notAhead.deliver(building('altijd'), later);
    await untilShown(notAhead.data, 1);
    notAhead.moveTo(BEGIN_MS);
    await untilShown(notAhead.data, 2);
    expect(after.contentId, 'that of one that was made when it had come').toBe(standing(notAhead.data).contentId);
  });

  test('what comes between is in it, and is seen at once', async () => {
    const { data, deliver, moveTo } = working();
    deliver(building('altijd'), later);
    await untilShown(data, 1);
    moveTo(BEGIN_MS - 59_000);
    await untilBuilt(data);
    deliver(building('ertussen'));
    await untilShown(data, 2);
    moveTo(BEGIN_MS);
    await untilShown(data, 3);
  });

  test('writes in the last minute do not each wait until thousands of rows are built once more', async () => {
    const { data, deliver, moveTo } = working();
    deliver(building('altijd'), ...Array.from({ length: COUNT }, (_, n) => building(`b${n}`, { from: BEGIN })));
    await expect.poll(() => standing(data).count, { timeout: 100_000 }).toBe(1);
    moveTo(BEGIN_MS - 59_000);
    await untilBuilt(data);
    const before = standing(data);
    for (let n = 2; n <= 21; n += 1) {
      deliver(building(`ertussen-${n}`));
      await untilShown(data, n);
    }
    const after = standing(data);
    expect(after.packs - before.packs - (after.edition - before.edition), 'packs that were built ahead').toBeLessThan(8);
    moveTo(BEGIN_MS);
    await untilShown(data, COUNT + 21);
  });

  test('one that was left by a process that ended is no edition', async () => {
    const { data, deliver, moveTo, end } = working();
    deliver(building('altijd'), later);
    await untilShown(data, 1);
    moveTo(BEGIN_MS - 59_000);
    await untilBuilt(data);
    await end();
    const next = working(data, BEGIN_MS - 30_000);
    next.deliver(building('ertussen'));
    await untilShown(data, 2);
    next.moveTo(BEGIN_MS);
    await untilShown(data, 3);
    expect(next.events.filter(({ kind }) => kind === 'Edition:Full' || kind === 'Edition:Damage')).toEqual([]);
  });
});
