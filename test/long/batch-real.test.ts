/** Batches beside a real server in mode scheduled: one edition of each, and `ev submit --wait`, which calls for none. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { newestHead } from '../../publisher/read/heads.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { listSubmissions } from '../../pipelines/state/outcomes/submit.ts';
import { freePort } from '../demo-process.ts';
import { writeRegister } from '../generate/register-file.ts';
import { ev, EXAMPLE, RD, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const HOLDERS = ['AB12', 'CD34', 'EF56', 'GH78', 'IJ90', 'KL12'];

interface Place {
  readonly data: string;
  /** A delivery of one building by a holder. */
  readonly file: (holder: string) => string;
}

function place(): Place {
  const data = temporaryFolder();
  const example = readFileSync(EXAMPLE, 'utf8');
  const file = (holder: string): string => {
    const path = join(data, `${holder}.json`);
    writeFileSync(path, example.replaceAll('AB12', holder));
    return path;
  };
  return { data, file };
}

async function serving(data: string, more: readonly string[] = []): Promise<ChildProcessWithoutNullStreams> {
  const child = start(['serve', '--data', data, '--port', String(await freePort()), '--mode', 'scheduled', ...more]);
  onTestFinished(() => { child.kill('SIGKILL'); });
  await said(child, 'Serving');
  return child;
}

const delivery = (file: string, holder: string, data: string): readonly string[] => [file, '--holder', holder, '--crs', RD, '--data', data];

/** `ev submit --wait`, once it says for what it waits. */
async function waiting(args: readonly string[], words: string, more: readonly string[] = []): Promise<ChildProcessWithoutNullStreams> {
  const child = start(['submit', ...args, '--wait', ...more]);
  onTestFinished(() => { child.kill('SIGKILL'); });
  await said(child, words);
  return child;
}

const statesIn = (data: string): readonly string[] => listSubmissions(data, { limit: 20 }).map(({ state }) => state).toSorted();
const headIn = (data: string): number | undefined => newestHead(foldersOf(data).editions, 'public')?.head;

test('six deliveries, one of which takes long to prepare, and one `ev batch`: one edition', async () => {
  const { data, file } = place();
  await serving(data);
  const before = headIn(data)!;
  const large = join(data, 'groot.ndjson');
  await writeRegister(large, { objects: 20_000, seed: 3 });
  for (const holder of HOLDERS.slice(1)) expect((await ev(['submit', ...delivery(file(holder), holder, data)])).code).toBe(0);
  expect((await ev(['submit', ...delivery(large, 'AB12', data)])).code).toBe(0);
  expect([statesIn(data), headIn(data)]).toEqual([HOLDERS.map(() => 'pending'), before]);
  expect((await ev(['batch', '--data', data])).err).toContain('a running server did the work');
  expect([statesIn(data), headIn(data)]).toEqual([HOLDERS.map(() => 'settled'), before + 1]);
});

test('the same without a server', async () => {
  const { data, file } = place();
  for (const holder of HOLDERS) expect((await ev(['submit', ...delivery(file(holder), holder, data), '--create'])).code).toBe(0);
  const { code } = await ev(['batch', '--data', data]);
  // The first head is that of the empty register.
  expect([code, statesIn(data), headIn(data)]).toEqual([0, HOLDERS.map(() => 'settled'), 2]);
});

test('`ev submit --wait` prints when the next batch is planned, calls for none, and ends with the report of that batch', async () => {
  const { data, file } = place();
  const pipelines = join(temporaryFolder(), 'plan.json');
  writeFileSync(pipelines, JSON.stringify({ pipelines: [{ name: 'nacht', cron: '0 3 1 1 *', missed: 'skip', steps: [{ step: 'batch' }] }] }));
  await serving(data, ['--pipelines', pipelines]);
  expect((await ev(['submit', ...delivery(file('CD34'), 'CD34', data)])).code).toBe(0);
  const child = await waiting(delivery(file('AB12'), 'AB12', data), `planned at 2027-01-01T03:00:00+01:00 by ${pipelines}`);
  const out = text(child.stdout);
  await new Promise((resolve) => { setTimeout(resolve, 1_500); });
  expect([child.exitCode, statesIn(data)]).toEqual([null, ['pending', 'pending']]);
  const ended = once(child, 'close');
  await ev(['batch', '--data', data]);
  expect([await ended, await out]).toEqual([[0, null], expect.stringContaining('1 object')]);
  expect(statesIn(data)).toEqual(['settled', 'settled']);
});

test.each([['for people', []], ['with --json', ['--json']]])('an interruption while it waits, %s: the delivery stays handed in', async (_, more) => {
  const { data, file } = place();
  await serving(data);
  const child = await waiting(delivery(file('AB12'), 'AB12', data), '`ev batch` calls for one', more);
  const [out, err] = [text(child.stdout), text(child.stderr)];
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  const [{ uuid }] = listSubmissions(data, { limit: 1 }) as unknown as readonly [{ uuid: string }];
  expect(await err).toContain(`the delivery stays handed in. \`ev submissions show ${uuid}\``);
  if (more.length > 0) expect(JSON.parse(await out)).toMatchObject({ uuid });
  expect(statesIn(data)).toEqual(['pending']);
});

test('a submission waits through the end of a server; no server begins a batch without a call', async () => {
  const { data, file } = place();
  const server = await serving(data);
  const child = await waiting(delivery(file('AB12'), 'AB12', data), 'waits for the next batch');
  const heard = said(child, 'the server has ended');
  server.kill('SIGKILL');
  await heard;
  await serving(data);
  expect([child.exitCode, statesIn(data)]).toEqual([null, ['pending']]);
  const ended = once(child, 'close');
  await ev(['batch', '--data', data]);
  expect([await ended, statesIn(data)]).toEqual([[0, null], ['settled']]);
});

test('without a server, also after one in mode scheduled was killed, it runs the batch itself', async () => {
  const { data, file } = place();
  const server = await serving(data);
  server.kill('SIGKILL');
  await once(server, 'close');
  expect((await ev(['submit', ...delivery(file('AB12'), 'AB12', data), '--wait'])).code).toBe(0);
  expect(statesIn(data)).toEqual(['settled']);
});
