/**
 * Changes: what one changed object costs, and what an edition's manifest and head take, after 30 and after 3,000 single changes to 1,000
 * objects, each decided and published by itself by the real conductor, and opened by a reader. Preparation is that of the tests.
 * As a program: `node changes.ts [CHANGES]`.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOf, type AudienceFolder } from '../../publisher/format/layout.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { newestHeadNumber, readHead } from '../../publisher/read/heads.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Received } from '../../schemas/time.ts';
import { foldersOf, openInbox } from '../../pipelines/state/database/database.ts';
import { insertEntries } from '../../pipelines/state/inbox/inbox.ts';
import { sha256Of } from '../../pipelines/state/inbox/payload.ts';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { building, payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';
import { givenNumber, printRows, type Row } from './table.ts';

const OBJECTS = 1_000;
const EARLY = 30;
const START_US = Date.parse('2026-06-01T00:00:00Z') * 1000;
const SECOND_US = 1_000_000;

/** Medians of the last changes, up to some number of changes. */
interface Medians {
  readonly cpuMs: number;
  readonly refreshMs: number;
  /** Manifest and head together. */
  readonly bytes: number;
}

export async function changesRows(changes: number): Promise<readonly Row[]> {
  process.stderr.write(`${changes} single changes to ${OBJECTS} objects\n`);
  const data = mkdtempSync(join(tmpdir(), 'ev-bench-'));
  try {
    await change(join(data, 'warm'), 2 * EARLY);
    const { early, late, diskBytes, namingBytes } = await change(join(data, 'data'), changes);
    const what = (subject: string): string => `${subject} after ${changes} single changes to ${OBJECTS} objects`;
    const row = (subject: string, figure: keyof Medians, unit: string, digits: number): Row => ({
      what: what(subject), ours: `${late[figure].toFixed(digits)} ${unit}`, beside: `after ${EARLY}: ${early[figure].toFixed(digits)} ${unit}`,
      ratio: `${(late[figure] / early[figure]).toFixed(2)}× the cost`,
    });
    return [
      { ...row('manifest and head', 'bytes', 'bytes', 0), bar: { value: late.bytes / early.bytes, atMost: 1.2, unit: '×' } }, row('CPU of one change', 'cpuMs', 'ms', 1),
      row('opening a new head', 'refreshMs', 'ms', 2), { what: what('all editions together'), ours: `${(diskBytes / 1e6).toFixed(0)} MB`, beside: '', ratio: '' },
      {
        what: what('manifests and heads together'), ours: `${(namingBytes / 1e6).toFixed(1)} MB`,
        beside: `${(namingBytes / changes).toFixed(0)} bytes each`, ratio: '', bar: { value: namingBytes / changes, atMost: 20_000, unit: ' bytes each' },
      },
    ];
  } finally {
    rmSync(data, { recursive: true });
  }
}

interface Changed {
  readonly early: Medians;
  readonly late: Medians;
  readonly diskBytes: number;
  /** Bytes of all manifests and heads. */
  readonly namingBytes: number;
}

async function change(data: string, changes: number): Promise<Changed> {
  let us = START_US;
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1:8080/v1', clock: () => new Date(us / 1000), prepare: prepareSmall,
    onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const entrance = openInbox(data);
  const deliver = async (...documents: readonly JsonObject[]): Promise<void> => {
    us += SECOND_US;
    const payload = payloadOf(...documents);
    insertEntries(entrance, [{
      uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload),
      input: { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null },
    }], () => us as Received);
    await opened.conductor.drain();
  };
  await deliver(...Array.from({ length: OBJECTS }, (_, n) => building(`b${n}`)));
  const folder = foldersOf(data).editions;
  const editions = openEditions(folder, 'public');
  const first = editions.current()!.head;
  const costs: Pick<Medians, 'cpuMs' | 'refreshMs'>[] = [];
  const standing = (): Medians => ({
    cpuMs: median(costs.slice(-EARLY).map(({ cpuMs }) => cpuMs)), refreshMs: median(costs.slice(-EARLY).map(({ refreshMs }) => refreshMs)),
    bytes: newestBytes({ folder, audience: 'public' }),
  });
  let early: Medians | undefined;
  for (let n = 1; n <= changes; n += 1) {
    const before = process.cpuUsage();
    await deliver(building(`b${n * 7_919 % OBJECTS}`, { populatie: n + 1 }));
    const { user, system } = process.cpuUsage(before);
    const started = performance.now();
    editions.refresh();
    costs.push({ cpuMs: (user + system) / 1000, refreshMs: performance.now() - started });
    if (n === EARLY) early = standing();
  }
  const late = standing();
  const heads = editions.current()!.head - first;
  if (heads !== changes) throw new Error(`${changes} changes gave ${heads} heads`);
  editions.close();
  entrance.close();
  opened.close();
  const namingBytes = bytesIn(join(folder, 'public/manifests')) + bytesIn(join(folder, 'public/heads'));
  return { early: early ?? late, late, diskBytes: bytesIn(folder), namingBytes };
}

function newestBytes(of: AudienceFolder): number {
  const head = newestHeadNumber(of, 0);
  return statSync(fileOf(of, 'heads', head)).size + statSync(fileOf(of, 'manifests', readHead(of, head).edition)).size;
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

if (import.meta.main) await printRows(() => changesRows(givenNumber(3_000)));
