/**
 * The oracle of the whole register, with the real publisher: the contentId follows from the inbox and the moment, not
 * from how the work was cut into batches and editions (design 5.2, 5.6; research: fault test D18).
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import type { Received } from '../../schemas/time.ts';
import { newestHead, type Standing } from '../../publisher/read/heads.ts';
import { foldersOf, openInbox } from '../../pipelines/state/database.ts';
import { insertEntries, type Entry } from '../../pipelines/state/inbox.ts';
import { sha256Of } from '../../pipelines/state/payload.ts';
import { openConductor } from '../../pipelines/workers/wiring.ts';
import { START_US, temporaryFolder } from './state/register-bench.ts';
import { building, location, payloadOf, prepareSmall } from './state/small-roots.ts';

const SECOND_US = 1_000_000;

const root = fc.record({
  id: fc.nat(25), kind: fc.nat(3), populatie: fc.nat(3), secret: fc.nat(9),
  from: fc.constantFrom('2019-01-01T00:00:00Z', '2023-01-01T00:00:00Z', '2026-01-01T00:00:04Z', '2026-01-01T00:01:00Z'),
  ends: fc.boolean(),
}).map(({ id, kind, populatie, secret, from, ends }): JsonObject => {
  const options = { from, populatie, secret: secret === 0, ...(ends ? { until: '2026-01-01T00:02:00Z' } : {}) };
  return kind === 0 ? location(`l${id}`, [`m${id}`, `n${id}-${populatie}`], options) : building(`b${id}`, options);
});
const deliveries = fc.array(fc.array(root, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 6 });

/** Takes over the entries; `drainAfter` says after which ones a batch is made and published. */
async function play(entries: readonly Entry[], drainAfter: (index: number) => boolean): Promise<Standing | undefined> {
  const data = temporaryFolder();
  let us = START_US;
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock: () => new Date(us / 1000), prepare: prepareSmall,
    onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const entrance = openInbox(data);
  for (const [index, entry] of entries.entries()) {
    us = START_US + (index + 1) * SECOND_US;
    insertEntries(entrance, [entry], () => us as Received);
    if (drainAfter(index)) await opened.conductor.drain();
  }
  // Validities begin and end after the last submission too.
  us = START_US + 90 * SECOND_US;
  if (drainAfter(0)) await opened.conductor.drain();
  us = START_US + 300 * SECOND_US;
  await opened.conductor.drain();
  entrance.close();
  opened.close();
  return newestHead(foldersOf(data).editions, 'public');
}

test('contentId by increments = from scratch = with other batch boundaries, from the real register', async () => {
  await fc.assert(fc.asyncProperty(deliveries, fc.integer(), async (list, bits) => {
    const entries = list.map((documents): Entry => {
      const payload = payloadOf(...documents);
      return {
        uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload),
        input: { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null },
      };
    });
    const increments = await play(entries, () => true);
    const scratch = await play(entries, () => false);
    const others = await play(entries, (index) => ((bits >> index) & 1) === 1);
    for (const standing of [scratch, others]) {
      expect(standing).toMatchObject({
        contentId: increments?.contentId,
      });
    }
  }), { numRuns: 6 });
});
