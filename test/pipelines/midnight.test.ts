/** The default list changes by itself when validities begin or end, thousands at one midnight included. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openEditions } from '../../publisher/read/editions.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Received } from '../../schemas/time.ts';
import type { ConductorEvent } from '../../pipelines/conductor.ts';
import { foldersOf, openInbox } from '../../pipelines/state/database.ts';
import { insertEntries } from '../../pipelines/state/inbox.ts';
import { sha256Of } from '../../pipelines/state/payload.ts';
import { openConductor } from '../../pipelines/workers/wiring.ts';
import { temporaryFolder } from './state/register-bench.ts';
import { building, payloadOf, prepareSmall } from './state/small-roots.ts';

const COUNT = 3_000;
/** In Europe/Amsterdam: the first in winter time, the second in summer time. */
const [BEGIN, END] = ['2026-03-29T00:00:00', '2026-03-30T00:00:00'];
const [BEGIN_MS, END_MS] = [Date.parse('2026-03-28T23:00:00Z'), Date.parse('2026-03-29T22:00:00Z')];

/** A conductor that works by itself, with a clock that the test moves. */
function working() {
  const data = temporaryFolder();
  let nowMs = BEGIN_MS - 3_600_000;
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
  onTestFinished(async () => {
    opened.conductor.stop();
    await running;
    entrance.close();
    opened.close();
  });
  return { data, events, deliver, moveTo: (ms: number) => { nowMs = ms; opened.conductor.poke(); } };
}

test('design 9: the default list changes by itself when thousands of validities begin, and end, at one midnight', async () => {
  const { data, events, deliver, moveTo } = working();
  const valid = (): number => {
    const editions = openEditions(foldersOf(data).editions, 'public');
    const count = editions.current()?.edition.series.get('kwetsbare-gebouwen')!.count ?? 0;
    editions.close();
    return count;
  };
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
