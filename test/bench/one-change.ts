/**
 * One change: the cost of one changed object in registers of 10,000 and of ten times as many, decided and published by itself by the real
 * conductor, and how that grows. Preparation is that of the tests. As a program: `node one-change.ts [OBJECTS]`, those of the smaller.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../schemas/json.ts';
import type { Received } from '../../schemas/time.ts';
import { openInbox } from '../../pipelines/state/database/database.ts';
import { insertEntries } from '../../pipelines/state/inbox/inbox.ts';
import { sha256Of } from '../../pipelines/state/inbox/payload.ts';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { building, prepareSmall } from '../pipelines/state/small-roots.ts';
import { givenNumber, printRows, type Row } from './table.ts';
import { quantile } from './writers.ts';

const TIMES = 10;
const WARMING = 20;
const CHANGES = 40;
const START_US = Date.parse('2026-06-01T00:00:00Z') * 1000;
const SECOND_US = 1_000_000;

export async function oneChangeRows(objects: number): Promise<readonly Row[]> {
  const small = await costMs(objects);
  const large = await costMs(objects * TIMES);
  const exponent = Math.log(large / small) / Math.log(TIMES);
  return [{
    what: `one changed object among ${objects * TIMES}`, ours: `${large.toFixed(1)} ms CPU`,
    beside: `among ${objects}: ${small.toFixed(1)} ms`, ratio: `exponent ${exponent.toFixed(2)}`,
    bar: { value: exponent, atMost: 0.2, unit: '' },
  }];
}

/** Median of CPU. */
async function costMs(objects: number): Promise<number> {
  process.stderr.write(`one change to ${objects} objects\n`);
  const data = mkdtempSync(join(tmpdir(), 'ev-bench-'));
  let us = START_US;
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1:8080/v1', clock: () => new Date(us / 1000), prepare: prepareSmall,
    onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const inbox = openInbox(data);
  const deliver = async (documents: readonly JsonObject[]): Promise<void> => {
    us += SECOND_US;
    const payload = Buffer.from(JSON.stringify(documents));
    const input = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;
    insertEntries(inbox, [{ uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload), input }], () => us as Received);
    await opened.conductor.drain();
  };
  try {
    await deliver(Array.from({ length: objects }, (_, n) => building(`b${n}`)));
    const costs: number[] = [];
    for (let n = 1; n <= WARMING + CHANGES; n += 1) {
      const before = process.cpuUsage();
      await deliver([building(`b${n * 7_919 % objects}`, { populatie: n + 1 })]);
      const { user, system } = process.cpuUsage(before);
      costs.push((user + system) / 1000);
    }
    return quantile(costs.slice(WARMING), 0.5);
  } finally {
    inbox.close();
    opened.close();
    rmSync(data, { recursive: true });
  }
}

if (import.meta.main) await printRows(() => oneChangeRows(givenNumber(10_000)));
