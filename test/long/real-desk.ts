/** A real desk: the one validator, the register, the publisher, with nothing replaced; and what it says in short. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { DeskAnswer } from '../../schemas/desk.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import type { Moment } from '../../schemas/time.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { openDesk } from '../../pipelines/desk.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { reportMistakes } from '../report-agrees.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { submitAndWait } from '../pipelines/state/patience.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const RD = CRSS['28992'].uri;

type OnEnd = (end: () => void | Promise<void>) => void;

/** An empty register with its desk and its editions, for one test; `ask` submits as AB12, in RD, and `read` gives a building. */
export async function opened(onEnd: OnEnd = onTestFinished, data: string = temporaryFolder(), clock = () => new Date(), fullAudience = false) {
  const editions = openEditions(foldersOf(data).editions, 'public');
  const full = openEditions(foldersOf(data).editions, 'full');
  onEnd(() => {
    editions.close();
    full.close();
  });
  const desk = await openDesk({
    data, baseUrl: 'http://127.0.0.1:8080/v1', spatialPath: () => provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info }), threads: 1,
    clock, fullAudience, onEvent: () => {},
    onHead: () => {
      editions.refresh();
      full.refresh();
    },
  });
  onEnd(() => desk.close());
  const ask = (method: SubmissionInput['method'], target: string, body: JsonObject | null, more: Partial<SubmissionInput> = {}): Promise<DeskAnswer> => (
    submitAndWait(desk, { holder: 'AB12', method, target, crs: RD, mediaType: '', ifMatch: null, ...more },
      body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)))
  );
  const read = (at: Moment | null = null, crs: 'CRS84' | '28992' = '28992'): JsonObject | undefined => {
    const found = editions.current()?.edition.document('s1', crs, at);
    return found && JSON.parse(Buffer.concat([...found.slices]).toString()) as JsonObject;
  };
  return { desk, editions, full, ask, read };
}

/** Opens one desk for all tests of a file, because opening takes two seconds. Call it outside of tests. */
export function openedForAll(): () => Awaited<ReturnType<typeof opened>> {
  const ends: (() => void | Promise<void>)[] = [];
  let desk: Awaited<ReturnType<typeof opened>> | undefined;
  beforeAll(async () => {
    const data = mkdtempSync(join(tmpdir(), 'ev-desk-'));
    ends.push(() => rmSync(data, { recursive: true, force: true }));
    desk = await opened((end) => { ends.push(end); }, data);
  }, 120_000);
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => desk!;
}

/** Status, and the rules of the errors; its report must be as its schema says. */
export function said(answer: DeskAnswer): readonly unknown[] {
  if (answer.kind === 'settled' && answer.outcome.report !== null) expect(reportMistakes(answer.outcome.report)).toEqual([]);
  const [status, findings] = answer.kind === 'settled' ? [answer.outcome.status, answer.outcome.report?.findings ?? []]
    : answer.kind === 'refused' ? [400, answer.findings] : [202, []];
  return [status, ...findings.filter(({ severity }) => severity === 'error').map(({ rule, pointer }) => `${rule} ${pointer}`)];
}
